//! The 404 page, with the requested path inserted (R-HEAD-11, R-ROUTE-10).
//!
//! **Invariant:** the path is decoded once, truncated and escaped; it is inserted in one place as text.

use std::io;

use axum::body::Body;
use http::{Response, StatusCode};
use vitrine_model::path::SitePath;

use super::{text::plain, visit::Visit};
use crate::{app_state::messages, release::files::path::FilePath, web::html::escape};

/// The placeholder in the page (`templates/pages/not_found.html`).
const PLACE: &[u8] =
    b"<p class=\"not-found__path\" hidden data-island=\"not-found\" data-when=\"load\" data-missing=\"";
const END: &[u8] = b"</p>";
/// Maximum length of the shown path, in characters.
const MAX_PATH_CHARACTERS: usize = 200;

impl Visit<'_> {
    /// R-HEAD-11: the 404 page in the locale of the path.
    pub(super) async fn not_found(&self, status: StatusCode) -> io::Result<Response<Body>> {
        let locales = &self.state.config.locales;
        let asked = self.state.code(locales.of_path(self.uri.path()));
        for code in [asked, locales.default_locale().code.as_str()] {
            let Some(path) = self.release.not_found.get(code).and_then(|file| FilePath::parse(file)) else {
                continue;
            };
            if let Some(told) = asked_for(self.uri.path())
                && let Some(page) = self.whole(&path).await?
            {
                let text = messages(Some(&self.release)).text(code, "errors.not_found", &[("path", &told)]);
                if let Some(named) = named(&page, &text) {
                    // It differs for each path, so it is not cached.
                    return Ok(self.made(status, named).await);
                }
            }
            if let Some(answer) = self.file(&path, status).await? {
                return Ok(answer);
            }
        }
        let told = asked_for(self.uri.path()).unwrap_or_default();
        let text = messages(Some(&self.release)).text(asked, "errors.not_found", &[("path", &told)]);
        Ok(plain(status, "not-found", &format!("{text}\n")))
    }
}

/// The path to show; `None` for a path that no page can have.
fn asked_for(raw: &str) -> Option<String> {
    let path = SitePath::parse(raw).ok()?;
    let mut shown: String = path
        .as_str()
        .chars()
        .filter(|c| !turns_text(*c))
        .take(MAX_PATH_CHARACTERS + 1)
        .collect();
    if let Some((end, _)) = shown.char_indices().nth(MAX_PATH_CHARACTERS) {
        shown.truncate(end);
        shown.push('…');
    }
    Some(shown)
}

/// Characters that change the direction of the surrounding text.
const fn turns_text(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The page with the text inserted; `None` if the page has no placeholder.
fn named(page: &[u8], text: &str) -> Option<Vec<u8>> {
    let begin = page.windows(PLACE.len()).position(|part| part == PLACE)?;
    let length = page.get(begin..)?.windows(END.len()).position(|part| part == END)?;
    let (before, after) = (page.get(..begin)?, page.get(begin + length..)?);
    let mut named = Vec::with_capacity(page.len() + text.len());
    named.extend_from_slice(before);
    named.extend_from_slice(b"<p class=\"not-found__path\">");
    let mut escaped = String::with_capacity(text.len() + 16);
    escape(text, &mut escaped);
    named.extend_from_slice(escaped.as_bytes());
    named.extend_from_slice(after);
    Some(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<h1>Weg</h1><p class=\"not-found__path\" hidden data-island=\"not-found\" data-when=\"load\" data-missing=\"Niet gevonden: {path}\"></p><p>Verder</p>";

    #[test]
    fn r_route_10_the_text_takes_its_place_as_text() {
        let named = named(PAGE.as_bytes(), "Niet gevonden: /<b>&\"'").expect("a page with the place");
        assert_eq!(
            String::from_utf8(named).expect("text"),
            "<h1>Weg</h1><p class=\"not-found__path\">Niet gevonden: /&lt;b&gt;&amp;&quot;&#39;</p><p>Verder</p>"
        );
        assert_eq!(super::named(b"<h1>Weg</h1>", "/x"), None);
    }

    #[test]
    fn r_route_10_paths_are_decoded_once_and_cut() {
        assert_eq!(asked_for("/en/a%20b%2525").as_deref(), Some("/en/a b%25"));
        assert_eq!(asked_for("/a%E2%80%AEb").as_deref(), Some("/ab"));
        assert_eq!(asked_for("/../x"), None);
        let long = format!("/{}/{}", "a".repeat(150), "b".repeat(150));
        let shown = asked_for(&long).expect("a path");
        assert_eq!(
            (shown.chars().count(), shown.ends_with("b…")),
            (MAX_PATH_CHARACTERS + 1, true)
        );
    }
}
