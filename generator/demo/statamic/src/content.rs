//! The content of the CMS with derived data: URIs, tree positions, status. Built once and replaced as a whole by an
//! edit, so a request always sees one consistent state.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use jiff::Timestamp;
use serde_json::{Map, Value};

use super::asset::Asset;
use super::blueprint::Blueprint;
use super::dates::parse_date;
use super::files::{Collection, DateRule, FormFile, NavFileNode, Taxonomy, TreeFileNode};
use vitrine_demo_shop::Site;

/// All content. Entries, terms and sites are referred to by their index in these lists.
#[derive(Debug, Clone, Default)]
pub(crate) struct Content {
    pub(crate) shop_name: String,
    pub(crate) sites: Vec<Site>,
    pub(crate) collections: IndexMap<String, Collection>,
    pub(crate) taxonomies: IndexMap<String, Taxonomy>,
    pub(crate) blueprints: BTreeMap<String, Blueprint>,
    /// In index order: by collection, site handle and file path, Statamic's default order.
    pub(crate) entries: Vec<Entry>,
    pub(crate) trees: BTreeMap<String, Vec<TreeFileNode>>,
    pub(crate) terms: Vec<Term>,
    pub(crate) navs: BTreeMap<String, Nav>,
    pub(crate) globals: BTreeMap<String, Global>,
    pub(crate) forms: BTreeMap<String, FormFile>,
    pub(crate) redirects: Vec<Value>,
    pub(crate) assets: BTreeMap<String, Asset>,
    /// Computed by [`Content::place`].
    pub(crate) places: Places,
}

/// One localization of an entry; Statamic stores it as a separate entry.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// `collection/key`, shared by its localizations.
    pub(crate) key: String,
    pub(crate) collection: String,
    pub(crate) site: usize,
    pub(crate) id: String,
    /// Site of the entry it was localized from; none for the origin.
    pub(crate) origin: Option<usize>,
    /// Values stored in this localization.
    pub(crate) own: Map<String, Value>,
    pub(crate) updated_at: Timestamp,
}

/// One term, in all sites at once.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    pub(crate) taxonomy: String,
    /// Slug in the default site; identifies the term.
    pub(crate) key: String,
    /// Fields, a value or a map by site handle.
    pub(crate) fields: Map<String, Value>,
    pub(crate) updated_at: Timestamp,
}

/// A navigation.
#[derive(Debug, Clone)]
pub(crate) struct Nav {
    pub(crate) title: String,
    pub(crate) blueprint: Blueprint,
    pub(crate) trees: IndexMap<String, Vec<NavFileNode>>,
}

/// A global set.
#[derive(Debug, Clone)]
pub(crate) struct Global {
    /// Title of the set; only used in GraphQL.
    pub(crate) title: String,
    pub(crate) blueprint: Blueprint,
    /// Variables by site index.
    pub(crate) variables: BTreeMap<usize, Map<String, Value>>,
}

/// Positions of entries.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    pub(crate) by_key: BTreeMap<(String, usize), usize>,
    pub(crate) by_id: BTreeMap<String, usize>,
    /// Site-relative URI by entry; none without a route.
    pub(crate) uri: Vec<Option<String>>,
    /// 1-based depth-first position by entry.
    pub(crate) order: Vec<Option<u64>>,
    /// Parent entry by entry.
    pub(crate) parent: Vec<Option<usize>>,
    /// The tree of each structured collection in each site.
    pub(crate) trees: BTreeMap<(String, usize), Vec<Branch>>,
}

/// A node of a site's tree.
#[derive(Debug, Clone)]
pub(crate) struct Branch {
    pub(crate) entry: usize,
    pub(crate) children: Vec<Branch>,
}

/// `status` of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Published,
    Draft,
    Scheduled,
    Expired,
}

impl Status {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::Expired => "expired",
        }
    }
}

impl Content {
    /// Index of a site by handle.
    pub(crate) fn site_index(&self, handle: &str) -> Option<usize> {
        self.sites.iter().position(|site| site.handle == handle)
    }

    /// Handle of a site.
    pub(crate) fn site_handle(&self, site: usize) -> &str {
        self.sites.get(site).map_or("", |site| &site.handle)
    }

    /// The entry at an index.
    pub(crate) fn entry(&self, index: usize) -> Option<&Entry> {
        self.entries.get(index)
    }

    /// The localization of a key in a site.
    pub(crate) fn localization(&self, key: &str, site: usize) -> Option<usize> {
        self.places.by_key.get(&(key.to_owned(), site)).copied()
    }

