//! The small shop of these tests, built with the project's own templates, and helpers to read its pages.

use crate::support::{DE, EN, NL, Place, entry, family, islands, own, product, product_id, three_locales};
use std::sync::Arc;

use vitrine_model::{
    catalog::{Catalog, CatalogParts, ContentParts, ShopParts},
    content::{
        Block, BlockKind, CatalogueFields, Entry, EntryFields, GenericFormBlock, Heading, HeroBlock, PageFields,
        ShowroomFields,
    },
    globals::Globals,
    ids::{BrandId, FormHandle, PropertyGroupId, PropertyOptionId},
    locale::{LocaleIndex, Locales, Localized},
    media::{FocalPoint, Image},
    money::{Currency, Money},
    product::{
        Brand, Dimensions, PriceTier, Product, ProductTexts, PropertyGroup, PropertyOption, Question, Stock, UnitPrice,
    },
    rich_text::RichText,
};
use vitrine_site::{BuildReport, KeptRelease, OwnFiles, Site, SitePaths, config::SiteConfig};

pub(crate) const ALL: [LocaleIndex; 3] = [NL, EN, DE];

pub(crate) fn euros(minor: i64) -> Money {
    Money {
        minor,
        currency: Currency::parse("EUR").unwrap(),
    }
}

pub(crate) fn unit(minor: i64) -> UnitPrice {
    UnitPrice {
        unit: euros(minor),
        list: None,
        regulation: None,
        reference: None,
    }
}

pub(crate) fn group_id(number: u32) -> PropertyGroupId {
    PropertyGroupId::parse(&format!("{number:032x}")).unwrap()
}

pub(crate) fn option_id(number: u32) -> PropertyOptionId {
    PropertyOptionId::parse(&format!("{number:032x}")).unwrap()
}

pub(crate) fn everywhere<T: Clone>(value: &T) -> Localized<T> {
    let mut all = Localized::new();
    for locale in ALL {
        all.set(locale, value.clone());
    }
    all
}

pub(crate) fn group(number: u32, name: &str, external_id: Option<&str>) -> PropertyGroup {
    PropertyGroup {
        id: group_id(number),
        names: everywhere(&name.to_owned()),
        external_id: external_id.map(str::to_owned),
        display: "text".to_owned(),
        visible: true,
        position: i64::from(number),
    }
}

pub(crate) fn option(number: u32, group: u32, name: &str) -> PropertyOption {
    PropertyOption {
        id: option_id(number),
        group: group_id(group),
        names: everywhere(&name.to_owned()),
        color: None,
        position: i64::from(number),
        entry: name.to_lowercase(),
    }
}

/// A chair in two fabrics and two frames; one combination does not exist and one is sold out.
pub(crate) fn variant(number: u32, article: &str, options: [u32; 2]) -> Product {
    let seo = format!("Ravel/{article}");
    let names = ALL.map(|locale| (locale, "Ravel", Some(seo.as_str())));
    Product {
        family: Some(product_id(100)),
        options: options.map(option_id).to_vec(),
        properties: vec![option_id(31), option_id(32)],
        ..product(number, article, &names)
    }
}

pub(crate) fn with_texts(mut product: Product, change: impl Fn(&mut ProductTexts)) -> Product {
    let mut texts = Localized::new();
    for (locale, own) in product.texts.iter() {
        let mut own = ProductTexts::clone(own);
        change(&mut own);
        texts.set(locale, Arc::new(own));
    }
    product.texts = texts;
    product
}

pub(crate) fn shop_products() -> Vec<Product> {
    let rich = variant(1, "RAVEL-RU-OA", [11, 21]);
    let mut rich = with_texts(rich, |texts| {
        texts.description = Some(RichText::from_html("<p>Een stoel.</p>", &[], 3));
        texts.maintenance = Some(RichText::from_html("<p>Stofzuigen.</p>", &[], 3));
        texts.faq = vec![Question {
            question: "Past hij onder de tafel?".to_owned(),
            answer: RichText::from_html("<p>Ja.</p>", &[], 3),
        }];
    });
    rich.dimensions = Dimensions {
        width: Some(553),
        height: Some(780),
        ..Dimensions::default()
    };
    rich.prices.recommended = Some(euros(139_900));
    rich.prices.single.list = Some(euros(149_900));
    rich.prices.single.regulation = Some(euros(134_900));
    let mut sold_out = variant(2, "RAVEL-RU-WA", [11, 22]);
    sold_out.stock = Stock::derive(false, 0, true, None, 5);
    let moss = variant(3, "RAVEL-MO-OA", [12, 21]);
    let mut tiers = product(4, "BEUGEL", &ALL.map(|l| (l, "Beugel", Some("Beugel"))));
    let tier = |from, to, minor| PriceTier {
        from,
        to,
        price: unit(minor),
    };
    tiers.prices.tiers = vec![
        tier(1, Some(3), 18_900),
        tier(4, Some(11), 16_900),
        tier(12, None, 14_900),
    ];
    vec![rich, sold_out, moss, tiers]
}

