//! What is pulled, and what may be missing.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use vitrine_model::locale::Locales;

/// What is pulled.
#[derive(Clone, Debug)]
pub struct PullConfig {
    /// The shop's locales.
    pub locales: Locales,
    /// Collection handles.
    pub collections: Vec<String>,
    /// Navigation handles.
    pub navigations: Vec<String>,
    /// Taxonomy handles.
    pub taxonomies: Vec<String>,
    /// Asset container handles; needed for sizes and focal points where asset references have none (stock profile).
    pub asset_containers: Vec<String>,
    /// The pauses before a pull is started again because the shop was changed under it; as many restarts as pauses.
    pub restart_pauses: Vec<Duration>,
    /// What may be empty although it was not.
    pub accept_empty: AcceptEmpty,
    /// Records by file of what is live, for comparison where no last pull lies there; empty where nothing is known.
    pub live_counts: BTreeMap<String, u64>,
}

/// What a pull may find empty although the last one had it (rule 18).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AcceptEmpty {
    /// Sets by name (`entries/news`, `redirects`, `product`).
    Named(BTreeSet<String>),
    /// Anything: nobody but the person who works on the shop sees it.
    Anything,
}

impl AcceptEmpty {
    pub(super) fn has(&self, set: &str) -> bool {
        match self {
            Self::Named(names) => names.contains(set),
            Self::Anything => true,
        }
    }
}
