//! The control API `/_demo` on the Shopware port, for tests and demonstrations, with JSON bodies; responds with `{"ok":true,…}` or `{"error":"…"}`.
//! It listens on the loopback interface like the demo, and rejects other `Host` headers than loopback.
//!
//! | call | body |
//! |---|---|
//! | `POST /_demo/reset` | resets everything to the state at start: sessions, carts, orders, mails, stock, prices, entries, previews, submissions, settings, faults, calls, maintenance, clock; apps are removed |
//! | `POST /_demo/clock` | `{"now": "2026-05-01T12:00:00Z"}`: sets the clock, which keeps running |
//! | `GET`, `POST`, `DELETE /_demo/faults` | [`Fault`]: `{"backend": "shopware", "method": "GET", "path": "/store-api/product", "query": "page=2", "kind": "status", "status": 500, "retry_after": 2, "times": 1}`; kinds `status`, `delay` and `late` (`delay_ms`, before and after processing the call), `hang`, `lost` (processed, without a response), `cut`, `broken_json`, `graphql_error`, `replay` (the first response to a URL for all clients, like a misconfigured cache); `path` is a prefix; without `times`: always |
//! | `POST /_demo/maintenance` | `{"on": true}` |
//! | `POST /_demo/accounts` | `{"double_opt_in": true, "double_opt_in_guests": true}`: a registration, or a guest's e-mail address before the order, has to be confirmed by the link in a mail; omitted ones are off |
//! | `POST /_demo/login-settings` | [`LoginSettings`]: `{"password_min_length": 16, "additional_line_1_required": true, "additional_line_2_required": true, "phone_required": true, "account_type_shown": true, "vat_ids_checked": true, "deletion_allowed": true, "told": true}`; omitted ones are as at start; `told`: whether the route of later versions for them exists |
//! | `POST /_demo/customer-active` | `{"email": "…", "active": false}`: deactivates the customers with this e-mail address; their sessions continue |
//! | `POST /_demo/salutations/remove` | `{"email": "…"}`: removes the salutation from the addresses of these customers |
//! | `POST /_demo/domains` | `{"domains": [{"language": "nl-NL", "url": "https://shop.example"}]}`: replaces the domains of the sales channel; `null`: the original ones |
//! | `POST /_demo/proxies` | `{"on": false}`: Shopware does not trust the reverse proxy, and sees the same IP address for all visitors |
//! | `POST /_demo/sessions/{token}/expire` | expires the context token |
//! | `POST /_demo/latency` | `{"latency": "real"}`: response times of a real shop and CMS, or `"none"` |
//! | `POST /_demo/hooks` | [`Targets`]: `{"content": {"url": "http://127.0.0.1:3000/api/hooks/content", "secret": "…"}, "commerce": {…}}`: where to send events when a call of this table saves an entry or a product; omitted ones are not sent |
//! | `POST /_demo/apps` | `{"manifest": "<?xml …"}`: installs an app with the handshake of its `<setup>`, and then sends its webhooks; without `<setup>` it is installed without them. Returns `{"ok": true, "name": "…", "webhooks": ["product.written"], "custom_fields": ["…"]}` |
//! | `POST /_demo/edits` | [`Edit`]: `{"entity": "product_manufacturer", "key": "…", "name": "…"}`: a change by the staff; `product`, `sync`, `product_price`, `product_visibility`, `property_group`, `property_group_option`, `delivery_time`, `unit`, `tax`, `media`, `category`; returns `{"ok": true, "event": "category.written"}`, null if Shopware sends no event |
//! | `POST /_demo/currencies` | `{"iso": "USD", "factor": 1.1}`: adds a currency to the channel, to which any front end can switch a session by `PATCH /context` |
//! | `POST /_demo/countries` | [`CountryChange`]: `{"iso": "DE", "states": [{"code": "DE-BW", "name": "Baden-Württemberg"}], "state_shown": true, "state_required": true, "postal_code_required": false, "check_postal_code": true, "vat_id_required": true, "assigned": false, "shippable": false, "tax_free": true, "company_tax_free": true}`; omitted fields are unchanged |
//! | `POST /_demo/stock` | `{"product_number": "…", "stock": 0, "closeout": true}`; with `closeout` it is not sold beyond its stock; unchanged if omitted |
//! | `POST /_demo/price` | `{"product_number": "…", "price": 1299}`; removes price tiers |
//! | `POST /_demo/active` | `{"product_number": "…", "active": false}` |
//! | `POST /_demo/customer-group` | `{"email": "…", "group": "trade"}`: moves the customers with this e-mail address to a group of `shop.json`; without `group` to the standard one |
//! | `POST /_demo/entries` | [`EntryEdit`]: `{"entry": "pages/home", "site": "nl-NL", "fields": {…}, "publish": true}` |
//! | `POST /_demo/globals` | [`GlobalEdit`]: `{"global": "site", "site": "nl-NL", "fields": {…}}` |
//! | `POST /_demo/entries/move` | [`EntryMove`]: `{"entry": "pages/about", "below": "pages/service", "at": 0}`: moves it with all below it in the tree of its collection; without `below` to the top |
//! | `POST /_demo/entries/delete` | [`EntryDeletion`]: `{"entry": "news/a", "site": "en-GB"}`; without a site in all of them |
//! | `POST /_demo/terms` | [`TermEdit`]: `{"term": "topics/merken", "site": "nl-NL", "fields": {…}}` |
//! | `POST /_demo/previews` | [`PreviewEdit`]: `{"entry": "pages/home", "site": "nl-NL", "fields": {…}, "publish": true, "extras": {…}, "token": "…"}`; returns `{"ok": true, "token": "…", "query": "live-preview=…&token=…"}`; a `token` continues its session |
//! | `POST /_demo/term-previews` | [`TermPreviewEdit`]: as `terms`, with `token`; returns as `previews` |
//! | `GET`, `DELETE /_demo/submissions` | the form submissions: `{"submissions": [{"id", "form", "at", "data", "files": [{"field", "name", "bytes", "type", "blake3"}]}]}` |
//! | `POST /_demo/statamic` | [`StatamicSettings`]: `{"csrf": true, "calls_per_minute": 60, "bearer": "…", "maintenance": true, "off": ["globals"], "version": 6, "api_cache": true, "cold_stache": true, "pro": false, "login": "https://…", "basic": "name:password"}`; omitted ones are as at start |
//! | `POST /_demo/cart/{token}/lines` | [`ForeignLine`]: `{"label": "…", "unit_price": 5, "quantity": 1, "stackable": false, "removable": false, "type": "custom", "product_number": "…", "children": [{…}]}`, without `label` or `unit_price` a line without it; returns `{"ok": true, "id": "…"}` |
//! | `GET`, `DELETE /_demo/mailbox` | the mails a shop would have sent, newest first: `{"mails": [{"kind": "order_placed", "at", "to", "language": "nl-NL", "order_number", "subject", "text", "links": ["…"]}]}`; kinds `order_placed`, `downloads_ready`, and one for each new state: `payment_paid`, `payment_cancelled`, `payment_failed`, …, `order_in_progress`, `order_completed`, `order_cancelled`, `order_shipped`, `delivery_returned`, …; with an empty `order_number`, `newsletter_opt_in`, and about accounts `customer_registered`, `customer_opt_in`, `guest_opt_in`, `customer_recovery`, `customer_password_changed`; `revocation_request`; `smtp`: the mails sent by the shop itself to the demo's mail server |
//! | `POST /_demo/revocation` | `{"on": true}`: enables the route `/revocation-request-form` of late 6.7 versions |
//! | `GET /_demo/orders` | summaries of the orders, newest first: `{"orders": [{"id", "number", "deep_link_code", "email", "total", "state", "deliveries": ["open"], "transactions": [{"id", "payment_method", "state"}], "lines": [{"label", "quantity"}], …}]}` |
//! | `POST /_demo/orders/{number}/state` | [`OrderChange`]: `{"order": "cancelled", "delivery": "shipped", "transaction": "paid", "tracking_codes": ["…"], "document": "invoice"}`; omitted fields are unchanged, a document is created (also `delivery_note`, `credit_note`, `storno`); returns `{"ok": true, "order": {…}}` |
//! | `GET`, `DELETE /_demo/calls` | the requests to the backends: `{"calls": [{"backend", "method", "path", "query", "headers", "at", "fault"}]}` |

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::{get, post};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST};
use http::{HeaderMap, HeaderValue, StatusCode};
use jiff::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::faults::{Fault, Faults};
use crate::hooks::{Hooks, Targets};
use vitrine_demo_shop::clock::Clock;
use vitrine_demo_shopware::{
    ChannelDomain, CountryChange, Edit, ForeignLine, Latency, LoginSettings, OrderChange, ShopwareState, Told,
};
use vitrine_demo_statamic::{
    EntryDeletion, EntryEdit, EntryMove, GlobalEdit, PreviewEdit, StatamicSettings, StatamicState, TermEdit,
    TermPreviewEdit,
};

