//! Domains of the sales channel that the control API has set.

use std::sync::Arc;

use serde::Deserialize;

/// A domain set by the control API.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelDomain {
    /// ISO code of its language.
    pub language: String,
    /// Its URL, as an administrator may type it: with or without a scheme.
    pub url: String,
}

/// The domains set by the control API; `None` = the channel's own.
pub(crate) type Given = Option<Arc<[ChannelDomain]>>;
