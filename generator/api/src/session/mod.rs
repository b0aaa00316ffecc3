//! `/api/session`: the visitor's customer, and whether they may order.

pub(crate) mod handlers;
pub(crate) mod types;

use self::types::{ChangeSessionRequest, SessionChangedResponse, SessionResponse};
use crate::{
    request::row::Row,
    web::policy::{Action, Policy},
};

pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row::get::<SessionResponse>("getSession", "/api/session", Policy::public(Action::Read), |context| {
            Box::pin(handlers::begin(context))
        })
        .summary("Returns who the visitor is and whether they may order on pages of this locale.")
        .begins_session(),
        Row::patch::<ChangeSessionRequest, SessionChangedResponse>(
            "changeSession",
            "/api/session",
            Policy::public(Action::CartWrite),
            |context, body| Box::pin(handlers::change(context, body)),
        )
        .summary("Brings the session in line with the page's language, and returns it; a visitor without a session gets none."),
    ]
}
