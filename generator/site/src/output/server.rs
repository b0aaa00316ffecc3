//! The files in `server/` that a release provides to the API (docs/contracts/server-files.md).
//!
//! **Invariant:** plain JSON that the API reads without depending on this crate; keys are in the order of the plan, so
//! the output is deterministic.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use vitrine_model::{
    catalog::Catalog,
    format::LocaleFormat,
    ids::{ProductId, ProductNumber},
    locale::{Locale, LocaleIndex, Locales},
    money::TaxStatus,
    product::{Family, Product},
    record::Record,
};

use super::cdn;
use crate::{
    assets::AssetManifest,
    config::TagManager,
    messages::Messages,
    page::{PlannedPage, Subject},
    plan::{PlanIndex, mail_landings},
    routes::{Layout, name},
};

fn code(locales: &Locales, locale: LocaleIndex) -> String {
    locales.get(locale).map_or_else(String::new, |l| l.code.to_string())
}

/// `site.json`
pub(crate) fn site(catalog: &Catalog, plan: &PlanIndex, assets: &AssetManifest, tags: Option<&TagManager>) -> Value {
    let locales = catalog.locales();
    let list: Vec<Value> = locales
        .iter()
        .map(|(_, l)| json!({"code": l.code, "iso": l.iso, "prefix": l.prefix, "name": l.name, "language": l.commerce_language}))
        .collect();
    let by_locale = |route: &str, value: &dyn Fn(&PlannedPage) -> Option<String>| -> Map<String, Value> {
        locales
            .iter()
            .filter_map(|(index, l)| Some((l.code.to_string(), value(plan.screen(route, index)?)?.into())))
            .collect()
    };
    let mut routes = Map::new();
    for route in name::ALL {
        let paths = by_locale(route, &|page| pattern(plan, page));
        if !paths.is_empty() {
            routes.insert(short_name(route).to_owned(), Value::Object(paths));
        }
    }
    let [not_found, maintenance, failure] =
        name::ERROR_PAGES.map(|page| by_locale(page, &|page| Some(page.file.clone())));
    let answers: Map<String, Value> = name::ANSWERS
        .into_iter()
        .map(|page| (page.to_owned(), by_locale(page, &|page| Some(page.file.clone())).into()))
        .collect();
    json!({
        "locales": list, "not_found": not_found, "maintenance": maintenance, "failure": failure, "answers": answers, "routes": routes,
        "layouts": {"account": names_of(Layout::Account), "auth": names_of(Layout::Auth)}, "link": cdn::link(assets),
        "private": mail_landings::patterns(locales.iter().map(|(_, locale)| locale.prefix.as_str())),
        "cookie_pages": cookie_pages(catalog, plan),
        "tag_hosts": tags.map(|tags| json!({"script": tags.script_host, "report": tags.report_hosts}))
    })
}

/// The page that says which cookies there are, of each locale that has one.
fn cookie_pages(catalog: &Catalog, plan: &PlanIndex) -> Map<String, Value> {
    let page = |(index, locale): (LocaleIndex, &Locale)| {
        let site = &catalog.globals(index)?.value().site;
        let mut pages = [&site.cookie_page, &site.privacy_page].into_iter().flatten();
        let page = pages.find_map(|id| plan.entry(id, index))?;
        Some((locale.code.to_string(), page.path.href().into()))
    };
    catalog.locales().iter().filter_map(page).collect()
}

/// The screens with a layout that the server guards (R-ROUTE-11).
fn names_of(layout: Layout) -> Vec<&'static str> {
    name::ALL
        .into_iter()
        .filter(|route| Layout::of(route) == layout)
        .collect()
}

/// The path of a screen, with `:name` for a runtime parameter.
fn pattern(plan: &PlanIndex, page: &PlannedPage) -> Option<String> {
    let shell = plan
        .rewrites()
        .iter()
        .find(|shell| shell.file == page.file && shell.is_own());
    let own = || plan.page(&page.path).map(|page| page.path.href());
    shell.map(|shell| shell.pattern.clone()).or_else(own)
}

/// The contract's name of a route: the cart is `cart`, all others keep their route name.
fn short_name(route: &str) -> &str {
    if route == name::CART { "cart" } else { route }
}

/// `redirects.json`
pub(crate) fn redirects(plan: &PlanIndex) -> Value {
    plan.redirects()
        .iter()
        .map(|redirect| {
            let mut line =
                json!({"from": redirect.from.href(), "to": redirect.target.location(), "status": redirect.status});
            if let Some(until) = redirect.until {
                line["former"] = json!({"source": redirect.source, "until": until.to_string()});
            }
            line
        })
        .collect()
}

/// `rewrites.json`, in the order of matching.
pub(crate) fn rewrites(plan: &PlanIndex) -> Value {
    let rewrites = plan.rewrites().iter();
    rewrites
        .map(|shell| json!({"pattern": shell.pattern, "file": shell.file}))
        .collect()
}

/// `products.json`
pub(crate) fn products(plan: &PlanIndex, locales: &Locales) -> Value {
    let mut products: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for page in plan.pages() {
        if let Subject::Product(id) = &page.subject {
            let paths = products
                .entry(id.to_string())
                .or_insert_with(|| locales.iter().map(|(_, l)| (l.code.to_string(), Value::Null)).collect());
            paths.insert(code(locales, page.locale), Value::String(page.path.href()));
        }
    }
    products
        .into_iter()
        .map(|(id, paths)| (id, Value::Object(paths)))
        .collect::<Map<_, _>>()
        .into()
}

