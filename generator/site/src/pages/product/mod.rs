//! The page of a sellable product, with all fields of shopware-fields.md (R-PDP-01).
//!
//! **Invariant:** one page for each sellable product and locale; a family has none, its path redirects.

mod alike;
mod buy;
mod common;
mod designer;
mod details;
mod gallery;
mod markdown;
mod search;
mod showrooms;
mod size;
mod state;
mod stories;
mod variant;

use std::sync::Arc;

use minijinja::Value;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use vitrine_model::{
    locale::{LocaleIndex, Locales},
    path::SitePath,
    product::{Product, StockState},
};

pub(crate) use self::buy::BuyBoxProps;
use self::{
    buy::BuyView,
    common::Common,
    gallery::{GalleryView, Pictures},
    size::Size,
    state::StateView,
    variant::VariantWords,
};
use super::{PageKind, page_words::excerpt};
use crate::{
    context::ViewContext,
    fragments::FragmentView,
    page::{PlannedPage, Subject, Tone},
    page_view::{HeadView, PageView},
    plan::{PlanContext, kind},
    search_document::SearchDocument,
    templates::InlineJson,
    view::{
        self, ViewError,
        energy::{self, EnergyView},
        facts::{self, NumberView},
        form::line::{self, LineView},
        links::LinkView,
        maker_guarantee,
        options::{self, Layout, OptionGroupView},
        price::{self, PriceTexts},
        product_group::ProductGroup,
        properties, returns, sheet,
        structured::{self, ProductFacts},
    },
};

/// The page kind of products.
pub(super) struct ProductPage;

/// The values of this variant, besides those shared with the other variants.
#[derive(Serialize)]
struct ProductView<'a> {
    common: &'a Value,
    gallery: &'a GalleryView,
    size: &'a Value,
    price: &'a FragmentView,
    energy: Option<EnergyView>,
    options: &'a [OptionGroupView],
    state: StateView,
    /// The question for news of a product that is sold out.
    restock: Option<LineView>,
    buy: BuyView,
    /// The variants with the same options, by number.
    alike: &'a [LinkView],
    /// Link for requesting a fabric sample.
    sample: Option<String>,
    number: NumberView<'a>,
    /// A sentence for each empty section (R-PDP-06).
    empty: Vec<String>,
    live: InlineJson,
}

/// The props of the island `product`.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProductProps<'a> {
    /// The product id: 32 hex digits.
    product_id: &'a str,
    /// Whether a visitor who is not logged in may order here.
    ordering_allowed: bool,
    /// The opening hours of the showrooms on the page, in their order.
    #[schema(value_type = Vec<view::hours::Hours>)]
    hours: &'a RawValue,
}

impl PageKind for ProductPage {
    fn name(&self) -> &'static str {
        kind::PRODUCT
    }

    fn template(&self) -> &'static str {
        "pages/product.html"
    }

    fn sheets(&self) -> &'static [&'static str] {
        &[sheet::PRODUCT]
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        let products: Vec<&Product> = cx.catalog.products().map(|record| record.value()).collect();
        let products = products.par_iter().with_min_len(64);
        products
            .flat_map_iter(|product| plan_product(cx, self.name(), product))
            .collect()
    }

    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        let Subject::Product(id) = &page.subject else {
            return Err(ViewError::Subject { kind: self.name() });
        };
        let product = cx.reader.product(id).ok_or_else(|| ViewError::Missing {
            what: "product",
            id: id.to_string(),
        })?;
        let common = common::common(cx, product);
        let pictures = gallery::pictures(cx, product);
        let groups = options::option_groups(cx, product, &common.name);
        let alike = options::alike_variants(cx, product);
        let variant = VariantWords {
            groups: &groups,
            number: (!alike.is_empty()).then_some(product.number.as_str()),
        };
        let head = head(cx, page, product, &common, &pictures, &variant);
        let size = size::size(cx, &product.dimensions);
        let no_size = size.unknown.then(|| cx.t("product.no_dimensions", &[]));
        let price = price::price(cx, product);
        let view = ProductView {
            common: &common.view,
            gallery: &pictures.gallery,
            size: &size.view,
            price: &price.view,
            energy: energy::arrow(cx, product),
            options: &groups,
            state: state::view(cx, product, product.texts.get(cx.locale).map(AsRef::as_ref)),
            restock: restock(cx, page, product, &common.name),
            buy: buy::view(cx, page, product, &common.name),
            alike: &alike,
            sample: sample(cx, &groups),
            number: facts::number(cx, product),
            empty: no_size.into_iter().chain(common.empty.iter().cloned()).collect(),
            live: InlineJson::of(&ProductProps {
                product_id: product.id.as_str(),
                ordering_allowed: cx.ordering_allowed(),
                hours: &common.hours,
            }),
        };
        Ok(PageView {
            tone: Tone::Light,
            search: Some(search_document(cx, page, product, &common, &groups).line()),
            markdown: Some(view.markdown(cx, page, (&common, &size, &price), &head.title)),
            head,
            body: view::value(view),
            breadcrumbs: Arc::clone(&common.trail),
            islands: vec!["product"],
        })
    }
}

impl ProductView<'_> {
    fn markdown(
        &self,
        cx: &ViewContext<'_>,
        page: &PlannedPage,
        (common, size, price): (&Common, &Size, &PriceTexts),
        title: &str,
    ) -> String {
        let own = markdown::Own {
            title,
            groups: self.options,
            price,
            state: &self.state,
            number: &self.number,
            size,
        };
        markdown::markdown(cx, page, &common.markdown, &own)
    }
}

