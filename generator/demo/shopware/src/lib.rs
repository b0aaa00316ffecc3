//! A stand-in Shopware 6.6.7.1 Store API, following `generator/docs/shopware.md` and recorded answers.
//! Every answer is made from one immutable [`Catalogue`] and the session of its token; only carts, choices and the control API change anything.
//!
//! Where it knowingly differs from a real shop:
//! - customers are guests: there is no password, so registering with one and logging in answer 501, calls for accounts only 403;
//! - what it does not have (login, search, newsletter, documents, downloads of orders, CMS pages, the sitemap) takes the methods of a real shop and answers 501;
//! - no search and no suggest; of criteria no `term` and no `query` scores, no `since` and `until`; a field that does not exist in a filter
//!   inside an association matches nothing instead of failing; aggregations know the entities of makers, options, categories, delivery times;
//! - equal rows come in the order of their ids;
//! - `cmsPage` is always `null`, so product details are small; categories have no layout, and none holds a listing;
//! - one currency; the sortings and filters of a fresh installation;
//! - a family's variants share one representative in listings: the first by id that passes, no configured preview;
//! - changes of one cart wait for each other (as in 6.7), where 6.6 loses some;
//! - codes that exclude each other are no shop data;
//! - orders of one cart wait for each other (as in 6.7), where 6.6 makes several;
//! - strings are not escaped the PHP way on the wire;
//! - of several occurrences of one entity `sw-include-seo-urls` fills all; only on product details one, as there.

mod address;
mod address_rules;
mod aggregation;
mod associations;
mod availability;
mod breadcrumb;
mod cart;
mod cart_errors;
mod cart_lines;
mod cart_rules;
mod cart_view;
mod category;
mod context;
mod criteria;
mod customer;
mod customer_view;
mod errors;
mod facets;
mod filter;
mod latency;
mod listing;
mod listing_choice;
mod mails;
mod master_data;
mod media;
mod money;
mod order;
mod out;
mod partial;
mod payment;
mod price;
mod product;
mod product_calls;
mod product_fields;
mod product_parts;
mod query;
mod register;
mod routes;
mod search_result;
mod seo;
mod session;
mod shipping;
mod transport;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};

pub use self::cart_lines::ForeignLine;
pub use self::mails::Mail;
pub use self::order::control::OrderChange;
pub use self::transport::router;

use self::customer::Customer;
use self::order::Orders;
use self::out::Includes;
use self::session::{Choices, Sessions};
use vitrine_demo_shop::catalogue::Catalogue;
use vitrine_demo_shop::clock::Clock;
use vitrine_demo_shop::{Fields, Text, documents, id_of, localise};

/// How fast the stand-in Shopware answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Latency {
    /// As fast as it can.
    #[default]
    None,
    /// As slowly as the recorded shop did.
    Real,
}

/// The state of the stand-in Shopware.
#[derive(Debug)]
pub struct ShopwareState {
    original: Arc<Catalogue>,
    live: RwLock<Arc<Catalogue>>,
    /// Locked before `orders`, where both are.
    sessions: Mutex<Sessions>,
    orders: Mutex<Orders>,
    clock: Clock,
    maintenance: AtomicBool,
    latency: Latency,
    /// Answers take as long as those of a real shop, now.
    slow: AtomicBool,
    addresses: Addresses,
}

/// Where a shop and what belongs to it are found; no trailing slashes.
#[derive(Debug, Clone)]
pub struct Addresses {
    /// The Store API's host, of which the API itself is below `/store-api`.
    pub shopware: String,
    /// Pictures and documents.
    pub images: String,
    /// The shop's pages, which the domains of the sales channel and the links in mails lead to.
    pub storefront: String,
}

impl ShopwareState {
    /// A shop that serves `catalogue` at `addresses`.
    #[must_use]
    pub fn new(original: Arc<Catalogue>, clock: Clock, latency: Latency, addresses: Addresses) -> Self {
        Self {
            live: RwLock::new(Arc::clone(&original)),
            original,
            sessions: Mutex::new(Sessions::default()),
            orders: Mutex::new(Orders::default()),
            clock,
            maintenance: AtomicBool::new(false),
            slow: AtomicBool::new(latency == Latency::Real),
            latency,
            addresses,
        }
    }

    /// Forgets sessions, carts, orders and mails, and undoes every change of the control API.
    pub fn reset(&self) {
        self.sessions().clear();
        *self.orders() = Orders::default();
        self.set_catalogue(Arc::clone(&self.original));
        self.set_maintenance(false);
        self.set_latency(self.latency);
    }

    /// Switches maintenance mode.
    pub fn set_maintenance(&self, on: bool) {
        self.maintenance.store(on, Ordering::Relaxed);
    }

    /// Changes how fast the shop answers.
    pub fn set_latency(&self, latency: Latency) {
        self.slow.store(latency == Latency::Real, Ordering::Relaxed);
    }

    /// Ends the session of a token. Tells whether there was one.
    pub fn expire(&self, token: &str) -> bool {
        self.sessions().expire(token)
    }

    /// Sets the stock of a product and, where that is given, whether it is sold no further than that.
    ///
    /// # Errors
    /// When no product has this number.
    pub fn set_stock(&self, number: &str, stock: i64, closeout: Option<bool>) -> Result<(), String> {
        self.change_product(number, |file| {
            file.stock = stock;
            file.closeout = closeout.unwrap_or(file.closeout);
        })
    }

    /// Sets the gross price of a product and drops its tiers.
    ///
    /// # Errors
    /// When no product has this number.
    pub fn set_price(&self, number: &str, price: f64) -> Result<(), String> {
        self.change_product(number, |file| {
            file.price = price;
            file.tiers.clear();
        })
    }

