//! Finds text, image, date, excerpt and terms among the fields of a collection, by the types of their values and then
//! by their names. Statamic's API does not expose blueprints, but each response has every field of its blueprint.
//!
//! **Invariant:** the result does not depend on the order of the records.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::Timestamp;
use serde_json::Value;
use vitrine_model::content::EntryKind;

use super::roles::Roles;
use crate::{
    pull::is_set_by_cms,
    statamic::wire::{Fields, elements},
};

/// Names of text fields, in order of preference.
const TEXT: [&str; 8] = [
    "content",
    "text",
    "body",
    "article",
    "main_content",
    "page_content",
    "markdown",
    "bard",
];
const PICTURE: [&str; 11] = [
    "image",
    "picture",
    "photo",
    "featured_image",
    "hero_image",
    "cover",
    "cover_image",
    "header_image",
    "main_image",
    "banner",
    "thumbnail",
];
const DATE: [&str; 5] = ["date", "published_at", "published_on", "posted_at", "posted_on"];
const EXCERPT: [&str; 8] = [
    "excerpt",
    "intro",
    "introduction",
    "summary",
    "lead",
    "teaser",
    "standfirst",
    "short_description",
];
/// Parts of the names of fields that are not page content.
const ASIDE: [&str; 7] = ["seo", "meta", "og_", "social", "share", "logo", "icon"];

/// Statistics about the values of a field.
#[derive(Debug, Default)]
struct Shape {
    /// Number of values that are HTML or a list of texts and sets, and their length.
    rich: usize,
    length: usize,
    /// Number of values that are plain text.
    plain: usize,
    pictures: usize,
    dates: usize,
    /// Number of values that are terms, and the taxonomy of one of them.
    terms: usize,
    taxonomy: Option<String>,
    other: usize,
}

impl Shape {
    fn is_rich(&self) -> bool {
        self.rich > 0 && self.pictures + self.dates + self.terms + self.other == 0
    }

    fn is_words(&self) -> bool {
        self.rich + self.plain > 0 && self.pictures + self.dates + self.terms + self.other == 0
    }

    fn only(&self, count: usize) -> bool {
        count > 0 && self.rich + self.plain + self.pictures + self.dates + self.terms + self.other == count
    }
}

/// Statistics about the entries of a collection.
#[derive(Debug, Default)]
pub(super) struct Seen {
    fields: BTreeMap<String, Shape>,
    /// Whether the collection is dated, or its entries have a date field.
    dated: bool,
    /// Whether an entry has a position in a tree.
    ordered: bool,
}

impl Seen {
    pub(super) fn note(&mut self, record: &Value) {
        let fields = Fields::of(record);
        self.dated |= fields.get("date").is_some();
        self.ordered |= fields.get("order").is_some();
        for key in fields.keys() {
            let is_own = key != "title" && key != "blocks" && !is_set_by_cms(key);
            if let Some(value) = fields.get(key).filter(|_| is_own) {
                self.fields.entry(key.clone()).or_default().note(value);
            }
        }
    }

    /// An entry with a date is an article, and so is one with a text outside of any tree.
    pub(super) fn kind(&self) -> EntryKind {
        let has_text = self.fields.values().any(Shape::is_rich);
        match self.dated || self.date().is_some() || has_text && !self.ordered {
            true => EntryKind::Article,
            false => EntryKind::Page,
        }
    }

    pub(super) fn roles(&self, kind: EntryKind, taxonomies: &[String]) -> Roles {
        let excerpt = self.named(&EXCERPT, Shape::is_words);
        let is_article = kind == EntryKind::Article;
        let text = self.best(&TEXT, |name, shape| shape.is_rich() && excerpt.as_deref() != Some(name));
        let topics = self.fields.iter().filter(|(_, shape)| {
            let known = shape.taxonomy.as_ref().is_some_and(|one| taxonomies.contains(one));
            is_article && known && shape.only(shape.terms)
        });
        Roles {
            text,
            picture: self.best(&PICTURE, |_, shape| shape.only(shape.pictures)),
            date: self.date().filter(|_| is_article),
            topics: topics.map(|(name, _)| name.clone()).collect(),
            excerpt,
        }
    }

    fn date(&self) -> Option<String> {
        match self.dated {
            true => Some("date".to_owned()),
            false => self.named(&DATE, |shape| shape.only(shape.dates)),
        }
    }

    fn named(&self, names: &[&str], fits: impl Fn(&Shape) -> bool) -> Option<String> {
        let mut names = names.iter();
        let found = names.find(|name| self.fields.get(**name).is_some_and(&fits));
        found.map(|name| (*name).to_owned())
    }

    /// The first field with one of the names; otherwise the one with the most matching values.
    fn best(&self, names: &[&str], fits: impl Fn(&str, &Shape) -> bool) -> Option<String> {
        let own = |name: &str| !ASIDE.iter().any(|part| name.contains(part));
        let fields = self
            .fields
            .iter()
            .filter(|(name, shape)| own(name) && fits(name, shape));
        let place = |name: &str| names.iter().position(|known| *known == name).unwrap_or(names.len());
        fields
            .min_by_key(|(name, shape)| (place(name), Reverse((shape.length, shape.pictures))))
            .map(|(name, _)| name.clone())
    }
}

