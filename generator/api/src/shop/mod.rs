//! Knowledge about the shop and its backends that is kept between requests: languages, rules and settings, whether the
//! backends respond, and which settings do not fit this installation.

pub(crate) mod breaker;
pub(crate) mod cms_zone;
pub(crate) mod hidden_methods;
pub(crate) mod languages;
pub(crate) mod learnt_rules;
pub(crate) mod readiness;
pub(crate) mod setup;
pub(crate) mod state_probe;
