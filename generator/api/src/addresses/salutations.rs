//! The salutation of addresses: Shopware refuses an order to an address without one (Shopware §25.3), although visitors
//! need not choose one here.
//!
//! **Invariant:** every address that is written has a salutation: the shop's "not specified" if none was chosen.

use vitrine_backends::shopware::session::{Address, Context, NewAddress, Salutation, SalutationId};

use crate::{request::RequestContext, visitors::queue::SessionLock, web::problem::Problem};

/// Gives a salutation to each of these addresses that has none. If the shop's own cannot be read, it is added when an
/// order is placed.
pub(crate) async fn fill(context: &mut RequestContext, addresses: impl IntoIterator<Item = &mut NewAddress>) {
    let mut without: Vec<&mut NewAddress> = addresses
        .into_iter()
        .filter(|address| address.salutation.is_none())
        .collect();
    if without.is_empty() {
        return;
    }
    match unspecified(context).await {
        Ok(unspecified) => {
            for address in &mut without {
                address.salutation.clone_from(&unspecified);
            }
        }
        Err(problem) => problem.log_unread("the salutations"),
    }
}

/// The shop's salutation for "not specified"; `None` in a shop that has deleted it.
async fn unspecified(context: &mut RequestContext) -> Result<Option<SalutationId>, Problem> {
    let salutations = context
        .call_backend(|shopware, session| Box::pin(shopware.salutations(session)))
        .await?;
    Ok(salutations
        .into_iter()
        .find(Salutation::is_unspecified)
        .map(|row| row.id))
}

/// Gives a salutation to the stored addresses of an order that have none.
pub(crate) async fn mend(
    context: &mut RequestContext,
    mut session_lock: Option<SessionLock>,
    known: &Context,
) -> Result<Option<SessionLock>, Problem> {
    let mut broken: Vec<&Address> = [&known.billing_address, &known.shipping_address]
        .into_iter()
        .flatten()
        .filter(|address| address.salutation_id.is_none())
        .collect();
    broken.dedup_by_key(|address| &address.id);
    if broken.is_empty() {
        return Ok(session_lock);
    }
    let Some(salutation) = unspecified(context).await? else {
        return Ok(session_lock);
    };
    for address in broken {
        let id = address.id.clone();
        let Some(mended) = NewAddress::with_salutation(address, &salutation) else {
            continue;
        };
        let (_, lock) = context
            .change(session_lock, |shopware, session| {
                Box::pin(async move { shopware.update_address(session, &id, &mended).await })
            })
            .await?;
        session_lock = lock;
    }
    Ok(session_lock)
}
