//! `/api/withdrawals`: withdrawing from a contract (law §4a), by the island or by the form without JavaScript.
//!
//! A withdrawal is recorded in the outbox before anything else is done with it ([`crate::outbox::withdrawals`]), then
//! delivered to the customer, the shop and Shopware ([`delivery`]). The order is not looked up: the answer is the same
//! for any number.

mod content;
mod delivery;
mod forms;
mod handlers;
mod types;

pub(crate) use self::delivery::deliver_in_background;
use self::types::{WithdrawRequest, WithdrawResponse, WithdrawalForm};
use crate::{
    request::row::{ProblemPage, Row},
    web::policy::{Action, Policy},
};

/// Maximum body size in bytes: all fields at their maximum length, fully escaped.
const MAX_BODY: usize = 48 * 1024;

pub(crate) fn rows() -> Vec<Row> {
    let form = Policy::form(Action::Withdrawal);
    let problem: ProblemPage = |context, problem| Box::pin(forms::page_of_problem(context, problem));
    vec![
        Row::post::<WithdrawRequest, WithdrawResponse>(
            "withdraw",
            "/api/withdrawals",
            Policy::public(Action::Withdrawal),
            |context, body| Box::pin(handlers::withdraw(context, body)),
        )
        .summary("Records a withdrawal from a contract, once for each key, and acknowledges its receipt.")
        .max_body(MAX_BODY),
        Row::form::<WithdrawalForm>(
            "reviewWithdrawal",
            "/api/withdrawals/review",
            form,
            |context, body| Box::pin(forms::review(context, body)),
            problem,
        )
        .summary("Returns the page that shows what will be withdrawn from; records nothing.")
        .max_body(MAX_BODY),
        Row::form::<WithdrawalForm>(
            "changeWithdrawal",
            "/api/withdrawals/change",
            form,
            |context, body| Box::pin(forms::change(context, body)),
            problem,
        )
        .summary("Returns the form with what was typed; records nothing.")
        .max_body(MAX_BODY),
        Row::form::<WithdrawalForm>(
            "confirmWithdrawal",
            "/api/withdrawals/confirm",
            form,
            |context, body| Box::pin(forms::confirm(context, body)),
            problem,
        )
        .summary("Records a withdrawal from a contract, once for each key, and returns its receipt as a page.")
        .max_body(MAX_BODY),
    ]
}
