//! A thing has one price wherever it is shown (law §2, R-PDP-02): a shop with random prices, tiers, smallest quantities
//! and stock is built, and every place is compared with a price that is calculated here from Shopware's records.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};

use crate::support::{Shop, started, tree};

const LOCALES: [(&str, &str); 3] = [("nl", "site/"), ("en", "site/en/"), ("de", "site/de/")];
/// Upper bounds of the price bands in euros, as the lists show them.
const BANDS: [i64; 5] = [100, 250, 500, 1_000, 2_500];

/// What Shopware says of one variant.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// In cents, by the first quantity that costs this; the first is 1.
    pub(crate) prices: Vec<(u32, i64)>,
    /// The smallest quantity.
    pub(crate) min: u32,
    pub(crate) available: bool,
}

impl Variant {
    fn first_price(&self) -> i64 {
        let price = self.prices.iter().rev().find(|(from, _)| *from <= self.min);
        price.unwrap().1
    }

    /// The quantity and price of the last row of the table, where it is less.
    fn larger_quantity(&self) -> Option<(u32, i64)> {
        let last = *self.prices.last().unwrap();
        (self.prices.len() > 1 && last.1 < self.first_price()).then_some(last)
    }
}

pub(crate) fn variant() -> impl Strategy<Value = Variant> {
    let cents = prop_oneof![2_000_i64..20_000, 20_000_i64..300_000].prop_map(|cents| cents / 50 * 50);
    let steps = prop::collection::vec((1_u32..6, 60_i64..100), 0..3);
    let min = prop_oneof![3 => Just(1_u32), 1 => 2_u32..6];
    (cents, steps, min, prop::bool::weighted(0.8)).prop_map(|(cents, steps, min, available)| {
        let mut prices = vec![(1, cents)];
        for (more, percent) in steps {
            let (from, before) = *prices.last().unwrap();
            prices.push((from + more, before * percent / 100));
        }
        Variant { prices, min, available }
    })
}

/// Writes the variant into Shopware's record. In a table of prices a row names its last quantity, the last row its first.
fn write(record: &mut Value, variant: &Variant) {
    let euros = |cents: i64| json!(cents as f64 / 100.0);
    let price = |cents: i64, quantity: u32| {
        json!({
            "unitPrice": euros(cents), "totalPrice": euros(cents), "quantity": quantity,
            "listPrice": null, "regulationPrice": null, "referencePrice": null,
        })
    };
    let last = variant.prices.len() - 1;
    let row = |(place, (from, cents)): (usize, &(u32, i64))| {
        let next = variant.prices.get(place + 1).map(|(from, _)| from - 1);
        price(*cents, next.unwrap_or(*from))
    };
    record["calculatedPrice"] = price(variant.prices[0].1, 1);
    let rows: Vec<Value> = variant.prices.iter().enumerate().map(row).collect();
    record["calculatedPrices"] = if last == 0 { json!([]) } else { rows.into() };
    record["minPurchase"] = variant.min.into();
    record["available"] = variant.available.into();
    record["availableStock"] = 9.into();
    record["isCloseout"] = false.into();
}

/// The price of a family, as it must stand everywhere.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expected {
    cents: i64,
    from: bool,
    larger: Option<(u32, i64)>,
}

/// One piece of the cheapest variant that can be bought; of the cheapest of all, if none can be.
pub(crate) fn expected(variants: &[(String, Variant)]) -> Expected {
    let mut counted: Vec<&(String, Variant)> = variants.iter().filter(|(_, variant)| variant.available).collect();
    if counted.is_empty() {
        counted = variants.iter().collect();
    }
    counted.sort_by_key(|(number, variant)| (variant.first_price(), number.clone()));
    let (first, last) = (&counted[0].1, &counted[counted.len() - 1].1);
    Expected {
        cents: first.first_price(),
        from: last.first_price() > first.first_price(),
        larger: first.larger_quantity(),
    }
}

pub(crate) fn money(locale: &str, cents: i64) -> String {
    let digits = (cents / 100).to_string();
    let (thousands, point) = if locale == "en" { (',', '.') } else { ('.', ',') };
    let grouped = match digits.len() {
        0..=3 => digits,
        length => format!("{}{thousands}{}", &digits[..length - 3], &digits[length - 3..]),
    };
    let amount = format!("{grouped}{point}{:02}", cents % 100);
    match locale {
        "nl" => format!("€\u{a0}{amount}"),
        "en" => format!("€{amount}"),
        _ => format!("{amount}\u{a0}€"),
    }
}

