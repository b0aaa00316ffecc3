//! POST /newsletter/subscribe, /newsletter/confirm and /newsletter/unsubscribe (Shopware §18): a subscription is
//! confirmed by the link in its mail, or immediately.

use std::collections::HashMap;
use std::sync::PoisonError;

use http::StatusCode;
use serde_json::json;

use super::account::register::{email_error, storefront_error};
use super::address_rules::text;
use super::errors::{ApiError, all_or_nothing};
use super::ids::random_id;
use super::{Ctx, ShopwareState, email_hash::email_hash, mails};

/// POST /newsletter/subscribe.
pub(crate) fn subscribe(state: &ShopwareState, ctx: &Ctx) -> Result<(), ApiError> {
    let mut found: Vec<ApiError> = email_error(&ctx.body, "This value is not a valid email address.")
        .into_iter()
        .collect();
    found.extend(storefront_error(ctx, &ctx.body));
    all_or_nothing(found)?;
    if text(&ctx.body, "option").as_deref() != Some("subscribe") {
        return Ok(());
    }
    let email = text(&ctx.body, "email").unwrap_or_default();
    let url = text(&ctx.body, "storefrontUrl").unwrap_or_default();
    let hash = random_id();
    waiting(state).insert(email_hash(&email), hash.clone());
    let mail = mails::newsletter::to_confirm(ctx, &email, &url, &hash);
    state.orders().mails.send(mail);
    Ok(())
}

/// POST /newsletter/confirm.
pub(crate) fn confirm(state: &ShopwareState, ctx: &Ctx) -> Result<(), ApiError> {
    let (em, hash) = (text(&ctx.body, "em"), text(&ctx.body, "hash"));
    let known = em.as_ref().and_then(|em| waiting(state).get(em).cloned());
    if known.is_some() && known == hash {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::BAD_REQUEST,
        "CONTENT__NEWSLETTER_RECIPIENT_NOT_FOUND",
        "The NewsletterRecipient with the identifier \"hash\" was not found.",
        json!({"identifier": "hash", "value": hash}),
    ))
}

/// POST /newsletter/unsubscribe.
pub(crate) fn unsubscribe(state: &ShopwareState, ctx: &Ctx) -> Result<(), ApiError> {
    let missing = || {
        ApiError::new(
            StatusCode::BAD_REQUEST,
            "CONTENT__MISSING_EMAIL_PARAMETER",
            "The email parameter is missing.",
            json!([]),
        )
    };
    let email = text(&ctx.body, "email").ok_or_else(missing)?;
    if waiting(state).remove(&email_hash(&email)).is_some() {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::BAD_REQUEST,
        "CONTENT__NEWSLETTER_RECIPIENT_NOT_FOUND",
        format!("The NewsletterRecipient with the identifier \"email\" - {email} was not found."),
        json!({"identifier": "email", "value": email}),
    ))
}

fn waiting(state: &ShopwareState) -> std::sync::MutexGuard<'_, HashMap<String, String>> {
    state.newsletter.lock().unwrap_or_else(PoisonError::into_inner)
}
