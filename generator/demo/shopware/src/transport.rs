//! Handling of a Store API request (Shopware §1): order of checks, headers, tokens, and the HTTP answer.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::map_response_with_state;
use axum::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, DATE, HOST};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use jiff::fmt::rfc2822::DateTimePrinter;
use serde_json::{Map, Value};

use super::errors::{ApiError, is_id};
use super::out::Includes;
use super::routes::{Route, find};
use super::{
    Ctx, ShopwareState, account, account::register, address, breadcrumb, cart, category, context, language_id, latency,
    listing, login_settings, master_data_calls, newsletter, order, payment, product_calls, query, revocation, seo,
};

/// Maximum size of a body.
const MAX_BODY: usize = 1024 * 1024;

const ALLOWED_HEADERS: &str = "Content-Type,Authorization,sw-context-token,sw-access-key,sw-language-id,sw-version-id,sw-inheritance,indexing-behavior,sw-include-seo-urls";

/// The Store API of a shop, and the pages of its payment gateway.
pub fn router(state: Arc<ShopwareState>) -> Router {
    let clock = Arc::clone(&state);
    payment::routes()
        .fallback(answer)
        .layer(map_response_with_state(clock, dated))
        .with_state(state)
}

/// Sets the header `Date` from the demo's clock, like all other times in answers.
async fn dated(State(state): State<Arc<ShopwareState>>, mut response: Response) -> Response {
    let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&state.clock.now());
    if let Some(date) = date.ok().and_then(|date| HeaderValue::from_str(&date).ok()) {
        response.headers_mut().insert(DATE, date);
    }
    response
}

/// The result of a call: a body, or none with 204.
type Answer = Result<Option<Value>, ApiError>;

async fn answer(State(state): State<Arc<ShopwareState>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let sent = Sent::of(&parts.headers);
    if parts.method == Method::OPTIONS {
        return wire(StatusCode::OK, None, &sent, None, false);
    }
    let host = parts
        .headers
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or("127.0.0.1");
    let path = parts.uri.path();
    let url = format!("http://{host}{path}");
    let head = parts.method == Method::HEAD;
    let below = path
        .strip_prefix("/store-api")
        .filter(|below| below.starts_with('/'))
        .unwrap_or("//");
    let is_revocation = parts.method == Method::POST && below == "/revocation-request-form";
    let is_settings = parts.method == Method::GET && below == "/login-registration-settings";
    let found = if is_revocation && state.revocation.load(Ordering::Relaxed) {
        Ok(Route::Revocation)
    } else if is_settings && state.login_settings().told {
        Ok(Route::LoginSettings)
    } else {
        find(&parts.method, below, &url)
    };
    let route = match found {
        Ok(route) => route,
        Err(error) => return wire(error.status, Some(&error.body()), &sent, sent.token.as_deref(), head),
    };
    let body = to_bytes(body, MAX_BODY).await.unwrap_or_default();
    let is_get = matches!(parts.method, Method::GET | Method::HEAD);
    let input = decode(&parts.headers, parts.uri.query(), &body);
    let token_missing = route.needs_token() && sent.token.is_none();
    let mut ctx = match enter(&state, &sent, input, is_get, token_missing) {
        Ok(ctx) => ctx,
        Err((error, token)) => return wire(error.status, Some(&error.body()), &sent, token.as_deref(), head),
    };
    if state.slow.load(Ordering::Relaxed) {
        let lines = state
            .sessions()
            .get(&ctx.token)
            .cart
            .map_or(0, |cart| cart.lines.len() as u64);
        let rows = ctx
            .parameter("limit")
            .and_then(|limit| limit.parse().ok())
            .unwrap_or(100)
            .min(ctx.shop.products.len() as u64);
        tokio::time::sleep(latency::of(&route, rows, lines)).await;
    }
    let token = Some(ctx.token.clone());
    let file = match route {
        Route::OrderDownload(order, file) => Some(order::documents::download(&state, &ctx, order, file)),
        Route::Document(id, code) => Some(order::documents::document(&state, &ctx, id, code)),
        _ => None,
    };
    match file {
        Some(Ok(file)) => return send(file, &sent, token.as_deref(), head),
        Some(Err(error)) => return wire(error.status, Some(&error.body()), &sent, token.as_deref(), head),
        None => {}
    }
    let result = call(&state, &mut ctx, &route);
    let token = Some(ctx.token.as_str());
    match result {
        Ok(Some(body)) => wire(StatusCode::OK, Some(&body), &sent, token, head),
        Ok(None) => wire(StatusCode::NO_CONTENT, None, &sent, token, head),
        Err(error) => wire(error.status, Some(&error.body()), &sent, token, head),
    }
}

