//! Forgotten passwords (Shopware §13.6): a mail with a link that can be used once, within two hours.

use http::StatusCode;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::super::address_rules::text;
use super::super::errors::{ApiError, all_or_nothing};
use super::super::session::{Recovery, mint};
use super::super::throttle::RECOVERY;
use super::super::{Ctx, ShopwareState, mails};
use super::answers::success;
use super::checks::{new_password_errors, unstorable_password};
use super::login::unknown;
use super::register::{email_error, storefront_error};

const LIFETIME: SignedDuration = SignedDuration::from_hours(2);

/// POST /account/recovery-password.
pub(crate) fn begin(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let mut found: Vec<ApiError> = email_error(&ctx.body, "This value is not a valid email address.")
        .into_iter()
        .collect();
    found.extend(storefront_error(ctx, &ctx.body));
    all_or_nothing(found)?;
    let email = text(&ctx.body, "email").unwrap_or_default();
    let key = format!("{}-{}", email, ctx.ip).to_lowercase();
    let attempt = state.throttles().recovery.attempt(&RECOVERY, &key, ctx.now);
    attempt.map_err(throttled)?;
    let url = text(&ctx.body, "storefrontUrl").unwrap_or_default();
    let recovery = {
        let mut sessions = state.sessions();
        let customer = sessions.account(&email).cloned().ok_or_else(|| unknown(&email))?;
        let recovery = Recovery {
            customer: customer.id.clone(),
            hash: mint(),
            begun: ctx.now,
        };
        sessions.recoveries.retain(|known| known.customer != customer.id);
        sessions.recoveries.push(recovery.clone());
        (customer, recovery.hash)
    };
    let (customer, hash) = recovery;
    state
        .orders()
        .mails
        .send(mails::account::recovery(ctx, &customer, &url, &hash));
    Ok(success())
}

/// POST /account/customer-recovery-is-expired.
pub(crate) fn is_expired(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let hash = text(&ctx.body, "hash").unwrap_or_default();
    if hash.chars().count() != 32 {
        let parameters = json!({
            "{{ value }}": format!("\"{hash}\""), "{{ limit }}": "32", "{{ value_length }}": hash.chars().count().to_string()
        });
        let detail = "This value should have exactly 32 characters.";
        return Err(ApiError::violation(
            "NOT_EQUAL_LENGTH_ERROR",
            detail,
            "/hash",
            parameters,
        ));
    }
    let sessions = state.sessions();
    let known = sessions.recoveries.iter().find(|known| known.hash == hash);
    let known = known.ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "CHECKOUT__CUSTOMER_NOT_FOUND_BY_HASH",
            format!("No matching customer for the hash \"{hash}\" was found."),
            json!({"hash": hash}),
        )
    })?;
    let expired = ctx.now.duration_since(known.begun) > LIFETIME;
    Ok(json!({"apiAlias": "array_struct", "isExpired": expired}))
}

/// POST /account/recovery-password-confirm: every session of the customer is logged out.
pub(crate) fn confirm(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    all_or_nothing(new_password_errors(ctx))?;
    let new = text(&ctx.body, "newPassword").unwrap_or_default();
    unstorable_password(&new).map_or(Ok(()), Err)?;
    let hash = text(&ctx.body, "hash").unwrap_or_default();
    let mut sessions = state.sessions();
    let place = sessions
        .recoveries
        .iter()
        .position(|known| known.hash == hash && ctx.now.duration_since(known.begun) <= LIFETIME)
        .ok_or_else(|| expired(&hash))?;
    let id = sessions.recoveries.remove(place).customer;
    let Some(customer) = sessions.customer_entry(&id) else {
        return Err(expired(&hash));
    };
    customer.password = text(&ctx.body, "newPassword");
    customer.updated = Some(ctx.now);
    let customer = customer.clone();
    sessions.revoke(&id);
    drop(sessions);
    let key = format!("{}-{}", customer.email, ctx.ip).to_lowercase();
    let mut throttles = state.throttles();
    throttles.login.forget(&key);
    throttles.recovery.forget(&key);
    drop(throttles);
    state
        .orders()
        .mails
        .send(mails::account::password_changed(ctx, &customer));
    Ok(success())
}

fn expired(hash: &str) -> ApiError {
    ApiError::new(
        StatusCode::GONE,
        "CHECKOUT__CUSTOMER_RECOVERY_HASH_EXPIRED",
        format!("The hash \"{hash}\" is expired."),
        json!({"hash": hash}),
    )
}

fn throttled(seconds: i64) -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "FRAMEWORK__RATE_LIMIT_EXCEEDED",
        format!("Too many requests, try again in {seconds} seconds."),
        json!({"seconds": seconds}),
    )
}