/// The price and the quiet line below it.
pub(crate) fn words(locale: &str, price: &Expected) -> (String, Option<String>) {
    let amount = money(locale, price.cents);
    let from = match locale {
        "nl" => "vanaf",
        "en" => "from",
        _ => "ab",
    };
    let line = price.larger.map(|(quantity, cents)| {
        let amount = money(locale, cents);
        match locale {
            "nl" => format!("{amount} per stuk vanaf {quantity} stuks"),
            "en" => format!("{amount} each from {quantity} pieces"),
            _ => format!("{amount} pro Stück ab {quantity} Stück"),
        }
    });
    let amount = if price.from { format!("{from} {amount}") } else { amount };
    (amount, line)
}

fn band(cents: i64) -> String {
    let below = BANDS.iter().find(|bound| cents < **bound * 100);
    let above = BANDS.iter().rev().find(|bound| cents >= **bound * 100).unwrap_or(&0);
    format!("{above}-{}", below.map(i64::to_string).unwrap_or_default())
}

/// A shop with the same random records in all languages, and what its families cost by family.
struct Priced {
    shop: Shop,
    prices: BTreeMap<String, Expected>,
}

impl Priced {
    fn new(shop: Shop, runner: &mut TestRunner) -> Self {
        let mut families: BTreeMap<String, Vec<(String, Variant)>> = BTreeMap::new();
        let mut by_id: BTreeMap<String, Variant> = BTreeMap::new();
        for record in shop.pulled("shopware/products.nl") {
            let text = |field: &str| record[field].as_str().map(str::to_owned);
            let id = text("id").unwrap();
            if record["childCount"].as_u64().unwrap_or_default() > 0 {
                continue;
            }
            let made = variant().new_tree(runner).unwrap().current();
            let family = text("parentId").unwrap_or_else(|| id.clone());
            families
                .entry(family)
                .or_default()
                .push((text("productNumber").unwrap(), made.clone()));
            by_id.insert(id, made);
        }
        for (locale, _) in LOCALES {
            let file = format!("shopware/products.{locale}");
            let mut records = shop.pulled(&file);
            for record in &mut records {
                if let Some(variant) = by_id.get(record["id"].as_str().unwrap()) {
                    write(record, variant);
                }
            }
            shop.put_pulled(&file, &records);
        }
        let prices = families
            .iter()
            .map(|(family, variants)| (family.clone(), expected(variants)));
        Self {
            prices: prices.collect(),
            shop,
        }
    }

    fn documents(&self, locale: &str) -> Vec<Value> {
        let all = documents(&self.shop, locale).into_iter();
        all.filter(|document| document["product"].is_object()).collect()
    }

