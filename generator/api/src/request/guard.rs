//! The checks that a row's policy requires, cheapest first.
//!
//! **Invariant:** a handler runs only after all checks; they use the parsed request.

use std::{sync::Arc, time::UNIX_EPOCH};

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, header, request::Parts};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::time::timeout;
use vitrine_model::locale::LocaleIndex;

use super::{
    RequestContext,
    row::{BodyRule, Row},
};
use crate::{
    app_state::AppState,
    events::proof::{Proof, verify},
    web::{
        code::Code,
        one_header::only,
        policy::{Caller, Sender},
        problem::Problem,
    },
};

/// The header with the page's locale.
pub(crate) const LOCALE: &str = "x-vitrine-locale";

/// The header by which a page reports that its browser keeps no cookies.
const COOKIES: &str = "x-vitrine-cookies";

/// The locale of a request, if it is one of the shop's.
pub(crate) fn locale_of(state: &AppState, headers: &HeaderMap) -> Option<LocaleIndex> {
    only(headers, LOCALE).and_then(|code| state.config.locales.by_code(code))
}

/// The locale that a form's query names, if it is one of the shop's.
pub(crate) fn locale_of_form(state: &AppState, query: Option<&str>) -> Option<LocaleIndex> {
    let pairs = query?.split('&');
    let code = pairs.filter_map(|pair| pair.strip_prefix("locale=")).next()?;
    state.config.locales.by_code(code)
}

/// Runs the checks of a row; an error refuses the request.
pub(crate) async fn admit(context: &mut RequestContext, row: &Row, parts: &Parts, body: Body) -> Result<(), Problem> {
    context.state.rates.check(context.address, row.policy.action)?;
    match row.policy.caller {
        Caller::Page if row.is_write() => {
            own_page(&context.state.config.origins, &parts.headers)?;
            keeps_cookies(row, &parts.headers)?;
        }
        Caller::Page => {}
        Caller::Signed(sender) => return signed(context, sender, &parts.headers, body).await,
        Caller::Form => own_form(&context.state.config.origins, &parts.headers)?,
        Caller::PageOrForm => {
            let origins = &context.state.config.origins;
            match context.by_script {
                true => own_page(origins, &parts.headers)?,
                false => own_form(origins, &parts.headers)?,
            }
            return form(context, &parts.headers, body).await;
        }
    }
    if row.locale && locale_of(&context.state, &parts.headers).is_none() {
        return Err(Problem::invalid("X-Vitrine-Locale names no locale of this shop"));
    }
    match row.body {
        Some(BodyRule { cap, .. }) => {
            plain_content(&parts.headers, row.policy.caller)?;
            let cap = cap.min(context.state.config.limits.body);
            context.body = read(context, &parts.headers, body, cap).await?;
        }
        None if row.is_write() => {
            read(context, &parts.headers, body, 0).await?;
        }
        None => {}
    }
    context.admitted();
    context.authorise(row.policy.auth).await
}

/// Whether a script sent a request: no form can send this header.
pub(crate) fn is_by_script(headers: &HeaderMap) -> bool {
    only(headers, "x-vitrine") == Some("1")
}

/// Reads the body of a form, which may have files: the number of such bodies in memory is limited.
async fn form(context: &mut RequestContext, headers: &HeaderMap, body: Body) -> Result<(), Problem> {
    let kinds = [
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "application/json",
    ];
    let content_type = only(headers, header::CONTENT_TYPE.as_str()).unwrap_or_default();
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    let is_known = kinds.iter().any(|known| known.eq_ignore_ascii_case(kind));
    if !is_known || headers.contains_key(header::CONTENT_ENCODING) {
        return Err(Problem::from(Code::UnsupportedMediaType).because("the body is no form"));
    }
    let limits = &context.state.config.limits;
    let told = only(headers, header::CONTENT_LENGTH.as_str()).and_then(|text| text.parse::<usize>().ok());
    let is_large = told.is_none_or(|length| length > limits.body);
    if is_large && told.is_none_or(|length| length <= limits.form_body) {
        let room = timeout(
            limits.body_timeout,
            Arc::clone(&context.state.form_bodies).acquire_owned(),
        )
        .await;
        context.room = room.ok().and_then(Result::ok);
        if context.room.is_none() {
            return Err(Problem::from(Code::RequestTimeout).because("too many forms with files are read"));
        }
    }
    context.body = read(context, headers, body, limits.form_body).await?;
    content_type.clone_into(&mut context.content_type);
    context.admitted();
    Ok(())
}

