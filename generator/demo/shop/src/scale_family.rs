//! One copy of a family: its name, texts, prices, dimensions, stock and paths. Two copies differ in all of them; a
//! variant shares inherited values with its parent.

use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::{Map, Number, Value};

use super::files::Tier;
use super::product::{Own, Product};
use super::text::{Fields, Text};
use super::{ProductFile, id_of, names};

/// Custom fields with amounts.
const MONEY: [&str; 1] = ["vitrine_retail_price"];
/// Custom fields with lengths.
const LENGTHS: [&str; 2] = ["vitrine_depth", "vitrine_diameter"];

/// The numbers that determine a copy.
pub(super) struct Copy {
    /// Number of the copy of the shop; 0 is the original shop.
    pub(super) number: usize,
    /// Number of the copied family, from 1.
    family: usize,
    word: String,
    price: f64,
    measure: f64,
}

impl Copy {
    pub(super) fn new(number: usize, family: usize) -> Self {
        let percent = |step: usize, of: usize| f64::from(u32::try_from(family * step % of).unwrap_or(0)) / 100.0;
        Self {
            number,
            family,
            word: names::coined(family),
            price: 0.75 + percent(37, 71),
            measure: 0.9 + percent(13, 23),
        }
    }

    /// Scales a price and rounds it to a typical retail step; a higher price never becomes a lower one.
    fn price(&self, price: f64) -> f64 {
        let scaled = price * self.price;
        let step = match price {
            _ if price < 50.0 => 0.05,
            _ if price < 500.0 => 1.0,
            _ => 5.0,
        };
        // Rounded to cents, so that 0.05 · 259 is 12.95.
        ((scaled / step).round() * step * 100.0).round() / 100.0
    }

    fn length(&self, length: f64) -> f64 {
        (length * self.measure / 5.0).round().max(1.0) * 5.0
    }
}

/// A copy of a product that is not a variant.
pub(super) fn copied(original: &Product, copy: &Copy) -> Product {
    let old = family_word(&original.file.name);
    let mut product = common(original, copy);
    let file = &mut product.file;
    file.name = original.file.name.map(|_, name| renamed(name, old, &copy.word, " "));
    let measured = sized(original).then_some(copy);
    if let Some(copy) = measured {
        for length in [&mut file.width, &mut file.height, &mut file.length] {
            *length = length.map(|length| copy.length(length));
        }
    }
    file.weight = file.weight.map(|kg| (kg * copy.measure * 10.0).round() / 10.0);
    let size = |length: Option<f64>| length.map(|length| format!("{} cm", length / 10.0));
    let (width, height) = (size(file.width), size(file.height));
    let sentence = |iso: &str| facts(iso, copy, width.as_deref(), height.as_deref());
    file.description = original
        .file
        .description
        .as_ref()
        .map(|text| text.map(|iso, text| format!("{}{}", renamed(text, old, &copy.word, ""), sentence(iso))));
    for text in [&mut file.meta_title, &mut file.meta_description] {
        *text = text
            .as_ref()
            .map(|text| text.map(|_, text| renamed(text, old, &copy.word, " ")));
    }
    let all = original.file.custom_fields.iter();
    file.custom_fields = all
        .map(|(key, value)| (Arc::clone(key), changed(key, value, old, copy, measured)))
        .collect();
    product.own = Own {
        custom_fields: product.file.custom_fields.clone(),
        ..original.own.clone()
    };
    product
}