fn call(state: &ShopwareState, ctx: &mut Ctx, route: &Route<'_>) -> Answer {
    Ok(Some(match route {
        Route::Context => {
            let includes = Includes::parse(ctx.query.get("includes"))?;
            includes.prune(context::read(state, ctx))
        }
        Route::ContextChange => context::change(state, ctx)?,
        Route::MasterData(entity) => master_data_calls::list(state, ctx, entity)?,
        Route::CountryState(country) => master_data_calls::country_states(state, ctx, country)?,
        Route::Products => product_calls::list(ctx)?,
        Route::Product(id) => product_calls::detail(ctx, id)?,
        Route::FindVariant(id) => product_calls::find_variant(ctx, id)?,
        Route::CrossSelling(id) => product_calls::cross_selling(ctx, id)?,
        Route::Listing(id) => listing::read(ctx, id)?,
        Route::Breadcrumb(id) => breadcrumb::read(ctx, id)?,
        Route::Navigation(active, root) => return category::navigation(ctx, active, root),
        Route::Category => category::list(ctx)?,
        Route::CategoryDetail(id) => category::detail(ctx, id)?,
        Route::SeoUrl => seo::list(ctx)?,
        Route::Cart => cart::read(state, ctx)?,
        Route::CartDelete => {
            cart::delete(state, ctx);
            return Ok(None);
        }
        Route::CartAdd => cart::add(state, ctx)?,
        Route::CartUpdate => cart::update(state, ctx)?,
        Route::CartRemove => cart::remove(state, ctx)?,
        Route::AddressList => address::list(ctx)?,
        Route::AddressCreate => address::create(state, ctx)?,
        Route::AddressUpdate(id) => address::update(state, ctx, id)?,
        Route::AddressDelete(id) => {
            address::delete(state, ctx, id)?;
            return Ok(None);
        }
        Route::AddressDefault(id, use_as) => {
            address::set_default(state, ctx, id, *use_as)?;
            return Ok(None);
        }
        Route::Register => register::register(state, ctx)?,
        Route::Revocation => revocation::request(state, ctx)?,
        Route::LoginSettings => login_settings::read(&ctx.login),
        Route::NewsletterSubscribe => {
            newsletter::subscribe(state, ctx)?;
            return Ok(None);
        }
        Route::NewsletterConfirm => {
            newsletter::confirm(state, ctx)?;
            return Ok(None);
        }
        Route::NewsletterUnsubscribe => {
            newsletter::unsubscribe(state, ctx)?;
            return Ok(None);
        }
        Route::Account(which) => return account::call(state, ctx, *which),
        Route::Order => order::place::place(state, ctx)?,
        Route::Orders => order::read::list(state, ctx)?,
        Route::OrderPayment => order::change::payment(state, ctx)?,
        Route::OrderCancel => order::change::cancel(state, ctx)?,
        Route::HandlePayment => payment::handle(state, ctx)?,
        // Calls that return files are handled earlier.
        Route::OrderDownload(..) | Route::Document(..) => return Ok(None),
        Route::AccountRequired => return Err(ApiError::not_logged_in()),
        Route::Unbuilt => return Err(ApiError::unbuilt()),
    }))
}

/// The request headers that are used.
struct Sent {
    access_key: Option<String>,
    token: Option<String>,
    language: Option<String>,
    version: Option<String>,
    seo_urls: bool,
    ip: String,
}

