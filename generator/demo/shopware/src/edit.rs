//! Edits that the shop's staff makes in the administration, through the control API: the row and its update time
//! change, and an event is sent only if the real Shopware sends one (Shopware §25.7).
//!
//! **Invariant:** an edit that fails changes nothing.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use super::out::LIVE_VERSION;
use super::state::ShopwareState;
use vitrine_demo_shop::catalogue::{Catalogue, Row};
use vitrine_demo_shop::{Text, Tier};

/// One edit; texts are in one language.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "entity", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are named as in the shop's files")]
pub enum Edit {
    /// A product's name.
    Product {
        product_number: String,
        language: String,
        name: String,
    },
    /// Several products in one call of the sync API.
    Sync { products: Vec<SyncedProduct> },
    /// Price tiers, written separately from their product.
    ProductPrice { product_number: String, tiers: Vec<Tier> },
    /// Whether a product is in the sales channel.
    ProductVisibility { product_number: String, visible: bool },
    /// A manufacturer's name.
    ProductManufacturer { key: String, name: String },
    /// An option's name.
    PropertyGroupOption {
        group: String,
        key: String,
        language: String,
        name: String,
    },
    /// A group's name.
    PropertyGroup {
        key: String,
        language: String,
        name: String,
    },
    /// A delivery time's name.
    DeliveryTime {
        key: String,
        language: String,
        name: String,
    },
    /// A unit's name.
    Unit {
        key: String,
        language: String,
        name: String,
    },
    /// A tax rate in percent.
    Tax { key: String, rate: f64 },
    /// A picture's alternative text.
    Media { key: String, language: String, alt: String },
    /// A category's name.
    Category {
        key: String,
        language: String,
        name: String,
    },
}

/// A product of [`Edit::Sync`].
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SyncedProduct {
    pub product_number: String,
    pub stock: i64,
}

/// The event that Shopware sends for an edit, with its rows.
#[derive(Debug, Clone)]
pub struct Told {
    /// `product.written`
    pub event: &'static str,
    /// One item for each written entity.
    pub payload: Vec<Value>,
}

impl Told {
    /// Rows whose given fields were updated.
    #[must_use]
    pub fn updated(event: &'static str, ids: &[String], fields: &[&str]) -> Self {
        let entity = event.split('.').next().unwrap_or_default();
        let row = |id: &String| {
            let mut updated = match entity {
                "product" => vec!["versionId", "parentVersionId", "productManufacturerVersionId"],
                _ => Vec::new(),
            };
            updated.extend(["updatedAt", "id"]);
            updated.extend(fields);
            json!({"entity": entity, "operation": "update", "primaryKey": id, "updatedFields": updated, "versionId": LIVE_VERSION})
        };
        Self {
            event,
            payload: ids.iter().map(row).collect(),
        }
    }
}

type Edited = Result<(Catalogue, Option<Told>), String>;

impl ShopwareState {
    /// Saves an edit; returns the event that Shopware sends for it.
    ///
    /// # Errors
    /// When a row or a language does not exist.
    pub fn edit(&self, edit: &Edit) -> Result<Option<Told>, String> {
        self.change_catalogue(|live, now| apply(live, edit, now))
    }
}

fn apply(live: &Catalogue, edit: &Edit, now: Timestamp) -> Edited {
    match edit {
        Edit::Product {
            product_number,
            language,
            name,
        } => {
            let languages = live.languages.clone();
            product(live, product_number, "product.written", &["name"], now, |file| {
                file.name = file.name.with(language, &languages, name);
            })
        }
        Edit::Sync { products } => sync(live, products, now),
        Edit::ProductPrice { product_number, tiers } => {
            product(live, product_number, "product_price.written", &["price"], now, |file| {
                file.tiers.clone_from(tiers);
            })
        }
        Edit::ProductVisibility {
            product_number,
            visible,
        } => visibility(live, product_number, *visible, now),
        rest => row(live, rest, now),
    }
}

fn product(
    live: &Catalogue,
    number: &str,
    event: &'static str,
    fields: &[&str],
    now: Timestamp,
    change: impl FnOnce(&mut vitrine_demo_shop::ProductFile),
) -> Edited {
    let unknown = || format!("no product has the number `{number}`");
    let id = live.product_id(number).ok_or_else(unknown)?.to_owned();
    let changed = live.with_product(number, |product| {
        change(&mut product.file);
        product.file.updated = Some(now);
    });
    Ok((changed.ok_or_else(unknown)?, Some(Told::updated(event, &[id], fields))))
}

