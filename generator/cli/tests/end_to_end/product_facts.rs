//! Facts on a product page that come from the backend (R-PDP-01).

use std::fs;

use serde_json::{Value, json};

use crate::support::{Shop, read_json, sold_by_the_litre};

/// The value of a term in a list of facts, without tags.
fn fact(html: &str, term: &str) -> Option<String> {
    let (_, after) = html.split_once(&format!("<dt class=\"facts__term\">{term}</dt>"))?;
    let value = after.split("</dd>").next()?.split_once('>')?.1;
    Some(without_tags(value))
}

fn without_tags(html: &str) -> String {
    let pieces = html.split('<').enumerate();
    let text = pieces.map(|(index, piece)| match (index, piece.split_once('>')) {
        (0, _) | (_, None) => piece,
        (_, Some((_, text))) => text,
    });
    text.collect::<String>().trim().to_owned()
}

/// The bed, with these fields.
fn shop_with(fields: &[(&str, Value)]) -> Shop {
    let shop = Shop::small_with(|data| {
        let file = data.join("products/alkoof.json");
        let mut family = read_json(&file);
        for (name, value) in fields {
            match name.split_once('.') {
                Some((outer, inner)) => family[outer][inner] = value.clone(),
                None => family[*name] = value.clone(),
            }
        }
        fs::write(&file, family.to_string()).unwrap();
    });
    shop.build();
    shop
}

const PAGES: [&str; 3] = [
    "site/producten/alkoof-bed--zand-160-x-200-cm.html",
    "site/en/products/alkoof-bed--sand-160-x-200-cm.html",
    "site/de/produkte/alkoof-bett--sand-160-x-200-cm.html",
];

/// R-PDP-01: "dimensions (length, width, height, diameter, depth in cm)": each one that the backend has, by its name in
/// the page's language, and no other.
#[test]
fn r_pdp_01_every_dimension_is_said_in_centimetres() {
    let terms = [
        ["Lengte", "Breedte", "Hoogte", "Diameter", "Diepte"],
        ["Length", "Width", "Height", "Diameter", "Depth"],
        ["Länge", "Breite", "Höhe", "Durchmesser", "Tiefe"],
    ];
    let fields = |length: Value, width: Value, height: Value, diameter: Value, depth: Value| {
        [
            ("length", length),
            ("width", width),
            ("height", height),
            ("custom_fields.vitrine_diameter", diameter),
            ("custom_fields.vitrine_depth", depth),
        ]
    };
    let none = || Value::Null;
    let whole = shop_with(&fields(json!(2155), json!(1720), json!(960), json!(455), json!(2110)));
    let some = shop_with(&fields(json!(2000), none(), json!(7), none(), none()));
    for (page, [length, width, height, diameter, depth]) in PAGES.into_iter().zip(terms) {
        let point = if page.contains("/en/") { "." } else { "," };
        let centimetres = |whole: &str, tenths: &str| Some(format!("{whole}{point}{tenths} cm"));
        let html = whole.file(page);
        assert_eq!(fact(&html, length), centimetres("215", "5"), "{page}");
        assert_eq!(fact(&html, width).as_deref(), Some("172 cm"));
        assert_eq!(fact(&html, height).as_deref(), Some("96 cm"));
        assert_eq!(fact(&html, diameter), centimetres("45", "5"));
        assert_eq!(fact(&html, depth).as_deref(), Some("211 cm"));
        let html = some.file(page);
        assert_eq!(fact(&html, length).as_deref(), Some("200 cm"), "{page}");
        assert_eq!(fact(&html, height), centimetres("0", "7"));
        for unknown in [width, diameter, depth] {
            assert_eq!(fact(&html, unknown), None, "{page}: {unknown}");
        }
    }
}

/// R-PDP-01: "downloads" with label, kind and size, each with a link; "collection" by its name; in each language its
/// own, and none if there is none.
#[test]
fn r_pdp_01_downloads_are_linked_and_the_collection_is_named() {
    let shop = shop_with(&[]);
    let bare = shop_with(&[
        ("custom_fields.vitrine_downloads", Value::Null),
        ("properties.collection", json!([])),
    ]);
    for (page, label, file, kind, collection) in [
        (
            PAGES[0],
            "Montagehandleiding Alkoof",
            "alkoof-assembly-nl.pdf",
            "Montage",
            "Collectie",
        ),
        (
            PAGES[1],
            "Alkoof assembly guide",
            "alkoof-assembly-en.pdf",
            "Assembly",
            "Collection",
        ),
        (
            PAGES[2],
            "Aufbauanleitung Alkoof",
            "alkoof-assembly-de.pdf",
            "Montage",
            "Kollektion",
        ),
    ] {
        let html = shop.file(page);
        let part = html.split("id=\"downloads\"").nth(1).unwrap_or_default();
        let part = part.split("</section>").next().unwrap();
        assert_eq!(part.matches("<li ").count(), 1, "{page}");
        assert!(part.contains(&format!(">{label}</a>")), "{part}");
        assert!(part.contains(&format!("/{file}\"")), "{part}");
        let note = part.split("lines__note\">").nth(1).unwrap_or_default();
        let note = note.split("</span>").next().unwrap();
        assert!(note.contains(kind) && note.contains(" kB"), "{note}");
        assert_eq!(fact(&html, collection).as_deref(), Some("Zolder"), "{page}");
        let html = bare.file(page);
        assert!(!html.contains("id=\"downloads\""), "{page}");
        assert_eq!(fact(&html, collection), None, "{page}");
    }
}

/// R-PDP-01 "price": a base price has its unit in the page's language, and the price data that the browser compares
/// contains no unit name: another unit name is not another price.
#[test]
fn r_pdp_01_a_base_price_is_in_the_language_of_its_page() {
    let shop = Shop::small_with(sold_by_the_litre);
    shop.build();
    for (page, words) in [
        ("site/producten/verzorgset-voor-hout.html", "per 1 liter"),
        ("site/en/products/care-set-for-wood.html", "per 1 litre"),
        ("site/de/produkte/pflegeset-fuer-holz.html", "je 1 Liter"),
    ] {
        let html = shop.file(page);
        let price = html.split("data-price=\"").nth(1).unwrap();
        let (amounts, shown) = price.split_once('"').unwrap();
        assert!(
            amounts.chars().all(|c| !c.is_lowercase() || "gross".contains(c)),
            "{amounts}"
        );
        let shown = shown.split("data-tax").next().unwrap();
        assert!(shown.contains(words), "{page}: {shown}");
    }
}
