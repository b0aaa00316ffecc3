//! The reading calls of the content API (Statamic §2 to §11): entries, trees, navs, globals, terms, assets, redirects,
//! forms.
//!
//! **Invariant:** the site parameter is sent as each endpoint expects it (Statamic §14), every list has an explicit
//! sort, and a list is complete or an error (rule 18).

use std::collections::HashSet;

use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use vitrine_model::ids::SiteHandle;

use super::{
    client::StatamicClient, dialect::Dialect, envelope::Paging, fields::NAVIGATION_FIELDS, graphql::ListQuery,
};
use crate::{
    error::{ApiError, BackendError, Call, NO_SITE},
    http::Answered,
    query::escape,
};

/// Records per page, and of lists whose records are small.
const PAGE: u32 = 100;
const LEAN_PAGE: u32 = 250;

fn unusable(call: Call, reason: impl Into<String>) -> BackendError {
    BackendError::BadAnswer {
        call,
        reason: reason.into(),
    }
}

/// A missing later page makes the list incomplete, which is an error; it does not make the list absent (rule 18).
fn missing_page(error: BackendError, page: u64) -> BackendError {
    match error {
        BackendError::Status { call, status: 404, .. } => unusable(
            call,
            format!("page {page} of the list was answered with 404, so the list is not whole; build again"),
        ),
        other => other,
    }
}

/// The parameters of a list with only some fields.
fn with_fields(mut asked: Value, fields: Option<&str>) -> Value {
    if let (Some(fields), Some(map)) = (fields, asked.as_object_mut()) {
        map.insert("fields".to_owned(), fields.into());
    }
    asked
}

/// All records of a list; an error if their number differs from the reported total.
fn whole(records: Vec<Value>, total: u64, call: Call) -> Result<Vec<Value>, BackendError> {
    if records.len() as u64 == total {
        return Ok(records);
    }
    let reason = format!("it has {} records where it says {total}", records.len());
    Err(BackendError::Moved { call, reason })
}

/// Why the globals of a site are answered with 500, given the known sites.
fn no_globals(site: &SiteHandle, known: Option<&[String]>) -> ApiError {
    let has = known.is_some_and(|known| known.iter().any(|handle| handle == site.as_str()));
    let (code, detail) = match known {
        Some(known) if !has => (
            NO_SITE,
            format!("the CMS has no site {site}; it has {}", known.join(", ")),
        ),
        Some(_) => (
            "",
            format!("A global set is not localized in the site {site}: localize every set there."),
        ),
        None => (
            "",
            format!(
                "Statamic answers so when a global set is not localized in the site {site}, or when there is no such site: localize every set there."
            ),
        ),
    };
    ApiError {
        status: "500".to_owned(),
        code: code.to_owned(),
        title: "Globals".to_owned(),
        detail: Some(detail),
        ..ApiError::default()
    }
}

/// How a list is requested, without `limit` and `page`.
enum List<'a> {
    /// A path of the REST API with its parameters.
    Rest(&'a str, Value),
    /// A GraphQL document with its variables.
    GraphQl(&'a ListQuery, Value),
}

impl List<'_> {
    fn per_page(&self) -> u32 {
        match self {
            Self::Rest(path, _) if !path.starts_with("/collections/") => LEAN_PAGE,
            _ => PAGE,
        }
    }
}

impl StatamicClient {
    async fn page(&self, list: &List<'_>, page: u64) -> Result<(Answered, Option<Paging>, Vec<Value>), BackendError> {
        let (List::Rest(_, asked) | List::GraphQl(_, asked)) = list;
        let mut asked = asked.clone();
        if let Some(map) = asked.as_object_mut() {
            map.insert("limit".to_owned(), list.per_page().into());
            map.insert("page".to_owned(), page.into());
        }
        match list {
            List::GraphQl(query, _) => self.graphql_page(query, &asked).await,
            List::Rest(path, _) => {
                let (answered, envelope) = self.read(path, &asked).await?;
                let paging = envelope.paging();
                let rows = envelope
                    .records()
                    .map_err(|reason| unusable(answered.call.clone(), reason))?;
                Ok((answered, paging, rows))
            }
        }
    }

