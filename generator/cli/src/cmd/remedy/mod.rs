//! Remedies for errors of a backend: the key of `vitrine.toml`, or the setting in the backend, that caused the error.
//!
//! **Invariant:** contains only keys and handles, never a secret.

mod graphql;
mod statamic;

use vitrine_backends::{Backend, BackendError, Call, pull::PullError};

use crate::config::Config;

/// Adds the remedy to an error, if there is one.
pub(crate) fn with(config: &Config, error: anyhow::Error) -> anyhow::Error {
    let Some(remedy) = error.chain().find_map(|cause| of(config, cause)) else {
        return error;
    };
    let message = error.to_string();
    let message = message.trim_end_matches('.');
    let text = format!("{message}. {remedy}");
    // The full text comes first; it already contains the causes.
    anyhow::Error::from(Remedied {
        text,
        source: error.into(),
    })
}

#[derive(Debug)]
struct Remedied {
    text: String,
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl std::fmt::Display for Remedied {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Remedied {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self.source.as_ref())
    }
}

/// Codes of Shopware for a language that the sales channel does not have, or that is no language.
const LANGUAGE_REFUSED: [&str; 2] = [
    "SYSTEM__SALES_CHANNEL_LANGUAGE_NOT_AVAILABLE_EXCEPTION",
    "SYSTEM__LANGUAGE_INVALID_EXCEPTION",
];

fn of(config: &Config, cause: &(dyn std::error::Error + 'static)) -> Option<String> {
    if let Some(PullError::Absent { .. }) = cause.downcast_ref() {
        return Some(format!(
            "If nothing of the CMS is found, {}",
            wrong_address(config, Backend::Statamic)
        ));
    }
    of_call(config, cause.downcast_ref()?)
}

/// The remedy for an error of a backend.
pub(crate) fn of_backend(config: &Config, error: &BackendError) -> Option<String> {
    of_call(config, error)
}

fn of_call(config: &Config, error: &BackendError) -> Option<String> {
    let call = error.call()?;
    match (call.backend, error.status()) {
        (Backend::Shopware, Some(412)) if LANGUAGE_REFUSED.iter().any(|code| error.has_code(code)) => Some(
            "Correct commerce_language of the locale in [[locales]] of vitrine.toml, or leave it out: the language is then found by the locale's iso"
                .to_owned(),
        ),
        (Backend::Shopware, Some(401 | 403 | 412)) => {
            Some("Set VITRINE_SHOPWARE_ACCESS_KEY to the access key of the sales channel".to_owned())
        }
        (Backend::Statamic, Some(401 | 403)) => Some(statamic::not_let_in(error)),
        (Backend::Statamic, Some(429)) => Some(statamic::too_many()),
        (Backend::Statamic, Some(500)) => Some(statamic::failed(call, error)),
        (Backend::Statamic, Some(503)) => Some(statamic::closed()),
        (Backend::Statamic, Some(300..=399)) if let Some(remedy) = statamic::redirected(config, error) => Some(remedy),
        (Backend::Statamic, Some(300..=399 | 404 | 405 | 419)) if is_graphql(config, call) => {
            Some(graphql_address(config))
        }
        (Backend::Statamic, Some(404)) => Some(missing(config, call)),
        (Backend::Statamic, Some(422)) => Some(statamic::forbidden(call)),
        (_, Some(300..=399 | 404 | 405)) => Some(wrong_address(config, call.backend)),
        (_, None) => match error {
            BackendError::GraphQl { errors, .. } => Some(graphql::remedy(errors)),
            BackendError::NotJson { .. } if is_graphql(config, call) => Some(graphql_address(config)),
            BackendError::NotJson { .. } | BackendError::Unreachable { .. } => {
                Some(wrong_address(config, call.backend))
            }
            _ => None,
        },
        _ => None,
    }
}

fn is_graphql(config: &Config, call: &Call) -> bool {
    let route = config.file.statamic.graphql_route.trim_matches('/');
    call.backend == Backend::Statamic && call.path.strip_prefix('/') == route.rsplit('/').next()
}

fn graphql_address(config: &Config) -> String {
    format!(
        "statamic.endpoint is {:?} and statamic.graphql_route {:?}: GraphQL must answer at {0}/{1}. Switch it on in the CMS (STATAMIC_GRAPHQL_ENABLED)",
        config.file.statamic.endpoint, config.file.statamic.graphql_route
    )
}

fn wrong_address(config: &Config, backend: Backend) -> String {
    match backend {
        Backend::Shopware => format!(
            "shopware.endpoint is {:?}: it must be the address of the Store API, like https://shop.example/store-api",
            config.file.shopware.endpoint
        ),
        Backend::Statamic => format!(
            "statamic.endpoint is {:?} and statamic.api_route {:?}: the REST API must answer at {0}/{1}",
            config.file.statamic.endpoint, config.file.statamic.api_route
        ),
    }
}

/// For a 404 of the CMS: the resource does not exist or is not enabled.
fn missing(config: &Config, call: &Call) -> String {
    const SWITCH: &str = "in the CMS's config/statamic/api.php";
    let mut parts = call.path.split('/').filter(|part| !part.is_empty());
    let (kind, handle) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let named = |key: &str, what: &str| {
        format!(
            "{key} names {handle:?}: correct the handle, or switch the {what} on {SWITCH}. If no handle is found, {}",
            wrong_address(config, Backend::Statamic)
        )
    };
    match kind {
        "collections" => named("statamic.collections", "collection"),
        "navs" => named(&navigation(config, handle), "navigation"),
        "taxonomies" => named("statamic.taxonomies", "taxonomy"),
        "assets" => named("statamic.asset_containers", "asset container"),
        other => format!(
            "Switch {other} on {SWITCH}. If everything is switched on, {}",
            wrong_address(config, Backend::Statamic)
        ),
    }
}

/// The configuration key with this navigation handle as its value.
fn navigation(config: &Config, handle: &str) -> String {
    let places = config.file.statamic.navigations.places();
    let place = places
        .iter()
        .find(|(_, value)| *value == Some(handle))
        .map(|(place, _)| *place);
    place.map_or_else(
        || "statamic.navigations".to_owned(),
        |place| format!("statamic.navigations.{place}"),
    )
}
