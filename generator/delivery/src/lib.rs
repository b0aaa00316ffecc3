//! Computes when an order placed now is delivered (law "Delivery time": a range that the shopper can compute).
//!
//! **Invariant:** the same order gets the same days here and in `islands/src/delivery/`; both run `tests/cases.json`.
//! Pure: the time, the settings and the holidays are passed in.

mod calendar;
mod holidays;
mod time;

pub use calendar::{Calendar, Span, Weekdays};
pub use holidays::Holidays;
pub use time::{DeliveryTime, Unit};
