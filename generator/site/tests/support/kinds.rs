//! Minimal page kinds for tests.

use super::entry_id;
use minijinja::{Value, context};
use vitrine_model::{
    content::{BlockKind, RichTextNode},
    ids::ProductNumber,
    link::LinkTarget,
    locale::LocaleIndex,
    path::SitePath,
};
use vitrine_site::{
    context::ViewContext,
    page::{PlannedPage, Subject, Tone},
    page_view::{HeadView, PageView},
    pages::PageKind,
    plan::PlanContext,
    routes::name,
    search_document::SearchDocument,
    templates::InlineJson,
    view::ViewError,
};

struct EntryKind;
struct ProductKind;
struct ScreenKind;
struct NotFoundKind;

/// The page kinds of these tests.
pub static KINDS: &[&dyn PageKind] = &[&EntryKind, &ProductKind, &ScreenKind, &NotFoundKind];

pub(super) fn header(cx: &ViewContext<'_>, _: Tone) -> Result<Value, ViewError> {
    let name = cx.reader.globals(cx.locale).map(|g| g.site.name.clone());
    Ok(context! { name => name })
}

pub(super) fn footer(cx: &ViewContext<'_>) -> Result<Value, ViewError> {
    header(cx, Tone::Light)
}

fn page_view(title: &str, body: Value, search: Option<Vec<u8>>) -> PageView {
    PageView {
        head: HeadView {
            title: title.to_owned(),
            description: None,
            image: None,
            structured_data: vec![InlineJson::of(&serde_json::json!({"name": title}))],
            preload_images: Vec::new(),
            noindex: false,
        },
        tone: Tone::Light,
        body,
        breadcrumbs: Vec::new().into(),
        search,
        markdown: None,
        islands: vec!["cart"],
    }
}

impl PageKind for EntryKind {
    fn name(&self) -> &'static str {
        "entry"
    }
    fn template(&self) -> &'static str {
        "pages/entry.html"
    }
    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        let planned = cx.catalog.entries().filter_map(|record| {
            let entry = record.value();
            let path = entry.path.clone()?;
            let alternates = cx.catalog.alternates(&entry.id);
            Some(PlannedPage {
                file: path.file(),
                locale: entry.locale,
                kind: self.name(),
                subject: Subject::Entry(entry.id.clone()),
                alternates: alternates
                    .iter()
                    .filter_map(|r| Some((r.value().locale, r.value().path.clone()?)))
                    .collect(),
                indexable: !entry.seo.noindex,
                source: format!("entry {}", entry.edit_url.clone().unwrap_or_default()),
                last_modified: entry.updated_at.map(|t| t.to_string()),
                list: None,
                path,
            })
        });
        planned.collect()
    }
    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        let Subject::Entry(id) = &page.subject else {
            return Err(ViewError::Subject { kind: self.name() });
        };
        let entry = cx.reader.entry(id).unwrap();
        let mut texts = Vec::new();
        let mut products = Vec::new();
        for block in &entry.blocks {
            let BlockKind::RichText(text) = &block.kind else {
                continue;
            };
            for node in &text.text {
                let RichTextNode::Text(text) = node else { continue };
                if let Some(sku) = text.plain_text().strip_prefix("SKU:") {
                    let product = cx
                        .reader
                        .product_by_number(&ProductNumber::parse(sku).unwrap())
                        .unwrap();
                    let own = product.texts.get(cx.locale).map(|t| t.name.clone());
                    let name = own.unwrap_or_else(|| product.number.to_string());
                    products.push(context! { href => cx.product_href(&product.id), name => name });
                } else if let Some(id) = text.plain_text().strip_prefix("LINK:") {
                    let href = cx.link_href(&LinkTarget::Entry(entry_id(id)));
                    products.extend(href.map(|href| context! { href => href, name => id }));
                } else {
                    texts.push(cx.rich_text(text));
                }
            }
        }
        if entry.title == "missing text" {
            cx.t("nobody.wrote_this", &[]);
        }
        let body = match entry.title.as_str() {
            "breaks" => context! { texts => texts, products => products },
            title => context! { title => title, texts => texts, products => products },
        };
        Ok(page_view(&entry.title, body, None))
    }
}

