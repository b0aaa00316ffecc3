//! A product's texts in one locale (shopware-fields.md).
//!
//! **Invariant:** texts come from `translated`, which includes the backend's own fallback; a name is never empty.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

use vitrine_model::{
    diagnostic::Place,
    ids::ProductNumber,
    locale::Locale,
    product::{ProductTexts, Question},
    rich_text::RichText,
};

use super::{
    custom_fields::{CustomFields, WireQuestion},
    findings::Findings,
    html::Html,
    input::Input,
    media, prices,
};
use crate::shopware::wire::{WireProduct, canonical_path, decoded};

/// Texts that were read without a finding and have no picture: what is read depends on nothing else then, and variants
/// mostly have the texts of one another.
#[derive(Default)]
pub(crate) struct KnownTexts(RwLock<HashMap<String, RichText>>);

/// More texts are not kept.
const MAX_KNOWN: usize = 4_096;

impl KnownTexts {
    fn get(&self, html: &str) -> Option<RichText> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.get(html).cloned()
    }

    fn add(&self, html: &str, text: &RichText) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(html.to_owned(), text.clone());
    }
}

/// Headings inside a product's long text are below the page's section headings.
const TOP_HEADING: u8 = 3;

pub(crate) fn texts(
    wire: &WireProduct,
    number: &ProductNumber,
    locale: &Locale,
    input: &Input<'_>,
    place: &Place,
    (findings, known): (&Findings, &KnownTexts),
) -> ProductTexts {
    let rich = |field: &str, html: &str| {
        if let Some(text) = known.get(html) {
            return text;
        }
        let html_of = Html {
            input,
            findings,
            place,
            origin: &input.config.commerce_origin,
        };
        let refused = html_of.refused_links(html);
        let is_plain = refused.is_empty() && Html::is_plain(html);
        for link in refused {
            let link: String = link.chars().take(100).collect();
            findings.shape(
                place,
                field,
                &format!("{link:?} in it cannot be a link; its words stay"),
            );
        }
        let text = html_of.read(html, field, TOP_HEADING);
        if is_plain {
            known.add(html, &text);
        }
        text
    };
    let shown = |key: &str| wire.translated.text(key).map(str::to_owned);
    let names = &input.config.fields;
    let mut custom = CustomFields::new(&wire.translated, place.clone(), findings);
    let questions: Vec<WireQuestion> = custom.json(&names.faq).unwrap_or_default();
    let warnings: Vec<String> = custom.json(&names.warnings).unwrap_or_default();
    ProductTexts {
        name: shown("name")
            .or_else(|| wire.name.clone())
            .unwrap_or_else(|| number.to_string()),
        description: shown("description")
            .map(|html| rich("description", &html))
            .filter(|t| !t.is_empty()),
        meta_title: shown("metaTitle"),
        meta_description: shown("metaDescription"),
        seo_path: canonical_path(&wire.seo_urls.0, &wire.id, locale.commerce_language.as_ref()),
        delivery_time: wire
            .delivery_time
            .as_ref()
            .and_then(|t| t.shown_name())
            .map(str::to_owned),
        downloads: custom.downloads(&names.downloads),
        faq: questions
            .into_iter()
            .filter(|q| !q.question.trim().is_empty())
            .map(|q| Question {
                answer: rich(&names.faq, &q.answer),
                question: decoded(&q.question).into_owned(),
            })
            .collect(),
        maintenance: custom
            .text(&names.maintenance)
            .map(|html| rich(&names.maintenance, &html))
            .filter(|t| !t.is_empty()),
        withdrawal_excluded: custom.text(&names.withdrawal_excluded),
        warnings: warnings
            .iter()
            .map(|html| rich(&names.warnings, html))
            .filter(|t| !t.is_empty())
            .collect(),
        unit: prices::unit(wire),
        energy: custom.energy(&names.energy),
        guarantee: custom.maker_guarantee(&names.garan),
        media_alt: media::alts(wire),
    }
}
