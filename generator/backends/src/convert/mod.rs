//! The only place where the backends' JSON becomes model types: converts a snapshot to a Catalog and findings.
//!
//! **Invariant:** no side effects except reading the snapshot; at most one raw record is held at a time, and the order
//! of records does not change the result. Start at [`convert`].

mod assets;
mod blocks;
mod categories;
mod collection_kind;
mod config;
mod cross_selling;
mod custom_fields;
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
mod terms;
mod tree_places;

use vitrine_model::{
    catalog::{Catalog, CatalogParts},
    diagnostic::Diagnostic,
    locale::{Locales, Localized},
};

use self::{assets::Assets, findings::Findings, input::Input, next_change::NextChange};
use crate::snapshot::{Snapshot, name};

pub use collection_kind::CollectionKind;
pub use config::{ConvertConfig, FieldNames};
pub use error::ConvertError;
pub use findings::ODD_HOUR;
pub use live::LiveProduct;
pub(crate) use live::live_product;

/// Converts a snapshot. The findings are warnings with place and remedy; they never stop the conversion.
pub fn convert(snapshot: &Snapshot, config: &ConvertConfig) -> Result<(Catalog, Vec<Diagnostic>), ConvertError> {
    let locales = locales(snapshot, config)?;
    let mut own_origins = config.own_origins.clone();
    own_origins.push(config.content_origin.clone());
    own_origins.retain(|origin| !origin.trim().is_empty());
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
    let findings = Findings::default();
    let mut commerce = products::convert(&input, &findings)?;
    categories::assign(&mut commerce.products, &input)?;
    let tree = categories::convert(&input, &findings)?;
    let entries::Converted {
        mut entries,
        protected,
        redirecting,
    } = entries::convert(&input, &findings)?;
    let mut navigations = navigation::convert(&input, &protected, &findings)?;
    let globals = globals::convert(&input, &findings)?;
    let terms = terms::convert(&input, &findings)?;
    let forms = forms::convert(&input, &findings)?;
    emptied::convert(&input, &findings)?;
    kept_groups::convert(&input, &findings)?;
    let moved = redirecting.iter().filter_map(entry_redirects::Redirecting::address);
    let paths = entries_by_id::EntryPaths::of(&entries, moved);
    let mut redirects = redirects::convert(&input, &paths, &findings)?;
    redirects.extend(entry_redirects::convert(&redirecting, &entries, &paths, &findings));
    let pages = categories::pages(
        &categories::Shop {
            tree: &tree,
            products: &commerce.products,
            entries: &entries,
            globals: &globals,
        },
        &input,
        &findings,
    );
    if config.category_menu {
        navigations.extend(categories::navigations(&tree, &pages, &input));
    }
    entries.extend(pages.entries);
    let catalog = Catalog::new(CatalogParts {
        currency: snapshot.about().currency,
        today: config.now.to_zoned(config.time_zone.clone()).date(),
        products: commerce.products,
        families: commerce.families,
        brands: commerce.brands,
        property_groups: commerce.groups,
        property_options: commerce.options,
        categories: tree.categories(),
        entries,
        terms,
        forms,
        navigations,
        globals,
        redirects,
        former_paths: former_paths::convert(&input)?,
        old_paths: old_paths::convert(&input)?,
        former_addresses: former_addresses::convert(&input)?,
        locales,
    });
    next_change.read(&catalog, &config.time_zone);
    Ok((catalog.with_next_change(next_change.moment()), findings.into_list()))
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
