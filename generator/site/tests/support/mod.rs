//! A small shop in code, page kinds of its own and tiny templates: the engine's tests depend on no real template.
//!
//! **Invariant:** the same [`Shop`] gives the same Catalog; every test changes its own copy.

#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::unwrap_used,
    reason = "test code: each test binary uses a part of it, and a panic is a failed test"
)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use minijinja::{Value, context};
use vitrine_model::{
    catalog::{Catalog, CatalogParts},
    content::{BlockKind, Entry, EntryFields, PageFields, RichTextBlock, RichTextNode, Seo},
    globals::Globals,
    ids::{EntryId, ProductId, ProductNumber, SiteHandle},
    link::LinkTarget,
    locale::{Locale, LocaleIndex, Locales, Localized},
    money::{Currency, Money, TaxStatus},
    path::{LocalPath, SitePath},
    product::{Dimensions, Family, Prices, Product, ProductTexts, PurchaseLimits, Stock, UnitPrice},
    redirect::{Redirect, RedirectTarget},
    rich_text::RichText,
};
use vitrine_site::{
    BuildOptions, BuildReport, Site, SiteError, SitePaths,
    context::{SiteConfig, ViewContext},
    frame::FrameViews,
    page::{HeadView, PageView, PlannedPage, SearchDocument, Subject, Tone},
    pages::{PageKind, ViewError},
    plan::PlanContext,
    routes::name,
};

pub const NL: LocaleIndex = LocaleIndex(0);
pub const EN: LocaleIndex = LocaleIndex(1);
pub const DE: LocaleIndex = LocaleIndex(2);

pub fn locale(code: &str, iso: &str, name: &str, prefix: &str) -> Locale {
    Locale {
        code: code.into(),
        iso: iso.into(),
        name: name.to_owned(),
        prefix: prefix.to_owned(),
        commerce_language: None,
        content_site: SiteHandle::parse(code).unwrap(),
    }
}

pub fn three_locales() -> Vec<Locale> {
    vec![
        locale("nl", "nl-NL", "Nederlands", ""),
        locale("en", "en-GB", "English", "/en"),
        locale("de", "de-DE", "Deutsch", "/de"),
    ]
}

/// A product id from a small number.
pub fn product_id(number: u32) -> ProductId {
    ProductId::parse(&format!("{number:032x}")).unwrap()
}

pub fn entry_id(text: &str) -> EntryId {
    EntryId::parse(text).unwrap()
}

pub fn product(number: u32, article: &str, texts: &[(LocaleIndex, &str, Option<&str>)]) -> Product {
    let currency = Currency::parse("EUR").unwrap();
    let mut localized = Localized::new();
    for (locale, name, seo) in texts {
        localized.set(
            *locale,
            ProductTexts {
                name: (*name).to_owned(),
                seo_path: seo.map(str::to_owned),
                ..ProductTexts::default()
            },
        );
    }
    Product {
        id: product_id(number),
        family: None,
        number: ProductNumber::parse(article).unwrap(),
        brand: None,
        prices: Prices {
            single: UnitPrice {
                unit: Money {
                    minor: 129_900,
                    currency,
                },
                list: None,
                regulation: None,
                reference: None,
            },
            tiers: Vec::new(),
            tax_status: TaxStatus::Gross,
            recommended: None,
        },
        stock: Stock::derive(true, 10, false, None, 5),
        limits: PurchaseLimits {
            min: 1,
            max: 100,
            step: 1,
        },
        dimensions: Dimensions::default(),
        media: Vec::new(),
        categories: Vec::new(),
        properties: Vec::new(),
        options: Vec::new(),
        parts: Vec::new(),
        bundle: Vec::new(),
        cross_selling: Vec::new(),
        ean: None,
        manufacturer_number: None,
        energy: None,
        digital: false,
        texts: localized,
        created_at: Some("2026-02-01T10:00:00.000+00:00".to_owned()),
        updated_at: Some("2026-03-01T10:00:00.000+00:00".to_owned()),
    }
}

pub fn family(number: u32, article: &str, main: Option<u32>, seo: &[(LocaleIndex, &str)]) -> Family {
    let mut seo_paths = Localized::new();
    for (locale, path) in seo {
        seo_paths.set(*locale, (*path).to_owned());
    }
    Family {
        id: product_id(number),
        number: ProductNumber::parse(article).unwrap(),
        main_variant: main.map(product_id),
        option_groups: Vec::new(),
        seo_paths,
    }
}