/// A copy of a variant; `parent` is the copy of its family.
pub(super) fn copied_variant(original: &Product, parent: &Product, copy: &Copy) -> Product {
    let mut product = common(original, copy);
    let own = &original.own;
    let (file, family) = (&mut product.file, &parent.file);
    let old = family_word(&original.file.name);
    let rename = |text: &Text| text.map(|_, text| renamed(text, old, &copy.word, " "));
    file.name = if own.name {
        rename(&file.name)
    } else {
        family.name.clone()
    };
    for (named, text, inherited) in [
        (own.description, &mut file.description, &family.description),
        (own.meta_title, &mut file.meta_title, &family.meta_title),
        (
            own.meta_description,
            &mut file.meta_description,
            &family.meta_description,
        ),
    ] {
        *text = if named {
            text.as_ref().map(rename)
        } else {
            inherited.clone()
        };
    }
    (file.width, file.height, file.length, file.weight) = (
        file.width.and(family.width),
        file.height.and(family.height),
        file.length.and(family.length),
        file.weight.and(family.weight),
    );
    let change = |(key, value): (&Arc<str>, &Arc<Value>)| (Arc::clone(key), changed(key, value, old, copy, None));
    let own_fields: Fields = own.custom_fields.iter().map(change).collect();
    let fields = file.custom_fields.iter().map(|(key, value)| {
        let known = own_fields.get(key).or_else(|| family.custom_fields.get(key));
        (Arc::clone(key), Arc::clone(known.unwrap_or(value)))
    });
    file.custom_fields = fields.collect();
    product.own = Own {
        custom_fields: own_fields,
        ..own.clone()
    };
    product
}

/// The values that are copied the same way for parents and variants: number, prices, stock, paths.
fn common(original: &Product, copy: &Copy) -> Product {
    let mut product = original.clone();
    let file = &mut product.file;
    file.number = names::key(&file.number, copy.number);
    product.id = id_of("product", &file.number, None);
    file.id = None;
    (file.price, file.list_price, file.regulation_price) = prices(file, copy);
    let scaled = |tier: &Tier| Tier {
        price: copy.price(tier.price),
        ..*tier
    };
    file.tiers = file.tiers.iter().map(scaled).collect();
    for tiers in file.group_prices.values_mut() {
        *tiers = tiers.iter().map(scaled).collect();
    }
    if file.stock > 0 {
        let spread = i64::try_from(copy.family % 17).unwrap_or(0);
        file.stock = 1 + (file.stock * 3 + spread) % (file.stock * 2 + 3);
    }
    let old = family_word(&original.file.name);
    file.seo_path = file.seo_path.as_ref().map(|path| {
        path.map(|_, path| {
            let word = old.and_then(|old| replaced(path, old, &copy.word));
            word.unwrap_or_else(|| names::key(path.trim_end_matches('/'), copy.number))
        })
    });
    file.manufacturer_number = file
        .manufacturer_number
        .as_ref()
        .map(|number| names::key(number, copy.number));
    // Already resolved, and not needed again.
    (file.properties, file.cross_selling) = (IndexMap::new(), Vec::new());
    (file.categories, file.media) = (Vec::new(), Vec::new());
    product
}

fn prices(file: &ProductFile, copy: &Copy) -> (f64, Option<f64>, Option<f64>) {
    let price = copy.price(file.price);
    // The list price must stay above the price after rounding.
    let list = file.list_price.map(|list| copy.price(list).max((price * 1.05).ceil()));
    (
        price,
        list,
        file.regulation_price.map(|lowest| copy.price(lowest).max(price)),
    )
}

/// Whether its dimensions may change: not if variants are named after them.
fn sized(product: &Product) -> bool {
    product.children.is_empty() || product.file.length.is_none()
}

