//! What is known of the shop and its backends from one request to the next: its languages, rules and settings, whether
//! it responds, and what of it does not fit this installation.

pub(crate) mod breaker;
pub(crate) mod cms_zone;
pub(crate) mod hidden_methods;
pub(crate) mod languages;
pub(crate) mod learnt_rules;
pub(crate) mod readiness;
pub(crate) mod setup;
pub(crate) mod state_probe;
