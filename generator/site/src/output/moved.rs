//! Pages for redirects that do not fit into `_redirects`: a browser redirects immediately, a crawler reads the new URL
//! as the canonical one. `vitrine serve`, nginx and Caddy redirect by themselves and never send them.
//!
//! **Invariant:** a page is written only if no other file has its path; paths and texts are escaped.

use vitrine_model::{
    locale::{Locale, Locales},
    redirect::{Redirect, RedirectTarget},
};

use super::staging::Staging;
use crate::{config::SiteConfig, error::SiteError, messages::Messages};

/// Writes the pages.
pub(crate) fn write<'m>(
    left: &[&Redirect],
    locales: &Locales,
    config: &SiteConfig,
    messages: impl Fn(&Locale) -> Option<&'m Messages>,
    staging: &Staging<'_>,
) -> Result<(), SiteError> {
    for redirect in left {
        let from = redirect.from.path();
        let Some(locale) = locales.get(locales.of_path(from.as_str())) else {
            continue;
        };
        let (Some(to), Some(messages)) = (redirect.target.location(), messages(locale)) else {
            continue;
        };
        let file = format!("site/{}", file_of(from.as_str()));
        // A folder cannot have the name of a file.
        let folders = file.match_indices('/').filter_map(|(end, _)| file.get(..end));
        if !staging.has(&file) && !folders.into_iter().any(|folder| staging.has(folder)) {
            let canonical = match &redirect.target {
                RedirectTarget::Local { .. } => format!("{}{to}", config.base_url),
                _ => to.clone(),
            };
            let said = messages.text("common.moved", &[])?;
            let link = messages.text("common.moved_link", &[])?;
            let page = page(locale.iso.as_str(), &escaped(&to), &escaped(&canonical), &said, &link);
            staging.write_with_folder(&file, page.as_bytes())?;
        }
    }
    Ok(())
}

/// Hosts serve `old.html` at `/old` and at `/old.html`.
fn file_of(path: &str) -> String {
    let inner = path.trim_start_matches('/');
    format!("{}.html", inner.strip_suffix(".html").unwrap_or(inner))
}

fn page(language: &str, to: &str, canonical: &str, said: &str, link: &str) -> String {
    let (said, link) = (escaped(said), escaped(link));
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{said}</title>\n\
         <meta name=\"robots\" content=\"noindex\">\n<meta http-equiv=\"refresh\" content=\"0; url={to}\">\n\
         <link rel=\"canonical\" href=\"{canonical}\">\n</head>\n\
         <body>\n<p>{said} <a href=\"{to}\">{link}</a></p>\n</body>\n</html>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
