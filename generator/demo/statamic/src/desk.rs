//! Entries as the demo's edit pages show them, and saving their forms.
//!
//! **Invariant:** only the texts that the form contains are changed; everything else in the entry is kept.

use serde_json::{Map, Value};

use super::blueprint::Field;
use super::content::{Content, Entry};
use super::preview::PreviewEdit;
use super::state::{EntryEdit, StatamicState};

/// One localization of an entry or of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskEntry {
    /// `collection/key`, or `taxonomy/key`.
    pub entry: String,
    /// Handle of the collection or the taxonomy.
    pub collection: String,
    /// Title of the collection or the taxonomy.
    pub collection_title: String,
    /// Handle of the site.
    pub site: String,
    /// Name of the site.
    pub site_name: String,
    /// Language of the site: `nl`.
    pub language: String,
    /// Statamic's id.
    pub id: String,
    /// Statamic's reference, of which the messages of a live preview tell.
    pub reference: String,
    /// The path of its form.
    pub form: String,
    /// Its title.
    pub title: String,
    /// Its path on the site, if it has one.
    pub url: Option<String>,
    /// Whether it is published; terms always are.
    pub published: Option<bool>,
}

/// One text of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskText {
    /// Its location (RFC 6901): `/title`, `/blocks/0/heading`.
    pub pointer: String,
    /// The names on the path to it, outermost first: `blocks`, `hero`, `heading`.
    pub label: Vec<String>,
    /// The text.
    pub value: String,
    /// Whether it may have line breaks.
    pub long: bool,
}

impl StatamicState {
    /// Handle and name of each site.
    #[must_use]
    pub fn desk_sites(&self) -> Vec<(String, String)> {
        let content = self.content();
        let sites = content.sites.iter();
        sites.map(|site| (site.handle.clone(), site.name.clone())).collect()
    }

    /// The entries of a site, by collection and title.
    #[must_use]
    pub fn desk_entries(&self, site: &str) -> Vec<DeskEntry> {
        let content = self.content();
        let of_site = |entry: &&Entry| content.site_handle(entry.site) == site && !entry.id.is_empty();
        let mut entries: Vec<DeskEntry> = content
            .entries
            .iter()
            .filter(of_site)
            .map(|entry| shown(&content, entry))
            .collect();
        entries.sort_by(|a, b| (&a.collection, &a.title, &a.entry).cmp(&(&b.collection, &b.title, &b.entry)));
        entries
    }

    /// An entry by its id, its texts, and its localizations (including itself).
    #[must_use]
    pub fn desk_entry(&self, id: &str) -> Option<(DeskEntry, Vec<DeskText>, Vec<DeskEntry>)> {
        let content = self.content();
        let entry = content.entry(*content.places.by_id.get(id)?)?;
        let all = content.localizations(&entry.key).into_iter();
        let all = all.filter_map(|index| Some(shown(&content, content.entry(index)?)));
        Some((shown(&content, entry), texts(&content, entry), all.collect()))
    }

    /// Saves texts by pointer, and whether the entry is published. Pointers that the entry does not have are ignored.
    ///
    /// # Errors
    /// When there is no such entry, or the title is empty.
    pub fn desk_save(&self, id: &str, sent: &[(String, String)], publish: bool) -> Result<DeskEntry, String> {
        self.edit_entry(self.typed(id, sent, publish)?)?;
        let saved = self.desk_entry(id).map(|(entry, ..)| entry);
        saved.ok_or_else(|| "there is no such entry".to_owned())
    }

    /// Starts a live preview of what is typed in the form, or continues the one with the token; returns its token.
    ///
    /// # Errors
    /// As [`Self::desk_save`], and when the token is invalid.
    pub fn desk_preview(
        &self,
        id: &str,
        sent: &[(String, String)],
        publish: bool,
        token: Option<String>,
    ) -> Result<String, String> {
        let EntryEdit {
            entry,
            site,
            fields,
            publish,
        } = self.typed(id, sent, publish)?;
        self.preview(PreviewEdit {
            entry,
            site,
            fields,
            publish,
            extras: None,
            token,
        })
    }

    /// What a form changes.
    fn typed(&self, id: &str, sent: &[(String, String)], publish: bool) -> Result<EntryEdit, String> {
        let content = self.content();
        let entry = content.places.by_id.get(id).and_then(|index| content.entry(*index));
        let entry = entry.ok_or_else(|| "there is no such entry".to_owned())?;
        let mut fields = Map::new();
        for (pointer, new) in changed(texts(&content, entry), sent)? {
            set(&content, entry, &mut fields, &pointer, new);
        }
        Ok(EntryEdit {
            entry: entry.key.clone(),
            site: content.site_handle(entry.site).to_owned(),
            fields,
            publish: (publish != content.is_published(entry)).then_some(publish),
        })
    }
}

/// The texts that a form changes, by pointer.
pub(super) fn changed(texts: Vec<DeskText>, sent: &[(String, String)]) -> Result<Vec<(String, String)>, String> {
    let mut changed = Vec::new();
    for text in texts {
        let new = sent.iter().find(|(pointer, _)| *pointer == text.pointer);
        // Browsers send line breaks as `\r\n`.
        let Some(new) = new.map(|(_, new)| new.replace("\r\n", "\n")) else {
            continue;
        };
        if text.pointer == "/title" && new.trim().is_empty() {
            return Err("the title may not be empty".to_owned());
        }
        if new != text.value {
            changed.push((text.pointer, new));
        }
    }
    Ok(changed)
}

