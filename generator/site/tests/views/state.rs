//! A shop with one thing of most kinds, and edits of it: what an editor or a merchant may do between two builds.

use std::sync::Arc;

use vitrine_model::{
    catalog::CatalogParts,
    content::{
        Block, BlockKind, BlockOptions, Entry, EntryFields, EventFields, NewsFields, OverviewBlock, OverviewOf,
        ProductsOverviewBlock,
    },
    ids::CategoryId,
    link::LinkTarget,
    locale::LocaleIndex,
    navigation::{Navigation, NavigationPage},
    path::{LocalPath, SitePath},
    product::{Category, Stock},
    redirect::{Redirect, RedirectTarget},
};

use super::shop::{ALL, euros, everywhere, option_id, parts_with, shop_products};
use crate::support::{EN, NL, entry, entry_id};

pub(crate) fn category_id(number: u32) -> CategoryId {
    CategoryId::parse(&format!("{number:032x}")).unwrap()
}

pub(crate) fn category(number: u32, parent: Option<u32>, code: &str) -> Category {
    Category {
        id: category_id(number),
        parent: parent.map(category_id),
        names: everywhere(&code.to_owned()),
        code: Some(code.to_owned()),
        position: number,
    }
}

fn block(kind: BlockKind) -> Block {
    Block {
        id: "list".to_owned(),
        options: BlockOptions::default(),
        kind,
    }
}

/// A page with the list of a category.
pub(crate) fn list_page(id: &str, locale: LocaleIndex, path: &str, code: Option<&str>) -> Entry {
    let mut page = entry(id, id, locale, path, "Lijst", "<p>Alles.</p>");
    page.blocks
        .push(block(BlockKind::ProductsOverview(ProductsOverviewBlock {
            root_category_code: code.map(str::to_owned),
            per_page: 12,
            ..ProductsOverviewBlock::default()
        })));
    page
}

/// The page with the overview of the news.
fn news_page() -> Entry {
    let mut page = entry("news-all-nl", "news-all-nl", NL, "/nieuws", "Nieuws", "<p>Alles.</p>");
    page.blocks.push(block(BlockKind::Overview(OverviewBlock {
        heading: Default::default(),
        text: Default::default(),
        of: OverviewOf::News,
        filters: Vec::new(),
        per_page: 12,
        sort: None,
        empty_text: None,
    })));
    page
}

pub(crate) fn news(id: &str) -> Entry {
    let mut news = entry(id, id, NL, &format!("/nieuws/{id}"), "Een bericht", "<p>Nieuw.</p>");
    news.collection = "news".to_owned();
    news.fields = EntryFields::News(Box::new(NewsFields {
        date: Some(jiff::civil::date(2026, 11, 1)),
        intro: Some("Kort".to_owned()),
        ..NewsFields::default()
    }));
    news
}

/// An event that ends on the day before the build's.
fn event() -> Entry {
    let mut event = entry("fair-nl", "fair-nl", NL, "/agenda/fair-nl", "Beurs", "<p>Kom.</p>");
    event.collection = "events".to_owned();
    let at = |day| {
        jiff::civil::date(2026, 11, day)
            .to_zoned(jiff::tz::TimeZone::UTC)
            .unwrap()
    };
    event.fields = EntryFields::Event(Box::new(EventFields {
        start: Some(at(19)),
        end: Some(at(22)),
        ..EventFields::default()
    }));
    event
}

pub(crate) fn node(title: &str, target: LinkTarget, logo_light: bool) -> NavigationPage {
    NavigationPage {
        id: title.to_owned(),
        title: title.to_owned(),
        target: Some(target),
        entry: None,
        label: None,
        call_to_action: None,
        expand_on_mobile: false,
        is_highlighted: false,
        highlight: None,
        dropdown_type: None,
        logo_light,
        columns: None,
        featured_image: None,
        new_tab: false,
        children: Vec::new(),
    }
}

pub(crate) fn link(id: &str) -> LinkTarget {
    LinkTarget::Entry(entry_id(id))
}

/// The redirect of an entry whose page has moved to another site.
pub(crate) fn leads_away(id: &str, from: &str) -> Redirect {
    Redirect {
        from: LocalPath::parse(from).unwrap(),
        target: RedirectTarget::External("https://elsewhere.example/".to_owned()),
        status: 302,
        source: format!("entry {id}"),
        entry: Some(entry_id(id)),
        until: None,
    }
}

