//! Changes of entries besides their fields: moving them in the tree of their collection, and deleting them. And what
//! Statamic's events tell of each change (part B of the contract).

use serde::{Deserialize, Serialize};

use super::content::Content;
use super::files::TreeFileNode;
use super::state::StatamicState;

/// Moves an entry, with all below it, in the tree of its collection in every site.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryMove {
    /// `collection/key`.
    pub entry: String,
    /// The new parent; none = the top of the tree.
    #[serde(default)]
    pub below: Option<String>,
    /// Its place among the parent's children; a larger number is the last place.
    #[serde(default)]
    pub at: usize,
}

/// Deletes an entry.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryDeletion {
    /// `collection/key`.
    pub entry: String,
    /// Handle of the only site to delete it in.
    #[serde(default)]
    pub site: Option<String>,
}

/// One event of a change, as the add-on in `scripts/connect/statamic` sends it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ContentTold {
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    handle: Option<String>,
    site: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    collection: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    taxonomy: Option<String>,
}

impl ContentTold {
    /// The events of saving a term in a site: `TermSaved` and `LocalizedTermSaved` name the same.
    pub(crate) fn of_term(taxonomy: &str, key: &str, site: &str) -> Vec<Self> {
        vec![Self {
            event: "term.saved",
            id: Some(format!("{taxonomy}::{key}")),
            handle: None,
            site: site.to_owned(),
            collection: None,
            taxonomy: Some(taxonomy.to_owned()),
        }]
    }
}

impl StatamicState {
    /// The events of saving an entry in a site: if others were localized from it, Statamic tells of each of them too.
    #[must_use]
    pub fn saved(&self, key: &str, site: &str) -> Vec<ContentTold> {
        let content = self.content();
        let own = content.site_index(site);
        let is_told = |index: &usize| {
            let entry = content.entry(*index);
            entry.is_some_and(|entry| entry.origin == own || Some(entry.site) == own)
        };
        let told = content.localizations(key).into_iter().filter(is_told);
        told.filter_map(|index| of_entry("entry.saved", index, &content))
            .collect()
    }

    /// Moves an entry in its tree.
    ///
    /// # Errors
    /// When an entry is in no tree, or would be below itself.
    pub fn move_entry(&self, moved: &EntryMove) -> Result<Vec<ContentTold>, String> {
        self.change(|content| {
            let place = format!("moving {}", moved.entry);
            let collection = moved.entry.split('/').next().unwrap_or_default().to_owned();
            let tree = content.trees.get_mut(&collection);
            let tree = tree.ok_or_else(|| format!("{place}: {collection} has no tree"))?;
            let node = take(tree, &moved.entry).ok_or_else(|| format!("{place}: it is not in the tree"))?;
            let children = match &moved.below {
                None => tree,
                Some(parent) => {
                    &mut find(tree, parent)
                        .ok_or_else(|| format!("{place}: {parent} is not in the tree, or is below it"))?
                        .children
                }
            };
            children.insert(moved.at.min(children.len()), node);
            let sites = content.sites.iter().map(|site| ContentTold {
                event: "tree.saved",
                id: None,
                handle: Some(collection.clone()),
                site: site.handle.clone(),
                collection: None,
                taxonomy: None,
            });
            Ok(sites.collect())
        })
    }

    /// Deletes an entry in one site or in all.
    ///
    /// # Errors
    /// When it does not exist, or is the origin of others that are kept.
    pub fn delete_entry(&self, deletion: &EntryDeletion) -> Result<Vec<ContentTold>, String> {
        self.change(|content| {
            let place = format!("deleting {}", deletion.entry);
            let only = deletion.site.as_deref().map(|site| content.site_index(site));
            let is_meant = |site: usize| only.is_none_or(|only| only == Some(site));
            let of_key = content.localizations(&deletion.entry);
            let site_of = |index: &usize| content.entry(*index).map(|entry| entry.site);
            let (gone, kept): (Vec<usize>, Vec<usize>) = of_key
                .into_iter()
                .partition(|index| site_of(index).is_some_and(is_meant));
            if gone.is_empty() {
                return Err(format!("{place}: there is no such entry"));
            }
            let origin = |index: &usize| content.entry(*index).and_then(|entry| entry.origin);
            if kept.iter().any(|index| origin(index).is_some_and(is_meant)) {
                return Err(format!("{place}: others were localized from it"));
            }
            let told = gone
                .iter()
                .filter_map(|index| of_entry("entry.deleted", *index, content))
                .collect();
            let mut index = 0;
            content.entries.retain(|_| {
                index += 1;
                !gone.contains(&(index - 1))
            });
            Ok(told)
        })
    }
}

fn of_entry(event: &'static str, index: usize, content: &Content) -> Option<ContentTold> {
    let entry = content.entry(index)?;
    Some(ContentTold {
        event,
        id: Some(entry.id.clone()),
        handle: None,
        site: content.site_handle(entry.site).to_owned(),
        collection: Some(entry.collection.clone()),
        taxonomy: None,
    })
}

/// Takes a node with all below it out of a tree.
fn take(nodes: &mut Vec<TreeFileNode>, entry: &str) -> Option<TreeFileNode> {
    if let Some(at) = nodes.iter().position(|node| node.entry == entry) {
        return Some(nodes.remove(at));
    }
    nodes.iter_mut().find_map(|node| take(&mut node.children, entry))
}

fn find<'t>(nodes: &'t mut [TreeFileNode], entry: &str) -> Option<&'t mut TreeFileNode> {
    for node in nodes {
        if node.entry == entry {
            return Some(node);
        }
        if let Some(found) = find(&mut node.children, entry) {
            return Some(found);
        }
    }
    None
}
