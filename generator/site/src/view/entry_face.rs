//! A summary of an entry for use outside its own page: picture, logo, facts, opening hours. Missing facts are left out.

use vitrine_model::{
    content::{Country, Entry, EntryFields, OpenSpan, OpeningHours},
    media::Image,
};

use crate::context::ViewContext;

/// A summary of an entry.
#[derive(Debug, Default)]
pub struct EntryFace<'a> {
    /// Intro.
    pub intro: Option<&'a str>,
    /// Its picture.
    pub image: Option<&'a Image>,
    /// Logo.
    pub logo: Option<&'a Image>,
    /// Short facts in order: `Breda`, `2026`.
    pub notes: Vec<String>,
}

/// The summary of an entry.
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
        EntryFields::Article(fields) => (None, vec![fields.date.map(|date| cx.format.date(date))]),
        EntryFields::Event(fields) => {
            let start = fields.start.as_ref().map(|start| cx.format.date(start.date()));
            (None, vec![start])
        }
        EntryFields::Showroom(fields) => (None, vec![fields.address.street.clone(), fields.address.city.clone()]),
        EntryFields::Store(fields) => (None, vec![fields.address.street.clone(), fields.address.city.clone()]),
        EntryFields::Catalogue(fields) => (None, vec![year(fields.year)]),
        EntryFields::Vacancy(_) | EntryFields::Faq(_) | EntryFields::Page(_) => (None, Vec::new()),
    };
    EntryFace {
        intro: entry.fields.intro(),
        image: entry.fields.picture(),
        logo,
        notes: notes.into_iter().flatten().collect(),
    }
}

/// A country's name in the page's language; without a translation, the name from the CMS.
pub fn country_name(cx: &ViewContext<'_>, country: &Country) -> String {
    let key = country.code.as_ref().map(|code| format!("country.{code}"));
    match key.filter(|key| cx.messages.knows(key)) {
        Some(key) => cx.t(&key, &[]),
        None => country.label.clone(),
    }
}

/// Opening hours, one line for each group of consecutive days with the same hours, without closed days:
/// `dinsdag–donderdag 10:00–17:30`.
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
