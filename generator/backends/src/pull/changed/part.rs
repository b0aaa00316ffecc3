//! What is read again, until nothing shows anything that changed since.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tokio::sync::OnceCell;

use super::{
    change::{Change, shows_localizations},
    known::Known,
    named::Named,
    shop::ShopRead,
    undecided::{Stopped, undecided},
};
use crate::{
    pull::{content::STORES, job::Kind, requested_fields::RequestedFields, run::Pull},
    snapshot::Snapshot,
    statamic::{Dialect, wire::has_content},
};

/// How often what shows a change is searched again: a page, its parent's children, what links to them, and so on.
const ROUNDS: usize = 8;

/// What was read: it replaces that of the last pull.
#[derive(Debug, Default)]
pub(super) struct Read {
    /// Entries by id; `None` = not published any more.
    pub(super) entries: BTreeMap<String, Option<Value>>,
    /// Whole files.
    pub(super) files: BTreeMap<String, Vec<Value>>,
    /// Whether an entry has left its address.
    pub(super) is_moved: bool,
}

/// A pull of what changed.
pub(super) struct Part<'p> {
    pub(super) pull: &'p Pull<'p>,
    pub(super) requested: &'p RequestedFields,
    pub(super) dialect: OnceCell<Dialect>,
    pub(super) known: Known<'p>,
    pub(super) read: Read,
    /// Entries that are still to be read.
    pub(super) ids: BTreeSet<String>,
    /// Entries that the last pull does not have, with their collections, still to be read.
    pub(super) unknown: BTreeMap<String, String>,
    /// Files that are still to be read.
    pub(super) files: BTreeSet<String>,
    /// Changes whose references were not searched yet.
    pub(super) changes: Vec<Change>,
    /// Whether all addresses are to be compared, because entries may have moved with others.
    pub(super) is_shifted: bool,
    /// Whether they were.
    pub(super) is_compared: bool,
}

impl<'p> Part<'p> {
    pub(super) fn of(pull: &'p Pull<'p>, last: &Snapshot, requested: &'p RequestedFields) -> Result<Self, Stopped> {
        Ok(Self {
            pull,
            requested,
            dialect: OnceCell::new(),
            known: Known::read(pull, last)?,
            read: Read::default(),
            ids: BTreeSet::new(),
            unknown: BTreeMap::new(),
            files: BTreeSet::new(),
            changes: Vec::new(),
            is_shifted: false,
            is_compared: false,
        })
    }

    /// Begins with what events name.
    pub(super) fn begin(&mut self, named: &[Named]) -> Result<(), Stopped> {
        for one in named {
            let files = match one {
                Named::Entry(id, collection) => {
                    self.begin_with(id, collection.as_deref())?;
                    continue;
                }
                Named::Tree(handle) => self.known.files(Kind::Tree, handle),
                Named::Navigation(handle) => self.known.files(Kind::Navigation, handle),
                Named::Globals => self.known.files(Kind::Globals, ""),
            };
            if files.is_empty() {
                return Err(undecided(format!(
                    "the last pull does not have what was saved, {one:?}"
                )));
            }
            self.files.extend(files);
        }
        Ok(())
    }

    fn begin_with(&mut self, id: &str, collection: Option<&str>) -> Result<(), Stopped> {
        if self.known.places.contains_key(id) {
            self.ids.insert(id.to_owned());
            return Ok(());
        }
        let is_read = |handle: &&str| *handle != STORES && self.pull.config.collections.iter().any(|c| c == handle);
        let Some(handle) = collection.filter(is_read) else {
            return Err(undecided(format!("the last pull does not have the saved entry {id}")));
        };
        self.unknown.insert(id.to_owned(), handle.to_owned());
        Ok(())
    }

    /// Reads until nothing more is to be read.
    pub(super) async fn read_all(&mut self) -> Result<(), Stopped> {
        self.look_at_unknown().await?;
        for _ in 0..ROUNDS {
            if self.ids.is_empty() && self.files.is_empty() {
                return Ok(());
            }
            while !self.ids.is_empty() || !self.files.is_empty() {
                self.read_entries().await?;
                self.read_files().await?;
            }
            self.compare_addresses().await?;
            self.search();
        }
        Err(undecided("what shows the saved entries goes on and on".to_owned()))
    }

