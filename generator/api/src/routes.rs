//! Every endpoint with its policy, in one table (rule 8).
//!
//! **Invariant:** an endpoint exists only as a [`Row`]; router, checks, OpenAPI document and tests are all made from
//! [`ROUTES`].

use std::sync::LazyLock;

pub use crate::request::row::{AnswerKind, AnswerRule, BodyRule, Row, Schema};
pub use crate::web::{
    policy::{Action, Auth, Caller, Policy, Sender},
    queries::QueryRule,
};
use crate::{
    account, addresses, cart, checkout, forms, hooks, offers, orders, own_prices, search, session, system, withdrawals,
};

/// The table: the rows of each resource.
pub static ROUTES: LazyLock<Vec<Row>> = LazyLock::new(|| {
    [
        session::rows(),
        offers::rows(),
        own_prices::rows(),
        search::rows(),
        cart::rows(),
        checkout::rows(),
        addresses::rows(),
        account::rows(),
        orders::rows(),
        hooks::rows(),
        withdrawals::rows(),
        forms::rows(),
        system::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
});