/// The state that the control API can change.
#[derive(Debug, Clone)]
pub struct ControlState {
    /// The shop.
    pub shopware: Arc<ShopwareState>,
    /// The CMS.
    pub statamic: Arc<StatamicState>,
    /// Faults and calls of all backends.
    pub faults: Arc<Faults>,
    /// The events that are sent when something is saved.
    pub hooks: Arc<Hooks>,
    /// The demo's clock.
    pub clock: Clock,
}

/// The routes, to be nested below `/_demo`.
pub fn router(state: ControlState) -> Router {
    Router::new()
        .route("/reset", post(reset))
        .route("/clock", post(clock))
        .route("/faults", get(list_faults).post(add_fault).delete(clear_faults))
        .route("/maintenance", post(maintenance))
        .route("/revocation", post(revocation))
        .route("/accounts", post(accounts))
        .route("/login-settings", post(login_settings))
        .route("/customer-active", post(customer_active))
        .route("/salutations/remove", post(remove_salutations))
        .route("/domains", post(domains))
        .route("/proxies", post(proxies))
        .route("/sessions/{token}/expire", post(expire))
        .route("/latency", post(latency))
        .route("/hooks", post(hooks))
        .route("/apps", post(install))
        .route("/edits", post(edit))
        .route("/currencies", post(add_currency))
        .route("/countries", post(change_country))
        .route("/stock", post(stock))
        .route("/price", post(price))
        .route("/active", post(active))
        .route("/customer-group", post(customer_group))
        .route("/entries", post(edit_entry))
        .route("/entries/move", post(move_entry))
        .route("/entries/delete", post(delete_entry))
        .route("/globals", post(edit_global))
        .route("/terms", post(edit_term))
        .route("/previews", post(preview))
        .route("/term-previews", post(preview_term))
        .route("/submissions", get(list_submissions).delete(forget_submissions))
        .route("/statamic", post(settings))
        .route("/cart/{token}/lines", post(put_line))
        .route("/mailbox", get(mailbox).delete(empty_mailbox))
        .route("/orders", get(list_orders))
        .route("/orders/{number}/state", post(change_order))
        .route("/calls", get(list_calls).delete(forget_calls))
        .fallback(unknown)
        .layer(from_fn(loopback_only))
        .with_state(state)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Now {
    now: Timestamp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Switch {
    on: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Accounts {
    #[serde(default)]
    double_opt_in: bool,
    #[serde(default)]
    double_opt_in_guests: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Domains {
    domains: Option<Vec<ChannelDomain>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CustomerActive {
    email: String,
    active: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfCustomer {
    email: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stock {
    product_number: String,
    stock: i64,
    #[serde(default)]
    closeout: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Speed {
    latency: Latency,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Price {
    product_number: String,
    price: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Currency {
    iso: String,
    factor: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Active {
    product_number: String,
    active: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Membership {
    email: String,
    #[serde(default)]
    group: Option<String>,
}

async fn reset(State(state): State<ControlState>) -> Response {
    state.clock.reset();
    state.shopware.reset();
    state.statamic.reset();
    state.faults.clear();
    state.faults.forget_calls();
    state.hooks.uninstall();
    ok()
}

async fn clock(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |Now { now }| {
        state.clock.set(now);
        Ok(json!({}))
    })
}

async fn list_faults(State(state): State<ControlState>) -> Response {
    answer(StatusCode::OK, &json!({"faults": state.faults.list()}))
}

async fn add_fault(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |fault: Fault| {
        if fault.status.is_some_and(|status| StatusCode::from_u16(status).is_err()) {
            return Err("`status` must be between 100 and 999".to_owned());
        }
        state.faults.add(fault);
        Ok(json!({}))
    })
}

async fn clear_faults(State(state): State<ControlState>) -> Response {
    state.faults.clear();
    ok()
}

async fn maintenance(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |Switch { on }| {
        state.shopware.set_maintenance(on);
        Ok(json!({}))
    })
}

async fn accounts(State(state): State<ControlState>, body: Bytes) -> Response {
    with(
        &body,
        |Accounts {
             double_opt_in,
             double_opt_in_guests,
         }| {
            state.shopware.set_double_opt_in(double_opt_in);
            state.shopware.set_double_opt_in_of_guests(double_opt_in_guests);
            Ok(json!({}))
        },
    )
}

async fn change_country(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |change: CountryChange| {
        state.shopware.change_country(&change).map(|()| json!({}))
    })
}

async fn domains(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |Domains { domains }| {
        state.shopware.set_domains(domains);
        Ok(json!({}))
    })
}

async fn proxies(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |Switch { on }| {
        state.shopware.set_proxies_trusted(on);
        Ok(json!({}))
    })
}

async fn login_settings(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |settings: LoginSettings| {
        state.shopware.set_login_settings(settings);
        Ok(json!({}))
    })
}

async fn customer_active(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |CustomerActive { email, active }| {
        state.shopware.set_customer_active(&email, active).map(|()| json!({}))
    })
}

async fn remove_salutations(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |OfCustomer { email }| {
        state.shopware.remove_salutations(&email).map(|()| json!({}))
    })
}

async fn expire(State(state): State<ControlState>, Path(token): Path<String>) -> Response {
    let known = state.shopware.expire(&token);
    answer(StatusCode::OK, &json!({"ok": true, "known": known}))
}

async fn latency(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |Speed { latency }| {
        state.shopware.set_latency(latency);
        state.statamic.set_latency(latency == Latency::Real);
        Ok(json!({}))
    })
}

async fn stock(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |body: Stock| {
        state
            .shopware
            .set_stock(&body.product_number, body.stock, body.closeout)?;
        product_written(&state, &body.product_number, &["stock", "availableStock"]);
        Ok(json!({}))
    })
}

async fn price(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |Price { product_number, price }| {
        state.shopware.set_price(&product_number, price)?;
        product_written(&state, &product_number, &["price"]);
        Ok(json!({}))
    })
}

