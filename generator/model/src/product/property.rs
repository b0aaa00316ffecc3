//! Data that products share: brands, categories, property groups and their options.
//!
//! Names are by locale, with the backend's own fallback already applied.

use serde::{Deserialize, Serialize};

use crate::{
    ids::{BrandId, CategoryId, PropertyGroupId, PropertyOptionId},
    locale::Localized,
};

/// Contact for product safety (GPSR).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GpsrContact {
    /// Name of the company.
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

/// A brand (Shopware: manufacturer).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Brand {
    /// Shopware's id.
    pub id: BrandId,
    /// Names by locale.
    pub names: Localized<String>,
    /// URL of the manufacturer's site.
    pub link: Option<String>,
    /// `vitrine_brand_code`, or the slug of the name; equals `brand_code` of the brand's entry (shopware-fields.md).
    pub code: String,
    /// Product safety contact.
    pub gpsr: Option<GpsrContact>,
}

/// A group of properties (colour, material, designer, …).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PropertyGroup {
    /// Shopware's id.
    pub id: PropertyGroupId,
    /// Names by locale.
    pub names: Localized<String>,
    /// Role of the group (`designer`, `product_label`, `colour`, …): decides where it is shown (R-PDP-08).
    pub external_id: Option<String>,
    /// `text`, `color`, `media`, …
    pub display: String,
    /// Shown in the specifications.
    pub visible: bool,
    /// Order.
    pub position: i64,
}

/// One value of a group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PropertyOption {
    /// Shopware's id.
    pub id: PropertyOptionId,
    /// Group of the option.
    pub group: PropertyGroupId,
    /// Names by locale.
    pub names: Localized<String>,
    /// Hex colour, for example `#9c4327`.
    pub color: Option<String>,
    /// Order within the group.
    pub position: i64,
    /// `vitrine_entry`, or the slug of the name: slug of the entry about this option (shopware-fields.md).
    pub entry: String,
}

/// A category of the shop's navigation tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Category {
    /// Shopware's id.
    pub id: CategoryId,
    /// Its parent, `None` below the root.
    pub parent: Option<CategoryId>,
    /// Names by locale.
    pub names: Localized<String>,
    /// The key of its list in the CMS, in filters and in addresses: `vitrine_code`, otherwise its id. No two have the
    /// same; a folder or a link without a code has none.
    pub code: Option<String>,
    /// Order among its siblings.
    pub position: u32,
}
