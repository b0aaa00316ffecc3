//! A chart of many cloths: a band a quality, a swatch a colour, under it its name and the end of its number.

use krilla::tagging::{ArtifactType, ListNumbering, Tag};

use super::super::paper::{Colour, Sheet, Style, Trace, styles};
use super::super::piece::{Piece, Variant};
use super::super::words::Words;

/// Swatches beside each other.
const ACROSS: usize = 15;
const GAP: f32 = 3.5;
const SWATCH: f32 = 34.0;

/// The whole chart, on pages of its own.
pub(super) fn chart(sheet: &mut Sheet<'_>, piece: &Piece, words: Words<'_>) {
    let family = format!("{}-", piece.number);
    sheet.page_break();
    sheet.section(words.say("cloths"), 120.0);
    let note = words.fill("cloths_note", &[("number", &family)]);
    sheet.column(0.0, sheet.width * 0.72, |sheet| sheet.paragraph(&note, styles::TEXT));
    for (quality, variants) in bands(&piece.variants) {
        sheet.part(&quality, SWATCH + 30.0);
        sheet.canvas.begin(Tag::L(ListNumbering::None));
        for row in variants.chunks(ACROSS) {
            band(sheet, row, &family);
        }
        sheet.canvas.end();
    }
}

/// Variants by the first half of their option's name, in order.
fn bands(variants: &[Variant]) -> Vec<(String, Vec<&Variant>)> {
    let mut bands: Vec<(String, Vec<&Variant>)> = Vec::new();
    for variant in variants {
        let quality = name(variant).0;
        match bands.iter_mut().find(|(known, _)| known == quality) {
            Some((_, band)) => band.push(variant),
            None => bands.push((quality.to_owned(), vec![variant])),
        }
    }
    for (_, band) in &mut bands {
        band.sort_by(|a, b| a.number.cmp(&b.number));
    }
    bands.sort_by_key(|(_, band)| band.first().map(|variant| variant.number.clone()));
    bands
}

/// `Loden` and `mos` of `Loden, mos`.
fn name(variant: &Variant) -> (&str, &str) {
    let option = variant.options.first().map_or("", |(name, _)| name.as_str());
    option.split_once(", ").unwrap_or(("", option))
}

fn band(sheet: &mut Sheet<'_>, row: &[&Variant], family: &str) {
    #[expect(clippy::cast_precision_loss, reason = "fifteen")]
    let width = (sheet.width + GAP) / ACROSS as f32;
    sheet.need(SWATCH + 24.0);
    let (mut x, top) = (sheet.x, sheet.y + 2.0);
    for variant in row {
        let colour = variant.options.first().and_then(|(_, colour)| colour.as_deref());
        let colour = colour.and_then(Colour::parse).unwrap_or(Colour::CARD);
        sheet.canvas.begin(Tag::LI);
        let swatch = Trace::rectangle((x, top), (width - GAP, SWATCH));
        sheet.decorated(ArtifactType::Layout, |sheet| {
            sheet.canvas.outline(swatch, Some(colour), None)
        });
        sheet.canvas.begin(Tag::LBody);
        let number = variant.number.strip_prefix(family).unwrap_or(&variant.number);
        fitted(
            sheet,
            &format!("{} ", name(variant).1),
            styles::NOTE.in_colour(Colour::INK),
            (x, top + SWATCH + 9.0, width - GAP - 1.0),
        );
        fitted(sheet, number, styles::NOTE, (x, top + SWATCH + 18.0, width - GAP - 1.0));
        sheet.canvas.end();
        sheet.canvas.end();
        x += width;
    }
    sheet.y = top + SWATCH + 22.0;
}

/// Words at a place, smaller where they would be wider than their room.
fn fitted(sheet: &mut Sheet<'_>, text: &str, style: Style, (x, y, room): (f32, f32, f32)) {
    let style = style.sized(7.2);
    let run = sheet.set(text, style);
    let wide = run.width(&run.line());
    let style = if wide > room {
        style.sized(7.2 * room / wide)
    } else {
        style
    };
    sheet.words_at(text, style, x, y);
}
