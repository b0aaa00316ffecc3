//! The bar of a preview: what is shown, and a link that leaves it.
//!
//! **Invariant:** nothing of the query is in it.

use crate::{
    release::Release,
    web::{html::escape, messages::ErrorTexts},
};

/// What a preview shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    Draft,
    Page,
    NoPage,
    Expired,
    Unsaved,
    Starting,
    Unavailable,
    TooMany,
}

impl Shown {
    const fn key(self) -> &'static str {
        match self {
            Self::Draft => "preview.draft",
            Self::Page => "preview.page",
            Self::NoPage => "preview.no_page",
            Self::Expired => "preview.expired",
            Self::Unsaved => "preview.unsaved",
            Self::Starting => "preview.starting",
            Self::Unavailable => "preview.unavailable",
            Self::TooMany => "preview.too_many",
        }
    }

    /// The value by which styles and script know it.
    const fn mark(self) -> &'static str {
        match self {
            Self::Draft | Self::Page => "shown",
            Self::Starting => "starting",
            _ => "public",
        }
    }
}

/// The bar of one answer.
pub(crate) struct Bar<'b> {
    pub(crate) shown: Shown,
    /// The page without the preview.
    pub(crate) href: &'b str,
    /// The origin whose messages the page follows.
    pub(crate) origin: &'b str,
    pub(crate) locale: &'b str,
}

impl Bar<'_> {
    /// A page with the bar, its style sheet and its script.
    pub(crate) fn put(&self, page: &str, release: &Release, texts: &ErrorTexts) -> String {
        let sheet = release.files.of_previews(".css");
        let sheet = sheet.map(|file| format!("<link rel=\"stylesheet\" href=\"/{file}\">\n"));
        // Before the modules of the page, which are deferred: it has to see the page as it was sent.
        let script = release.files.of_previews(".js");
        let script = script.map(|file| format!("<script src=\"/{file}\"></script>\n"));
        let page = before(page, "</head>", &sheet.unwrap_or_default());
        before(&page, "</body>", &(self.html(texts) + &script.unwrap_or_default()))
    }

    fn html(&self, texts: &ErrorTexts) -> String {
        let escaped = |text: &str| {
            let mut out = String::with_capacity(text.len() + 16);
            escape(text, &mut out);
            out
        };
        let text = |key| escaped(&texts.text(self.locale, key, &[]));
        format!(
            "<aside class=\"preview-bar\" aria-label=\"{}\" data-preview=\"{}\" data-preview-origin=\"{}\"><p class=\"preview-bar__text\" role=\"status\">{}</p>\
             <a class=\"preview-bar__leave\" href=\"{}\">{}</a></aside>\n",
            text("preview.label"),
            self.shown.mark(),
            escaped(self.origin),
            text(self.shown.key()),
            escaped(self.href),
            text("preview.leave"),
        )
    }
}

/// Inserts a text before the last occurrence of a tag; at the end if there is none.
fn before(page: &str, tag: &str, put: &str) -> String {
    let (first, rest) = page.split_at(page.rfind(tag).unwrap_or(page.len()));
    format!("{first}{put}{rest}")
}
