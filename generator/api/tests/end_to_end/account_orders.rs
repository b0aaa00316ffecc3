//! The orders of an account through the API: R-ACCT-03, ux ORDER-3 and ORDER-4.

mod changes;
mod detail;
mod files;
mod hostile;
mod list;
mod nested;

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    client::{Answer, Ask},
    shop::Shop,
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";

/// The order of the recordings 464 to 485: shipped, paid after a change of the method, with an invoice.
const SHIPPED: &str = "01a1fcc9b0bc73349b2f21f6dde9614c";

/// The order of [`own_order`].
const OPEN: &str = "01a1fcc97e26707a8c3c0b5a852cdc62";

fn shipped() -> Value {
    Recorded::read("485-order-shipped-with-document").body()
}

fn order(body: &mut Value) -> &mut Value {
    &mut body["orders"]["elements"][0]
}

async fn shop_with(orders: Value) -> (Shopware, Shop) {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(orders))
        .await;
    shopware.answers_checkout().await;
    shopware.answers_account().await;
    let shop = Shop::start(shopware.client()).await;
    (shopware, shop)
}

async fn get(shop: &Shop, path: &str) -> Answer {
    shop.get(path).with("Cookie", SESSION).send().await
}

fn post(shop: &Shop, path: &str) -> Ask {
    shop.ask("POST", path)
        .by_page()
        .with("Cookie", SESSION)
        .json(&json!({}))
}
