//! Facts on a product page that come from the backend (R-PDP-01).

use std::{collections::BTreeSet, fs};

use serde_json::{Value, json};

use crate::support::{Shop, read_json, sold_by_the_litre, tree};

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

/// R-PDP-01 "price", law §2 "Unit price … next to the total price in tile, PDP": words and numbers of a base price are in
/// the language of the page, its Markdown form and the card in a list. The price data that the browser compares contains
/// no unit name: another unit name is not another price.
#[test]
fn r_pdp_01_a_base_price_is_in_the_language_of_its_page() {
    let pages = [
        "site/producten/verzorgset-voor-hout",
        "site/en/products/care-set-for-wood",
        "site/de/produkte/pflegeset-fuer-holz",
    ];
    for (amount, expected) in [
        (1.0, ["€ 84,00 per liter", "€84.00 per litre", "84,00 € je Liter"]),
        (
            0.1,
            ["€ 8,40 per 0,1 liter", "€8.40 per 0.1 litre", "8,40 € je 0,1 Liter"],
        ),
    ] {
        let shop = Shop::small_with(|data| sold_by_the_litre(data, amount));
        shop.build();
        let shown = |file: &str| shop.file(file).replace('\u{a0}', " ");
        let files = tree(&shop.path("dist/current"));
        for (page, words) in pages.iter().zip(expected) {
            let html = shown(&format!("{page}.html"));
            let price = html.split("data-price=\"").nth(1).unwrap();
            let (amounts, shown_there) = price.split_once('"').unwrap();
            assert!(
                amounts.chars().all(|c| !c.is_lowercase() || "gross".contains(c)),
                "{amounts}"
            );
            let shown_there = shown_there.split("data-tax").next().unwrap();
            assert!(shown_there.contains(words), "{page}: {shown_there}");
            assert!(shown(&format!("{page}.md")).contains(words), "{page}: Markdown");
            let own = format!("{page}.html");
            let lists = files.keys().filter(|file| file.ends_with(".html") && **file != own);
            let with_card: Vec<_> = lists
                .filter(|list| {
                    shown(list).contains(&format!("{words}</")) || shown(list).contains(&format!("{words} ·"))
                })
                .collect();
            assert!(!with_card.is_empty(), "{words}: on no card");
        }
    }
}

/// Law §6: the label and the product information sheet that a page links are in the language of the page.
#[test]
fn law_6_the_energy_label_and_its_sheet_are_in_the_language_of_the_page() {
    let (shop, _) = Shop::built();
    let mut linked = [0; 3];
    for file in tree(&shop.path("dist/current/site")).into_keys() {
        if !file.ends_with(".html") {
            continue;
        }
        let own = match file.split('/').next() {
            Some("en") => 1,
            Some("de") => 2,
            _ => 0,
        };
        let html = shop.file(&format!("site/{file}"));
        for (place, language) in ["nl", "en", "de"].into_iter().enumerate() {
            for (document, ending) in [("label", "svg"), ("energy", "pdf")] {
                let count = html.matches(&format!("-{document}-{language}.{ending}")).count();
                assert!(count == 0 || place == own, "{file} links a {document} in {language}");
                linked[place] += count;
            }
        }
    }
    assert!(linked.iter().all(|count| *count > 10), "{linked:?}");
    assert_eq!(linked[0], linked[1]);
    assert_eq!(linked[0], linked[2]);
}

