//! The state of the stand-in Shopware, and its changes by the control API.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Map;

use super::ctx::{Addresses, Choices, Ctx};
use super::customer::Customer;
use super::given_domains::Given;
use super::kept::{Mail, Order, Orders};
use super::login_settings::LoginSettings;
use super::out::Includes;
use super::seed;
use super::session::Sessions;
use super::throttle::Throttles;
use vitrine_demo_shop::catalogue::Catalogue;
use vitrine_demo_shop::clock::Clock;

/// The latency of the stand-in Shopware.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Latency {
    /// No added latency.
    #[default]
    None,
    /// The latency of the recorded shop.
    Real,
}

/// The state of the stand-in Shopware.
#[derive(Debug)]
pub struct ShopwareState {
    original: Arc<Catalogue>,
    live: RwLock<Arc<Catalogue>>,
    /// Lock order: before `orders`.
    sessions: Mutex<Sessions>,
    orders: Mutex<Orders>,
    throttles: Mutex<Throttles>,
    /// Whether registrations must be confirmed by mail (`core.loginRegistration.doubleOptInRegistration`).
    pub(crate) double_opt_in: AtomicBool,
    /// The other settings of accounts.
    pub(crate) login: Mutex<LoginSettings>,
    /// `core.loginRegistration.doubleOptInGuestOrder`.
    pub(crate) double_opt_in_of_guests: AtomicBool,
    /// The hash of each subscription to be confirmed, by the SHA-1 of its e-mail address.
    pub(crate) newsletter: Mutex<HashMap<String, String>>,
    pub(crate) domains: Mutex<Given>,
    /// Whether the server in front is among `framework.trusted_proxies`; if not, all visitors have its address.
    pub(crate) proxies_trusted: AtomicBool,
    /// Whether the withdrawal route exists, as in late 6.7 versions.
    pub(crate) revocation: AtomicBool,
    pub(crate) clock: Clock,
    pub(crate) maintenance: AtomicBool,
    latency: Latency,
    /// Whether answers currently have the latency of a real shop.
    pub(crate) slow: AtomicBool,
    pub(crate) addresses: Addresses,
}

impl ShopwareState {
    /// A shop that serves `catalogue` at `addresses`, without orders.
    pub(crate) fn without_orders(
        original: Arc<Catalogue>,
        clock: Clock,
        latency: Latency,
        addresses: Addresses,
    ) -> Self {
        Self {
            live: RwLock::new(Arc::clone(&original)),
            sessions: Mutex::new(Sessions::with(seed::customers(&original, clock.now()))),
            original,
            orders: Mutex::new(Orders::default()),
            throttles: Mutex::new(Throttles::default()),
            double_opt_in: AtomicBool::new(false),
            login: Mutex::default(),
            double_opt_in_of_guests: AtomicBool::new(false),
            newsletter: Mutex::default(),
            domains: Mutex::default(),
            proxies_trusted: AtomicBool::new(true),
            revocation: AtomicBool::new(false),
            clock,
            maintenance: AtomicBool::new(false),
            slow: AtomicBool::new(latency == Latency::Real),
            latency,
            addresses,
        }
    }

    /// Replaces all orders, and removes all mails.
    pub(crate) fn set_orders(&self, orders: Vec<Order>) {
        *self.orders() = Orders::with(orders);
    }

    /// Removes sessions and carts, and reverts every change of the control API.
    pub(crate) fn revert(&self) {
        *self.sessions() = Sessions::with(seed::customers(&self.original, self.clock.now()));
        *self.throttles() = Throttles::default();
        self.set_double_opt_in(false);
        self.set_login_settings(LoginSettings::default());
        self.set_double_opt_in_of_guests(false);
        self.set_domains(None);
        self.set_proxies_trusted(true);
        self.set_revocation(false);
        self.set_catalogue(Arc::clone(&self.original));
        self.set_maintenance(false);
        self.set_latency(self.latency);
    }

    /// Sets whether the server in front is a trusted proxy, whose header provides the visitors' addresses.
    pub fn set_proxies_trusted(&self, on: bool) {
        self.proxies_trusted.store(on, Ordering::Relaxed);
    }

    /// Enables or disables the withdrawal route.
    pub fn set_revocation(&self, on: bool) {
        self.revocation.store(on, Ordering::Relaxed);
    }

    /// Adds a mail from another sender to the mailbox.
    pub fn receive_mail(&self, to: &str, subject: String, text: String) {
        let links = text.split_whitespace().filter(|word| word.starts_with("http"));
        let links = links.map(str::to_owned).collect();
        self.orders().mails.send(Mail {
            kind: "smtp",
            at: self.clock.now(),
            to: to.to_owned(),
            language: String::new(),
            order_number: String::new(),
            subject,
            text,
            links,
        });
    }