fn shown(content: &Content, entry: &Entry) -> DeskEntry {
    let site = content.sites.get(entry.site);
    let index = content.localization(&entry.key, entry.site);
    let collection = content.collections.get(&entry.collection);
    DeskEntry {
        entry: entry.key.clone(),
        collection: entry.collection.clone(),
        collection_title: collection.map_or_else(|| entry.collection.clone(), |one| one.title.clone()),
        site: content.site_handle(entry.site).to_owned(),
        site_name: site.map_or_else(String::new, |site| site.name.clone()),
        language: site.map_or_else(String::new, |site| site.lang.clone()),
        id: entry.id.clone(),
        reference: format!("entry::{}", entry.id),
        form: format!("/cp/collections/{}/entries/{}", entry.collection, entry.id),
        title: content.text(entry, "title").unwrap_or(&entry.key).to_owned(),
        url: index.and_then(|index| content.entry_url(index)),
        published: Some(content.is_published(entry)),
    }
}

/// The title, and all stored texts of the blueprint's fields.
fn texts(content: &Content, entry: &Entry) -> Vec<DeskText> {
    let title = content.text(entry, "title").unwrap_or_default();
    let mut found = vec![DeskText {
        pointer: "/title".to_owned(),
        label: vec!["title".to_owned()],
        value: title.to_owned(),
        long: false,
    }];
    let fields = content
        .entry_blueprint(&entry.collection)
        .map(|one| one.fields.as_slice());
    for field in fields
        .unwrap_or_default()
        .iter()
        .filter(|field| field.handle != "title")
    {
        if let Some((value, _)) = content.value(entry, &field.handle) {
            let place = Place {
                pointer: format!("/{}", field.handle),
                label: vec![field.handle.clone()],
            };
            collect(field, value, &place, &mut found);
        }
    }
    found
}

pub(super) struct Place {
    pub(super) pointer: String,
    pub(super) label: Vec<String>,
}

impl Place {
    fn below(&self, part: &str, label: Option<&str>) -> Self {
        Self {
            pointer: format!("{}/{part}", self.pointer),
            label: self.label.iter().cloned().chain(label.map(str::to_owned)).collect(),
        }
    }
}

pub(super) fn collect(field: &Field, value: &Value, place: &Place, found: &mut Vec<DeskText>) {
    match (field.kind.as_str(), value) {
        ("text" | "textarea" | "markdown" | "bard", Value::String(text)) => found.push(DeskText {
            pointer: place.pointer.clone(),
            label: place.label.clone(),
            value: text.clone(),
            long: field.kind != "text",
        }),
        ("replicator" | "bard", Value::Array(sets)) => {
            for (number, set) in sets.iter().enumerate() {
                in_set(field, set, &place.below(&number.to_string(), None), found);
            }
        }
        ("grid", Value::Array(rows)) => {
            for (number, row) in rows.iter().enumerate() {
                let row_place = place.below(&number.to_string(), Some(&(number + 1).to_string()));
                in_fields(&field.fields, row, &row_place, found);
            }
        }
        ("group", Value::Object(_)) => in_fields(&field.fields, value, place, found),
        _ => {}
    }
}

fn in_set(field: &Field, set: &Value, place: &Place, found: &mut Vec<DeskText>) {
    let kind = set.get("type").and_then(Value::as_str).unwrap_or_default();
    if let Some(known) = field.sets.get(kind) {
        let place = Place {
            pointer: place.pointer.clone(),
            label: place.label.iter().cloned().chain([kind.to_owned()]).collect(),
        };
        in_fields(&known.fields, set, &place, found);
    } else if let Some(text) = set.get("text").and_then(Value::as_str) {
        // A bard field has text between its sets.
        let place = place.below("text", None);
        found.push(DeskText {
            pointer: place.pointer,
            label: place.label,
            value: text.to_owned(),
            long: true,
        });
    }
}

fn in_fields(fields: &[Field], values: &Value, place: &Place, found: &mut Vec<DeskText>) {
    for field in fields {
        if let Some(value) = values.get(&field.handle) {
            collect(field, value, &place.below(&field.handle, Some(&field.handle)), found);
        }
    }
}

/// Sets a text in its field, which is saved as a whole.
fn set(content: &Content, entry: &Entry, fields: &mut Map<String, Value>, pointer: &str, new: String) {
    let (handle, rest) = match pointer.trim_start_matches('/').split_once('/') {
        Some((handle, rest)) => (handle, format!("/{rest}")),
        None => (pointer.trim_start_matches('/'), String::new()),
    };
    let stored = || content.value(entry, handle).map(|(value, _)| value.clone());
    let field = fields
        .entry(handle.to_owned())
        .or_insert_with(|| stored().unwrap_or_default());
    if let Some(place) = field.pointer_mut(&rest) {
        *place = Value::String(new);
    }
}
