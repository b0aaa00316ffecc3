//! What is drawn, page by page, and the tree that says in which order it is read.
//!
//! **Invariant:** every stroke lies in exactly one mark, and a mark belongs to one node of the tree or is decoration.

use std::ops::Range;
use std::sync::Arc;

use krilla::geom::Rect;
use krilla::image::Image;
use krilla::tagging::{ArtifactType, TagKind};

use super::face::Run;
use super::trace::Trace;

/// The shop's colours (templates/styles/tokens.css), and those of cloths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Colour {
    pub(crate) const INK: Self = Self(0x1c, 0x1a, 0x17);
    pub(crate) const SOFT: Self = Self(0x6a, 0x64, 0x5a);
    pub(crate) const LINE: Self = Self(0xd9, 0xd2, 0xc5);
    pub(crate) const CARD: Self = Self(0xea, 0xe5, 0xdc);
    pub(crate) const ACCENT: Self = Self(0x9c, 0x43, 0x27);
    pub(crate) const WHITE: Self = Self(0xff, 0xff, 0xff);

    /// `#9c4327`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let channel = |range: Range<usize>| u8::from_str_radix(digits.get(range)?, 16).ok();
        Some(Self(channel(0..2)?, channel(2..4)?, channel(4..6)?))
    }
}

/// One thing drawn; lengths in points from the page's upper left corner.
#[derive(Debug, Clone)]
pub(crate) enum Op {
    /// A line of a run, its left end on the base line.
    Words {
        run: Arc<Run>,
        glyphs: Range<usize>,
        x: f32,
        y: f32,
    },
    /// An outline with its inside and its line; `dash` in points.
    Outline {
        trace: Trace,
        fill: Option<Colour>,
        line: Option<(Colour, f32)>,
        dash: Option<f32>,
    },
    /// A picture in a rectangle of its own ratio.
    Picture { image: Image, place: Rect },
}

/// A node's child.
#[derive(Debug, Clone, Copy)]
pub(super) enum Child {
    Node(usize),
    Mark(usize),
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) tag: TagKind,
    pub(super) children: Vec<Child>,
}

/// Whose strokes these are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Owner {
    Node(usize),
    Decoration(ArtifactType),
}

#[derive(Debug)]
pub(super) struct Mark {
    pub(super) page: usize,
    pub(super) owner: Owner,
    pub(super) ops: Vec<Op>,
}

/// A line of the document's table of contents.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) level: u16,
    pub(super) text: String,
    pub(super) page: usize,
    pub(super) y: f32,
}

/// Pages in the making.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    pub(super) nodes: Vec<Node>,
    /// Children of the document itself.
    pub(super) roots: Vec<usize>,
    pub(super) marks: Vec<Mark>,
    pub(super) entries: Vec<Entry>,
    pub(super) page: usize,
    pub(super) pages: usize,
    open: Vec<usize>,
    decoration: Option<ArtifactType>,
}

impl Canvas {
    /// Begins an element of the reading order inside the one that is open; [`Canvas::end`] ends it.
    pub(crate) fn begin(&mut self, tag: impl Into<TagKind>) {
        let node = self.nodes.len();
        self.nodes.push(Node {
            tag: tag.into(),
            children: Vec::new(),
        });
        match self.open.last().and_then(|open| self.nodes.get_mut(*open)) {
            Some(parent) => parent.children.push(Child::Node(node)),
            None => self.roots.push(node),
        }
        self.open.push(node);
    }

    /// Ends what was begun last.
    pub(crate) fn end(&mut self) {
        self.open.pop();
    }

    /// From here on everything is decoration of a kind, which is not read aloud, or it is not. Tells what was so before.
    pub(super) fn decorate(&mut self, kind: Option<ArtifactType>) -> Option<ArtifactType> {
        std::mem::replace(&mut self.decoration, kind)
    }

    /// Draws on the current page. What stands in no element is decoration.
    pub(crate) fn put(&mut self, op: Op) {
        let owner = match (self.decoration, self.open.last()) {
            (None, Some(node)) => Owner::Node(*node),
            (kind, _) => Owner::Decoration(kind.unwrap_or(ArtifactType::Layout)),
        };
        let page = self.page;
        match self.marks.last_mut() {
            Some(mark) if mark.page == page && mark.owner == owner => mark.ops.push(op),
            _ => {
                if let Owner::Node(node) = owner
                    && let Some(node) = self.nodes.get_mut(node)
                {
                    node.children.push(Child::Mark(self.marks.len()));
                }
                let ops = vec![op];
                self.marks.push(Mark { page, owner, ops });
            }
        }
    }

    /// A straight line.
    pub(crate) fn line(&mut self, from: (f32, f32), to: (f32, f32), colour: Colour, width: f32) {
        self.outline(Trace::of(&[from, to], false), None, Some((colour, width)));
    }

    /// An outline.
    pub(crate) fn outline(&mut self, trace: Trace, fill: Option<Colour>, line: Option<(Colour, f32)>) {
        self.put(Op::Outline {
            trace,
            fill,
            line,
            dash: None,
        });
    }

    /// Draws on another page than the last one; [`Canvas::pages`] is not changed by it.
    pub(super) fn turn_to(&mut self, page: usize) {
        self.page = page;
    }

    /// Begins a page behind the last one.
    pub(super) fn new_page(&mut self) {
        self.page = self.pages;
        self.pages += 1;
    }

    /// Notes a heading for the table of contents.
    pub(super) fn note_heading(&mut self, level: u16, text: &str, y: f32) {
        self.entries.push(Entry {
            level,
            text: text.to_owned(),
            page: self.page,
            y,
        });
    }
}