/// Law §4: what it costs to return something is said on the page of the product, before the order: the collection of
/// what cannot be posted, or the post; a variant may have its own cost. The Markdown says the same.
#[test]
fn law_4_the_cost_of_returning_what_cannot_be_posted_is_on_the_page() {
    let cost = |cost: Value| ("custom_fields.vitrine_return_cost", cost);
    let [collected, free, posted] = [
        [
            "Wij halen het bij u op; dat kost €\u{a0}85,00.",
            "We collect it from you; that costs €85.00.",
            "Wir holen es bei Ihnen ab; das kostet 85,00\u{a0}€.",
        ],
        [
            "Wij halen het gratis bij u op.",
            "We collect it from you free of charge.",
            "Wir holen es kostenlos bei Ihnen ab.",
        ],
        [
            "Terugsturen kost €\u{a0}6,95.",
            "Sending it back costs €6.95.",
            "Die Rücksendung kostet 6,95\u{a0}€.",
        ],
    ];
    let sisters = |shop: &Shop| {
        let file = shop.path("dist/current/site/producten/alkoof-bed--zand-140-x-200-cm.html");
        fs::read_to_string(file).unwrap()
    };
    for (fields, words) in [
        (vec![cost(json!(85))], collected),
        (vec![cost(json!("0"))], free),
        (
            vec![cost(Value::Null), ("weight", json!(31.5)), ("variants", one_variant())],
            posted,
        ),
    ] {
        let shop = shop_with(&fields);
        for (page, sentence) in PAGES.iter().zip(words) {
            let html = shop.file(page);
            assert!(html.contains(sentence), "{page}: {sentence}");
            let markdown = shop.file(&page.replace(".html", ".md"));
            assert!(markdown.contains(sentence), "{page}: {markdown}");
        }
    }
    let shop = Shop::small_with(|data| {
        let file = data.join("products/alkoof.json");
        let mut family = read_json(&file);
        let sister = family["variants"].as_array_mut().unwrap().iter_mut();
        for sister in sister.filter(|variant| variant["number"] == "ALKOOF-SA-140") {
            sister["custom_fields"] = json!({"vitrine_return_cost": 65});
        }
        fs::write(&file, family.to_string()).unwrap();
    });
    shop.build();
    assert!(sisters(&shop).contains("dat kost €\u{a0}65,00."));
    assert!(shop.file(PAGES[0]).contains(collected[0]));
}

/// The bed in one size, whose weight is the family's.
fn one_variant() -> Value {
    let family = read_json(&crate::support::lindhoven().join("products/alkoof.json"));
    let mut variant = family["variants"][0].clone();
    assert_eq!(variant["number"], "ALKOOF-SA-160");
    variant.as_object_mut().unwrap().remove("weight");
    json!([variant])
}

/// Law §4: a product that cannot be posted, whose return costs something that nobody says, is not published; a parcel's
/// weight is the shop's.
#[test]
fn law_4_a_return_whose_cost_is_not_known_is_refused() {
    let shop = Shop::small_with(|data| {
        let file = data.join("products/alkoof.json");
        let mut family = read_json(&file);
        family["custom_fields"]["vitrine_return_cost"] = Value::Null;
        fs::write(&file, family.to_string()).unwrap();
    });
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let said = run.said();
    assert!(
        said.contains("error law-return-cost: ALKOOF-SA-160 is too heavy to be posted"),
        "{said}"
    );
    shop.configure("vitrine.toml", &[("days = ", "days = 14\nparcel_kg = 80")]);
    shop.build();
    shop.configure("vitrine.toml", &[("paid_by = ", "paid_by = \"shop\"")]);
    shop.build();
    assert!(shop.file(PAGES[0]).contains("Terugsturen kost niets."));
}

/// Law §4: a product that is excluded from withdrawal in some languages only is not published, because its page in another
/// one would promise a right that does not exist.
#[test]
fn law_4_an_exclusion_without_its_reason_in_a_language_is_refused() {
    let languages = [("nl-NL", "nl"), ("en-GB", "en"), ("de-DE", "de")];
    for (empty, code) in languages {
        let reason = |language: &str| if language == empty { "" } else { "Op maat gemaakt." };
        let shop = Shop::small_with(|data| {
            let file = data.join("products/alkoof.json");
            let mut family = read_json(&file);
            for (language, _) in languages {
                family["custom_fields"]["vitrine_withdrawal_excluded"][language] = json!(reason(language));
            }
            fs::write(&file, family.to_string()).unwrap();
        });
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(1), "{code}: {}", run.stderr);
        let said = run.said();
        let words = format!(
            "error law-withdrawal-exclusion: ALKOOF-SA-160 is excluded from withdrawal, and its texts in {code} do not say why"
        );
        assert!(said.contains(&words), "{code}: {said}");
    }
}

