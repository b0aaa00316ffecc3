//! POST /revocation-request-form, a route of late 6.7 versions (`shopware-fields.md`): it sends mails and checks no
//! order. By default it is unknown, as in Shopware 6.6.

use http::StatusCode;
use serde_json::{Value, json};

use super::account::register::email_error;
use super::address_rules::{BLANK, blank, text};
use super::errors::{ApiError, all_or_nothing};
use super::throttle::RECOVERY;
use super::{Ctx, Mail, ShopwareState};

/// Maximum lengths in characters.
const LONGEST: [(&str, usize); 3] = [("email", 320), ("contractNumber", 255), ("comment", 4_096)];

pub(crate) fn request(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let mut found: Vec<ApiError> = email_error(&ctx.body, "This value is not a valid email address.")
        .into_iter()
        .collect();
    for key in ["contractNumber", "firstName", "lastName"] {
        found.extend(blank(&ctx.body, key, &format!("/{key}"), BLANK));
    }
    for (key, longest) in LONGEST {
        let sent = text(&ctx.body, key).unwrap_or_default();
        if sent.chars().count() > longest {
            let detail = format!("This value is too long. It should have {longest} characters or less.");
            let parameters = json!({"{{ limit }}": longest.to_string()});
            found.push(ApiError::violation(
                "TOO_LONG_ERROR",
                detail,
                &format!("/{key}"),
                parameters,
            ));
        }
    }
    all_or_nothing(found)?;
    // The rate limiter has the steps of `reset_password`, by IP address (Shopware §19).
    let attempt = state.throttles().revocation.attempt(&RECOVERY, &ctx.ip, ctx.now);
    attempt.map_err(|seconds| {
        ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "FRAMEWORK__RATE_LIMIT_EXCEEDED",
            format!("Too many requests, try again in {seconds} seconds."),
            json!({"seconds": seconds}),
        )
    })?;
    let number = text(&ctx.body, "contractNumber").unwrap_or_default();
    state.orders().mails.send(Mail {
        kind: "revocation_request",
        at: ctx.now,
        to: text(&ctx.body, "email").unwrap_or_default(),
        language: ctx.iso.clone(),
        subject: format!("Withdrawal of {number}"),
        text: format!("{}\n", text(&ctx.body, "comment").unwrap_or_default()),
        order_number: number,
        links: Vec::new(),
    });
    Ok(json!({"individualSuccessMessage": "", "apiAlias": "revocation_request_form_result"}))
}
