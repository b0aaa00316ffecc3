//! Redirects of the CMS's add-on (Statamic §17, R-ROUTE-09).
//!
//! **Invariant:** only exact paths, with the locale's prefix; a redirect that cannot be applied is reported, never
//! guessed.

use serde_json::Value;
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    ids::EntryId,
    link::LinkTarget,
    locale::Locale,
    path::{LocalPath, SitePath},
    redirect::{Redirect, RedirectTarget},
};

use super::{entries_by_id::EntryPaths, error::ConvertError, findings::Findings, input::Input, scope::Scope};
use crate::{
    snapshot::name,
    statamic::wire::{Fields, Unread},
};

/// Converts the active redirects of this shop's sites.
pub(crate) fn convert(
    input: &Input<'_>,
    entries: &EntryPaths,
    findings: &Findings,
) -> Result<Vec<Redirect>, ConvertError> {
    let mut redirects = Vec::new();
    for record in input.records(&name(&["statamic", "redirects"])?, findings)? {
        let record = record?;
        let unread = Unread::default();
        let fields = Fields::of(&record).noting(&unread);
        if fields.get("enabled") == Some(&Value::Bool(false)) {
            continue;
        }
        let Some(locale) = locale_of(input, fields) else {
            continue;
        };
        let id = fields.text("id").or_else(|| fields.text("source")).unwrap_or_default();
        let place = Place {
            source: "statamic".to_owned(),
            kind: "redirect".to_owned(),
            id,
            locale: Some(locale.code.to_string()),
            ..Place::default()
        };
        let mut scope = Scope {
            input,
            place: place.clone(),
            findings,
        };
        match redirect(fields, locale, entries, &mut scope) {
            Ok(redirect) => redirects.push(redirect),
            Err(reason) => {
                let message = format!("the redirect {} is not applied: {reason}", place.id);
                let finding = Diagnostic::warning("redirect-refused", message, place.clone());
                findings.push(finding.hint("Use an exact path that begins with a slash, and type 301, 302 or 410."));
            }
        }
        findings.unread(&place, unread);
    }
    Ok(redirects)
}

/// The locale of the redirect's site; the default locale if it names no site.
fn locale_of<'a>(input: &'a Input<'_>, fields: Fields<'_>) -> Option<&'a Locale> {
    match fields.choice("site") {
        None => Some(input.locales.default_locale()),
        Some(site) => input
            .locales()
            .map(|(_, l)| l)
            .find(|l| l.content_site.as_str() == site),
    }
}

fn redirect(
    fields: Fields<'_>,
    locale: &Locale,
    entries: &EntryPaths,
    scope: &mut Scope<'_>,
) -> Result<Redirect, String> {
    if fields.choice("match_type").is_some_and(|kind| kind != "exact") {
        return Err("only exact paths are applied, no patterns".to_owned());
    }
    let source = fields.text("source").ok_or("it has no source")?;
    let from = prefixed(&source, locale).and_then(|p| LocalPath::parse(&p).map_err(|e| e.to_string()))?;
    exact(&source, from.path())?;
    let status = match fields.choice("type").as_deref() {
        None | Some("301") => 301,
        Some("302") => 302,
        Some("410") => 410,
        Some(other) => return Err(format!("its type {other:?} is not 301, 302 or 410")),
    };
    let target = if status == 410 {
        RedirectTarget::Gone
    } else {
        let text = fields.text("destination").ok_or("it has no destination")?;
        match scope.parse_target(&text) {
            Some(LinkTarget::Local { path, fragment }) => {
                let path = prefixed(&path.href(), locale)?;
                let path = LocalPath::parse(&path).map_err(|e| e.to_string())?;
                RedirectTarget::Local { path, fragment }
            }
            Some(LinkTarget::Entry(id)) => RedirectTarget::to(entry_page(entries, &id)?),
            Some(LinkTarget::EntryPart { id, query, fragment }) => {
                let page = LocalPath::from(entry_page(entries, &id)?);
                let href = query.map_or_else(|| page.href(), |query| format!("{}?{query}", page.href()));
                let path = LocalPath::parse(&href).map_err(|e| e.to_string())?;
                RedirectTarget::Local { path, fragment }
            }
            Some(LinkTarget::External(url)) if is_foreign_page(&url) => RedirectTarget::External(url),
            _ => return Err(format!("{text:?} cannot be a destination")),
        }
    };
    Ok(Redirect {
        from,
        target,
        status,
        source: format!(
            "Statamic redirect {} {}",
            scope.place.id,
            fields.text("title").unwrap_or_default()
        )
        .trim_end()
        .to_owned(),
        entry: None,
        until: None,
    })
}

fn entry_page(entries: &EntryPaths, id: &EntryId) -> Result<SitePath, String> {
    let path = entries.path(id).cloned();
    path.ok_or_else(|| format!("the entry {id} has no page"))
}

/// Checks that a source is an exact path: a CDN reads the same line and would treat characters as patterns that
/// `vitrine serve` does not.
fn exact(source: &str, path: &SitePath) -> Result<(), String> {
    if path.reads_as_pattern() {
        return Err("only exact paths are applied: static hosts read * and : in its source as a pattern".to_owned());
    }
    if source.contains('#') {
        return Err("its source holds a fragment (#), which browsers do not send".to_owned());
    }
    if path.is_own_file() {
        return Err(format!("the generator writes a file of its own at {path}"));
    }
    Ok(())
}

/// An http(s) URL without user name and password.
pub(super) fn is_foreign_page(url: &str) -> bool {
    let host = url
        .split_once("://")
        .map(|(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or(rest));
    url.starts_with("http") && host.is_some_and(|host| !host.contains('@'))
}

/// A path with its site's prefix, unless it already has one.
fn prefixed(path: &str, locale: &Locale) -> Result<String, String> {
    if !path.starts_with('/') {
        return Err(format!("{path:?} does not begin with a slash"));
    }
    let has = path
        .strip_prefix(locale.prefix.as_str())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
    if has || locale.prefix.is_empty() {
        return Ok(path.to_owned());
    }
    Ok(format!("{}{}", locale.prefix, if path == "/" { "" } else { path }))
}