/// `numbers.json`: product and part numbers, of a bundle also those of its contents (R-PDP-09).
pub(crate) fn numbers(plan: &PlanIndex, catalog: &Catalog) -> Value {
    let row = |number: &ProductNumber, product: Option<&Product>, quantity: u32| {
        json!({
            "number": number, "manufacturer_number": product.and_then(|one| one.manufacturer_number.as_deref()),
            "ean": product.and_then(|one| one.ean.as_deref()), "quantity": quantity
        })
    };
    let mut numbers = BTreeMap::new();
    for page in plan.pages() {
        let Subject::Product(id) = &page.subject else { continue };
        let Some(product) = catalog.product(id).filter(|_| !numbers.contains_key(id.as_str())) else {
            continue;
        };
        let product = product.value();
        // An item that is sold only within a bundle is not a product of the shop, so only its number is known.
        let contents = product.bundle.iter().map(|item| {
            let sold = catalog.product_by_number(&item.number).map(Record::value);
            row(&item.number, sold, item.quantity)
        });
        let own = row(&product.number, Some(product), 1);
        let all: Vec<Value> = std::iter::once(own).chain(contents).collect();
        numbers.insert(id.to_string(), Value::from(all));
    }
    numbers.into_iter().collect::<Map<_, _>>().into()
}

/// `prices.json`: what each product with a page costs, and what a reduction is measured against (law §2); prices without
/// tax are left out, since consumers see none.
pub(crate) fn prices(plan: &PlanIndex, catalog: &Catalog) -> Value {
    let mut prices = BTreeMap::new();
    for page in plan.pages() {
        let Subject::Product(id) = &page.subject else { continue };
        let Some(product) = catalog.product(id).map(Record::value) else {
            continue;
        };
        if product.prices.tax_status != TaxStatus::Gross || prices.contains_key(id.as_str()) {
            continue;
        }
        let first = product.first_price();
        let row = json!({
            "number": product.number, "market": first.unit.currency, "minor": first.unit.minor,
            "reduced": first.struck().is_some(), "baseline": product.prices.baseline.map(|price| price.minor),
        });
        prices.insert(id.to_string(), row);
    }
    prices.into_iter().collect::<Map<_, _>>().into()
}

/// `families.json`: the variants of each family that has more than one, as the lists count them.
pub(crate) fn families(catalog: &Catalog) -> Value {
    let mut families: BTreeMap<&ProductId, Vec<&ProductId>> = BTreeMap::new();
    for product in catalog.products().map(Record::value) {
        if let Some(family) = &product.family {
            families.entry(family).or_default().push(&product.id);
        }
    }
    let several = families.into_values().filter(|variants| variants.len() > 1);
    several.map(|variants| json!(variants)).collect()
}

/// `parents.json`: the number of each family, and the variant that stands for it.
pub(crate) fn parents(catalog: &Catalog) -> Value {
    let parent = |family: &Family| {
        let main = family.main_variant.as_ref().filter(|id| catalog.product(id).is_some());
        let variant = main.or_else(|| catalog.variants(&family.id).first())?;
        Some((
            family.id.to_string(),
            json!({"number": family.number, "variant": variant}),
        ))
    };
    let parents: Map<_, _> = catalog.families().map(Record::value).filter_map(parent).collect();
    parents.into()
}

/// The texts of a price that both pages and the API write.
const PRICE_TEXTS: [&str; 10] = [
    "product.list_price",
    "product.now",
    "product.price_from",
    "product.tier_price",
    "product.reference_price",
    "product.lowest_price",
    "product.tax_gross",
    "product.tax_net",
    "product.tax_free",
    "lists.public_prices",
];

/// `price-words.json`: how prices are written in each locale.
pub(crate) fn price_words<'a>(locales: impl Iterator<Item = (&'a Messages, &'a LocaleFormat)>) -> Value {
    let words = |(messages, format): (&Messages, &LocaleFormat)| {
        let texts = PRICE_TEXTS
            .into_iter()
            .filter_map(|key| Some((key.to_owned(), with_placeholders(messages, key)?.into())));
        let texts: Map<String, Value> = texts.collect();
        (messages.locale().to_owned(), json!({"format": format, "texts": texts}))
    };
    locales.map(words).collect::<Map<_, _>>().into()
}

fn with_placeholders(messages: &Messages, key: &str) -> Option<String> {
    let kept = [("price", "{price}"), ("quantity", "{quantity}"), ("unit", "{unit}")];
    messages.text(key, &kept).ok()
}

/// The label of public prices in each locale, for pages that cannot reach the API.
pub(crate) fn tax_labels<'a>(messages: impl Iterator<Item = &'a Messages>) -> Value {
    messages
        .filter_map(|m| Some((m.locale().to_owned(), m.text("product.tax_gross", &[]).ok()?.into())))
        .collect::<Map<String, Value>>()
        .into()
}

/// `messages.json`: the texts of the API, and the names of months and weekdays (`format.month.1`, `format.weekday.1`).
pub(crate) fn messages<'a>(locales: impl Iterator<Item = (&'a Messages, &'a LocaleFormat)>) -> Value {
    let with_names = |(messages, format): (&Messages, &LocaleFormat)| {
        let mut texts = messages.errors().clone();
        for (kind, names) in [("month", format.months.as_slice()), ("weekday", &format.weekdays)] {
            for (number, name) in (1..).zip(names) {
                texts[format!("format.{kind}.{number}")] = name.as_str().into();
            }
        }
        (messages.locale().to_owned(), texts)
    };
    locales.map(with_names).collect::<Map<_, _>>().into()
}