    /// Notes an entry that was read again; `now` is `None` if it is not published any more.
    pub(super) fn note(&mut self, id: &str, now: Option<&Value>) -> Result<(), Stopped> {
        let Some(place) = self.known.places.get(id) else {
            return Err(undecided(format!(
                "the entry {id} is new, and what refers to it is not known"
            )));
        };
        let before: Value = serde_json::from_str(self.known.text(place))
            .map_err(|error| undecided(format!("the last pull's entry {id} cannot be read: {error}")))?;
        let file = place.file.clone();
        let Some(change) = Change::between(id, &before, now)? else {
            return Ok(());
        };
        let tree = self.known.beside(&file, Kind::Tree)?;
        let has_no_tree = tree.is_none();
        if change.is_moved || change.is_gone {
            self.files.extend(tree);
        }
        if !change.is_gone && (!change.left.is_empty() || (change.is_moved && has_no_tree)) {
            self.files.insert(file);
        }
        for taxonomy in &self.pull.config.taxonomies {
            let (was, is) = (before.get(taxonomy), now.and_then(|now| now.get(taxonomy)));
            let full = |terms: Option<&Value>| terms.cloned().filter(has_content);
            if full(was) != full(is) {
                self.files.extend(self.known.files(Kind::Terms, taxonomy));
            }
        }
        self.read.is_moved |= change.is_gone || !change.left.is_empty();
        self.is_shifted |= self.read.is_moved;
        self.changes.push(change);
        self.files.retain(|file| !self.read.files.contains_key(file));
        Ok(())
    }

    /// Finds what shows the changes: it is to be read again too.
    fn search(&mut self) {
        let changes = std::mem::take(&mut self.changes);
        let addressed = changes.iter().filter(|change| change.is_addressed);
        let others: BTreeSet<String> = addressed
            .flat_map(|change| self.known.localizations(&change.id))
            .map(|id| format!("\"{id}\""))
            .collect();
        for (file, job) in &self.known.jobs {
            if job.kind == Kind::Tree || self.read.files.contains_key(file) {
                continue;
            }
            let has_left = changes.iter().any(|change| !change.left.is_empty());
            if job.kind == Kind::Redirects && has_left {
                self.files.insert(file.clone());
            }
            for (line, text) in self.known.lines(file).iter().enumerate() {
                let own = self.known.id_at(file, line);
                let is_other = |change: &&Change| own.is_none_or(|own| own != change.id);
                let has_address = || shows_localizations(text) && others.iter().any(|id| text.contains(id.as_str()));
                if !changes.iter().filter(is_other).any(|change| change.is_in(text)) && !has_address() {
                    continue;
                }
                match own {
                    Some(id) if self.read.entries.contains_key(id) => {}
                    Some(id) => _ = self.ids.insert(id.to_owned()),
                    None => _ = self.files.insert(file.clone()),
                }
            }
        }
        for place in self.known.places.values() {
            // What an entry does not have itself, it shows of the one it was localized from.
            let origin = place.head.origin_id.as_ref();
            let is_of = |change: &Change| origin == Some(&change.id);
            let is_read = self.read.files.contains_key(&place.file) || self.read.entries.contains_key(&place.head.id);
            if !is_read && changes.iter().any(is_of) {
                self.ids.insert(place.head.id.clone());
            }
        }
    }

    /// What is read, in one line.
    pub(super) fn told(&self, shop: &ShopRead) -> String {
        let (entries, sets) = (self.read.entries.len(), self.read.files.len());
        let shop = match shop {
            ShopRead::Nothing => String::new(),
            ShopRead::Part(part) => format!("{} products by their ids, ", part.products),
            ShopRead::All(None) => "all of Shopware, ".to_owned(),
            ShopRead::All(Some(reason)) => format!("all of Shopware ({reason}), "),
        };
        format!(
            "only what changed is pulled: {shop}{entries} entries by their ids, and {sets} lists; the rest is of the last pull"
        )
    }
}
