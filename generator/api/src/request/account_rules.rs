//! The shop's requirements for accounts and addresses.
//!
//! **Invariant:** learnt from the shop, never assumed: later versions publish their settings; 6.6 names them in the
//! refusal of a registration that cannot succeed (Shopware §25.3).

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_backends::shopware::session::RequiredFields;

use super::RequestContext;
use crate::shop::learnt_rules::AccountRules;

/// A field of an address that only some shops require.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RequiredField {
    /// The second line.
    AdditionalLine,
    /// The third line.
    #[serde(rename = "additional_line_2")]
    AdditionalLine2,
    /// The telephone number.
    Phone,
}

/// Whether customers may delete their accounts: from the shop, otherwise from the configuration.
pub(crate) async fn deletion_allowed(context: &RequestContext) -> bool {
    let rules = learn(context).await;
    rules
        .deletion_allowed
        .unwrap_or(context.state.config.account.delete_account)
}

/// The fields that this shop requires of every address, in addition to those that each shop requires. If the shop has
/// just failed to answer, it is not called again: its refusal of an address names the fields too.
pub(crate) async fn required_fields(context: &RequestContext) -> Vec<RequiredField> {
    if context.state.account_rules.failed_just_now() {
        return Vec::new();
    }
    let RequiredFields {
        phone,
        additional_line_1,
        additional_line_2,
    } = learn(context).await.required;
    let all = [
        (additional_line_1, RequiredField::AdditionalLine),
        (additional_line_2, RequiredField::AdditionalLine2),
        (phone, RequiredField::Phone),
    ];
    all.into_iter()
        .filter_map(|(asked, field)| asked.then_some(field))
        .collect()
}

/// The known rules; learnt again after a while.
pub(crate) async fn learn(context: &RequestContext) -> AccountRules {
    let learnt = &context.state.account_rules;
    if let Some(rules) = learnt.get() {
        return rules;
    }
    let rules = ask(context).await;
    learnt.keep(rules);
    rules
}

async fn ask(context: &RequestContext) -> AccountRules {
    let told = context
        .call_as_stranger(|shopware, session| Box::pin(shopware.login_settings(session)))
        .await;
    if let Ok(settings) = told {
        return AccountRules {
            password_min_length: Some(settings.password_min_length.max(8)),
            deletion_allowed: Some(settings.allow_customer_deletion),
            required: settings.required(),
        };
    }
    let refused = context
        .call_as_stranger(|shopware, session| Box::pin(shopware.registration_rules(session)))
        .await
        .ok();
    AccountRules {
        password_min_length: refused.map(|rules| rules.password_min_length),
        deletion_allowed: None,
        required: refused.map(|rules| rules.required).unwrap_or_default(),
    }
}
