//! Renders header, footer and the head elements that all pages share, once for each locale and tone.
//!
//! **Invariant:** nothing here depends on the page except slots; the hash of its bytes is part of the fingerprint of
//! every page of its locale.

mod link_pictures;
mod navigation;
mod pictures;
pub mod views;

use minijinja::{Value, context};
use vitrine_model::record::RecordHash;

pub use self::link_pictures::LinkPictures;
use crate::{
    context::ViewContext,
    error::Reason,
    page::Tone,
    templates::{Slotted, from_serde},
    view::ViewError,
};

/// The functions that build the views of header and footer.
#[derive(Clone, Copy)]
pub struct HeaderFooterViews {
    /// For `components/header.html`.
    pub header: fn(&ViewContext<'_>, Tone) -> Result<Value, ViewError>,
    /// For `components/footer.html`.
    pub footer: fn(&ViewContext<'_>) -> Result<Value, ViewError>,
    /// For `layouts/simple.html`.
    pub simple: fn(&ViewContext<'_>) -> Result<Value, ViewError>,
    /// The file with the pictures of the header's links.
    pub link_pictures: fn(&ViewContext<'_>) -> Option<LinkPictures>,
}

impl std::fmt::Debug for HeaderFooterViews {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("HeaderFooterViews")
    }
}

/// Header and footer of one locale.
#[derive(Debug)]
pub(crate) struct HeaderFooter {
    /// The elements of every `<head>`.
    pub(crate) head: Slotted,
    /// One for each tone, in the order of [`Tone::ALL`].
    headers: Vec<Slotted>,
    pub(crate) footer: Slotted,
    /// The view of `layouts/simple.html`.
    pub(crate) simple: Value,
    pub(crate) link_pictures: Option<LinkPictures>,
    pub(crate) hash: RecordHash,
}

impl HeaderFooter {
    pub(crate) fn header(&self, tone: Tone) -> Option<&Slotted> {
        let place = Tone::ALL.iter().position(|t| *t == tone)?;
        self.headers.get(place)
    }
}

/// Renders header and footer for one locale. `render` renders a template with its values.
pub(crate) fn render_header_footer(
    cx: &ViewContext<'_>,
    views: HeaderFooterViews,
    globals: &Value,
    render: impl Fn(&str, Value) -> Result<Slotted, Reason>,
) -> Result<HeaderFooter, Reason> {
    let header = |tone: Tone| {
        let view = (views.header)(cx, tone).map_err(|e| e.to_string())?;
        render(
            "components/header.html",
            context! { header => view, tone => from_serde(tone), ..globals.clone() },
        )
    };
    let head = render("components/head.html", globals.clone())?;
    let headers = Tone::ALL.map(header).into_iter().collect::<Result<Vec<_>, _>>()?;
    let footer_view = (views.footer)(cx).map_err(|e| e.to_string())?;
    let footer = render(
        "components/footer.html",
        context! { footer => footer_view, ..globals.clone() },
    )?;
    let simple = (views.simple)(cx).map_err(|e| e.to_string())?;
    if let Some(failure) = cx.failures.borrow().first() {
        return Err(failure.to_string().into());
    }
    Ok(HeaderFooter {
        hash: hash(&head, &headers, &footer, &simple),
        head,
        headers,
        footer,
        simple,
        link_pictures: (views.link_pictures)(cx),
    })
}

fn hash(head: &Slotted, headers: &[Slotted], footer: &Slotted, simple: &Value) -> RecordHash {
    let headers: Vec<&str> = headers.iter().map(|header| header.html.as_str()).collect();
    RecordHash::of(&(&head.html, headers, &footer.html, simple))
}
