//! Terms of the CMS's taxonomies (Statamic §7, content model §3).
//!
//! One record for each term; texts and slug are by locale, with the CMS's fallbacks already applied.

use serde::{Deserialize, Serialize};

use crate::{ids::TermId, locale::Localized, media::Image};

/// One term in all its locales.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Term {
    /// `categories::tafels`, the same in every locale.
    pub id: TermId,
    /// Taxonomy handle (`categories`).
    pub taxonomy: String,
    /// Code of the category in the commerce backend's tree (shopware-fields.md).
    pub shop_category_code: Option<String>,
    /// Texts by locale.
    pub texts: Localized<TermTexts>,
}

/// Texts of a term in one locale.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TermTexts {
    /// Title.
    pub title: String,
    /// Slug.
    pub slug: String,
    /// One paragraph.
    pub description: Option<String>,
    /// Care instructions (materials).
    pub care: Option<String>,
    /// A picture.
    pub image: Option<Image>,
}
