//! Products as the shop sells and shows them (specification §3; shopware-fields.md for where Shopware keeps what).
//!
//! **Invariant:** prices, stock and pictures are stored once, texts by locale; a [`Product`] is always sellable, a
//! [`Family`] never is.

mod gtin;
mod property;
mod reduction;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use gtin::gtin;
pub use property::{Brand, Category, GpsrContact, PropertyGroup, PropertyOption};
pub use reduction::Reduction;

use crate::{
    decimal::Decimal,
    ids::{BrandId, CategoryId, ProductId, ProductNumber, PropertyGroupId, PropertyOptionId},
    locale::Localized,
    media::Image,
    money::{Money, TaxStatus},
    rich_text::RichText,
};

/// A displayed price with its list price and 30-day price, already in the channel's tax state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct UnitPrice {
    /// For one piece.
    pub unit: Money,
    /// The former price (struck through).
    pub list: Option<Money>,
    /// The lowest price of the last 30 days (EU Omnibus).
    pub regulation: Option<Money>,
    /// Price for a reference amount.
    pub reference: Option<ReferencePrice>,
}

/// The price of an amount of a product's unit (Shopware §6.2). The unit's name is a text: [`ProductTexts::unit`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ReferencePrice {
    /// For the whole amount.
    pub price: Money,
    /// Number of units.
    pub amount: Decimal,
}

impl UnitPrice {
    /// The list price, if it may be struck through: it is above the price, and the 30-day price does not contradict the
    /// reduction (Omnibus).
    pub fn struck(&self) -> Option<Money> {
        let contradicted = self.regulation.is_some_and(|lowest| lowest <= self.unit);
        self.list.filter(|list| *list > self.unit && !contradicted)
    }
}

/// One row of a price table, valid up to a quantity; the last row has no upper bound (Shopware §6.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PriceTier {
    /// The first quantity that has this price.
    pub from: u32,
    /// The last quantity; `None` = no upper bound.
    pub to: Option<u32>,
    /// The price.
    pub price: UnitPrice,
}

/// The prices of a product.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Prices {
    /// For one piece, if there are no tiers.
    pub single: UnitPrice,
    /// By quantity; empty if there are none. With tiers, `single` is not shown.
    pub tiers: Vec<PriceTier>,
    /// Gross, net or tax-free.
    pub tax_status: TaxStatus,
    /// The manufacturer's recommended price (`retail_price`), never struck through.
    pub recommended: Option<Money>,
    /// What a reduction that is announced now, or is announced already, is measured against (law §2); `None` = not known.
    pub baseline: Option<Money>,
}

impl Prices {
    /// The unit price for a quantity.
    pub fn at(&self, quantity: u32) -> &UnitPrice {
        self.tiers
            .iter()
            .find(|tier| tier.to.is_none_or(|to| quantity <= to))
            .map_or(&self.single, |tier| &tier.price)
    }

    /// The largest quantity that has a price of its own; `None` if it costs no less than the smallest quantity `min`.
    pub fn larger_quantity(&self, min: u32) -> Option<&PriceTier> {
        let last = self.tiers.last()?;
        (last.price.unit.minor < self.at(min).unit.minor).then_some(last)
    }

    fn at_mut(&mut self, quantity: u32) -> &mut UnitPrice {
        self.tiers
            .iter_mut()
            .find(|tier| tier.to.is_none_or(|to| quantity <= to))
            .map_or(&mut self.single, |tier| &mut tier.price)
    }
}

/// The three states of stock (specification §4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StockState {
    /// Can be bought.
    InStock,
    /// Can be bought, few pieces left.
    LimitedStock,
    /// Cannot be bought.
    OutOfStock,
}

/// Days from an order, first and last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DayRange {
    /// The first day.
    pub from: u32,
    /// The last day.
    pub to: u32,
}

/// Maximum number of days for which a delivery time is shown only as a duration; longer ones also have a date.
const SHORT_DELIVERY: u32 = 14;

/// A restock time in weeks, rounded up; `None` if it is short enough to be said in days.
pub fn restock_weeks(days: u32) -> Option<u32> {
    (days > SHORT_DELIVERY).then(|| days.div_ceil(7))
}

/// Stock and restock time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stock {
    /// Derived by the rule of shopware-fields.md.
    pub state: StockState,
    /// Number of pieces; never below 0.
    pub pieces: u32,
    /// Days until restock when out of stock.
    pub restock_days: Option<u32>,
    /// The delivery time in days, if it is known as numbers.
    pub delivery_days: Option<DayRange>,
}

