//! **Invariant:** the address book is that of the session's customer.

use super::types::{AddressInput, AddressesResponse};
use crate::{
    problem::{Code, Problem},
    request_context::RequestContext,
};

pub(super) async fn list(_: &mut RequestContext) -> Result<AddressesResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
pub(super) async fn create(_: &mut RequestContext, _: AddressInput) -> Result<AddressesResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
pub(super) async fn change(_: &mut RequestContext, _: AddressInput) -> Result<AddressesResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
pub(super) async fn remove(_: &mut RequestContext) -> Result<AddressesResponse, Problem> {
    Err(Code::BackendUnavailable.into())
}
