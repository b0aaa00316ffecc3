//! **Invariant:** reads run side by side.

use super::types::{ChangeCheckoutRequest, CheckoutChangedResponse, CheckoutResponse, GuestRequest};
use crate::{
    problem::{Code, Problem},
    request_context::RequestContext,
};

pub(super) async fn read(_: &mut RequestContext) -> Result<CheckoutResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
pub(super) async fn change(
    _: &mut RequestContext,
    _: ChangeCheckoutRequest,
) -> Result<CheckoutChangedResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
pub(super) async fn guest(_: &mut RequestContext, _: GuestRequest) -> Result<CheckoutChangedResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