/// The word of a family's name that is the same in all languages, such as `Ravel`.
fn family_word(name: &Text) -> Option<&str> {
    let Text::ByLanguage(names) = name else { return None };
    let mut names = names.values();
    let first = names.next()?;
    let others: Vec<&String> = names.collect();
    let in_all =
        |word: &&str| word.chars().count() > 2 && others.iter().all(|name| split(name).any(|other| other == *word));
    split(first).find(in_all)
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// The text with a whole word replaced; `None` if it does not occur.
fn replaced(text: &str, old: &str, new: &str) -> Option<String> {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let mut result = String::with_capacity(text.len() + new.len());
    let mut from = 0;
    for (at, _) in text.match_indices(old) {
        let (before, after) = (text.get(..at)?, text.get(at + old.len()..)?);
        if edge(before.chars().next_back()) && edge(after.chars().next()) {
            result.push_str(text.get(from..at)?);
            result.push_str(new);
            from = at + old.len();
        }
    }
    (from > 0).then(|| result + text.get(from..).unwrap_or_default())
}

/// The text with the family's word replaced; if it does not occur and `else_join` is not empty, the new one is
/// appended.
fn renamed(text: &str, old: Option<&str>, word: &str, else_join: &str) -> String {
    match old.and_then(|old| replaced(text, old, word)) {
        Some(text) => text,
        None if else_join.is_empty() => text.to_owned(),
        None => format!("{text}{else_join}{word}"),
    }
}

/// A custom field of the copy.
fn changed(key: &str, value: &Arc<Value>, old: Option<&str>, copy: &Copy, measured: Option<&Copy>) -> Arc<Value> {
    if MONEY.contains(&key)
        && let Some(price) = value.as_f64()
    {
        return Arc::new(number(copy.price(price)));
    }
    if LENGTHS.contains(&key)
        && let (Some(copy), Some(length)) = (measured, value.as_f64())
    {
        return Arc::new(number(copy.length(length)));
    }
    let new = old.and_then(|old| in_value(value, old, &copy.word));
    new.map_or_else(|| Arc::clone(value), Arc::new)
}

/// A JSON number without `.0`, as in the files.
fn number(number: f64) -> Value {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole price or length is far below 53 bits"
    )]
    if number.fract() == 0.0 {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

/// The value with a word replaced in its texts; `None` if it does not occur.
fn in_value(value: &Value, old: &str, new: &str) -> Option<Value> {
    match value {
        Value::String(text) => replaced(text, old, new).map(Value::String),
        Value::Array(list) => {
            let items: Vec<Option<Value>> = list.iter().map(|item| in_value(item, old, new)).collect();
            items.iter().any(Option::is_some).then(|| {
                let pairs = items.into_iter().zip(list);
                pairs.map(|(item, same)| item.unwrap_or_else(|| same.clone())).collect()
            })
        }
        Value::Object(map) => {
            let items: Vec<Option<Value>> = map.values().map(|item| in_value(item, old, new)).collect();
            items.iter().any(Option::is_some).then(|| {
                let pairs = items.into_iter().zip(map);
                let items = pairs.map(|(item, (key, same))| (key.clone(), item.unwrap_or_else(|| same.clone())));
                Value::Object(items.collect::<Map<_, _>>())
            })
        }
        _ => None,
    }
}

/// A sentence with the copy's own dimensions, in the languages of the demo.
fn facts(iso: &str, copy: &Copy, width: Option<&str>, height: Option<&str>) -> String {
    let (word, number) = (&copy.word, copy.number + 1);
    let comma = |line: String| line.replace('.', ",");
    let line = match (iso.get(..2), width, height) {
        (Some("nl"), Some(width), Some(height)) => comma(format!("{word} is {width} breed en {height} hoog")),
        (Some("nl"), _, Some(height)) => comma(format!("{word} is {height} hoog")),
        (Some("nl"), ..) => format!("{word} is nummer {number} in deze reeks"),
        (Some("de"), Some(width), Some(height)) => comma(format!("{word} ist {width} breit und {height} hoch")),
        (Some("de"), _, Some(height)) => comma(format!("{word} ist {height} hoch")),
        (Some("de"), ..) => format!("{word} ist Nummer {number} dieser Reihe"),
        (Some("en"), Some(width), Some(height)) => format!("{word} is {width} wide and {height} high"),
        (Some("en"), _, Some(height)) => format!("{word} is {height} high"),
        (Some("en"), ..) => format!("{word} is number {number} of this series"),
        _ => return String::new(),
    };
    format!("<p>{line}.</p>")
}

/// The EAN of the `index`-th product: thirteen digits, the last one the check digit.
pub(super) fn ean(index: usize) -> String {
    let digits = format!("871{:09}", index % 1_000_000_000);
    let weighted = digits.bytes().enumerate().map(|(place, digit)| {
        let digit = u32::from(digit - b'0');
        if place % 2 == 0 { digit } else { digit * 3 }
    });
    format!("{digits}{}", (10 - weighted.sum::<u32>() % 10) % 10)
}
