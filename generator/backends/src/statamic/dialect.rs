//! The dialect of this CMS, detected once per pull: its version, and the GraphQL query for the dealers.
//!
//! **Invariant:** a field has a selection exactly if GraphQL reports that its type has fields. The answer to that query
//! may have errors (version 5 fails at a type it does not know), which are ignored.

use std::collections::BTreeMap;

use reqwest::header::HeaderMap;
use serde::Deserialize;
use serde_json::json;

use super::{client::StatamicClient, graphql::ListQuery, version::StatamicVersion};
use crate::{
    error::BackendError,
    http::{Refused, Target},
};

/// Version 6 has a type `LinkValue`; the other type is that of a dealer.
const TYPES: &str = include_str!("types.graphql");
/// The dealers: published entries of the collection `stores`, as queried from version 5.
const STORES: &str = include_str!("stores.graphql");
/// Begins the fields of the blueprint.
const OWN_FIELDS: &str = "... on Entry_Stores_Store {";

/// How a CMS is spoken to.
#[derive(Debug)]
pub struct Dialect {
    /// The version that answers.
    pub version: StatamicVersion,
    /// The query for the dealers.
    pub(super) stores: ListQuery,
}

/// A field's type, reduced to the needed parts.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
struct FieldType {
    /// None for lists and non-null types.
    name: Option<String>,
    kind: String,
}

#[derive(Deserialize)]
struct Field {
    name: String,
    #[serde(rename = "type")]
    of: FieldType,
}

type Fields = BTreeMap<String, FieldType>;

impl StatamicClient {
    /// The query for the dealers, and the version. One call.
    pub async fn dialect(&self) -> Result<Dialect, BackendError> {
        let (answered, answer) = self.ask(TYPES, &json!({})).await?;
        let data = answer.data.unwrap_or_default();
        let named = |alias: &str| data.get(alias).filter(|found| !found.is_null());
        let fields = named("e").and_then(|of| Vec::<Field>::deserialize(of.get("fields")?).ok());
        let fields: Option<Fields> = fields.map(|all| all.into_iter().map(|one| (one.name, one.of)).collect());
        // Without introspection, which an installation may have switched off, nothing is named.
        let version = match (named("__type"), &fields) {
            (Some(_), _) => StatamicVersion::Six,
            (None, Some(_)) => StatamicVersion::Five,
            (None, None) => StatamicVersion::by_headers(&answered.headers),
        };
        let document = match &fields {
            Some(fields) => stores_by_types(fields),
            None => stores_by_version(version),
        };
        Ok(Dialect {
            version,
            stores: ListQuery {
                document,
                field: "entries",
            },
        })
    }

    /// The version, if GraphQL is not used. One REST call, which may be refused.
    pub async fn version(&self) -> Result<StatamicVersion, BackendError> {
        match self.transport.get(&Target::new("/forms"), &HeaderMap::new()).await {
            Ok(answered) => Ok(StatamicVersion::by_headers(&answered.headers)),
            Err(Refused { error, headers }) if error.status().is_some() => Ok(StatamicVersion::by_headers(&headers)),
            Err(Refused { error, .. }) => Err(error),
        }
    }
}

/// The query for the dealers of a blueprint with these fields: missing ones are not queried.
fn stores_by_types(fields: &Fields) -> String {
    rewritten(|line| {
        let name = line.trim().split([' ', '(']).next().unwrap_or_default();
        let of = fields.get(name)?;
        let (bare, has_selection) = match line.split_once(" {") {
            Some((bare, _)) => (bare, true),
            None => (line, false),
        };
        match (of.kind.as_str(), has_selection) {
            ("SCALAR" | "ENUM", true) => Some(bare.to_owned()),
            ("OBJECT", false) => selection(of.name.as_deref()?).map(|selection| format!("{line} {selection}")),
            _ => Some(line.to_owned()),
        }
    })
}

/// The field of an object that is used as its text.
fn selection(of: &str) -> Option<&'static str> {
    match of {
        "LinkValue" => Some("{ url title }"),
        "LabeledValue" => Some("{ value label }"),
        _ => None,
    }
}

/// As [`stores_by_types`], if the types are unknown.
fn stores_by_version(version: StatamicVersion) -> String {
    let is_link = |line: &str| line.trim() == "website" && version == StatamicVersion::Six;
    rewritten(|line| {
        Some(if is_link(line) {
            format!("{line} {{ url title }}")
        } else {
            line.to_owned()
        })
    })
}

/// The query with the lines of the blueprint's fields replaced or left out.
fn rewritten(change: impl Fn(&str) -> Option<String>) -> String {
    let mut is_own = false;
    let mut lines = Vec::new();
    for line in STORES.lines() {
        is_own = is_own && line.trim() != "}";
        lines.extend(if is_own { change(line) } else { Some(line.to_owned()) });
        is_own = is_own || line.trim() == OWN_FIELDS;
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(all: &[(&str, Option<&str>, &str)]) -> Fields {
        let of = |name: Option<&str>, kind: &str| FieldType {
            name: name.map(str::to_owned),
            kind: kind.to_owned(),
        };
        all.iter()
            .map(|(field, name, kind)| ((*field).to_owned(), of(*name, kind)))
            .collect()
    }

    /// The lines of the blueprint's own fields.
    fn own(document: &str) -> Vec<&str> {
        let (_, rest) = document.split_once(OWN_FIELDS).unwrap();
        let lines = rest.lines().map(str::trim).take_while(|line| *line != "}");
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// R-BACK-02: all fieldtypes with a text, a link or a choice; fields that the blueprint lacks are left out.
    #[test]
    fn r_back_02_dealers_are_queried_by_the_types_of_their_fields() {
        let document = stores_by_types(&fields(&[
            ("website", Some("LinkValue"), "OBJECT"),
            ("phone", Some("LabeledValue"), "OBJECT"),
            ("email", Some("Unheard"), "OBJECT"),
            ("dealer_type", Some("String"), "SCALAR"),
            ("address", Some("String"), "SCALAR"),
            ("opening_hours", None, "LIST"),
            ("store_code", None, "NON_NULL"),
        ]));
        assert_eq!(
            own(&document),
            [
                "dealer_type",
                "address",
                "phone { value label }",
                "website { url title }",
                "opening_hours { day { value label } opens closes closed }",
                "store_code",
            ]
        );
        assert_eq!(document.matches('{').count(), document.matches('}').count());
        assert!(document.contains("edit_url"), "{document}");
    }

    #[test]
    fn without_types_the_version_determines_the_query() {
        let [five, six] = [StatamicVersion::Five, StatamicVersion::Six].map(stores_by_version);
        assert_eq!(five, STORES.trim_end());
        let website = |document: &str| {
            own(document)
                .into_iter()
                .find(|line| line.starts_with("website"))
                .map(str::to_owned)
        };
        assert_eq!(website(&six).as_deref(), Some("website { url title }"));
        assert_eq!(own(&five).len(), own(&six).len());
    }
}
