//! Terms (Statamic §7): every term once for each site unless `filter[site]` is given; a single term is always in the
//! default site and only found by the default site's slug.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::answer::Reply;
use super::augment;
use super::content::{Content, Term};
use super::dates::format_date;
use super::filter::Filter;
use super::listing;
use super::page;
use super::query::Query;
use super::relations;
use super::scope::Scope;

/// Names that every taxonomy allows for filters, besides the blueprint's fields.
const PSEUDO_FIELDS: &[&str] = &["id", "locale", "site", "slug", "title", "uri", "url"];

/// The keys that Statamic itself defines for a term in a site.
pub(crate) fn system_keys(term: &Term, site: usize, scope: &Scope<'_>) -> BTreeMap<&'static str, Value> {
    let content = scope.content;
    let (own, slug) = (&scope.hosts.own, content.term_slug(term, site));
    let uri = content.term_uri(term, site);
    let url = content.url(site, &uri);
    let path = format!("taxonomies/{}/terms", term.taxonomy);
    BTreeMap::from([
        ("api_url", json!(format!("{own}/api/{path}/{slug}"))),
        (
            "edit_url",
            json!(format!("{own}/cp/{path}/{}/{}", term.key, content.site_handle(site))),
        ),
        ("id", json!(format!("{}::{}", term.taxonomy, term.key))),
        ("is_term", json!(true)),
        ("locale", json!(content.site_handle(site))),
        ("permalink", json!(relations::permalink(own, &url))),
        ("slug", json!(slug)),
        ("taxonomy", json!(relations::taxonomy(&term.taxonomy, scope))),
        ("title", json!(content.term_value(term, "title", site))),
        ("updated_at", json!(format_date(term.updated_at))),
        ("updated_by", Value::Null),
        ("uri", json!(uri)),
        ("url", json!(url)),
    ])
}

/// The answered term in a site. Statamic counts a term's entries once for each request, in the requested site,
/// otherwise in the default site: that is `count_site`. In place of a term that a live preview edits, it is the localization that is
/// edited, whichever was asked for.
fn object(term: &Term, site: usize, count_site: usize, scope: &Scope<'_>) -> Value {
    let content = scope.content;
    let edited = scope.edited_term(term);
    let site = edited.map_or(site, |(site, _)| site);
    let scope = Scope {
        site,
        owner: site,
        collection: None,
        entry: None,
        ..*scope
    };
    let mut keys: BTreeMap<&str, Value> = system_keys(term, site, &scope);
    keys.insert("entries_count", json!(listing::count_with(term, count_site, &scope)));
    for field in content
        .term_blueprint(&term.taxonomy)
        .map(|blueprint| blueprint.fields.as_slice())
        .unwrap_or_default()
    {
        if !keys.contains_key(field.handle.as_str())
            && let Some(value) = augment::field(field, content.term_value(term, &field.handle, site), &scope)
        {
            keys.insert(&field.handle, value);
        }
    }
    if let Some((_, mark)) = edited {
        keys.insert("live_preview", mark.clone());
    }
    Value::Object(
        keys.into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect::<Map<_, _>>(),
    )
}

fn stored(term: &Term, site: usize, name: &str, content: &Content) -> Value {
    match name {
        "site" | "locale" => json!(content.site_handle(site)),
        "id" => json!(format!("{}::{}", term.taxonomy, term.key)),
        "slug" => json!(content.term_slug(term, site)),
        "uri" => json!(content.term_uri(term, site)),
        "url" => json!(content.url(site, &content.term_uri(term, site))),
        other => content.term_value(term, other, site).cloned().unwrap_or(Value::Null),
    }
}

/// `GET taxonomies/{taxonomy}/terms`.
pub(crate) fn list(taxonomy: &str, query: &Query, scope: &Scope<'_>, path: &str) -> Reply {
    let content = scope.content;
    if !content.taxonomies.contains_key(taxonomy) {
        return Reply::NotFound;
    }
    if let Some(reply) = query.forbidden(|name| is_allowed(content, taxonomy, name)) {
        return reply;
    }
    let filters = query.filters();
    let of_site = filters
        .iter()
        .find(|filter| filter.field == "site" && filter.condition.is_empty());
    let asked = of_site.and_then(|filter| content.site_index(&filter.operand));
    let found = find(|term| term.taxonomy == taxonomy, &filters, &query.sorts(), scope);
    page::paged(query, scope.hosts, path, &found, |(term, site)| {
        object(term, *site, asked.unwrap_or(0), scope)
    })
}

/// All localizations of the terms of some taxonomies that match all filters, sorted.
pub(crate) fn find<'c>(
    of_taxonomy: impl Fn(&Term) -> bool,
    filters: &[Filter],
    sorts: &[(&str, bool)],
    scope: &Scope<'c>,
) -> Vec<(&'c Term, usize)> {
    let content = scope.content;
    let terms = content.terms.iter().filter(|term| of_taxonomy(term));
    let all = terms.flat_map(|term| (0..content.sites.len()).map(move |site| (term, site)));
    let passes = |(term, site): &(&Term, usize)| {
        filters
            .iter()
            .all(|filter| filter.matches(&stored(term, *site, &filter.field, content), scope.now))
    };
    let found: Vec<(&Term, usize)> = all.filter(passes).collect();
    let mut order: Vec<usize> = (0..found.len()).collect();
    listing::sort(&mut order, sorts, |position, name| {
        found
            .get(position)
            .map_or(Value::Null, |(term, site)| stored(term, *site, name, content))
    });
    order
        .iter()
        .filter_map(|position| found.get(*position).copied())
        .collect()
}

/// Whether terms of a taxonomy may be filtered by a field.
pub(crate) fn is_allowed(content: &Content, taxonomy: &str, name: &str) -> bool {
    let own = content.term_blueprint(taxonomy);
    PSEUDO_FIELDS.contains(&name) || own.is_some_and(|blueprint| blueprint.field(name).is_some())
}

/// `GET taxonomies/{taxonomy}/terms/{slug}`.
pub(crate) fn show(taxonomy: &str, slug: &str, scope: &Scope<'_>) -> Reply {
    scope
        .content
        .term(taxonomy, slug)
        .map_or(Reply::NotFound, |term| Reply::data(object(term, 0, 0, scope)))
}

/// `GET taxonomies/{taxonomy}/terms/{slug}/entries`.
pub(crate) fn entries(taxonomy: &str, slug: &str, query: &Query, scope: &Scope<'_>, path: &str) -> Reply {
    match scope.content.term(taxonomy, slug) {
        Some(term) => listing::of_term(term, query, scope, path),
        None => Reply::NotFound,
    }
}
