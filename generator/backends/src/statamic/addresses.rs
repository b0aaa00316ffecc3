//! The ids and addresses of all entries of a site, in one call (part C of the contract).

use std::{collections::BTreeMap, fmt::Write};

use serde_json::{Value, json};
use vitrine_model::ids::SiteHandle;

use super::client::StatamicClient;
use crate::error::BackendError;

/// More entries of a collection are not listed.
const MOST: u64 = 10_000;

/// The published entries of a collection by id, with their addresses.
type Addresses = BTreeMap<String, Option<String>>;

impl StatamicClient {
    /// The published entries of each collection in a site, in order.
    pub(crate) async fn addresses(
        &self,
        collections: &[String],
        site: &SiteHandle,
    ) -> Result<Vec<Addresses>, BackendError> {
        let mut document = "{".to_owned();
        for (at, collection) in collections.iter().enumerate() {
            // JSON's strings are GraphQL's too.
            let (collection, site) = (json!(collection), json!(site.as_str()));
            let _infallible = write!(
                document,
                "c{at}: entries(collection: [{collection}], site: {site}, limit: {MOST}) {{ total data {{ id uri }} }} "
            );
        }
        document.push('}');
        let (answered, data) = self.graphql(&document, &json!({})).await?;
        let list = |at: usize| {
            let list = data.get(&format!("c{at}"))?;
            let records = list.get("data")?.as_array()?;
            let text = |record: &Value, key: &str| Some(record.get(key)?.as_str()?.to_owned());
            let ids: Option<Addresses> = records
                .iter()
                .map(|record| Some((text(record, "id")?, text(record, "uri"))))
                .collect();
            ids.filter(|ids| list.get("total").and_then(Value::as_u64) == Some(ids.len() as u64))
        };
        let lists: Option<Vec<Addresses>> = (0..collections.len()).map(list).collect();
        lists.ok_or_else(|| answered.unusable("it does not have the ids of all entries"))
    }
}
