//! The segments of a rich text.
//!
//! **Invariant:** HTML in a segment is sanitised and contains neither links nor images; those are segments of their
//! own.

use serde::{Deserialize, Serialize};

use super::escapes::escape_attribute;
use crate::{link::LinkTarget, media::Image};

/// One part of a rich text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Segment {
    /// Sanitised HTML without any link.
    Html(String),
    /// Start of a link.
    LinkStart(Anchor),
    /// End of a link.
    LinkEnd,
    /// A picture.
    Picture(Image),
}

/// The attributes of a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Anchor {
    pub(super) target: LinkTarget,
    /// The title attribute, if it says more than the link's text.
    pub(super) title: Option<String>,
    /// Whether it opens in a new tab.
    pub(super) new_tab: bool,
}

impl Anchor {
    pub(super) fn tag(&self, href: &str) -> String {
        let title = self.title.as_deref().map(escape_attribute);
        let title = title.map_or_else(String::new, |title| format!(" title=\"{title}\""));
        let elsewhere = matches!(&self.target, LinkTarget::External(url) if url.starts_with("http"));
        let how = match (self.new_tab, elsewhere) {
            (true, _) => " target=\"_blank\" rel=\"noopener\"",
            (false, true) => " rel=\"noopener\"",
            (false, false) => "",
        };
        format!("<a href=\"{}\"{title}{how}>", escape_attribute(href))
    }

    pub(super) fn end(&self, new_tab: impl Fn() -> String) -> String {
        match self.new_tab {
            true => format!(
                "<span class=\"visually-hidden\"> {}</span></a>",
                escape_attribute(&new_tab())
            ),
            false => "</a>".to_owned(),
        }
    }
}
