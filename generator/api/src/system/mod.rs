//! Endpoints for monitoring and developers.

mod handlers;
mod types;

use self::types::{OpenApiDocument, ReadyResponse, StatusResponse};
use crate::{
    request::row::Row,
    web::policy::{Action, Policy},
};

pub(crate) fn rows() -> Vec<Row> {
    let monitoring = Policy::public(Action::Unlimited);
    vec![
        Row::get::<StatusResponse>("getHealth", "/api/health", monitoring, |_| Box::pin(handlers::health()))
            .summary("Answers as long as the process does.")
            .without_locale(),
        Row::get::<ReadyResponse>("getReady", "/api/ready", monitoring, |context| {
            Box::pin(handlers::ready(context))
        })
        .summary("Returns whether a release is live, whether the backends answer, and which of their settings do not fit. The status is 503 while no release is live, and 200 whatever the backends do.")
        .without_locale(),
        Row::get::<OpenApiDocument>("getOpenapi", "/api/openapi.json", Policy::public(Action::Read), |context| {
            Box::pin(handlers::document(context))
        })
        .summary("Returns this document.")
        .without_locale(),
    ]
}
