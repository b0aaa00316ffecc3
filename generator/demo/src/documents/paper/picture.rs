//! Pictures and drawings: a packshot on the shop's card colour, and line drawings that are written as paths in the shop's data.

use std::sync::Arc;

use krilla::Data;
use krilla::geom::Rect;
use krilla::image::Image;
use krilla::tagging::{BBox, Tag, kind};

use super::canvas::{Colour, Op};
use super::emit::PaperError;
use super::sheet::Sheet;
use super::trace::Trace;

/// A piece of a drawing; lengths in points from its upper left corner.
#[derive(Debug, Clone)]
pub(crate) enum Shape {
    /// Lines and curves.
    Outline {
        trace: Trace,
        fill: Option<Colour>,
        line: Option<(Colour, f32)>,
        dash: Option<f32>,
    },
    /// A letter or a measure around a point on its base line.
    Words { text: String, x: f32, y: f32 },
}

/// A line drawing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Figure {
    pub(crate) height: f32,
    pub(crate) shapes: Vec<Shape>,
}

impl Figure {
    /// Reads shapes such as `part M0 0 L10 0 Z`: how it is drawn, then a path ([`Trace::parse`]);
    /// or `words x y text`. The error says what is wrong.
    pub(crate) fn parse(height: f32, lines: &[String]) -> Result<Self, String> {
        let shapes = lines
            .iter()
            .map(|line| shape(line).ok_or_else(|| format!("`{line}` is no shape")));
        Ok(Self {
            height,
            shapes: shapes.collect::<Result<_, _>>()?,
        })
    }
}

fn shape(line: &str) -> Option<Shape> {
    let (kind, rest) = line.split_once(' ')?;
    if kind == "words" {
        let mut parts = rest.splitn(3, ' ');
        let mut number = || parts.next()?.parse().ok();
        let (x, y) = (number()?, number()?);
        let text = parts.next()?.to_owned();
        return Some(Shape::Words { text, x, y });
    }
    let trace = Trace::parse(rest)?;
    let ink = |width| Some((Colour::INK, width));
    let (fill, line, dash) = match kind {
        "part" => (Some(Colour::CARD), ink(0.9), None),
        "plain" => (Some(Colour::WHITE), ink(0.9), None),
        "line" => (None, ink(0.9), None),
        "thin" => (None, Some((Colour::SOFT, 0.6)), None),
        "hidden" => (None, Some((Colour::SOFT, 0.7)), Some(2.2)),
        "solid" => (Some(Colour::INK), None, None),
        "move" => (None, Some((Colour::ACCENT, 1.3)), None),
        "tip" => (Some(Colour::ACCENT), None, None),
        _ => return None,
    };
    Some(Shape::Outline {
        trace,
        fill,
        line,
        dash,
    })
}

impl Sheet<'_> {
    /// The tag of a drawing or picture at `(x, y, width, height)`, with what it shows in words.
    pub(crate) fn figure_tag(&self, words: &str, (x, y, width, height): (f32, f32, f32, f32)) -> Tag<kind::Figure> {
        let place = Rect::from_xywh(x, y, width, height);
        let page = self.canvas.page;
        Tag::Figure(Some(words.to_owned())).with_bbox(place.map(|place| BBox::new(page, place)))
    }

    /// A picture as wide as `width`, at `(x, y)`. Tells how high it is.
    ///
    /// # Errors
    /// When the bytes are no JPEG.
    pub(crate) fn photo(
        &mut self,
        jpeg: &Arc<Vec<u8>>,
        words: &str,
        (x, y, width): (f32, f32, f32),
    ) -> Result<f32, PaperError> {
        let image = Image::from_jpeg(Data::from(Arc::clone(jpeg)), false).map_err(PaperError::Unfit)?;
        let (across, down) = image.size();
        #[expect(
            clippy::cast_precision_loss,
            reason = "a picture has at most thousands of pixels on a side"
        )]
        let height = width * down as f32 / across.max(1) as f32;
        let tag = self.figure_tag(words, (x, y, width, height));
        if let Some(place) = Rect::from_xywh(x, y, width, height) {
            self.canvas.begin(tag);
            self.canvas.put(Op::Picture { image, place });
            self.canvas.end();
        }
        Ok(height)
    }
}
