//! Measures drawn: a plain drawing of what is known of any piece, and the views to scale that a maker drew.
//!
//! **Invariant:** everything in a drawing has one scale; of the plain one nothing of the shape is made up.

use super::super::paper::{Colour, Figure, PaperError, Sheet, Trace, styles};
use super::super::piece::Size;
use super::super::texts::{DrawingText, ViewText};
use super::super::words::Words;
use super::Material;

/// Points in a millimetre.
pub(super) const MM: f32 = 72.0 / 25.4;
/// Room for the outlines of the plain drawing.
const ACROSS: f32 = 236.0;
const DOWN: f32 = 128.0;
/// Left of the first view, for the height's words.
const LEFT: f32 = 58.0;
const BETWEEN: f32 = 34.0;
const NAME: f32 = 20.0;
const BELOW: f32 = 36.0;

#[derive(Debug, Clone, Copy)]
struct View {
    name: &'static str,
    across: f32,
    down: f32,
    round: bool,
}

/// Front and side on one floor, or what is flat from above.
fn views(size: &Size) -> Vec<View> {
    #[expect(clippy::cast_possible_truncation, reason = "millimetres of furniture")]
    let mm = |length: Option<f64>| length.map(|length| length as f32).filter(|length| *length > 0.0);
    let (front, side) = match (mm(size.diameter), mm(size.depth), mm(size.length)) {
        (Some(diameter), ..) => (Some(diameter), None),
        (None, None, Some(length)) => (Some(length), mm(size.width)),
        (None, depth, _) => (mm(size.width), depth),
    };
    let Some(front) = front else {
        return Vec::new();
    };
    let round = size.diameter.is_some();
    let widest = front.max(side.unwrap_or(0.0));
    let view = |name, across, down, round| View {
        name,
        across,
        down,
        round,
    };
    match (mm(size.height).filter(|height| height * 20.0 >= widest), side) {
        (Some(height), Some(side)) => vec![view("front", front, height, false), view("side", side, height, false)],
        (Some(height), None) => vec![view("front", front, height, false)],
        (None, _) if round => vec![view("top", front, front, true)],
        (None, Some(side)) => vec![view("top", front, side, false)],
        (None, None) => Vec::new(),
    }
}

fn scale(views: &[View]) -> f32 {
    let across: f32 = views.iter().map(|view| view.across).sum();
    let down = views.iter().map(|view| view.down).fold(1.0, f32::max);
    (ACROSS / across.max(1.0)).min(DOWN / down)
}

/// How high the plain drawing is; 0 where there is none.
pub(super) fn height(size: &Size) -> f32 {
    let views = views(size);
    views
        .first()
        .map_or(0.0, |first| NAME + first.down * scale(&views) + BELOW)
}

/// The plain drawing, where enough is known.
pub(super) fn dimensions(sheet: &mut Sheet<'_>, size: &Size, words: Words<'_>) {
    let views = views(size);
    let Some(first) = views.first().copied() else {
        return;
    };
    let scale = scale(&views);
    let height = first.down * scale;
    let shows = views.iter().map(|view| {
        let across = words.centimetres(view.across.into());
        format!(
            " {}: {across} × {}.",
            words.say(view.name),
            words.centimetres(view.down.into())
        )
    });
    let shows = format!("{}.{}", words.say("dimension_drawing"), shows.collect::<String>());
    let tag = sheet.figure_tag(&shows, (sheet.x, sheet.y, sheet.width, NAME + height + BELOW));
    sheet.canvas.begin(tag);
    let (mut x, top) = (sheet.x + LEFT, sheet.y + NAME);
    if first.name == "front" {
        let floor = top + height;
        sheet
            .canvas
            .line((sheet.x, floor), (sheet.x + sheet.width, floor), Colour::LINE, 0.8);
    }
    for (index, view) in views.iter().enumerate() {
        let width = view.across * scale;
        let slot = width.max(46.0);
        let left = x + (slot - width) / 2.0;
        one_view(
            sheet,
            *view,
            words,
            (left, top, width, height),
            (index == 0, size.diameter.is_some()),
        );
        x += slot + BETWEEN;
    }
    sheet.canvas.end();
    sheet.y = top + height + BELOW;
}

fn one_view(
    sheet: &mut Sheet<'_>,
    view: View,
    words: Words<'_>,
    (x, y, width, height): (f32, f32, f32, f32),
    (first, diameter): (bool, bool),
) {
    let outline = if view.round {
        Trace::circle((x + width / 2.0, y + height / 2.0), width / 2.0)
    } else {
        Trace::rectangle((x, y), (width, height))
    };
    sheet
        .canvas
        .outline(outline, Some(Colour::CARD), Some((Colour::INK, 0.8)));
    let middle = x + width / 2.0;
    sheet.words_around(words.say(view.name), styles::NOTE, middle, y - 9.0);
    let across = words.centimetres(view.across.into());
    let across = if diameter { format!("Ø {across}") } else { across };
    measure_across(sheet, (x, x + width), y + height + 12.0);
    sheet.words_around(&across, styles::NOTE.in_colour(Colour::INK), middle, y + height + 26.0);
    if first && !view.round {
        measure_down(sheet, x - 12.0, (y, y + height));
        let down = words.centimetres(view.down.into());
        sheet.words_until(
            &down,
            styles::NOTE.in_colour(Colour::INK),
            x - 19.0,
            y + height / 2.0 + 2.5,
        );
    }
}

