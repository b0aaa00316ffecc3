//! A guest's order paid at the gateway, with an HTTP client that does not follow redirects.

use http::header::{ACCEPT, CONTENT_TYPE, LOCATION};
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use crate::support::{DUTCH, Reply, Shop, WAX, changed_fixture};

pub(crate) const FINISH: &str = "http://shop.example/en/paid?order=1";
pub(crate) const ERROR: &str = "http://shop.example/en/unpaid";

/// A shop whose second payment method has a gateway, a guest, and a client that does not follow redirects.
pub(crate) struct Checkout {
    pub(crate) shop: Shop,
    _folder: tempfile::TempDir,
    browser: reqwest::Client,
    pub(crate) token: String,
    pub(crate) order: Value,
}

/// An answer with its redirect target.
pub(crate) struct Page {
    pub(crate) status: u16,
    pub(crate) location: String,
    pub(crate) text: String,
}

fn gateway_method(shop: &Value) -> String {
    shop["payment"][1]["id"].as_str().unwrap().to_owned()
}

impl Checkout {
    /// Places an order of two pieces, with the method that has a gateway.
    pub(crate) async fn ordered() -> Self {
        Self::ordered_in(DUTCH).await
    }

    pub(crate) async fn ordered_in(language: &str) -> Self {
        let gateway = |shop: &mut Value| shop["payment"][1]["gateway"] = true.into();
        Self::ordered_at(language, &gateway).await
    }

    pub(crate) async fn ordered_at(language: &str, change: &dyn Fn(&mut Value)) -> Self {
        let (shop, folder) = changed_fixture(&[("shop.json", change)]).await;
        let file = std::fs::read(folder.path().join("shop.json")).unwrap();
        let method = gateway_method(&serde_json::from_slice(&file).unwrap());
        let token = shop.guest(None, "gast@example.com").await;
        let line = json!({"items": [{"id": WAX, "referencedId": WAX, "quantity": 2, "type": "product"}]});
        shop.call(Some(&token), "POST", "/checkout/cart/line-item", Some(line))
            .await;
        let chosen = json!({"paymentMethodId": method});
        shop.call(Some(&token), "PATCH", "/context", Some(chosen)).await;
        let order = shop
            .call_in(language, Some(&token), "POST", "/checkout/order", Some(json!({})))
            .await;
        assert_eq!(order.status, 200, "{}", order.body);
        let browser = reqwest::Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .build()
            .unwrap();
        Self {
            shop,
            _folder: folder,
            browser,
            token,
            order: order.body,
        }
    }

    pub(crate) async fn call(&self, path: &str, body: Value) -> Reply {
        self.shop.call(Some(&self.token), "POST", path, Some(body)).await
    }

    /// /handle-payment: the redirect URL.
    pub(crate) async fn handle(&self, finish: Option<&str>, error: Option<&str>) -> Option<String> {
        let body = json!({"orderId": self.order["id"], "finishUrl": finish, "errorUrl": error});
        let reply = self.call("/handle-payment", body).await;
        assert_eq!((reply.status, &reply.body["apiAlias"]), (200, &json!("array_struct")));
        reply.body["redirectUrl"].as_str().map(str::to_owned)
    }

    pub(crate) async fn gateway(&self) -> String {
        self.handle(Some(FINISH), Some(ERROR)).await.unwrap()
    }

    pub(crate) async fn get(&self, url: &str) -> Page {
        self.page(self.browser.get(self.absolute(url)).header(ACCEPT, "text/html"))
            .await
    }

    /// Presses a button of the gateway's page.
    pub(crate) async fn press(&self, url: &str, outcome: &str) -> Page {
        let form = self.browser.post(self.absolute(url)).body(format!("outcome={outcome}"));
        self.page(form.header(CONTENT_TYPE, "application/x-www-form-urlencoded"))
            .await
    }

    /// Presses a button of the gateway's page and follows the shop's finalize step; returns the last redirect URL.
    pub(crate) async fn pay(&self, url: &str, outcome: &str) -> String {
        let pressed = self.press(url, outcome).await;
        assert_eq!(pressed.status, 303);
        let back = self.get(&pressed.location).await;
        assert_eq!(back.status, 302, "{}", back.text);
        back.location
    }

    fn absolute(&self, url: &str) -> String {
        if url.starts_with('/') {
            format!("{}{url}", self.shop.demo.shopware_url())
        } else {
            url.to_owned()
        }
    }

    async fn page(&self, request: reqwest::RequestBuilder) -> Page {
        let response = request.send().await.unwrap();
        let location = response.headers().get(LOCATION);
        Page {
            status: response.status().as_u16(),
            location: location.map_or_else(String::new, |url| url.to_str().unwrap().to_owned()),
            text: response.text().await.unwrap(),
        }
    }

    /// States of the transactions, newest last.
    pub(crate) async fn states(&self) -> Vec<String> {
        let asked = json!({"associations": {"transactions": {"associations": {"stateMachineState": {}}}}});
        let reply = self.call("/order", asked).await;
        let rows = reply.body["orders"]["elements"][0]["transactions"].as_array().unwrap();
        let name = |row: &Value| row["stateMachineState"]["technicalName"].as_str().unwrap().to_owned();
        rows.iter().map(name).collect()
    }

    /// The data that the provider's plug-in stores with the newest transaction.
    pub(crate) async fn kept(&self) -> Value {
        let asked = json!({"associations": {"transactions": {}}});
        let reply = self.call("/order", asked).await;
        let rows = reply.body["orders"]["elements"][0]["transactions"].as_array().unwrap();
        rows.last().unwrap()["customFields"].clone()
    }

    /// The method of the newest transaction.
    pub(crate) async fn method(&self) -> Value {
        let asked = json!({"associations": {"transactions": {}}});
        let reply = self.call("/order", asked).await;
        let rows = reply.body["orders"]["elements"][0]["transactions"].as_array().unwrap();
        rows.last().unwrap()["paymentMethodId"].clone()
    }

    /// Kinds of the mails, newest first.
    pub(crate) async fn mails(&self) -> Vec<String> {
        let mailbox = self.shop.control("GET", "/mailbox", json!({})).await;
        let mails = mailbox["mails"].as_array().unwrap();
        mails
            .iter()
            .map(|mail| mail["kind"].as_str().unwrap().to_owned())
            .collect()
    }
}
