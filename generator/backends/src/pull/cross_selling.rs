//! The products of cross-selling groups (Shopware §16.4).
//!
//! **Invariant:** a product whose groups cannot be read keeps those of the last pull, and is reported; more than
//! [`MAX_UNREAD`] of them fail the pull, because then the backend is at fault, not a product.

use std::collections::{BTreeMap, BTreeSet};

use futures::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use vitrine_model::ids::{LanguageId, ProductId};

use super::{
    error::PullError,
    run::{AT_ONCE, Pull, at},
};
use crate::{
    error::BackendError,
    snapshot::{Snapshot, SnapshotError, SnapshotWriter, name},
};

pub(super) const WHAT: &str = "cross-selling";
/// Number of products whose groups may be unreadable.
const MAX_UNREAD: usize = 5;

/// The file of the snapshot that has the products whose groups are those of an earlier pull.
pub(crate) const FILE: &str = "pull/cross-selling-kept.jsonl";

/// A product whose groups could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptGroups {
    /// The product's number, otherwise its id.
    pub(crate) product: String,
    /// Why the groups could not be read.
    pub(crate) reason: String,
    /// The product in Shopware's administration.
    pub(crate) edit_url: String,
}

/// The product that a group's products are requested for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Owner {
    is_variant: bool,
    pub(super) id: ProductId,
    number: Option<String>,
}

/// The owner of each group by the group's id: the parent if it is listed, otherwise the first product with the group.
/// A family's variants share the groups of their parent.
#[derive(Debug, Default)]
pub(super) struct GroupOwners(BTreeMap<String, Owner>);

impl GroupOwners {
    pub(super) fn note(&mut self, record: &Value) {
        let of = |key: &str| record.get(key).unwrap_or(&Value::Null);
        self.note_parts(of("id"), of("parentId"), of("productNumber"), of("crossSellings"));
    }

    /// Notes a product of which these fields are known.
    pub(super) fn note_parts(&mut self, id: &Value, parent_id: &Value, number: &Value, groups: &Value) {
        let id = id.as_str().and_then(|id| ProductId::parse(id).ok());
        let (Some(groups), Some(id)) = (groups.as_array(), id) else {
            return;
        };
        let owner = Owner {
            is_variant: parent_id.is_string(),
            id,
            number: number.as_str().map(str::to_owned),
        };
        for group in groups.iter().filter_map(|group| group.get("id")?.as_str()) {
            match self.0.get_mut(group) {
                Some(known) if *known <= owner => {}
                Some(known) => known.clone_from(&owner),
                None => {
                    self.0.insert(group.to_owned(), owner.clone());
                }
            }
        }
    }

    /// The ids of a product's groups.
    fn groups_of<'a>(&'a self, owner: &'a Owner) -> impl Iterator<Item = &'a str> {
        let own = self.0.iter().filter(move |(_, known)| known.id == owner.id);
        own.map(|(group, _)| group.as_str())
    }

    /// The owners in the order in which their groups are written, each with the ids of its groups.
    pub(super) fn in_order(&self) -> BTreeMap<&Owner, BTreeSet<&str>> {
        let mut all: BTreeMap<&Owner, BTreeSet<&str>> = BTreeMap::new();
        for (group, owner) in &self.0 {
            all.entry(owner).or_default().insert(group);
        }
        all
    }
}

impl Pull<'_> {
    /// Writes the products of every group, requested for one product of each group.
    pub(super) async fn cross_sellings(
        &self,
        writer: &mut SnapshotWriter,
        owners: &GroupOwners,
        language: &LanguageId,
        last: Option<&Snapshot>,
    ) -> Result<(), PullError> {
        let products: BTreeSet<&Owner> = owners.0.values().collect();
        let total = products.len() as u64;
        let mut file = writer.file(&name(&["shopware", WHAT])?)?;
        let mut unread: Vec<(&Owner, BackendError)> = Vec::new();
        let mut answers = stream::iter(products)
            .map(|owner| async move { (owner, self.shopware.cross_selling(&owner.id, language).await) })
            .buffered(AT_ONCE)
            .enumerate();
        while let Some((done, (owner, elements))) = answers.next().await {
            match elements {
                Ok(elements) => elements.into_iter().try_for_each(|element| file.write(element))?,
                Err(error) if unread.len() < MAX_UNREAD && is_of_one_product(&error) => unread.push((owner, error)),
                Err(error) => {
                    let KeptGroups { product, edit_url, .. } = self.kept(owner, &error);
                    let more = unread.len();
                    return Err(at(&format!(
                        "the cross-selling of {product} ({edit_url}) and of {more} more products"
                    ))(error));
                }
            }
            self.progress.step(WHAT, done as u64 + 1, total);
        }
        drop(answers);
        let groups: BTreeSet<&str> = unread.iter().flat_map(|(owner, _)| owners.groups_of(owner)).collect();
        for element in last_elements(last, &groups)? {
            file.write(element)?;
        }
        writer.close(file)?;
        if !unread.is_empty() {
            let kept = unread.iter().map(|(owner, error)| self.kept(owner, error));
            writer.write_all(FILE, kept.collect())?;
        }
        Ok(())
    }

    fn kept(&self, owner: &Owner, error: &BackendError) -> KeptGroups {
        KeptGroups {
            product: owner.number.clone().unwrap_or_else(|| owner.id.to_string()),
            reason: error.to_string(),
            edit_url: self.shopware.product_in_administration(&owner.id),
        }
    }
}

/// Whether an error can be one product's. Settings and maintenance are the whole shop's.
fn is_of_one_product(error: &BackendError) -> bool {
    !matches!(
        error,
        BackendError::Configuration { .. } | BackendError::Maintenance { .. }
    )
}

/// The elements of the last pull with these groups. An unreadable last pull has none.
fn last_elements(last: Option<&Snapshot>, groups: &BTreeSet<&str>) -> Result<Vec<Value>, SnapshotError> {
    let Some(last) = last.filter(|_| !groups.is_empty()) else {
        return Ok(Vec::new());
    };
    let records = last.records::<Value>(&name(&["shopware", WHAT])?)?;
    let group = |element: &Value| Some(element.get("crossSelling")?.get("id")?.as_str()?.to_owned());
    let own = records
        .filter_map(Result::ok)
        .filter(|element| group(element).is_some_and(|id| groups.contains(id.as_str())));
    Ok(own.collect())
}