impl Stock {
    /// The state by shopware-fields.md: not available, or closeout with 0 pieces = out of stock; 1 to `limited_at_most`
    /// pieces = limited; otherwise in stock.
    pub fn derive(
        available: bool,
        pieces: u32,
        closeout: bool,
        restock_days: Option<u32>,
        limited_at_most: u32,
    ) -> Self {
        let state = if !available || (closeout && pieces == 0) {
            StockState::OutOfStock
        } else if pieces > 0 && pieces <= limited_at_most {
            StockState::LimitedStock
        } else {
            StockState::InStock
        };
        Self {
            state,
            pieces,
            restock_days,
            delivery_days: None,
        }
    }

    /// Days until new stock arrives, if there is none now. They replace the delivery time (shopware-fields.md).
    pub fn awaited_days(&self) -> Option<u32> {
        self.restock_days.filter(|_| self.pieces == 0)
    }
}

/// Quantities that can be bought at once (Shopware §15.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PurchaseLimits {
    /// Minimum.
    pub min: u32,
    /// Maximum.
    pub max: u32,
    /// Step.
    pub step: u32,
}

/// Sizes in millimetres, weight in grams; shown in cm and kg.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Dimensions {
    /// mm
    pub length: Option<u32>,
    /// mm
    pub width: Option<u32>,
    /// mm
    pub height: Option<u32>,
    /// mm
    pub diameter: Option<u32>,
    /// mm
    pub depth: Option<u32>,
    /// g
    pub weight: Option<u32>,
}

impl Dimensions {
    /// Whether no value is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A document about the product (not a digital good).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Download {
    /// Label of the link.
    pub label: String,
    /// https URL.
    pub url: String,
    /// `assembly`, `datasheet`, `care`, `cad` or `other`.
    pub kind: String,
    /// Size in bytes, where known.
    pub bytes: Option<u64>,
}

/// A question with its answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: RichText,
}

/// The energy label of a lamp (law §6).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EnergyLabel {
    /// `light_source`, `containing` or `none`.
    pub kind: String,
    /// `A` to `G`.
    pub class: Option<String>,
    /// Number in the EPREL database.
    pub eprel: Option<String>,
    /// URL of the label.
    pub label: Option<String>,
    /// URL of the product information sheet.
    pub sheet: Option<String>,
}

/// The guarantee of durability that the maker gives for the whole product free of charge (law §5: label GARAN).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MakerGuarantee {
    /// Its duration in half years, more than two years.
    pub half_years: u8,
    /// The maker's own words about it.
    pub words: String,
    /// URL of its terms.
    pub terms: String,
    /// Name of the file with the official label: `ravel` for `garan-ravel.svg`.
    pub label: Option<String>,
}

/// An item of a bundle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BundleItem {
    /// The product.
    pub number: ProductNumber,
    /// Number of pieces.
    pub quantity: u32,
}

/// A named group of related products (Shopware §16.4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CrossSelling {
    /// Name of the group, by locale (`Past bij`).
    pub names: Localized<String>,
    /// The products in the shop's order; may contain parents, so a reader shows one variant of each family.
    pub products: Vec<ProductId>,
}

/// A product's texts in one locale; the backend has already applied fallbacks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProductTexts {
    /// Never empty; the product number if there is no name.
    pub name: String,
    /// The long text.
    pub description: Option<RichText>,
    /// For `<title>`.
    pub meta_title: Option<String>,
    /// For search engines.
    pub meta_description: Option<String>,
    /// The SEO path as Shopware has it (`Fauteuils/Ravel/RAVEL-OA`); `None` = none in this language (R-ROUTE-06).
    pub seo_path: Option<String>,
    /// As text (`6-8 weken`).
    pub delivery_time: Option<String>,
    /// Documents.
    pub downloads: Vec<Download>,
    /// Questions and answers.
    pub faq: Vec<Question>,
    /// Care instructions.
    pub maintenance: Option<RichText>,
    /// Why the product cannot be returned; `None` = it can.
    pub withdrawal_excluded: Option<String>,
    /// Legal warnings.
    pub warnings: Vec<RichText>,
    /// Name of the unit that reference prices count: `litre`.
    pub unit: Option<String>,
    /// The energy label; the label and the sheet are documents in a language.
    pub energy: Option<EnergyLabel>,
    /// The maker's guarantee of durability; its terms are a document in a language.
    pub guarantee: Option<MakerGuarantee>,
    /// Alternative texts of `media`, in the same order.
    pub media_alt: Vec<Option<String>>,
}