/// Law §8: the page of electrical equipment has the crossed-out bin with a sentence, always visible; other pages have not.
#[test]
fn law_8_electrical_equipment_has_the_bin() {
    let words = ["Hoort niet bij het huisvuil.", "household bin", "Hausmüll"];
    for (category, has_bin) in [
        (json!(5), true),
        (json!("1"), true),
        (Value::Null, false),
        (json!(7), false),
    ] {
        let shop = shop_with(&[("custom_fields.vitrine_weee", category.clone())]);
        for (page, words) in PAGES.iter().zip(words) {
            let html = shop.file(page);
            let bin = html.split_once("<p class=\"electrical\">");
            assert_eq!(bin.is_some(), has_bin, "{page} {category}");
            if let Some((before, rest)) = bin {
                let (bin, _) = rest.split_once("</p>").unwrap();
                assert!(bin.starts_with("<svg") && bin.contains(words), "{bin}");
                let opened = before.matches("<details").count();
                assert_eq!(opened, before.matches("</details>").count(), "{page}: it is not folded");
            }
        }
    }
}

/// The bed as a light source with this label and sheet; `{}` is the language.
fn lamp_with(label: &str, sheet: &str) -> (Shop, Value) {
    let energy = |language: &str| {
        let own = |url: &str| url.replace("{}", language);
        json!({"kind": "light_source", "class": "E", "label": own(label), "sheet": own(sheet)})
    };
    let energy = json!({"nl-NL": energy("nl"), "en-GB": energy("en"), "de-DE": energy("de")});
    let shop = Shop::small_with(|data| {
        let file = data.join("products/alkoof.json");
        let mut family = read_json(&file);
        family["custom_fields"]["vitrine_energy"] = energy;
        fs::write(&file, family.to_string()).unwrap();
    });
    let run = shop.vitrine(&["build", "--json", "--accept", "law-energy-foreign-host"]);
    let report = run.report();
    (shop, report)
}

/// Law §6: "fetch at build, store locally; no hot-link at view time": a label or a sheet of another host is an error of
/// law, a label that is no picture is reported, and neither is shown as a picture.
#[test]
fn law_6_a_label_that_is_no_picture_or_elsewhere_is_reported() {
    let (picture, document) = ("documents::zwam-label-{}.svg", "documents::zwam-energy-{}.pdf");
    let register = "https://eprel.ec.europa.eu/label/{}.png?format=PNG";
    for (label, sheet, codes, shown) in [
        (picture, document, &[][..], true),
        (document, document, &["energy-label-not-a-picture"], false),
        ("https://a.example/{}.svg", document, &["energy-foreign-host"], false),
        (picture, "https://a.example/{}.pdf", &["energy-foreign-host"], true),
        (register, document, &["energy-foreign-host"], false),
    ] {
        let (shop, report) = lamp_with(label, sheet);
        let warnings = report["warnings"].as_array().unwrap().iter();
        let found: BTreeSet<&str> = warnings
            .filter(|warning| warning["place"]["field"] == "vitrine_energy")
            .map(|warning| warning["code"].as_str().unwrap())
            .collect();
        assert_eq!(found, codes.iter().copied().collect(), "{label} {sheet}");
        let checked = shop.vitrine(&["check", "--format", "json"]);
        let refuses = codes.contains(&"energy-foreign-host");
        assert_eq!(
            checked.stdout.contains("\"law-energy-foreign-host\""),
            refuses,
            "{label} {sheet}"
        );
        for (page, language) in PAGES.into_iter().zip(["nl", "en", "de"]) {
            let html = shop.file(page);
            let own = label.replace("{}", language);
            let own = own.rsplit("::").next().unwrap().to_owned();
            assert!(html.contains(&own), "{page}: {own}");
            assert_eq!(html.contains("id=\"energy-label\""), shown, "{page}: {label}");
        }
    }
}

