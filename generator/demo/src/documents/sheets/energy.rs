//! Light sources: the product information sheet and the label, in the order and shape of Regulation (EU) 2019/2015.

use super::super::paper::{Colour, Face, PaperError, Sheet, Style, Trace, styles};
use super::super::texts::Light;
use super::Material;

const CLASSES: [(&str, Colour); 7] = [
    ("A", Colour(0x00, 0xa6, 0x51)),
    ("B", Colour(0x52, 0xb1, 0x47)),
    ("C", Colour(0xbf, 0xd7, 0x30)),
    ("D", Colour(0xff, 0xf2, 0x00)),
    ("E", Colour(0xfd, 0xb9, 0x14)),
    ("F", Colour(0xf3, 0x70, 0x21)),
    ("G", Colour(0xed, 0x1c, 0x24)),
];

/// Kilowatt-hours in a thousand hours, rounded up as the law asks.
fn consumption(light: &Light) -> String {
    format!("{}", light.watts.ceil())
}

/// The product information sheet.
pub(super) fn sheet(material: &Material<'_>, light: &Light) -> Result<Vec<u8>, PaperError> {
    let (piece, words) = (material.piece, material.words);
    let kind = words.say("energy");
    let mut sheet = material.sheet(kind, kind);
    sheet.column(0.0, sheet.width * 0.8, |sheet| {
        sheet.title(&material.whose(), kind, None)
    });
    sheet.space(20.0);
    let pair = |key: &str, value: String| (words.say(key).to_owned(), value);
    let identity = [
        pair(
            "supplier",
            piece.maker.first().cloned().unwrap_or_else(|| piece.brand.clone()),
        ),
        pair("supplier_address", piece.maker.get(1..).unwrap_or_default().join(", ")),
        pair("model", light.model.clone()),
        pair("eprel", piece.energy.1.clone().unwrap_or_default()),
    ];
    sheet.facts(&identity, 0.44);
    sheet.beside(words.say("light_kind"), 80.0, |sheet| {
        let answers = [
            ("technology", "LED"),
            ("directional", "no_word"),
            ("mains", "yes_word"),
            ("connected", "no_word"),
            ("tunable", "no_word"),
        ];
        let rows =
            answers.map(|(key, value)| pair(key, if value == "LED" { value } else { words.say(value) }.to_owned()));
        sheet.facts(&rows, 0.62);
    });
    sheet.beside(words.say("light_values"), 120.0, |sheet| {
        sheet.facts(&values(material, light), 0.62)
    });
    sheet.finish()
}

fn values(material: &Material<'_>, light: &Light) -> Vec<(String, String)> {
    let words = material.words;
    let pair = |key: &str, value: String| (words.say(key).to_owned(), value);
    let [height, width, depth] = light.size;
    let class = material.piece.energy.0.clone().unwrap_or_default();
    vec![
        pair("consumption", consumption(light)),
        pair("class", class),
        pair("flux", format!("{} lm", light.lumen)),
        pair("beam", format!("{}°", light.beam)),
        pair("kelvin", format!("{} K", light.kelvin)),
        pair("power", format!("{} W", words.number(light.watts))),
        pair("standby", format!("{} W", words.number(light.standby))),
        pair("rendering", light.rendering.to_string()),
        pair("outer", format!("{height} × {width} × {depth} mm")),
        pair("hours", format!("{} h", light.hours)),
    ]
}

/// The label: 36 to 75, as large as the page lets it, with its scale of classes.
pub(super) fn label(material: &Material<'_>, light: &Light) -> Result<Vec<u8>, PaperError> {
    let (piece, words) = (material.piece, material.words);
    let kind = words.say("label");
    let class = piece.energy.0.clone().unwrap_or_default();
    let mut sheet = material.sheet(kind, kind);
    sheet.title(&material.whose(), kind, None);
    sheet.space(22.0);
    let shows = words.fill(
        "label_shows",
        &[
            ("class", &class),
            ("consumption", &consumption(light)),
            ("model", &light.model),
        ],
    );
    let (width, height) = (230.0, 230.0 * 75.0 / 36.0);
    let (x, y) = (sheet.x, sheet.y);
    let tag = sheet.figure_tag(&shows, (x, y, width, height));
    sheet.canvas.begin(tag);
    frame(&mut sheet, (x, y, width, height));
    names(&mut sheet, material, light, (x, y, width));
    scale(&mut sheet, &class, (x, y + 112.0, width));
    feet(&mut sheet, material, light, (x, y + height, width));
    sheet.canvas.end();
    sheet.y = y + height + 22.0;
    sheet.paragraph(&shows, styles::NOTE);
    sheet.finish()
}

fn frame(sheet: &mut Sheet<'_>, (x, y, width, height): (f32, f32, f32, f32)) {
    let frame = Trace::rectangle((x, y), (width, height));
    sheet
        .canvas
        .outline(frame, Some(Colour::WHITE), Some((Colour::INK, 1.2)));
}