    /// Shows or hides a product.
    ///
    /// # Errors
    /// When no product has this number.
    pub fn set_active(&self, number: &str, active: bool) -> Result<(), String> {
        self.change_product(number, |file| file.active = active)
    }

    fn change_product(
        &self,
        number: &str,
        change: impl FnOnce(&mut vitrine_demo_shop::ProductFile),
    ) -> Result<(), String> {
        let now = self.clock.now();
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        let changed = live.with_product(number, |product| {
            change(&mut product.file);
            product.file.updated = Some(now);
        });
        *live = Arc::new(changed.ok_or_else(|| format!("no product has the number `{number}`"))?);
        Ok(())
    }

    /// Adds pieces to the stock of products, or takes them: ids with how many. What was sold follows. No product counts as changed by it.
    fn move_stock(&self, pieces: &[(String, i64)]) {
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        for (id, count) in pieces {
            let product = live.product_by_id.get(id).and_then(|index| live.products.get(*index));
            let Some(number) = product.map(|product| product.file.number.clone()) else {
                continue;
            };
            let moved = live.with_product(&number, |product| {
                product.file.stock += count;
                product.file.sales -= count;
            });
            if let Some(moved) = moved {
                *live = Arc::new(moved);
            }
        }
    }

    fn catalogue(&self) -> Arc<Catalogue> {
        Arc::clone(&self.live.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn set_catalogue(&self, catalogue: Arc<Catalogue>) {
        *self.live.write().unwrap_or_else(PoisonError::into_inner) = catalogue;
    }

    fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn orders(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The context of what the shop does by itself, in a language: nobody's session.
    fn ctx_in(&self, iso: &str) -> Ctx {
        let shop = self.catalogue();
        Ctx {
            system: shop.shop.system_language().to_owned(),
            iso: iso.to_owned(),
            token: String::new(),
            choices: Choices::default(),
            customer: None,
            includes: Includes::default(),
            seo_header: false,
            now: self.clock.now(),
            addresses: self.addresses.clone(),
            query: Map::new(),
            body: Map::new(),
            is_get: false,
            shop,
        }
    }
}

/// The resolved context of one call: who asks, in which language, and what of the answer is wanted.
#[derive(Debug, Clone)]
struct Ctx {
    shop: Arc<Catalogue>,
    token: String,
    choices: Choices,
    /// Who is logged in.
    customer: Option<Arc<Customer>>,
    /// ISO code of the language of this call.
    iso: String,
    /// ISO code of the system language.
    system: String,
    includes: Includes,
    /// `sw-include-seo-urls` was sent.
    seo_header: bool,
    now: Timestamp,
    addresses: Addresses,
    /// Query string, and the JSON or form body.
    query: Map<String, Value>,
    body: Map<String, Value>,
    is_get: bool,
}

impl Ctx {
    /// Where criteria are read from: the body, on GET the query string.
    fn input(&self) -> &Map<String, Value> {
        if self.is_get { &self.query } else { &self.body }
    }

    /// A scalar parameter from the body, else from the query string, as text.
    fn parameter(&self, name: &str) -> Option<String> {
        let value = self.body.get(name).or_else(|| self.query.get(name))?;
        match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
            _ => None,
        }
    }

    /// A parameter that is true, as PHP reads one.
    fn switch(&self, name: &str) -> bool {
        self.parameter(name)
            .is_some_and(|text| matches!(text.to_lowercase().as_str(), "1" | "true" | "on" | "yes"))
    }

    /// A translatable field at the top level: the exact language or null.
    fn exact(&self, text: Option<&Text>) -> Value {
        text.and_then(|text| text.exact(&self.iso))
            .map_or(Value::Null, Value::from)
    }

    /// A translatable field inside `translated`: after the fallback chain.
    fn translated(&self, text: Option<&Text>) -> Value {
        text.and_then(|text| text.translated(&self.iso, &self.system))
            .map_or(Value::Null, Value::from)
    }

    /// The same as a string, empty when there is none.
    fn label(&self, text: &Text) -> String {
        text.translated(&self.iso, &self.system).unwrap_or_default().to_owned()
    }

    /// Custom fields in exactly this language.
    fn own_fields(&self, fields: &Fields) -> Map<String, Value> {
        localise(fields, &self.shop.languages, &self.iso, None)
    }

    /// Custom fields after the fallback chain.
    fn translated_fields(&self, fields: &Fields) -> Value {
        Value::Object(localise(fields, &self.shop.languages, &self.iso, Some(&self.system)))
    }

    /// A product's custom fields in exactly this language.
    fn own_product_fields(&self, fields: &Fields) -> Map<String, Value> {
        self.with_addresses(self.own_fields(fields))
    }

    /// A product's custom fields after the fallback chain.
    fn translated_product_fields(&self, fields: &Fields) -> Value {
        let fields = localise(fields, &self.shop.languages, &self.iso, Some(&self.system));
        Value::Object(self.with_addresses(fields))
    }

    /// Custom fields with the addresses of the documents that they name.
    fn with_addresses(&self, mut fields: Map<String, Value>) -> Map<String, Value> {
        for field in fields.values_mut() {
            documents::address(field, &self.addresses.images);
        }
        fields
    }

    fn language_id(&self) -> String {
        language_id(&self.shop, &self.iso)
    }
}

/// The id of a language of the shop.
fn language_id(shop: &Catalogue, iso: &str) -> String {
    let explicit = shop
        .shop
        .languages
        .iter()
        .find(|language| language.iso == iso)
        .and_then(|language| language.id.as_deref());
    id_of("language", iso, explicit)
}

/// When everything was created that does not say so itself.
const CREATED: &str = "2026-01-05T09:00:00.000+00:00";
