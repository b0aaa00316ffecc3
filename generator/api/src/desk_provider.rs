//! `[desk.provider]`: who may open the desk by a login at an OpenID Connect provider.
//!
//! **Invariant:** somebody is let in only by a value that the configuration names; the client's secret is never printed
//! (rule 5).

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::desk_role::DeskRole;

/// Maximum length of the issuer, and of every other text, in bytes.
const LONGEST_ISSUER: usize = 512;
const LONGEST: usize = 256;
/// Maximum length of the provider's name in characters.
const LONGEST_NAME: usize = 64;
/// Maximum number of values of a role.
const MOST: usize = 200;

/// `[desk.provider]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderSettings {
    /// The issuer, exactly as the provider writes it.
    pub issuer: String,
    /// The name under which the provider knows the desk.
    pub client_id: String,
    /// The provider's name on the button.
    pub name: String,
    /// What is asked for besides `openid`.
    #[serde(default = "scopes")]
    pub scopes: Vec<String>,
    /// The claim whose values give a role.
    #[serde(default = "role_claim")]
    pub role_claim: String,
    /// Its values, by role.
    #[serde(default)]
    pub roles: ByRole,
    /// Verified e-mail addresses, by role.
    #[serde(default)]
    pub mails: ByRole,
    /// The client's secret, which only the environment has; a public client has none.
    #[serde(skip)]
    pub secret: Option<SecretString>,
}

/// What gives each role.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ByRole {
    /// What gives the role `publish`.
    pub publish: Vec<String>,
    /// What gives the role `look`.
    pub look: Vec<String>,
}

fn scopes() -> Vec<String> {
    vec!["profile".to_owned(), "email".to_owned()]
}

fn role_claim() -> String {
    "groups".to_owned()
}

/// What somebody is let in by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Grounds {
    /// A value of the claim.
    Claim(String),
    /// A verified address.
    Mail(String),
}

impl ByRole {
    fn role(&self, is_it: impl Fn(&String) -> bool) -> Option<DeskRole> {
        let any = |values: &[String]| values.iter().any(&is_it);
        match (any(&self.publish), any(&self.look)) {
            (true, _) => Some(DeskRole::Publish),
            (false, true) => Some(DeskRole::Look),
            (false, false) => None,
        }
    }

    fn all(&self) -> impl Iterator<Item = &String> {
        self.publish.iter().chain(&self.look)
    }
}

impl ProviderSettings {
    /// The role that something gives.
    pub(crate) fn role_on(&self, grounds: &Grounds) -> Option<DeskRole> {
        match grounds {
            Grounds::Claim(value) => self.roles.role(|listed| listed == value),
            Grounds::Mail(address) => self.mails.role(|listed| listed.eq_ignore_ascii_case(address)),
        }
    }

    /// A name of provider and client, by which a session notices that they were changed.
    pub(crate) fn fingerprint(&self) -> String {
        let both = format!("{}\n{}", self.issuer, self.client_id);
        hex::encode(blake3::derive_key(
            "vitrine desk 2026 provider of a session",
            both.as_bytes(),
        ))
    }

    /// What cannot be used, each with its key.
    pub(crate) fn wrong(&self) -> Vec<(&'static str, String)> {
        let mut wrong = Vec::new();
        let mut check = |key, is_right: bool, remedy: &str| {
            if !is_right {
                wrong.push((key, remedy.to_owned()));
            }
        };
        check(
            "desk.provider.issuer",
            self.issuer.len() <= LONGEST_ISSUER && is_issuer(&self.issuer),
            "is no issuer: use the address that the provider names, with https:// and without ? and #",
        );
        let is_graphic =
            |text: &str| (1..=LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        check(
            "desk.provider.client_id",
            is_graphic(&self.client_id),
            "is no client: use the id that the provider gave the desk",
        );
        check(
            "desk.provider.name",
            (1..=LONGEST_NAME).contains(&self.name.chars().count()) && is_plain(&self.name),
            "is no name for a button: use 1 to 64 printable characters, without spaces around them",
        );
        check(
            "desk.provider.scopes",
            self.scopes.len() <= 20 && self.scopes.iter().all(|scope| is_graphic(scope)),
            "has what is no scope: name each one by itself, without spaces",
        );
        let is_value = |value: &String| value.len() <= LONGEST && is_plain(value);
        check(
            "desk.provider.role_claim",
            is_value(&self.role_claim),
            "is no name of a claim: use that of the claim that has the groups",
        );
        let is_list = |list: &ByRole| list.publish.len() <= MOST && list.look.len() <= MOST && list.all().all(is_value);
        check(
            "desk.provider.roles",
            is_list(&self.roles),
            "has an empty value, one of more than 256 bytes, or more than 200 of a role",
        );
        check(
            "desk.provider.mails",
            is_list(&self.mails) && self.mails.all().all(|address| address.contains('@')),
            "has what is no e-mail address, or more than 200 of a role",
        );
        check(
            "desk.provider",
            self.roles.all().chain(self.mails.all()).next().is_some(),
            "lets nobody in: name values of the claim in `roles`, or addresses in `mails`",
        );
        wrong
    }
}

fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.chars().any(char::is_control)
}

fn is_issuer(text: &str) -> bool {
    let is_bare = |url: &Url| url.query().is_none() && url.fragment().is_none();
    Url::parse(text)
        .is_ok_and(|url| is_bare(&url) && (url.scheme() == "https" || is_of_this_machine(&url)) && has_no_user(&url))
}

pub(crate) fn has_no_user(url: &Url) -> bool {
    url.username().is_empty() && url.password().is_none()
}

/// Whether an address is http on this machine, which needs no TLS.
pub(crate) fn is_of_this_machine(url: &Url) -> bool {
    url.scheme() == "http" && matches!(url.host_str(), Some("127.0.0.1" | "[::1]" | "localhost"))
}
