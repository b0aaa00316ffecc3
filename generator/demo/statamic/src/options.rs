//! Profile and URLs of the stand-in Statamic.

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

/// Options of the stand-in Statamic.
#[derive(Debug, Clone, Default)]
pub struct StatamicOptions {
    /// Stock or extended.
    pub profile: StatamicProfile,
    /// Base URL of this Statamic, without a trailing slash; used if a request has no host.
    pub base_url: String,
    /// Base URL of the image CDN, without a trailing slash.
    pub image_url: String,
}
