//! `/api/session`: who the visitor is and whether they may order.

mod handlers;
mod types;

use self::types::SessionResponse;
use crate::{
    policy::{Action, Policy},
    row::Row,
};

pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row::get::<SessionResponse>("getSession", "/api/session", Policy::public(Action::Read), |context| {
            Box::pin(handlers::read(context))
        })
        .summary("Returns who the visitor is and whether they may order on pages of this locale.")
        .begins_session(),
    ]
}
