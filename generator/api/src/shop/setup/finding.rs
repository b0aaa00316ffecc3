//! One setting of Shopware, of the CMS or of this server that does not fit.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::locale::Locale;

use crate::events::report::RefusedFinding;

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
    /// There is no key to encrypt forms with: forms are refused.
    FormsKeyMissing,
    /// An outbox has its maximum number of records: further ones are refused.
    OutboxFull,
    /// Records of an outbox have not been delivered for more than a day.
    OutboxOld,
    /// The last build was refused: what it found is not published.
    ReleaseRefused,
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
            Self::FormsKeyMissing => "forms-key-missing",
            Self::OutboxFull => "outbox-full",
            Self::OutboxOld => "outbox-old",
            Self::ReleaseRefused => "release-refused",
            Self::CmsTimeZone => "cms-time-zone",
            Self::VisitorsCountAsOne => "visitors-count-as-one",
        }
    }
}

/// One mismatched setting of Shopware, of the CMS or of this server, in English, for the operator of the shop.
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

    /// The release has forms, and there is no key to keep them with.
    pub(crate) fn of_missing_forms_key() -> Self {
        Self {
            code: SetupCode::FormsKeyMissing,
            locale: None,
            message: "VITRINE_FORMS_KEY is not set: no form is taken, and visitors are told to call or to write"
                .to_owned(),
            remedy: "Make a key once with openssl rand -hex 32, and start every process of vitrine serve with it as VITRINE_FORMS_KEY."
                .to_owned(),
        }
    }

    /// An outbox has no room left; `kind` is what is in it, in the plural.
    pub(crate) fn of_full_outbox(kind: &str, most: usize) -> Self {
        Self {
            code: SetupCode::OutboxFull,
            locale: None,
            message: format!("the outbox has {most} of the {kind}, as many as it may: further ones are refused"),
            remedy: "See with vitrine outbox --undelivered why they are not delivered. What is kept on purpose and may go is removed from build.state_dir by hand."
                .to_owned(),
        }
    }

    /// Records of an outbox are not taken; `kind` is what they are, in the plural, `since` when the oldest was received.
    pub(crate) fn of_old_outbox(kind: &str, records: usize, since: Timestamp) -> Self {
        Self {
            code: SetupCode::OutboxOld,
            locale: None,
            message: format!("{records} of the {kind} wait for more than a day, the oldest since {since}"),
            remedy: "See with vitrine outbox --undelivered why they are not delivered.".to_owned(),
        }
    }

    /// An error for which the last build was refused.
    pub(crate) fn of_refused_release(found: &RefusedFinding) -> Self {
        let place = match (&found.page, found.page_count) {
            (Some(page), 0 | 1) => format!(" ({page})"),
            (Some(page), count) => format!(" ({page} and {} more pages)", count - 1),
            (None, _) => String::new(),
        };
        Self {
            code: SetupCode::ReleaseRefused,
            locale: found.locale.clone(),
            message: format!(
                "the last build was refused, and the release before it stays live: {}: {}{place}",
                found.code, found.message
            ),
            remedy: found.hint.clone(),
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
