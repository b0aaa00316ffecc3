//! Orders from the first "add to cart" to payment, over HTTP: a built release, served with the demo's Shopware and its
//! payment page (R-CHK, R-SESS).

mod business;
mod faults;
mod full_disk;
mod guest;
mod legal_texts;
mod lines;
mod mails;
mod payment;
mod promotions;
mod rounds;
mod session;

use std::{collections::BTreeSet, process::Command};

use serde_json::{Value, json};

use crate::support::{Between, Served, Shop, Visitor, started};

/// A built and served shop in which anyone may order in every locale.
pub(super) struct Open {
    pub(super) shop: Shop,
    served: Served,
    /// Ids of the orders that the demo's customers have at start.
    earlier: BTreeSet<String>,
}

/// Names of the shop's data in a locale.
pub(crate) struct Words {
    pub(super) locale: &'static str,
    pub(super) language: &'static str,
    /// The path of the screens after an order, without the id and the rest.
    pub(super) orders: &'static str,
    /// The path that mails link to.
    pub(super) order: &'static str,
    pub(super) paid: &'static str,
    pub(super) unpaid: &'static str,
    /// Standard, next day, pick up.
    pub(super) shipping: [&'static str; 3],
    pub(super) payment: [&'static str; 7],
    pub(super) pay_on_pick_up: &'static str,
    /// The Netherlands, Belgium, Germany.
    pub(super) countries: [&'static str; 3],
    /// Mrs.
    pub(super) salutation: &'static str,
}

pub(crate) const LOCALES: [Words; 3] = [
    Words {
        locale: "nl",
        language: "nl-NL",
        orders: "/checkout/order/",
        order: "/account/order/",
        paid: "/betaald",
        unpaid: "/niet-betaald",
        shipping: ["Standaard", "Express", "Afhalen in de showroom"],
        payment: [
            "iDEAL",
            "Creditcard",
            "PayPal",
            "Bankoverschrijving",
            "Op rekening",
            "Betalen bij levering",
            "Vooruitbetaling",
        ],
        pay_on_pick_up: "Betalen bij het afhalen",
        countries: ["Nederland", "België", "Duitsland"],
        salutation: "Mevrouw",
    },
    Words {
        locale: "en",
        language: "en-GB",
        orders: "/en/checkout/order/",
        order: "/en/account/order/",
        paid: "/paid",
        unpaid: "/unpaid",
        shipping: ["Standard", "Express", "Pick up in the showroom"],
        payment: [
            "iDEAL",
            "Credit card",
            "PayPal",
            "Bank transfer",
            "Invoice",
            "Pay on delivery",
            "Prepayment",
        ],
        pay_on_pick_up: "Pay on pick-up",
        countries: ["Netherlands", "Belgium", "Germany"],
        salutation: "Mrs",
    },
    Words {
        locale: "de",
        language: "de-DE",
        orders: "/de/kasse/bestellung/",
        order: "/de/account/order/",
        paid: "/bezahlt",
        unpaid: "/unbezahlt",
        shipping: ["Standard", "Express", "Abholung im Showroom"],
        payment: [
            "iDEAL",
            "Kreditkarte",
            "PayPal",
            "Banküberweisung",
            "Rechnung",
            "Zahlung bei Lieferung",
            "Vorkasse",
        ],
        pay_on_pick_up: "Zahlung bei Abholung",
        countries: ["Niederlande", "Belgien", "Deutschland"],
        salutation: "Frau",
    },
];

/// A coat rack for 119 euros, 109 from 5 and 99 from 10 pieces, 44 in stock.
pub(crate) const COAT_RACK: &str = "KNAAP-RU-4";
pub(super) const EMAIL: &str = "noor@example.test";
pub(super) const ZIPCODE: &str = "1012 WX";

/// A summary of all orders, newest first.
fn listed(shop: &Shop) -> Vec<Value> {
    let orders = shop.control("GET", "orders", &Value::Null);
    orders["orders"].as_array().unwrap().clone()
}

impl Open {
    pub(super) fn start() -> Self {
        Self::with(|shop, lines| shop.configure("vitrine.toml", lines)).0
    }

    /// The same with a proxy between the API and Shopware.
    pub(super) fn behind() -> (Self, Between) {
        Self::with(Shop::before_shopware)
    }

    fn with<T>(configure: impl FnOnce(&Shop, &[(&str, &str)]) -> T) -> (Self, T) {
        Self::serving(configure, |shop| shop.command(&["serve"]))
    }

    /// The same, served by another command.
    fn serving<T>(
        configure: impl FnOnce(&Shop, &[(&str, &str)]) -> T,
        serve: impl FnOnce(&Shop) -> Command,
    ) -> (Self, T) {
        Self::of(Shop::small(), configure, serve)
    }

    /// A shop that sells these families of Lindhoven too.
    pub(super) fn selling(families: &[&str]) -> Self {
        let configure = |shop: &Shop, lines: &[(&str, &str)]| shop.configure("vitrine.toml", lines);
        Self::of(Shop::small_and(families), configure, |shop| shop.command(&["serve"])).0
    }

    fn of<T>(
        shop: Shop,
        configure: impl FnOnce(&Shop, &[(&str, &str)]) -> T,
        serve: impl FnOnce(&Shop) -> Command,
    ) -> (Self, T) {
        let open = "consumer_locales = [\"nl\", \"en\", \"de\"]";
        let configured = configure(
            &shop,
            &[
                ("consumer_locales = ", open),
                ("order_lookups = ", "order_lookups = 100"),
            ],
        );
        shop.build();
        let served = started(serve(&shop), shop.path("serve.log"));
        // The demo's clock is set by its data; the server uses the machine's.
        let now = jiff::Timestamp::now().to_string();
        shop.control("POST", "clock", &json!({ "now": now }));
        let earlier = listed(&shop)
            .iter()
            .map(|order| text(&order["id"]).to_owned())
            .collect();
        let open = Self { shop, served, earlier };
        (open, configured)
    }

    pub(super) fn visitor(&self, locale: &str) -> Visitor<'_> {
        Visitor::new(&self.shop, &self.served, locale)
    }

    /// Waits until the server has opened the live release.
    pub(super) fn follows(&self) {
        self.served.follows(&self.shop);
    }

    /// The server's log.
    pub(super) fn log(&self) -> String {
        self.served.log()
    }

    /// The URL of the shop, without a trailing slash.
    pub(super) fn url(&self) -> &str {
        &self.served.url
    }

    /// The id of the product with this number.
    pub(super) fn id(&self, number: &str) -> String {
        let products = self.shop.pulled("shopware/products.nl");
        let found = products.iter().find(|product| product["productNumber"] == number);
        found.unwrap()["id"].as_str().unwrap().to_owned()
    }

    /// Puts a product into the cart.
    pub(super) fn add(&self, visitor: &Visitor<'_>, number: &str, quantity: u32) -> Value {
        let line = json!({"product_id": self.id(number), "quantity": quantity});
        visitor.post("/api/cart/line-items", &line).ok()
    }

    /// A guest with two coat racks who is registered; returns the checkout.
    pub(super) fn guest(&self, visitor: &Visitor<'_>, words: &Words) -> Value {
        self.add(visitor, COAT_RACK, 2);
        let checkout = visitor.get("/api/checkout").ok();
        let registered = visitor.post("/api/checkout/guest", &guest(&checkout, words)).ok();
        registered["checkout"].clone()
    }

    /// Places a guest's order of two coat racks.
    pub(super) fn placed(&self, visitor: &Visitor<'_>, words: &Words) -> Value {
        let checkout = self.guest(visitor, words);
        visitor.post("/api/orders", &order(&checkout["cart"], KEY)).ok()
    }

    /// A summary of the orders that were placed here, newest first.
    pub(super) fn orders(&self) -> Vec<Value> {
        let mut orders = listed(&self.shop);
        orders.retain(|order| !self.earlier.contains(text(&order["id"])));
        orders
    }

    /// The mails, newest first.
    pub(super) fn mails(&self) -> Vec<Value> {
        let mails = self.shop.control("GET", "mailbox", &Value::Null);
        mails["mails"].as_array().unwrap().clone()
    }

    /// The last part of the link of the newest mail.
    pub(super) fn code(&self) -> String {
        let mails = self.mails();
        let link = mails[0]["links"][0].as_str().unwrap();
        link.rsplit('/').next().unwrap().to_owned()
    }
}

/// An idempotency key of an order.
pub(crate) const KEY: &str = "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10";

pub(crate) fn order(cart: &Value, key: &str) -> Value {
    let lines = cart["line_items"].as_array().unwrap();
    let waives = lines.iter().any(|line| line["digital"] == true);
    json!({
        "idempotency_key": key, "cart_hash": cart["hash"], "accept_terms": true, "waive_withdrawal": waives,
        "comment": "Graag bellen."
    })
}

/// Contact data and address of a guest in Amsterdam.
pub(crate) fn guest(checkout: &Value, words: &Words) -> Value {
    let address = address(checkout, words);
    json!({
        "email": EMAIL, "vat_id": null, "accept_privacy": true, "billing_address": address, "shipping_address": null
    })
}

pub(super) fn address(checkout: &Value, words: &Words) -> Value {
    json!({
        "salutation_id": id_of(&checkout["salutations"], words.salutation), "first_name": "Noor", "last_name": "Visser",
        "company": null, "street": "Spui 3", "additional_line": null, "zipcode": ZIPCODE, "city": "Amsterdam",
        "country_id": id_of(&checkout["countries"], words.countries[0]), "country_state_id": null, "phone": null
    })
}

#[track_caller]
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

pub(super) fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|row| text(&row["name"])).collect()
}

#[track_caller]
pub(super) fn id_of(list: &Value, name: &str) -> String {
    let row = list.as_array().unwrap().iter().find(|row| row["name"] == name);
    let row = row.unwrap_or_else(|| panic!("{name} is not in {list:#}"));
    text(&row["id"]).to_owned()
}

/// An amount in euros in the API's format.
pub(super) fn euros(minor: i64) -> Value {
    json!({"minor": minor, "currency": "EUR"})
}
