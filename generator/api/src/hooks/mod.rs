//! The doors for events of the backends (R-GEN-03): what an editor or a product manager saved is a hint to build again.
//!
//! **Invariant:** an event counts only after its proof was verified over the raw bytes, and is on disk before the answer
//! (rules 19 and 20). Nothing of a payload is used but the kind of event and its id.

mod event_log;
mod handlers;
mod proof;
mod report;
mod types;

use http::Method;

use self::types::HookResponse;
pub(crate) use self::{
    event_log::EventLog,
    proof::{Delivery, verify},
};
pub use self::{
    event_log::{Built, accepted, built, record_built, takes_events},
    report::{BuildOutcome, BuildRun, Builder, BuilderReport, BuilderState, Event, NoBuilder},
};
use crate::{
    policy::{Action, Policy, Sender},
    row::Row,
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
        Row::signed::<BuilderReport>(Method::GET, "getBuilder", "/api/builder", signed(Sender::Any), |context| {
            Box::pin(handlers::builder(context))
        })
        .summary("Returns which events came, what is being built, and what became of the last builds. The secret of either hook opens it."),
    ]
}
