//! Profile, version and URLs of the stand-in Statamic.

use serde::Deserialize;

/// Profile: the stock REST API, or with the extensions of Statamic §17.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StatamicProfile {
    /// The formats of 5.73.
    #[default]
    Stock,
    /// Also `entries-by-uri` and `redirects`; sizes and focus on asset references; slug, uri, collection and slugs on entry references;
    /// `slugs` and `locales` on entries.
    Extended,
}

/// The emulated version of Statamic; the differences are in Part C of `generator/docs/statamic.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(try_from = "u8")]
pub enum StatamicVersion {
    /// 5.73.
    #[default]
    Five,
    /// 6.1.
    Six,
}

impl TryFrom<u8> for StatamicVersion {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            5 => Ok(Self::Five),
            6 => Ok(Self::Six),
            other => Err(format!("there is no Statamic {other} here, but 5 and 6")),
        }
    }
}

/// Options of the stand-in Statamic.
#[derive(Debug, Clone, Default)]
pub struct StatamicOptions {
    /// Stock or extended.
    pub profile: StatamicProfile,
    /// The version at start.
    pub version: StatamicVersion,
    /// Base URL of this Statamic, without a trailing slash; used if a request has no host.
    pub base_url: String,
    /// Base URL of the image CDN, without a trailing slash.
    pub image_url: String,
}
