//! The ProductGroup of a family in structured data: every variant has a page of its own, so each page describes its
//! group and links the pages of the others (schema.org `hasVariant`).

use serde::Serialize;
use vitrine_model::{ids::ProductId, money::Currency, rich_text::RichText};

use super::{
    product_card::{main_variant, name},
    properties::name_in,
    structured::{BrandData, GROUP, PRODUCT, option_word},
};
use crate::{context::ViewContext, fragments::Shared, templates::InlineJson};

/// Families with more variants list none of the others: the family's number on each variant's page connects them.
const MAX_LISTED: usize = 50;

/// The parts of the group that all variants of a family share.
#[derive(Debug)]
pub struct ProductGroup {
    number: String,
    name: String,
    description: Option<String>,
    brand: Option<String>,
    varies_by: Vec<String>,
    /// What the family costs, and how many variants have offers.
    offers: Option<OffersData>,
    /// Each variant with the URL of its page in this locale; empty in large families.
    variants: Vec<(ProductId, String)>,
}

impl Shared for ProductGroup {
    type Input = ProductId;
    type Value = Option<Self>;

    /// `None` for a family with a single variant, which is treated as a product.
    fn value(family: &ProductId, cx: &ViewContext<'_>) -> Option<Self> {
        let variants = cx.reader.variants(family);
        let first = variants.first().filter(|_| variants.len() > 1)?;
        let record = cx.reader.family(family)?;
        let main = main_variant(cx, first);
        let base = cx.config.base_url.trim_end_matches('/');
        let listed = variants.iter().filter(|_| variants.len() <= MAX_LISTED);
        let listed = listed.filter(|variant| variant.texts.get(cx.locale).is_some());
        let description = main.texts.get(cx.locale).and_then(|texts| texts.description.as_ref());
        let brand = main.brand.as_ref().and_then(|id| cx.reader.brand(id));
        let mut varies_by: Vec<String> = Vec::new();
        for group in &record.option_groups {
            let group = cx.reader.property_group(group);
            let word = option_word(group.and_then(|group| group.external_id.as_deref()));
            let word = word.map(|word| format!("https://schema.org/{word}"));
            varies_by.extend(word.filter(|word| !varies_by.contains(word)));
        }
        Some(Self {
            number: record.number.to_string(),
            name: name(cx, main),
            description: description.map(RichText::plain_text).filter(|text| !text.is_empty()),
            brand: brand
                .map(|brand| name_in(cx, &brand.names))
                .filter(|name| !name.is_empty()),
            varies_by,
            offers: cx.reader.listed_price(family).map(|listed| OffersData {
                kind: "AggregateOffer",
                low_price: listed.amount.decimal(),
                price_currency: listed.amount.currency,
                offer_count: variants.len(),
            }),
            variants: listed
                .map(|variant| (variant.id.clone(), format!("{base}{}", cx.product_href(&variant.id))))
                .collect(),
        })
    }
}

impl ProductGroup {
    /// The family's number.
    pub fn number(&self) -> &str {
        &self.number
    }

    /// The group for the page of one of its variants.
    pub fn data(&self, own: &ProductId) -> InlineJson {
        let others = self.variants.iter().filter(|(id, _)| id != own);
        let others = others.map(|(_, url)| VariantData::Other { url });
        InlineJson::of(&GroupData {
            context: "https://schema.org",
            kind: "ProductGroup",
            id: GROUP,
            number: &self.number,
            name: &self.name,
            description: self.description.as_deref(),
            brand: self.brand.as_deref().map(BrandData::of),
            varies_by: &self.varies_by,
            offers: self.offers.as_ref(),
            has_variant: std::iter::once(VariantData::Own { id: PRODUCT })
                .chain(others)
                .collect(),
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GroupData<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: &'static str,
    #[serde(rename = "productGroupID")]
    number: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    brand: Option<BrandData<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    varies_by: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    offers: Option<&'a OffersData>,
    has_variant: Vec<VariantData<'a>>,
}

/// The offers of all variants.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OffersData {
    #[serde(rename = "@type")]
    kind: &'static str,
    low_price: String,
    price_currency: Currency,
    offer_count: usize,
}

#[derive(Serialize)]
#[serde(untagged)]
enum VariantData<'a> {
    Own {
        #[serde(rename = "@id")]
        id: &'static str,
    },
    Other {
        url: &'a str,
    },
}
