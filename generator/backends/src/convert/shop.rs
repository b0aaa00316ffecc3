//! The shop's part of a conversion, and keeping it for the next one in the same process: a build after a change in the
//! CMS converts no product, one after a change in the shop only the products whose lines differ.
//!
//! **Invariant:** what is kept is used only if a conversion of the same files with the same configuration would give the
//! same; prices are measured again each time, because a reduction depends on the time.

use std::sync::Arc;

use vitrine_model::{
    catalog::{Shop, ShopParts},
    diagnostic::{Diagnostic, Place},
    ids::{ProductId, ProductNumber},
    product::{Prices, Product, Reduction},
    record::RecordHash,
};

use super::{
    categories::{self, Tree},
    config::ConvertConfig,
    error::ConvertError,
    findings::Findings,
    former_paths,
    input::Input,
    kept_groups, old_paths,
    products::{self, KeptLines},
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
    lines: KeptLines,
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
    shop: Vec<OpenedFile>,
    of_lines: OriginOfLines,
}

/// What a product's line is read with.
#[derive(PartialEq, Eq, Debug)]
struct OriginOfLines {
    assets: RecordHash,
    settings: String,
}

impl Origin {
    /// `None` if a file cannot be opened: the conversion says so.
    fn of(snapshot: &Snapshot, config: &ConvertConfig) -> Option<Self> {
        let files = snapshot.files().filter(|file| file.starts_with("shopware/"));
        let shop: Option<Vec<OpenedFile>> = files.map(|file| snapshot.opened(file).ok()).collect();
        let about = snapshot.about();
        let channel = (
            about.currency,
            about.tax_status,
            &about.navigation_root,
            &about.languages,
        );
        Some(Self {
            shop: shop?,
            of_lines: OriginOfLines {
                assets: snapshot.content_of("statamic/assets.").ok()?,
                settings: format!("{channel:?} {}", config.of_shop()),
            },
        })
    }
}

impl ConvertedShop {
    /// Converts the shop, or returns the one that is kept if it is of the same files. `none`: for lines of which none is kept.
    pub(super) fn of(
        kept: Option<Self>,
        none: KeptLines,
        snapshot: &Snapshot,
        config: &ConvertConfig,
        input: &Input<'_>,
    ) -> Result<Self, ConvertError> {
        let from = Origin::of(snapshot, config);
        let Some(kept) = kept else {
            return Self::convert(input, from, none, None);
        };
        let is_measured = || kept.prices.iter().all(|price| price.measure(config) == price.measured);
        if from.is_some() && kept.from == from && is_measured() {
            return Ok(kept);
        }
        let are_read_alike = kept
            .from
            .as_ref()
            .zip(from.as_ref())
            .is_some_and(|(kept, from)| kept.of_lines == from.of_lines);
        let lines = if are_read_alike { kept.lines } else { none };
        Self::convert(input, from, lines, Some(&kept.shop))
    }

    /// `lines` are of a conversion from the same [`OriginOfLines`]; `earlier` is any shop.
    fn convert(
        input: &Input<'_>,
        from: Option<Origin>,
        lines: KeptLines,
        earlier: Option<&Shop>,
    ) -> Result<Self, ConvertError> {
        let findings = Findings::default();
        let mut commerce = products::convert(input, &findings, lines)?;
        categories::assign(&mut commerce.products, input)?;
        let prices = measure(&mut commerce.products, input.config);
        for price in &prices {
            findings.reduction(price.place(input.config), price.measured.reduction);
        }
        let tree = categories::convert(input, &findings)?;
        kept_groups::convert(input, &findings)?;
        let parts = ShopParts {
            currency: input.snapshot.about().currency,
            products: commerce.products,
            families: commerce.families,
            brands: commerce.brands,
            property_groups: commerce.groups,
            property_options: commerce.options,
            categories: tree.categories(),
            former_paths: former_paths::convert(input)?,
            old_paths: old_paths::convert(input)?,
        };
        Ok(Self {
            shop: Arc::new(Shop::after(earlier, parts)),
            tree,
            prices,
            findings: findings.into_list(),
            lines: commerce.lines,
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
