//! Computes when an order placed now is delivered (law "Delivery time": a range that the shopper can compute).
//!
//! **Invariant:** the same order gets the same days here and in `islands/e2e/support/delivery-calendar.ts`, by which the
//! journeys know what screens must say; both run `tests/cases.json`.
//! Pure: the time, the settings and the holidays are passed in.

mod calendar;
mod holidays;
mod line;
mod span;
mod time;

pub use calendar::{Calendar, Weekdays};
pub use holidays::Holidays;
pub use line::{LineFacts, Wait};
pub use span::{Saying, Span};
pub use time::{DeliveryTime, Unit};