/// The guarantee of a maker, with a label of this name.
fn guarantee(years: &Value, label: &str) -> Value {
    let words = "<b>KANTE</b> staat in voor stof & naad.";
    json!({"years": years, "words": words, "terms": "https://kante.example/garantie", "label": label})
}

/// Law §5: "when the *producer* offers a free commercial guarantee of durability > 2 years": the page has its years, the
/// maker's words as text, their terms, the official label as it is, and that the legal guarantee remains; so has its
/// Markdown.
#[test]
fn law_5_a_makers_guarantee_has_years_words_terms_and_the_official_label() {
    const LABEL: &str =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 90\"><path d=\"M0 0h60v90z\"/></svg>";
    let titles = [
        ("Garantie van de maker", "jaar", "wettelijke garantie blijft"),
        ("Guarantee of the maker", "years", "legal guarantee remains"),
        ("Garantie des Herstellers", "Jahre", "Gewährleistung bleibt"),
    ];
    for (years, shown) in [(json!(5), ["5", "5", "5"]), (json!(2.5), ["2,5", "2.5", "2,5"])] {
        let shop = shop_with(&[("custom_fields.vitrine_garan", guarantee(&years, "ravel"))]);
        let folder = shop.path("notices");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("garan-ravel.svg"), LABEL).unwrap();
        let run = shop.shell("cd notices && sha256sum *.svg > SHA256SUMS");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        shop.configure(
            "vitrine.toml",
            &[("[legal]", "[legal]\nguarantee_notice = \"notices\"")],
        );
        let report = shop.build();
        assert!(!report.to_string().contains("garan-label"), "{report:#}");
        for ((page, years), (title, unit, besides)) in PAGES.iter().zip(shown).zip(titles) {
            let html = shop.file(page);
            let (_, rest) = html
                .split_once(&format!(">{title}: {years} {unit}</h2>"))
                .unwrap_or_else(|| panic!("{page}"));
            let (fold, _) = rest.split_once("</details>").unwrap();
            assert!(
                fold.contains("&lt;b&gt;KANTE&lt;/b&gt; staat in voor stof &amp; naad."),
                "{fold}"
            );
            assert!(fold.contains("href=\"https://kante.example/garantie\""), "{fold}");
            assert!(
                fold.contains("width=\"60\" height=\"90\"") && fold.contains(besides),
                "{fold}"
            );
            let (_, file) = fold.split_once("<img src=\"/").unwrap();
            let (file, _) = file.split_once('"').unwrap();
            assert_eq!(shop.file(&format!("site/{file}")), LABEL, "unaltered");
            let markdown = shop.file(&page.replace(".html", ".md"));
            assert!(markdown.contains(&format!("{title}: {years} {unit}.")), "{markdown}");
            assert!(markdown.contains("(https://kante.example/garantie)"), "{markdown}");
        }
    }
}

/// Law §5: a label stands only for what the law has one for, and a guarantee without its label is found.
#[test]
fn law_5_a_guarantee_without_its_label_is_found_and_a_short_one_is_left_out() {
    let title = "Garantie van de maker";
    for (years, is_shown) in [
        (json!(3), true),
        (json!(2), false),
        (json!(2.25), false),
        (json!(-5), false),
    ] {
        let shop = shop_with(&[("custom_fields.vitrine_garan", guarantee(&years, "none"))]);
        assert_eq!(shop.file(PAGES[0]).contains(title), is_shown, "{years}");
        let release = shop.file("release.json");
        assert_eq!(release.contains("\"garan-label\""), is_shown, "{years}");
        assert_eq!(
            release.contains("has no label: it is longer than two years"),
            !is_shown,
            "{years}"
        );
    }
}
