//! Resolves the links of pages.

use percent_encoding::percent_decode_str;

use super::opened::Release;

/// A resolved link, without its query.
#[derive(Debug)]
pub(crate) struct Link<'r> {
    pub(crate) target: Target<'r>,
    /// The decoded fragment, if there is one.
    pub(crate) fragment: Option<String>,
}

/// The target of a link.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target<'r> {
    /// A page, by its index.
    Page(u32),
    /// The page that contains the link.
    Own,
    /// A file of the release, by its path below `site/`.
    File(String),
    /// A redirect, with its percent-encoded target; `None` if the page is gone.
    Redirect(Option<&'r str>),
    /// A path with a parameter: `/checkout/order/…`.
    Shell,
    /// The API.
    Api,
    /// Another site, a telephone number, an e-mail address.
    Elsewhere,
    /// No page, file or redirect has this path.
    Missing,
    /// Not a valid URL for a page.
    Unusable(&'static str),
}

impl Release {
    /// Resolves an `href` or `src` attribute, with entities decoded.
    pub(crate) fn resolve(&self, href: &str) -> Link<'_> {
        let href = href.trim();
        let (address, fragment) = match href.split_once('#') {
            Some((address, fragment)) => (
                address,
                Some(percent_decode_str(fragment).decode_utf8_lossy().into_owned()),
            ),
            None => (href, None),
        };
        let target = self.target(address, href);
        Link { target, fragment }
    }

    fn target(&self, address: &str, whole: &str) -> Target<'_> {
        if whole.is_empty() {
            return Target::Unusable("it is empty");
        }
        let address = self.below_base(address).unwrap_or(address);
        let path = address.split('?').next().unwrap_or(address);
        if path.is_empty() {
            return Target::Own;
        }
        if path.starts_with("//") {
            return Target::Unusable("it does not say whether it is http or https");
        }
        if path.starts_with('/') {
            return self.local(path);
        }
        match address.split_once(':').map(|(scheme, _)| scheme) {
            Some("https" | "http" | "mailto" | "tel") => Target::Elsewhere,
            Some("data") => Target::Elsewhere,
            Some(_) => Target::Unusable("it is not an address of the web"),
            None => Target::Unusable("it is neither a path of this site nor a full address"),
        }
    }

    fn below_base<'h>(&self, address: &'h str) -> Option<&'h str> {
        let rest = address.strip_prefix(self.base.as_deref()?)?;
        match rest {
            "" => Some("/"),
            _ => rest.starts_with(['/', '?']).then_some(rest),
        }
    }

    fn local(&self, path: &str) -> Target<'_> {
        if let Some(page) = self.page_at(path) {
            let whole = path == "/" || !path.ends_with('/');
            return if whole {
                Target::Page(page)
            } else {
                Target::Redirect(Some("the same path without a slash at its end"))
            };
        }
        if let Some(redirect) = self.redirects.get(path) {
            return Target::Redirect(redirect.to.as_deref());
        }
        // HTML files are excluded: the URL of a page is its path, not its file name.
        let file = percent_decode_str(path.trim_start_matches('/')).decode_utf8_lossy();
        if !file.ends_with(".html") && self.has_file(&file) {
            return Target::File(file.into_owned());
        }
        if path.starts_with("/api/") {
            return Target::Api;
        }
        if self.shells.iter().any(|pattern| matches_pattern(pattern, path)) {
            return Target::Shell;
        }
        Target::Missing
    }
}

/// Whether a path matches a pattern: `:id` stands for one segment.
fn matches_pattern(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one == other || (one.starts_with(':') && !other.is_empty()) => {}
            _ => return false,
        }
    }
}
