//! Previews of drafts for `vitrine serve` (R-CMS-09, docs/contracts/preview.md).
//!
//! **Invariant:** the CMS has confirmed a token before anything is rendered for it, and confirms it again with each entry that
//! is read. Pages are rendered in a process of their own: its memory and its crashes do not affect the server.

mod orders;
mod process;
mod tokens;

use std::pin::Pin;

use secrecy::SecretString;
use url::Url;
use vitrine_api::{Previewed, Previewer};
use vitrine_backends::statamic::{PreviewAnswer as CmsAnswer, StatamicClient};
use vitrine_model::path::SitePath;

pub(crate) use orders::{PreviewAnswer, PreviewOrder, Rendered};
pub(crate) use process::PreviewSettings;
use process::{NoAnswer, PreviewProcess};
use tokens::ConfirmedTokens;

/// Renders previews.
pub(crate) struct DraftPreviewer {
    statamic: StatamicClient,
    /// A collection that the CMS answers.
    collection: String,
    origin: String,
    confirmed: ConfirmedTokens,
    process: PreviewProcess,
}

impl DraftPreviewer {
    /// `endpoint` is the address of the CMS, whose pages may frame a preview.
    pub(crate) fn new(
        statamic: StatamicClient,
        endpoint: &str,
        collection: String,
        settings: PreviewSettings,
    ) -> Option<Self> {
        let origin = Url::parse(endpoint).ok()?.origin();
        Some(Self {
            statamic,
            collection,
            origin: origin.is_tuple().then(|| origin.ascii_serialization())?,
            confirmed: ConfirmedTokens::default(),
            process: PreviewProcess::new(settings),
        })
    }

    async fn page(&self, path: &SitePath, token: &SecretString) -> Previewed {
        if !self.confirmed.knows(token) {
            match self.statamic.knows_preview(&self.collection, token).await {
                Ok(CmsAnswer::Proven(())) => self.confirmed.confirm(token),
                Ok(CmsAnswer::Unknown) => return Previewed::Unknown,
                Ok(CmsAnswer::Unsaved) => return Previewed::Unsaved,
                Err(error) => {
                    tracing::warn!(%error, "the CMS could not be asked for the token of a preview");
                    return Previewed::Unavailable;
                }
            }
        }
        let rendered = self.process.render(path.as_str(), token).await;
        if matches!(rendered, Ok(Rendered::Unknown | Rendered::Unsaved)) {
            self.confirmed.forget(token);
        }
        match rendered {
            Ok(Rendered::Page { html, is_draft: true }) => Previewed::Draft(html.into_bytes()),
            Ok(Rendered::Page { html, is_draft: false }) => Previewed::Page(html.into_bytes()),
            Ok(Rendered::NoPage) => Previewed::NoPage,
            Ok(Rendered::Unknown) => Previewed::Unknown,
            Ok(Rendered::Unsaved) => Previewed::Unsaved,
            Ok(Rendered::Failed) | Err(NoAnswer::Gone) => Previewed::Unavailable,
            Err(NoAnswer::Starting) => Previewed::Starting,
        }
    }
}

impl Previewer for DraftPreviewer {
    fn origin(&self) -> Option<&str> {
        Some(&self.origin)
    }

    fn knows(&self, token: &SecretString) -> bool {
        self.confirmed.knows(token)
    }

    fn preview<'p>(
        &'p self,
        path: &'p SitePath,
        token: &'p SecretString,
    ) -> Pin<Box<dyn Future<Output = Previewed> + Send + 'p>> {
        Box::pin(self.page(path, token))
    }
}
