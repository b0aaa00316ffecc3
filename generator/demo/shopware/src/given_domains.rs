//! The domains that the control API gave the sales channel in place of its own.

use std::sync::Arc;

use serde::Deserialize;

/// A domain that the control API gave the channel.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelDomain {
    /// ISO code of its language.
    pub language: String,
    /// Its URL, as an administrator may type it: with or without a scheme.
    pub url: String,
}

/// What the control API gave the channel in place of its own domains.
pub(crate) type Given = Option<Arc<[ChannelDomain]>>;
