//! Where the provider is called, and how.

use url::Url;

/// The addresses of the provider.
#[derive(Debug)]
pub(super) struct Discovery {
    pub(super) authorization: Url,
    pub(super) token: Url,
    pub(super) keys: Url,
    pub(super) secret_goes: SecretGoes,
}

/// How the desk proves itself with the secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SecretGoes {
    InHeader,
    InForm,
}