    /// All pages of a list, records in order, each id once.
    async fn list(&self, list: List<'_>) -> Result<Vec<Value>, BackendError> {
        let mut records = Vec::new();
        let mut seen = HashSet::new();
        let mut first: Option<Paging> = None;
        let mut page = 1_u64;
        loop {
            let (answered, paging, rows) = match self.page(&list, page).await {
                Err(error) if page > 1 => return Err(missing_page(error, page)),
                other => other?,
            };
            let empty = rows.is_empty();
            // Terms have the same id in all sites.
            let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
            let is_new = |row: &Value| match text(row, "id") {
                Some(id) => seen.insert((id, text(row, "locale"))),
                None => true,
            };
            records.extend(rows.into_iter().filter(is_new));
            let Some(paging) = paging else { return Ok(records) };
            let expected = *first.get_or_insert(paging);
            self.check_page(&answered, paging, expected, (page, list.per_page()))?;
            if page >= paging.last_page {
                return whole(records, paging.total, answered.call);
            }
            if empty {
                let reason = format!("page {page} of {} is empty", paging.last_page);
                return Err(unusable(answered.call, reason));
            }
            page += 1;
        }
    }

    /// Checks the paging of a page against that of the first page and against the request.
    fn check_page(
        &self,
        answered: &Answered,
        paging: Paging,
        expected: Paging,
        (page, per_page): (u64, u32),
    ) -> Result<(), BackendError> {
        let call = || answered.call.clone();
        if paging.total != expected.total || paging.last_page != expected.last_page {
            let reason = format!(
                "its total moved from {} to {} between two pages; build again when nobody is editing",
                expected.total, paging.total
            );
            return Err(BackendError::Moved { call: call(), reason });
        }
        if paging.current_page != page {
            let reason = format!(
                "page {} was answered when page {page} was asked for",
                paging.current_page
            );
            return Err(unusable(call(), reason));
        }
        let promised = paging.last_page.saturating_sub(1).saturating_mul(per_page.into());
        let found = format!("{} pages and {} records", paging.last_page, paging.total);
        self.transport.bounded(answered, promised.max(paging.total), &found)
    }

    /// All published entries of a collection in a site.
    /// All of their fields, or those that `fields` names.
    pub async fn entries(
        &self,
        collection: &str,
        site: &SiteHandle,
        fields: Option<&str>,
    ) -> Result<Vec<Value>, BackendError> {
        let path = format!("/collections/{}/entries", escape(collection));
        let asked = with_fields(json!({"filter": {"site": site.as_str()}, "sort": "id"}), fields);
        self.list(List::Rest(&path, asked)).await
    }

    /// As [`Self::entries`], including published entries with a future date, if the CMS allows the filter `published`;
    /// otherwise without.
    pub async fn entries_with_scheduled(
        &self,
        collection: &str,
        site: &SiteHandle,
        fields: Option<&str>,
    ) -> Result<Vec<Value>, BackendError> {
        let path = format!("/collections/{}/entries", escape(collection));
        let filter = json!({"filter": {"site": site.as_str(), "published": "true"}, "sort": "id"});
        let asked = with_fields(filter, fields);
        match self.list(List::Rest(&path, asked)).await {
            Err(BackendError::Status { status: 422, .. }) => {
                tracing::warn!(
                    collection,
                    "the CMS does not allow the filter `published`, so the dates of scheduled entries are not known"
                );
                self.entries(collection, site, fields).await
            }
            answered => answered,
        }
    }

    /// The dealers of a site, by GraphQL: the published entries of the collection `stores`. A record has the fields of
    /// `stores.graphql`, with the names of REST; GraphQL has no `origin_id` (Statamic §12), so localizations are not
    /// linked.
    pub async fn stores(&self, site: &SiteHandle, dialect: &Dialect) -> Result<Vec<Value>, BackendError> {
        let asked = json!({"site": site.as_str()});
        self.list(List::GraphQl(&dialect.stores, asked)).await
    }

    /// One entry; `None` = absent. With a token, drafts are included.
    pub async fn entry(
        &self,
        collection: &str,
        id: &str,
        preview: Option<&SecretString>,
    ) -> Result<Option<Value>, BackendError> {
        let path = format!("/collections/{}/entries/{}", escape(collection), escape(id));
        self.one(&path, json!({}), preview).await
    }

    /// The entry at a path of a site (`/merken/lumo`, without the site's prefix); `None` = absent.
    pub async fn entry_by_uri(
        &self,
        uri: &str,
        site: &SiteHandle,
        preview: Option<&SecretString>,
    ) -> Result<Option<Value>, BackendError> {
        self.one("/entries-by-uri", json!({"uri": uri, "site": site.as_str()}), preview)
            .await
    }

    async fn one(
        &self,
        path: &str,
        mut parameters: Value,
        preview: Option<&SecretString>,
    ) -> Result<Option<Value>, BackendError> {
        if let (Some(token), Some(map)) = (preview, parameters.as_object_mut()) {
            map.insert("token".to_owned(), token.expose_secret().into());
        }
        let Some((answered, envelope)) = self.read_if_there(path, &parameters).await? else {
            return Ok(None);
        };
        envelope
            .record()
            .map(Some)
            .map_err(|reason| unusable(answered.call, reason))
    }

