//! Shopware's Store API (`generator/docs/shopware.md`): the client, and the types of a session.
//!
//! **Invariant:** only this module handles Shopware's JSON; its wire types never leave the crate. Start at
//! [`ShopwareClient`].

mod administration;
mod call;
mod changes;
mod channel;
mod client;
mod country;
pub(crate) mod criteria;
mod ids;
mod lists;
mod reads;
pub mod session;
mod survey;
pub(crate) mod wire;

pub(crate) use administration::AdminScreen;
pub(crate) use changes::TouchedBy;
pub use changes::{ShopChanges, ShopState};
pub use channel::Channel;
pub use client::{ShopwareClient, ShopwareConfig};
pub use criteria::ProductDepth;
pub use reads::{Language, RecordPage};
pub use survey::ChannelState;