impl Sent {
    fn of(headers: &HeaderMap) -> Self {
        let text = |name: &str| {
            headers
                .get(name)
                .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        Self {
            access_key: text("sw-access-key"),
            token: text("sw-context-token").filter(|token| !token.is_empty()),
            language: text("sw-language-id"),
            version: text("sw-version-id"),
            seo_urls: headers.contains_key("sw-include-seo-urls"),
            ip: text("x-forwarded-for").unwrap_or_else(|| "127.0.0.1".to_owned()),
        }
    }
}

type Input = Map<String, Value>;

/// Step 2: the body is JSON or a form, by its content type; otherwise it is ignored.
fn decode(headers: &HeaderMap, query_string: Option<&str>, body: &[u8]) -> Result<(Input, Input), ApiError> {
    let query = query::parse(query_string.unwrap_or_default());
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if kind.starts_with("application/json") && !body.is_empty() {
        return match serde_json::from_slice(body) {
            Ok(Value::Object(map)) => Ok((query, map)),
            Ok(_) => Ok((query, Map::new())),
            Err(_) => Err(ApiError::plain(
                StatusCode::BAD_REQUEST,
                "0",
                "The JSON payload is malformed.",
            )),
        };
    }
    if kind.starts_with("application/x-www-form-urlencoded") {
        return Ok((query, query::parse(&String::from_utf8_lossy(body))));
    }
    Ok((query, Map::new()))
}

/// Steps 2 to 6; an error is returned with the token for its answer.
fn enter(
    state: &ShopwareState,
    sent: &Sent,
    input: Result<(Input, Input), ApiError>,
    is_get: bool,
    token_missing: bool,
) -> Result<Ctx, (ApiError, Option<String>)> {
    let (query, body) = input
        .and_then(|input| admit(state, sent).map(|()| input))
        .and_then(|input| {
            if token_missing {
                Err(ApiError::no_token())
            } else {
                Ok(input)
            }
        })
        .map_err(|error| {
            // A refused client gets no new token; in maintenance not even its own.
            let token = sent
                .token
                .clone()
                .filter(|_| error.status != StatusCode::SERVICE_UNAVAILABLE);
            (error, token)
        })?;
    let now = state.clock.now();
    let mut sessions = state.sessions();
    let token = sessions.resolve(sent.token.as_deref(), now);
    sessions.drop_old_cart(&token, now);
    drop(sessions);
    resolve(state, sent, token.clone(), query, body, is_get).map_err(|error| (error, Some(token)))
}

/// Steps 3 and 4: key and maintenance.
fn admit(state: &ShopwareState, sent: &Sent) -> Result<(), ApiError> {
    check_key(sent.access_key.as_deref(), &state.catalogue().shop.access_key)?;
    if state.maintenance.load(Ordering::Relaxed) {
        return Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "FRAMEWORK__API_SALES_CHANNEL_MAINTENANCE_MODE",
            "The sales channel is in maintenance mode.",
            Value::Object(Map::new()),
        ));
    }
    Ok(())
}

/// Steps 5 and 6: the session of a token, and the language.
fn resolve(
    state: &ShopwareState,
    sent: &Sent,
    token: String,
    query: Input,
    body: Input,
    is_get: bool,
) -> Result<Ctx, ApiError> {
    let shop = state.catalogue();
    let languages: Vec<(String, &str)> = shop
        .shop
        .languages
        .iter()
        .map(|language| (language_id(&shop, &language.iso), language.iso.as_str()))
        .collect();
    if let Some(id) = &sent.language {
        check_language(id, &languages)?;
    }
    let (choices, customer) = {
        let sessions = state.sessions();
        (
            sessions.get(&token).choices,
            sessions.customer(&token).cloned().map(Arc::new),
        )
    };
    let wanted = sent.language.as_ref().or(choices.language.as_ref());
    let iso = languages
        .iter()
        .find(|(id, _)| Some(id) == wanted)
        .map_or(shop.shop.default_language.as_str(), |(_, iso)| iso)
        .to_owned();
    Ok(Ctx {
        system: shop.shop.system_language().to_owned(),
        iso,
        token,
        ip: match state.proxies_trusted.load(Ordering::Relaxed) {
            true => sent.ip.clone(),
            false => "127.0.0.1".to_owned(),
        },
        choices,
        customer,
        includes: Includes::default(),
        seo_header: sent.seo_urls,
        now: state.clock.now(),
        addresses: state.addresses.clone(),
        query,
        body,
        is_get,
        login: state.login_settings(),
        domains: state.given_domains(),
        shop,
    })
}

