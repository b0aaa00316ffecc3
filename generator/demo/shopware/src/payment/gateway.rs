//! The payment gateway: a page on which a person selects the result of the payment, and the redirect back to the shop.
//! As the gateway of another company, it only has the payment and the return URL, and no session.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, RawForm, RawQuery, State};
use axum::response::Response;
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};
use http::{HeaderValue, StatusCode};

use super::super::kept::{Outcome, Payment};
use super::super::money::money;
use super::super::{ShopwareState, query};
use super::page::{self, Purchase};
use super::{FINALIZE, GATEWAY, TOKEN, finalize, settle};

type Shared = State<Arc<ShopwareState>>;

/// The gateway's page and the shop's return URL.
pub(crate) fn routes() -> Router<Arc<ShopwareState>> {
    Router::new()
        .route(&format!("{GATEWAY}/{{id}}"), get(show).post(decide))
        .route(FINALIZE, get(back).post(back))
}

async fn show(State(state): Shared, Path(id): Path<String>) -> Response {
    let Some((payment, purchase)) = purchase(&state, &id) else {
        return html(StatusCode::NOT_FOUND, page::unknown());
    };
    let page = match payment.outcome {
        None => page::choose(&purchase, payment.by_webhook),
        Some(_) => page::done(&purchase, &return_url(&payment)),
    };
    html(StatusCode::OK, page)
}

/// Handles the form of the page. The result can be selected once; submitting again after Back redirects to the same
/// URL.
async fn decide(State(state): Shared, Path(id): Path<String>, RawForm(form): RawForm) -> Response {
    let form = query::parse(&String::from_utf8_lossy(&form));
    let wanted = form.get("outcome").and_then(|outcome| outcome.as_str());
    let by_webhook = state
        .orders()
        .payments
        .find(&id)
        .is_some_and(|payment| payment.by_webhook);
    let offered = Outcome::offered(by_webhook);
    let wanted = offered.iter().find(|(name, _)| Some(*name) == wanted);
    let Some((_, outcome)) = wanted else {
        return show(State(state), Path(id)).await;
    };
    let now = state.clock.now();
    let decided = state.orders().payments.find_mut(&id).map(|payment| {
        let first = payment.outcome.is_none();
        if first {
            payment.outcome = Some(*outcome);
            if *outcome == Outcome::Expired {
                payment.expires = now;
            }
        }
        (first, payment.clone())
    });
    match decided {
        Some((first, payment)) => {
            if first && payment.by_webhook {
                settle(&state, &payment, now);
            }
            redirect(StatusCode::SEE_OTHER, &return_url(&payment))
        }
        None => html(StatusCode::NOT_FOUND, page::unknown()),
    }
}

/// A refused return shows raw JSON in the browser, as in Shopware (Shopware §25.4).
async fn back(State(state): Shared, RawQuery(query): RawQuery) -> Response {
    let query = query::parse(query.as_deref().unwrap_or_default());
    match finalize(&state, &query) {
        Ok(Some(url)) => redirect(StatusCode::FOUND, &url),
        Ok(None) => answer(StatusCode::NO_CONTENT, "text/html", Body::empty()),
        Err(error) => answer(error.status, "application/json", Body::from(error.body().to_string())),
    }
}

/// Relative to the gateway's own path, so that it works for any host.
fn return_url(payment: &Payment) -> String {
    format!("{FINALIZE}?{TOKEN}={}", payment.token)
}

fn purchase(state: &ShopwareState, id: &str) -> Option<(Payment, Purchase)> {
    let orders = state.orders();
    let payment = orders.payments.find(id)?.clone();
    let order = orders.find(&payment.order)?;
    let shop = state.catalogue();
    let method = order.transactions.iter().find(|row| row.id == payment.transaction)?;
    let ctx = state.ctx_in(&order.iso);
    let methods = shop.shop.payment.iter();
    let method = methods
        .filter(|row| super::payment_id(row) == method.method)
        .map(|row| ctx.label(&row.name))
        .next();
    let purchase = Purchase {
        iso: order.iso.clone(),
        shop: shop.shop.name.clone(),
        order: order.number.clone(),
        amount: money(&order.iso, &shop.shop.currency, order.total()),
        method: method.unwrap_or_default(),
    };
    Some((payment, purchase))
}

fn redirect(status: StatusCode, url: &str) -> Response {
    let mut response = answer(status, "text/html; charset=utf-8", Body::empty());
    match HeaderValue::from_str(url) {
        Ok(url) => {
            response.headers_mut().insert(LOCATION, url);
        }
        // A return URL that is not valid in a header.
        Err(_) => *response.status_mut() = StatusCode::NO_CONTENT,
    }
    response
}

fn html(status: StatusCode, page: String) -> Response {
    answer(status, "text/html; charset=utf-8", Body::from(page))
}

fn answer(status: StatusCode, kind: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // No `form-action`: browsers also apply it to the redirects back to the shop.
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";
    headers.insert("content-security-policy", HeaderValue::from_static(policy));
    headers.insert("referrer-policy", HeaderValue::from_static("no-referrer"));
    response
}
