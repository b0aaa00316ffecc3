//! The products of the last pull: by line, with what ties them to each other.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;
use vitrine_model::ids::LanguageId;

use super::{
    super::undecided::{Stopped, undecided},
    row::{Row, Touched},
};
use crate::{
    pull::{cross_selling::GroupOwners, former_paths},
    snapshot::Snapshot,
};

/// The fields of a product that are compared.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Head {
    pub(super) id: String,
    #[serde(default)]
    pub(super) parent_id: Value,
    #[serde(default)]
    product_number: Value,
    #[serde(default)]
    cross_sellings: Value,
    #[serde(default)]
    pub(super) category_ids: Value,
    #[serde(default)]
    pub(super) category_tree: Value,
}

impl Head {
    /// The parent of a variant, otherwise the product itself.
    fn family(&self) -> &str {
        self.parent_id.as_str().unwrap_or(&self.id)
    }
}

/// The products of the last pull, by line; sorted by id.
#[derive(Debug)]
pub(super) struct KnownProducts(Vec<Head>);

impl KnownProducts {
    pub(super) fn read(last: &Snapshot, file: &str) -> Result<Self, Stopped> {
        let heads = last.records::<Head>(file)?.collect::<Result<Vec<_>, _>>()?;
        if heads.is_sorted_by(|one, next| one.id < next.id) {
            return Ok(Self(heads));
        }
        Err(undecided("the products of the last pull are not sorted by id"))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, id: &str) -> Option<&Head> {
        self.line_of(id).ok().and_then(|line| self.0.get(line))
    }

    /// The line of a product, or where it would be.
    fn line_of(&self, id: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|head| head.id.as_str().cmp(id))
    }

    /// Whether the products that the shop has now are these, and the new ones. One that was made before and is shown now
    /// was left out of groups of cross-selling that are not read again.
    pub(super) fn are_all(&self, touched: &Touched, total: u64) -> Result<(), Stopped> {
        let mut known = self.len() as u64;
        for (id, row) in touched.0.iter().filter(|(id, _)| self.get(id).is_none()) {
            if !row.is_made {
                return Err(undecided(format!("the product {id} was not shown before")));
            }
            known += 1;
        }
        if known == total {
            return Ok(());
        }
        Err(undecided(format!(
            "Shopware has {total} products, and {known} are known"
        )))
    }

    /// The ids of the products that changed, and of their families: what a variant does not have itself is its parent's.
    pub(super) fn families(&self, touched: &Touched) -> BTreeSet<String> {
        let of = |(id, row): (&String, &Row)| {
            let known = self.get(id).map(|head| head.family().to_owned());
            known
                .into_iter()
                .chain([row.parent.clone().unwrap_or_else(|| id.clone())])
        };
        let families: BTreeSet<String> = touched.0.iter().flat_map(of).collect();
        let members = self.0.iter().filter(|head| families.contains(head.family()));
        let ids = members.map(|head| head.id.clone());
        ids.chain(touched.0.keys().cloned()).collect()
    }

    /// The owners of the groups of cross-selling, with records that replace those of the last pull.
    pub(super) fn owners(&self, records: &[Value]) -> GroupOwners {
        let mut owners = GroupOwners::default();
        let read: BTreeSet<&str> = records.iter().filter_map(|record| record.get("id")?.as_str()).collect();
        for head in self.0.iter().filter(|head| !read.contains(head.id.as_str())) {
            let id = Value::from(head.id.as_str());
            owners.note_parts(&id, &head.parent_id, &head.product_number, &head.cross_sellings);
        }
        records.iter().for_each(|record| owners.note(record));
        owners
    }

    /// Whether a product has another SEO path than in the file of a language, or is new.
    pub(super) fn have_other_paths(
        &self,
        before: &[String],
        new: &BTreeMap<String, String>,
        language: &LanguageId,
    ) -> bool {
        new.iter().any(|(id, now)| {
            let line = self.line_of(id).ok().and_then(|line| before.get(line));
            line.is_none_or(|line| is_other_path(line, now, language))
        })
    }

    /// The lines of a language's file with new ones.
    pub(super) fn with(&self, before: Vec<String>, new: BTreeMap<String, String>) -> Result<Vec<String>, Stopped> {
        if before.len() != self.len() {
            return Err(undecided("the last pull has other products in another language"));
        }
        let mut lines = before;
        // From the end, so that the places before an inserted line stay.
        for (id, line) in new.into_iter().rev() {
            match self.line_of(&id) {
                Err(place) => lines.insert(place, line),
                Ok(place) => {
                    let known = lines.get_mut(place).filter(|known| is_of(known, &id));
                    let Some(known) = known else {
                        return Err(undecided(format!(
                            "the product {id} is in another line in another language"
                        )));
                    };
                    *known = line;
                }
            }
        }
        Ok(lines)
    }
}