/// A level line with an upright end at each side.
fn measure_across(sheet: &mut Sheet<'_>, (from, to): (f32, f32), y: f32) {
    sheet.canvas.line((from, y), (to, y), Colour::SOFT, 0.6);
    for x in [from, to] {
        sheet.canvas.line((x, y - 3.0), (x, y + 3.0), Colour::SOFT, 0.6);
    }
}

/// The same, upright.
fn measure_down(sheet: &mut Sheet<'_>, x: f32, (from, to): (f32, f32)) {
    sheet.canvas.line((x, from), (x, to), Colour::SOFT, 0.6);
    for y in [from, to] {
        sheet.canvas.line((x - 3.0, y), (x + 3.0, y), Colour::SOFT, 0.6);
    }
}

/// Views to scale with their measures, and what an architect asks next.
pub(super) fn make(material: &Material<'_>, text: &DrawingText) -> Result<Vec<u8>, PaperError> {
    let words = material.words;
    let kind = words.say("drawing");
    let title = material.title(kind);
    let mut sheet = material.sheet(kind, &title);
    sheet.title(&material.whose(), &title, None);
    sheet.space(14.0);
    sheet.column(0.0, sheet.width * 0.72, |sheet| sheet.lead(words.of(&text.intro)));
    sheet.space(26.0);
    let to_scale = MM / text.scale;
    let (left, mut x, mut row) = (sheet.x + 46.0, sheet.x + 46.0, 0.0_f32);
    for view in &text.views {
        if x + view.width * to_scale > sheet.x + sheet.width {
            sheet.y += row + 62.0;
            (x, row) = (left, 0.0);
        }
        if sheet.need(view.height * to_scale + 62.0) {
            (x, row) = (left, 0.0);
        }
        scaled_view(&mut sheet, view, words, (x, to_scale))?;
        x += view.width * to_scale + 74.0;
        row = row.max(view.height * to_scale);
    }
    sheet.y += row + 62.0;
    bar(&mut sheet, words, text.scale);
    let rows: Vec<(String, String)> = super::sections::facts(&text.notes, words);
    sheet.beside(words.say("properties"), 80.0, |sheet| sheet.facts(&rows, 0.4));
    material.maker(&mut sheet);
    sheet.finish()
}

fn scaled_view(
    sheet: &mut Sheet<'_>,
    view: &ViewText,
    words: Words<'_>,
    (x, scale): (f32, f32),
) -> Result<(), PaperError> {
    let (width, height) = (view.width * scale, view.height * scale);
    let name = words.of(&view.name);
    let across = words.centimetres(view.width.into());
    let down = words.centimetres(view.height.into());
    let tag = sheet.figure_tag(
        &format!("{name}: {across} × {down}."),
        (x - 46.0, sheet.y, width + 46.0, height + 44.0),
    );
    let top = sheet.y + 18.0;
    sheet.canvas.begin(tag);
    sheet.words_around(name, styles::NOTE, x + width / 2.0, sheet.y + 7.0);
    shapes(sheet, view, (x, top), scale)?;
    measure_across(sheet, (x, x + width), top + height + 12.0);
    sheet.words_around(
        &across,
        styles::NOTE.in_colour(Colour::INK),
        x + width / 2.0,
        top + height + 26.0,
    );
    measure_down(sheet, x - 12.0, (top, top + height));
    sheet.words_until(
        &down,
        styles::NOTE.in_colour(Colour::INK),
        x - 18.0,
        top + height / 2.0 + 2.5,
    );
    sheet.canvas.end();
    Ok(())
}

/// The shapes of a view, scaled; lines keep their width.
pub(super) fn shapes(sheet: &mut Sheet<'_>, view: &ViewText, origin: (f32, f32), scale: f32) -> Result<(), PaperError> {
    let figure = Figure::parse(view.height, &view.shapes).map_err(PaperError::Unfit)?;
    for shape in &figure.shapes {
        sheet.shape(shape, origin, scale);
    }
    Ok(())
}

/// A bar of half a metre, and how to print it true.
fn bar(sheet: &mut Sheet<'_>, words: Words<'_>, scale: f32) {
    let length = 500.0 * MM / scale;
    sheet.need(52.0);
    let said = words.fill("scale_note", &[("scale", &words.number(scale.into()))]);
    let (x, y) = (sheet.x + 46.0, sheet.y + 4.0);
    let tag = sheet.figure_tag(&said, (x, y, length, 12.0));
    sheet.canvas.begin(tag);
    for part in 0..5_u8 {
        let (from, wide) = (x + length / 5.0 * f32::from(part), length / 5.0);
        let outline = Trace::rectangle((from, y), (wide, 4.0));
        let inside = if part % 2 == 0 { Colour::INK } else { Colour::WHITE };
        sheet.canvas.outline(outline, Some(inside), Some((Colour::INK, 0.6)));
    }
    sheet.words_at("0", styles::NOTE, x, y + 15.0);
    sheet.words_until(&words.centimetres(500.0), styles::NOTE, x + length, y + 15.0);
    sheet.canvas.end();
    sheet.y = y + 26.0;
    sheet.column(46.0, sheet.width - 46.0, |sheet| sheet.paragraph(&said, styles::NOTE));
}
