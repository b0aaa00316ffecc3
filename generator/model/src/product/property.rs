//! What products share: brands, categories, property groups and their options.
//!
//! **Invariant:** names stand by locale, with the backend's own fallback applied.

use serde::{Deserialize, Serialize};

use crate::{
    ids::{BrandId, CategoryId, PropertyGroupId, PropertyOptionId},
    locale::Localized,
};

/// Who answers for a product's safety (GPSR).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GpsrContact {
    /// Name of the firm.
    pub name: String,
    /// Street and number.
    pub street: String,
    /// Postcode.
    pub postcode: String,
    /// City.
    pub city: String,
    /// Country.
    pub country: String,
    /// E-mail or web address.
    pub email: String,
}

/// A maker (Shopware: manufacturer).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Brand {
    /// Shopware's id.
    pub id: BrandId,
    /// By locale.
    pub names: Localized<String>,
    /// The maker's site.
    pub link: Option<String>,
    /// `vitrine_brand_code`, or the slug of its name: the brand's entry has the same `brand_code` (shopware-fields.md).
    pub code: String,
    /// Safety contact.
    pub gpsr: Option<GpsrContact>,
}

/// A group of properties (colour, material, designer, …).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PropertyGroup {
    /// Shopware's id.
    pub id: PropertyGroupId,
    /// By locale.
    pub names: Localized<String>,
    /// What the group is (`designer`, `product_label`, `colour`, …): decides where it shows (R-PDP-08).
    pub external_id: Option<String>,
    /// `text`, `color`, `media`, …
    pub display: String,
    /// Shown among the specifications.
    pub visible: bool,
    /// Order.
    pub position: i64,
}

/// One value of a group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PropertyOption {
    /// Shopware's id.
    pub id: PropertyOptionId,
    /// Its group.
    pub group: PropertyGroupId,
    /// By locale.
    pub names: Localized<String>,
    /// `#9c4327`
    pub color: Option<String>,
    /// Order within the group.
    pub position: i64,
    /// `vitrine_entry`, or the slug of its name: the entry that tells more (shopware-fields.md).
    pub entry: String,
}

/// A category of the shop's navigation tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Category {
    /// Shopware's id.
    pub id: CategoryId,
    /// Its parent, `None` below the root.
    pub parent: Option<CategoryId>,
    /// By locale.
    pub names: Localized<String>,
    /// `vitrine_code`: what the CMS calls it.
    pub code: Option<String>,
    /// Order among its siblings.
    pub position: u32,
}
