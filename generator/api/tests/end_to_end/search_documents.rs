//! The search files of a release: a shop of three families and two pages.

use serde_json::{Value, json};

/// A product's document.
pub fn product(number: &str, title: &str, change: impl FnOnce(&mut Value)) -> Value {
    let id = blake3::hash(number.as_bytes())
        .to_hex()
        .chars()
        .take(32)
        .collect::<String>();
    let href = format!("/producten/{}", number.to_lowercase());
    let mut document = json!({
        "kind": "product", "id": id, "href": href, "title": title, "text": "", "facts": [], "properties": [], "numbers": [number],
        "product": {
            "family": id, "main": true, "created": "2026-01-01", "price_minor": 10_000, "pictured": true, "available": true,
            "categories": [], "facets": {},
            "card": {
                "href": href, "name": title, "maker": null, "price": "€ 100,00", "list_price": null, "price_note": null,
                "image": null, "second": null, "swatches": [], "more_swatches": 0, "swatch_words": "", "energy": null,
            },
        },
        "image": null,
    });
    change(&mut document);
    document
}

/// A product of a category and a brand, with a colour and a price in whole units.
pub fn listed(number: &str, title: &str, (category, brand, color): (&str, &str, &str), price: i64) -> Value {
    let steps = [100, 250, 500, 1_000, 2_500];
    let at = steps.iter().take_while(|step| price >= **step).count();
    let from = at.checked_sub(1).map_or(0, |below| steps[below]);
    let band = steps.get(at).map_or(format!("{from}-"), |to| format!("{from}-{to}"));
    product(number, title, |document| {
        document["facts"] = json!([brand, category]);
        document["properties"] = json!([color]);
        let facts = &mut document["product"];
        facts["price_minor"] = (price * 100).into();
        facts["categories"] = json!([category]);
        facts["facets"] = json!({"brand": [brand], "color": [color], "price": [band], "delivery": ["in_stock"]});
    })
}

fn page(kind: &str, title: &str, href: &str) -> Value {
    json!({"kind": kind, "id": href, "href": href, "title": title, "text": "", "facts": [], "properties": [], "numbers": [], "product": null, "image": null})
}

/// The documents of a shop, in Dutch.
pub fn documents() -> Vec<Value> {
    vec![
        listed("LAMP-1", "Hanglamp Maan", ("verlichting", "kante", "zwart"), 300),
        listed("STOEL-1", "Eetkamerstoel Ovo", ("stoelen", "kante", "groen"), 450),
        listed("TAFEL-1", "Eettafel Veld", ("tafels", "veld", "zwart"), 1_200),
        page("brand", "Kante", "/merken/kante"),
        page("page", "Lampen kiezen", "/advies/lampen"),
    ]
}

/// The documents in the format of a file.
pub fn lines(documents: &[Value]) -> String {
    documents.iter().map(|document| format!("{document}\n")).collect()
}

/// The labels of the facets.
pub fn labels() -> Value {
    let values = |values: &[(&str, &str)]| -> Value {
        values
            .iter()
            .map(|(key, label)| json!({"key": key, "label": label}))
            .collect()
    };
    let facet = |key: &str, label: &str, known: &[(&str, &str)]| json!({"key": key, "label": label, "by_count": false, "values": values(known)});
    json!({
        "facets": [
            facet("category", "Soort", &[("verlichting", "Verlichting"), ("stoelen", "Stoelen"), ("tafels", "Tafels")]),
            facet("brand", "Merk", &[("kante", "Kante"), ("veld", "Veld")]),
            facet("color", "Kleur", &[("zwart", "Zwart"), ("groen", "Groen")]),
            facet("price", "Prijs", &[("0-100", "Onder € 100"), ("100-250", "€ 100 tot € 250"), ("250-500", "€ 250 tot € 500"), ("1000-2500", "€ 1.000 tot € 2.500")]),
            facet("delivery", "Levertijd", &[("in_stock", "Op voorraad"), ("to_order", "Op bestelling")]),
        ],
        "kinds": values(&[("brand", "Merken"), ("page", "Pagina’s")]),
    })
}
