//! Handlers of the address book.
//!
//! **Invariant:** the address book belongs to the session's customer, as Shopware determines from the context token; a
//! change runs in its session's queue and is sent once.

use vitrine_backends::shopware::session::{AddressId, AddressKind, NewAddress};

use super::{
    salutations,
    types::{AddressInput, AddressUse, AddressesResponse, DefaultAddressRequest},
    view,
};
use crate::{
    request::RequestContext,
    web::{fields::Form, problem::Problem},
};

pub(super) async fn list(context: &mut RequestContext) -> Result<AddressesResponse, Problem> {
    context.settled().await?;
    book(context, None).await
}

pub(super) async fn create(context: &mut RequestContext, wanted: AddressInput) -> Result<AddressesResponse, Problem> {
    let mut address = new_address(&wanted)?;
    context.may_order().await?;
    if let Some(kept) = kept_before(context, &address).await? {
        return book(context, Some(&kept)).await;
    }
    salutations::fill(context, [&mut address]).await;
    let session_lock = context.lock().await?;
    let created = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.create_address(session, &address).await })
        })
        .await;
    if let Some(token) = context.jar.token() {
        // A refusal says nothing about the previous attempt.
        let unsure = match &created {
            Ok(_) => false,
            Err(problem) => problem.may_have_been_done() || context.state.sessions.is_unsure(token),
        };
        context.state.sessions.note_unsure(token, unsure);
    }
    let (created, _session_lock) = created?;
    book(context, Some(&created.id)).await
}

/// The address of an earlier try whose answer was lost: if it were sent again, the book would contain it twice.
async fn kept_before(context: &mut RequestContext, address: &NewAddress) -> Result<Option<AddressId>, Problem> {
    let unsure = context
        .jar
        .token()
        .is_some_and(|token| context.state.sessions.is_unsure(token));
    if !unsure {
        return Ok(None);
    }
    let known = context
        .call_backend(|shopware, session| Box::pin(shopware.addresses(session)))
        .await?;
    if let Some(token) = context.jar.token() {
        context.state.sessions.note_unsure(token, false);
    }
    Ok(known.into_iter().find(|known| address.is(known)).map(|known| known.id))
}

pub(super) async fn change(context: &mut RequestContext, wanted: AddressInput) -> Result<AddressesResponse, Problem> {
    let id = address_id(context)?;
    let mut address = new_address(&wanted)?;
    context.may_order().await?;
    keep_unseen(context, &id, &mut address).await;
    salutations::fill(context, [&mut address]).await;
    let session_lock = context.lock().await?;
    let (changed, _session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.update_address(session, &id, &address).await })
        })
        .await?;
    book(context, Some(&changed.id)).await
}

pub(super) async fn remove(context: &mut RequestContext) -> Result<AddressesResponse, Problem> {
    let id = address_id(context)?;
    context.may_order().await?;
    let session_lock = context.lock().await?;
    let ((), _session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.delete_address(session, &id).await })
        })
        .await?;
    book(context, None).await
}

pub(super) async fn set_default(
    context: &mut RequestContext,
    wanted: DefaultAddressRequest,
) -> Result<AddressesResponse, Problem> {
    let id = address_id(context)?;
    let changed = id.clone();
    let kind = match wanted.use_as {
        AddressUse::Billing => AddressKind::Billing,
        AddressUse::Shipping => AddressKind::Shipping,
    };
    context.may_order().await?;
    let session_lock = context.lock().await?;
    let ((), _session_lock) = context
        .change(session_lock, move |shopware, session| {
            Box::pin(async move { shopware.set_default_address(session, kind, &id).await })
        })
        .await?;
    book(context, Some(&changed)).await
}

/// The whole book. The default addresses are only part of the customer (Shopware §14), so both are read.
async fn book(context: &mut RequestContext, changed: Option<&AddressId>) -> Result<AddressesResponse, Problem> {
    let ((addresses, known), sent) = context
        .side_by_side(|shopware, session| {
            Box::pin(async move { tokio::join!(shopware.addresses(session), shopware.context(session)) })
        })
        .await?;
    let addresses = context.accept(&sent, addresses).await?;
    let customer = context.accept(&sent, known).await?.customer;
    Ok(AddressesResponse {
        addresses: view::book(&addresses, customer.as_ref()),
        changed_id: changed.map(|id| id.as_str().to_owned()),
    })
}

/// Keeps the fields that the form does not show: Shopware removes what is not sent (Shopware §14).
async fn keep_unseen(context: &mut RequestContext, id: &AddressId, address: &mut NewAddress) {
    let book = context
        .call_backend(|shopware, session| Box::pin(shopware.addresses(session)))
        .await;
    match book {
        Ok(book) => {
            if let Some(known) = book.into_iter().find(|known| known.id == *id) {
                address.title = known.title;
                address.department = known.department;
            }
        }
        Err(problem) => problem.log_unread("the address before its change"),
    }
}

fn new_address(wanted: &AddressInput) -> Result<NewAddress, Problem> {
    let mut form = Form::default();
    let address = view::new_address(&mut form, "", wanted);
    form.done().map_err(Problem::fields)?;
    address.ok_or_else(|| Problem::choice("/country_id"))
}

/// The address id in the path.
fn address_id(context: &RequestContext) -> Result<AddressId, Problem> {
    let id = context.parameter("id").and_then(|id| AddressId::parse(id).ok());
    id.ok_or_else(|| Problem::invalid("the address id is not 32 hex digits"))
}
