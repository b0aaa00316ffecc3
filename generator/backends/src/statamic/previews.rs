//! Reads of a live preview (Statamic §13, Part C "Preview").
//!
//! **Invariant:** the token is sent as a header, so that it is in no address that a server in between writes down, and only
//! the header of an answer proves it: to a wrong token the CMS answers what is published. No answer comes from a cache, and
//! no call is made twice.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use vitrine_model::ids::SiteHandle;

use super::{client::StatamicClient, envelope::Envelope};
use crate::{
    error::BackendError,
    http::{Answered, Refused, Target},
    query::{self, escape},
};

const TOKEN: HeaderName = HeaderName::from_static("x-statamic-token");
const PROOF: HeaderName = HeaderName::from_static("x-statamic-live-preview");

/// The entry of a site at an address, which only GraphQL finds in a stock installation.
const AT_ADDRESS: &str =
    "query($uri: String, $site: String) { entry(uri: $uri, site: $site) { id collection { handle } } }";

/// What the CMS says to a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PreviewAnswer<T> {
    /// The token is of a running preview.
    Proven(T),
    /// The token is unknown or has expired.
    Unknown,
    /// Every call with the token fails: its entry was never saved.
    Unsaved,
}

impl<T> PreviewAnswer<T> {
    /// The same with another value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> PreviewAnswer<U> {
        match self {
            Self::Proven(value) => PreviewAnswer::Proven(change(value)),
            Self::Unknown => PreviewAnswer::Unknown,
            Self::Unsaved => PreviewAnswer::Unsaved,
        }
    }
}

/// Where an entry is in the CMS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryPlace {
    /// Handle of its collection.
    pub collection: String,
    /// Its id.
    pub id: String,
}

/// Where a term is in the CMS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermPlace {
    /// Handle of its taxonomy.
    pub taxonomy: String,
    /// Its slug in the default site.
    pub slug: String,
}

impl StatamicClient {
    /// Whether a token is of a running preview; the smallest call there is, to a collection that is pulled.
    pub async fn knows_preview(
        &self,
        collection: &str,
        token: &SecretString,
    ) -> Result<PreviewAnswer<()>, BackendError> {
        let path = format!("/collections/{}/entries", escape(collection));
        let target = Target::new(path).query(query::encode(&json!({"limit": 1, "fields": "id"})));
        Ok(self.previewed(&target, token, false).await?.map(|_| ()))
    }

    /// An entry as the preview has it; `None` = absent.
    pub async fn draft(
        &self,
        place: &EntryPlace,
        token: &SecretString,
    ) -> Result<PreviewAnswer<Option<Value>>, BackendError> {
        let EntryPlace { collection, id } = place;
        let path = format!("/collections/{}/entries/{}", escape(collection), escape(id));
        self.previewed_record(path, token).await
    }

    /// A term as the preview has it; `None` = absent. If the token edits it, the CMS answers the localization that is edited,
    /// whichever that is, otherwise that of the default site.
    pub async fn draft_term(
        &self,
        place: &TermPlace,
        token: &SecretString,
    ) -> Result<PreviewAnswer<Option<Value>>, BackendError> {
        let TermPlace { taxonomy, slug } = place;
        let path = format!("/taxonomies/{}/terms/{}", escape(taxonomy), escape(slug));
        self.previewed_record(path, token).await
    }

    async fn previewed_record(
        &self,
        path: String,
        token: &SecretString,
    ) -> Result<PreviewAnswer<Option<Value>>, BackendError> {
        let record = |answered: Answered| {
            let envelope = Envelope::of(answered.json()?).map_err(|reason| answered.unusable(reason))?;
            envelope.record().map_err(|reason| answered.unusable(reason))
        };
        Ok(match self.previewed(&Target::new(path), token, false).await? {
            PreviewAnswer::Proven(Some(answered)) => PreviewAnswer::Proven(Some(record(answered)?)),
            other => other.map(|_| None),
        })
    }

    /// The entry at an address of a site (`/merken/lumo`, without the site's prefix), published or not; `None` = absent.
    pub async fn draft_at(
        &self,
        uri: &str,
        site: &SiteHandle,
        token: &SecretString,
    ) -> Result<PreviewAnswer<Option<EntryPlace>>, BackendError> {
        let variables = json!({"uri": uri, "site": site.as_str()}).to_string();
        let asked = json!({"query": AT_ADDRESS, "variables": variables});
        let target = Target::new(self.graphql_path.as_str()).query(query::encode(&asked));
        let place = |answered: Answered| -> Result<Option<EntryPlace>, BackendError> {
            let answer: Value = answered.json()?;
            let text = |pointer: &str| answer.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
            let found = text("/data/entry/id").zip(text("/data/entry/collection/handle"));
            Ok(found.map(|(id, collection)| EntryPlace { collection, id }))
        };
        Ok(match self.previewed(&target, token, true).await? {
            PreviewAnswer::Proven(Some(answered)) => PreviewAnswer::Proven(place(answered)?),
            other => other.map(|_| None),
        })
    }

    /// The answer to a call with a token; `None` for a 404.
    async fn previewed(
        &self,
        target: &Target,
        token: &SecretString,
        by_graphql: bool,
    ) -> Result<PreviewAnswer<Option<Answered>>, BackendError> {
        let Ok(mut value) = HeaderValue::from_str(token.expose_secret()) else {
            return Ok(PreviewAnswer::Unknown);
        };
        value.set_sensitive(true);
        let headers = HeaderMap::from_iter([(TOKEN, value)]);
        let transport = if by_graphql { &self.graphql } else { &self.transport };
        let of = |headers: &HeaderMap, found| match headers.contains_key(PROOF) {
            true => PreviewAnswer::Proven(found),
            false => PreviewAnswer::Unknown,
        };
        match transport.get_once(target, &headers).await {
            Ok(answered) => Ok(of(&answered.headers.clone(), Some(answered))),
            Err(Refused { error, headers }) => match error.status() {
                Some(404) => Ok(of(&headers, None)),
                Some(500) => Ok(PreviewAnswer::Unsaved),
                _ => Err(error),
            },
        }
    }
}