    /// The family that each product's address belongs to.
    fn families(&self, locale: &str) -> BTreeMap<String, String> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let documents = self.documents(locale);
        documents
            .iter()
            .map(|of| (text(&of["href"]), text(&of["product"]["family"])))
            .collect()
    }

    fn search_documents(&self, locale: &str) {
        for document in self.documents(locale) {
            let product = &document["product"];
            let price = &self.prices[product["family"].as_str().unwrap()];
            let (amount, line) = words(locale, price);
            assert_eq!(product["price_minor"], price.cents, "{document}");
            assert_eq!(product["facets"]["price"], json!([band(price.cents)]), "{document}");
            assert_eq!(product["card"]["price"], amount, "{document}");
            assert_eq!(product["card"]["price_note"], json!(line), "{document}");
        }
    }

    /// Every card of every page; structured data of variants; Markdown.
    fn pages(&self, locale: &str, folder: &str) {
        let families = self.families(locale);
        let (mut cards, mut groups, mut links) = (0, 0, 0);
        for (file, bytes) in tree(&self.shop.path("dist/current/site")) {
            let file = format!("site/{file}");
            let other = LOCALES
                .iter()
                .any(|(_, other)| other.len() > folder.len() && file.starts_with(other));
            if !file.starts_with(folder) || other {
                continue;
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if file.ends_with(".html") {
                cards += self.cards(locale, &families, &file, &text);
                groups += self.groups(&file, &text);
            } else if file.ends_with(".md") {
                links += self.links(locale, &families, &file, &text);
            }
        }
        assert!(
            cards > 50 && groups > 5 && links > 20,
            "{locale}: {cards} cards, {groups} groups, {links} links"
        );
    }

    fn cards(&self, locale: &str, families: &BTreeMap<String, String>, file: &str, text: &str) -> usize {
        let cards = text.split("class=\"product-card__link\" href=\"").skip(1);
        let mut seen = 0;
        for card in cards {
            let card = card.split("</li>").next().unwrap();
            let href = card.split('"').next().unwrap();
            let Some(family) = families.get(href) else {
                continue;
            };
            let (amount, line) = words(locale, &self.prices[family]);
            let of = |class: &str| {
                let rest = card.split(&format!("<p class=\"{class}\">")).nth(1)?;
                Some(rest.split("</p>").next()?.trim().to_owned())
            };
            assert_eq!(of("product-card__price"), Some(amount), "{file}: {href}");
            assert_eq!(of("product-card__note"), line, "{file}: {href}");
            seen += 1;
        }
        seen
    }

    /// The lowest price of a ProductGroup, by the page that describes it.
    fn groups(&self, file: &str, text: &str) -> usize {
        let data = text.split("<script type=\"application/ld+json\">").skip(1);
        let data = data.filter_map(|rest| serde_json::from_str::<Value>(rest.split("</script>").next()?).ok());
        let mut seen = 0;
        for group in data.filter(|data| data["@type"] == "ProductGroup") {
            let number = group["productGroupID"].as_str().unwrap();
            let family = self.family_of_number(number);
            let price = &self.prices[&family];
            let low = format!("{}.{:02}", price.cents / 100, price.cents % 100);
            assert_eq!(group["offers"]["@type"], "AggregateOffer", "{file}");
            assert_eq!(group["offers"]["lowPrice"], low, "{file}");
            assert_eq!(group["offers"]["priceCurrency"], "EUR", "{file}");
            seen += 1;
        }
        seen
    }

    fn family_of_number(&self, number: &str) -> String {
        let records = self.shop.pulled("shopware/products.nl");
        let family = records.iter().find(|record| record["productNumber"] == number);
        family.unwrap()["id"].as_str().unwrap().to_owned()
    }

    fn links(&self, locale: &str, families: &BTreeMap<String, String>, file: &str, text: &str) -> usize {
        let mut seen = 0;
        for line in text.lines() {
            let Some((link, price)) = line.rsplit_once("): ") else {
                continue;
            };
            let Some((_, href)) = link.rsplit_once("](") else {
                continue;
            };
            let path = format!("/{}", href.splitn(4, '/').nth(3).unwrap_or_default());
            let Some(family) = families.get(&path).filter(|_| price.contains('€')) else {
                continue;
            };
            // Parts of a product name the variant, with its own price.
            let own = file.contains("/producten/") || file.contains("/products/") || file.contains("/produkte/");
            if !own {
                let price = price.replace('\\', "");
                assert_eq!(price, words(locale, &self.prices[family]).0, "{file}: {line}");
                seen += 1;
            }
        }
        seen
    }

    /// Search, suggestions, both orders by price, and the filter of each band with its count.
    fn answers(&self, url: &str, locale: &str) {
        let families = self.families(locale);
        let known: BTreeSet<&String> = families.values().collect();
        let search = |query: &str| self.shop.api(&format!("{url}/api/search?{query}"), locale);
        let price_of = |product: &Value| &self.prices[&families[product["href"].as_str().unwrap()]];
        for (order, sign) in [("price_asc", 1), ("price_desc", -1)] {
            let found = search(&format!("sort={order}"));
            let products = found["products"].as_array().unwrap();
            assert_eq!(products.len(), known.len(), "{found}");
            for product in products {
                let (amount, line) = words(locale, price_of(product));
                assert_eq!(
                    (&product["price"], &product["price_note"]),
                    (&json!(amount), &json!(line))
                );
            }
            let cents: Vec<i64> = products.iter().map(|product| sign * price_of(product).cents).collect();
            assert!(cents.is_sorted(), "{locale}, {order}: {cents:?}");
        }
        let all = search("");
        let facet = all["facets"]
            .as_array()
            .unwrap()
            .iter()
            .find(|facet| facet["key"] == "price");
        for value in facet.unwrap()["values"].as_array().unwrap() {
            let key = value["key"].as_str().unwrap();
            let fits = known
                .iter()
                .filter(|family| band(self.prices[**family].cents) == key)
                .count();
            assert_eq!(value["count"], fits, "{locale}, {key}");
            let found = search(&format!("price={key}"));
            assert_eq!(found["total"], fits, "{locale}, {key}: {found}");
        }
        let names: Vec<Value> = all["products"].as_array().unwrap().clone();
        for product in names {
            let name = product["name"].as_str().unwrap().replace(' ', "%20");
            let suggested = self.shop.api(&format!("{url}/api/suggest?q={name}"), locale);
            for suggestion in suggested["products"].as_array().unwrap() {
                assert_eq!(
                    suggestion["price"],
                    words(locale, price_of(suggestion)).0,
                    "{suggestion}"
                );
            }
        }
    }

    /// The static list in the order of prices, with the counts of its bands.
    fn list(&self) {
        let families = self.families("nl");
        let html = self.shop.file("site/service/onderhoud.html");
        let hrefs = html.split("class=\"product-card__link\" href=\"").skip(1);
        let cents: Vec<i64> = hrefs
            .filter_map(|rest| Some(self.prices[families.get(rest.split('"').next()?)?].cents))
            .collect();
        assert!(cents.len() > 5 && cents.is_sorted(), "{cents:?}");
        let known: BTreeSet<&String> = families.values().collect();
        for rest in html
            .split("data-facet=\"price\"")
            .nth(1)
            .unwrap()
            .split("data-value=\"")
            .skip(1)
        {
            let key = rest.split('"').next().unwrap();
            let Some(count) = rest.split("data-count=\"").nth(1).filter(|_| key.contains('-')) else {
                break;
            };
            let fits = known
                .iter()
                .filter(|family| band(self.prices[**family].cents) == key)
                .count();
            assert_eq!(count.split('"').next().unwrap(), fits.to_string(), "{key}");
        }
    }
}

