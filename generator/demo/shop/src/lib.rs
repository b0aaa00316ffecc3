//! Loads a shop folder as described in `shops/README.md`, once at start; every error names file and key. No request is
//! answered here; the stand-in Shopware serves from [`catalogue::Catalogue`].

mod availability;
pub mod catalogue;
pub mod clock;
pub mod documents;
mod files;
pub mod names;
mod product;
mod products;
mod resolve;
mod scale;
mod scale_family;
mod tax;
mod text;

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use availability::{Availability, Facts};
pub use files::{
    Brand, CategoryKind, CategoryLink, CustomerAddress, CustomerFile, DeliveryTime, GoneProduct, Media, OrderFile,
    OrderFileLine, ProductFile, Promotion, PropertyGroup, PropertyOption, Tier, Unit,
};
pub use product::{CrossSelling, Product, on_step};
pub use tax::Tax;
pub use text::{Fields, Text, localise};

/// Why a shop folder is invalid. Every message names the file and, if there is one, the key.
#[derive(Debug, thiserror::Error)]
pub enum ShopError {
    /// A file or folder could not be read.
    #[error("reading {}: {source}. A shop folder is described in generator/demo/shops/README.md", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// A file is not valid JSON or has the wrong shape (including unknown keys).
    #[error("{}: {source}. The format is described in generator/demo/shops/README.md", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        source: serde_json::Error,
    },
    /// A file is well-formed but has invalid content.
    #[error("{}: `{key}`: {problem}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The key, as a path such as `products[2].brand`.
        key: String,
        /// What is wrong, and what to write instead.
        problem: String,
    },
}

impl ShopError {
    /// An [`ShopError::Invalid`] for `key` in `path`.
    pub fn invalid(path: &Path, key: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Invalid {
            path: path.to_owned(),
            key: key.into(),
            problem: problem.into(),
        }
    }
}

/// A currency that is not the one of the shop's prices.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForeignCurrency {
    /// ISO code.
    pub iso: String,
    /// The amount in it of one unit of the shop's own currency.
    pub factor: f64,
}

/// `shop.json`: the sales channel and the CMS sites.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShopFile {
    /// Name of the sales channel.
    pub name: String,
    /// `sw-access-key` of the channel: `SWSC` and 22 characters.
    pub access_key: String,
    /// ISO code of the channel's currency, in which the shop's prices are.
    pub currency: String,
    /// Further currencies of the channel, to which a session can be switched.
    #[serde(default)]
    pub currencies: Vec<ForeignCurrency>,
    /// Languages of the channel, one of them the system language.
    pub languages: Vec<Language>,
    /// ISO code of the channel's default language.
    pub default_language: String,
    /// Sites of the CMS; the first is the origin of all others.
    pub sites: Vec<Site>,
    /// Countries the channel ships to; the first is its default.
    pub countries: Vec<Country>,
    /// Salutations.
    pub salutations: Vec<Salutation>,
    /// Taxes by key; the first one is the default of products.
    pub taxes: IndexMap<String, Tax>,
    /// Shipping methods; the first is the default.
    pub shipping: Vec<Shipping>,
    /// Payment methods; the first is the default.
    pub payment: Vec<Payment>,
    /// The smallest coin of totals, such as 0.05 (cash rounding); absent = cents.
    #[serde(default)]
    pub total_rounding: Option<f64>,
    /// The customer group sees net prices; tax is added to the total.
    #[serde(default)]
    pub net_prices: bool,
    /// Customer groups beside the standard one.
    #[serde(default)]
    pub customer_groups: Vec<CustomerGroup>,
    /// Path of the page on which a contract is withdrawn from, below the site's URL; the confirmation of an order links
    /// to it.
    #[serde(default)]
    pub withdrawal_page: Option<Text>,
    /// The root of the category tree; absent = named like the channel.
    #[serde(default)]
    pub root: Option<Root>,
    /// Explicit id of the channel, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// The root of the category tree.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Root {
    /// Its name.
    pub name: Text,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// A customer group beside the standard one. Products have its own prices in `group_prices`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomerGroup {
    /// Key such as `trade`.
    pub key: String,
    /// Its name.
    pub name: Text,
    /// Whether its prices include tax.
    #[serde(default = "yes")]
    pub display_gross: bool,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// A language of the sales channel.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// ISO code such as `nl-NL`.
    pub iso: String,
    /// Its native name.
    pub name: String,
    /// Whether missing translations fall back to it. Exactly one is.
    #[serde(default)]
    pub system: bool,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// A site of the CMS.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// Handle such as `nl-NL`.
    pub handle: String,
    /// Locale such as `nl_NL`.
    pub locale: String,
    /// Short language such as `nl`.
    pub lang: String,
    /// URL prefix: `/`, `/en`.
    pub url: String,
    /// Its name.
    pub name: String,
    /// Explicit id of the sales channel's domain for it, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// A country.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Country {
    /// ISO 3166 alpha-2.
    pub iso: String,
    /// Its name.
    pub name: Text,
    /// Order in lists.
    #[serde(default)]
    pub position: i64,
    /// Postal codes are checked against the country's pattern.
    #[serde(default)]
    pub check_postal_code: bool,
    /// Offered by the channel. A country that is not can still be used in an address, because Shopware 6.6 does not
    /// check.
    #[serde(default = "yes")]
    pub assigned: bool,
    /// No tax is due for deliveries to this country.
    #[serde(default)]
    pub tax_free: bool,
    /// Companies in this country pay no tax: always outside of the EU, otherwise with a VAT number.
    #[serde(default)]
    pub company_tax_free: bool,
    /// Whether goods are shipped there.
    #[serde(default = "yes")]
    pub shippable: bool,
    /// `postalCodeRequired`.
    #[serde(default = "yes")]
    pub postal_code_required: bool,
    /// `vatIdRequired`: business customers must have a VAT id.
    #[serde(default)]
    pub vat_id_required: bool,
    /// `displayStateInRegistration`: forms ask for the state.
    #[serde(default)]
    pub state_shown: bool,
    /// `forceStateInRegistration`: nothing is ordered to an address without a state.
    #[serde(default)]
    pub state_required: bool,
    /// Its states.
    #[serde(default)]
    pub states: Vec<State>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// A state of a country.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// ISO 3166-2, such as `DE-BW`.
    pub code: String,
    /// Its name, the same in each language.
    pub name: String,
}

