//! Configuration of the conversion.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use serde::Deserialize;
use vitrine_model::{locale::Locales, price_history::PriceHistories};

use super::collection_kind::CollectionKind;
use crate::shopware::AdminScreen;

/// Configuration of the conversion.
#[derive(Clone, Debug)]
pub struct ConvertConfig {
    /// The shop's locales; their commerce languages are taken from the snapshot.
    pub locales: Locales,
    /// Handles of the pulled collections.
    pub collections: Vec<String>,
    /// Handles of the pulled navigations.
    pub navigations: Vec<String>,
    /// Handles of the pulled taxonomies.
    pub taxonomies: Vec<String>,
    /// Handles of the pulled asset containers.
    pub asset_containers: Vec<String>,
    /// Asset fields that hold the alternative text, by locale code; other locales use the CMS's single `alt`.
    pub alt_fields: BTreeMap<String, String>,
    /// Names of honeypot fields by form handle, for forms that do not use Statamic's default.
    pub honeypots: BTreeMap<String, String>,
    /// Kinds of collections that are unknown by their handles, or that are to be read differently.
    pub kinds: Vec<CollectionKind>,
    /// Collections whose entries are hidden before their date (Statamic's date behaviour "future: private").
    pub future_private: Vec<String>,
    /// The time of the build, against which dates are compared.
    pub now: Timestamp,
    /// The prices that were published before, in the channel's currency.
    pub price_histories: PriceHistories,
    /// How long a former path of an entry redirects.
    pub keep_addresses: SignedDuration,
    /// The shop's time zone, for dates and times.
    pub time_zone: TimeZone,
    /// `stock.limited_at_most`: stock of at most this many pieces is "limited".
    pub limited_at_most: u32,
    /// Names of Shopware's custom fields.
    pub fields: FieldNames,
    /// Whether a category that has products and no page in the CMS gets one.
    pub category_pages: bool,
    /// Whether the tree of categories is also a navigation (`CATEGORY_TREE`).
    pub category_menu: bool,
    /// The CMS's origin (`https://cms.example`), for assets with a relative URL; links to it are local links.
    pub content_origin: String,
    /// The commerce backend's origin (`https://shop.example`), for links to its administration; empty for none.
    pub commerce_origin: String,
    /// Further origins of this site (`https://shop.example`).
    pub own_origins: Vec<String>,
}

impl ConvertConfig {
    /// What the conversion of the shop's records reads of it, but for the time and the published prices.
    pub(crate) fn of_shop(&self) -> String {
        let Self {
            locales,
            asset_containers,
            alt_fields,
            time_zone,
            limited_at_most,
            fields,
            content_origin,
            commerce_origin,
            own_origins,
            // Read for records of the CMS alone, or measured anew by each conversion.
            collections: _,
            navigations: _,
            taxonomies: _,
            honeypots: _,
            kinds: _,
            future_private: _,
            now: _,
            price_histories: _,
            keep_addresses: _,
            category_pages: _,
            category_menu: _,
        } = self;
        let origins = (content_origin, commerce_origin, own_origins);
        format!(
            "{locales:?} {asset_containers:?} {alt_fields:?} {time_zone:?} {limited_at_most} {fields:?} {origins:?}"
        )
    }

    /// The URL where a record of the commerce backend can be edited.
    pub(crate) fn edit_url(&self, screen: AdminScreen<'_>) -> Option<String> {
        let shop = self.commerce_origin.as_str();
        (!shop.is_empty()).then(|| screen.url(shop))
    }
}

/// Names of Shopware's custom fields (shopware-fields.md, `[shopware.fields]`).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldNames {
    /// `vitrine_retail_price`
    pub retail_price: String,
    /// `vitrine_diameter`
    pub diameter: String,
    /// `vitrine_depth`
    pub depth: String,
    /// `vitrine_downloads`
    pub downloads: String,
    /// `vitrine_faq`
    pub faq: String,
    /// `vitrine_maintenance`
    pub maintenance: String,
    /// `vitrine_parts`
    pub parts: String,
    /// `vitrine_bundle`
    pub bundle: String,
    /// `vitrine_withdrawal_excluded`
    pub withdrawal_excluded: String,
    /// `vitrine_return_cost`
    #[serde(default = "return_cost")]
    pub return_cost: String,
    /// `vitrine_garan`
    #[serde(default = "garan")]
    pub garan: String,
    /// `vitrine_weee`
    #[serde(default = "weee")]
    pub weee: String,
    /// `vitrine_energy`
    pub energy: String,
    /// `vitrine_gpsr`, of manufacturers
    pub gpsr: String,
    /// `vitrine_warnings`
    pub warnings: String,
    /// `vitrine_shows`, of media
    pub shows: String,
    /// `vitrine_brand_code`, of manufacturers
    pub brand_code: String,
    /// `vitrine_entry`, of property options
    pub entry: String,
    /// `vitrine_code`, of categories
    pub category_code: String,
    /// `externalId`, of property groups
    pub external_id: String,
}

fn return_cost() -> String {
    "vitrine_return_cost".to_owned()
}

fn garan() -> String {
    "vitrine_garan".to_owned()
}

fn weee() -> String {
    "vitrine_weee".to_owned()
}

impl Default for FieldNames {
    fn default() -> Self {
        let vitrine = |name: &str| format!("vitrine_{name}");
        Self {
            retail_price: vitrine("retail_price"),
            diameter: vitrine("diameter"),
            depth: vitrine("depth"),
            downloads: vitrine("downloads"),
            faq: vitrine("faq"),
            maintenance: vitrine("maintenance"),
            parts: vitrine("parts"),
            bundle: vitrine("bundle"),
            withdrawal_excluded: vitrine("withdrawal_excluded"),
            return_cost: return_cost(),
            garan: garan(),
            weee: weee(),
            energy: vitrine("energy"),
            gpsr: vitrine("gpsr"),
            warnings: vitrine("warnings"),
            shows: vitrine("shows"),
            brand_code: vitrine("brand_code"),
            entry: vitrine("entry"),
            category_code: vitrine("code"),
            external_id: "externalId".to_owned(),
        }
    }
}
