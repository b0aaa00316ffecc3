//! **Invariant:** an order is sent once for each idempotency key.

use super::types::{
    LookUpOrderRequest, OrderPaymentResponse, OrderResponse, PayOrderRequest, PlaceOrderRequest, PlacedOrderResponse,
};
use crate::{
    problem::{Code, Problem},
    request_context::RequestContext,
};

pub(super) async fn place(_: &mut RequestContext, _: PlaceOrderRequest) -> Result<PlacedOrderResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
pub(super) async fn read(_: &mut RequestContext) -> Result<OrderResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
pub(super) async fn look_up(_: &mut RequestContext, _: LookUpOrderRequest) -> Result<OrderResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
pub(super) async fn pay(_: &mut RequestContext, _: PayOrderRequest) -> Result<OrderPaymentResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
