//! A name for everything that decides what a pull asks for: a snapshot of another one cannot be continued.

use super::{requested_fields::asked_of, run::Pull};

impl Pull<'_> {
    /// A hash of the configuration, the addresses of both backends, and what is asked for.
    pub(super) fn configuration(&self) -> String {
        let config = self.config;
        let locales = self.locales().map(|(_, locale)| locale).collect::<Vec<_>>();
        let old = config.old_storefront.as_ref().map(|old| &old.locales);
        let asked: Vec<String> = config.collections.iter().map(|handle| asked_of(handle)).collect();
        let text = format!(
            "{locales:?} {:?} {:?} {:?} {:?} {:?} {:?} {old:?} {asked:?} {} {}",
            config.collections,
            config.future_private,
            config.read_whole,
            config.navigations,
            config.taxonomies,
            config.asset_containers,
            self.shopware.asks(),
            self.statamic.asks(),
        );
        blake3::hash(text.as_bytes()).to_hex().to_string()
    }
}