pub(crate) fn picture() -> Image {
    Image {
        url: "https://images.example/room.webp".to_owned(),
        width: Some(2_000),
        height: Some(1_250),
        focus: FocalPoint { x: 40, y: 62 },
        alt: Some("Een kamer".to_owned()),
        thumbnails: Vec::new(),
        shows: Vec::new(),
    }
}

pub(crate) fn home(id: &str, locale: LocaleIndex, path: &str) -> Entry {
    let hero = HeroBlock {
        heading: Heading {
            heading: Some("Een tafel".to_owned()),
            level: 2,
            ..Heading::default()
        },
        image: Some(picture()),
        ..HeroBlock::default()
    };
    let mut home = entry(id, "home-nl", locale, path, "Home", "<h2>Over ons</h2><p>Tekst</p>");
    home.fields = EntryFields::Page(PageFields {
        hide_title: true,
        ..PageFields::default()
    });
    home.blocks.insert(
        0,
        Block {
            id: "hero".to_owned(),
            options: vitrine_model::content::BlockOptions::default(),
            kind: BlockKind::Hero(hero),
        },
    );
    home.blocks.push(Block {
        id: "new".to_owned(),
        options: vitrine_model::content::BlockOptions::default(),
        kind: BlockKind::Unbuilt("hologram".to_owned()),
    });
    home
}

/// The page with a block for the newsletter's form.
fn newsletter(mut page: Entry) -> Entry {
    page.blocks.push(Block {
        id: "newsletter".to_owned(),
        options: vitrine_model::content::BlockOptions::default(),
        kind: BlockKind::GenericForm(Box::new(GenericFormBlock {
            form: FormHandle::parse("newsletter").ok(),
            ..GenericFormBlock::default()
        })),
    });
    page
}

/// A printed catalogue as a file. It has no page.
fn catalogue() -> Entry {
    let mut catalogue = entry("catalogue-nl", "catalogue-nl", NL, "/x", "Licht aan en uit", "");
    catalogue.path = None;
    catalogue.fields = EntryFields::Catalogue(Box::new(CatalogueFields {
        file: Some("https://files.example/licht.pdf".to_owned()),
        ..CatalogueFields::default()
    }));
    catalogue
}

/// A showroom that offers appointments. It has no page.
fn showroom() -> Entry {
    let mut showroom = entry("breda-nl", "breda-nl", NL, "/y", "Breda", "");
    showroom.path = None;
    showroom.fields = EntryFields::Showroom(Box::new(ShowroomFields {
        image: Some(picture()),
        appointments: Some(vec!["lighting".to_owned()]),
        ..ShowroomFields::default()
    }));
    showroom
}

pub(crate) fn brand() -> Brand {
    Brand {
        id: BrandId::parse(&format!("{:032x}", 71)).unwrap(),
        names: everywhere(&"Kante".to_owned()),
        link: None,
        code: "kante".to_owned(),
        gpsr: None,
    }
}

pub(crate) fn catalog() -> Catalog {
    catalog_of(shop_products())
}

pub(crate) fn catalog_of(products: Vec<Product>) -> Catalog {
    catalog_with(products, |_| ())
}

fn catalog_with(products: Vec<Product>, change: impl Fn(&mut Globals)) -> Catalog {
    Catalog::new(parts_with(products, change))
}