/// A salutation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Salutation {
    /// Key such as `mrs`.
    pub key: String,
    /// Display name.
    pub name: Text,
    /// Form of address in letters; absent = the name.
    #[serde(default)]
    pub letter_name: Option<Text>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// A shipping method.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shipping {
    /// Key; the technical name is `shipping_<key>`.
    pub key: String,
    /// Order in lists after the default method; absent = its index in the file.
    #[serde(default)]
    pub position: Option<i64>,
    /// Its name.
    pub name: Text,
    /// Description below the name.
    #[serde(default)]
    pub description: Option<Text>,
    /// Gross price.
    pub price: f64,
    /// The carrier's page of a parcel, with `%s` in place of its code.
    #[serde(default)]
    pub tracking_url: Option<String>,
    /// Subtotal from which it is free.
    #[serde(default)]
    pub free_from: Option<f64>,
    /// Other prices for some countries; the first row with the country is used.
    #[serde(default)]
    pub prices: Vec<ShippingPrice>,
    /// Availability rule; absent = always.
    #[serde(default)]
    pub available: Option<Availability>,
    /// Key in `delivery_times.json`.
    #[serde(default)]
    pub delivery_time: Option<String>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

impl Shipping {
    /// Gross price and the subtotal from which it is free, for a country.
    #[must_use]
    pub fn price_for(&self, country: &str) -> (f64, Option<f64>) {
        let mut rows = self.prices.iter();
        rows.find(|row| row.countries.iter().any(|iso| iso == country))
            .map_or((self.price, self.free_from), |row| (row.price, row.free_from))
    }
}

/// The price of a shipping method for some countries.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShippingPrice {
    /// ISO codes.
    pub countries: Vec<String>,
    /// Gross price.
    pub price: f64,
    /// Subtotal from which it is free.
    #[serde(default)]
    pub free_from: Option<f64>,
}

