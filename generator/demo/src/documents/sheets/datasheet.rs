//! The data sheet: picture and story, measures with their drawing, what it is made of, every variant, care and who made it.

use super::super::paper::{Column, PaperError, Sheet, styles};
use super::super::piece::{Piece, Size, Variant};
use super::super::words::Words;
use super::{Material, cloths, drawing};

/// Width of the picture.
const PHOTO: f32 = 214.0;
/// More variants than this are shown as a chart of cloths.
const MOST_ROWS: usize = 24;

pub(super) fn make(material: &Material<'_>) -> Result<Vec<u8>, PaperError> {
    let (piece, words) = (material.piece, material.words);
    let kind = words.say("datasheet");
    let title = material.title(kind);
    // A sheet that is called by its piece is called by the piece alone.
    let named = piece
        .name
        .split_whitespace()
        .next()
        .is_some_and(|first| title.contains(first));
    let (above, title) = if named {
        (kind.to_owned(), piece.name.clone())
    } else {
        (piece.name.clone(), title)
    };
    let mut sheet = material.sheet(kind, &title);
    head(&mut sheet, material, &above, &title)?;
    measures(&mut sheet, piece, words);
    properties(&mut sheet, piece, words);
    if piece.variants.len() > MOST_ROWS {
        cloths::chart(&mut sheet, piece, words);
    } else {
        variants(&mut sheet, piece, words);
    }
    upkeep(&mut sheet, piece, words);
    material.maker(&mut sheet);
    sheet.finish()
}

/// Title and story left, the picture right of both.
fn head(sheet: &mut Sheet<'_>, material: &Material<'_>, above: &str, title: &str) -> Result<(), PaperError> {
    let (top, left, width) = (sheet.y, sheet.x, sheet.width);
    let room = if material.photo.is_some() {
        width - PHOTO - 26.0
    } else {
        width * 0.8
    };
    let by = material.piece.by(material.words);
    sheet.column(0.0, room, |sheet| {
        sheet.title(above, title, Some(&by));
        sheet.space(18.0);
        if let Some((lead, rest)) = material.piece.story.split_first() {
            sheet.lead(lead);
            sheet.space(9.0);
            sheet.paragraphs(rest, styles::TEXT);
        }
    });
    if let (Some(photo), Some((_, shows))) = (&material.photo, &material.piece.picture) {
        let height = sheet.photo(photo, shows, (left + width - PHOTO, top + 4.0, PHOTO))?;
        sheet.y = sheet.y.max(top + 4.0 + height);
    }
    sheet.space(14.0);
    Ok(())
}

fn measures(sheet: &mut Sheet<'_>, piece: &Piece, words: Words<'_>) {
    let rows = size_rows(&piece.size, words);
    if rows.is_empty() {
        return;
    }
    let drawn = drawing::height(&piece.size);
    sheet.beside(words.say("dimensions"), drawn + 90.0, |sheet| {
        drawing::dimensions(sheet, &piece.size, words);
        sheet.facts(&rows, 0.4);
    });
}

/// Each known measure with its name.
pub(super) fn size_rows(size: &Size, words: Words<'_>) -> Vec<(String, String)> {
    let lengths = [
        ("width", size.width),
        ("depth", size.depth),
        ("length", size.length),
        ("height", size.height),
        ("diameter", size.diameter),
    ];
    let lengths = lengths
        .into_iter()
        .filter_map(|(name, mm)| Some((name, words.centimetres(mm?))));
    let weight = size.weight.map(|kg| ("weight", words.kilograms(kg)));
    let rows = lengths.chain(weight);
    rows.map(|(name, value)| (words.say(name).to_owned(), value)).collect()
}

fn properties(sheet: &mut Sheet<'_>, piece: &Piece, words: Words<'_>) {
    let mut rows = piece.properties.clone();
    rows.push((words.say("number").to_owned(), piece.number.clone()));
    if let Some(number) = &piece.maker_number {
        rows.push((words.say("maker_number").to_owned(), number.clone()));
    }
    sheet.beside(words.say("properties"), 80.0, |sheet| sheet.facts(&rows, 0.4));
}

fn variants(sheet: &mut Sheet<'_>, piece: &Piece, words: Words<'_>) {
    if piece.variants.is_empty() {
        return;
    }
    let number = words.say("number");
    #[expect(clippy::cast_precision_loss, reason = "a family has a handful of choices")]
    let part = 0.6 / piece.choices.len().max(1) as f32;
    let mut columns = vec![Column {
        head: number,
        part: 0.4,
    }];
    columns.extend(piece.choices.iter().map(|choice| Column { head: choice, part }));
    let row = |variant: &Variant| {
        let mut cells = vec![variant.number.clone()];
        cells.extend(variant.options.iter().map(|(name, _)| name.clone()));
        cells
    };
    let rows: Vec<Vec<String>> = piece.variants.iter().map(row).collect();
    sheet.beside(words.say("variants"), 80.0, |sheet| sheet.table(&columns, &rows));
}

fn upkeep(sheet: &mut Sheet<'_>, piece: &Piece, words: Words<'_>) {
    if !piece.care.is_empty() {
        sheet.beside(words.say("care_heading"), 44.0, |sheet| {
            sheet.paragraphs(&piece.care, styles::TEXT)
        });
    }
    if !piece.warnings.is_empty() {
        sheet.beside(words.say("warnings"), 44.0, |sheet| sheet.warnings(&piece.warnings));
    }
    if !piece.parts.is_empty() {
        sheet.beside(words.say("parts"), 44.0, |sheet| sheet.facts(&piece.parts, 0.4));
    }
}
