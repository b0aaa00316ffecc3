//! Withdrawals from contracts (law §4a), the first kind of the outbox: what is stated and recorded, the channels, how much
//! reaches one mailbox in an hour, and the letters.

pub(crate) mod bounds;
pub(crate) mod channel;
pub(crate) mod letters;
pub(crate) mod record;
pub(crate) mod statement;