fn check_key(sent: Option<&str>, key: &str) -> Result<(), ApiError> {
    let none = || Value::Object(Map::new());
    match sent {
        None => Err(ApiError::plain(
            StatusCode::UNAUTHORIZED,
            "0",
            "Header \"sw-access-key\" is required.",
        )),
        Some(sent) if sent == key => Ok(()),
        Some(sent)
            if ["SWSC", "SWUA", "SWIA", "SWPE"]
                .iter()
                .any(|prefix| sent.starts_with(prefix)) =>
        {
            Err(ApiError::new(
                StatusCode::PRECONDITION_FAILED,
                "FRAMEWORK__ROUTING_SALES_CHANNEL_NOT_FOUND",
                "No matching sales channel found.",
                none(),
            ))
        }
        Some(_) => Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "FRAMEWORK__API_INVALID_ACCESS_KEY",
            "Access key is invalid and could not be identified.",
            none(),
        )),
    }
}

fn check_language(id: &str, languages: &[(String, &str)]) -> Result<(), ApiError> {
    let failed = |code: &str, detail: String| {
        Err(ApiError::new(
            StatusCode::PRECONDITION_FAILED,
            code,
            detail,
            Value::Object(Map::new()),
        ))
    };
    if !is_id(id) {
        return failed(
            "SYSTEM__LANGUAGE_INVALID_EXCEPTION",
            "Provided languageId is not a valid uuid".to_owned(),
        );
    }
    if languages.iter().any(|(known, _)| known == id) {
        return Ok(());
    }
    let mut ids: Vec<&str> = languages.iter().map(|(id, _)| id.as_str()).collect();
    ids.sort_unstable();
    let detail = format!(
        "Provided language \"{id}\" is not in list of available languages: {}",
        ids.join(", ")
    );
    failed("SYSTEM__SALES_CHANNEL_LANGUAGE_NOT_AVAILABLE_EXCEPTION", detail)
}

/// A file with the headers of Shopware §1.2.
fn send(file: order::documents::File, sent: &Sent, token: Option<&str>, head: bool) -> Response {
    let mut response = wire(StatusCode::OK, None, sent, token, head);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.content_type));
    headers.extend(HeaderValue::from_str(&file.disposition).map(|value| (CONTENT_DISPOSITION, value)));
    if !head {
        *response.body_mut() = Body::from(file.content);
    }
    response
}

/// The answer with the headers of Shopware §1.2.
fn wire(status: StatusCode, body: Option<&Value>, sent: &Sent, token: Option<&str>, head: bool) -> Response {
    let text = body.map(Value::to_string).unwrap_or_default();
    let mut response = Response::new(if head { Body::empty() } else { Body::from(text) });
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let fixed =
        |name: &'static str, value: &'static str| (HeaderName::from_static(name), HeaderValue::from_static(value));
    headers.extend([
        fixed("access-control-allow-origin", "*"),
        fixed("access-control-allow-methods", "GET,POST,PUT,PATCH,DELETE"),
        fixed("access-control-allow-headers", ALLOWED_HEADERS),
        fixed("access-control-expose-headers", ALLOWED_HEADERS),
        fixed("server-timing", ""),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache, private")),
    ]);
    if status.is_success() {
        headers.extend([
            fixed("x-frame-options", "deny"),
            fixed("x-content-type-options", "nosniff"),
            fixed("referrer-policy", "strict-origin-when-cross-origin"),
            fixed(
                "content-security-policy",
                "object-src 'none'; script-src 'none'; base-uri 'self';",
            ),
        ]);
    }
    if body.is_some() {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    for (name, value) in [
        ("sw-context-token", token),
        ("sw-language-id", sent.language.as_deref()),
        ("sw-version-id", sent.version.as_deref()),
    ] {
        if let Some(value) = value.and_then(|value| HeaderValue::from_bytes(value.as_bytes()).ok()) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    response
}
