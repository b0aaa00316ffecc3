//! Checks secrets from the environment: minimum length, and combinations.

use secrecy::SecretString;

use super::wrong::Wrong;

/// Name of the variable with the encryption key of form records.
pub(crate) const FORMS_KEY: &str = "VITRINE_FORMS_KEY";
/// Name of the variable with the address that is called when builds fail.
pub(crate) const ALERT_URL: &str = "VITRINE_ALERT_URL";
/// Name of the variable with the secret by which the provider of the desk's logins knows this client.
pub(crate) const DESK_CLIENT_SECRET: &str = "VITRINE_DESK_CLIENT_SECRET";
/// Names of the environment variables for access to the CMS: the token of its API, and the user name and password for a
/// web server in front of it.
pub(super) const STATAMIC_TOKEN: &str = "VITRINE_STATAMIC_TOKEN";
pub(super) const STATAMIC_USER: &str = "VITRINE_STATAMIC_USER";
pub(super) const STATAMIC_PASSWORD: &str = "VITRINE_STATAMIC_PASSWORD";
/// A shorter secret could be guessed.
const SHORTEST_HOOK_SECRET: usize = 16;

pub(super) fn hook(name: &'static str, value: Option<String>, wrong: &mut Wrong) -> Option<SecretString> {
    let value = value?;
    if value.len() < SHORTEST_HOOK_SECRET {
        wrong.add(
            name,
            format!("is too short: use at least {SHORTEST_HOOK_SECRET} random characters"),
        );
    }
    Some(SecretString::from(value))
}

/// The encryption key of form records.
pub(super) fn forms_key(value: Option<String>, wrong: &mut Wrong) -> Option<SecretString> {
    let key = value?;
    if key.len() != 64 || !key.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        wrong.add(
            FORMS_KEY,
            "has other than 64 hex digits: make one with openssl rand -hex 32",
        );
    }
    Some(SecretString::from(key))
}

/// The address that is called when builds fail. It may contain a secret, so that it is never shown.
pub(super) fn alert_url(value: Option<String>, wrong: &mut Wrong) -> Option<SecretString> {
    let text = value?;
    let is_usable = url::Url::parse(&text).is_ok_and(|url| {
        let is_here = matches!(url.host_str(), Some("127.0.0.1" | "[::1]" | "localhost"));
        url.scheme() == "https" || (url.scheme() == "http" && is_here)
    });
    if !is_usable {
        wrong.add(ALERT_URL, "is no address that can be called: use one with https://");
    }
    Some(SecretString::from(text))
}

/// User name and password for a web server in front of the CMS: both or neither, and not together with a token.
pub(super) fn statamic(
    credentials: (Option<String>, Option<String>),
    has_token: bool,
    wrong: &mut Wrong,
) -> Option<(String, SecretString)> {
    let missing = |set: &str, other: &str| format!("is missing beside {set}: set {other}, or neither of them");
    match credentials {
        (None, None) => {}
        (Some(_), None) => wrong.add(STATAMIC_PASSWORD, missing(STATAMIC_USER, STATAMIC_PASSWORD)),
        (None, Some(_)) => wrong.add(STATAMIC_USER, missing(STATAMIC_PASSWORD, STATAMIC_USER)),
        (Some(name), Some(_)) if name.contains(':') => {
            wrong.add(STATAMIC_USER, "holds a colon, which ends the name: use another name");
        }
        (Some(_), Some(_)) if has_token => wrong.add(
            STATAMIC_USER,
            format!(
                "cannot be sent beside {STATAMIC_TOKEN}, since both go into one header: set one of them, and let the web server before the CMS \
                 pass calls of its API without a password"
            ),
        ),
        (Some(name), Some(password)) => return Some((name, SecretString::from(password))),
    }
    None
}
