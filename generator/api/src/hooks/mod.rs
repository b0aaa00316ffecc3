//! The endpoints for events of the backends (R-GEN-03): when an editor or a product manager saves something, the site
//! is built again.
//!
//! **Invariant:** an event counts only after its proof was verified over the raw bytes, and is on disk before the
//! answer (rules 19 and 20). Of a payload, only the event type, its id and the time zone of the CMS are used.

mod handlers;
mod types;

use http::Method;

use self::types::{CONFIRMATION, ConfirmationResponse, HookResponse, RegistrationResponse};
use crate::{
    events::{registration::RegistrationQuery, report::BuilderReport},
    request::row::Row,
    web::policy::{Action, Policy, Sender},
};

pub(crate) fn rows() -> Vec<Row> {
    let signed = |sender| Policy::signed(sender, Action::Hook);
    vec![
        Row::signed::<HookResponse>(Method::POST, "contentChanged", "/api/hooks/content", signed(Sender::Content), |context| {
            Box::pin(handlers::event(context, Sender::Content))
        })
        .summary("Takes an event of the CMS. It is on disk when the answer comes; the site is built again soon."),
        Row::signed::<HookResponse>(Method::POST, "commerceChanged", "/api/hooks/commerce", signed(Sender::Commerce), |context| {
            Box::pin(handlers::event(context, Sender::Commerce))
        })
        .summary("Takes an event of Shopware. It is on disk when the answer comes; the site is built again soon."),
        Row::signed_query::<RegistrationQuery, RegistrationResponse>("registerShop", "/api/hooks/commerce/registration", signed(Sender::App), |context, query| {
            Box::pin(handlers::register(context, query))
        })
        .summary("Registers a shop that installs Shopware's app, and gives it the secret of its events. Each registration is answered once."),
        Row::signed::<ConfirmationResponse>(Method::POST, "confirmShop", CONFIRMATION, signed(Sender::NewShop), |context| {
            Box::pin(handlers::confirm(context))
        })
        .summary("Takes the confirmation of a shop that was registered: its events are taken from then on."),
        Row::signed::<BuilderReport>(Method::GET, "getBuilder", "/api/builder", signed(Sender::Any), |context| {
            Box::pin(handlers::builder(context))
        })
        .summary("Returns which events came, what is being built, and what became of the last builds. The secret of either hook opens it."),
    ]
}