async fn active(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |Active { product_number, active }| {
        state.shopware.set_active(&product_number, active)?;
        product_written(&state, &product_number, &["active"]);
        Ok(json!({}))
    })
}

fn product_written(state: &ControlState, number: &str, fields: &[&str]) {
    if let Some(id) = state.shopware.product_id(number) {
        state.hooks.tell(&Told::updated("product.written", &[id], fields));
    }
}

async fn edit(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |edit: Edit| {
        let told = state.shopware.edit(&edit)?;
        if let Some(told) = &told {
            state.hooks.tell(told);
        }
        Ok(json!({"event": told.map(|told| told.event)}))
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Installation {
    manifest: String,
}

async fn install(State(state): State<ControlState>, body: Bytes) -> Response {
    let installed = match serde_json::from_slice(&body) {
        Ok(Installation { manifest }) => state.hooks.install(&manifest, state.shopware.url()).await,
        Err(error) => Err(error.to_string()),
    };
    with(b"null", |()| installed)
}

async fn hooks(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |targets: Targets| {
        state.hooks.set(targets);
        Ok(json!({}))
    })
}

async fn add_currency(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |Currency { iso, factor }| {
        state.shopware.add_currency(&iso, factor).map(|()| json!({}))
    })
}

async fn customer_group(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |Membership { email, group }| {
        state.shopware.set_group(&email, group.as_deref()).map(|()| json!({}))
    })
}

