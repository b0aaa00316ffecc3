//! Entries that redirect by their field `redirect` (Statamic part C): the CMS's own front end never shows their text.
//!
//! **Invariant:** such an entry has no page. If its target exists, its path redirects there.

use serde_json::Value;
use vitrine_model::{
    content::Entry,
    diagnostic::{Diagnostic, Place},
    ids::EntryId,
    link::LinkTarget,
    locale::LocaleIndex,
    path::{LocalPath, SitePath},
    redirect::{Redirect, RedirectTarget},
};

use super::{entries_by_id::EntryPaths, findings::Findings, redirects::is_foreign_page, scope::Scope};
use crate::statamic::wire::Fields;

/// The redirect target of an entry, as an editor wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Leads {
    /// `@child`: the first page below it.
    FirstChild,
    /// `404`: it intentionally has no page.
    Nowhere,
    /// An entry, a path or another site.
    To(LinkTarget),
    /// An unrecognized value.
    Unreadable(String),
}

/// An entry that redirects.
pub(crate) struct Redirecting {
    pub(crate) id: EntryId,
    pub(crate) locale: LocaleIndex,
    /// Its own path.
    pub(crate) from: SitePath,
    pub(crate) leads: Leads,
    /// 301 or 302.
    pub(crate) status: u16,
    pub(crate) place: Place,
    /// Its name in messages.
    pub(crate) source: String,
}

impl Redirecting {
    /// Its own path, if it redirects, as a target for others.
    pub(super) fn address(&self) -> Option<(EntryId, SitePath)> {
        let answers = matches!(self.leads, Leads::FirstChild | Leads::To(_));
        answers.then(|| (self.id.clone(), self.from.clone()))
    }
}

/// The target and status of the field `redirect`; `None` if the entry has a page. Statamic returns the stored value (a
/// text, 404, a URL with a status), or that of a link field (a text; in version 6 an object).
pub(super) fn leads(fields: Fields<'_>, scope: &Scope<'_>) -> Option<(Leads, u16)> {
    let value = fields.get("redirect")?;
    let leads = match value {
        Value::Bool(false) => return None,
        Value::Number(number) if number.as_u64() == Some(404) => Leads::Nowhere,
        Value::String(text) => written(text, scope)?,
        Value::Array(list) if list.is_empty() => return None,
        Value::Object(_) => linked(Fields::of(value), scope)?,
        other => Leads::Unreadable(other.to_string()),
    };
    let permanent = matches!(fields.quiet().group("redirect").integer("status"), Some(301 | 308));
    Some((leads, if permanent { 301 } else { 302 }))
}

fn written(text: &str, scope: &Scope<'_>) -> Option<Leads> {
    Some(match text.trim() {
        "" => return None,
        "404" => Leads::Nowhere,
        "@child" => Leads::FirstChild,
        text => match scope.parse_target(text) {
            Some(target) => Leads::To(target),
            None => Leads::Unreadable(text.to_owned()),
        },
    })
}

fn linked(link: Fields<'_>, scope: &Scope<'_>) -> Option<Leads> {
    let id = link.text("id").and_then(|id| EntryId::parse(&id).ok());
    match id.filter(|id| !id.as_str().contains("::")) {
        Some(id) => Some(Leads::To(LinkTarget::Entry(id))),
        None => written(&link.text("url")?, scope),
    }
}

/// The redirects of entries. One without an existing target is reported with its edit link.
pub(crate) fn convert(
    redirecting: &[Redirecting],
    entries: &[Entry],
    paths: &EntryPaths,
    findings: &Findings,
) -> Vec<Redirect> {
    let mut redirects = Vec::new();
    for one in redirecting {
        match target(one, entries, paths) {
            Ok(None) => {}
            Ok(Some(target)) => redirects.push(Redirect {
                from: one.from.clone().into(),
                target,
                status: one.status,
                source: one.source.clone(),
                entry: Some(one.id.clone()),
                until: None,
            }),
            Err(reason) => {
                let message = format!(
                    "the entry {} redirects, and {reason}: nothing is at {}",
                    one.id, one.from
                );
                let place = Place {
                    field: Some("redirect".to_owned()),
                    ..one.place.clone()
                };
                let hint = "Choose another target for its redirect, or 404 if nothing is meant to be there.";
                findings.push(Diagnostic::warning("entry-redirect", message, place).hint(hint));
            }
        }
    }
    redirects
}

/// `None` if it intentionally has no target.
fn target(one: &Redirecting, entries: &[Entry], paths: &EntryPaths) -> Result<Option<RedirectTarget>, String> {
    let of_entry = |id: &EntryId| {
        let path = paths.path_in(id, one.locale);
        path.cloned().ok_or_else(|| format!("the entry {id} has no page"))
    };
    let target = match &one.leads {
        Leads::Nowhere => return Ok(None),
        Leads::Unreadable(text) => {
            let shown: String = text.chars().take(100).collect();
            return Err(format!("{shown:?} is no entry, path or address"));
        }
        Leads::FirstChild => {
            let child = first_child(one, entries, paths).ok_or("no page is below it")?;
            RedirectTarget::to(of_entry(&child.id)?)
        }
        Leads::To(LinkTarget::Entry(id)) => RedirectTarget::to(of_entry(id)?),
        Leads::To(LinkTarget::EntryPart { id, query, fragment }) => {
            let page = LocalPath::from(of_entry(id)?).href();
            let href = query
                .as_ref()
                .map_or_else(|| page.clone(), |query| format!("{page}?{query}"));
            RedirectTarget::Local {
                path: LocalPath::parse(&href).map_err(|error| error.to_string())?,
                fragment: fragment.clone(),
            }
        }
        Leads::To(LinkTarget::Local { path, fragment }) => RedirectTarget::Local {
            path: path.clone(),
            fragment: fragment.clone(),
        },
        Leads::To(LinkTarget::External(url)) if is_foreign_page(url) => RedirectTarget::External(url.clone()),
        Leads::To(LinkTarget::External(text) | LinkTarget::Fragment(text)) => {
            return Err(format!("{text:?} is no page"));
        }
    };
    Ok(Some(target))
}

/// The first descendant with a path, in the order of the tree.
fn first_child<'e>(one: &Redirecting, entries: &'e [Entry], paths: &EntryPaths) -> Option<&'e Entry> {
    let below = entries.iter().filter(|entry| {
        entry.parent.as_ref() == Some(&one.id) && entry.locale == one.locale && paths.path(&entry.id).is_some()
    });
    below.min_by_key(|entry| (entry.order.unwrap_or(u32::MAX), &entry.id))
}