/// law §2, R-PDP-02: "the price shown on cards, lists, search, suggestions, sort, price filter, Markdown, structured data
/// (`lowPrice`) and llms.txt is what one piece of the cheapest sellable variant costs; price tiers are a quiet second line
/// with their unit".
#[test]
fn r_pdp_02_every_place_has_what_one_piece_of_the_cheapest_variant_costs() {
    let mut shop = Shop::small();
    let block =
        json!([{ "type": "products_overview", "id": "list", "default_sort": "price_asc", "facets": ["price"] }]);
    shop.edit("pages/onderhoud", "nl-NL", &json!({ "blocks": block }));
    shop.build();
    let mut runner = TestRunner::new_with_rng(
        ProptestConfig::default(),
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    for round in 0..4 {
        let priced = Priced::new(shop, &mut runner);
        priced.shop.offline(&[]).report();
        let served = started(priced.shop.command(&["serve"]), priced.shop.path("serve.log"));
        for (locale, folder) in LOCALES {
            priced.search_documents(locale);
            priced.pages(locale, folder);
            priced.answers(&served.url, locale);
        }
        priced.list();
        for file in ["site/llms.txt", "site/llms-full.txt"] {
            let text = fs::read_to_string(priced.shop.path("dist/current").join(file)).unwrap_or_default();
            priced.links("nl", &priced.families("nl"), file, &text);
        }
        assert!(served.terminate().success(), "round {round}");
        shop = priced.shop;
    }
}

/// R-PDP-02: "the labels of R-PDP-02 inside a table that says what they count"; the page itself names the price of one
/// piece first, and its structured data has the same.
#[test]
fn r_pdp_02_a_product_page_names_the_price_of_one_piece_and_a_table_of_quantities() {
    let shop = Shop::small();
    shop.build();
    let tiers = Variant {
        prices: vec![(1, 34_900), (4, 32_900), (10, 30_900)],
        min: 1,
        available: true,
    };
    for (locale, _) in LOCALES {
        let file = format!("shopware/products.{locale}");
        let mut records = shop.pulled(&file);
        let of = |record: &&mut Value| record["productNumber"] == "VERZORGSET";
        let record = records.iter_mut().find(of).unwrap_or_else(|| panic!("no VERZORGSET"));
        write(record, &tiers);
        shop.put_pulled(&file, &records);
    }
    shop.offline(&[]).report();
    for (locale, rows) in [
        (
            "nl",
            "Aantal Prijs per stuk tot 3 € 349,00 tot 9 € 329,00 vanaf 10 € 309,00",
        ),
        ("en", "Quantity Price each to 3 €349.00 to 9 €329.00 from 10 €309.00"),
        (
            "de",
            "Menge Preis pro Stück bis 3 349,00 € bis 9 329,00 € ab 10 309,00 €",
        ),
    ] {
        let (file, page) = page_of(&shop, locale, "VERZORGSET");
        let price = page
            .split("<div data-price=")
            .nth(1)
            .unwrap()
            .split("</div>")
            .next()
            .unwrap();
        let (first, table) = price.split_once("<table class=\"price__tiers\">").unwrap();
        assert_eq!(
            plain(first.split_once('>').unwrap().1),
            money(locale, 34_900).replace('\u{a0}', " "),
            "{file}"
        );
        assert_eq!(plain(table.split_once("</caption>").unwrap().1), rows, "{file}");
        assert_eq!(table.matches("scope=\"col\"").count(), 2, "{file}");
        assert!(page.contains("\"price\":\"349.00\""), "{file}");
    }
}

/// The search documents of a locale.
fn documents(shop: &Shop, locale: &str) -> Vec<Value> {
    let text = shop.file(&format!("server/search/{locale}.json"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The page of a variant in a locale.
fn page_of(shop: &Shop, locale: &str, number: &str) -> (String, String) {
    let all = documents(shop, locale);
    let document = all.iter().find(|document| document["numbers"][0] == number).unwrap();
    let file = format!("site{}.html", document["href"].as_str().unwrap());
    let page = shop.file(&file);
    (file, page)
}

/// The text of HTML, with single spaces.
fn plain(html: &str) -> String {
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
