//! Editing terms, and terms as the demo's edit pages show them.

use serde_json::{Map, Value};

use super::content::{Content, Term};
use super::desk::{DeskEntry, DeskText, Place, changed, collect};
use super::moves::ContentTold;
use super::preview::Draft;
use super::state::StatamicState;
use super::term_edit::{TermEdit, TermPreviewEdit};

/// A term in a site: taxonomy, key, handle of the site.
pub type DeskTermPlace<'p> = (&'p str, &'p str, &'p str);

impl StatamicState {
    /// Edits a term in one site.
    ///
    /// # Errors
    /// When term, site, field or reference do not exist; nothing is changed then.
    pub fn edit_term(&self, edit: &TermEdit) -> Result<Vec<ContentTold>, String> {
        let now = self.clock.now();
        let place = format!("editing {} in {}", edit.term, edit.site);
        self.change(|content| {
            edit.apply(content, now)
                .map_err(|problem| format!("{place}: {problem}"))
        })?;
        let (taxonomy, key) = edit.names()?;
        Ok(ContentTold::of_term(taxonomy, key, &edit.site))
    }

    /// Starts or updates a live preview of a term, and returns its token.
    ///
    /// # Errors
    /// As [`Self::edit_term`], and when the token is invalid.
    pub fn preview_term(&self, edit: TermPreviewEdit) -> Result<String, String> {
        let TermPreviewEdit {
            term,
            site,
            fields,
            token,
        } = edit;
        let edit = TermEdit { term, site, fields };
        self.previews
            .begin(Draft::Term(edit, token), self.content(), self.clock.now())
    }

    /// The terms in a site, by taxonomy.
    #[must_use]
    pub fn desk_terms(&self, site: &str) -> Vec<DeskEntry> {
        let content = self.content();
        let Some(site) = content.site_index(site) else {
            return Vec::new();
        };
        let mut terms: Vec<DeskEntry> = content.terms.iter().map(|term| shown(&content, term, site)).collect();
        terms.sort_by(|a, b| (&a.collection, &a.title).cmp(&(&b.collection, &b.title)));
        terms
    }

    /// A term in a site, its texts, and its localizations (including itself).
    #[must_use]
    pub fn desk_term(&self, place: DeskTermPlace<'_>) -> Option<(DeskEntry, Vec<DeskText>, Vec<DeskEntry>)> {
        let content = self.content();
        let (taxonomy, key, site) = place;
        let (term, site) = content.term(taxonomy, key).zip(content.site_index(site))?;
        let all = (0..content.sites.len()).map(|site| shown(&content, term, site));
        Some((shown(&content, term, site), texts(&content, term, site), all.collect()))
    }

    /// Saves texts by pointer; what Statamic's events tell.
    ///
    /// # Errors
    /// When there is no such term, or the title is empty.
    pub fn desk_save_term(
        &self,
        place: DeskTermPlace<'_>,
        sent: &[(String, String)],
    ) -> Result<Vec<ContentTold>, String> {
        let fields = self.typed_term(place, sent)?;
        let (taxonomy, key, site) = place;
        self.edit_term(&TermEdit {
            term: format!("{taxonomy}/{key}"),
            site: site.to_owned(),
            fields,
        })
    }

    /// Starts a live preview of what is typed in the form, or continues the one with the token; returns its token.
    ///
    /// # Errors
    /// As [`Self::desk_save_term`], and when the token is invalid.
    pub fn desk_preview_term(
        &self,
        place: DeskTermPlace<'_>,
        sent: &[(String, String)],
        token: Option<String>,
    ) -> Result<String, String> {
        let fields = self.typed_term(place, sent)?;
        let (taxonomy, key, site) = place;
        self.preview_term(TermPreviewEdit {
            term: format!("{taxonomy}/{key}"),
            site: site.to_owned(),
            fields,
            token,
        })
    }

    /// What a form changes.
    fn typed_term(&self, place: DeskTermPlace<'_>, sent: &[(String, String)]) -> Result<Map<String, Value>, String> {
        let (_, texts, _) = self.desk_term(place).ok_or("there is no such term")?;
        let fields = changed(texts, sent)?.into_iter();
        let field = |(pointer, new): (String, String)| (pointer.trim_start_matches('/').to_owned(), Value::String(new));
        Ok(fields.map(field).collect())
    }
}

fn shown(content: &Content, term: &Term, index: usize) -> DeskEntry {
    let site = content.sites.get(index);
    let handle = content.site_handle(index);
    let (taxonomy, key) = (&term.taxonomy, &term.key);
    let title = content.term_value(term, "title", index).and_then(Value::as_str);
    DeskEntry {
        entry: format!("{taxonomy}/{key}"),
        collection: taxonomy.clone(),
        collection_title: content
            .taxonomies
            .get(taxonomy)
            .map_or_else(|| taxonomy.clone(), |one| one.title.clone()),
        site: handle.to_owned(),
        site_name: site.map_or_else(String::new, |site| site.name.clone()),
        language: site.map_or_else(String::new, |site| site.lang.clone()),
        id: format!("{taxonomy}::{key}"),
        reference: format!("term::{taxonomy}::{key}::{handle}"),
        form: format!("/cp/taxonomies/{taxonomy}/terms/{key}/{handle}"),
        title: title.unwrap_or(key).to_owned(),
        url: Some(content.url(index, &content.term_uri(term, index))),
        published: None,
    }
}

/// The title, and the texts of the blueprint's fields.
fn texts(content: &Content, term: &Term, site: usize) -> Vec<DeskText> {
    let title = content.term_value(term, "title", site).and_then(Value::as_str);
    let mut found = vec![DeskText {
        pointer: "/title".to_owned(),
        label: vec!["title".to_owned()],
        value: title.unwrap_or_default().to_owned(),
        long: false,
    }];
    let fields = content.term_blueprint(&term.taxonomy).map(|one| one.fields.as_slice());
    let fields = fields.unwrap_or_default().iter();
    for field in fields.filter(|field| !["title", "slug"].contains(&field.handle.as_str())) {
        if let Some(Value::String(text)) = content.term_value(term, &field.handle, site) {
            let place = Place {
                pointer: format!("/{}", field.handle),
                label: vec![field.handle.clone()],
            };
            collect(field, &Value::String(text.clone()), &place, &mut found);
        }
    }
    found
}
