//! Assembly, hanging and use: what is needed, what to mind, and numbered steps with their drawings.

use super::super::paper::{Colour, Column, PaperError, Sheet, Step, ends, styles};
use super::super::texts::{PieceText, StepText, StepsText, ViewText};
use super::super::words::Words;
use super::{Material, drawing};

pub(super) fn make(material: &Material<'_>, kind: &str, text: &StepsText) -> Result<Vec<u8>, PaperError> {
    let words = material.words;
    let kind = words.say(kind);
    let title = material.title(kind);
    let mut sheet = material.sheet(kind, &title);
    sheet.column(0.0, sheet.width * 0.8, |sheet| {
        sheet.title(&material.whose(), &title, None)
    });
    sheet.space(14.0);
    sheet.column(0.0, sheet.width * 0.76, |sheet| sheet.lead(words.of(&text.intro)));
    sheet.space(20.0);
    needed(&mut sheet, text, words);
    before(&mut sheet, material, text);
    if let Some(template) = &text.template {
        full_size(&mut sheet, template, words)?;
    }
    sheet.section(words.say("steps"), 120.0);
    let all: Vec<Step<'_>> = text.steps.iter().map(|step| of(step, words)).collect();
    sheet.steps(&all);
    after(&mut sheet, material, text);
    material.maker(&mut sheet);
    sheet.finish()
}

fn of<'t>(step: &'t StepText, words: Words<'_>) -> Step<'t> {
    Step {
        title: words.of(&step.title),
        text: words.of(&step.text),
        watch: step.watch.as_ref().map(|watch| words.of(watch)),
        figure: step
            .figure
            .as_ref()
            .map(|figure| (&figure.figure, words.of(&figure.shows))),
    }
}

/// People, time and tools between two hairlines, then what lies in the box.
fn needed(sheet: &mut Sheet<'_>, text: &StepsText, words: Words<'_>) {
    let people = words.say(if text.people == 1 { "people_one" } else { "people_many" });
    let mut rows = vec![
        (
            words.say("people").to_owned(),
            people.replace("{count}", &text.people.to_string()),
        ),
        (words.say("minutes").to_owned(), format!("{}\u{a0}min", text.minutes)),
    ];
    if !text.tools.is_empty() {
        rows.push((words.say("tools").to_owned(), words.all(&text.tools).join(", ")));
    }
    sheet.facts(&rows, 0.28);
    if text.pieces.is_empty() {
        return;
    }
    let columns = [
        Column {
            head: words.say("parts"),
            part: 0.78,
        },
        Column {
            head: words.say("quantity"),
            part: 0.22,
        },
    ];
    let row = |piece: &PieceText| vec![words.of(&piece.name).to_owned(), piece.count.to_string()];
    let rows: Vec<Vec<String>> = text.pieces.iter().map(row).collect();
    sheet.beside(words.say("in_the_box"), 60.0, |sheet| sheet.table(&columns, &rows));
}

/// The shop's own warnings first, then what the maker says.
fn before(sheet: &mut Sheet<'_>, material: &Material<'_>, text: &StepsText) {
    let (words, warnings) = (material.words, &material.piece.warnings);
    if warnings.is_empty() && text.before.is_empty() {
        return;
    }
    sheet.beside(words.say("before"), 60.0, |sheet| {
        sheet.warnings(warnings);
        sheet.list(&words.all(&text.before), styles::TEXT);
    });
}

fn after(sheet: &mut Sheet<'_>, material: &Material<'_>, text: &StepsText) {
    let words = material.words;
    if !text.after.is_empty() {
        sheet.beside(words.say("after"), 50.0, |sheet| {
            sheet.list(&words.all(&text.after), styles::TEXT)
        });
    }
    if !material.piece.care.is_empty() {
        sheet.beside(words.say("care_heading"), 44.0, |sheet| {
            sheet.paragraphs(&material.piece.care, styles::TEXT)
        });
    }
}

/// A page with a template on its true scale, and a ruler that tells whether the printer kept it.
fn full_size(sheet: &mut Sheet<'_>, template: &ViewText, words: Words<'_>) -> Result<(), PaperError> {
    sheet.page_break();
    sheet.section(words.of(&template.name), 300.0);
    sheet.column(0.0, sheet.width * 0.72, |sheet| {
        sheet.paragraph(words.say("print_note"), styles::TEXT)
    });
    sheet.space(26.0);
    let (width, height) = (template.width * drawing::MM, template.height * drawing::MM);
    let origin = (sheet.x + (sheet.width - width) / 2.0, sheet.y);
    let tag = sheet.figure_tag(words.of(&template.name), (origin.0, origin.1, width, height));
    sheet.canvas.begin(tag);
    drawing::shapes(sheet, template, origin, drawing::MM)?;
    sheet.canvas.end();
    sheet.y += height + 30.0;
    let length = 100.0 * drawing::MM;
    let (x, y) = (sheet.x + (sheet.width - length) / 2.0, sheet.y);
    let tag = sheet.figure_tag(words.say("ruler"), (x, y, length, 20.0));
    sheet.canvas.begin(tag);
    let (from, to) = ends(x, length, y);
    sheet.canvas.line(from, to, Colour::INK, 0.8);
    for centimetre in 0..=10_u8 {
        let at = x + length / 10.0 * f32::from(centimetre);
        let tall = if centimetre % 5 == 0 { 8.0 } else { 5.0 };
        sheet.canvas.line((at, y), (at, y - tall), Colour::INK, 0.8);
    }
    sheet.words_around(words.say("ruler"), styles::NOTE, x + length / 2.0, y + 13.0);
    sheet.canvas.end();
    sheet.page_break();
    Ok(())
}