/// The whole shop.
pub(crate) fn state() -> CatalogParts {
    let mut products = shop_products();
    for product in &mut products {
        product.categories = vec![category_id(2)];
    }
    let mut parts = parts_with(products, |_| ());
    parts.shop.categories = vec![category(1, None, "zitten"), category(2, Some(1), "stoelen")];
    let html = "<p><a href=\"statamic://entry::service-nl\">Service</a> <a href=\"/contact\">Contact</a></p>";
    parts.content.entries.extend([
        list_page("all-nl", NL, "/assortiment", None),
        list_page("sit-nl", NL, "/assortiment/zitten", Some("zitten")),
        list_page("chairs-nl", NL, "/assortiment/zitten/stoelen", Some("stoelen")),
        news_page(),
        news("opening"),
        event(),
        entry("links-nl", "links-nl", NL, "/links", "Links", html),
        entry(
            "service-nl",
            "service-nl",
            NL,
            "/service",
            "Service",
            "<p>Wij helpen.</p>",
        ),
        entry(
            "service-en",
            "service-nl",
            EN,
            "/en/service",
            "Service",
            "<p>We help.</p>",
        ),
    ]);
    parts.content.navigations = vec![
        Navigation {
            handle: "main".to_owned(),
            locale: NL,
            pages: vec![
                node("Thuis", link("home-nl"), true),
                node("Service", link("service-nl"), false),
            ],
        },
        Navigation {
            handle: "colophon".to_owned(),
            locale: NL,
            pages: vec![node("Service", link("service-nl"), false)],
        },
    ];
    parts
}

/// An edit; the number chooses what it concerns.
pub(crate) type Edit = fn(&mut CatalogParts, usize);

fn chosen<T>(list: &mut [T], number: usize) -> Option<&mut T> {
    let count = list.len().max(1);
    list.get_mut(number % count)
}

/// An entry other than the home pages, which every build needs.
fn entry_at(parts: &mut CatalogParts, number: usize) -> Option<&mut Entry> {
    let mut others: Vec<&mut Entry> = parts
        .content
        .entries
        .iter_mut()
        .filter(|entry| entry.group.as_str() != "home-nl")
        .collect();
    let count = others.len().max(1);
    (!others.is_empty()).then(|| others.swap_remove(number % count))
}

