//! The formats of the files in `content/`, as described in `shops/README.md`. An unknown key is an error.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::blueprint::Field;

/// One collection of `collections.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Collection {
    pub(crate) title: String,
    /// Ordered by a tree.
    #[serde(default)]
    pub(crate) structured: bool,
    /// Entries have a date.
    #[serde(default)]
    pub(crate) dated: bool,
    pub(crate) blueprint: String,
    #[serde(default)]
    pub(crate) routes: Option<Routes>,
    /// Accepted because Statamic has it; the REST API never sorts by it (Statamic §2).
    #[serde(default, rename = "sort")]
    pub(crate) _sort: Option<Value>,
    /// Visibility of entries with a future date; private by default.
    #[serde(default = "private")]
    pub(crate) future: DateRule,
    /// Visibility of entries with a past date; public by default.
    #[serde(default)]
    pub(crate) past: DateRule,
    /// Allowed filter fields; every field and pseudo-field if absent.
    #[serde(default)]
    pub(crate) allowed_filters: Option<Vec<String>>,
    /// Key of the page the collection is mounted on.
    #[serde(default)]
    pub(crate) mount: Option<String>,
}

/// Routes of a collection: one for all sites, or one for each site.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Routes {
    Same(String),
    BySite(IndexMap<String, Option<String>>),
}

/// Visibility of entries by date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DateRule {
    #[default]
    Public,
    Private,
}

fn private() -> DateRule {
    DateRule::Private
}

impl Collection {
    /// The route template of a site.
    pub(crate) fn route(&self, site: &str) -> Option<&str> {
        match self.routes.as_ref()? {
            Routes::Same(route) => Some(route),
            Routes::BySite(routes) => routes.get(site)?.as_deref(),
        }
    }

    /// Whether pages are nested; then the first root is the home page.
    pub(crate) fn has_home(&self, site: &str) -> bool {
        self.structured && self.route(site).is_some_and(|route| route.contains("{parent_uri}"))
    }
}

/// One taxonomy of `taxonomies.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Taxonomy {
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) blueprint: Option<String>,
}

/// One node of `trees.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeFileNode {
    pub(crate) entry: String,
    #[serde(default)]
    pub(crate) children: Vec<TreeFileNode>,
}

/// `navs/<handle>.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NavFile {
    pub(crate) title: String,
    /// Handle of the blueprint of its nodes; otherwise `nav_<handle>`, otherwise `<handle>`.
    #[serde(default)]
    pub(crate) blueprint: Option<String>,
    /// Fields of its nodes, if there is no blueprint file.
    #[serde(default)]
    pub(crate) fields: Vec<Field>,
    pub(crate) tree: IndexMap<String, Vec<NavFileNode>>,
}

/// One node of a nav.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct NavFileNode {
    #[serde(default)]
    pub(crate) id: Option<String>,
    #[serde(default)]
    pub(crate) title: Option<String>,
    #[serde(default)]
    pub(crate) url: Option<String>,
    #[serde(default)]
    pub(crate) entry: Option<String>,
    #[serde(default)]
    pub(crate) children: Vec<NavFileNode>,
    /// Fields of the nav's blueprint.
    #[serde(flatten)]
    pub(crate) fields: Map<String, Value>,
}

/// `forms/<handle>.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormFile {
    pub(crate) title: String,
    /// Name of the honeypot; not in REST answers (Statamic §9).
    #[serde(default = "honeypot")]
    pub(crate) honeypot: String,
    /// Sections of the form, which REST does not return; absent = a new one starts at each field of type `section`.
    #[serde(default)]
    pub(crate) sections: Vec<FormSection>,
    /// Field configs in order.
    pub(crate) fields: Map<String, Value>,
}

fn honeypot() -> String {
    "honeypot".to_owned()
}

/// One section of a form.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormSection {
    pub(crate) display: Option<String>,
    #[serde(default)]
    pub(crate) instructions: Option<String>,
    /// Handles of its fields.
    pub(crate) fields: Vec<String>,
}
