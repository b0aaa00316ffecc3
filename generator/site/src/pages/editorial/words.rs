//! Text that several collections share: related entries as links, dates and times in the locale, addresses, ranges.
//!
//! A related entry without a page in this locale is plain text; an unpublished one is left out.

use jiff::Zoned;
use vitrine_model::{
    content::{Address, Entry},
    ids::{EntryId, TermId},
    money::Money,
};

pub(super) use crate::view::place::{email, hours, long_date, map_url, phone};
use crate::{
    context::ViewContext,
    view::{facts::FactView, links::LinkView},
};

/// Rows of facts in order.
pub(super) struct Facts<'c, 'a> {
    cx: &'c ViewContext<'a>,
    rows: Vec<FactView>,
}

impl<'c, 'a> Facts<'c, 'a> {
    pub(super) fn new(cx: &'c ViewContext<'a>) -> Self {
        Self { cx, rows: Vec::new() }
    }

    /// Adds a row with these values; none if there are no values.
    pub(super) fn values(&mut self, term: String, values: Vec<LinkView>) -> &mut Self {
        if !values.is_empty() {
            self.rows.push(FactView { term, values });
        }
        self
    }

    /// Adds a row with plain text, if there is any.
    pub(super) fn plain(&mut self, term: String, words: Option<String>) -> &mut Self {
        self.values(term, words.map(LinkView::text).into_iter().collect())
    }

    /// Adds a row with related entries.
    pub(super) fn entries<'e>(&mut self, term: String, ids: impl IntoIterator<Item = &'e EntryId>) -> &mut Self {
        let values = ids.into_iter().filter_map(|id| entry_link(self.cx, id)).collect();
        self.values(term, values)
    }

    /// Adds a row with terms.
    pub(super) fn terms<'e>(&mut self, term: String, ids: impl IntoIterator<Item = &'e TermId>) -> &mut Self {
        let titles = ids.into_iter().filter_map(|id| term_title(self.cx, id));
        let values = titles.map(LinkView::text).collect();
        self.values(term, values)
    }

    pub(super) fn rows(self) -> Vec<FactView> {
        self.rows
    }
}

/// A related entry: its title, linked to its page in this locale.
pub(super) fn entry_link(cx: &ViewContext<'_>, id: &EntryId) -> Option<LinkView> {
    let entry = cx.reader.entry(id)?;
    Some(LinkView::to(entry.title.clone(), cx.entry_href(id)))
}

/// A term's title in this locale.
pub(super) fn term_title(cx: &ViewContext<'_>, id: &TermId) -> Option<String> {
    let term = cx.reader.term(id)?;
    Some(term.texts.get(cx.locale)?.title.clone())
}

/// An entry that another refers to.
pub(super) fn related<'a>(cx: &ViewContext<'a>, id: Option<&EntryId>) -> Option<&'a Entry> {
    cx.reader.entry(id?)
}

fn moment(cx: &ViewContext<'_>, at: &Zoned) -> String {
    cx.t(
        "editorial.moment",
        &[
            ("date", &long_date(cx, at.date())),
            ("time", &cx.format.time(at.time())),
        ],
    )
}

fn range(cx: &ViewContext<'_>, from: &str, to: &str) -> String {
    cx.t("editorial.range", &[("from", from), ("to", to)])
}

/// The dates and times of an event as text.
pub(super) fn period(cx: &ViewContext<'_>, start: &Zoned, end: Option<&Zoned>, all_day: bool) -> String {
    let same_day = end.is_none_or(|end| end.date() == start.date());
    match (end, all_day, same_day) {
        (_, true, true) => long_date(cx, start.date()),
        (Some(end), true, false) => range(cx, &long_date(cx, start.date()), &long_date(cx, end.date())),
        (Some(end), false, false) => range(cx, &moment(cx, start), &moment(cx, end)),
        (Some(end), false, true) => cx.t(
            "editorial.moment_range",
            &[
                ("date", &long_date(cx, start.date())),
                ("from", &cx.format.time(start.time())),
                ("to", &cx.format.time(end.time())),
            ],
        ),
        (None, ..) => moment(cx, start),
    }
}

/// An address on one line, with directions.
pub(super) fn address(address: &Address, route: Option<String>) -> Vec<LinkView> {
    let lines = address.lines();
    if lines.is_empty() {
        return Vec::new();
    }
    vec![LinkView::to(lines.join(", "), route)]
}

/// `32–36`, `32`, or an empty result.
pub(super) fn numbers(least: Option<String>, most: Option<String>) -> Option<String> {
    match (least, most) {
        (Some(least), Some(most)) if least != most => Some(format!("{least}\u{2013}{most}")),
        (one, other) => one.or(other),
    }
}

/// An amount in whole units of the shop's currency.
pub(super) fn amount(cx: &ViewContext<'_>, whole: u32) -> String {
    let currency = cx.reader.currency();
    let minor = Money { minor: 1, currency }.with_minor(i64::from(whole).saturating_mul(100));
    cx.format.money(minor)
}