/// A sellable product: one variant, or a product without variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Product {
    /// Shopware's id.
    pub id: ProductId,
    /// The parent it is a variant of.
    pub family: Option<ProductId>,
    /// The article number.
    pub number: ProductNumber,
    /// The manufacturer.
    pub brand: Option<BrandId>,
    /// What it costs.
    pub prices: Prices,
    /// Stock.
    pub stock: Stock,
    /// Quantities that can be bought.
    pub limits: PurchaseLimits,
    /// What it costs the buyer to have it collected, if it does not come back by post (law §4); 0 = nothing.
    pub return_cost: Option<Money>,
    /// The category of electrical equipment (1 to 6, Directive 2012/19/EU), for what is not a lamp too (law §8).
    pub weee: Option<u8>,
    /// Size and weight.
    pub dimensions: Dimensions,
    /// Pictures in order, the cover first.
    pub media: Vec<Image>,
    /// Categories of the product.
    pub categories: Vec<CategoryId>,
    /// Properties, ordered by group and option.
    pub properties: Vec<PropertyOptionId>,
    /// The options of this variant, ordered by group.
    pub options: Vec<PropertyOptionId>,
    /// Spare and extra parts.
    pub parts: Vec<ProductNumber>,
    /// Items of the bundle; empty if the product is not a bundle.
    pub bundle: Vec<BundleItem>,
    /// EAN.
    pub ean: Option<String>,
    /// The manufacturer's own number.
    pub manufacturer_number: Option<String>,
    /// Related products by group.
    pub cross_selling: Vec<CrossSelling>,
    /// Free delivery, whatever the order's total (`shippingFree`).
    pub free_delivery: bool,
    /// A digital good.
    pub digital: bool,
    /// Texts by locale.
    pub texts: Localized<Arc<ProductTexts>>,
    /// Creation date from the backend (ISO 8601).
    pub created_at: Option<String>,
    /// Last change from the backend (ISO 8601); used in sitemaps.
    pub updated_at: Option<String>,
}

impl Product {
    /// What one piece costs, or each piece of the smallest quantity that can be bought.
    pub fn first_price(&self) -> &UnitPrice {
        self.prices.at(self.limits.min)
    }

    /// Whether it is electrical equipment (law §8): it says so, or has an energy label of any kind in any language.
    pub fn is_electrical(&self) -> bool {
        self.weee.is_some() || self.texts.iter().any(|(_, texts)| texts.energy.is_some())
    }

    /// The product's family; a product without one counts as its own family.
    pub fn family_or_own_id(&self) -> &ProductId {
        self.family.as_ref().unwrap_or(&self.id)
    }
}

/// The parent of variants. It has no page; its path redirects to its main variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Family {
    /// Shopware's id of the parent.
    pub id: ProductId,
    /// The parent's number.
    pub number: ProductNumber,
    /// `mainVariantId`, if an editor chose one.
    pub main_variant: Option<ProductId>,
    /// The groups that distinguish the variants, in the order of selection.
    pub option_groups: Vec<PropertyGroupId>,
    /// The parent's own SEO path by locale, for the redirect.
    pub seo_paths: Localized<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    #[test]
    fn a_list_price_is_struck_only_for_a_real_reduction() {
        let euros = |minor| Money {
            minor,
            currency: Currency::parse("EUR").unwrap(),
        };
        let struck = |list: Option<i64>, regulation: Option<i64>| {
            let price = UnitPrice {
                unit: euros(900),
                list: list.map(euros),
                regulation: regulation.map(euros),
                reference: None,
            };
            price.struck().map(|money| money.minor)
        };
        assert_eq!(struck(Some(1_000), Some(950)), Some(1_000));
        assert_eq!(struck(Some(1_000), None), Some(1_000));
        assert_eq!(struck(Some(1_000), Some(900)), None, "it was as cheap within 30 days");
        assert_eq!(struck(Some(900), None), None);
        assert_eq!(struck(None, Some(950)), None);
    }

    /// R-PDP-03: one time for a product, by the rule of shopware-fields.md: "`restockTime` days when stock is 0".
    #[test]
    fn r_pdp_03_the_restock_time_replaces_the_delivery_time_while_there_are_no_pieces() {
        for (pieces, closeout, restock, awaited, weeks) in [
            (3, false, None, None, None),
            (3, false, Some(77), None, None),
            (0, false, Some(77), Some(77), Some(11)),
            (0, false, Some(15), Some(15), Some(3)),
            (0, false, Some(14), Some(14), None),
            (0, false, None, None, None),
        ] {
            let stock = Stock::derive(true, pieces, closeout, restock, 5);
            assert_eq!(stock.awaited_days(), awaited, "{stock:?}");
            assert_eq!(stock.awaited_days().and_then(restock_weeks), weeks, "{stock:?}");
        }
    }

    #[test]
    fn stock_states_follow_shop_fields() {
        for (available, pieces, closeout, expected) in [
            (true, 100, false, StockState::InStock),
            (true, 0, false, StockState::InStock),
            (true, 1, false, StockState::LimitedStock),
            (true, 5, true, StockState::LimitedStock),
            (true, 6, true, StockState::InStock),
            (true, 0, true, StockState::OutOfStock),
            (false, 3, true, StockState::OutOfStock),
        ] {
            assert_eq!(
                Stock::derive(available, pieces, closeout, None, 5).state,
                expected,
                "{available} {pieces} {closeout}"
            );
        }
    }
}
