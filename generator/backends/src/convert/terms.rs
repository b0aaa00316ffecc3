//! Terms of every taxonomy, one record for each term with its texts by locale (Statamic §7, content model §3).
//!
//! **Invariant:** a term's id is the same in all locales; a term without an id is left out.

use std::collections::BTreeMap;

use vitrine_model::{
    diagnostic::Place,
    ids::TermId,
    locale::Localized,
    taxonomy::{Term, TermTexts},
};

use super::{
    error::ConvertError,
    findings::Findings,
    input::{Input, place_of_line},
    inspect,
    scope::Scope,
};
use crate::{
    snapshot::name,
    statamic::wire::{Fields, Unread},
};

/// Converts the terms of every configured taxonomy and locale.
pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<Vec<Term>, ConvertError> {
    let mut terms: BTreeMap<TermId, Term> = BTreeMap::new();
    for taxonomy in &input.config.taxonomies {
        for (index, locale) in input.locales() {
            let file = name(&["statamic", "terms", taxonomy, locale.code.as_str()])?;
            for (line, record) in input.records(&file, findings)?.enumerate() {
                let record = record?;
                let unread = Unread::default();
                let fields = Fields::of(&record).noting(&unread);
                let Some(id) = fields.text("id").and_then(|id| TermId::parse(&id).ok()) else {
                    findings.left_out(place_of_line(&file, line), "id", "it has no id that can be read");
                    continue;
                };
                let place = Place {
                    source: "statamic".to_owned(),
                    kind: "term".to_owned(),
                    id: id.to_string(),
                    locale: Some(locale.code.to_string()),
                    field: None,
                    edit_url: fields.text("edit_url"),
                };
                inspect::check(&record, &place, findings);
                let scope = Scope { input, place, findings };
                let texts = texts(&id, fields, &scope);
                let term = terms.entry(id.clone());
                let term = term.or_insert_with(|| without_texts(id, taxonomy));
                term.shop_category_code = term
                    .shop_category_code
                    .take()
                    .or_else(|| fields.text("shop_category_code"));
                term.texts.set(index, texts);
                findings.unread(&scope.place, unread);
            }
        }
    }
    Ok(terms.into_values().collect())
}

pub(super) fn without_texts(id: TermId, taxonomy: &str) -> Term {
    Term {
        id,
        taxonomy: taxonomy.to_owned(),
        shop_category_code: None,
        texts: Localized::new(),
    }
}

/// The slug in the CMS's default site, which is the second part of the id.
pub(super) fn default_slug(id: &TermId) -> &str {
    id.as_str().rsplit("::").next().unwrap_or(id.as_str())
}

/// The words of a term in the locale of a record.
pub(super) fn texts(id: &TermId, fields: Fields<'_>, scope: &Scope<'_>) -> TermTexts {
    let slug = fields.text("slug").unwrap_or_else(|| default_slug(id).to_owned());
    TermTexts {
        title: fields.text("title").unwrap_or_else(|| slug.clone()),
        slug,
        description: scope.plain(fields, "description"),
        care: scope.plain(fields, "care"),
        image: scope.image(fields, "image"),
    }
}