/// A page of the CMS; its text is HTML, or names a product (`SKU:X`) or an entry (`LINK:x`) to link to.
pub fn entry(id: &str, group: &str, locale: LocaleIndex, path: &str, title: &str, html: &str) -> Entry {
    let block = vitrine_model::content::Block {
        id: "b".to_owned(),
        options: Default::default(),
        kind: BlockKind::RichText(RichTextBlock {
            text: vec![RichTextNode::Text(RichText::from_html(html, &[], 2))],
            width: "normal".to_owned(),
        }),
    };
    Entry {
        id: entry_id(id),
        group: entry_id(group),
        collection: "pages".to_owned(),
        locale,
        title: title.to_owned(),
        slug: path.rsplit('/').next().unwrap().to_owned(),
        path: Some(SitePath::parse(path).unwrap()),
        parent: None,
        order: None,
        seo: Seo::default(),
        blocks: vec![block],
        fields: EntryFields::Page(PageFields::default()),
        updated_at: Some("2026-02-03T04:05:06Z".parse().unwrap()),
        edit_url: Some(format!("https://cms.example/edit/{id}")),
    }
}

pub fn redirect(from: &str, to: &str) -> Redirect {
    Redirect {
        from: LocalPath::parse(from).unwrap(),
        target: RedirectTarget::Local(LocalPath::parse(to).unwrap()),
        status: 301,
        source: format!("redirect {from}"),
    }
}

/// What a test changes before it builds.
pub struct Shop {
    pub locales: Vec<Locale>,
    pub products: Vec<Product>,
    pub families: Vec<Family>,
    pub entries: Vec<Entry>,
    pub redirects: Vec<Redirect>,
    pub site_name: String,
}

impl Shop {
    /// Three home pages, a page in nl and en, a product with SEO paths and one without.
    pub fn small() -> Self {
        Self {
            locales: three_locales(),
            products: vec![
                product(
                    1,
                    "RAVEL-OA",
                    &[
                        (NL, "Ravel", Some("Fauteuils/Ravel/RAVEL-OA")),
                        (EN, "Ravel", Some("Armchairs/Ravel/RAVEL-OA")),
                    ],
                ),
                product(
                    2,
                    "LUNE-S",
                    &[(NL, "Lune", None), (EN, "Lune", None), (DE, "Lune", None)],
                ),
            ],
            families: Vec::new(),
            entries: vec![
                entry("home-nl", "home-nl", NL, "/", "Welkom", "<p>LINK:service-nl</p>"),
                entry("home-en", "home-nl", EN, "/en", "Welcome", "<p>LINK:service-nl</p>"),
                entry("home-de", "home-nl", DE, "/de", "Willkommen", "<p>Hallo</p>"),
                entry(
                    "service-nl",
                    "service-nl",
                    NL,
                    "/service",
                    "Service",
                    "<p>SKU:RAVEL-OA</p>",
                ),
                entry(
                    "service-en",
                    "service-nl",
                    EN,
                    "/en/help",
                    "Service",
                    "<p>SKU:RAVEL-OA</p>",
                ),
            ],
            redirects: Vec::new(),
            site_name: "Lindhoven".to_owned(),
        }
    }

    pub fn catalog(&self) -> Catalog {
        let mut globals = Localized::new();
        for index in 0..self.locales.len() {
            let mut set = Globals::default();
            set.site.name = self.site_name.clone();
            globals.set(LocaleIndex(u8::try_from(index).unwrap()), set);
        }
        Catalog::new(CatalogParts {
            locales: Locales::new(self.locales.clone()).unwrap(),
            currency: Currency::parse("EUR").unwrap(),
            products: self.products.clone(),
            families: self.families.clone(),
            brands: Vec::new(),
            categories: Vec::new(),
            property_groups: Vec::new(),
            property_options: Vec::new(),
            entries: self.entries.clone(),
            terms: Vec::new(),
            forms: Vec::new(),
            navigations: Vec::new(),
            globals,
            redirects: self.redirects.clone(),
        })
    }
}

struct EntryKind;
struct ProductKind;
struct ScreenKind;
struct NotFoundKind;

/// The kinds of the engine's tests.
pub static KINDS: &[&dyn PageKind] = &[&EntryKind, &ProductKind, &ScreenKind, &NotFoundKind];

fn header(cx: &ViewContext<'_>, _: Tone) -> Result<Value, ViewError> {
    let name = cx.reader.globals(cx.locale).map(|g| g.site.name.clone());
    Ok(context! { name => name })
}

fn footer(cx: &ViewContext<'_>) -> Result<Value, ViewError> {
    header(cx, Tone::Light)
}

