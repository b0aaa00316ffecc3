//! What `vitrine doctor` asks a CMS beside the calls of a pull: the beginnings of lists, its sites, the rules of its forms,
//! and whether forms are accepted without a CSRF token.
//!
//! **Invariant:** nothing is written in the CMS.

use jiff::Timestamp;
use serde_json::{Map, Value, json};
use vitrine_model::ids::SiteHandle;

use super::{
    client::StatamicClient, dialect::Dialect, envelope::Envelope, forms::StatamicForms, version::StatamicVersion,
};
use crate::{
    error::BackendError,
    http::{FormBody, Target},
    query::escape,
};

/// How many records of a list are looked at.
const FEW: u32 = 5;

/// The beginning of a list.
#[derive(Clone, Debug)]
pub struct SeenList {
    /// Number of records of the whole list.
    pub total: u64,
    /// Number of the records that were looked at.
    pub seen: usize,
    /// How many of those have an address of their own.
    pub with_address: usize,
    /// How many calls a minute the CMS accepts; `None` if it does not say.
    pub calls_per_minute: Option<u64>,
    /// The time by the CMS's clock.
    pub at: Option<Timestamp>,
    /// The version, by the headers of the answer.
    pub version: StatamicVersion,
}

/// A form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenForm {
    /// Its handle.
    pub handle: String,
    /// The fields with rules.
    pub rules: Vec<FormRules>,
}

/// The rules of one field of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormRules {
    /// The field's handle.
    pub field: String,
    /// The field's type: `assets`, `text`, …
    pub kind: String,
    /// The rules, if they are written as one text; `None` if they are a list.
    pub as_text: Option<String>,
}

/// Whether the CMS accepts forms without a CSRF token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CsrfCheck {
    /// They are accepted.
    Exempt,
    /// They are refused.
    Required,
}

impl StatamicClient {
    /// The first entries of a collection in a site; `scheduled` includes those of a future date.
    pub async fn first_entries(
        &self,
        collection: &str,
        site: &SiteHandle,
        scheduled: bool,
    ) -> Result<SeenList, BackendError> {
        let mut filter = json!({"site": site.as_str()});
        if let (true, Some(map)) = (scheduled, filter.as_object_mut()) {
            map.insert("published".to_owned(), "true".into());
        }
        let path = format!("/collections/{}/entries", escape(collection));
        self.beginning(&path, json!({"filter": filter, "sort": "id", "fields": "id,title,uri"}))
            .await
    }

    /// The first terms of a taxonomy in a site.
    pub async fn first_terms(&self, taxonomy: &str, site: &SiteHandle) -> Result<SeenList, BackendError> {
        let path = format!("/taxonomies/{}/terms", escape(taxonomy));
        self.beginning(&path, json!({"filter": {"site": site.as_str()}, "sort": "slug"}))
            .await
    }

    /// The first assets of a container.
    pub async fn first_assets(&self, container: &str) -> Result<SeenList, BackendError> {
        self.beginning(&format!("/assets/{}", escape(container)), json!({"sort": "path"}))
            .await
    }

    async fn beginning(&self, path: &str, mut asked: Value) -> Result<SeenList, BackendError> {
        if let Some(map) = asked.as_object_mut() {
            map.insert("limit".to_owned(), FEW.into());
            map.insert("page".to_owned(), 1.into());
        }
        let (answered, envelope) = self.read(path, &asked).await?;
        let total = envelope.paging().map(|paging| paging.total);
        let rows = envelope.records().map_err(|reason| answered.unusable(reason))?;
        let has_address = |row: &&Value| row.get("uri").is_some_and(Value::is_string);
        let told = answered.headers.get("x-ratelimit-limit");
        Ok(SeenList {
            total: total.unwrap_or(rows.len() as u64),
            seen: rows.len(),
            with_address: rows.iter().filter(has_address).count(),
            calls_per_minute: told.and_then(|value| value.to_str().ok()?.trim().parse().ok()),
            at: answered.date(),
            version: StatamicVersion::by_headers(&answered.headers),
        })
    }

    /// The handles of the CMS's sites, by GraphQL; `None` if GraphQL answers without them.
    pub async fn seen_sites(&self) -> Result<Option<Vec<String>>, BackendError> {
        let (_, answer) = self.ask("{ sites { handle } }", &json!({})).await?;
        let sites = answer.data.and_then(|mut data| data.remove("sites"));
        let site = |site: &Value| Some(site.get("handle")?.as_str()?.to_owned());
        Ok(sites.and_then(|sites| sites.as_array()?.iter().map(site).collect()))
    }

    /// The number of dealers in a site, by the query of a pull.
    pub async fn count_stores(&self, site: &SiteHandle, dialect: &Dialect) -> Result<u64, BackendError> {
        let asked = json!({"site": site.as_str(), "limit": 1, "page": 1});
        let (_, paging, rows) = self.graphql_page(&dialect.stores, &asked).await?;
        Ok(paging.map_or(rows.len() as u64, |paging| paging.total))
    }

    /// All forms with their rules; `None` = the endpoint is disabled.
    pub async fn seen_forms(&self) -> Result<Option<Vec<SeenForm>>, BackendError> {
        let Some((answered, envelope)) = self.read_if_there("/forms", &json!({})).await? else {
            return Ok(None);
        };
        let forms = Envelope::records(envelope).map_err(|reason| answered.unusable(reason))?;
        Ok(Some(forms.iter().filter_map(SeenForm::of).collect()))
    }
}

impl SeenForm {
    fn of(form: &Value) -> Option<Self> {
        let nothing = Map::new();
        let fields = form.get("fields").and_then(Value::as_object).unwrap_or(&nothing);
        let rules = fields.iter().map(|(handle, field)| FormRules {
            field: handle.clone(),
            kind: field.get("type").and_then(Value::as_str).unwrap_or_default().to_owned(),
            as_text: field.get("validate").and_then(Value::as_str).map(str::to_owned),
        });
        Some(Self {
            handle: form.get("handle")?.as_str()?.to_owned(),
            rules: rules.collect(),
        })
    }
}

impl StatamicForms {
    /// Whether a form without a CSRF token would be accepted, by sending an empty one to a form that does not exist: the token is
    /// checked before the form is looked up (Statamic §10), so that nothing is stored in either case.
    pub async fn csrf_check(&self, unknown_form: &str) -> Result<CsrfCheck, BackendError> {
        let target = Target::new(format!("/!/forms/{}", escape(unknown_form)));
        let answered = self.0.send_form(&target, FormBody::Json(json!({}))).await?;
        match answered.status {
            404 => Ok(CsrfCheck::Exempt),
            419 => Ok(CsrfCheck::Required),
            200..=299 => Err(answered.unusable("it accepted a form that does not exist")),
            _ => Err(answered.failure()),
        }
    }
}