fn sync(live: &Catalogue, products: &[SyncedProduct], now: Timestamp) -> Edited {
    let (mut catalogue, mut ids) = (live.clone(), Vec::new());
    for SyncedProduct { product_number, stock } in products {
        let fields = &["stock", "availableStock"];
        let (next, _) = product(&catalogue, product_number, "product.written", fields, now, |file| {
            file.stock = *stock;
        })?;
        ids.extend(next.product_id(product_number).map(str::to_owned));
        catalogue = next;
    }
    let told = Told::updated("product.written", &ids, &["stock", "availableStock"]);
    Ok((catalogue, Some(told)))
}

/// Deleting a visibility changes no update time and sends no event; creating one is written with its product.
fn visibility(live: &Catalogue, number: &str, visible: bool, now: Timestamp) -> Edited {
    let unknown = || format!("no product has the number `{number}`");
    let changed = live.with_visibility(number, visible).ok_or_else(unknown)?;
    if !visible {
        return Ok((changed, None));
    }
    product(&changed, number, "product.written", &["visibilities"], now, |_| {})
}

/// An edit of a row other than a product.
fn row(live: &Catalogue, edit: &Edit, now: Timestamp) -> Edited {
    let mut copy = live.clone();
    let id = match edit {
        Edit::ProductManufacturer { key, name } => {
            let row = named(&mut copy.brands, key)?;
            row.file.name.clone_from(name);
            row.id.clone()
        }
        Edit::Tax { key, rate } => {
            let shop = std::sync::Arc::make_mut(&mut copy.shop);
            let tax = shop.taxes.get_mut(key).ok_or_else(|| no_row(key))?;
            tax.rate = *rate;
            super::master_data::tax_id(key, tax)
        }
        _ => worded(&mut copy, edit)?,
    };
    copy.stamps.insert(id.clone(), now);
    let told = match edit {
        Edit::Media { .. } => Some(Told::updated("media.written", &[id], &["alt"])),
        Edit::Category { .. } => Some(Told::updated("category.written", &[id], &["name"])),
        _ => None,
    };
    Ok((copy, told))
}

/// Changes a text of a row in one language; returns the row's id.
fn worded(copy: &mut Catalogue, edit: &Edit) -> Result<String, String> {
    let languages = copy.languages.clone();
    let renamed = |text: &mut Text, language: &str, words: &str| *text = text.with(language, &languages, words);
    Ok(match edit {
        Edit::PropertyGroup { key, language, name } => {
            let row = named(&mut copy.groups, key)?;
            renamed(&mut row.file.name, language, name);
            row.id.clone()
        }
        Edit::PropertyGroupOption {
            group,
            key,
            language,
            name,
        } => {
            let of = copy.groups.iter().position(|row| row.key == *group);
            let mut options = copy.options.iter_mut();
            let row = options.find(|row| Some(row.group) == of && row.key == *key);
            let row = row.ok_or_else(|| no_row(key))?;
            renamed(&mut row.file.name, language, name);
            row.id.clone()
        }
        Edit::DeliveryTime { key, language, name } => {
            let row = named(&mut copy.delivery_times, key)?;
            renamed(&mut row.file.name, language, name);
            row.id.clone()
        }
        Edit::Unit { key, language, name } => {
            let row = named(&mut copy.units, key)?;
            renamed(&mut row.file.name, language, name);
            row.id.clone()
        }
        Edit::Media { key, language, alt } => {
            let row = named(&mut copy.media, key)?;
            let text = row.file.alt.get_or_insert_with(|| Text::Same("".into()));
            renamed(text, language, alt);
            row.id.clone()
        }
        Edit::Category { key, language, name } => {
            let row = copy.categories.iter_mut().find(|row| row.key == *key);
            let row = row.ok_or_else(|| no_row(key))?;
            renamed(&mut row.name, language, name);
            row.id.clone()
        }
        other => return Err(format!("{other:?} has no text")),
    })
}

fn named<'r, T>(rows: &'r mut [Row<T>], key: &str) -> Result<&'r mut Row<T>, String> {
    let found = rows.iter_mut().find(|row| row.key == key);
    found.ok_or_else(|| no_row(key))
}

fn no_row(key: &str) -> String {
    format!("no row has the key `{key}`")
}
