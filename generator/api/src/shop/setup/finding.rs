//! One setting of Shopware or of the CMS that does not fit.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::locale::Locale;

/// What does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SetupCode {
    /// No domain of a language is this shop's: mails of that language lead elsewhere, or none can be sent.
    DomainMissing,
    /// A language has several domains: which of them mails use is undefined.
    DomainDouble,
    /// The sales channel has no language of a locale: its visitors can neither log in nor order.
    LanguageMissing,
    /// A domain of a language has no scheme, so that links to it are invalid.
    DomainWithoutScheme,
    /// Payment providers send customers back to a host that is not public.
    EndpointNotPublic,
    /// The state folder of this server is not writable: neither orders nor withdrawals are accepted.
    StateNotWritable,
    /// The CMS interprets dates in a time zone other than the shop's.
    CmsTimeZone,
    /// Shopware counts all visitors as one, so that strangers can lock an owner out.
    VisitorsCountAsOne,
}

impl SetupCode {
    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DomainMissing => "domain-missing",
            Self::DomainDouble => "domain-double",
            Self::LanguageMissing => "language-missing",
            Self::DomainWithoutScheme => "domain-without-scheme",
            Self::EndpointNotPublic => "endpoint-not-public",
            Self::StateNotWritable => "state-not-writable",
            Self::CmsTimeZone => "cms-time-zone",
            Self::VisitorsCountAsOne => "visitors-count-as-one",
        }
    }
}

/// One mismatched setting of Shopware or of the CMS, in English, for the operator of the shop.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub struct SetupFinding {
    /// What does not fit.
    pub code: SetupCode,
    /// The locale that it is about; `null` for the whole shop.
    #[schema(required)]
    pub locale: Option<String>,
    /// The finding and its consequence.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl SetupFinding {
    /// The state folder of this server cannot be written to.
    pub(crate) fn of_state_folder(cause: std::io::ErrorKind) -> Self {
        Self {
            code: SetupCode::StateNotWritable,
            locale: None,
            message: format!(
                "build.state_dir cannot be written to: {cause}. Orders, withdrawals and events are refused"
            ),
            remedy: "Make room on its disk, or make build.state_dir of vitrine.toml a folder that this user may write."
                .to_owned(),
        }
    }

    /// The sales channel has no language of a locale.
    pub(super) fn of_missing_language(locale: &Locale) -> Self {
        Self {
            code: SetupCode::LanguageMissing,
            locale: Some(locale.code.to_string()),
            message: format!(
                "the sales channel has no language {}: every call of its pages is answered with 503",
                locale.iso
            ),
            remedy: format!(
                "In Shopware, sales channel, languages: add {}. Or set commerce_language of the locale {:?} in vitrine.toml.",
                locale.iso,
                locale.code.as_str()
            ),
        }
    }
}
