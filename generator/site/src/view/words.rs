//! Text about entries that pages and blocks share: related entries as links, dates and times in the locale, addresses, ranges.
//!
//! A related entry without a page in this locale is plain text; an unpublished one is left out.

use jiff::{Zoned, civil::Date};
use vitrine_model::{
    content::{Address, Coordinates, DealerType, Entry, EventFields, Weekday},
    ids::{EntryId, TermId},
    money::Money,
};

use super::{facts::FactView, links::LinkView};
use crate::context::ViewContext;

/// Rows of facts in order.
pub(crate) struct Facts<'c, 'a> {
    cx: &'c ViewContext<'a>,
    rows: Vec<FactView>,
}

impl<'c, 'a> Facts<'c, 'a> {
    pub(crate) fn new(cx: &'c ViewContext<'a>) -> Self {
        Self { cx, rows: Vec::new() }
    }

    /// Adds a row with these values; none if there are no values.
    pub(crate) fn values(&mut self, term: String, values: Vec<LinkView>) -> &mut Self {
        if !values.is_empty() {
            self.rows.push(FactView { term, values });
        }
        self
    }

    /// Adds a row with plain text, if there is any.
    pub(crate) fn plain(&mut self, term: String, words: Option<String>) -> &mut Self {
        self.values(term, words.map(LinkView::text).into_iter().collect())
    }

    /// Adds a row with related entries.
    pub(crate) fn entries<'e>(&mut self, term: String, ids: impl IntoIterator<Item = &'e EntryId>) -> &mut Self {
        let values = ids.into_iter().filter_map(|id| entry_link(self.cx, id)).collect();
        self.values(term, values)
    }

    /// Adds a row with terms.
    pub(crate) fn terms<'e>(&mut self, term: String, ids: impl IntoIterator<Item = &'e TermId>) -> &mut Self {
        let titles = ids.into_iter().filter_map(|id| term_title(self.cx, id));
        let values = titles.map(LinkView::text).collect();
        self.values(term, values)
    }

    pub(crate) fn rows(self) -> Vec<FactView> {
        self.rows
    }
}

/// A related entry: its title, linked to its page in this locale.
pub(crate) fn entry_link(cx: &ViewContext<'_>, id: &EntryId) -> Option<LinkView> {
    let entry = cx.reader.entry(id)?;
    Some(LinkView::to(entry.title.clone(), cx.entry_href(id)))
}

/// A term's title in this locale. An unknown term is reported: for a deleted one Statamic generates a title from its
/// slug (Statamic, Part C).
pub(crate) fn term_title(cx: &ViewContext<'_>, id: &TermId) -> Option<String> {
    let Some(term) = cx.reader.term(id) else {
        let message = format!(
            "{} names the term {id}, which is not there; it is left out",
            cx.origin.name
        );
        let hint = "choose another term in the CMS, or write this one";
        cx.report("term-unknown", message, hint, cx.origin.place());
        return None;
    };
    Some(term.texts.get(cx.locale)?.title.clone())
}

/// An entry that another refers to.
pub(crate) fn related<'a>(cx: &ViewContext<'a>, id: Option<&EntryId>) -> Option<&'a Entry> {
    cx.reader.entry(id?)
}