async fn edit_entry(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |edit: EntryEdit| {
        let (entry, site) = (edit.entry.clone(), edit.site.clone());
        state.statamic.edit_entry(edit)?;
        let told = state.statamic.saved(&entry, &site);
        state.hooks.content_changed(&told);
        Ok(json!({ "told": told }))
    })
}

async fn edit_term(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |edit: TermEdit| {
        let told = state.statamic.edit_term(&edit)?;
        state.hooks.content_changed(&told);
        Ok(json!({ "told": told }))
    })
}

async fn move_entry(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |moved: EntryMove| {
        let told = state.statamic.move_entry(&moved)?;
        state.hooks.content_changed(&told);
        Ok(json!({ "told": told }))
    })
}

async fn delete_entry(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |deletion: EntryDeletion| {
        let told = state.statamic.delete_entry(&deletion)?;
        state.hooks.content_changed(&told);
        Ok(json!({ "told": told }))
    })
}

async fn edit_global(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |edit: GlobalEdit| {
        let (global, site) = (edit.global.clone(), edit.site.clone());
        state.statamic.edit_global(edit)?;
        state.hooks.global_saved(&global, &site, state.statamic.version());
        Ok(json!({}))
    })
}

async fn preview(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |edit: PreviewEdit| Ok(previewed(&state.statamic.preview(edit)?)))
}

