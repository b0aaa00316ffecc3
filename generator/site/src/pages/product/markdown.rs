//! The Markdown form of a product's page. Parts that variants of a family share are written once for all of them.

use vitrine_model::rich_text::{RichText, markdown::escaped};

use super::{alike::Alike, size::Size, state::StateView};
use crate::{
    context::ViewContext,
    markdown::Markdown,
    page::PlannedPage,
    view::{
        facts::NumberView,
        links::{self, LinkView},
        maker_guarantee,
        options::OptionGroupView,
        price::PriceTexts,
        properties::PropertiesView,
        returns,
    },
};

/// The parts that variants share.
#[derive(Debug)]
pub(super) struct Shared {
    /// Items of the list of facts.
    facts: String,
    /// The part after the facts.
    below: String,
}

/// The shared parts, given the brand, the categories and the properties.
pub(super) fn shared(
    cx: &ViewContext<'_>,
    alike: &Alike,
    brand: Option<&LinkView>,
    categories: &[LinkView],
    properties: &PropertiesView,
) -> Shared {
    let mut facts = Markdown::new(cx.config);
    facts.fact(
        &cx.t("editorial.brand", &[]),
        brand.map(std::slice::from_ref).unwrap_or_default(),
    );
    facts.fact(&cx.t("editorial.designer", &[]), &properties.designers);
    facts.fact(&cx.t("product.collection", &[]), &properties.collections);
    facts.fact(&cx.t("product.category", &[]), categories);
    facts.facts(&properties.specifications);
    Shared {
        facts: facts.finish(),
        below: below(cx, alike),
    }
}

fn below(cx: &ViewContext<'_>, alike: &Alike) -> String {
    let mut text = Markdown::new(cx.config);
    section(&mut text, cx, &cx.t("product.about", &[]), alike.description.as_ref());
    section(
        &mut text,
        cx,
        &cx.t("product.maintenance", &[]),
        alike.maintenance.as_ref(),
    );
    if !alike.warnings.is_empty() {
        text.heading(2, &cx.t("product.safety", &[]));
        alike.warnings.iter().for_each(|warning| text.rich(cx, warning));
    }
    if let Some(reason) = &alike.withdrawal_excluded {
        text.paragraph(&format!("{} {reason}", cx.t("product.withdrawal_excluded", &[])));
    } else if let Some(way) = alike.way_back {
        text.paragraph(&format!(
            "{}: {}",
            cx.t("product.returns", &[]),
            returns::sentence(cx, way)
        ));
    }
    if let Some(guarantee) = &alike.guarantee {
        let own = maker_guarantee::view(cx, guarantee);
        text.paragraph(&format!("{}. {} {}", own.title, own.words, own.besides));
        text.block(&text.link(&own.terms_label, Some(&own.terms_href)));
    }
    let documents = alike.downloads.iter().filter_map(|download| {
        let url = links::web_url(&download.url)?;
        Some(text.link(&download.label, Some(&url)))
    });
    let documents: Vec<String> = documents.collect();
    if !documents.is_empty() {
        text.heading(2, &cx.t("product.downloads", &[]));
        documents.iter().for_each(|document| text.item(document));
    }
    if !alike.faq.is_empty() {
        text.heading(2, &cx.t("product.questions", &[]));
    }
    for question in &alike.faq {
        text.heading(3, &question.question);
        text.rich(cx, &question.answer);
    }
    text.finish()
}

fn section(text: &mut Markdown<'_>, cx: &ViewContext<'_>, title: &str, words: Option<&RichText>) {
    if let Some(words) = words.filter(|words| !words.is_empty()) {
        text.heading(2, title);
        text.rich(cx, words);
    }
}

/// The parts that differ by variant.
pub(super) struct Own<'v> {
    pub(super) title: &'v str,
    pub(super) groups: &'v [OptionGroupView],
    pub(super) price: &'v PriceTexts,
    pub(super) state: &'v StateView,
    pub(super) number: &'v NumberView<'v>,
    pub(super) size: &'v Size,
}

/// The text of a variant's page.
pub(super) fn markdown(cx: &ViewContext<'_>, page: &PlannedPage, shared: &Shared, own: &Own<'_>) -> String {
    let mut text = Markdown::of_page(cx.config, own.title, &page.path);
    own.price.lines.iter().for_each(|line| text.paragraph(line));
    text.paragraph(&own.state.words());
    for group in own.groups {
        text.item(&escaped(&format!("{}: {}", group.name, group.chosen)));
    }
    text.item(&escaped(&format!("{}: {}", own.number.term, own.number.value)));
    text.lines(&own.size.markdown);
    text.lines(&shared.facts);
    text.block(shared.below.trim_end());
    text.finish()
}
