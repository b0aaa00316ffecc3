//! What an institute tested and found, by the shop's own data; the sheet says that the institute is part of a demonstration.

use super::super::paper::{Colour, Column, PaperError, styles};
use super::super::texts::{CertificateText, ResultText};
use super::Material;

pub(super) fn make(material: &Material<'_>, text: &CertificateText) -> Result<Vec<u8>, PaperError> {
    let (piece, words) = (material.piece, material.words);
    let kind = words.say("certificate");
    let title = material.title(kind);
    let mut sheet = material.sheet(kind, &title);
    sheet.column(0.0, sheet.width * 0.8, |sheet| {
        sheet.title(&material.whose(), &title, None)
    });
    sheet.space(14.0);
    sheet.column(0.0, sheet.width * 0.76, |sheet| sheet.lead(words.of(&text.intro)));
    sheet.space(20.0);
    let pair = |key: &str, value: &str| (words.say(key).to_owned(), value.to_owned());
    let holder = piece.maker.first().map_or(piece.brand.as_str(), String::as_str);
    let model = piece.maker_number.as_deref().unwrap_or(&piece.number);
    let rows = [
        pair("standard", words.of(&text.standard)),
        pair("report", &text.report),
        pair("holder", holder),
        pair("tested_sample", words.of(&text.sample)),
        pair("maker_number", model),
    ];
    sheet.facts(&rows, 0.28);
    let columns = [
        Column {
            head: words.say("test"),
            part: 0.36,
        },
        Column {
            head: words.say("demand"),
            part: 0.34,
        },
        Column {
            head: words.say("found"),
            part: 0.30,
        },
    ];
    let cells = |result: &ResultText| {
        [&result.test, &result.demand, &result.found]
            .map(|text| words.of(text).to_owned())
            .to_vec()
    };
    let results: Vec<Vec<String>> = text.results.iter().map(cells).collect();
    sheet.section(words.say("results"), 120.0);
    sheet.table(&columns, &results);
    sheet.beside(words.say("verdict"), 60.0, |sheet| sheet.lead(words.of(&text.verdict)));
    sheet.beside(words.say("signed"), 96.0, |sheet| {
        for line in words.all(&text.institute) {
            sheet.paragraph(line, styles::CELL);
        }
        sheet.space(12.0);
        sheet.paragraph(&text.signed, styles::HEADING.sized(17.0));
        sheet.paragraph(words.of(&text.role), styles::NOTE);
        sheet.space(12.0);
        sheet.paragraph(words.say("fictional"), styles::NOTE.in_colour(Colour::ACCENT));
    });
    sheet.finish()
}
