//! A maker's own page: picture, words, facts, and what of theirs is sold here.
//!
//! **Invariant:** its products are those of the manufacturer with the entry's code (SHOP-FIELDS), one card a family.

use serde::Serialize;
use vitrine_model::{
    content::{Block, BlockKind, BrandFields, Entry, EntryFields},
    media::Image,
};

use super::{PageKind, ViewError, content, kind};
use crate::{
    blocks::{self, BlockView},
    context::{ImageView, ViewContext},
    page::{HeadView, PageView, PlannedPage, Tone},
    plan::PlanContext,
    view::{
        self,
        facts::FactView,
        links::{self, LinkView},
        nodes::{self, NodeView},
        outline::Outline,
        product_card::{self, ProductCardView},
    },
};

/// Entries of the collection `brands`.
pub(super) struct BrandPage;

#[derive(Serialize)]
struct BrandView {
    title: String,
    logo: Option<ImageView>,
    image: Option<ImageView>,
    /// The picture is wide enough to stand above everything; another one stands in the column of facts.
    wide: bool,
    intro: Option<String>,
    text: Vec<NodeView>,
    facts: Vec<FactView>,
    products_title: String,
    cards: Vec<ProductCardView>,
    blocks: Vec<BlockView>,
}

const WIDE: &str = "(width >= 1600px) 1520px, 100vw";
const COLUMN: &str = "(width >= 1024px) 32vw, 100vw";
/// Cards on the page of a maker or designer.
pub(super) const MOST_CARDS: usize = 24;

impl PageKind for BrandPage {
    fn name(&self) -> &'static str {
        kind::BRAND
    }

    fn template(&self) -> &'static str {
        "pages/brand.html"
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        content::plan_entries(cx.catalog, self.name(), |fields| {
            matches!(fields, EntryFields::Brand(_))
        })
    }

    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        let entry = content::entry(cx, page, self.name())?;
        let EntryFields::Brand(fields) = &entry.fields else {
            return Err(ViewError::Subject { kind: self.name() });
        };
        let crumbs = content::trail_of(cx, entry, page);
        let text = format!(
            "{} {}",
            fields.intro.as_deref().unwrap_or_default(),
            nodes::plain_text(&fields.text)
        );
        let code = fields.code.as_deref().unwrap_or(&entry.slug);
        let brand = cx.reader.brand_by_code(code);
        let mut outline = Outline::below_title();
        let view = BrandView {
            title: entry.title.clone(),
            logo: fields.logo.as_ref().map(|image| cx.image_fixed(image, 160, None)),
            image: fields.image.as_ref().map(|image| cx.image(image, None, sizes(image))),
            wide: fields.image.as_ref().is_some_and(is_wide),
            intro: fields.intro.clone(),
            text: nodes::nodes(cx, &fields.text),
            facts: facts(cx, fields),
            products_title: cx.t("content.products_of", &[("name", &entry.title)]),
            cards: brand
                .filter(|_| !chooses_products(entry))
                .map_or_else(Vec::new, |brand| {
                    product_card::cards_of_brand(cx, &brand.id, None, MOST_CARDS)
                }),
            blocks: blocks::views(cx, &entry.blocks, &mut outline, false),
        };
        Ok(PageView {
            head: share_picture(
                cx,
                fields,
                content::head(cx, entry, page, &crumbs, content::excerpt(&text)),
            ),
            tone: Tone::Light,
            body: view::value(view),
            breadcrumbs: crumbs,
            search: page
                .indexable
                .then(|| content::search_document("brand", page, entry, &text)),
            islands: Vec::new(),
        })
    }
}

/// Clearly wider than high.
pub(super) fn is_wide(image: &Image) -> bool {
    image
        .width
        .zip(image.height)
        .is_none_or(|(width, height)| u64::from(width) * 4 > u64::from(height) * 5)
}

/// How wide the picture is shown.
pub(super) fn sizes(image: &Image) -> &'static str {
    if is_wide(image) { WIDE } else { COLUMN }
}

/// Whether the entry's editor chose products to show; then they are not listed a second time.
pub(super) fn chooses_products(entry: &Entry) -> bool {
    let chosen = |block: &Block| matches!(block.kind, BlockKind::FeaturedProducts(_));
    entry.blocks.iter().any(chosen)
}

fn share_picture(cx: &ViewContext<'_>, fields: &BrandFields, head: HeadView) -> HeadView {
    let own = fields.image.as_ref().map(|image| cx.share_image(image));
    HeadView {
        image: own.or(head.image),
        ..head
    }
}

fn facts(cx: &ViewContext<'_>, fields: &BrandFields) -> Vec<FactView> {
    let mut rows = Vec::new();
    if let Some(country) = &fields.country {
        rows.push(FactView::plain(cx.t("content.country", &[]), country.as_str()));
    }
    if let Some(year) = fields.founded {
        rows.push(FactView::plain(cx.t("content.founded", &[]), year.to_string()));
    }
    if let Some(href) = links::href(cx, fields.website.as_ref()) {
        let words = href
            .trim_start_matches("https://")
            .trim_start_matches("http://")
            .trim_start_matches("www.")
            .trim_end_matches('/')
            .to_owned();
        rows.push(FactView {
            term: cx.t("content.website", &[]),
            values: vec![LinkView::to(words, Some(href))],
        });
    }
    rows
}
