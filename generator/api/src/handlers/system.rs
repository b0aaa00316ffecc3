//! What monitoring and developers ask.
//!
//! **Invariant:** no backend is asked.

use http::StatusCode;

use crate::{
    call::{Call, Reply},
    openapi::openapi,
    problem::Problem,
    schema::StatusResponse,
};

/// `GET /api/health`: the process answers.
pub(crate) async fn health(_: &mut Call) -> Result<Reply, Problem> {
    Reply::json(&StatusResponse {
        status: "ok".to_owned(),
    })
}

/// `GET /api/ready`: there is something to serve.
pub(crate) async fn ready(call: &mut Call) -> Result<Reply, Problem> {
    if call.release.is_some() {
        return health(call).await;
    }
    Reply::with_status(
        StatusCode::SERVICE_UNAVAILABLE,
        &StatusResponse {
            status: "no release is live".to_owned(),
        },
    )
}

/// `GET /api/openapi.json`
pub(crate) async fn document(_: &mut Call) -> Result<Reply, Problem> {
    Ok(Reply {
        status: StatusCode::OK,
        body: openapi().into(),
    })
}
