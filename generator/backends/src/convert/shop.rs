//! The shop's part of a conversion, and keeping it for the next one in the same process: a build after a change in the
//! CMS converts no product.
//!
//! **Invariant:** what is kept is used only if a conversion of the same files with the same configuration would give the
//! same; prices are measured again each time, because a reduction depends on the time.

use std::sync::Arc;

use vitrine_model::{
    catalog::{Shop, ShopParts},
    diagnostic::{Diagnostic, Place},
    ids::{ProductId, ProductNumber},
    product::{Prices, Product, Reduction},
};

use super::{
    categories::{self, Tree},
    config::ConvertConfig,
    error::ConvertError,
    findings::Findings,
    former_paths,
    input::Input,
    kept_groups, old_paths, products,
};
use crate::{
    shopware::AdminScreen,
    snapshot::{OpenedFile, Snapshot},
};

/// The converted shop.
#[derive(Debug)]
pub(super) struct ConvertedShop {
    pub(super) shop: Arc<Shop>,
    pub(super) tree: Tree,
    /// With the time of the build, what prices are struck and found.
    prices: Vec<Priced>,
    findings: Vec<Diagnostic>,
    from: Option<Origin>,
}

/// The prices of a product as Shopware has them, and measured by what was published before.
#[derive(Debug)]
struct Priced {
    id: ProductId,
    number: ProductNumber,
    min: u32,
    unmeasured: Prices,
    measured: Measured,
}

#[derive(PartialEq, Eq, Debug)]
struct Measured {
    prices: Prices,
    reduction: Reduction,
}

/// What a shop was converted from. The files stay open, so that no other file can have the identity of one of them.
#[derive(PartialEq, Eq, Debug)]
struct Origin {
    files: Vec<OpenedFile>,
    settings: String,
}

impl Origin {
    /// `None` if a file cannot be opened: the conversion says so.
    fn of(snapshot: &Snapshot, config: &ConvertConfig) -> Option<Self> {
        let is_read = |file: &&str| file.starts_with("shopware/") || file.starts_with("statamic/assets.");
        let files = snapshot.files().filter(is_read).map(|file| snapshot.opened(file));
        let about = snapshot.about();
        let channel = (
            about.currency,
            about.tax_status,
            &about.navigation_root,
            &about.languages,
        );
        Some(Self {
            files: files.collect::<Result<_, _>>().ok()?,
            settings: format!("{channel:?} {}", config.of_shop()),
        })
    }
}

impl ConvertedShop {
    /// Converts the shop, or returns the one that is kept if it is of the same files.
    pub(super) fn of(
        kept: Option<Self>,
        snapshot: &Snapshot,
        config: &ConvertConfig,
        input: &Input<'_>,
    ) -> Result<Self, ConvertError> {
        let from = Origin::of(snapshot, config);
        match kept.filter(|kept| kept.from.is_some() && kept.from == from) {
            Some(kept) if kept.prices.iter().all(|price| price.measure(config) == price.measured) => Ok(kept),
            _ => Self::convert(input, from),
        }
    }

    fn convert(input: &Input<'_>, from: Option<Origin>) -> Result<Self, ConvertError> {
        let findings = Findings::default();
        let mut commerce = products::convert(input, &findings)?;
        categories::assign(&mut commerce.products, input)?;
        let prices = measure(&mut commerce.products, input.config);
        for price in &prices {
            findings.reduction(price.place(input.config), price.measured.reduction);
        }
        let tree = categories::convert(input, &findings)?;
        kept_groups::convert(input, &findings)?;
        let shop = Shop::new(ShopParts {
            currency: input.snapshot.about().currency,
            products: commerce.products,
            families: commerce.families,
            brands: commerce.brands,
            property_groups: commerce.groups,
            property_options: commerce.options,
            categories: tree.categories(),
            former_paths: former_paths::convert(input)?,
            old_paths: old_paths::convert(input)?,
        });
        Ok(Self {
            shop: Arc::new(shop),
            tree,
            prices,
            findings: findings.into_list(),
            from,
        })
    }

    /// The findings of its records.
    pub(super) fn findings(&self) -> impl Iterator<Item = Diagnostic> {
        self.findings.iter().cloned()
    }
}

fn measure(products: &mut [Product], config: &ConvertConfig) -> Vec<Priced> {
    let one = |product: &mut Product| {
        let mut priced = Priced {
            id: product.id.clone(),
            number: product.number.clone(),
            min: product.limits.min,
            measured: Measured {
                prices: product.prices.clone(),
                reduction: Reduction::None,
            },
            unmeasured: product.prices.clone(),
        };
        priced.measured = priced.measure(config);
        product.prices.clone_from(&priced.measured.prices);
        priced
    };
    products.iter_mut().map(one).collect()
}

impl Priced {
    fn measure(&self, config: &ConvertConfig) -> Measured {
        let mut prices = self.unmeasured.clone();
        let history = config.price_histories.of(self.id.as_str());
        let reduction = prices.measure_by(self.min, &history, config.now);
        Measured { prices, reduction }
    }

    /// Its place in all languages.
    fn place(&self, config: &ConvertConfig) -> Place {
        Place {
            source: "shopware".to_owned(),
            kind: "product".to_owned(),
            id: self.number.to_string(),
            edit_url: config.edit_url(AdminScreen::Product(&self.id)),
            ..Place::default()
        }
    }
}
