//! The blocks of a text: headings, paragraphs, lists, numbered steps. Each keeps itself together as far as a page allows.

use std::num::NonZeroU16;
use std::ops::Range;
use std::sync::Arc;

use krilla::tagging::{ArtifactType, ListNumbering, Tag};

use super::canvas::{Colour, Op};
use super::face::{Run, Style};
use super::picture::{Figure, Shape};
use super::sheet::Sheet;
use super::styles;

/// The first line's base line below its top, as a part of the size: an ascender's height.
const ASCENT: f32 = 0.93;
/// Lines of a paragraph that stay together at a page's end.
const TOGETHER: usize = 3;

/// One numbered step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<'t> {
    pub(crate) title: &'t str,
    pub(crate) text: &'t str,
    /// What to take care of.
    pub(crate) watch: Option<&'t str>,
    /// A drawing with its words.
    pub(crate) figure: Option<(&'t Figure, &'t str)>,
}

impl Sheet<'_> {
    /// Lines of a run from the cursor down.
    fn lines(&mut self, run: Run, lines: Vec<Range<usize>>) {
        let run = Arc::new(run);
        let Style { size, leading, .. } = run.style;
        let left = lines.len();
        for (index, glyphs) in lines.into_iter().enumerate() {
            let kept = if index == 0 { left.min(TOGETHER) } else { 1 };
            #[expect(clippy::cast_precision_loss, reason = "at most three lines")]
            self.need(leading * kept as f32);
            let y = self.y + (leading - size) / 2.0 + size * ASCENT - size * 0.08;
            let (run, x) = (Arc::clone(&run), self.x);
            self.canvas.put(Op::Words { run, glyphs, x, y });
            self.y += leading;
        }
    }

    /// How high a text is in a column of this width.
    pub(crate) fn height_in(&self, text: &str, style: Style, width: f32) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "a paragraph has few lines")]
        let lines = self.set(text, style).lines(width).len() as f32;
        lines * style.leading
    }

    /// Text that stands in the element that is open.
    pub(crate) fn words(&mut self, text: &str, style: Style) {
        let run = self.set(text, style);
        let lines = run.lines(self.width);
        self.lines(run, lines);
    }

    /// A paragraph.
    pub(crate) fn paragraph(&mut self, text: &str, style: Style) {
        self.canvas.begin(Tag::P);
        self.words(text, style);
        self.canvas.end();
    }

    /// The paragraph that speaks, in lines of about one length.
    pub(crate) fn lead(&mut self, text: &str) {
        self.canvas.begin(Tag::P);
        let run = self.set(text, styles::LEAD);
        let lines = run.balanced(self.width);
        self.lines(run, lines);
        self.canvas.end();
    }

    /// Paragraphs with half a line between them.
    pub(crate) fn paragraphs<T: AsRef<str>>(&mut self, texts: &[T], style: Style) {
        for (index, text) in texts.iter().enumerate() {
            if index > 0 {
                self.space(style.leading * 0.45);
            }
            self.paragraph(text.as_ref(), style);
        }
    }

    fn heading(&mut self, level: u16, text: &str, style: Style) {
        let y = self.y;
        self.canvas.note_heading(level, text, y - 8.0);
        let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
        self.canvas.begin(Tag::Hn(level, Some(text.to_owned())));
        let run = self.set(text, style);
        let lines = run.balanced(self.width);
        self.lines(run, lines);
        self.canvas.end();
    }

    /// The name of the sheet with what stands above and below it.
    pub(crate) fn title(&mut self, above: &str, title: &str, below: Option<&str>) {
        self.paragraph(above, styles::TEXT.in_colour(Colour::SOFT));
        self.space(5.0);
        self.heading(1, title, styles::TITLE);
        if let Some(below) = below {
            self.space(7.0);
            self.paragraph(below, styles::TEXT);
        }
    }

    /// A section below its name, as wide as the page: its name above it, with room for `follows` below.
    pub(crate) fn section(&mut self, name: &str, follows: f32) {
        self.space(30.0);
        self.need(styles::HEADING.leading + 10.0 + follows);
        self.heading(2, name, styles::HEADING);
        self.y += 10.0;
    }

    /// A section beside its name: a hairline, the name left, and right of it what `fill` sets; room for `follows` is kept.
    pub(crate) fn beside<T>(&mut self, name: &str, follows: f32, fill: impl FnOnce(&mut Self) -> T) -> T {
        self.space(22.0);
        self.need(follows + 14.0);
        if !self.at_top() {
            self.hairline();
        }
        self.y += 13.0;
        let (top, page) = (self.y, self.canvas.page);
        self.y = top - 4.0;
        self.column(0.0, SIDE - 12.0, |sheet| {
            sheet.heading(2, name, styles::HEADING.sized(15.0))
        });
        let named = self.y;
        (self.y, self.began) = (top, top);
        let filled = self.column(SIDE, self.width - SIDE, fill);
        if self.canvas.page == page {
            self.y = self.y.max(named);
        }
        filled
    }

    /// A part of a section.
    pub(crate) fn part(&mut self, name: &str, follows: f32) {
        self.space(14.0);
        self.need(styles::SUBHEADING.leading + 3.0 + follows);
        self.heading(3, name, styles::SUBHEADING);
        self.y += 3.0;
    }

    /// A hairline as wide as the column.
    pub(crate) fn hairline(&mut self) {
        let (from, to) = ends(self.x, self.width, self.y);
        self.decorated(ArtifactType::Layout, |sheet| {
            sheet.canvas.line(from, to, Colour::LINE, 0.6)
        });
    }

    /// A list with a dash before each item.
    pub(crate) fn list<T: AsRef<str>>(&mut self, items: &[T], style: Style) {
        if items.is_empty() {
            return;
        }
        self.canvas.begin(Tag::L(ListNumbering::None));
        for item in items {
            self.need(
                style
                    .leading
                    .min(self.height_in(item.as_ref(), style, self.width - 12.0)),
            );
            self.canvas.begin(Tag::LI);
            let y = self.y + style.leading * 0.52;
            let (from, to) = ends(self.x, 5.0, y);
            self.decorated(ArtifactType::Layout, |sheet| {
                sheet.canvas.line(from, to, Colour::SOFT, 0.7)
            });
            self.canvas.begin(Tag::LBody);
            self.column(12.0, self.width - 12.0, |sheet| sheet.words(item.as_ref(), style));
            self.canvas.end();
            self.canvas.end();
            self.y += 3.0;
        }
        self.canvas.end();
    }

    /// What must not be overlooked, behind a line in the one colour that counts.
    pub(crate) fn warnings<T: AsRef<str>>(&mut self, texts: &[T]) {
        for text in texts {
            let text = text.as_ref();
            let height = self.height_in(text, styles::TEXT, self.width - 14.0);
            self.need(height);
            let (x, top) = (self.x + 1.0, self.y + 2.0);
            self.decorated(ArtifactType::Layout, |sheet| {
                sheet
                    .canvas
                    .line((x, top), (x, top + height - 4.0), Colour::ACCENT, 1.6);
            });
            self.column(14.0, self.width - 14.0, |sheet| sheet.paragraph(text, styles::TEXT));
            self.y += 7.0;
        }
    }

    /// Numbered steps between hairlines, each with its drawing at the right.
    pub(crate) fn steps(&mut self, steps: &[Step<'_>]) {
        self.canvas.begin(Tag::L(ListNumbering::Decimal));
        for (index, step) in steps.iter().enumerate() {
            self.step(index + 1, step);
        }
        self.canvas.end();
    }

    fn step(&mut self, number: usize, step: &Step<'_>) {
        let words = step_width(self.width);
        let drawn = step.figure.map_or(0.0, |(figure, _)| figure.height + 6.0);
        let watch = step
            .watch
            .map_or(0.0, |watch| self.height_in(watch, styles::TEXT, words - 14.0) + 8.0);
        let said = self.height_in(step.text, styles::TEXT, words) + styles::STRONG.leading + 3.0 + watch;
        let height = said.max(drawn).max(34.0) + 26.0;
        self.need(height);
        self.hairline();
        let top = self.y + 13.0;
        self.canvas.begin(Tag::LI);
        self.canvas.begin(Tag::Lbl);
        self.words_at(&number.to_string(), styles::NUMERAL, self.x, top + 23.0);
        self.canvas.end();
        self.canvas.begin(Tag::LBody);
        self.y = top;
        self.column(STEP_LEFT, words, |sheet| sheet.step_words(step));
        if let Some((figure, words)) = step.figure {
            let (x, width) = (self.x + self.width - FIGURE_WIDTH, FIGURE_WIDTH);
            self.figure(figure, words, (x, top, width));
        }
        self.canvas.end();
        self.canvas.end();
        self.y = top + height - 13.0;
    }

    fn step_words(&mut self, step: &Step<'_>) {
        self.paragraph(step.title, styles::STRONG);
        self.y += 2.0;
        self.paragraph(step.text, styles::TEXT);
        if let Some(watch) = step.watch {
            self.y += 7.0;
            self.warnings(&[watch]);
        }
    }

    /// A drawing of shapes in a rectangle `(x, y, width)`.
    pub(crate) fn figure(&mut self, figure: &Figure, words: &str, (x, y, width): (f32, f32, f32)) {
        let tag = self.figure_tag(words, (x, y, width, figure.height));
        self.canvas.begin(tag);
        for shape in &figure.shapes {
            self.shape(shape, (x, y), 1.0);
        }
        self.canvas.end();
    }

    /// A piece of a drawing, so many times as large; lines keep their width.
    pub(crate) fn shape(&mut self, shape: &Shape, origin: (f32, f32), scale: f32) {
        match shape {
            Shape::Outline {
                trace,
                fill,
                line,
                dash,
            } => {
                let (trace, fill, line, dash) = (trace.placed(origin, scale), *fill, *line, *dash);
                self.canvas.put(Op::Outline {
                    trace,
                    fill,
                    line,
                    dash,
                });
            }
            Shape::Words { text, x, y } => {
                let style = styles::NOTE.in_colour(Colour::INK);
                self.words_around(text, style, origin.0 + x * scale, origin.1 + y * scale);
            }
        }
    }
}

/// Width of a step's drawing.
pub(crate) const FIGURE_WIDTH: f32 = 136.0;
/// Left of what stands beside its name.
const SIDE: f32 = 138.0;
/// Room of a step's number.
const STEP_LEFT: f32 = 44.0;

fn step_width(width: f32) -> f32 {
    width - STEP_LEFT - FIGURE_WIDTH - 24.0
}

/// The ends of a level line.
pub(crate) fn ends(x: f32, width: f32, y: f32) -> ((f32, f32), (f32, f32)) {
    ((x, y), (x + width, y))
}
