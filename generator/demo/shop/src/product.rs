//! One product: the data of its file, its references, and which values are its own and which are inherited. All
//! references are indexes into the vectors of [`super::catalogue::Catalogue`]; they are created together and never
//! change.

use super::files::{ProductFile, Tier};
use super::text::{Fields, Text};

/// A product or a variant.
#[derive(Debug, Clone)]
pub struct Product {
    /// 32 hex.
    pub id: String,
    /// The data from the file, with inherited values filled in.
    pub file: ProductFile,
    /// Which values are its own.
    pub own: Own,
    /// Its parent, for a variant.
    pub parent: Option<usize>,
    /// Its variants, in file order.
    pub children: Vec<usize>,
    /// The main variant of the family.
    pub main_variant: Option<usize>,
    /// Brand.
    pub brand: usize,
    /// Index of its tax in the shop's taxes.
    pub tax: usize,
    /// Categories it is assigned to.
    pub categories: Vec<usize>,
    /// Its properties.
    pub properties: Vec<usize>,
    /// The options of this variant.
    pub options: Vec<usize>,
    /// Groups by which its variants differ, in order.
    pub configurator: Vec<usize>,
    /// Pictures, cover first.
    pub media: Vec<usize>,
    /// Delivery time.
    pub delivery_time: Option<usize>,
    /// Unit of its base price.
    pub unit: Option<usize>,
    /// Cross sellings.
    pub cross_selling: Vec<CrossSelling>,
}

/// Which values are a product's own. For a variant, all other values are inherited and `null` at the top level.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "one flag per translatable field")]
pub struct Own {
    /// Has its own name.
    pub name: bool,
    /// Has its own description.
    pub description: bool,
    /// Has its own keywords.
    pub keywords: bool,
    /// Has its own pack unit.
    pub pack_unit: bool,
    /// Has its own meta title.
    pub meta_title: bool,
    /// Has its own meta description.
    pub meta_description: bool,
    /// Has its own pictures.
    pub media: bool,
    /// Its own custom fields.
    pub custom_fields: Fields,
}

/// A cross selling with resolved products.
#[derive(Debug, Clone)]
pub struct CrossSelling {
    /// 32 hex.
    pub id: String,
    /// Name.
    pub name: Text,
    /// Products.
    pub products: Vec<usize>,
}

impl Product {
    /// Whether it can be bought: it is not a parent of variants.
    #[must_use]
    pub fn sellable(&self) -> bool {
        self.children.is_empty()
    }

    /// Shopware §15.2: false only for closeout products with less stock than the minimum purchase.
    #[must_use]
    pub fn available(&self) -> bool {
        !self.file.closeout || self.file.stock >= self.file.purchase.min
    }

    /// Shopware §15.2: `floor((M−min)/steps)·steps+min`, capped by the stock if closeout, never below 0.
    #[must_use]
    pub fn calculated_max_purchase(&self) -> i64 {
        let purchase = &self.file.purchase;
        let most = purchase.max.unwrap_or(100);
        let most = if self.file.closeout {
            most.min(self.file.stock)
        } else {
            most
        };
        on_step(most, purchase.min, purchase.steps).max(0)
    }

    /// The price tiers of a customer group: its own ones, otherwise the general ones.
    #[must_use]
    pub fn tiers(&self, group: Option<&str>) -> &[Tier] {
        let own = group.and_then(|group| self.file.group_prices.get(group));
        own.unwrap_or(&self.file.tiers)
    }

    /// The gross unit price of a quantity for a customer group.
    #[must_use]
    pub fn price_for(&self, quantity: i64, group: Option<&str>) -> f64 {
        let tiers = self.tiers(group);
        let tier = tiers.iter().rfind(|tier| tier.from <= quantity).or(tiers.first());
        tier.map_or(self.file.price, |tier| tier.price)
    }

    /// The lowest gross unit price over all tiers of a customer group.
    #[must_use]
    pub fn cheapest_price(&self, group: Option<&str>) -> f64 {
        self.tiers(group)
            .iter()
            .map(|tier| tier.price)
            .fold(None, |least: Option<f64>, price| {
                Some(least.map_or(price, |least| least.min(price)))
            })
            .unwrap_or(self.file.price)
    }
}

/// The highest valid quantity up to `quantity`, given minimum and step.
#[must_use]
pub fn on_step(quantity: i64, min: i64, steps: i64) -> i64 {
    let steps = steps.max(1);
    (quantity - min).div_euclid(steps) * steps + min
}
