//! The shop's requirements for a new password.
//!
//! **Invariant:** as in [`account_rules`].

use super::types::AccountRulesResponse;
use crate::{
    request::{RequestContext, account_rules},
    web::problem::Problem,
};

pub(super) async fn read(context: &mut RequestContext) -> Result<AccountRulesResponse, Problem> {
    let rules = account_rules::learn(context).await;
    Ok(AccountRulesResponse {
        password_min_length: rules.password_min_length,
    })
}
