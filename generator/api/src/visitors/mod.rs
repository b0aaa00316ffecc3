//! Knowledge about visitors that is kept between requests: their sessions, the queue of a session's changes, the cart
//! that they were shown, and the keys of their orders.

pub(crate) mod logged_out;
pub(crate) mod order_keys;
pub(crate) mod promised_days;
pub(crate) mod queue;
pub(crate) mod seen;
pub(crate) mod sessions;
pub(crate) mod waiting_guests;
