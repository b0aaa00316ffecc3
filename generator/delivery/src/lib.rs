//! When something that is ordered now is brought (law "Delivery time": a range that the shopper can compute).
//!
//! **Invariant:** the same order gets the same days here and in `islands/src/delivery/`; `tests/cases.json` is run by
//! both. Pure: the moment, the settings and the holidays are passed in.

mod calendar;
mod holidays;
mod time;

pub use calendar::{Calendar, Span, Weekdays};
pub use holidays::Holidays;
pub use time::{DeliveryTime, Unit};
