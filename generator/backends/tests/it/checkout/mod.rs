//! Calls of the checkout with recorded answers: tests of the request (method, path, headers, body) and of the parsed
//! answer.

mod addresses;
mod cart;
mod context;
mod guest;
mod methods;
mod order;
mod payment;
mod refusals;

use serde_json::Value;
use wiremock::{MockServer, Request};

use crate::common::{DUTCH, KEY, TOKEN, mount, mount_context, recorded};

pub(crate) const NETHERLANDS: &str = "01a1fca6a8a47313956ced567fed9a96";
pub(crate) const GERMANY: &str = "01a1fca6a85d7306b3870059c4b65178";
pub(crate) const MRS: &str = "01a1fca6a85c735380f2b4c761f8c5d6";
pub(crate) const STANDARD: &str = "01a1fca6a8ba7138addf7859b78b9b42";
pub(crate) const EXPRESS: &str = "01a1fca6a8ba7138addf7859b7c419a8";
pub(crate) const INVOICE: &str = "01a1fca6a8b67160b1d4c9f4aa834105";
pub(crate) const PREPAYMENT: &str = "01a1fca6a8b7720cb904eb511d1632db";
pub(crate) const ORDER: &str = "01a1fcc9b0bc73349b2f21f6dde9614c";
/// The session of the recorded guest.
pub(crate) const GUEST_TOKEN: &str = "6ZiTiId3YsWmxnSXfpJ137u7Z18lsWAs";

/// A server with one recorded answer, and the anonymous context.
pub(crate) async fn answering(method: &str, path: &str, name: &str) -> MockServer {
    let server = MockServer::start().await;
    let answer = recorded("shopware", name).answer();
    // Shopware answers a read with the token that was sent; the recording has a different one.
    let answer = match method {
        "GET" => answer.insert_header("sw-context-token", TOKEN),
        _ => answer,
    };
    mount(&server, method, &format!("/store-api{path}"), answer).await;
    mount_context(&server).await;
    server
}

/// The one call besides the request for the channel's currency, with the headers of every call (R-BACK-01).
pub(crate) async fn sent(server: &MockServer, method: &str, path: &str) -> Request {
    let mut requests = server.received_requests().await.unwrap();
    if requests.len() > 1 {
        // The currency is requested anonymously and first.
        let first = requests.remove(0);
        assert_eq!((first.method.as_str(), first.url.path()), ("GET", "/store-api/context"));
        assert!(!first.headers.contains_key("sw-context-token"));
    }
    let [request] = <[Request; 1]>::try_from(requests).unwrap();
    assert_eq!(request.method.as_str(), method);
    assert_eq!(request.url.path(), format!("/store-api{path}"));
    // Rule 10: data that is the same for all visitors is read without a session.
    let token = (!["/country", "/salutation"].contains(&path)).then_some(TOKEN);
    let sent = request
        .headers
        .get("sw-context-token")
        .map(|value| value.to_str().unwrap());
    assert_eq!(sent, token);
    for (name, value) in [
        ("sw-access-key", KEY),
        ("sw-language-id", DUTCH),
        ("accept", "application/json"),
    ] {
        assert_eq!(request.headers[name], value, "{name}");
    }
    if method == "GET" {
        assert!(request.body.is_empty());
    } else {
        assert_eq!(request.headers["content-type"], "application/json");
        assert_eq!(request.url.query(), None);
    }
    request
}

/// The body of the one call.
pub(crate) async fn body(server: &MockServer, method: &str, path: &str) -> Value {
    sent(server, method, path).await.body_json().unwrap()
}

/// The decoded query of the one call.
pub(crate) async fn query(server: &MockServer, path: &str) -> Vec<(String, String)> {
    let request = sent(server, "GET", path).await;
    request.url.query_pairs().into_owned().collect()
}

/// Whether a query contains a pair.
pub(crate) fn holds(query: &[(String, String)], name: &str, value: &str) -> bool {
    query.iter().any(|(n, v)| n == name && v == value)
}
