//! A small shop in code, minimal page kinds and templates: these tests do not depend on real templates.
//!
//! The same [`Shop`] gives the same Catalog; every test modifies its own copy.

#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::unwrap_used,
    reason = "test code: each test binary uses a part of it, and a panic is a failed test"
)]

mod kinds;
mod place;

pub use self::place::*;

use std::sync::Arc;

use vitrine_model::{
    catalog::{Catalog, CatalogParts, ContentParts, ShopParts},
    content::{BlockKind, Entry, EntryFields, PageFields, RichTextBlock, RichTextNode, Seo},
    globals::Globals,
    ids::{EntryId, ProductId, ProductNumber, SiteHandle},
    locale::{Locale, LocaleIndex, Locales, Localized},
    money::{Currency, Money, TaxStatus},
    path::{LocalPath, SitePath},
    product::{Dimensions, Family, Prices, Product, ProductTexts, PurchaseLimits, Stock, UnitPrice},
    redirect::{FormerPath, OldPath, Redirect, RedirectTarget},
    rich_text::RichText,
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
            Arc::new(ProductTexts {
                name: (*name).to_owned(),
                seo_path: seo.map(str::to_owned),
                ..ProductTexts::default()
            }),
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
            baseline: None,
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
        return_cost: None,
        weee: None,
        free_delivery: false,
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

/// A page of the CMS; its text is HTML, or refers to a product (`SKU:X`) or an entry (`LINK:x`) to link to.
pub fn entry(id: &str, group: &str, locale: LocaleIndex, path: &str, title: &str, html: &str) -> Entry {
    let block = vitrine_model::content::Block {
        id: "b".to_owned(),
        options: Default::default(),
        kind: BlockKind::RichText(RichTextBlock {
            text: vec![RichTextNode::Text(RichText::from_html(html, &[], 2))],
            width: Default::default(),
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
        target: RedirectTarget::to(LocalPath::parse(to).unwrap()),
        status: 301,
        source: format!("redirect {from}"),
        entry: None,
        until: None,
    }
}

/// The data of a shop, which a test modifies before it builds.
pub struct Shop {
    pub locales: Vec<Locale>,
    pub products: Vec<Product>,
    pub families: Vec<Family>,
    pub entries: Vec<Entry>,
    pub redirects: Vec<Redirect>,
    pub former_paths: Vec<FormerPath>,
    pub old_paths: Vec<OldPath>,
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
            former_paths: Vec::new(),
            old_paths: Vec::new(),
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
            shop: ShopParts {
                currency: Currency::parse("EUR").unwrap(),
                products: self.products.clone(),
                families: self.families.clone(),
                brands: Vec::new(),
                categories: Vec::new(),
                property_groups: Vec::new(),
                property_options: Vec::new(),
                former_paths: self.former_paths.clone(),
                old_paths: self.old_paths.clone(),
            },
            content: ContentParts {
                today: jiff::civil::date(2026, 11, 21),
                locales: Locales::new(self.locales.clone()).unwrap(),
                entries: self.entries.clone(),
                terms: Vec::new(),
                forms: Vec::new(),
                navigations: Vec::new(),
                globals,
                redirects: self.redirects.clone(),
                former_addresses: Vec::new(),
            },
        })
    }
}