/// `dinsdag 2 juni 2026`
pub(crate) fn long_date(cx: &ViewContext<'_>, date: Date) -> String {
    let weekday = cx.format.weekday(Weekday::of(date));
    cx.t(
        "editorial.weekday_date",
        &[("weekday", weekday), ("date", &cx.format.date(date))],
    )
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
pub(crate) fn period(cx: &ViewContext<'_>, start: &Zoned, end: Option<&Zoned>, all_day: bool) -> String {
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
pub(crate) fn address(address: &Address, route: Option<String>) -> Vec<LinkView> {
    let lines = address.lines();
    if lines.is_empty() {
        return Vec::new();
    }
    vec![LinkView::to(lines.join(", "), route)]
}

/// The URL of directions to a point, for places without their own route link.
pub(crate) fn map_url(at: Coordinates) -> String {
    let (latitude, longitude) = at.degrees();
    format!("https://www.openstreetmap.org/directions?route=%3B{latitude}%2C{longitude}")
}

/// A telephone number as a `tel:` link. Empty if it is not a valid number.
pub(crate) fn phone(number: Option<&String>) -> Vec<LinkView> {
    let Some(number) = number else { return Vec::new() };
    let dialled: String = number.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    let href = (dialled.len() > 4).then(|| format!("tel:{dialled}"));
    vec![LinkView::to(number.clone(), href)]
}

/// An e-mail address as a `mailto:` link.
pub(crate) fn email(address: Option<&String>) -> Vec<LinkView> {
    let Some(address) = address else { return Vec::new() };
    let is_address = address.contains('@') && !address.contains(|c: char| c.is_whitespace() || "\"<>?&".contains(c));
    let href = is_address.then(|| format!("mailto:{address}"));
    vec![LinkView::to(address.clone(), href)]
}

/// `32–36`, `32`, or an empty result.
pub(crate) fn numbers(least: Option<String>, most: Option<String>) -> Option<String> {
    match (least, most) {
        (Some(least), Some(most)) if least != most => Some(format!("{least}\u{2013}{most}")),
        (one, other) => one.or(other),
    }
}

/// An amount in whole units of the shop's currency.
pub(crate) fn amount(cx: &ViewContext<'_>, whole: u32) -> String {
    let currency = cx.reader.currency();
    let minor = Money { minor: 1, currency }.with_minor(i64::from(whole).saturating_mul(100));
    cx.format.money(minor)
}

/// The dates and times of an event as text; `None` if it has no start.
pub(crate) fn when(cx: &ViewContext<'_>, fields: &EventFields) -> Option<String> {
    let start = fields.start.as_ref()?;
    Some(period(cx, start, fields.end.as_ref(), fields.all_day))
}

/// The place of an event: its showroom, or hall and city.
pub(crate) fn place_name(cx: &ViewContext<'_>, fields: &EventFields) -> Option<String> {
    if let Some(showroom) = related(cx, fields.showroom.as_ref()) {
        return Some(showroom.title.clone());
    }
    let address = fields.location.as_ref()?;
    let parts = [&address.name, &address.city].into_iter().flatten();
    let words: Vec<&str> = parts.map(String::as_str).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The kind of a store.
pub(crate) fn dealer(cx: &ViewContext<'_>, kind: DealerType) -> String {
    match kind {
        DealerType::Dealer => cx.t("editorial.dealer", &[]),
        DealerType::Flagship => cx.t("editorial.dealer_flagship", &[]),
        DealerType::Pilot => cx.t("editorial.dealer_pilot", &[]),
    }
}

/// ISO 3166-1: two letters as in addresses, three as in the keys of `countries.json`.
const COUNTRIES: &[(&str, &str)] = &[
    ("AR", "ARG"),
    ("AU", "AUS"),
    ("AT", "AUT"),
    ("BE", "BEL"),
    ("BG", "BGR"),
    ("BR", "BRA"),
    ("CA", "CAN"),
    ("CH", "CHE"),
    ("CN", "CHN"),
    ("CZ", "CZE"),
    ("DE", "DEU"),
    ("DK", "DNK"),
    ("ES", "ESP"),
    ("EE", "EST"),
    ("FI", "FIN"),
    ("FR", "FRA"),
    ("GB", "GBR"),
    ("GR", "GRC"),
    ("HR", "HRV"),
    ("HU", "HUN"),
    ("IN", "IND"),
    ("IE", "IRL"),
    ("IS", "ISL"),
    ("IL", "ISR"),
    ("IT", "ITA"),
    ("JP", "JPN"),
    ("KR", "KOR"),
    ("LT", "LTU"),
    ("LU", "LUX"),
    ("LV", "LVA"),
    ("MX", "MEX"),
    ("NL", "NLD"),
    ("NO", "NOR"),
    ("NZ", "NZL"),
    ("PL", "POL"),
    ("PT", "PRT"),
    ("RO", "ROU"),
    ("SK", "SVK"),
    ("SI", "SVN"),
    ("SE", "SWE"),
    ("TR", "TUR"),
    ("UA", "UKR"),
    ("US", "USA"),
    ("ZA", "ZAF"),
];

/// The country of an address: a name in the page's language for a code, otherwise the editor's text.
pub(crate) fn country(cx: &ViewContext<'_>, written: &str) -> String {
    let known = COUNTRIES.iter().find(|(code, _)| code.eq_ignore_ascii_case(written));
    let key = known.map(|(_, code)| format!("country.{code}"));
    match key.filter(|key| cx.messages.knows(key)) {
        Some(key) => cx.t(&key, &[]),
        None => written.to_owned(),
    }
}

/// A website as a link labelled with its host name.
pub(crate) fn website(href: String) -> LinkView {
    let words = href
        .trim_start_matches("https://")
        .trim_start_matches("http://")
        .trim_start_matches("www.")
        .trim_end_matches('/')
        .to_owned();
    LinkView::to(words, Some(href))
}