    /// All localizations of a key: the origin, then the others by site handle.
    pub(crate) fn localizations(&self, key: &str) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.sites.len())
            .filter_map(|site| self.localization(key, site))
            .collect();
        all.sort_by_key(|index| {
            self.entry(*index)
                .map(|entry| (entry.origin.is_some(), self.site_handle(entry.site).to_owned()))
        });
        all
    }

    /// The origin of a key: the entry the others were localized from.
    pub(crate) fn origin(&self, key: &str) -> Option<usize> {
        let all = self.localizations(key);
        all.iter()
            .copied()
            .find(|index| self.entry(*index).is_some_and(|entry| entry.origin.is_none()))
    }

    /// A stored value and the site that stores it; a localization reads through to its origin field by field (Statamic §14).
    pub(crate) fn value<'c>(&'c self, entry: &'c Entry, handle: &str) -> Option<(&'c Value, usize)> {
        if let Some(value) = entry.own.get(handle) {
            return Some((value, entry.site));
        }
        let origin = self.entry(self.localization(&entry.key, entry.origin?)?)?;
        origin.own.get(handle).map(|value| (value, origin.site))
    }

    /// A stored text.
    pub(crate) fn text<'c>(&'c self, entry: &'c Entry, handle: &str) -> Option<&'c str> {
        self.value(entry, handle).and_then(|(value, _)| value.as_str())
    }

    /// The slug: the stored one, otherwise the last part of the key.
    pub(crate) fn slug<'c>(&'c self, entry: &'c Entry) -> &'c str {
        self.text(entry, "slug")
            .unwrap_or_else(|| entry.key.rsplit('/').next().unwrap_or(&entry.key))
    }

    /// Whether it is not a draft.
    pub(crate) fn is_published(&self, entry: &Entry) -> bool {
        self.value(entry, "published")
            .and_then(|(value, _)| value.as_bool())
            .unwrap_or(true)
    }

    /// Its date, in dated collections.
    pub(crate) fn date(&self, entry: &Entry) -> Option<Timestamp> {
        if !self.collections.get(&entry.collection)?.dated {
            return None;
        }
        self.text(entry, "date").and_then(parse_date)
    }

    /// Whether the date rule of its collection currently hides it.
    pub(crate) fn is_private(&self, entry: &Entry, now: Timestamp) -> bool {
        let Some(collection) = self.collections.get(&entry.collection) else {
            return false;
        };
        self.date(entry).is_some_and(|date| {
            let rule = if date > now { collection.future } else { collection.past };
            rule == DateRule::Private
        })
    }

    /// Its current status.
    pub(crate) fn status(&self, entry: &Entry, now: Timestamp) -> Status {
        if !self.is_published(entry) {
            Status::Draft
        } else if !self.is_private(entry, now) {
            Status::Published
        } else if self.date(entry).is_some_and(|date| date > now) {
            Status::Scheduled
        } else {
            Status::Expired
        }
    }

    /// The blueprint of a collection.
    pub(crate) fn entry_blueprint(&self, collection: &str) -> Option<&Blueprint> {
        self.blueprints.get(&self.collections.get(collection)?.blueprint)
    }

    /// The blueprint of a taxonomy.
    pub(crate) fn term_blueprint(&self, taxonomy: &str) -> Option<&Blueprint> {
        self.blueprints.get(self.taxonomies.get(taxonomy)?.blueprint.as_ref()?)
    }

    /// The site's base path joined with the URI: `/en/brands/x`, `/en` for the home page of a site with a prefix.
    pub(crate) fn url(&self, site: usize, uri: &str) -> String {
        let base = self.sites.get(site).map_or("", |site| site.url.trim_end_matches('/'));
        match (base, uri) {
            ("", uri) => uri.to_owned(),
            (base, "/") => base.to_owned(),
            (base, uri) => format!("{base}{uri}"),
        }
    }

    /// `url` of an entry: the target of its `redirect`, otherwise its own address.
    pub(crate) fn entry_url(&self, index: usize) -> Option<String> {
        self.redirect_url(index).or_else(|| self.own_url(index))
    }

    /// The target of `redirect` (part C of the contract): the first child page, another entry, or the stored text.
    /// `None` for 404 and for missing targets.
    fn redirect_url(&self, index: usize) -> Option<String> {
        let entry = self.entry(index)?;
        let text = self.text(entry, "redirect").filter(|text| !text.is_empty())?;
        if text == "@child" {
            let of_entry = |(child, parent): (usize, &Option<usize>)| (*parent == Some(index)).then_some(child);
            let children = self.places.parent.iter().enumerate().filter_map(of_entry);
            let first = children.min_by_key(|child| self.places.order.get(*child).copied().flatten());
            return self.own_url(first?);
        }
        let Some(target) = text.strip_prefix("entry::") else {
            return Some(text.to_owned());
        };
        let by_id = self.places.by_id.get(target).and_then(|index| self.entry(*index));
        let key = by_id.map_or(target, |entry| entry.key.as_str());
        self.own_url(self.localization(key, entry.site).or_else(|| self.origin(key))?)
    }

    /// The address from the route of an entry.
    fn own_url(&self, index: usize) -> Option<String> {
        let uri = self.places.uri.get(index)?.as_deref()?;
        Some(self.url(self.entry(index)?.site, uri))
    }

    /// A term by taxonomy and key.
    pub(crate) fn term(&self, taxonomy: &str, key: &str) -> Option<&Term> {
        self.terms
            .iter()
            .find(|term| term.taxonomy == taxonomy && term.key == key)
    }

    /// A term's field in a site: the site's own, otherwise the default site's.
    pub(crate) fn term_value<'c>(&self, term: &'c Term, handle: &str, site: usize) -> Option<&'c Value> {
        let value = term.fields.get(handle)?;
        let by_site = value
            .as_object()
            .filter(|map| !map.is_empty() && map.keys().all(|key| self.sites.iter().any(|site| site.handle == *key)));
        match by_site {
            Some(map) => map.get(self.site_handle(site)).or_else(|| map.get(self.site_handle(0))),
            None => Some(value),
        }
    }

    /// A term's address, relative to a site: the handle of its taxonomy with hyphens, and its slug.
    pub(crate) fn term_uri(&self, term: &Term, site: usize) -> String {
        format!("/{}/{}", hyphenated(&term.taxonomy), self.term_slug(term, site))
    }

    /// A term's slug in a site.
    pub(crate) fn term_slug<'c>(&self, term: &'c Term, site: usize) -> &'c str {
        self.term_value(term, "slug", site)
            .and_then(Value::as_str)
            .unwrap_or(&term.key)
    }
}

/// A handle as it is in addresses.
pub(crate) fn hyphenated(handle: &str) -> String {
    handle.replace('_', "-")
}
