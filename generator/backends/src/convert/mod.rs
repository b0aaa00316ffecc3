//! The only place where the backends' JSON becomes model types: converts a snapshot to a Catalog and findings.
//!
//! **Invariant:** no side effects except reading the snapshot; at most one raw record is held at a time, and the order
//! of records does not change the result, nor does what a [`Converter`] kept. Start at [`convert`].

mod assets;
mod blocks;
mod categories;
mod collection_kind;
mod config;
mod cross_selling;
mod custom_fields;
mod drafts;
mod duplicates;
mod emptied;
mod entries;
mod entries_by_id;
mod entry_redirects;
mod error;
mod fields;
mod findings;
mod former_addresses;
mod former_paths;
mod forms;
mod globals;
mod html;
mod input;
mod inspect;
mod kept_groups;
mod kinds;
mod live;
mod media;
mod navigation;
mod next_change;
mod old_paths;
mod prices;
mod product_texts;
mod products;
mod properties;
mod protected;
mod redirects;
mod scope;
mod shop;
mod terms;
mod tree_places;

use vitrine_model::{
    catalog::{Catalog, ContentParts},
    diagnostic::Diagnostic,
    locale::{Locales, Localized},
};

use self::{
    assets::Assets, findings::Findings, input::Input, next_change::NextChange, products::KeptLines, shop::ConvertedShop,
};
use crate::snapshot::{Snapshot, name};

pub use collection_kind::CollectionKind;
pub use config::{ConvertConfig, FieldNames};
pub use drafts::Drafts;
pub use error::ConvertError;
pub use findings::ODD_HOUR;
pub use live::LiveProduct;
pub(crate) use live::live_product;

/// Converts a snapshot. The findings are warnings with place and remedy; they never stop the conversion.
pub fn convert(snapshot: &Snapshot, config: &ConvertConfig) -> Result<(Catalog, Vec<Diagnostic>), ConvertError> {
    Converter::default().convert(snapshot, config)
}

/// Converts one snapshot after the other. The default is for a single one.
#[derive(Debug, Default)]
pub struct Converter {
    keeps: bool,
    shop: Option<ConvertedShop>,
}

impl Converter {
    /// Keeps what the next snapshot may have as well.
    pub fn for_more() -> Self {
        Self {
            keeps: true,
            shop: None,
        }
    }

    /// As [`convert`], with the same result.
    pub fn convert(
        &mut self,
        snapshot: &Snapshot,
        config: &ConvertConfig,
    ) -> Result<(Catalog, Vec<Diagnostic>), ConvertError> {
        let locales = locales(snapshot, config)?;
        let own_origins = own_origins(config);
        let assets = Assets::read(snapshot, config)?;
        let next_change = NextChange::after(config.now);
        let input = Input {
            snapshot,
            config,
            locales: &locales,
            assets: &assets,
            own_origins: &own_origins,
            next_change: &next_change,
        };
        let lines = if self.keeps {
            KeptLines::for_more()
        } else {
            KeptLines::default()
        };
        let shop = ConvertedShop::of(self.shop.take(), lines, snapshot, config, &input)?;
        let findings = Findings::default();
        shop.findings().for_each(|finding| findings.push(finding));
        let content = content(&input, &shop, &findings)?;
        let catalog = Catalog::of_shop(shop.shop.clone(), content);
        self.shop = Some(shop).filter(|_| self.keeps);
        next_change.read(&catalog, &config.time_zone);
        Ok((
            catalog.with_next_change(next_change.moment(), next_change.planned()),
            findings.into_list(),
        ))
    }
}

/// Converts the records of the CMS.
fn content(input: &Input<'_>, shop: &ConvertedShop, findings: &Findings) -> Result<ContentParts, ConvertError> {
    let entries::Converted {
        mut entries,
        protected,
        redirecting,
    } = entries::convert(input, findings)?;
    let mut navigations = navigation::convert(input, &protected, findings)?;
    let globals = globals::convert(input, findings)?;
    emptied::convert(input, findings)?;
    let moved = redirecting.iter().filter_map(entry_redirects::Redirecting::address);
    let paths = entries_by_id::EntryPaths::of(&entries, moved);
    let mut redirects = redirects::convert(input, &paths, findings)?;
    redirects.extend(entry_redirects::convert(&redirecting, &entries, &paths, findings));
    let pages = categories::pages(
        &categories::Shop {
            tree: &shop.tree,
            products: &shop.shop,
            entries: &entries,
            globals: &globals,
        },
        input,
        findings,
    );
    if input.config.category_menu {
        navigations.extend(categories::navigations(&shop.tree, &pages, input));
    }
    entries.extend(pages.entries);
    let zone = input.config.time_zone.clone();
    Ok(ContentParts {
        today: input.config.now.to_zoned(zone).date(),
        entries,
        terms: terms::convert(input, findings)?,
        forms: forms::convert(input, findings)?,
        navigations,
        globals,
        redirects,
        former_addresses: former_addresses::convert(input)?,
        locales: input.locales.clone(),
    })
}

/// The origins whose links lead to pages of the shop.
fn own_origins(config: &ConvertConfig) -> Vec<String> {
    let mut own_origins = config.own_origins.clone();
    own_origins.push(config.content_origin.clone());
    own_origins.retain(|origin| !origin.trim().is_empty());
    own_origins
}

/// The configured locales, with the language ids found by the pull.
fn locales(snapshot: &Snapshot, config: &ConvertConfig) -> Result<Locales, ConvertError> {
    let mut locales = config.locales.clone();
    let mut found = Localized::new();
    for (index, locale) in locales.iter() {
        let language = snapshot.about().languages.get(&locale.code);
        let file = name(&["shopware", "products", locale.code.as_str()])?;
        let language = language
            .filter(|_| snapshot.has(&file))
            .ok_or_else(|| ConvertError::Locale(locale.code.to_string()))?;
        found.set(index, language.clone());
    }
    for (index, language) in found.iter() {
        locales.set_commerce_language(index, language.clone());
    }
    Ok(locales)
}
