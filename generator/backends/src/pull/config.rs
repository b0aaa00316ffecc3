//! Configuration of the pull.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use jiff::SignedDuration;
use vitrine_model::locale::{LocaleCode, Locales};

use crate::shopware::ShopwareClient;

/// The configuration of a pull.
#[derive(Clone, Debug)]
pub struct PullConfig {
    /// The shop's locales.
    pub locales: Locales,
    /// Collection handles.
    pub collections: Vec<String>,
    /// Those of them whose entries are hidden before their date: they are read early, so that the date is known.
    pub future_private: Vec<String>,
    /// Those of them whose entries are read with all fields: `convert` does not know them by their handles.
    pub read_whole: BTreeSet<String>,
    /// Navigation handles.
    pub navigations: Vec<String>,
    /// Taxonomy handles.
    pub taxonomies: Vec<String>,
    /// Asset container handles; needed for sizes and focal points if asset references lack them (stock profile).
    pub asset_containers: Vec<String>,
    /// Pauses before a pull is restarted because the data changed during it; there are as many restarts as pauses.
    pub restart_pauses: Vec<Duration>,
    /// Sets that may be empty although the last pull had records.
    pub accept_empty: AcceptEmpty,
    /// Shopware's own storefront, whose URLs redirect here.
    pub old_storefront: Option<OldStorefront>,
    /// How long former paths of entries are remembered.
    pub keep_addresses: SignedDuration,
    /// How old the last whole pull may be where only what changed is pulled; `None` = of any age.
    pub whole_after: Option<SignedDuration>,
    /// Number of records by file in the live release, compared with if there is no last pull; may be empty.
    pub live_counts: BTreeMap<String, u64>,
}

/// Shopware's own storefront.
#[derive(Clone, Debug)]
pub struct OldStorefront {
    /// A client of its sales channel.
    pub shopware: Arc<ShopwareClient>,
    /// The locales it was available in.
    pub locales: BTreeSet<LocaleCode>,
}

/// Which sets may be empty although the last pull had records (rule 18).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AcceptEmpty {
    /// Sets by name (`entries/news`, `redirects`, `product`).
    Named(BTreeSet<String>),
    /// All of them; for local work, where only the developer sees the result.
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
