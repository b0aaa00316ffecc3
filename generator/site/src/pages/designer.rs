//! A designer's own page: a still life of the work, words, facts, and what they drew.
//!
//! **Invariant:** its products are those with the property `designer` whose option belongs to the entry's slug (SHOP-FIELDS).

use serde::Serialize;
use vitrine_model::content::{DesignerFields, EntryFields};

use super::{PageKind, ViewError, brand, content, kind};
use crate::{
    blocks::{self, BlockView},
    context::{ImageView, ViewContext},
    page::{PageView, PlannedPage, Tone},
    plan::PlanContext,
    view::{
        self,
        facts::FactView,
        nodes::{self, NodeView},
        outline::Outline,
        product_card::{self, ProductCardView},
    },
};

/// Entries of the collection `designers`.
pub(super) struct DesignerPage;

#[derive(Serialize)]
struct DesignerView {
    title: String,
    image: Option<ImageView>,
    /// As with brands.
    wide: bool,
    quote: Option<String>,
    text: Vec<NodeView>,
    facts: Vec<FactView>,
    products_title: String,
    cards: Vec<ProductCardView>,
    blocks: Vec<BlockView>,
}

impl PageKind for DesignerPage {
    fn name(&self) -> &'static str {
        kind::DESIGNER
    }

    fn template(&self) -> &'static str {
        "pages/designer.html"
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        content::plan_entries(cx.catalog, self.name(), |fields| {
            matches!(fields, EntryFields::Designer(_))
        })
    }

    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        let entry = content::entry(cx, page, self.name())?;
        let EntryFields::Designer(fields) = &entry.fields else {
            return Err(ViewError::Subject { kind: self.name() });
        };
        let crumbs = content::trail_of(cx, entry, page);
        let text = nodes::plain_text(&fields.bio);
        let mut outline = Outline::below_title();
        let view = DesignerView {
            title: entry.title.clone(),
            image: fields
                .portrait
                .as_ref()
                .map(|image| cx.image(image, None, brand::sizes(image))),
            wide: fields.portrait.as_ref().is_some_and(brand::is_wide),
            quote: fields.quote.clone(),
            text: nodes::nodes(cx, &fields.bio),
            facts: facts(cx, fields),
            products_title: cx.t("content.work_by", &[("name", &entry.title)]),
            cards: if brand::chooses_products(entry) {
                Vec::new()
            } else {
                let ids = cx.reader.products_of_entry("designer", &entry.slug);
                product_card::cards(cx, ids, None, brand::MOST_CARDS)
            },
            blocks: blocks::views(cx, &entry.blocks, &mut outline, false),
        };
        Ok(PageView {
            head: content::head(cx, entry, page, &crumbs, content::excerpt(&text)),
            tone: Tone::Light,
            body: view::value(view),
            breadcrumbs: crumbs,
            search: page
                .indexable
                .then(|| content::search_document("designer", page, entry, &text)),
            islands: Vec::new(),
        })
    }
}

fn facts(cx: &ViewContext<'_>, fields: &DesignerFields) -> Vec<FactView> {
    let mut rows = Vec::new();
    if let Some(country) = &fields.country {
        rows.push(FactView::plain(cx.t("content.country", &[]), country.as_str()));
    }
    if let Some(year) = fields.born {
        rows.push(FactView::plain(cx.t("content.born", &[]), year.to_string()));
    }
    if let Some(year) = fields.died {
        rows.push(FactView::plain(cx.t("content.died", &[]), year.to_string()));
    }
    rows
}
