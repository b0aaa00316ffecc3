//! The calls of an account (Shopware §13): login, logout, passwords, and the customer's own data.

mod answers;
pub(crate) mod change;
pub(crate) mod checks;
pub(crate) mod login;
pub(crate) mod recovery;
pub(crate) mod register;

use serde_json::Value;

use super::errors::ApiError;
use super::routes::Account;
use super::{Ctx, ShopwareState};

/// Answers a call of an account: a body, or none with 204.
pub(crate) fn call(state: &ShopwareState, ctx: &mut Ctx, which: Account<'_>) -> Result<Option<Value>, ApiError> {
    Ok(Some(match which {
        Account::LogIn => login::log_in(state, ctx)?,
        Account::LogOut => login::log_out(state, ctx)?,
        Account::Confirm => register::confirm(state, ctx)?,
        Account::Recover => recovery::begin(state, ctx)?,
        Account::RecoveryExpired => recovery::is_expired(state, ctx)?,
        Account::RecoveryConfirm => recovery::confirm(state, ctx)?,
        Account::Read => change::read(ctx)?,
        Account::Delete => {
            change::delete(state, ctx)?;
            return Ok(None);
        }
        Account::Profile => change::profile(state, ctx)?,
        Account::Email => change::email(state, ctx)?,
        Account::Password => change::password(state, ctx)?,
        Account::Language => change::language(state, ctx)?,
        Account::PaymentMethod(id) => change::payment_method(state, ctx, id)?,
    }))
}
