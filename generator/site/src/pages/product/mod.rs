//! A sellable product's page: every field of SHOP-FIELDS in its place (R-PDP-01).
//!
//! **Invariant:** one page a sellable product and locale; a family has none, its path redirects.

mod buy;
mod designer;
mod details;
mod gallery;
mod showrooms;
mod stories;
mod variant;

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    locale::{LocaleIndex, Locales},
    path::SitePath,
    product::{Product, ProductTexts, StockState},
    record::RecordHash,
};

use self::{buy::BuyView, details::DetailsView, gallery::PictureView, showrooms::Hours};
use super::{PageKind, ViewError, content::excerpt, kind};
use crate::{
    context::ViewContext,
    kept::{KeptView, Part},
    page::{Crumb, HeadView, PageView, PlannedPage, SearchDocument, Subject, Tone},
    plan::PlanContext,
    view::{
        self, breadcrumbs,
        drawing::{self, DrawingView},
        energy::{self, EnergyView},
        facts::{self, FactView},
        links::{self, LinkView},
        options::{self, OptionGroupView},
        price::{self, PriceView},
        product_card,
        properties::{self, PropertiesView},
        structured::{self, ProductFacts},
    },
};

/// The product page.
pub(super) struct ProductPage;

#[derive(Serialize)]
struct ProductView {
    name: String,
    brand: Option<LinkView>,
    properties: PropertiesView,
    pictures: Vec<PictureView>,
    price: PriceView,
    energy: Option<EnergyView>,
    energy_sentence: Option<String>,
    options: Vec<OptionGroupView>,
    stock: StockView,
    delivery_time: Option<String>,
    buy: BuyView,
    description: Option<Value>,
    size_line: Option<String>,
    measures: KeptView,
    categories: Vec<LinkView>,
    numbers: Vec<FactView>,
    withdrawal_excluded: Option<String>,
    live: LiveProps,
    digital: bool,
    details: DetailsView,
    designer: Option<KeptView>,
    showrooms: Option<KeptView>,
    projects: Option<KeptView>,
    cross_selling: Option<KeptView>,
    related: Option<KeptView>,
}

/// How big it is.
#[derive(Serialize)]
struct MeasuresView {
    facts: Vec<FactView>,
    drawing: Option<DrawingView>,
}

/// What the island `product` gets (`islands/src/islands/product/props.ts`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct LiveProps {
    product_id: String,
    /// Whether whoever is not logged in may order here.
    ordering_allowed: bool,
    /// Hours of the showrooms on the page, in their order.
    hours: Vec<Hours>,
}

/// One of the three states in words (R-PDP-03).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct StockView {
    state: StockState,
    text: String,
}

impl PageKind for ProductPage {
    fn name(&self) -> &'static str {
        kind::PRODUCT
    }

    fn template(&self) -> &'static str {
        "pages/product.html"
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        let products = cx.catalog.products().map(|record| record.value());
        products
            .flat_map(|product| plan_product(cx, self.name(), product))
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
        let texts = product.texts.get(cx.locale).cloned().unwrap_or_default();
        let name = product_card::name(cx, product);
        let crumbs = breadcrumbs::trail(cx, overview_crumb(cx), name);
        let properties = properties::properties(cx, product);
        let view = view(cx, page, product, &texts, properties.clone());
        Ok(PageView {
            head: head(cx, page, product, &texts, &view, &crumbs),
            tone: Tone::Light,
            search: Some(search_document(cx, page, product, &texts, &view)),
            body: view::value(&view),
            breadcrumbs: crumbs,
            islands: vec!["product"],
        })
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

/// The date of an ISO 8601 time.
fn date(text: &str) -> Option<String> {
    text.get(..10)?
        .parse::<jiff::civil::Date>()
        .ok()
        .map(|date| date.to_string())
}

fn overview_crumb(cx: &ViewContext<'_>) -> Vec<Crumb> {
    let shop = cx.reader.globals(cx.locale).map(|globals| &globals.shop);
    let home = cx.home_href();
    shop.and_then(|shop| links::href(cx, shop.product_overview.as_ref()))
        .filter(|href| *href != home)
        .map(|href| Crumb {
            label: cx.t("common.products", &[]),
            href: Some(href),
        })
        .into_iter()
        .collect()
}

fn view(
    cx: &ViewContext<'_>,
    page: &PlannedPage,
    product: &Product,
    texts: &ProductTexts,
    properties: PropertiesView,
) -> ProductView {
    let stock = stock(cx, product);
    ProductView {
        name: product_card::name(cx, product),
        brand: properties::brand_link(cx, product),
        properties,
        pictures: gallery::pictures(cx, product),
        price: price::price(cx, product),
        energy: energy::arrow(cx, product),
        energy_sentence: energy::sentence(cx, product),
        options: options::option_groups(cx, product),
        delivery_time: delivery_time(cx, product, texts),
        buy: buy::view(cx, page, product),
        stock,
        description: texts
            .description
            .as_ref()
            .filter(|t| !t.is_empty())
            .map(|t| cx.rich_text(t)),
        size_line: facts::size_line(cx, &product.dimensions),
        measures: measures(cx, product),
        categories: categories(cx, product),
        numbers: facts::numbers(cx, product),
        withdrawal_excluded: texts.withdrawal_excluded.clone(),
        live: LiveProps {
            product_id: product.id.to_string(),
            ordering_allowed: cx.ordering_allowed(),
            hours: showrooms::hours(cx, product),
        },
        digital: product.digital,
        details: details::view(cx, product, texts),
        designer: designer::view(cx, product),
        showrooms: showrooms::view(cx, product),
        projects: stories::projects(cx, product),
        cross_selling: stories::cross_selling(cx, product),
        related: details::related(cx, product),
    }
}

