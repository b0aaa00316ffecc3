//! What the shop asks of accounts: the shortest password, and whether customers may delete their accounts.
//!
//! **Invariant:** learnt from the shop, never assumed: late versions tell their settings; 6.6 names the shortest password
//! in the refusal of a registration that cannot succeed (Shopware §25.3).

use super::{learnt_rules::AccountRules, types::AccountRulesResponse};
use crate::{problem::Problem, request_context::RequestContext};

pub(super) async fn read(context: &mut RequestContext) -> Result<AccountRulesResponse, Problem> {
    let rules = learn(context).await;
    Ok(AccountRulesResponse {
        password_min_length: rules.password_min_length,
    })
}

/// Whether customers may delete their accounts: as the shop tells it, otherwise as it is configured.
pub(super) async fn deletion_allowed(context: &RequestContext) -> bool {
    let rules = learn(context).await;
    rules.deletion_allowed.unwrap_or(context.state.config.delete_account)
}

/// The rules that are known, asked anew after a while. What cannot be learnt is asked for again the next time.
async fn learn(context: &RequestContext) -> AccountRules {
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
        };
    }
    let shortest = context
        .call_as_stranger(|shopware, session| Box::pin(shopware.shortest_password(session)))
        .await;
    AccountRules {
        password_min_length: shortest.ok(),
        deletion_allowed: None,
    }
}
