//! Readers for the field types of the CMS: links, pictures, rich text, buttons (Statamic §3, content model §7).
//!
//! **Invariant:** HTML is returned sanitised, links as targets, picture URLs absolute.

use serde_json::Value;
use vitrine_model::{
    content::{BlockOptions, Button, Choice, Heading},
    diagnostic::{Diagnostic, Place},
    link::{Link, LinkTarget, asks_for_preview},
    media::{Image, web_address},
    rich_text::RichText,
};

use super::{
    assets::{AssetFacts, asset_url, bytes, focus, pixels},
    findings::Findings,
    html::Html,
    input::Input,
};
use crate::statamic::wire::{Fields, elements, has_content};

/// Reads the fields of one entry, navigation or global set.
pub(crate) struct Scope<'a> {
    pub(crate) input: &'a Input<'a>,
    pub(crate) place: Place,
    pub(crate) findings: &'a Findings,
}

/// File extensions of images that browsers support.
const PICTURES: [&str; 9] = ["jpg", "jpeg", "jfif", "png", "webp", "avif", "gif", "svg", "ico"];

/// The type of a file that is not an image (`pdf`, `mp4`, `heic`), by its name.
fn kind_of_no_picture(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let (_, kind) = path.rsplit('/').next()?.rsplit_once('.')?;
    let kind = kind.to_ascii_lowercase();
    let is_kind = (2..=5).contains(&kind.len()) && kind.chars().all(|c| c.is_ascii_alphanumeric());
    (is_kind && !PICTURES.contains(&kind.as_str())).then_some(kind)
}

