//! What `vitrine init` asks a CMS: the handles that it has, and which of them its REST API answers.
//!
//! **Invariant:** nothing is written in the CMS, and no content is read.

use serde_json::{Map, Value, json};

use super::client::StatamicClient;
use crate::{error::BackendError, query::escape};

/// A kind of handles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandleKind {
    /// Collections of entries.
    Collections,
    /// Taxonomies.
    Taxonomies,
    /// Navigations.
    Navigations,
    /// Containers of assets.
    Containers,
}

impl HandleKind {
    /// The field of GraphQL's root.
    fn list(self) -> &'static str {
        match self {
            Self::Collections => "collections",
            Self::Taxonomies => "taxonomies",
            Self::Navigations => "navs",
            Self::Containers => "assetContainers",
        }
    }

    fn path(self, handle: &str) -> String {
        let handle = escape(handle);
        match self {
            Self::Collections => format!("/collections/{handle}/entries"),
            Self::Taxonomies => format!("/taxonomies/{handle}/terms"),
            Self::Navigations => format!("/navs/{handle}/tree"),
            Self::Containers => format!("/assets/{handle}"),
        }
    }
}

/// A site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenSite {
    /// Its handle.
    pub handle: String,
    /// `nl-NL`, as Statamic writes it with a hyphen or an underscore; empty if it does not say.
    pub locale: String,
}

impl StatamicClient {
    /// The sites, by GraphQL; `None` if it answers without them.
    pub async fn site_locales(&self) -> Result<Option<Vec<SeenSite>>, BackendError> {
        let rows = self.listed("sites", "handle locale").await?;
        let site = |row: &Map<String, Value>| {
            let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            Some(SeenSite {
                handle: text("handle"),
                locale: text("locale").replace('_', "-"),
            })
            .filter(|site| !site.handle.is_empty())
        };
        Ok(rows.map(|rows| rows.iter().filter_map(site).collect()))
    }

    /// The handles of a kind, by GraphQL; `None` if it answers without them, because that is switched off.
    pub async fn handles(&self, kind: HandleKind) -> Result<Option<Vec<String>>, BackendError> {
        Ok(self.listed(kind.list(), "handle").await?.map(handles_of))
    }

    /// The handles of globals, by GraphQL; `None` if it answers without them.
    pub async fn globals_listed(&self) -> Result<Option<Vec<String>>, BackendError> {
        Ok(self.listed("globalSets", "handle").await?.map(handles_of))
    }

    /// The forms with the fields that people never see, by GraphQL; `None` of a field if the CMS does not tell it.
    pub async fn form_traps(&self) -> Result<Option<Vec<(String, Option<String>)>>, BackendError> {
        let rows = self.listed("forms", "handle honeypot").await?;
        let form = |row: &Map<String, Value>| {
            let text = |name: &str| row.get(name).and_then(Value::as_str).map(str::to_owned);
            Some((text("handle")?, text("honeypot")))
        };
        Ok(rows.map(|rows| rows.iter().filter_map(form).collect()))
    }

    async fn listed(&self, list: &str, fields: &str) -> Result<Option<Vec<Map<String, Value>>>, BackendError> {
        let (_, answer) = self.ask(&format!("{{ {list} {{ {fields} }} }}"), &json!({})).await?;
        let rows = answer.data.and_then(|mut data| data.remove(list));
        let rows = rows.and_then(|rows| rows.as_array().cloned());
        Ok(rows.map(|rows| rows.into_iter().filter_map(|row| row.as_object().cloned()).collect()))
    }

    /// Whether the REST API answers a handle: whether it exists and is switched on there.
    pub async fn is_answered(&self, kind: HandleKind, handle: &str) -> Result<bool, BackendError> {
        let asked = match kind {
            HandleKind::Navigations => json!({}),
            _ => json!({"limit": 1, "page": 1}),
        };
        match self.read_if_there(&kind.path(handle), &asked).await {
            Ok(found) => Ok(found.is_some()),
            // What it refuses of the question is no matter here.
            Err(error) if error.status() == Some(422) => Ok(true),
            Err(error) => Err(error),
        }
    }
}

fn handles_of(rows: Vec<Map<String, Value>>) -> Vec<String> {
    let handle = |row: Map<String, Value>| Some(row.get("handle")?.as_str()?.to_owned());
    rows.into_iter().filter_map(handle).collect()
}
