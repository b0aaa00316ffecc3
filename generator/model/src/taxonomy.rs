//! Terms of the CMS's taxonomies (Statamic §7, content model §3).
//!
//! **Invariant:** one record a term; its words and slug stand by locale, fallbacks already applied by the CMS.

use serde::{Deserialize, Serialize};

use crate::{ids::TermId, locale::Localized, media::Image};

/// One term in all its locales.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Term {
    /// `categories::tafels`, the same in every locale.
    pub id: TermId,
    /// Taxonomy handle (`categories`).
    pub taxonomy: String,
    /// Ties a category to the commerce backend's tree (shopware-fields.md).
    pub shop_category_code: Option<String>,
    /// Words by locale.
    pub texts: Localized<TermTexts>,
}

/// What a term says in one locale.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TermTexts {
    /// Title.
    pub title: String,
    /// Slug.
    pub slug: String,
    /// One paragraph.
    pub description: Option<String>,
    /// How to care for it (materials).
    pub care: Option<String>,
    /// A picture.
    pub image: Option<Image>,
}
