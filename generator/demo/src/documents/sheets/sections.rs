//! Text in sections beside their names: care, and the safety data sheet.

use super::super::paper::{PaperError, Sheet, styles};
use super::super::texts::{FactText, SectionText, SectionsText};
use super::super::words::Words;
use super::Material;

pub(super) fn make(material: &Material<'_>, kind: &str, text: &SectionsText) -> Result<Vec<u8>, PaperError> {
    let words = material.words;
    let kind = words.say(kind);
    let title = material.title(kind);
    let mut sheet = material.sheet(kind, &title);
    sheet.column(0.0, sheet.width * 0.8, |sheet| {
        sheet.title(&material.whose(), &title, None)
    });
    sheet.space(14.0);
    sheet.column(0.0, sheet.width * 0.76, |sheet| sheet.lead(words.of(&text.intro)));
    sheet.space(12.0);
    for one in &text.sections {
        section(&mut sheet, one, words);
    }
    let piece = material.piece;
    if !piece.care.is_empty() {
        sheet.beside(&piece.name, 44.0, |sheet| sheet.paragraphs(&piece.care, styles::TEXT));
    }
    material.maker(&mut sheet);
    sheet.finish()
}

fn section(sheet: &mut Sheet<'_>, text: &SectionText, words: Words<'_>) {
    sheet.beside(words.of(&text.title), 56.0, |sheet| {
        sheet.paragraphs(&words.all(&text.paragraphs), styles::TEXT);
        if !text.list.is_empty() {
            sheet.space(if text.paragraphs.is_empty() { 0.0 } else { 6.0 });
            sheet.list(&words.all(&text.list), styles::TEXT);
        }
        if !text.facts.is_empty() {
            sheet.space(if text.paragraphs.is_empty() { 0.0 } else { 8.0 });
            sheet.facts(&facts(&text.facts, words), 0.44);
        }
        if !text.watch.is_empty() {
            sheet.space(8.0);
            sheet.warnings(&words.all(&text.watch));
        }
    });
}

/// Names and values in a language.
pub(super) fn facts(facts: &[FactText], words: Words<'_>) -> Vec<(String, String)> {
    let row = |fact: &FactText| (words.of(&fact.name).to_owned(), words.of(&fact.value).to_owned());
    facts.iter().map(row).collect()
}
