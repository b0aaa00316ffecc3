//! Splits tidied HTML into text, links and images.
//!
//! **Invariant:** links are balanced: without a target neither start nor end is emitted.

use super::{
    embedded::{self, PictureTag},
    escapes::{escape_attribute, unescape},
    pieces::pieces,
    segment::{Anchor, Segment},
};
use crate::{link::LinkTarget, media::Image};

pub(super) fn split(
    html: &str,
    mut link: impl FnMut(&str) -> Option<LinkTarget>,
    mut picture: impl FnMut(&PictureTag) -> Option<Image>,
) -> Vec<Segment> {
    let mut parts = Parts::default();
    let mut inside = false;
    let pieces: Vec<&str> = pieces(html).collect();
    let mut rest = pieces.as_slice();
    while let [piece, after @ ..] = rest {
        rest = after;
        if let Some(attributes) = piece.strip_prefix("<a").filter(|rest| rest.starts_with([' ', '>'])) {
            if let Some(anchor) = anchor(piece, attributes, &mut link) {
                parts.push(Segment::LinkStart(anchor));
                inside = true;
            }
        } else if *piece == "</a>" {
            if std::mem::take(&mut inside) {
                parts.push(Segment::LinkEnd);
            }
        } else if let Some((tag, after)) = alone(piece, after) {
            parts.figure(&tag, picture(&tag));
            rest = after;
        } else if let Some(tag) = PictureTag::of(piece) {
            if let Some(image) = picture(&tag) {
                parts.push(Segment::Picture(image));
            }
        } else {
            parts.text.push_str(piece);
        }
    }
    parts.finish()
}

/// An image that is alone in its paragraph, and the remaining pieces.
fn alone<'p, 'h>(piece: &str, after: &'p [&'h str]) -> Option<(PictureTag, &'p [&'h str])> {
    match (piece, after) {
        ("<p>", [tag, "</p>", after @ ..]) => Some((PictureTag::of(tag)?, after)),
        _ => None,
    }
}

fn anchor(tag: &str, attributes: &str, link: &mut impl FnMut(&str) -> Option<LinkTarget>) -> Option<Anchor> {
    let (_, rest) = attributes.split_once("href=\"")?;
    let (href, _) = rest.split_once('"')?;
    let title = embedded::value(tag, "title").filter(|title| !title.trim().is_empty());
    Some(Anchor {
        target: link(&unescape(href))?,
        title,
        new_tab: embedded::value(tag, "target").is_some_and(|target| target.eq_ignore_ascii_case("_blank")),
    })
}

#[derive(Default)]
struct Parts {
    done: Vec<Segment>,
    text: String,
}

impl Parts {
    fn push(&mut self, segment: Segment) {
        if !self.text.is_empty() {
            self.done.push(Segment::Html(std::mem::take(&mut self.text)));
        }
        self.done.push(segment);
    }

    /// An image with its title as caption; without the image the caption's text stays.
    fn figure(&mut self, tag: &PictureTag, image: Option<Image>) {
        let caption = tag.title.as_deref().map(escape_attribute);
        match (image, caption) {
            (Some(image), caption) => {
                self.text.push_str("<figure>");
                self.push(Segment::Picture(image));
                if let Some(caption) = caption {
                    self.text
                        .push_str(&format!("<figcaption class=\"figure__caption\">{caption}</figcaption>"));
                }
                self.text.push_str("</figure>");
            }
            (None, Some(caption)) => self.text.push_str(&format!("<p>{caption}</p>")),
            (None, None) => {}
        }
    }

    fn finish(mut self) -> Vec<Segment> {
        if !self.text.is_empty() {
            self.done.push(Segment::Html(self.text));
        }
        self.done
    }
}