/// Whether two records of a product have different SEO paths.
fn is_other_path(before: &str, now: &str, language: &LanguageId) -> bool {
    former_paths::path_of(before, Some(language)) != former_paths::path_of(now, Some(language))
}

fn is_of(line: &str, id: &str) -> bool {
    serde_json::from_str::<Head>(line).is_ok_and(|head| head.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    fn known() -> KnownProducts {
        let head = |(id, parent): (&str, Option<&str>)| {
            serde_json::from_value(json!({"id": id, "parentId": parent, "name": "x"})).unwrap()
        };
        let all = [
            ("a", None),
            ("c", Some("a")),
            ("e", Some("a")),
            ("g", None),
            ("i", Some("k")),
        ];
        KnownProducts(all.into_iter().map(head).collect())
    }

    fn touched(rows: &[(&str, Option<&str>, bool)]) -> Touched {
        let row = |(id, parent, is_made): &(&str, Option<&str>, bool)| {
            let parent = parent.map(str::to_owned);
            (
                (*id).to_owned(),
                Row {
                    parent,
                    is_made: *is_made,
                },
            )
        };
        Touched(rows.iter().map(row).collect())
    }

    /// What a variant does not have itself is its parent's, so a family is read as a whole; also the one that a variant
    /// has left.
    #[test]
    fn families_are_read_as_a_whole() {
        for (rows, expected) in [
            (vec![("a", None, false)], vec!["a", "c", "e"]),
            (vec![("e", Some("a"), false)], vec!["a", "c", "e"]),
            (vec![("e", Some("g"), false)], vec!["a", "c", "e", "g"]),
            (vec![("g", None, false)], vec!["g"]),
            (vec![("d", Some("a"), true)], vec!["a", "c", "d", "e"]),
            // Its parent is not in the sales channel.
            (vec![("i", Some("k"), false)], vec!["i"]),
            (vec![], vec![]),
        ] {
            let ids: Vec<String> = known().families(&touched(&rows)).into_iter().collect();
            assert_eq!(ids, expected, "{rows:?}");
        }
    }

    #[test]
    fn the_number_of_products_tells_that_none_is_missing() {
        let known = known();
        let made = touched(&[("d", None, true), ("g", None, false)]);
        assert!(known.are_all(&made, 6).is_ok());
        // One was taken out, or another one was put in.
        for total in [4, 5, 7] {
            assert!(known.are_all(&made, total).is_err(), "{total}");
        }
        // It was there before, but not shown.
        assert!(known.are_all(&touched(&[("d", None, false)]), 6).is_err());
    }

    #[test]
    fn new_lines_stand_where_their_ids_do() {
        let line = |id: &str, name: &str| json!({"id": id, "name": name}).to_string();
        let before: Vec<String> = ["a", "c", "e", "g", "i"].iter().map(|id| line(id, "x")).collect();
        let ids = ["Z", "c", "f", "h", "z"];
        let new: BTreeMap<String, String> = ids.iter().map(|id| ((*id).to_owned(), line(id, "new"))).collect();
        let lines = known().with(before.clone(), new).unwrap();
        let expected = ["Z", "a", "c", "e", "f", "g", "h", "i", "z"];
        let name = |id: &str| if ids.contains(&id) { "new" } else { "x" };
        assert_eq!(lines, expected.map(|id| line(id, name(id))));

        let swapped: Vec<String> = ["a", "e", "c", "g", "i"].iter().map(|id| line(id, "x")).collect();
        let new = BTreeMap::from([("c".to_owned(), line("c", "new"))]);
        assert!(
            known().with(swapped, new.clone()).is_err(),
            "another order in another language"
        );
        assert!(known().with(before[1..].to_vec(), new).is_err(), "a missing line");
    }
}