    async fn nodes(&self, path: &str, parameters: &Value) -> Result<Option<Vec<Value>>, BackendError> {
        let Some((answered, envelope)) = self.read_if_there(path, parameters).await? else {
            return Ok(None);
        };
        envelope
            .records()
            .map(Some)
            .map_err(|reason| unusable(answered.call, reason))
    }

    /// The tree of a structured collection in a site, only ids: the nodes' addresses take the CMS most of the time.
    /// `None` = not structured, or no tree in that site.
    pub async fn collection_tree(
        &self,
        collection: &str,
        site: &SiteHandle,
    ) -> Result<Option<Vec<Value>>, BackendError> {
        self.tree(collection, site, "id").await
    }

    /// As [`Self::collection_tree`], with the addresses of its nodes.
    pub async fn tree_with_addresses(
        &self,
        collection: &str,
        site: &SiteHandle,
    ) -> Result<Option<Vec<Value>>, BackendError> {
        self.tree(collection, site, "id,url").await
    }

    async fn tree(
        &self,
        collection: &str,
        site: &SiteHandle,
        fields: &str,
    ) -> Result<Option<Vec<Value>>, BackendError> {
        let path = format!("/collections/{}/tree", escape(collection));
        self.nodes(&path, &json!({"site": site.as_str(), "fields": fields}))
            .await
    }

    /// A navigation in a site; `None` = unknown, or no tree for that site.
    pub async fn navigation(&self, handle: &str, site: &SiteHandle) -> Result<Option<Vec<Value>>, BackendError> {
        let path = format!("/navs/{}/tree", escape(handle));
        self.nodes(&path, &json!({"site": site.as_str(), "fields": NAVIGATION_FIELDS}))
            .await
    }

    /// All global sets of a site. Statamic answers 500 if a set is not localized in that site, or if there is no such
    /// site (Statamic §8); a further call distinguishes them. `None` = the endpoint is disabled.
    pub async fn globals(&self, site: &SiteHandle) -> Result<Option<Vec<Value>>, BackendError> {
        let result = self.read_if_there("/globals", &json!({"site": site.as_str()})).await;
        let found = match result {
            Err(BackendError::Status {
                call,
                status: 500,
                mut errors,
                retry_after,
            }) => {
                errors.push(no_globals(site, self.sites().await.as_deref()));
                return Err(BackendError::Status {
                    call,
                    status: 500,
                    errors,
                    retry_after,
                });
            }
            other => other?,
        };
        let Some((answered, envelope)) = found else {
            return Ok(None);
        };
        let records = envelope.records();
        records.map(Some).map_err(|reason| unusable(answered.call, reason))
    }

    /// The handles of the CMS's sites, where GraphQL shows them.
    async fn sites(&self) -> Option<Vec<String>> {
        let (_, answer) = self.ask("{ sites { handle } }", &json!({})).await.ok()?;
        let sites = answer.data?.remove("sites")?;
        let handles = sites.as_array()?.iter();
        let handles = handles.map(|site| site.get("handle").and_then(Value::as_str).map(str::to_owned));
        handles.collect()
    }

    /// All terms of a taxonomy in a site, or once for each site.
    pub async fn terms(&self, taxonomy: &str, site: Option<&SiteHandle>) -> Result<Vec<Value>, BackendError> {
        let path = format!("/taxonomies/{}/terms", escape(taxonomy));
        let asked = match site {
            Some(site) => json!({"filter": {"site": site.as_str()}, "sort": "slug"}),
            None => json!({"sort": "slug"}),
        };
        self.list(List::Rest(&path, asked)).await
    }

    /// All assets of a container, with sizes and focal points; `None` = an unknown container, or the endpoint is
    /// disabled.
    pub async fn assets(&self, container: &str) -> Result<Option<Vec<Value>>, BackendError> {
        let path = format!("/assets/{}", escape(container));
        match self.list(List::Rest(&path, json!({"sort": "path"}))).await {
            Err(error) if error.status() == Some(404) => Ok(None),
            other => other.map(Some),
        }
    }

    /// The redirects of the add-on; `None` = the add-on is not installed (stock).
    pub async fn redirects(&self) -> Result<Option<Vec<Value>>, BackendError> {
        self.nodes("/redirects", &json!({})).await
    }

    /// All forms; `None` = the endpoint is disabled.
    pub async fn forms(&self) -> Result<Option<Vec<Value>>, BackendError> {
        self.nodes("/forms", &json!({})).await
    }

    /// One form; `None` = absent.
    pub async fn form(&self, handle: &str) -> Result<Option<Value>, BackendError> {
        self.one(&format!("/forms/{}", escape(handle)), json!({}), None).await
    }
}