async fn preview_term(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |edit: TermPreviewEdit| {
        Ok(previewed(&state.statamic.preview_term(edit)?))
    })
}

/// The token and the query of a live preview.
fn previewed(token: &str) -> Value {
    // Statamic's control panel adds a random parameter of 16 characters to each load of the iframe.
    let mark: String = blake3::hash(token.as_bytes()).to_hex().chars().take(16).collect();
    json!({"token": token, "query": format!("live-preview={mark}&token={token}")})
}

async fn list_submissions(State(state): State<ControlState>) -> Response {
    answer(StatusCode::OK, &json!({"submissions": state.statamic.submissions()}))
}

async fn forget_submissions(State(state): State<ControlState>) -> Response {
    state.statamic.forget_submissions();
    ok()
}

async fn settings(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |settings: StatamicSettings| {
        state.statamic.set(settings);
        Ok(json!({}))
    })
}

async fn put_line(State(state): State<ControlState>, Path(token): Path<String>, body: Bytes) -> Response {
    with(&body, |line: ForeignLine| {
        state.shopware.put_line(&token, line).map(|id| json!({"id": id}))
    })
}

async fn revocation(State(state): State<ControlState>, body: Bytes) -> Response {
    with(&body, |Switch { on }| {
        state.shopware.set_revocation(on);
        Ok(json!({}))
    })
}

async fn mailbox(State(state): State<ControlState>) -> Response {
    answer(StatusCode::OK, &json!({"mails": state.shopware.mailbox()}))
}

async fn empty_mailbox(State(state): State<ControlState>) -> Response {
    state.shopware.empty_mailbox();
    ok()
}

async fn list_orders(State(state): State<ControlState>) -> Response {
    answer(StatusCode::OK, &json!({"orders": state.shopware.order_list()}))
}

async fn change_order(State(state): State<ControlState>, Path(number): Path<String>, body: Bytes) -> Response {
    with(&body, |change: OrderChange| {
        let order = state.shopware.change_order(&number, &change)?;
        Ok(json!({"order": order}))
    })
}

async fn list_calls(State(state): State<ControlState>) -> Response {
    answer(StatusCode::OK, &json!({"calls": state.faults.calls()}))
}

async fn forget_calls(State(state): State<ControlState>) -> Response {
    state.faults.forget_calls();
    ok()
}

async fn unknown(request: Request) -> Response {
    let text = format!(
        "the control API has no {} {}; its calls are listed in generator/demo/src/control/mod.rs",
        request.method(),
        request.uri().path()
    );
    answer(StatusCode::NOT_FOUND, &json!({"error": text}))
}

/// Prevents web pages from reaching these calls through their own host name that resolves to this address.
async fn loopback_only(request: Request, next: Next) -> Response {
    if is_loopback(request.headers()) {
        next.run(request).await
    } else {
        answer(
            StatusCode::FORBIDDEN,
            &json!({"error": "the control API answers only on 127.0.0.1"}),
        )
    }
}

/// Whether the `Host` of a request is this loopback address.
pub(crate) fn is_loopback(headers: &HeaderMap) -> bool {
    let host = headers
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

fn with<T: DeserializeOwned>(body: &[u8], act: impl FnOnce(T) -> Result<Value, String>) -> Response {
    let done = serde_json::from_slice(body)
        .map_err(|error| error.to_string())
        .and_then(act);
    match done {
        Ok(Value::Object(mut more)) => {
            more.insert("ok".to_owned(), true.into());
            answer(StatusCode::OK, &Value::Object(more))
        }
        Ok(_) => ok(),
        Err(error) => answer(StatusCode::BAD_REQUEST, &json!({"error": error})),
    }
}

fn ok() -> Response {
    answer(StatusCode::OK, &json!({"ok": true}))
}

fn answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(axum::body::Body::from(body.to_string()));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
