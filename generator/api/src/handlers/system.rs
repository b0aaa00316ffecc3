//! What monitoring and developers ask.
//!
//! **Invariant:** no backend is asked but by [`ready`], which asks seldom.

use http::StatusCode;

use crate::{
    call::{Call, Reply},
    openapi::openapi,
    problem::Problem,
    schema::{BackendState, BackendStates, ReadyResponse, ReadyStatus, StatusResponse},
};

/// `GET /api/health`: the process answers.
pub(crate) async fn health(_: &mut Call) -> Result<Reply, Problem> {
    Reply::json(&StatusResponse {
        status: "ok".to_owned(),
    })
}

/// `GET /api/ready`: there is something to serve, and the backends are up. One that is not leaves the status at 200: all processes share it, so a load
/// balancer that took them out would take the pages away too, which need no backend.
pub(crate) async fn ready(call: &mut Call) -> Result<Reply, Problem> {
    let shopware = call.shop.readiness.of_shopware(&call.shop).await;
    let (status, word) = match (&call.release, shopware) {
        (None, _) => (StatusCode::SERVICE_UNAVAILABLE, ReadyStatus::NoRelease),
        (Some(_), BackendState::Up) => (StatusCode::OK, ReadyStatus::Ok),
        (Some(_), _) => (StatusCode::OK, ReadyStatus::Degraded),
    };
    let backends = BackendStates { shopware };
    Reply::with_status(status, &ReadyResponse { status: word, backends })
}

/// `GET /api/openapi.json`
pub(crate) async fn document(_: &mut Call) -> Result<Reply, Problem> {
    Ok(Reply {
        status: StatusCode::OK,
        body: openapi().into(),
    })
}
