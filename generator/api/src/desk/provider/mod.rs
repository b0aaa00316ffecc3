//! A login at an OpenID Connect provider: the authorization code flow with PKCE.
//!
//! **Invariant:** somebody is known only by an id token whose signature, issuer, audience, times and nonce were verified.
//! Nothing of a code, a token or a claim is logged: a cause is one of this program's own sentences.

mod calls;
mod discovery;
mod documents;
mod id_token;
mod refusal;

use std::time::Duration;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jiff::Timestamp;
use secrecy::SecretString;
use sha2::{Digest, Sha256};
use url::Url;

pub(crate) use self::refusal::Refusal;
use self::{calls::Calls, documents::Documents, id_token::Expected};
use super::logins::LoginSecrets;
use crate::{
    desk_provider::{Grounds, ProviderSettings},
    desk_role::DeskRole,
};

/// The provider of the configuration.
pub(crate) struct Provider {
    pub(crate) settings: ProviderSettings,
    calls: Calls,
    documents: Documents,
}

/// Somebody whom the provider knows and the configuration lets in.
#[derive(Debug)]
pub(crate) struct Admitted {
    /// The name, with the provider's.
    pub(crate) name: String,
    pub(crate) role: DeskRole,
    pub(crate) grounds: Grounds,
}

impl Provider {
    /// A provider whose every answer has to be there within `timeout`.
    pub(crate) fn new(settings: ProviderSettings, timeout: Duration) -> Result<Self, String> {
        Ok(Self {
            calls: Calls::new(&settings.issuer, timeout)?,
            documents: Documents::default(),
            settings,
        })
    }

    /// Where somebody logs in at the provider.
    pub(crate) async fn address(&self, secrets: &LoginSecrets, redirect: &str) -> Result<Url, Refusal> {
        let discovery = self.documents.discovery(&self.calls, &self.settings.issuer).await?;
        let mut url = discovery.authorization.clone();
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(secrets.verifier.as_bytes()));
        let scopes: Vec<&str> = std::iter::once("openid")
            .chain(
                self.settings
                    .scopes
                    .iter()
                    .map(String::as_str)
                    .filter(|scope| *scope != "openid"),
            )
            .collect();
        url.query_pairs_mut().extend_pairs([
            ("response_type", "code"),
            ("client_id", &self.settings.client_id),
            ("redirect_uri", redirect),
            ("scope", &scopes.join(" ")),
            ("state", &secrets.state),
            ("nonce", &secrets.nonce),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ]);
        Ok(url)
    }

    /// Exchanges a code, and says whom it is of.
    pub(crate) async fn admitted(
        &self,
        code: &str,
        secrets: &LoginSecrets,
        redirect: &str,
        now: Timestamp,
    ) -> Result<Admitted, Refusal> {
        let discovery = self.documents.discovery(&self.calls, &self.settings.issuer).await?;
        let fields = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect),
            ("code_verifier", &secrets.verifier),
        ];
        let token = self.calls.id_token(&discovery, &self.settings, &fields).await?;
        let expected = Expected {
            settings: &self.settings,
            nonce: &secrets.nonce,
            now,
        };
        let person = self.verified(&token, &discovery.keys, &expected).await?;
        let found = person
            .grounds
            .into_iter()
            .filter_map(|grounds| Some((self.settings.role_on(&grounds)?, grounds)))
            .max_by_key(|(role, _)| *role);
        let (role, grounds) = found.ok_or(Refusal::NotListed)?;
        let name = match person.name.as_str() {
            "" => self.settings.name.clone(),
            name => format!("{name} ({})", self.settings.name),
        };
        Ok(Admitted { name, role, grounds })
    }

    /// Verifies a token; the keys are fetched once more if they lack the one that it names.
    async fn verified(
        &self,
        token: &SecretString,
        keys: &Url,
        expected: &Expected<'_>,
    ) -> Result<id_token::Person, Refusal> {
        let header = id_token::header(token)?;
        let known = self.documents.keys(&self.calls, keys).await?;
        if let Some(key) = header.key(&known) {
            return id_token::person(token, &header, key, expected);
        }
        let fetched = self.documents.newer_keys(&self.calls, keys, &known).await?;
        let key = header.key(&fetched);
        let key = key.ok_or(Refusal::Unproven(
            "the provider has no key of the id token's kind and id",
        ))?;
        id_token::person(token, &header, key, expected)
    }
}
