//! Faces, styles, and text set in them: shaped, measured, broken into lines.
//!
//! **Invariant:** a run keeps its text whole; lines are ranges of its glyphs, so that what is read aloud is what was written.

use std::ops::Range;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::ttf_parser::Tag;
use rustybuzz::{Feature, UnicodeBuffer};

use super::canvas::Colour;

/// A face of the shop's two families.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    /// Newsreader, drawn for large sizes.
    Display,
    /// Newsreader, drawn for reading.
    Serif,
    /// Instrument Sans.
    Sans,
    /// Instrument Sans, heavier.
    Strong,
}

/// How text is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Style {
    pub(crate) face: Face,
    /// Points.
    pub(crate) size: f32,
    /// Points from base line to base line.
    pub(crate) leading: f32,
    pub(crate) colour: Colour,
    /// Ems between letters.
    tracking: f32,
    /// Figures of one width.
    tabular: bool,
}

impl Style {
    pub(crate) const fn new(face: Face, size: f32, leading: f32) -> Self {
        Self {
            face,
            size,
            leading,
            colour: Colour::INK,
            tracking: 0.0,
            tabular: false,
        }
    }

    pub(crate) const fn tracked(self, tracking: f32) -> Self {
        Self { tracking, ..self }
    }

    pub(crate) const fn tabular(self) -> Self {
        Self { tabular: true, ..self }
    }

    pub(crate) const fn in_colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    /// The same at another size; the leading keeps its ratio.
    pub(crate) fn sized(self, size: f32) -> Self {
        Self {
            size,
            leading: self.leading * size / self.size,
            ..self
        }
    }
}

/// The four faces, loaded once.
pub(crate) struct Fonts([Loaded; 4]);

struct Loaded {
    shaping: rustybuzz::Face<'static>,
    font: Font,
}

impl std::fmt::Debug for Fonts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Fonts")
    }
}

impl Default for Fonts {
    fn default() -> Self {
        Self([
            load(include_bytes!("../../../fonts/newsreader-display.ttf")),
            load(include_bytes!("../../../fonts/newsreader-text.ttf")),
            load(include_bytes!("../../../fonts/instrument-sans-regular.ttf")),
            load(include_bytes!("../../../fonts/instrument-sans-medium.ttf")),
        ])
    }
}

#[expect(clippy::expect_used, reason = "the fonts are compiled in; a test sets text in each")]
fn load(bytes: &'static [u8]) -> Loaded {
    Loaded {
        shaping: rustybuzz::Face::from_slice(bytes, 0).expect("a TrueType font"),
        font: Font::new(bytes.into(), 0).expect("a TrueType font"),
    }
}

impl Fonts {
    fn of(&self, face: Face) -> &Loaded {
        let [display, serif, sans, strong] = &self.0;
        match face {
            Face::Display => display,
            Face::Serif => serif,
            Face::Sans => sans,
            Face::Strong => strong,
        }
    }

    /// Sets a paragraph.
    pub(crate) fn set(&self, text: &str, style: Style) -> Run {
        let loaded = self.of(style.face);
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        let tabular = [Feature::new(Tag::from_bytes(b"tnum"), 1, ..)];
        let features: &[Feature] = if style.tabular { &tabular } else { &[] };
        let shaped = rustybuzz::shape(&loaded.shaping, features, buffer);
        let em = loaded.font.units_per_em();
        let starts: Vec<usize> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).enumerate();
        let glyphs = glyphs.map(|(index, (info, position))| {
            let start = info.cluster as usize;
            let after = starts.iter().skip(index).find(|next| **next > start);
            #[expect(clippy::cast_precision_loss, reason = "font units are far below 24 bits")]
            let ems = |units: i32| units as f32 / em;
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                ems(position.x_advance) + style.tracking,
                ems(position.x_offset),
                ems(position.y_offset),
                ems(position.y_advance),
                start..after.copied().unwrap_or(text.len()),
                None,
            )
        });
        Run {
            text: text.to_owned(),
            glyphs: glyphs.collect(),
            style,
            font: loaded.font.clone(),
        }
    }
}

/// A paragraph as glyphs.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) text: String,
    pub(crate) glyphs: Vec<KrillaGlyph>,
    pub(crate) style: Style,
    pub(crate) font: Font,
}

impl Run {
    fn char_at(&self, index: usize) -> Option<char> {
        let glyph = self.glyphs.get(index)?;
        self.text.get(glyph.text_range.start..)?.chars().next()
    }

    fn advance(&self, range: Range<usize>) -> f32 {
        let glyphs = self.glyphs.get(range).unwrap_or_default();
        glyphs.iter().map(|glyph| glyph.x_advance * self.style.size).sum()
    }

    /// How wide a line is, without the space at its end.
    pub(crate) fn width(&self, line: &Range<usize>) -> f32 {
        let mut end = line.end;
        while end > line.start && self.char_at(end - 1) == Some(' ') {
            end -= 1;
        }
        self.advance(line.start..end)
    }

    /// The whole in one line.
    pub(crate) fn line(&self) -> Range<usize> {
        0..self.glyphs.len()
    }

    /// Lines no wider than `width`, broken behind spaces and hyphens; a word that is wider is broken where it must.
    pub(crate) fn lines(&self, width: f32) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let (mut start, mut place, mut used) = (0, None, 0.0);
        let mut index = 0;
        while index < self.glyphs.len() {
            let advance = self.advance(index..index + 1);
            let char = self.char_at(index);
            if used + advance > width && char != Some(' ') && index > start {
                let end = place.unwrap_or(index);
                lines.push(start..end);
                (start, place, used) = (end, None, self.advance(end..index));
                continue;
            }
            used += advance;
            index += 1;
            if matches!(char, Some(' ' | '-' | '/')) {
                place = Some(index);
            }
        }
        if start < self.glyphs.len() {
            lines.push(start..self.glyphs.len());
        }
        lines
    }

    /// Lines of about one length, as a title wants them: no fewer than needed, and none much shorter than the rest.
    pub(crate) fn balanced(&self, width: f32) -> Vec<Range<usize>> {
        let lines = self.lines(width);
        let (mut low, mut high) = (width / 2.0, width);
        for _ in 0..8 {
            let middle = (low + high) / 2.0;
            if self.lines(middle).len() > lines.len() {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.lines(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_keep_every_glyph() {
        let fonts = Fonts::default();
        for face in [Face::Display, Face::Serif, Face::Sans, Face::Strong] {
            let run = fonts.set(
                "Zweiundsiebzig Polsterbezüge à 650 g/m² — „Bouclé“, € 12, 20 °C.",
                Style::new(face, 10.0, 14.0),
            );
            assert!(run.glyphs.iter().all(|glyph| glyph.glyph_id.to_u32() != 0), "{face:?}");
            let lines = run.lines(60.0);
            assert!(lines.len() > 3);
            assert!(lines.iter().all(|line| run.width(line) <= 60.0), "{face:?}");
            assert_eq!(
                lines.iter().map(ExactSizeIterator::len).sum::<usize>(),
                run.glyphs.len()
            );
        }
    }

    #[test]
    fn a_word_wider_than_the_column_is_broken() {
        let run = Fonts::default().set("Donaudampfschifffahrtsgesellschaft", Style::new(Face::Sans, 10.0, 14.0));
        assert!(run.lines(40.0).iter().all(|line| run.width(line) <= 40.0));
    }
}
