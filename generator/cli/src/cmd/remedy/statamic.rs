//! Remedies for HTTP statuses of the CMS, by where the request ended: at a web server in front of it, in maintenance
//! mode, or in the CMS.

use vitrine_backends::{ASKS_FOR_PASSWORD, BackendError, Call, NO_SITE, REDIRECTED};

use crate::config::Config;

/// Words in the URLs of login pages.
const LOGIN: [&str; 7] = ["login", "log-in", "signin", "sign-in", "auth", "sso", "/cp"];

/// 401 and 403.
pub(super) fn not_let_in(error: &BackendError) -> String {
    if error.has_code(ASKS_FOR_PASSWORD) {
        return "A web server before the CMS asks for a password: set VITRINE_STATAMIC_USER and VITRINE_STATAMIC_PASSWORD".to_owned();
    }
    "Set VITRINE_STATAMIC_TOKEN to the token that the CMS asks for: of Statamic 6 it is STATAMIC_API_AUTH_TOKEN of its .env".to_owned()
}

/// A redirect: to a login page, to https, or elsewhere (no remedy).
pub(super) fn redirected(config: &Config, error: &BackendError) -> Option<String> {
    let BackendError::Status { errors, .. } = error else {
        return None;
    };
    let redirect = errors.iter().find(|error| error.code == REDIRECTED)?;
    let target = redirect
        .detail
        .as_deref()?
        .trim_start_matches("to ")
        .to_ascii_lowercase();
    let endpoint = config.file.statamic.endpoint.to_ascii_lowercase();
    let host = endpoint.strip_prefix("http://");
    if host.is_some_and(|host| target.starts_with(&format!("https://{host}"))) && !is_login(&target) {
        return Some(format!(
            "statamic.endpoint is {:?}: write it with https://",
            config.file.statamic.endpoint
        ));
    }
    is_login(&target).then(|| {
        "Something before the CMS asks for a log-in: let it pass calls of the API from this server's address. Where it is basic auth that it \
         asks for, set VITRINE_STATAMIC_USER and VITRINE_STATAMIC_PASSWORD"
            .to_owned()
    })
}

fn is_login(target: &str) -> bool {
    let path = target.split_once("://").map_or(target, |(_, rest)| rest);
    LOGIN.iter().any(|word| path.contains(word))
}

/// 422: a filter that the CMS does not allow. Setting a resource to `true` allows no filters.
pub(super) fn forbidden(call: &Call) -> String {
    let (resource, filters) = match call.path.starts_with("/taxonomies/") {
        true => ("taxonomies", "'site'"),
        false => ("collections", "'site', 'published'"),
    };
    format!(
        "Let `site` be among the allowed filters of {} in the CMS's config/statamic/api.php: \
         `'{resource}' => ['*' => ['enabled' => true, 'allowed_filters' => [{filters}]]]` (`'{resource}' => true` allows none)",
        call.path
    )
}

/// 429: the retry was refused too.
pub(super) fn too_many() -> String {
    "The CMS lets in fewer calls than a pull makes, also after the pause that it asked for: raise its limit for this server's address \
     (`throttleApi` in bootstrap/app.php, RateLimiter::for('api')), or lower build.pull_concurrency"
        .to_owned()
}

/// 503.
pub(super) fn closed() -> String {
    "The CMS is in maintenance mode (`php artisan down`): build again after `php artisan up`. If it is not, PHP does not run behind its web server"
        .to_owned()
}

/// 500: an unknown site, a missing Pro edition, or an error in the log.
pub(super) fn failed(call: &Call, error: &BackendError) -> String {
    if error.has_code(NO_SITE) {
        return "Write one of them as `content_site` of the locale in [[locales]] of vitrine.toml".to_owned();
    }
    let site = if call.path == "/globals" {
        "If there is no such site, correct `content_site` in [[locales]]. "
    } else {
        ""
    };
    format!(
        "{site}If the CMS answers so to every call, it is not on its Pro edition, without which it has no API: `'pro' => true` in \
         config/statamic/editions.php (`php please pro:enable`). Otherwise its storage/logs/laravel.log says why"
    )
}
