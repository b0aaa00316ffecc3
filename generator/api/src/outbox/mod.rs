//! The outbox: what visitors submit to the shop's staff, recorded before it is acknowledged and delivered until every
//! channel has it.
//!
//! **Invariant:** nothing is acknowledged that is not on disk, and nothing that was acknowledged is lost: a delivery
//! that fails is tried again, then shown to the operator (`vitrine outbox`). A kind is a row of [`KINDS`] with a
//! [`Deliver`] of its own; everything else is the same for all.

mod cms;
mod delivery;
mod delivery_state;
mod kinds;
mod probe;
mod seal;
mod sent_forms;
mod store;
mod subscriptions;
pub(crate) mod withdrawals;

pub(crate) use self::cms::CmsDoor;
pub(crate) use self::delivery::{Deliver, DeliveryFailure, Pace, Sent, deliver, deliver_in_background};
pub(crate) use self::probe::OutboxProbe;
pub(crate) use self::sent_forms::{FilledIn, SentForms};
pub(crate) use self::store::reference;
pub(crate) use self::subscriptions::{Subscription, Subscriptions};
pub use self::{
    delivery_state::{Delivery, DeliveryState},
    kinds::{FORMS, KINDS, Kind, NEWSLETTER, Retention, WITHDRAWALS},
    seal::Seal,
    sent_forms::SentForm,
    store::{Entry, Outbox},
    subscriptions::{Consent, Consents, Subscribed, consents_of},
};