impl Shape {
    fn note(&mut self, value: &Value) {
        match value {
            Value::Null | Value::Bool(_) => {}
            Value::String(text) => self.note_text(text.trim()),
            Value::Array(list) if list.is_empty() => {}
            value => match elements(value) {
                Some(list) if list.iter().any(|part| is_text_of_bard(part)) => {
                    self.rich += 1;
                    self.length += list
                        .iter()
                        .filter_map(|part| part.get("text"))
                        .map(length)
                        .sum::<usize>();
                }
                Some(list) => self.note_records(&list),
                None => self.note_records(&[value]),
            },
        }
    }

    fn note_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if text.starts_with('<') && text.contains("</") {
            self.rich += 1;
            self.length += text.len();
        } else if text.parse::<Timestamp>().is_ok() {
            self.dates += 1;
        } else {
            self.plain += 1;
        }
    }

    fn note_records(&mut self, list: &[&Value]) {
        let id = |value: &&Value| Fields::of(value).text("id").filter(|id| id.contains("::"));
        let is_record = |value: &&Value| id(value).is_some() && Fields::of(value).has("url");
        let is_term = |value: &&Value| Fields::of(value).has("slug");
        match list {
            [first, ..] if list.iter().all(is_record) && list.iter().all(is_term) => {
                self.terms += 1;
                let taxonomy = id(first).and_then(|id| Some(id.split_once("::")?.0.to_owned()));
                self.taxonomy = taxonomy.or_else(|| self.taxonomy.take());
            }
            [_, ..] if list.iter().all(is_record) => self.pictures += 1,
            [] => {}
            // An empty choice, or a group of empty fields.
            _ if !list.iter().any(|value| crate::statamic::wire::has_content(value)) => {}
            _ => self.other += 1,
        }
    }
}

/// The text of a bard between its sets.
fn is_text_of_bard(value: &Value) -> bool {
    let fields = Fields::of(value);
    fields.text("type").as_deref() == Some("text") && fields.has("text")
}

fn length(value: &Value) -> usize {
    value.as_str().map_or(0, str::len)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn seen(records: &[Value]) -> Seen {
        let mut seen = Seen::default();
        for record in records {
            seen.note(record);
        }
        seen
    }

    fn asset(name: &str) -> Value {
        json!({"id": format!("assets::{name}"), "url": format!("/assets/{name}"), "permalink": "x", "api_url": "x", "alt": null})
    }

    #[test]
    fn fields_are_recognised_by_type_and_then_by_name() {
        let term = json!([{"id": "topics::wood", "title": "Wood", "slug": "wood", "url": "/topics/wood"}]);
        let of = |kind: EntryKind, records: &[Value]| seen(records).roles(kind, &["topics".to_owned()]);
        let first = json!({
            "title": "<p>x</p>", "date": "2026-05-01T00:00:00.000000Z", "aside": "<p>A very much longer text than the other.</p>",
            "body": [{"type": "text", "text": "<p>One</p>"}, {"type": "image", "id": "1"}], "summary": "Short.", "photo": asset("a.jpg"),
            "og_image": asset("b.jpg"), "topics": term, "colour": {"value": "red", "label": "Red", "key": "red"}, "rating": 5
        });
        let second = json!({"title": "x", "body": [], "summary": null, "photo": null, "topics": [], "colour": {"value": null, "label": null, "key": null}});
        for records in [[first.clone(), second.clone()], [second, first]] {
            let roles = of(EntryKind::Article, &records);
            assert_eq!(
                roles.text.as_deref(),
                Some("body"),
                "a known name goes before a longer text"
            );
            assert_eq!(roles.picture.as_deref(), Some("photo"));
            assert_eq!(roles.date.as_deref(), Some("date"));
            assert_eq!(roles.excerpt.as_deref(), Some("summary"));
            assert_eq!(roles.topics, ["topics"]);
            assert_eq!(seen(&records).kind(), EntryKind::Article);
        }
        let unnamed = json!({"order": 1, "een": "<p>Kort</p>", "twee": "<h2>Lang</h2><p>en breed</p>", "beeld": [asset("a.jpg"), asset("b.jpg")]});
        let roles = of(EntryKind::Page, std::slice::from_ref(&unnamed));
        assert_eq!(roles.text.as_deref(), Some("twee"), "the longest text");
        assert_eq!(roles.picture.as_deref(), Some("beeld"));
        assert_eq!((roles.date, roles.excerpt), (None, None));
        assert_eq!(seen(&[unnamed]).kind(), EntryKind::Page, "it stands in a tree");
    }

    #[test]
    fn what_is_none_of_it_is_not_taken() {
        let record = json!({
            "expires": "2026-05-01T00:00:00.000000Z", "price": "12.50", "related": [{"id": "uuid", "title": "x", "url": "/x"}], "empty": [], "none": null,
            "rows": [{"id": "r1", "label": "x"}], "logo": asset("logo.svg")
        });
        let roles = seen(&[record]).roles(EntryKind::Article, &[]);
        assert_eq!(
            (roles.text, roles.picture, roles.date, roles.excerpt),
            (None, None, None, None)
        );
        assert!(roles.topics.is_empty());
    }
}