    /// Adds a currency to the channel.
    ///
    /// # Errors
    /// When the channel already has it, or the factor is invalid.
    pub fn add_currency(&self, iso: &str, factor: f64) -> Result<(), String> {
        if !(factor.is_finite() && factor > 0.0) {
            return Err("`factor` must be more than 0".to_owned());
        }
        self.change_catalogue(|catalogue, _| {
            let mut changed = catalogue.clone();
            let known = changed.shop.currencies.iter().any(|row| row.iso == iso);
            if known || changed.shop.currency == iso {
                return Err(format!("the channel has the currency `{iso}` already"));
            }
            Arc::make_mut(&mut changed.shop)
                .currencies
                .push(vitrine_demo_shop::ForeignCurrency {
                    iso: iso.to_owned(),
                    factor,
                });
            Ok((changed, ()))
        })
    }

    /// Switches maintenance mode.
    pub fn set_maintenance(&self, on: bool) {
        self.maintenance.store(on, Ordering::Relaxed);
    }

    /// Sets whether registrations must be confirmed by mail.
    pub fn set_double_opt_in(&self, on: bool) {
        self.double_opt_in.store(on, Ordering::Relaxed);
    }

    /// Sets whether guests must confirm their e-mail address before they order.
    pub fn set_double_opt_in_of_guests(&self, on: bool) {
        self.double_opt_in_of_guests.store(on, Ordering::Relaxed);
    }

    /// Changes the latency.
    pub fn set_latency(&self, latency: Latency) {
        self.slow.store(latency == Latency::Real, Ordering::Relaxed);
    }

    /// Expires the session of a token. Returns whether it existed.
    pub fn expire(&self, token: &str) -> bool {
        self.sessions().expire(token)
    }

    /// Sets the stock of a product and, if given, whether it can only be sold while in stock.
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

    /// Base URL of the shop.
    pub fn url(&self) -> &str {
        &self.addresses.shopware
    }

    /// The id of a product by its number.
    pub fn product_id(&self, number: &str) -> Option<String> {
        let live = self.live.read().unwrap_or_else(PoisonError::into_inner);
        live.product_id(number).map(str::to_owned)
    }

    /// Puts the customers with an e-mail address into a customer group, as the shop's staff does; `None` is the standard
    /// group.
    ///
    /// # Errors
    /// When there is no such group or no such customer.
    pub fn set_group(&self, email: &str, group: Option<&str>) -> Result<(), String> {
        let known = |key: &str| self.original.shop.customer_groups.iter().any(|group| group.key == key);
        if let Some(unknown) = group.filter(|key| !known(key)) {
            return Err(format!("no customer group has the key `{unknown}`"));
        }
        self.change_customers(email, |customer| customer.group = group.map(str::to_owned))
    }

    /// Changes the customers with an e-mail address.
    pub(crate) fn change_customers(&self, email: &str, change: impl Fn(&mut Customer)) -> Result<(), String> {
        let mut sessions = self.sessions();
        let mut found = false;
        for customer in sessions.customers_of(email) {
            change(customer);
            found = true;
        }
        if found {
            Ok(())
        } else {
            Err("no customer has this e-mail address".to_owned())
        }
    }

    /// Replaces the catalogue by a changed one.
    pub(crate) fn change_catalogue<T>(
        &self,
        change: impl FnOnce(&Catalogue, Timestamp) -> Result<(Catalogue, T), String>,
    ) -> Result<T, String> {
        let now = self.clock.now();
        let mut live = self.live.write().unwrap_or_else(PoisonError::into_inner);
        let (changed, told) = change(&live, now)?;
        *live = Arc::new(changed);
        Ok(told)
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

    /// Changes the stock of products, given ids and numbers of pieces, and their number of sales. The products' update
    /// times do not change.
    pub(crate) fn move_stock(&self, pieces: &[(String, i64)]) {
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

    pub(crate) fn catalogue(&self) -> Arc<Catalogue> {
        Arc::clone(&self.live.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn set_catalogue(&self, catalogue: Arc<Catalogue>) {
        *self.live.write().unwrap_or_else(PoisonError::into_inner) = catalogue;
    }

    pub(crate) fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn orders(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn throttles(&self) -> MutexGuard<'_, Throttles> {
        self.throttles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The context for work outside of any session, in a language.
    pub(crate) fn ctx_in(&self, iso: &str) -> Ctx {
        let shop = self.catalogue();
        Ctx {
            system: shop.shop.system_language().to_owned(),
            iso: iso.to_owned(),
            token: String::new(),
            ip: String::new(),
            choices: Choices::default(),
            customer: None,
            includes: Includes::default(),
            seo_header: false,
            now: self.clock.now(),
            addresses: self.addresses.clone(),
            query: Map::new(),
            body: Map::new(),
            is_get: false,
            login: self.login_settings(),
            domains: self.given_domains(),
            shop,
        }
    }
}
