//! Parses a request's path to the file below `site/` that it names (rule 1).
//!
//! **Invariant:** a [`FilePath`] has no empty, dotted or hidden segment except `.well-known`; files are only opened by
//! a [`FilePath`].

use vitrine_model::path::SitePath;

/// Suffixes of files that are not pages.
const ENDINGS: [&str; 10] = [
    "xml",
    "txt",
    "md",
    "ico",
    "svg",
    "png",
    "webp",
    "webmanifest",
    "json",
    "pdf",
];

/// A path of a file below `site/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilePath(String);

impl FilePath {
    /// Parses a path of plain file names, relative to `site/`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let plain = text.len() <= 400
            && text.split('/').enumerate().all(|(position, segment)| {
                let name = if position == 0 && segment == ".well-known" {
                    "well-known"
                } else {
                    segment
                };
                !name.is_empty()
                    && !name.starts_with('.')
                    && name.len() <= 200
                    && name
                        .chars()
                        .all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '~'))
            });
        plain.then(|| Self(text.to_owned()))
    }

    /// The file of a page.
    pub(crate) fn of_page(path: &SitePath) -> Self {
        Self(path.file())
    }

    /// The path as a file, if it has a file's suffix (`/sitemap.xml`).
    pub(crate) fn of_path(path: &SitePath) -> Option<Self> {
        let inner = path.as_str().strip_prefix('/')?;
        let (_, ending) = inner.rsplit_once('.')?;
        ENDINGS.contains(&ending).then(|| Self(inner.to_owned()))
    }

    /// The path relative to `site/`.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The file that a request's path refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A page, or a file next to the pages.
    Page {
        /// The path of the page.
        path: SitePath,
        /// Whether the path is in the form of links: no trailing slash, no `.html` (R-ROUTE-08).
        tidy: bool,
    },
    /// An asset, an icon, a well-known file.
    File(FilePath),
    /// A path that cannot exist.
    Nothing,
}

impl Wanted {
    /// Parses a request's percent-encoded path.
    pub(crate) fn of(raw: &str) -> Self {
        let Ok(path) = SitePath::parse(raw) else {
            let inner = raw.strip_prefix('/').unwrap_or_default();
            let first = inner.split('/').next().unwrap_or_default();
            return match FilePath::parse(inner) {
                Some(file) if matches!(first, "assets" | "icons" | ".well-known") => Self::File(file),
                _ => Self::Nothing,
            };
        };
        let tidy = raw == "/" || !raw.ends_with('/');
        let href = path.href();
        let bare = href.strip_suffix(".html").unwrap_or(&href);
        let bare = if bare == "/index" { "/" } else { bare };
        if bare == href {
            return Self::Page { path, tidy };
        }
        match SitePath::parse(bare) {
            Ok(path) => Self::Page { path, tidy: false },
            Err(_) => Self::Nothing,
        }
    }
}

/// A path of base64url segments. The code of an order's link may begin with `_`, which no page path does
/// (Shopware §12.2). It is only mapped to a shell, never to a file of its name.
pub(crate) fn link_path(raw: &str) -> Option<&str> {
    let plain = |segment: &str| {
        !segment.is_empty()
            && segment
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    raw.strip_prefix('/')?.split('/').all(plain).then_some(raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(path: &str, tidy: bool) -> Wanted {
        Wanted::Page {
            path: SitePath::parse(path).expect("a path"),
            tidy,
        }
    }

    #[test]
    fn r_route_05_and_08_paths_are_decoded_once_and_tidied() {
        assert_eq!(Wanted::of("/"), page("/", true));
        assert_eq!(Wanted::of("/en/"), page("/en", false));
        assert_eq!(Wanted::of("/x.html"), page("/x", false));
        assert_eq!(Wanted::of("/index.html"), page("/", false));
        assert_eq!(Wanted::of("/index"), page("/", false));
        assert_eq!(
            Wanted::of("/de/passwort-zur%C3%BCcksetzen"),
            page("/de/passwort-zurücksetzen", true)
        );
        assert_eq!(
            Wanted::of("/de/passwort-zuru%CC%88cksetzen"),
            page("/de/passwort-zurücksetzen", true)
        );
        assert_eq!(Wanted::of("/100%25-wol.html"), page("/100%25-wol", false));
    }

    #[test]
    fn no_path_leaves_the_folder() {
        for bad in [
            "//evil.example",
            "/../etc/passwd",
            "/%2e%2e/etc/passwd",
            "/assets/../../secret",
            "/assets/%2e%2e/secret",
            "/assets/.hidden",
            "/assets//x",
            "/assets/",
            "/_headers",
            "/_redirects",
            "/.env",
            "/a%00b",
            "/a%5cb",
            "/account/_order",
            "/%ff",
            "/.html",
            "*",
            "",
        ] {
            assert_eq!(Wanted::of(bad), Wanted::Nothing, "{bad}");
        }
        assert!(matches!(Wanted::of("/assets/loader-4GQ2XK7Q.js"), Wanted::File(_)));
        assert!(matches!(Wanted::of("/.well-known/security.txt"), Wanted::File(_)));
        assert!(FilePath::parse("account/bestellingen/_order.html").is_some());
        assert!(FilePath::parse("../x").is_none() && FilePath::parse("/x").is_none());
    }

    #[test]
    fn the_path_of_a_link_is_plain_segments() {
        let link = "/checkout/order/_acDOFLKh3YJUbi7vRbK74YRGvhcebtM";
        assert_eq!(link_path(link), Some(link));
        for bad in ["", "/", "//_x", "/a//_x", "/_x/", "/../_x", "/%5fx", "/a.b/_x"] {
            assert_eq!(link_path(bad), None, "{bad}");
        }
    }
}
