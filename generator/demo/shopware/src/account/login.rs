//! POST /account/login and /account/logout (Shopware §13.1, §13.2).

use http::StatusCode;
use serde_json::{Value, json};

use super::super::address_rules::text;
use super::super::errors::ApiError;
use super::super::throttle::LOGIN;
use super::super::{Ctx, ShopwareState};
use super::answers::token_answer;

/// POST /account/login: afterwards `ctx` is in the customer's session.
pub(crate) fn log_in(state: &ShopwareState, ctx: &mut Ctx) -> Result<Value, ApiError> {
    let email = text(&ctx.body, "email").or_else(|| text(&ctx.body, "username"));
    let password = text(&ctx.body, "password");
    let (Some(email), Some(password)) = (email, password) else {
        return Err(bad_credentials());
    };
    let key = format!("{}-{}", email.to_lowercase(), ctx.ip);
    let attempt = state.throttles().login.attempt(&LOGIN, &key, ctx.now);
    attempt.map_err(throttled)?;
    let mut sessions = state.sessions();
    let customer = sessions.account(&email).cloned().ok_or_else(|| unknown(&email))?;
    if customer.password.as_ref() != Some(&password) || !customer.active {
        return Err(bad_credentials());
    }
    if customer
        .opt_in
        .as_ref()
        .is_some_and(|opt_in| opt_in.confirmed.is_none())
    {
        return Err(not_confirmed(&customer.id));
    }
    state.throttles().login.forget(&key);
    ctx.token = sessions.enter(&ctx.token, &customer.id, ctx.now);
    Ok(token_answer())
}

/// POST /account/logout: afterwards `ctx` is in a new anonymous session.
pub(crate) fn log_out(state: &ShopwareState, ctx: &mut Ctx) -> Result<Value, ApiError> {
    let guest = ctx.login()?.guest;
    ctx.token = state.sessions().leave(&ctx.token, guest);
    Ok(token_answer())
}

fn bad_credentials() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "CHECKOUT__CUSTOMER_AUTH_BAD_CREDENTIALS",
        "Invalid username and/or password.",
        json!({}),
    )
}

/// 6.6 reveals which e-mail addresses exist.
pub(super) fn unknown(email: &str) -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "CHECKOUT__CUSTOMER_NOT_FOUND",
        format!("No matching customer for the email \"{email}\" was found."),
        json!({"email": email}),
    )
}

fn not_confirmed(id: &str) -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "CHECKOUT__CUSTOMER_OPTIN_NOT_COMPLETED",
        format!("The customer with the id \"{id}\" has not completed the opt-in."),
        json!({"customerId": id}),
    )
}

fn throttled(seconds: i64) -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "CHECKOUT__CUSTOMER_AUTH_THROTTLED",
        format!("Customer auth throttled for {seconds} seconds."),
        json!({"seconds": seconds}),
    )
}
