//! A visitor's browser as seen by the API: cookies, the page's locale, and the headers of every write.

use std::{cell::RefCell, collections::BTreeMap};

use reqwest::{
    Method, RequestBuilder, StatusCode,
    header::{HeaderMap, LOCATION},
    redirect::Policy,
};
use serde_json::Value;

use super::{Served, Shop};

/// One browser.
pub(crate) struct Visitor<'s> {
    shop: &'s Shop,
    http: reqwest::Client,
    url: String,
    locale: String,
    cookies: RefCell<BTreeMap<String, String>>,
}

/// An answer of the API.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Reply {
    /// The body of an answer that must be successful.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{:#}", self.body);
        self.body
    }

    /// Status, code and text of an answer that must be an error.
    #[track_caller]
    pub(crate) fn refused(&self) -> (u16, &str, &str) {
        let error = &self.body["errors"][0];
        let text = |name: &str| error[name].as_str().unwrap_or_else(|| panic!("{:#}", self.body));
        (self.status, text("code"), text("detail"))
    }
}

impl<'s> Visitor<'s> {
    /// A browser without cookies, on pages of a locale.
    pub(crate) fn new(shop: &'s Shop, served: &Served, locale: &str) -> Self {
        let client = reqwest::Client::builder().no_proxy().redirect(Policy::none());
        Self {
            shop,
            http: client.build().unwrap(),
            url: served.url.clone(),
            locale: locale.to_owned(),
            cookies: RefCell::default(),
        }
    }

    /// A browser whose proxy sends a further header.
    pub(crate) fn with_header(self, name: &'static str, value: &str) -> Self {
        let headers = HeaderMap::from_iter([(name.parse().unwrap(), value.parse().unwrap())]);
        let client = reqwest::Client::builder().no_proxy().redirect(Policy::none());
        Self {
            http: client.default_headers(headers).build().unwrap(),
            ..self
        }
    }

    /// The same browser with a copy of its cookies, on pages of another locale.
    pub(crate) fn on_pages_of(&self, locale: &str) -> Self {
        Self {
            shop: self.shop,
            http: self.http.clone(),
            url: self.url.clone(),
            locale: locale.to_owned(),
            cookies: self.cookies.clone(),
        }
    }

    /// The URL of a path of the shop.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    /// The value of a cookie.
    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.borrow().get(name).cloned()
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.call("GET", path, None)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.call("POST", path, Some(body))
    }

    pub(crate) fn patch(&self, path: &str, body: &Value) -> Reply {
        self.call("PATCH", path, Some(body))
    }

    pub(crate) fn delete(&self, path: &str) -> Reply {
        self.call("DELETE", path, None)
    }

    /// An API call as made by a page of the shop.
    pub(crate) fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Reply {
        self.shop.runtime.block_on(self.send(method, path, body))
    }

    /// Two concurrent calls.
    pub(crate) fn both(&self, method: &str, path: &str, body: &Value) -> (Reply, Reply) {
        self.shop
            .runtime
            .block_on(async { tokio::join!(self.send(method, path, Some(body)), self.send(method, path, Some(body))) })
    }

    /// A page as the browser opens it: headers and HTML.
    pub(crate) fn page(&self, path: &str) -> (HeaderMap, String) {
        self.shop.runtime.block_on(async {
            let response = self.with_cookies(self.http.get(self.at(path))).send().await.unwrap();
            let headers = response.headers().clone();
            (headers, response.text().await.unwrap())
        })
    }

    fn with_cookies(&self, request: RequestBuilder) -> RequestBuilder {
        let cookies = self.cookies.borrow();
        let pairs: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        match pairs.is_empty() {
            true => request,
            false => request.header("Cookie", pairs.join("; ")),
        }
    }

    async fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Reply {
        let method: Method = method.parse().unwrap();
        let mut request = self.with_cookies(self.http.request(method.clone(), self.at(path)));
        request = request.header("X-Vitrine-Locale", &self.locale);
        if method != Method::GET {
            request = request.header("X-Vitrine", "1").header("Origin", &self.url);
        }
        if let Some(body) = body {
            request = request
                .header("Content-Type", "application/json")
                .body(body.to_string());
        }
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        self.keep(&headers);
        let text = response.text().await.unwrap();
        self.shop.holds_no_secret(text.as_bytes(), path);
        let body = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{method} {path}: {status}: {text}"));
        Reply { status, headers, body }
    }

    fn keep(&self, headers: &HeaderMap) {
        for line in headers.get_all("set-cookie") {
            let line = line.to_str().unwrap();
            let pair = line.split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            let mut cookies = self.cookies.borrow_mut();
            if line.contains("Max-Age=0") {
                cookies.remove(name);
            } else {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Chooses the result on the payment page and follows the redirects; returns the URL in the shop that they lead to.
    pub(crate) fn pay(&self, payment_page: &str, outcome: &str) -> String {
        self.shop.runtime.block_on(async {
            let shown = self.http.get(payment_page).send().await.unwrap();
            assert_eq!(shown.status(), StatusCode::OK, "{payment_page}");
            let form = self.http.post(payment_page);
            let form = form.header("Content-Type", "application/x-www-form-urlencoded");
            let back = self.leads_to(form.body(format!("outcome={outcome}"))).await;
            let gateway = payment_page.split("/payment-gateway").next().unwrap();
            let back = if back.starts_with('/') {
                format!("{gateway}{back}")
            } else {
                back
            };
            self.leads_to(self.http.get(back)).await
        })
    }

    async fn leads_to(&self, request: RequestBuilder) -> String {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let location = headers.get(LOCATION).map(|to| to.to_str().unwrap().to_owned());
        location.unwrap_or_else(|| panic!("it leads nowhere: {status}"))
    }
}
