//! A4 pages that fill from above: a masthead and a foot on each, a cursor between them, columns beside each other.
//!
//! **Invariant:** nothing is drawn below the foot's edge; what does not fit begins a page.

use std::sync::Arc;

use krilla::tagging::ArtifactType;

use super::canvas::{Canvas, Colour, Op};
use super::emit::{PaperError, emit};
use super::face::{Fonts, Run, Style};
use super::styles;

/// A4 in points.
pub(crate) const PAGE_WIDTH: f32 = 595.276;
/// A4 in points.
pub(crate) const PAGE_HEIGHT: f32 = 841.89;
/// Left and right.
const MARGIN: f32 = 51.0;
/// Where text begins below the masthead.
const TOP: f32 = 92.0;
/// Where it ends above the foot.
const BOTTOM: f32 = PAGE_HEIGHT - 60.0;

/// What a document says of itself.
#[derive(Debug, Clone)]
pub(crate) struct About {
    /// Name of the file without its ending.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) description: String,
    /// Who hands it out; also the word in the masthead.
    pub(crate) author: String,
    /// `nl-NL`.
    pub(crate) language: String,
    /// Year, month and day.
    pub(crate) issued: (u16, u8, u8),
    /// Right in the masthead: when it was drawn up.
    pub(crate) edition: String,
    /// Left in the foot.
    pub(crate) foot: String,
}

/// A document in the making.
#[derive(Debug)]
pub(crate) struct Sheet<'f> {
    pub(crate) canvas: Canvas,
    /// Left edge of the column.
    pub(crate) x: f32,
    /// Width of the column.
    pub(crate) width: f32,
    /// Where the next block begins.
    pub(crate) y: f32,
    /// Where a section began: a table there needs no line above it.
    pub(super) began: f32,
    fonts: &'f Fonts,
    about: About,
}

impl<'f> Sheet<'f> {
    /// One empty page.
    pub(crate) fn new(fonts: &'f Fonts, about: About) -> Self {
        let mut sheet = Self {
            canvas: Canvas::default(),
            x: MARGIN,
            width: PAGE_WIDTH - 2.0 * MARGIN,
            y: TOP,
            began: 0.0,
            fonts,
            about,
        };
        sheet.page_break();
        sheet
    }

    /// Begins a page.
    pub(crate) fn page_break(&mut self) {
        self.canvas.new_page();
        self.y = TOP;
    }

    /// Whether nothing stands on the page yet.
    pub(crate) fn at_top(&self) -> bool {
        self.y <= TOP
    }

    /// How much room is left.
    pub(crate) fn room(&self) -> f32 {
        BOTTOM - self.y
    }

    /// Begins a page where `height` does not fit any more. Tells whether it did.
    pub(crate) fn need(&mut self, height: f32) -> bool {
        let breaks = height > self.room() && !self.at_top();
        if breaks {
            self.page_break();
        }
        breaks
    }

    /// Air, which is not carried over to the next page.
    pub(crate) fn space(&mut self, height: f32) {
        if !self.at_top() {
            self.y += height;
        }
    }

    /// Sets what `fill` sets in a column `from` the left edge of this one. The cursor stays where it ended.
    pub(crate) fn column<T>(&mut self, from: f32, width: f32, fill: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.x, self.width);
        (self.x, self.width) = (self.x + from, width);
        let filled = fill(self);
        (self.x, self.width) = before;
        filled
    }

    /// Sets a run of glyphs.
    pub(crate) fn set(&self, text: &str, style: Style) -> Run {
        self.fonts.set(text, style)
    }

    /// One line with its left end at a place on the base line.
    pub(crate) fn words_at(&mut self, text: &str, style: Style, x: f32, y: f32) -> f32 {
        let run = Arc::new(self.set(text, style));
        let glyphs = run.line();
        let width = run.width(&glyphs);
        self.canvas.put(Op::Words { run, glyphs, x, y });
        width
    }

    /// One line around a middle.
    pub(crate) fn words_around(&mut self, text: &str, style: Style, x: f32, y: f32) {
        let run = self.set(text, style);
        self.words_at(text, style, x - run.width(&run.line()) / 2.0, y);
    }

    /// One line that ends at a place.
    pub(crate) fn words_until(&mut self, text: &str, style: Style, x: f32, y: f32) {
        let run = self.set(text, style);
        self.words_at(text, style, x - run.width(&run.line()), y);
    }

    /// Draws masthead and foot of every page, and writes the file.
    ///
    /// # Errors
    /// When what was drawn breaks the standard.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, PaperError> {
        let about = self.about.clone();
        let pages = self.canvas.pages;
        for page in 0..pages {
            self.canvas.turn_to(page);
            self.masthead(&about);
            self.foot(&about.foot, page + 1, pages);
        }
        emit(&self.canvas, &about)
    }

    fn masthead(&mut self, about: &About) {
        let wordmark = styles::HEADING.sized(15.0);
        self.decorated(ArtifactType::Header, |sheet| {
            let (left, right) = (MARGIN, PAGE_WIDTH - MARGIN);
            sheet.words_at(&about.author, wordmark, left, 49.0);
            sheet.words_until(&about.edition, styles::NOTE, right, 48.5);
            let ends = ((left, 60.0), (right, 60.0));
            sheet.canvas.line(ends.0, ends.1, Colour::LINE, 0.6);
        });
    }

    fn foot(&mut self, words: &str, page: usize, pages: usize) {
        let y = PAGE_HEIGHT - 34.0;
        self.decorated(ArtifactType::Footer, |sheet| {
            sheet.words_at(words, styles::NOTE, MARGIN, y);
            let style = styles::NOTE.tabular();
            sheet.words_until(&format!("{page} / {pages}"), style, PAGE_WIDTH - MARGIN, y);
        });
    }

    /// Everything `draw` draws is decoration.
    pub(crate) fn decorated(&mut self, kind: ArtifactType, draw: impl FnOnce(&mut Self)) {
        let before = self.canvas.decorate(Some(kind));
        draw(self);
        self.canvas.decorate(before);
    }
}