/// A payment method.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payment {
    /// Key.
    pub key: String,
    /// The technical name, which a provider's plug-in chooses; absent = `payment_<key>`.
    #[serde(default)]
    pub technical_name: Option<String>,
    /// Key of the icon among the shop's pictures.
    #[serde(default)]
    pub icon: Option<String>,
    /// May be chosen for an order that was placed.
    #[serde(default = "yes")]
    pub after_order: bool,
    /// Order in lists after the default method; absent = its index in the file.
    #[serde(default)]
    pub position: Option<i64>,
    /// Its name.
    pub name: Text,
    /// Description below the name.
    #[serde(default)]
    pub description: Option<Text>,
    /// Uses the demo's payment gateway, to which the visitor is redirected after the order.
    #[serde(default)]
    pub gateway: bool,
    /// The state that the provider's plug-in sets when the payment begins, as Mollie's and PayPal's do: `unconfirmed`, or
    /// `in_progress` of a bank transfer. The plug-in keeps the gateway's address in the transaction's custom fields, and
    /// hears of the result by webhook, before the shopper is back. Absent = the state changes on the return.
    #[serde(default)]
    pub begins: Option<String>,
    /// Supports recurring payments, for subscriptions.
    #[serde(default)]
    pub recurring: bool,
    /// Availability rule; absent = always.
    #[serde(default)]
    pub available: Option<Availability>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

fn yes() -> bool {
    true
}

impl ShopFile {
    /// Reads and checks `shop.json` in `shop_dir`.
    ///
    /// # Errors
    /// When the file cannot be read, has an unknown key, or contradicts itself.
    pub fn load(shop_dir: &Path) -> Result<Self, ShopError> {
        let path = shop_dir.join("shop.json");
        let shop: Self = read_json(&path)?;
        let wrong = |key: &str, problem: &str| Err(ShopError::invalid(&path, key, problem));
        if shop.languages.iter().filter(|language| language.system).count() != 1 {
            return wrong("languages", "exactly one language must have \"system\": true");
        }
        if !shop
            .languages
            .iter()
            .any(|language| language.iso == shop.default_language)
        {
            return wrong("default_language", "is none of `languages`");
        }
        let rest = shop.access_key.strip_prefix("SWSC").unwrap_or("");
        if rest.len() != 22
            || !rest
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b"_-".contains(&b))
        {
            return wrong("access_key", "must be SWSC and 22 of A-Z, 0-9, _ and -");
        }
        for (key, empty) in [
            ("sites", shop.sites.is_empty()),
            ("countries", shop.countries.is_empty()),
            ("taxes", shop.taxes.is_empty()),
            ("shipping", shop.shipping.is_empty()),
            ("payment", shop.payment.is_empty()),
        ] {
            if empty {
                return wrong(key, "must have at least one item");
            }
        }
        Ok(shop)
    }

    /// ISO code of the system language, to which missing translations fall back.
    #[must_use]
    pub fn system_language(&self) -> &str {
        self.languages
            .iter()
            .find(|language| language.system)
            .map_or(&self.default_language, |language| &language.iso)
    }
}

/// Reads one JSON file.
///
/// # Errors
/// When it cannot be read or does not have the shape of `T`.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, ShopError> {
    let bytes = std::fs::read(path).map_err(|source| ShopError::Read {
        path: path.to_owned(),
        source,
    })?;
    serde_json::from_slice(&bytes).map_err(|source| ShopError::Parse {
        path: path.to_owned(),
        source,
    })
}

/// Reads one JSON file that may be absent.
///
/// # Errors
/// As [`read_json`], but for a file that does not exist.
pub fn read_json_or_default<T: DeserializeOwned + Default>(path: &Path) -> Result<T, ShopError> {
    if path.exists() {
        read_json(path)
    } else {
        Ok(T::default())
    }
}

/// Reads an already parsed JSON value as `T`, naming the file and the key on error.
///
/// # Errors
/// When the value does not have the shape of `T`.
pub fn from_value<T: DeserializeOwned>(path: &Path, key: &str, value: Value) -> Result<T, ShopError> {
    serde_json::from_value(value).map_err(|error| ShopError::invalid(path, key, error.to_string()))
}

/// The id of an object: the explicit one, otherwise derived as 32 hex digits of `blake3("<kind>:<key>")`.
#[must_use]
pub fn id_of(kind: &str, key: &str, explicit: Option<&str>) -> String {
    explicit.map_or_else(
        || {
            blake3::hash(format!("{kind}:{key}").as_bytes())
                .to_hex()
                .chars()
                .take(32)
                .collect()
        },
        str::to_owned,
    )
}