impl PageKind for ProductKind {
    fn name(&self) -> &'static str {
        "product"
    }
    fn template(&self) -> &'static str {
        "pages/entry.html"
    }
    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        let mut planned = Vec::new();
        for record in cx.catalog.products() {
            let product = record.value();
            let alternates: Vec<_> = product
                .texts
                .iter()
                .filter_map(|(l, _)| Some((l, cx.product_path(product, l)?)))
                .collect();
            for (locale, path) in &alternates {
                planned.push(PlannedPage {
                    path: path.clone(),
                    file: path.file(),
                    locale: *locale,
                    kind: self.name(),
                    subject: Subject::Product(product.id.clone()),
                    alternates: alternates.clone(),
                    indexable: true,
                    source: format!("product {}", product.number),
                    last_modified: product.updated_at.clone(),
                    list: None,
                });
            }
        }
        planned
    }
    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        let Subject::Product(id) = &page.subject else {
            return Err(ViewError::Subject { kind: self.name() });
        };
        let product = cx.reader.product(id).unwrap();
        let name = &product.texts.get(cx.locale).unwrap().name;
        let search = SearchDocument {
            kind: "product",
            id: id.to_string(),
            href: page.path.href(),
            title: name.clone(),
            text: String::new(),
            facts: Vec::new(),
            properties: Vec::new(),
            numbers: vec![product.number.to_string()],
            product: None,
            image: None,
        };
        let none: Vec<Value> = Vec::new();
        Ok(page_view(
            name,
            context! { title => name, texts => none.clone(), products => none },
            Some(search.line()),
        ))
    }
}

fn screens(
    cx: &PlanContext<'_>,
    kind: &'static str,
    route: &'static str,
    at: impl Fn(LocaleIndex) -> Option<(SitePath, String)>,
) -> Vec<PlannedPage> {
    let places: Vec<_> = cx
        .catalog
        .locales()
        .iter()
        .filter_map(|(l, _)| Some((l, at(l)?)))
        .collect();
    places
        .iter()
        .map(|(locale, (path, file))| PlannedPage {
            path: path.clone(),
            file: file.clone(),
            locale: *locale,
            kind,
            subject: Subject::Screen(route),
            alternates: places.iter().map(|(l, (p, _))| (*l, p.clone())).collect(),
            indexable: false,
            source: format!("screen {route}"),
            last_modified: None,
            list: None,
        })
        .collect()
}

impl PageKind for ScreenKind {
    fn name(&self) -> &'static str {
        "screen"
    }
    fn template(&self) -> &'static str {
        "pages/screen.html"
    }
    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        let path = |route, locale| cx.routes.path(route, locale).map(|p| (p.clone(), p.file()));
        // The last two are targets of redirects from links in Shopware's mails.
        let routes = [name::CART, name::RESET_PASSWORD, name::CONFIRM_REGISTRATION];
        let pages = routes.map(|route| screens(cx, self.name(), route, |l| path(route, l)));
        pages.into_iter().flatten().collect()
    }
    fn view(&self, cx: &ViewContext<'_>, _: &PlannedPage) -> Result<PageView, ViewError> {
        Ok(page_view(&cx.t("screen.title", &[]), context! {}, None))
    }
}

impl PageKind for NotFoundKind {
    fn name(&self) -> &'static str {
        "not_found"
    }
    fn template(&self) -> &'static str {
        "pages/screen.html"
    }
    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        screens(cx, self.name(), name::NOT_FOUND, |l| {
            let path = cx.routes.home(l).join("404").ok()?;
            let file = path.file();
            Some((path, file))
        })
    }
    fn view(&self, _: &ViewContext<'_>, _: &PlannedPage) -> Result<PageView, ViewError> {
        Ok(page_view("404", context! {}, None))
    }
}
