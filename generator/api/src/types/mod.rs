//! Parts of answers that several resources share.

pub(crate) mod cover;
pub(crate) mod customer;
pub(crate) mod energy_arrow;
pub(crate) mod item_numbers;
pub(crate) mod money;
pub(crate) mod notice;
pub(crate) mod payment_method;
pub(crate) mod withdrawal_right;
