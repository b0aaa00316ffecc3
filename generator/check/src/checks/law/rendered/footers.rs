//! What was found in footers: nearly all pages of a language have the same.

use std::sync::{Arc, PoisonError, RwLock};

use vitrine_model::review::Remark;

/// More are not kept: pages differ in the link that is their own.
const MAX_KNOWN: usize = 64;

/// What decides besides the footer: the language, whether the page is a screen, and whether it shows a price.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct About {
    pub(super) language: String,
    pub(super) is_screen: bool,
    pub(super) prices: bool,
}

#[derive(Default)]
pub(super) struct KnownFooters(RwLock<Vec<Known>>);

struct Known {
    about: About,
    footer: String,
    remarks: Arc<[Remark]>,
}

impl KnownFooters {
    /// The remarks about the footer that HTML begins with, if it is known.
    pub(super) fn find(&self, about: &About, html: &[u8]) -> Option<Arc<[Remark]>> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut all = known.iter();
        let found = all.find(|one| html.starts_with(one.footer.as_bytes()) && one.about == *about);
        found.map(|one| Arc::clone(&one.remarks))
    }

    pub(super) fn add(&self, about: About, footer: &str, remarks: Arc<[Remark]>) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MAX_KNOWN {
            known.push(Known {
                about,
                footer: footer.to_owned(),
                remarks,
            });
        }
    }
}
