//! The layout guard: access to account screens and login screens (R-ROUTE-11), and whether the order of a screen exists
//! (R-ROUTE-10).
//!
//! **Invariant:** decides before the first byte is sent, or not at all: while the backend is slow, down, or called too
//! often, the page is served unchanged, and its island does the same later. No answer contains customer data or sets a
//! cookie.

use std::{net::IpAddr, time::Duration};

use http::HeaderMap;
use tokio::time::timeout;
use url::form_urlencoded;
use vitrine_backends::shopware::session::{
    Answer, ContextToken, Customer, DeepLinkCode, Failure, OrderId, Refusal, SessionCall,
};
use vitrine_model::path::{LocalPath, SitePath};

use crate::{
    app_state::AppState,
    release::guarded::{Guarded, Layout, OrderScreen, Screen},
    shop::breaker::Found,
    visitors::sessions::TokenChange,
    web::{cookies::Jar, policy::Action},
};

/// The parameter with the path to return to after a login; islands use the same (`islands/src/auth/return-path.ts`).
const RETURN_PARAMETER: &str = "redirect";

/// The outcome for a request for a page.
pub(super) enum Verdict {
    /// The page is served; its answer may depend on a cookie.
    Served {
        /// Whether the answer depends on a cookie.
        personal: bool,
    },
    /// The visitor is redirected.
    Led(String),
    /// The order in the path does not exist or is not the visitor's. The page's island shows this with further options.
    NoOrder,
}

/// A request for a page, for the guard.
pub(super) struct Asked<'a> {
    pub(super) path: &'a SitePath,
    pub(super) query: Option<&'a str>,
    pub(super) headers: &'a HeaderMap,
    pub(super) address: IpAddr,
}

pub(super) async fn verdict(guarded: &Guarded, state: &AppState, asked: &Asked<'_>) -> Verdict {
    if let Some((screen, named)) = guarded.order(asked.path) {
        return of_order(screen, named, state, asked).await;
    }
    let Some(screen) = guarded.screen(asked.path) else {
        return Verdict::Served { personal: false };
    };
    let jar = Jar::read(asked.headers, state.config.https);
    let token = current(state, &jar);
    match (screen.layout, token) {
        (Layout::Account, None) => Verdict::Led(to_login(screen, asked)),
        // A visitor who was never logged in with this browser gets the form without waiting.
        (Layout::Auth, Some(token)) if jar.was_customer() => match logged_in(state, asked.address, token).await {
            Some(true) => Verdict::Led(back(screen, asked)),
            _ => Verdict::Served { personal: true },
        },
        (Layout::Auth, _) => Verdict::Served { personal: false },
        (Layout::Account, Some(token)) => match logged_in(state, asked.address, token).await {
            Some(false) => Verdict::Led(to_login(screen, asked)),
            _ => Verdict::Served { personal: true },
        },
    }
}

/// R-ROUTE-10: a screen of an order is 404 if the order is not the session's. Without a session this is unknown, and
/// the code of a mail's link is left to the island, which asks for a proof.
async fn of_order(screen: &OrderScreen, named: &str, state: &AppState, asked: &Asked<'_>) -> Verdict {
    let jar = Jar::read(asked.headers, state.config.https);
    let to_login = || screen.account.as_ref().map(|own| Verdict::Led(to_login(own, asked)));
    let id = OrderId::parse(named);
    if id.is_err() && screen.account.is_none() {
        return match DeepLinkCode::parse(named) {
            Ok(_) => Verdict::Served { personal: false },
            Err(_) => Verdict::NoOrder,
        };
    }
    let Some(token) = current(state, &jar) else {
        return to_login().unwrap_or(Verdict::Served { personal: false });
    };
    let personal = || Verdict::Served { personal: true };
    let Ok(id) = id else {
        return match logged_in(state, asked.address, token).await {
            Some(false) => to_login().unwrap_or_else(personal),
            _ => Verdict::NoOrder,
        };
    };
    let read = within_wait(state, asked.address, token, async |call| {
        state.shopware.order(call, &id).await
    });
    match read.await {
        Some(Ok(None)) => Verdict::NoOrder,
        Some(Err(failure)) if failure.refusal() == Refusal::NotLoggedIn => to_login().unwrap_or_else(personal),
        _ => personal(),
    }
}

/// The token that the API would use.
pub(super) fn current(state: &AppState, jar: &Jar) -> Option<ContextToken> {
    let mut token = jar.token()?.clone();
    if let Some(TokenChange::Expired(new)) = state.sessions.token_change(&token) {
        token = new;
    }
    (!state.logged_out.has(&token)).then_some(token)
}

/// Whether a customer is logged in; `None` if that cannot be learned now.
async fn logged_in(state: &AppState, address: IpAddr, token: ContextToken) -> Option<bool> {
    let asked = within_wait(state, address, token, async |call| state.shopware.context(call).await);
    let context = asked.await?.ok()?;
    Some(context.customer.as_ref().is_some_and(Customer::is_logged_in))
}

/// The backend's answer within the short time that a page waits; `None` if it is slow, down, or called too often.
async fn within_wait<T>(
    state: &AppState,
    address: IpAddr,
    token: ContextToken,
    ask: impl AsyncFnOnce(&SessionCall) -> Result<Answer<T>, Failure>,
) -> Option<Result<T, Failure>> {
    let call = SessionCall {
        token: Some(token),
        language: state.languages.any()?.clone(),
        visitor: Some(address),
    };
    within(state, &call, state.config.limits.maintenance_wait, ask).await
}

/// The answer to a read for a page within a time; `None` if the backend is slow, down, or called too often.
pub(super) async fn within<T>(
    state: &AppState,
    call: &SessionCall,
    wait: Duration,
    ask: impl AsyncFnOnce(&SessionCall) -> Result<Answer<T>, Failure>,
) -> Option<Result<T, Failure>> {
    state.rates.check(call.visitor?, Action::Read).ok()?;
    let permit = state.breaker.pass().ok()?;
    let answer = timeout(wait, ask(call)).await;
    // A short wait reveals nothing about the backend.
    permit.found(match &answer {
        Ok(Ok(_)) => Found::Answered,
        Ok(Err(failure)) => Found::of(&failure.error),
        Err(_) => Found::Unknown,
    });
    Some(answer.ok()?.map(|answer| answer.value))
}

fn to_login(screen: &Screen, asked: &Asked<'_>) -> String {
    let own = asked.path.href();
    let whole = asked.query.map(|query| format!("{own}?{query}"));
    let back = whole.and_then(|whole| LocalPath::parse(&whole).ok());
    let back = back.map_or(own, |back| back.href());
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair(RETURN_PARAMETER, &back)
        .finish();
    format!("{}?{query}", screen.login.href())
}

/// Rule 4: the original target, if that is a page of this shop; otherwise the home of the account.
fn back(screen: &Screen, asked: &Asked<'_>) -> String {
    let mut pairs = form_urlencoded::parse(asked.query.unwrap_or_default().as_bytes());
    let wanted = pairs.find(|(name, _)| name == RETURN_PARAMETER);
    let wanted = wanted.and_then(|(_, path)| LocalPath::parse(&path).ok());
    let wanted = wanted.filter(|path| path.path().segments().next() != Some("api"));
    wanted.map_or_else(|| screen.account.href(), |path| path.href())
}