fn page_view(title: &str, body: Value, search: Option<SearchDocument>) -> PageView {
    PageView {
        head: HeadView {
            title: title.to_owned(),
            description: None,
            image: None,
            structured_data: vec![serde_json::json!({"name": title})],
            preload_image: None,
            noindex: false,
        },
        tone: Tone::Light,
        body,
        breadcrumbs: Vec::new(),
        search,
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
                    let name = product.texts.get(cx.locale).map(|t| t.name.clone());
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
            keywords: Vec::new(),
            number: Some(product.number.to_string()),
            price_minor: Some(product.prices.single.unit.minor),
            image: None,
        };
        let none: Vec<Value> = Vec::new();
        Ok(page_view(
            name,
            context! { title => name, texts => none.clone(), products => none },
            Some(search),
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
        let mut pages = screens(cx, self.name(), name::CART, |l| path(name::CART, l));
        pages.extend(screens(cx, self.name(), name::RESET_PASSWORD, |l| {
            path(name::RESET_PASSWORD, l)
        }));
        pages
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

/// A folder with everything but the shop, and dist.
pub struct Place {
    pub root: tempfile::TempDir,
    pub config: SiteConfig,
}

const ASSET: &[u8] = b"export {};\n";

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

pub fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

impl Place {
    pub fn new() -> Self {
        let place = Self {
            root: tempfile::tempdir().unwrap(),
            config: SiteConfig {
                base_url: "https://shop.example".to_owned(),
                ..SiteConfig::default()
            },
        };
        for code in ["nl", "en", "de"] {
            let folder = own("../../locales").join(code);
            for file in ["routes.json", "format.json"] {
                place.put(
                    &format!("locales/{code}/{file}"),
                    &fs::read_to_string(folder.join(file)).unwrap(),
                );
            }
            place.put_texts(code);
        }
        let asset = |file: &str| serde_json::json!({"file": file, "integrity": "sha384-x", "preload": []});
        let file = serde_json::json!({"integrity": "sha384-x", "bytes": ASSET.len()});
        let manifest = serde_json::json!({
            "loader": asset("assets/loader-1.js"), "styles": asset("assets/styles-1.css"), "fonts": [],
            "islands": {"cart": asset("assets/cart-1.js")},
            "files": {"assets/loader-1.js": file, "assets/styles-1.css": file, "assets/cart-1.js": file},
        });
        place.put("build/manifest.json", &manifest.to_string());
        for name in ["loader-1.js", "styles-1.css", "cart-1.js"] {
            place.put(&format!("build/assets/{name}"), std::str::from_utf8(ASSET).unwrap());
        }
        place
    }

    pub fn put(&self, file: &str, text: &str) {
        write(&self.root.path().join(file), text);
    }

    /// The few texts that the tiny templates ask for.
    pub fn put_texts(&self, code: &str) {
        self.put(
            &format!("locales/{code}/common.json"),
            &format!(
                r#"{{"screen.title": "Titel {code}", "screen.languages": "Talen", "screen.count": {{"one": "{{count}} stuk", "other": "{{count}} stuks"}}}}"#
            ),
        );
        self.put(
            &format!("locales/{code}/errors.json"),
            r#"{"errors.rate_limited": "Te vaak"}"#,
        );
        self.put(
            &format!("locales/{code}/islands/cart.json"),
            r#"{"cart.title": "</script><b>\u2028"}"#,
        );
    }

    pub fn dist(&self) -> PathBuf {
        self.root.path().join("dist")
    }

    pub fn site(&self, locales: &[Locale]) -> Result<Site, SiteError> {
        let paths = SitePaths {
            templates: own("tests/fixtures/templates"),
            locales: self.root.path().join("locales"),
            assets: self.root.path().join("build"),
        };
        let site = Site::load(&paths, self.config.clone(), &Locales::new(locales.to_vec()).unwrap())?;
        Ok(site.with_views(KINDS, FrameViews { header, footer }))
    }

    pub fn options(&self) -> BuildOptions {
        BuildOptions {
            dist: self.dist(),
            accept_fewer: false,
            accept_empty: Vec::new(),
            keep_releases: 3,
            diagnostics_in: Vec::new(),
            source_snapshot: "test".to_owned(),
            pulled_on: Some(jiff::civil::date(2026, 11, 21)),
        }
    }

    pub fn build(&self, shop: &Shop) -> Result<BuildReport, SiteError> {
        vitrine_site::build(&shop.catalog(), &self.site(&shop.locales)?, &self.options(), &())
    }

    /// A file of the live release.
    pub fn live(&self, file: &str) -> String {
        let path = self.dist().join("current").join(file);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    pub fn json(&self, file: &str) -> serde_json::Value {
        serde_json::from_str(&self.live(file)).unwrap()
    }

    /// Where `current` leads.
    pub fn current(&self) -> PathBuf {
        fs::read_link(self.dist().join("current")).unwrap()
    }
}

/// Every file below a folder with its bytes, by relative name.
pub fn tree(folder: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|e| e.file_type().is_file())
        .map(|e| {
            let name = e.path().strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            (name, fs::read(e.path()).unwrap())
        })
        .collect()
}
