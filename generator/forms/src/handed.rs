//! The part of a release that the API needs for a form: its spec, and its labels in each locale (`server/forms.json`).
//!
//! **Invariant:** a field or an option without a label has its handle or key instead, so that a message always has a
//! name.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use vitrine_model::form::Form;

use crate::{appointment::Appointment, spec::FormSpec};

/// The forms of a release by handle.
pub type HandedForms = BTreeMap<String, HandedForm>;

/// A form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandedForm {
    /// The rules for its submissions.
    pub spec: FormSpec,
    /// Its labels by locale code.
    pub words: BTreeMap<String, FormWords>,
    /// The limits of appointments, if it is a form for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appointment: Option<Appointment>,
}

/// The labels of a form in one locale.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormWords {
    /// Its title.
    pub title: String,
    /// Labels by field handle.
    pub fields: BTreeMap<String, String>,
    /// Labels of options by field handle and option key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, BTreeMap<String, String>>,
    /// Texts beside boxes, which are agreed to by ticking them, by field handle.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub beside: BTreeMap<String, String>,
}

impl FormWords {
    /// The labels of a form; `word` resolves a label, which may be the key of a text.
    pub fn of(form: &Form, word: impl Fn(&str) -> String) -> Self {
        let options = form.fields.iter().filter(|field| !field.options.is_empty());
        Self {
            title: word(&form.title),
            fields: form
                .fields
                .iter()
                .map(|field| (field.handle.clone(), word(&field.label)))
                .collect(),
            options: options
                .map(|field| {
                    let labels = field.options.iter();
                    let labels = labels.map(|option| (option.key.clone(), word(&option.label)));
                    (field.handle.clone(), labels.collect())
                })
                .collect(),
            beside: form
                .fields
                .iter()
                .filter_map(|field| Some((field.handle.clone(), word(field.inline_label.as_deref()?))))
                .collect(),
        }
    }

    /// The label of a field.
    pub fn field<'a>(&'a self, handle: &'a str) -> &'a str {
        self.fields.get(handle).map_or(handle, String::as_str)
    }

    /// The label of an option.
    pub fn option<'a>(&'a self, handle: &str, key: &'a str) -> &'a str {
        let label = self.options.get(handle).and_then(|labels| labels.get(key));
        label.map_or(key, String::as_str)
    }
}

impl HandedForm {
    /// The labels in a locale; empty if the release has none for it.
    pub fn words(&self, locale: &str) -> FormWords {
        self.words.get(locale).cloned().unwrap_or_default()
    }
}