impl Scope<'_> {
    /// A picture: a shallow or full asset, single or the first of a list, or a bare id.
    pub(crate) fn image(&self, fields: Fields<'_>, key: &str) -> Option<Image> {
        self.image_of(fields.list(key).into_iter().next()?, key)
    }

    /// A picture: a shallow or full asset, or a bare id. Its alternative text is in the page's language if the CMS has
    /// one. A picture without a valid web address is reported with its field and left out.
    pub(crate) fn image_of(&self, value: &Value, key: &str) -> Option<Image> {
        let found = self.found_image(value);
        if let Some(kind) = found.as_ref().and_then(|image| kind_of_no_picture(&image.url)) {
            let reason = format!("it is a file of the kind {kind:?}, which browsers show as no picture");
            self.findings.shape(&self.place, key, &reason);
            return None;
        }
        let unset = *value == Value::Bool(false) || value.as_str().is_some_and(|text| text.trim().is_empty());
        if found.is_none() && !unset {
            let reason = "a picture in it has no https address and is no asset that was pulled";
            self.findings.shape(&self.place, key, reason);
        }
        found
    }

    fn found_image(&self, value: &Value) -> Option<Image> {
        let shallow = Fields::of(value);
        let id = shallow.text("id").or_else(|| value.as_str().map(str::to_owned));
        let facts = id.and_then(|id| self.input.assets.get(&id)).cloned();
        let url = asset_url(shallow, &self.input.config.content_origin);
        let url = url.or_else(|| facts.as_ref().map(|f| f.url.clone()))?;
        let facts = facts.unwrap_or_default();
        let own = |fields: Fields<'_>| fields.get("alt").and_then(Value::as_str).map(str::to_owned);
        let alt = self.localized_alt(&facts).or_else(|| own(shallow)).or(facts.alt);
        Some(Image {
            url,
            width: pixels(shallow, "width").or(facts.width),
            height: pixels(shallow, "height").or(facts.height),
            focus: focus(shallow).unwrap_or(facts.focus),
            alt,
            thumbnails: Vec::new(),
            shows: Vec::new(),
        })
    }

    /// The alternative text from the asset field configured for this locale.
    fn localized_alt(&self, facts: &AssetFacts) -> Option<String> {
        let locale = self.place.locale.as_deref()?;
        facts.alts.get(locale).cloned()
    }

    /// The absolute URL of a file.
    pub(crate) fn file(&self, fields: Fields<'_>, key: &str) -> Option<String> {
        let value = fields.list(key).into_iter().next()?;
        let origin = &self.input.config.content_origin;
        asset_url(Fields::of(value), origin).or_else(|| {
            let facts = self.input.assets.get(value.as_str()?)?;
            Some(facts.url.clone())
        })
    }

    /// The absolute URL of a file, and its size in bytes if the CMS has it.
    pub(crate) fn sized_file(&self, fields: Fields<'_>, key: &str) -> Option<(String, Option<u64>)> {
        let url = self.file(fields, key)?;
        let value = fields.list(key).into_iter().next()?;
        let shallow = Fields::of(value);
        let id = shallow.text("id").or_else(|| value.as_str().map(str::to_owned));
        let known = id.and_then(|id| self.input.assets.get(&id)?.bytes);
        Some((url, bytes(shallow).or(known)))
    }

    /// A video field: the absolute URL of a video at its host. Anything else is reported.
    pub(crate) fn video(&self, fields: Fields<'_>, key: &str) -> Option<String> {
        let text = fields.address(key)?;
        match self.parse_target(&text) {
            Some(LinkTarget::External(url)) if web_address(&url).is_some() => Some(url),
            _ => {
                self.no_link(&text, key);
                None
            }
        }
    }

    /// A link field: a text in version 5, an object in version 6 (an entry, an asset, or only a URL); or a relation.
    pub(crate) fn target(&mut self, fields: Fields<'_>, key: &str) -> Option<LinkTarget> {
        let value = fields.list(key).into_iter().next()?;
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Object(_) => {
                let relation = Fields::of(value);
                match relation
                    .text("id")
                    .and_then(|id| vitrine_model::ids::EntryId::parse(&id).ok())
                {
                    Some(id) if !id.as_str().contains("::") => return Some(LinkTarget::Entry(id)),
                    _ => match relation.text("url") {
                        Some(url) => url,
                        // Version 6 exports an empty link this way.
                        None if !has_content(value) => return None,
                        None => {
                            self.no_link(&value.to_string(), key);
                            return None;
                        }
                    },
                }
            }
            Value::Null | Value::Bool(false) => return None,
            other => other.to_string(),
        };
        if text.trim().is_empty() {
            return None;
        }
        self.link(&text, key)
    }

    /// Whether a link field has a value, valid or not.
    fn has_address(&self, fields: Fields<'_>, key: &str) -> bool {
        let value = fields.list(key).into_iter().next();
        let text = value.and_then(|value| match value {
            Value::Object(_) => Fields::of(value).text("url"),
            value => value.as_str().map(str::to_owned),
        });
        text.is_some_and(|text| !text.trim().is_empty())
    }

    /// A link as written by an editor; an invalid one is reported.
    pub(crate) fn link(&self, text: &str, key: &str) -> Option<LinkTarget> {
        let target = self.parse_target(text);
        if target.is_none() {
            self.no_link(text, key);
        } else if text.split_once('?').is_some_and(|(_, query)| asks_for_preview(query)) {
            let message = format!(
                "a link in {} {} asks for a preview; its query is left out",
                self.place.kind, self.place.id
            );
            let finding = Diagnostic::warning("preview-link", message, self.at(key));
            self.findings
                .push(finding.hint("Link to the page itself, without live-preview, preview and token."));
        }
        target
    }

    fn no_link(&self, text: &str, key: &str) {
        let place = self.at(key);
        let shown: String = text.chars().take(100).collect();
        let message = format!("{shown:?} in {} {} cannot be a link", place.kind, place.id);
        let finding = Diagnostic::warning("link-shape", message, place);
        self.findings
            .push(finding.hint("Choose an entry, or write a path with a slash or an address with https://."));
    }

    fn at(&self, key: &str) -> Place {
        Place {
            field: Some(key.to_owned()),
            ..self.place.clone()
        }
    }

    /// As [`Input::target`].
    pub(crate) fn parse_target(&self, text: &str) -> Option<LinkTarget> {
        self.input.target(text)
    }

    /// Rich text without sets: a string, or a bard list of which only the text nodes are used.
    pub(crate) fn rich(&self, fields: Fields<'_>, key: &str, top_heading: u8) -> RichText {
        match fields.get(key) {
            Some(Value::String(html)) => self.html(html, key, top_heading),
            Some(Value::Null | Value::Bool(false)) | None => RichText::default(),
            Some(value) => match elements(value) {
                Some(_) => {
                    let texts = fields.rows(key).into_iter().filter_map(|node| node.required("text"));
                    self.html(&texts.collect::<Vec<_>>().join("\n"), key, top_heading)
                }
                None => {
                    self.findings.shape(&self.place, key, "it is no text");
                    RichText::default()
                }
            },
        }
    }

    pub(crate) fn html(&self, html: &str, key: &str, top_heading: u8) -> RichText {
        let config = self.input.config;
        let html_of = Html {
            input: self.input,
            findings: self.findings,
            place: &self.place,
            origin: match self.place.source.as_str() {
                "shopware" => &config.commerce_origin,
                _ => &config.content_origin,
            },
        };
        for text in html_of.refused_links(html) {
            self.no_link(&text, key);
        }
        html_of.read(html, key, top_heading.clamp(2, 6))
    }

    /// The plain text of a field that may contain rich text.
    pub(crate) fn plain(&self, fields: Fields<'_>, key: &str) -> Option<String> {
        let text = fields.text(key)?;
        let words = if text.starts_with('<') {
            let read = self.html(&text, key, 2);
            if read.has_picture() {
                self.findings.shape(
                    &self.place,
                    key,
                    "a picture in it is not shown: the field is words alone",
                );
            }
            read.plain_text()
        } else {
            text
        };
        Some(words).filter(|w| !w.is_empty())
    }

    /// The chosen value of a choice field; `None` if nothing is chosen. An unknown key is reported and the default is
    /// used.
    pub(crate) fn chosen<T: Choice>(&self, fields: Fields<'_>, key: &str) -> Option<T> {
        let word = fields.choice(key)?;
        Some(T::parse(&word).unwrap_or_else(|| {
            let words: Vec<&str> = T::ALL.iter().map(|(word, _)| *word).collect();
            self.findings.choice(&self.place, key, &word, &words);
            T::default()
        }))
    }

    /// The chosen values of checkboxes, each once, in the editor's order. An unknown key is reported and left out.
    pub(crate) fn choices<T: Choice + PartialEq>(&self, fields: Fields<'_>, key: &str) -> Vec<T> {
        let mut chosen = Vec::new();
        for word in fields.choices(key) {
            match T::parse(&word) {
                Some(choice) if !chosen.contains(&choice) => chosen.push(choice),
                Some(_) => {}
                None => {
                    let words: Vec<&str> = T::ALL.iter().map(|(word, _)| *word).collect();
                    self.findings.choice(&self.place, key, &word, &words);
                }
            }
        }
        chosen
    }

    /// The chosen values of checkboxes that have no type in the model; an unknown key is reported and left out.
    pub(crate) fn known_choices(&self, fields: Fields<'_>, key: &str, known: &[&str]) -> Vec<String> {
        let mut chosen = fields.choices(key);
        chosen.retain(|word| {
            let is_known = known.contains(&word.as_str());
            if !is_known {
                self.findings.choice(&self.place, key, word, known);
            }
            is_known
        });
        chosen
    }

    /// As [`Self::chosen`], with the default if nothing is chosen.
    pub(crate) fn choice<T: Choice>(&self, fields: Fields<'_>, key: &str) -> T {
        self.chosen(fields, key).unwrap_or_default()
    }

    /// One of `words`, for a choice without a type in the model. The first of them if nothing is chosen, or, with a
    /// finding, for an unknown value.
    pub(crate) fn word(&self, fields: Fields<'_>, key: &str, words: &[&'static str]) -> &'static str {
        let first = words.first().copied().unwrap_or_default();
        let Some(chosen) = fields.choice(key) else { return first };
        words.iter().copied().find(|word| *word == chosen).unwrap_or_else(|| {
            self.findings.choice(&self.place, key, &chosen, words);
            first
        })
    }

    /// The `heading` fieldset.
    pub(crate) fn heading(&self, fields: Fields<'_>) -> Heading {
        let level = match self.word(fields, "heading_level", &["h2", "h1", "h3"]) {
            "h1" => 1,
            "h3" => 3,
            _ => 2,
        };
        Heading {
            eyebrow: fields.text("eyebrow"),
            heading: fields.text("heading"),
            level,
            intro: self.plain(fields, "intro"),
        }
    }

    /// One button of a grid, a set or a group; `None` without a label.
    pub(crate) fn button(&mut self, fields: Fields<'_>) -> Option<Button> {
        let label = fields.required("label")?;
        let target = self.target(fields, "link");
        if target.is_none() && !self.has_address(fields, "link") {
            self.findings.link_nowhere(self.at("link"), &label);
        }
        Some(Button {
            link: Link {
                label,
                target,
                new_tab: fields.toggle("new_tab"),
            },
            style: self.choice(fields, "style"),
        })
    }

    /// The `buttons` grid.
    pub(crate) fn buttons(&mut self, fields: Fields<'_>) -> Vec<Button> {
        fields
            .rows("buttons")
            .into_iter()
            .filter_map(|row| self.button(row))
            .collect()
    }

    /// The `block_options` fieldset.
    pub(crate) fn options(&self, fields: Fields<'_>) -> BlockOptions {
        BlockOptions {
            background: self.choice(fields, "background_color"),
            padding_top: self.choice(fields, "padding_top"),
            padding_bottom: self.choice(fields, "padding_bottom"),
            anchor: fields.text("anchor").map(|a| a.trim_start_matches('#').to_owned()),
        }
    }
}