/// Every edit by name.
pub(crate) const EDITS: &[(&str, Edit)] = &[
    ("a title", |parts, at| {
        if let Some(entry) = chosen(&mut parts.content.entries, at) {
            entry.title.push_str(" nu");
        }
    }),
    ("a page moves", |parts, at| {
        if let Some(entry) = entry_at(parts, at).filter(|entry| entry.path.is_some()) {
            let path = entry.path.as_ref().map_or("/", SitePath::as_str);
            entry.path = SitePath::parse(&format!("{path}-anders")).ok();
        }
    }),
    ("a page goes", |parts, at| {
        let id = entry_at(parts, at).map(|entry| entry.id.clone());
        parts.content.entries.retain(|entry| Some(&entry.id) != id.as_ref());
    }),
    ("a page leads to another site", |parts, at| {
        let Some(entry) = entry_at(parts, at).filter(|entry| entry.path.is_some()) else {
            return;
        };
        let from = entry.path.take().map_or_else(String::new, |path| path.to_string());
        let redirect = leads_away(entry.id.as_str(), &from);
        parts.content.redirects.push(redirect);
    }),
    ("localizations regroup", |parts, at| {
        if let Some(entry) = entry_at(parts, at) {
            entry.group = entry_id(&format!("group-of-{}", entry.id));
        }
    }),
    ("two pages change places", |parts, at| {
        let mut of: Vec<&mut Entry> = parts
            .content
            .entries
            .iter_mut()
            .filter(|entry| entry.locale == NL && entry.path.is_some() && entry.collection == "pages")
            .collect();
        let (one, other) = (at % of.len(), (at + 1) % of.len());
        let kept = of[one].path.clone();
        of[one].path = of[other].path.clone();
        of[other].path = kept;
    }),
    ("a page is not indexed", |parts, at| {
        if let Some(entry) = chosen(&mut parts.content.entries, at) {
            entry.seo.noindex = !entry.seo.noindex;
        }
    }),
    ("news comes", |parts, at| {
        parts.content.entries.push(news(&format!("bericht-{at}")))
    }),
    ("all news goes", |parts, _| {
        parts.content.entries.retain(|entry| entry.collection != "news")
    }),
    ("a day passes", |parts, at| {
        let days = i64::try_from(at % 4).unwrap();
        parts.content.today = parts.content.today.checked_add(jiff::Span::new().days(days)).unwrap();
    }),
    ("a price", |parts, at| {
        if let Some(product) = chosen(&mut parts.shop.products, at) {
            product.prices.single.unit = euros(99_900 + i64::try_from(at).unwrap());
        }
    }),
    ("stock", |parts, at| {
        if let Some(product) = chosen(&mut parts.shop.products, at) {
            product.stock = Stock::derive(false, 0, false, None, 5);
        }
    }),
    ("a product's name", |parts, at| {
        if let Some(product) = chosen(&mut parts.shop.products, at) {
            let mut texts = product.texts.get(NL).cloned().unwrap_or_default();
            Arc::make_mut(&mut texts).name.push_str(" nieuw");
            product.texts.set(NL, texts);
        }
    }),
    ("a product goes", |parts, at| {
        if parts.shop.products.len() > 1 {
            let place = at % parts.shop.products.len();
            parts.shop.products.remove(place);
        }
    }),
    ("a product leaves its category", |parts, at| {
        if let Some(product) = chosen(&mut parts.shop.products, at) {
            product.categories = vec![category_id(1)];
        }
    }),
    ("a product has another option", |parts, at| {
        if let Some(product) = chosen(&mut parts.shop.products, at) {
            product.properties = vec![option_id(32)];
        }
    }),
    ("an option's name", |parts, at| {
        if let Some(option) = chosen(&mut parts.shop.property_options, at) {
            option.names = everywhere(&format!("Kleur {at}"));
        }
    }),
    ("a group's name", |parts, at| {
        if let Some(group) = chosen(&mut parts.shop.property_groups, at) {
            group.names = everywhere(&format!("Groep {at}"));
        }
    }),
    ("a family's main variant", |parts, at| {
        let id = chosen(&mut parts.shop.products, at).map(|product| product.id.clone());
        if let Some(family) = parts.shop.families.first_mut() {
            family.main_variant = id;
        }
    }),
    ("a category's name", |parts, at| {
        if let Some(category) = chosen(&mut parts.shop.categories, at) {
            category.names = everywhere(&format!("Soort {at}"));
        }
    }),
    ("a category goes", |parts, at| {
        let id = category_id(1 + u32::try_from(at % 2).unwrap());
        parts.shop.categories.retain(|category| category.id != id);
    }),
    ("a category moves", |parts, at| {
        if let Some(category) = chosen(&mut parts.shop.categories, at) {
            category.parent = None;
        }
    }),
    ("a category comes above", |parts, _| {
        if parts
            .shop
            .categories
            .iter()
            .all(|category| category.id != category_id(3))
        {
            parts.shop.categories.push(category(3, None, "wonen"));
        }
        for category in parts
            .shop
            .categories
            .iter_mut()
            .filter(|category| category.id == category_id(1))
        {
            category.parent = Some(category_id(3));
        }
    }),
    ("the menu", |parts, at| {
        if let Some(node) = parts
            .content
            .navigations
            .first_mut()
            .and_then(|menu| chosen(&mut menu.pages, at))
        {
            node.title.push_str(" ook");
            node.logo_light = !node.logo_light;
        }
    }),
    ("another page's light logo", |parts, _| {
        if let Some(menu) = parts.content.navigations.first_mut() {
            menu.pages.retain(|node| !node.logo_light);
        }
    }),
    ("a brand's name", |parts, _| {
        for brand in &mut parts.shop.brands {
            brand.names = everywhere(&"Ander merk".to_owned());
        }
    }),
    ("globals", |parts, at| {
        for locale in ALL {
            let mut globals = parts.content.globals.get(locale).cloned().unwrap_or_default();
            globals.site.phone = Some(format!("+31 20 555 01 {:02}", at % 100));
            globals.not_found.title = Some(format!("Weg {at}"));
            parts.content.globals.set(locale, globals);
        }
    }),
];