/// Rule 20: the proof holds over the raw body. Neither cookies nor the page's locale have a meaning here.
async fn signed(context: &mut RequestContext, sender: Sender, headers: &HeaderMap, body: Body) -> Result<(), Problem> {
    let cap = context.state.config.limits.hook_body;
    context.body = read(context, headers, body, cap).await?;
    let state = &context.state;
    let now = (state.clock)();
    let proof = Proof {
        headers,
        query: context.query.as_deref().unwrap_or_default(),
        body: &context.body,
    };
    let proven = verify(&state.config.hooks, &state.shop_app, sender, &proof, now);
    let refuse = |cause: &'static str| {
        let at = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        state.refused_events.note(sender, cause, at);
        Problem::from(Code::HookRefused).because(cause)
    };
    context.delivery = Some(proven.map_err(refuse)?);
    context.admitted();
    Ok(())
}

/// Rule 9, for forms: the origin is allowed and `Sec-Fetch-Site` is same-origin; neither may be missing.
pub(crate) fn own_form(origins: &[String], headers: &HeaderMap) -> Result<(), Problem> {
    let refuse = |cause: &str| Err(Problem::from(Code::OriginNotAllowed).because(cause));
    match only(headers, "origin") {
        Some(origin) if origins.iter().any(|listed| listed == origin) => {}
        _ => return refuse("Origin is missing or not listed"),
    }
    if only(headers, "sec-fetch-site") != Some("same-origin") {
        return refuse("Sec-Fetch-Site is missing or not same-origin");
    }
    Ok(())
}

/// Rule 9: the origin is allowed, `Sec-Fetch-Site` is same-origin, and a header is set that no HTML form can send.
fn own_page(origins: &[String], headers: &HeaderMap) -> Result<(), Problem> {
    let refuse = |cause: &str| Err(Problem::from(Code::OriginNotAllowed).because(cause));
    match only(headers, "origin") {
        Some(origin) if origins.iter().any(|listed| listed == origin) => {}
        _ => return refuse("Origin is missing or not listed"),
    }
    if headers.contains_key("sec-fetch-site") && only(headers, "sec-fetch-site") != Some("same-origin") {
        return refuse("Sec-Fetch-Site is not same-origin");
    }
    if only(headers, "x-vitrine") != Some("1") {
        return refuse("X-Vitrine is missing");
    }
    Ok(())
}

/// A change of a session that the browser cannot keep is refused before anything is done: its answer would report
/// success, but the next page would not know of it.
fn keeps_cookies(row: &Row, headers: &HeaderMap) -> Result<(), Problem> {
    if row.needs_cookies() && headers.contains_key(COOKIES) {
        return Err(Problem::from(Code::CookiesBlocked).because("the browser keeps no cookies"));
    }
    Ok(())
}

/// Whether a body is of the plain type that the caller sends.
pub(crate) fn plain_content(headers: &HeaderMap, caller: Caller) -> Result<(), Problem> {
    let (wanted, cause) = match caller {
        Caller::Page | Caller::Signed(_) => ("application/json", "the body is not plain application/json"),
        Caller::Form | Caller::PageOrForm => (
            "application/x-www-form-urlencoded",
            "the body is not plain application/x-www-form-urlencoded",
        ),
    };
    let text = only(headers, header::CONTENT_TYPE.as_str()).unwrap_or_default();
    let (kind, parameter) = text.split_once(';').unwrap_or((text, ""));
    let plain = kind.trim().eq_ignore_ascii_case(wanted)
        && (parameter.trim().is_empty() || parameter.trim().eq_ignore_ascii_case("charset=utf-8"));
    if plain && !headers.contains_key(header::CONTENT_ENCODING) {
        return Ok(());
    }
    Err(Problem::from(Code::UnsupportedMediaType).because(cause))
}

async fn read(context: &RequestContext, headers: &HeaderMap, body: Body, cap: usize) -> Result<Bytes, Problem> {
    let limits = &context.state.config.limits;
    let told = only(headers, header::CONTENT_LENGTH.as_str()).and_then(|text| text.parse::<usize>().ok());
    if told.is_some_and(|length| length > cap) {
        return Err(Code::PayloadTooLarge.into());
    }
    match timeout(limits.body_timeout, Limited::new(body, cap).collect()).await {
        Err(_) => Err(Code::RequestTimeout.into()),
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Code::PayloadTooLarge.into()),
        Ok(Err(_)) => Err(Problem::invalid("the body broke off")),
    }
}
