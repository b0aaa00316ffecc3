//! Fields of a collection with content that nothing reads: an editor's input is not shown. Reported once per field,
//! with counts.

use std::collections::BTreeMap;

use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    locale::LocaleIndex,
};

use crate::{
    convert::findings::Findings,
    pull::is_set_by_cms,
    statamic::wire::{Fields, Read},
};

/// Fields that are not page content, in addition to the CMS's own; the last ones are paths of screens, which the shop
/// defines itself.
const BESIDE: [&str; 12] = [
    "title",
    "blocks",
    "is_entry",
    "live_preview",
    "slugs",
    "template",
    "layout",
    "protect",
    "redirect",
    "search_url",
    "account_url",
    "cart_url",
];

#[derive(Debug, Default)]
struct Count {
    by_locale: BTreeMap<LocaleIndex, usize>,
    edit_url: Option<String>,
}

/// The number of entries with content, per field of a collection.
#[derive(Debug, Default)]
pub(in crate::convert) struct Filled(BTreeMap<String, Count>);

impl Filled {
    /// Counts the fields of an entry.
    pub(in crate::convert) fn note(&mut self, fields: Fields<'_>, locale: LocaleIndex) {
        for key in fields.keys() {
            let is_own = !BESIDE.contains(&key.as_str()) && !is_set_by_cms(key);
            if is_own && fields.has_words_in(key) {
                let known = self.0.entry(key.clone()).or_default();
                *known.by_locale.entry(locale).or_default() += 1;
                known.edit_url = known.edit_url.take().or_else(|| fields.quiet().text("edit_url"));
            }
        }
    }

    /// Reports the unread fields of a global set, in one finding.
    pub(in crate::convert) fn report_global(self, handle: &str, read: &Read, findings: &Findings) {
        let unread = self.0.into_keys().filter(|field| !read.has(field));
        let fields: Vec<String> = unread.map(|field| format!("`{field}`")).collect();
        if fields.is_empty() {
            return;
        }
        let place = Place {
            source: "statamic".to_owned(),
            kind: "global".to_owned(),
            id: handle.to_owned(),
            ..Place::default()
        };
        let message = format!(
            "what the global `{handle}` has in {} is shown nowhere",
            fields.join(", ")
        );
        let hint = "The shop reads the globals site, shop, newsletter, appointment, integrations, socials, page_404 and seo_defaults: its name is \
                    `company_name` of `site`. What is for other programs may stay.";
        findings.push(Diagnostic::warning("field-not-shown", message, place).hint(hint));
    }

    /// Reports the unread fields of a collection.
    pub(in crate::convert) fn report(self, collection: &str, read: &Read, findings: &Findings) {
        for (field, filled) in self.0.into_iter().filter(|(field, _)| !read.has(field)) {
            let count = filled.by_locale.values().copied().max().unwrap_or_default();
            let entries = if count == 1 { "entry" } else { "entries" };
            let place = Place {
                source: "statamic".to_owned(),
                kind: "collection".to_owned(),
                id: collection.to_owned(),
                field: Some(field.clone()),
                edit_url: filled.edit_url,
                ..Place::default()
            };
            let message = format!("the field `{field}` of {count} {entries} of `{collection}` is shown nowhere");
            let hint = format!(
                "Name it as text, picture, date or excerpt in a [[content.kinds]] table of vitrine.toml with collection = \"{collection}\"; \
                 where it is for other programs, nothing is to be done."
            );
            findings.push(Diagnostic::warning("field-not-shown", message, place).hint(hint));
        }
    }
}