/// The data of the shop's Catalog.
pub(crate) fn parts_with(products: Vec<Product>, change: impl Fn(&mut Globals)) -> CatalogParts {
    let mut ravel = family(100, "RAVEL", Some(1), &[]);
    ravel.option_groups = vec![group_id(1), group_id(2)];
    let mut globals = Globals::default();
    globals.site.name = "Lindhoven".to_owned();
    globals.site.contact_page = Some(crate::support::entry_id("contact-nl"));
    globals.not_found.title = Some("Deze stoel is weggezet".to_owned());
    change(&mut globals);
    CatalogParts {
        shop: ShopParts {
            currency: Currency::parse("EUR").unwrap(),
            products,
            families: vec![ravel],
            brands: vec![brand()],
            categories: Vec::new(),
            property_groups: vec![
                group(1, "Stof", None),
                group(2, "Hout", None),
                group(3, "Ontwerper", Some("designer")),
                group(4, "Label", Some("product_label")),
            ],
            property_options: vec![
                option(11, 1, "Roest"),
                option(12, 1, "Mos"),
                option(21, 2, "Eiken"),
                option(22, 2, "Noten"),
                option(31, 3, "Mara Vink"),
                option(32, 4, "Nieuw"),
            ],
            former_paths: Vec::new(),
            old_paths: Vec::new(),
        },
        content: ContentParts {
            today: jiff::civil::date(2026, 11, 21),
            locales: Locales::new(three_locales()).unwrap(),
            entries: vec![
                home("home-nl", NL, "/"),
                home("home-en", EN, "/en"),
                home("home-de", DE, "/de"),
                newsletter(entry(
                    "contact-nl",
                    "contact-nl",
                    NL,
                    "/contact",
                    "Contact",
                    "<p>Bel.</p>",
                )),
                entry("contact-en", "contact-nl", EN, "/en/contact", "Contact", "<p>Call.</p>"),
                catalogue(),
                showroom(),
            ],
            terms: Vec::new(),
            forms: Vec::new(),
            navigations: Vec::new(),
            globals: everywhere(&globals),
            redirects: Vec::new(),
            former_addresses: Vec::new(),
        },
    }
}

pub(crate) fn assets(place: &Place) {
    let names = ["loader", "styles", "cart", "buy-box", "cart-count", "product"];
    let file = |name: &str| format!("assets/{name}-1.{}", if name == "styles" { "css" } else { "js" });
    let asset = |name: &str| serde_json::json!({"file": file(name), "integrity": "sha384-x", "preload": []});
    for name in names {
        place.put(&format!("build/{}", file(name)), "x");
    }
    let files: serde_json::Map<String, serde_json::Value> = names
        .iter()
        .map(|name| (file(name), serde_json::json!({"integrity": "sha384-x", "bytes": 1})))
        .collect();
    let islands = islands(|name| asset(if names.contains(&name) { name } else { "cart-count" }));
    let manifest = serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "loader": asset("loader"), "styles": asset("styles"), "fonts": [], "files": files, "islands": islands,
    });
    place.put("build/manifest.json", &manifest.to_string());
}

pub(crate) fn build(config: SiteConfig) -> (Place, BuildReport) {
    build_site(config, |site| site)
}

pub(crate) fn build_site(config: SiteConfig, change: impl Fn(Site) -> Site) -> (Place, BuildReport) {
    build_catalog(&catalog(), config, change)
}

/// The shop with other products.
pub(crate) fn shop_of(products: Vec<Product>) -> Place {
    build_catalog(&catalog_of(products), SiteConfig::default(), |site| site).0
}

/// The shop with other products and globals.
pub(crate) fn shop_with(products: Vec<Product>, change: impl Fn(&mut Globals)) -> Place {
    build_catalog(&catalog_with(products, change), SiteConfig::default(), |site| site).0
}

fn build_catalog(catalog: &Catalog, config: SiteConfig, change: impl Fn(Site) -> Site) -> (Place, BuildReport) {
    let place = Place::new();
    let site = change(site_in(&place, config));
    let report = vitrine_site::build(catalog, &site, &place.options(), &mut KeptRelease::default(), &()).unwrap();
    (place, report)
}

/// The project's own templates and texts, with assets in a folder.
pub(crate) fn site_in(place: &Place, config: SiteConfig) -> Site {
    assets(place);
    let paths = SitePaths {
        templates: own("../../templates").into(),
        locales: own("../../locales").into(),
        assets: place.root.path().join("build").into(),
        own: OwnFiles::default(),
        places: None,
    };
    Site::load(&paths, config, &Locales::new(three_locales()).unwrap()).unwrap()
}

pub(crate) fn shop() -> (Place, BuildReport) {
    build(SiteConfig {
        base_url: "https://shop.example".to_owned(),
        ..SiteConfig::default()
    })
}

/// The text of a piece of HTML; each tag becomes a single space.
pub(crate) fn words(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(c),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The element with a class, from its tag to the given end.
pub(crate) fn part<'a>(html: &'a str, class: &str, end: &str) -> &'a str {
    let at = html
        .find(&format!("class=\"{class}"))
        .unwrap_or_else(|| panic!("no element has the class {class}"));
    let rest = html.get(at..).unwrap();
    rest.get(..rest.find(end).unwrap_or(rest.len())).unwrap()
}