/// Measures and their drawing; products of the same size share them.
fn measures(cx: &ViewContext<'_>, product: &Product) -> KeptView {
    let size = &product.dimensions;
    cx.kept(Part::Measures, RecordHash::of(size).to_hex(), |cx| MeasuresView {
        facts: facts::dimensions(cx, size),
        drawing: drawing::drawing(cx, size),
    })
}

/// The categories it stands in, in the order of the shop's menu.
fn categories(cx: &ViewContext<'_>, product: &Product) -> Vec<LinkView> {
    let mut found: Vec<_> = product
        .categories
        .iter()
        .filter_map(|id| cx.reader.category(id))
        .collect();
    found.sort_by_key(|category| (category.position, category.id.clone()));
    found
        .into_iter()
        .map(|category| LinkView::text(properties::name_in(cx, &category.names)))
        .collect()
}

fn stock(cx: &ViewContext<'_>, product: &Product) -> StockView {
    let text = match product.stock.state {
        StockState::InStock => cx.t("product.in_stock", &[]),
        StockState::LimitedStock => cx.plural("product.limited_stock", product.stock.pieces.into(), &[]),
        StockState::OutOfStock => cx.t("product.out_of_stock", &[]),
    };
    // In stock with none there means that it is made or ordered: the delivery time says the rest.
    let to_order = product.stock.state == StockState::InStock && product.stock.pieces == 0;
    StockView {
        state: product.stock.state,
        text: if to_order { cx.t("product.to_order", &[]) } else { text },
    }
}

/// Delivery time in words; the restock time where there are none (SHOP-FIELDS). A product that cannot be bought promises nothing.
fn delivery_time(cx: &ViewContext<'_>, product: &Product, texts: &ProductTexts) -> Option<String> {
    if product.stock.state == StockState::OutOfStock {
        return None;
    }
    let restock = product.stock.restock_days.filter(|_| product.stock.pieces == 0);
    match restock {
        Some(days) => Some(cx.plural("product.restock_days", days.into(), &[])),
        None => texts
            .delivery_time
            .as_ref()
            .map(|time| cx.t("product.delivery_time", &[("time", time)])),
    }
}

fn head(
    cx: &ViewContext<'_>,
    page: &PlannedPage,
    product: &Product,
    texts: &ProductTexts,
    view: &ProductView,
    crumbs: &[Crumb],
) -> HeadView {
    let own = cx.config.absolute(&page.path);
    let text = texts.description.as_ref().map(|t| t.plain_text());
    let description = match (&texts.meta_description, &text) {
        (Some(written), _) => Some(variant::told(&view.options, written)),
        (None, Some(text)) => excerpt(&variant::told(&view.options, text)),
        (None, None) => None,
    };
    let pictures = product_card::pictures(cx, product);
    let urls: Vec<String> = pictures.iter().map(|image| cx.image_url(image, 1024, None)).collect();
    let family = product.family.as_ref().and_then(|id| cx.reader.family(id));
    let options = chosen_options(cx, product);
    let data = structured::product(
        product,
        &ProductFacts {
            name: &view.name,
            description: text.as_deref().or(description.as_deref()),
            brand: view.brand.as_ref().map(|brand| brand.label.as_str()),
            family: family.map(|family| {
                let varies_by = options.iter().map(|(what, _)| *what).collect();
                (family.number.as_str(), varies_by)
            }),
            options: &options,
            images: &urls,
            url: &own,
        },
    );
    let mut structured_data = vec![data];
    structured_data.extend(structured::breadcrumb_list(cx.config, crumbs, &own));
    let first = view.pictures.first().map(|picture| &picture.image);
    HeadView {
        title: variant::named(texts.meta_title.as_deref().unwrap_or(&view.name), &view.options),
        description,
        noindex: false,
        image: pictures.first().map(|image| cx.share_image(image)),
        structured_data,
        preload_image: first.and_then(|i| Some((i.src.clone(), i.srcset.clone(), i.sizes.clone()?))),
    }
}

/// What makes this variant, in schema.org's words; what it has no word for is left out.
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
    texts: &ProductTexts,
    view: &ProductView,
) -> SearchDocument {
    let labels = |links: &[LinkView]| links.iter().map(|l| l.label.clone()).collect::<Vec<_>>();
    let mut keywords: Vec<String> = view.brand.iter().map(|brand| brand.label.clone()).collect();
    keywords.extend(labels(&view.properties.designers));
    keywords.extend(labels(&view.properties.collections));
    keywords.extend(
        view.properties
            .specifications
            .iter()
            .flat_map(|fact| labels(&fact.values)),
    );
    keywords.extend(view.options.iter().map(|group| group.chosen.clone()));
    keywords.extend(product.ean.clone());
    keywords.extend(product.manufacturer_number.clone());
    let text = texts.description.as_ref().map(|t| t.plain_text()).unwrap_or_default();
    SearchDocument {
        kind: "product",
        id: product.id.to_string(),
        href: page.path.href(),
        title: view.name.clone(),
        text: text.chars().take(2_000).collect(),
        keywords,
        number: Some(product.number.to_string()),
        price_minor: Some(price::lowest(&product.prices).minor),
        image: product_card::pictures(cx, product)
            .first()
            .map(|image| image.url.clone()),
    }
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
