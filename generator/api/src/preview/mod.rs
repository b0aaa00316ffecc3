//! Previews of drafts of the CMS (R-CMS-09): who renders them, what asks for one, and the bar that says what is shown.
//!
//! **Invariant:** an answer to a query that asks for a preview is stored nowhere and indexed nowhere, and only the CMS may
//! frame it; the token is written nowhere. What is not a preview is the public page, with a word in the bar.

pub(crate) mod bar;
mod query;

use std::{future::Future, pin::Pin};

use secrecy::SecretString;
use vitrine_model::path::SitePath;

pub(crate) use query::{Asked, asked};

/// What a preview is rendered by.
pub trait Previewer: Send + Sync {
    /// The origin of the CMS, whose pages may frame a preview.
    fn origin(&self) -> Option<&str>;

    /// Whether the CMS has confirmed the token lately.
    fn knows(&self, token: &SecretString) -> bool;

    /// The page at a path as the preview has it.
    fn preview<'p>(
        &'p self,
        path: &'p SitePath,
        token: &'p SecretString,
    ) -> Pin<Box<dyn Future<Output = Previewed> + Send + 'p>>;
}

/// The result of a preview.
#[derive(Debug, PartialEq, Eq)]
pub enum Previewed {
    /// The page with the draft.
    Draft(Vec<u8>),
    /// A page of the shop that the draft is not of; lists on it show the draft.
    Page(Vec<u8>),
    /// The path has no page that shows an entry or a product.
    NoPage,
    /// The token is unknown to the CMS, or has expired.
    Unknown,
    /// The draft is of an entry that was never saved, which the CMS cannot answer.
    Unsaved,
    /// Nothing can be rendered yet.
    Starting,
    /// The CMS does not answer, or the page cannot be rendered.
    Unavailable,
}

/// Without a CMS: every preview is the public page.
#[derive(Debug, Clone, Copy)]
pub struct NoPreviewer;

impl Previewer for NoPreviewer {
    fn origin(&self) -> Option<&str> {
        None
    }

    fn knows(&self, _: &SecretString) -> bool {
        false
    }

    fn preview<'p>(
        &'p self,
        _: &'p SitePath,
        _: &'p SecretString,
    ) -> Pin<Box<dyn Future<Output = Previewed> + Send + 'p>> {
        Box::pin(std::future::ready(Previewed::Unavailable))
    }
}
