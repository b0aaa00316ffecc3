//! A page in pieces: what is its own, and what other pages have too, in which everything was looked for once.
//!
//! **Invariant:** each piece that is not the page's own begins and ends with a tag, so no text that is looked for begins
//! in one piece and ends in another.

use std::{ops::Range, sync::LazyLock};

use memchr::memmem::Finder;
use vitrine_model::review::{PartReview, RenderedPage};

use super::{super::offers, sign::Sign};

/// Texts of which only the first place matters, or whether there is one.
#[derive(Clone, Copy)]
pub(super) enum Text {
    Main,
    Disputes,
    Price,
    NotReturnable,
}

static TEXTS: LazyLock<[Finder<'static>; 4]> =
    LazyLock::new(|| ["<main", "/odr", "€", offers::NOT_RETURNABLE].map(Finder::new));

impl Text {
    fn find(self, html: &[u8]) -> Option<usize> {
        TEXTS.get(self as usize)?.find(html)
    }
}

/// What there is in a part that several pages show.
pub(super) struct PartFacts {
    /// `None` on a processor without vector instructions.
    signs: Option<Vec<(Sign, usize)>>,
    holds: [bool; 4],
}

impl PartFacts {
    pub(super) fn of(html: &[u8], signs: Option<Vec<(Sign, usize)>>) -> Self {
        let holds = [Text::Main, Text::Disputes, Text::Price, Text::NotReturnable];
        Self {
            signs,
            holds: holds.map(|text| text.find(html).is_some()),
        }
    }

    fn holds(&self, text: Text) -> bool {
        self.holds.get(text as usize).copied().unwrap_or(true)
    }
}

/// A piece of a page.
pub(super) enum Piece<'a> {
    /// To be searched; its bytes, and where they begin.
    Own(&'a [u8], usize),
    /// Its signs, counted from where it begins.
    Shared(Option<&'a [(Sign, usize)]>, usize),
}

/// A page with the parts that other pages have too.
pub(super) struct Pieces<'a> {
    pub(super) html: &'a [u8],
    shared: Vec<(Range<usize>, &'a PartFacts, IsHeader)>,
}

/// What fills the slots of a header differs by page, so its signs have other places.
type IsHeader = bool;

impl<'a> Pieces<'a> {
    pub(super) fn of(page: &RenderedPage<'a>) -> Self {
        let facts = |review: &'a PartReview| review.0.downcast_ref::<PartFacts>();
        let header = page.header.into_iter().map(|part| (part, true));
        let parts = header.chain(page.parts.iter().map(|part| (part, false)));
        let mut shared: Vec<_> = parts
            .filter_map(|(part, is_header)| Some((part.at.clone(), facts(part.review)?, is_header)))
            .collect();
        shared.sort_by_key(|(at, ..)| at.start);
        Self {
            html: page.html,
            shared,
        }
    }

    /// Whether a text is in the page.
    pub(super) fn holds(&self, text: Text) -> bool {
        self.shared.iter().any(|(_, facts, _)| facts.holds(text)) || self.first(text, self.html.len()).is_some()
    }

    /// Where a text is in the page for the first time, before an index.
    pub(super) fn first(&self, text: Text, end: usize) -> Option<usize> {
        let mut done = 0;
        for (at, facts, _) in &self.shared {
            if let Some(found) = self.find(text, done..at.start.min(end)) {
                return Some(found);
            }
            if facts.holds(text)
                && let Some(found) = self.find(text, at.start..at.end.min(end))
            {
                return Some(found);
            }
            done = at.end;
        }
        self.find(text, done..end)
    }

    fn find(&self, text: Text, within: Range<usize>) -> Option<usize> {
        let begin = within.start;
        Some(begin + text.find(self.html.get(within)?)?)
    }

    /// The pieces from an index, which is not within a part that others have too.
    pub(super) fn from(&self, begin: usize) -> Option<Vec<Piece<'_>>> {
        let (mut pieces, mut done) = (Vec::new(), begin);
        let behind = self
            .shared
            .iter()
            .filter(|(at, _, is_header)| !is_header && at.start >= begin);
        for (at, facts, _) in behind {
            pieces.push(Piece::Own(self.html.get(done..at.start)?, done));
            pieces.push(Piece::Shared(facts.signs.as_deref(), at.start));
            done = at.end;
        }
        pieces.push(Piece::Own(self.html.get(done..)?, done));
        Some(pieces)
    }
}
