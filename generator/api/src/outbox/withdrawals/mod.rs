//! Withdrawals from contracts (law §4a), the first kind of the outbox: the statement and its record, the channels, the
//! limits per mailbox, and the mails.

pub(crate) mod bounds;
pub(crate) mod channel;
pub(crate) mod letters;
pub(crate) mod record;
pub(crate) mod statement;
