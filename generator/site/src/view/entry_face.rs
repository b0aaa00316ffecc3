//! What an entry shows of itself away from its own page: title, picture, a line of facts, where and when.
//!
//! **Invariant:** says only what the entry's own fields say; a fact that nobody wrote has no place in the line.

use vitrine_model::{
    content::{Country, Entry, EntryFields, OpenSpan, OpeningHours},
    media::Image,
};

use crate::context::ViewContext;

/// An entry at a glance.
#[derive(Debug, Default)]
pub struct EntryFace<'a> {
    /// A paragraph about it.
    pub intro: Option<&'a str>,
    /// Its picture.
    pub image: Option<&'a Image>,
    /// Its wordmark.
    pub logo: Option<&'a Image>,
    /// Short facts in the order of a line: `Breda`, `2026`.
    pub notes: Vec<String>,
}

/// The face of an entry.
pub fn face<'a>(cx: &ViewContext<'_>, entry: &'a Entry) -> EntryFace<'a> {
    let title = |id| cx.reader.entry_in(id, cx.locale).map(|entry| entry.title.clone());
    let year = |year: Option<i32>| year.map(|year| year.to_string());
    let (logo, notes) = match &entry.fields {
        EntryFields::Brand(fields) => (
            fields.logo.as_ref(),
            vec![fields.country.as_ref().map(|country| country_name(cx, country))],
        ),
        EntryFields::Designer(fields) => (
            None,
            vec![fields.country.as_ref().map(|country| country_name(cx, country))],
        ),
        EntryFields::Collection(fields) => (None, vec![fields.brand.as_ref().and_then(title), year(fields.year)]),
        EntryFields::Project(fields) => (None, vec![fields.location.clone(), year(fields.year)]),
        EntryFields::News(fields) => (None, vec![fields.date.map(|date| cx.format.date(date))]),
        EntryFields::Event(fields) => {
            let start = fields.start.as_ref().map(|start| cx.format.date(start.date()));
            (None, vec![start])
        }
        EntryFields::Showroom(fields) => (None, vec![fields.address.street.clone(), fields.address.city.clone()]),
        EntryFields::Store(fields) => (None, vec![fields.address.street.clone(), fields.address.city.clone()]),
        EntryFields::Catalogue(fields) => (None, vec![year(fields.year)]),
        EntryFields::Vacancy(_) | EntryFields::Faq(_) | EntryFields::Page(_) | EntryFields::Other => (None, Vec::new()),
    };
    EntryFace {
        intro: entry.fields.intro(),
        image: entry.fields.picture(),
        logo,
        notes: notes.into_iter().flatten().collect(),
    }
}

/// A country in the page's language; one that nobody translated is named as the CMS names it.
pub fn country_name(cx: &ViewContext<'_>, country: &Country) -> String {
    let key = country.code.as_ref().map(|code| format!("country.{code}"));
    match key.filter(|key| cx.messages.knows(key)) {
        Some(key) => cx.t(&key, &[]),
        None => country.label.clone(),
    }
}

/// A week in as few lines as it has runs of like days, closed days left out: `dinsdag–donderdag 10:00–17:30`.
pub fn hours(cx: &ViewContext<'_>, hours: &OpeningHours) -> Vec<String> {
    let mut runs: Vec<(&str, &str, &[OpenSpan])> = Vec::new();
    let mut follows = false;
    for day in &hours.week {
        let name = cx.format.weekday(day.day);
        if day.spans.is_empty() {
            follows = false;
            continue;
        }
        match runs.last_mut() {
            Some((_, last, spans)) if follows && *spans == day.spans.as_slice() => *last = name,
            _ => runs.push((name, name, &day.spans)),
        }
        follows = true;
    }
    let line = |(first, last, spans): (&str, &str, &[OpenSpan])| {
        let days = if first == last {
            first.to_owned()
        } else {
            format!("{first}–{last}")
        };
        let span = |span: &OpenSpan| format!("{}–{}", cx.format.time(span.opens), cx.format.time(span.closes));
        let spans: Vec<String> = spans.iter().map(span).collect();
        format!("{days} {}", spans.join(", "))
    };
    runs.into_iter().map(line).collect()
}
