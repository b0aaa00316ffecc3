//! The groups of cross-selling of products that changed, and those that show them.
//!
//! **Invariant:** the file has the order of a whole pull: it is only written if the last one has it.

use std::collections::{BTreeMap, BTreeSet};

use futures::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use serde_json::Value;
use vitrine_model::ids::LanguageId;

use super::{
    super::undecided::{Stopped, undecided},
    known::KnownProducts,
    row::id_of,
};
use crate::{
    json,
    pull::{
        cross_selling::{Owner, WHAT},
        run::{AT_ONCE, Pull},
    },
    snapshot::{Snapshot, line_of, name},
};

/// With more groups to read than this, reading all products is not much slower.
const MOST_OWNERS: usize = 100;

/// The ids in an element.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Element {
    cross_selling: Named,
    products: Vec<Named>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Named {
    id: String,
}

/// An element of the last pull.
struct Known<'l> {
    line: &'l str,
    element: Element,
}

impl Known<'_> {
    fn shows(&self, ids: &BTreeSet<String>) -> bool {
        self.element.products.iter().any(|product| ids.contains(&product.id))
    }
}

/// The elements of the last pull by the owner of their group; `None` if the file has not the order in which a pull writes
/// the groups of these owners.
fn by_owner<'l, 'o>(
    lines: &'l [String],
    owners: &BTreeMap<&'o Owner, BTreeSet<&str>>,
) -> Option<BTreeMap<&'o Owner, Vec<Known<'l>>>> {
    let owned = owners
        .iter()
        .flat_map(|(owner, own)| own.iter().map(|group| (*group, *owner)));
    let owned: BTreeMap<&str, &Owner> = owned.collect();
    let mut found: BTreeMap<&Owner, Vec<Known<'_>>> = BTreeMap::new();
    let mut last = None;
    for line in lines {
        let element = json::lenient::<Element>(line).0?;
        let owner = *owned.get(element.cross_selling.id.as_str())?;
        if last.is_some_and(|last| owner < last) {
            return None;
        }
        last = Some(owner);
        found.entry(owner).or_default().push(Known { line, element });
    }
    Some(found)
}

impl Pull<'_> {
    /// The file of all groups.
    pub(super) async fn groups(
        &self,
        last: &Snapshot,
        known: &KnownProducts,
        read: &[Value],
        language: &LanguageId,
    ) -> Result<(String, Vec<String>), Stopped> {
        let file = name(&["shopware", WHAT])?;
        let lines = last.lines(&file)?;
        let (owners_before, owners) = (known.owners(&[]), known.owners(read));
        let (before, now) = (owners_before.in_order(), owners.in_order());
        let Some(elements) = by_owner(&lines, &before) else {
            return Err(undecided(
                "the groups of cross-selling of the last pull have another order",
            ));
        };
        let ids: BTreeSet<String> = read.iter().map(id_of).collect();
        let known = |owner: &Owner| elements.get(owner).map(Vec::as_slice).unwrap_or_default();
        let is_kept = |owner: &Owner, own: &BTreeSet<&str>| {
            let is_same = before.get(owner) == Some(own) && !ids.contains(owner.id.as_str());
            is_same && !known(owner).iter().any(|element| element.shows(&ids))
        };
        let (kept, to_read): (Vec<_>, Vec<_>) = now.iter().partition(|(owner, own)| is_kept(owner, own));
        if to_read.len() > MOST_OWNERS {
            return Err(undecided(format!(
                "{} products have cross-selling to be read",
                to_read.len()
            )));
        }
        let to_read: Vec<&Owner> = to_read.into_iter().map(|(owner, _)| *owner).collect();
        let answers = self.elements(&to_read, language).await?;
        let mut all: BTreeMap<&Owner, Vec<String>> = to_read.into_iter().zip(answers).collect();
        let line = |element: &Known<'_>| element.line.to_owned();
        all.extend(
            kept.into_iter()
                .map(|(owner, _)| (*owner, known(owner).iter().map(line).collect())),
        );
        Ok((file, all.into_values().flatten().collect()))
    }

    /// The elements of each owner. One that cannot be read is a case for a whole pull, which keeps its last ones.
    async fn elements(&self, owners: &[&Owner], language: &LanguageId) -> Result<Vec<Vec<String>>, Stopped> {
        let calls = owners.iter().map(|owner| async move {
            let elements = self.shopware.cross_selling(&owner.id, language).await;
            let elements =
                elements.map_err(|error| undecided(format!("the cross-selling of {}: {error}", owner.id)))?;
            Ok(elements.into_iter().map(line_of).collect())
        });
        stream::iter(calls).buffered(AT_ONCE).try_collect().await
    }
}