/// The word of the label, who supplies it and its model.
fn names(sheet: &mut Sheet<'_>, material: &Material<'_>, light: &Light, (x, y, width): (f32, f32, f32)) {
    let blue = Colour(0x00, 0x33, 0x99);
    let flag = Trace::rectangle((x + 14.0, y + 14.0), (51.0, 34.0));
    sheet.canvas.outline(flag, Some(blue), None);
    stars(sheet, (x + 39.5, y + 31.0));
    let word = Style::new(Face::Strong, 34.0, 34.0).in_colour(blue);
    sheet.words_at("ENERG", word, x + 78.0, y + 43.0);
    let (from, to) = ((x + 14.0, y + 60.0), (x + width - 14.0, y + 60.0));
    sheet.canvas.line(from, to, Colour::INK, 0.8);
    sheet.words_at(&material.piece.brand, styles::STRONG.sized(13.0), x + 14.0, y + 81.0);
    sheet.words_at(&light.model, styles::TEXT.sized(11.0), x + 14.0, y + 97.0);
}

/// Twelve stars in a ring.
fn stars(sheet: &mut Sheet<'_>, (x, y): (f32, f32)) {
    for hour in 0..12_u8 {
        let angle = f32::from(hour) * std::f32::consts::TAU / 12.0;
        let (middle_x, middle_y) = (x + 11.5 * angle.sin(), y - 11.5 * angle.cos());
        let points: Vec<(f32, f32)> = (0..10_u8)
            .map(|corner| {
                let angle = f32::from(corner) * std::f32::consts::TAU / 10.0;
                let radius = if corner % 2 == 0 { 2.1 } else { 0.85 };
                (middle_x + radius * angle.sin(), middle_y - radius * angle.cos())
            })
            .collect();
        sheet
            .canvas
            .outline(Trace::of(&points, true), Some(Colour(0xff, 0xcc, 0x00)), None);
    }
}

/// Seven arrows, and the light's own class in black beside its own.
fn scale(sheet: &mut Sheet<'_>, class: &str, (x, y, width): (f32, f32, f32)) {
    let (step, tall) = (30.0, 24.0);
    let letter = Style::new(Face::Strong, 15.0, 15.0);
    for (index, (name, colour)) in CLASSES.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "seven classes")]
        let row = index as f32;
        let (left, top, long) = (x + 14.0, y + row * step, 46.0 + row * 13.0);
        arrow(sheet, (left, top), (left + long, top + tall), *colour);
        sheet.words_at(name, letter, left + 8.0, top + 17.5);
        if *name == class {
            let (right, tall) = (x + width - 14.0, tall + 8.0);
            pointer(sheet, (right - 62.0, top - 4.0), (right, top - 4.0 + tall));
            let white = Style::new(Face::Strong, 22.0, 22.0).in_colour(Colour::WHITE);
            sheet.words_around(class, white, right - 24.0, top + 20.0);
        }
    }
}

/// An arrow that points right.
fn arrow(sheet: &mut Sheet<'_>, (x, y): (f32, f32), (to_x, to_y): (f32, f32), colour: Colour) {
    let middle = (y + to_y) / 2.0;
    let points = [(x, y), (to_x, y), (to_x + 11.0, middle), (to_x, to_y), (x, to_y)];
    sheet.canvas.outline(Trace::of(&points, true), Some(colour), None);
}

/// The black one, which points left.
fn pointer(sheet: &mut Sheet<'_>, (x, y): (f32, f32), (to_x, to_y): (f32, f32)) {
    let points = [
        (x + 15.0, y),
        (to_x, y),
        (to_x, to_y),
        (x + 15.0, to_y),
        (x, (y + to_y) / 2.0),
    ];
    sheet.canvas.outline(Trace::of(&points, true), Some(Colour::INK), None);
}

/// What it uses, and the regulation.
fn feet(sheet: &mut Sheet<'_>, material: &Material<'_>, light: &Light, (x, bottom, width): (f32, f32, f32)) {
    let (from, to) = ((x + 14.0, bottom - 124.0), (x + width - 14.0, bottom - 124.0));
    sheet.canvas.line(from, to, Colour::INK, 0.8);
    let middle = x + width / 2.0;
    let figure = Style::new(Face::Strong, 44.0, 44.0);
    sheet.words_around(&consumption(light), figure, middle, bottom - 76.0);
    sheet.words_around("kWh/1000h", styles::STRONG.sized(15.0), middle, bottom - 54.0);
    if let Some(eprel) = &material.piece.energy.1 {
        sheet.words_at(
            &format!("EPREL {eprel}"),
            styles::NOTE.in_colour(Colour::INK),
            x + 14.0,
            bottom - 16.0,
        );
    }
    sheet.words_until(
        "2019/2015",
        styles::NOTE.in_colour(Colour::INK),
        x + width - 14.0,
        bottom - 16.0,
    );
}