fn plan_product(cx: &PlanContext<'_>, kind: &'static str, product: &Product) -> Vec<PlannedPage> {
    let alternates = alternates(cx, cx.catalog.locales(), product);
    let pages = alternates.iter().map(|(locale, path)| PlannedPage {
        file: path.file(),
        path: path.clone(),
        locale: *locale,
        kind,
        subject: Subject::Product(product.id.clone()),
        alternates: alternates.clone(),
        indexable: true,
        source: format!("product {}", product.number),
        last_modified: product.updated_at.as_deref().and_then(date),
        list: None,
    });
    pages.collect()
}

fn alternates(cx: &PlanContext<'_>, locales: &Locales, product: &Product) -> Vec<(LocaleIndex, SitePath)> {
    locales
        .iter()
        .filter(|(locale, _)| product.texts.get(*locale).is_some())
        .filter_map(|(locale, _)| Some((locale, cx.product_path(product, locale)?)))
        .collect()
}

/// The date of an ISO 8601 timestamp.
fn date(text: &str) -> Option<String> {
    text.get(..10)?
        .parse::<jiff::civil::Date>()
        .ok()
        .map(|date| date.to_string())
}

/// The question for news, of a product that is sold out.
fn restock(cx: &ViewContext<'_>, page: &PlannedPage, product: &Product, name: &str) -> Option<LineView> {
    if product.stock.state != StockState::OutOfStock {
        return None;
    }
    line::restock(cx, format!("{name} ({})", product.number), &page.path.href())
}

/// Link to the page with the form for samples of a cloth; to the contact page where there is none, if the product has so
/// many colours that customers need a sample to decide.
fn sample(cx: &ViewContext<'_>, groups: &[OptionGroupView]) -> Option<String> {
    if let Some(sample) = groups.iter().find_map(|group| group.sample.as_ref()) {
        return Some(sample.page.clone());
    }
    let many = |group: &OptionGroupView| group.layout == Layout::List && group.color.is_some();
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site)?;
    let contact = site.contact_page.as_ref().filter(|_| groups.iter().any(many))?;
    cx.entry_href(contact)
}

fn head(
    cx: &ViewContext<'_>,
    page: &PlannedPage,
    product: &Product,
    common: &Common,
    pictures: &Pictures,
    variant: &VariantWords<'_>,
) -> HeadView {
    let own = cx.config.absolute(&page.path);
    let description = match (&common.meta_description, &common.text) {
        (Some(written), _) => Some(variant.text(written)),
        (None, Some(text)) => excerpt(&variant.text(text)),
        (None, None) => None,
    };
    let group = product.family.as_ref().map(|id| cx.shared::<ProductGroup>(id));
    let group = group.as_deref().and_then(Option::as_ref);
    let texts = product.texts.get(cx.locale);
    let mut options = chosen_options(cx, product);
    if let Some(material) = common
        .material
        .as_ref()
        .filter(|_| options.iter().all(|(word, _)| *word != "material"))
    {
        options.push(("material", material.clone()));
    }
    maker_guarantee::report_missing_label(cx, product);
    let returnable = texts.is_none_or(|texts| texts.withdrawal_excluded.is_none());
    if let Some(terms) = cx.config.offers.returns.as_ref().filter(|_| returnable) {
        returns::report_unknown(cx, product, returns::way(terms, product));
    }
    returns::report_missing_reason(cx, product);
    let data = structured::product(
        product,
        &ProductFacts {
            name: &common.name,
            description: common.text.as_deref().or(description.as_deref()),
            seller: cx
                .reader
                .globals(cx.locale)
                .map(|globals| globals.site.name.as_str())
                .filter(|name| !name.is_empty()),
            energy: texts.and_then(|texts| texts.energy.as_ref()),
            brand: common.brand.as_deref(),
            family: group.map(ProductGroup::number),
            returnable,
            terms: &cx.config.offers,
            options: &options,
            images: &pictures.urls,
            url: &own,
        },
    );
    let mut structured_data = vec![data];
    structured_data.extend(group.map(|group| group.data(&product.id)));
    structured_data.extend(structured::breadcrumb_list(cx.config, &common.trail, &own));
    HeadView {
        title: variant.title(&common.title),
        description,
        noindex: false,
        image: pictures.share.clone(),
        structured_data,
        preload_images: pictures.preload.clone(),
    }
}

/// The selected options by their schema.org property; options without one are left out.
fn chosen_options(cx: &ViewContext<'_>, product: &Product) -> Vec<(&'static str, String)> {
    let mut chosen: Vec<(&'static str, String)> = Vec::new();
    for option in product.options.iter().filter_map(|id| cx.reader.property_option(id)) {
        let group = cx.reader.property_group(&option.group);
        let word = structured::option_word(group.and_then(|group| group.external_id.as_deref()));
        if let Some(word) = word.filter(|word| chosen.iter().all(|(other, _)| other != word)) {
            chosen.push((word, properties::name_in(cx, &option.names)));
        }
    }
    chosen
}

fn search_document(
    cx: &ViewContext<'_>,
    page: &PlannedPage,
    product: &Product,
    common: &Common,
    groups: &[OptionGroupView],
) -> SearchDocument {
    let words = search::Words {
        title: &common.name,
        text: common.text.as_deref().unwrap_or_default(),
        shared: &common.search,
        groups,
    };
    search::of_product(cx, page, product, &words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_change_is_a_date_or_nothing() {
        assert_eq!(date("2026-05-01T10:00:00.000+00:00").as_deref(), Some("2026-05-01"));
        for bad in ["", "yesterday", "2026-13-01T00:00"] {
            assert_eq!(date(bad), None, "{bad:?}");
        }
    }
}
