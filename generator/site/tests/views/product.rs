//! A product's page.

use vitrine_model::{
    ids::ProductNumber,
    media::Image,
    product::{CrossSelling, DayRange, Product, Stock},
    rich_text::RichText,
};

use crate::{
    shop::*,
    support::{product, product_id},
};

/// R-PDP-02: "last label 'from {quantity}', others 'to {quantity}'. A single price shows without a label. excl./incl. VAT label by tax status."
#[test]
fn r_pdp_02_tiers_have_labels_and_a_single_price_has_none() {
    let (place, _) = shop();
    let tiers = place.live("site/producten/beugel.html");
    assert_eq!(
        words(
            part(&tiers, "price__tiers", "</table>")
                .split_once("<tbody>")
                .unwrap()
                .1
        ),
        "tot 3 € 189,00 tot 11 € 169,00 vanaf 12 € 149,00"
    );
    let english = place.live("site/en/products/beugel.html");
    assert!(words(&english).contains("to 3 €189.00 to 11 €169.00 from 12 €149.00"));
    let single = place.live("site/producten/ravel--ravel-mo-oa.html");
    let price = words(part(&single, "price\"", "<div class=\"options\""));
    assert!(price.ends_with("€ 1.299,00 incl. btw , exclusief bezorging"), "{price}");
    assert!(!price.contains("vanaf") && !price.contains("tot "), "{price}");
    let german = place.live("site/de/produkte/ravel--ravel-mo-oa.html");
    assert!(words(part(&german, "price\"", "<div class=\"options\"")).contains("1.299,00 € inkl. MwSt."));
}

/// R-PDP-01: the recommended price is labelled and never struck through; the list price is, with the lowest price of 30 days.
#[test]
fn r_pdp_01_prices_next_to_the_price() {
    let (place, _) = shop();
    let html = place.live("site/producten/ravel--ravel-ru-oa.html");
    let price = part(&html, "price\"", "<div class=\"options\"");
    assert!(
        price.contains("<s class=\"price__list\">€\u{a0}1.499,00</s>"),
        "{price}"
    );
    let text = words(price);
    assert!(
        text.contains("Laagste prijs van de laatste 30 dagen: € 1.349,00"),
        "{text}"
    );
    assert!(text.contains("Adviesprijs € 1.399,00"), "{text}");
    assert_eq!(price.matches("<s ").count(), 1);
    assert!(words(&place.live("site/en/products/ravel--ravel-ru-oa.html")).contains("RRP €1,399.00"));
    assert!(words(&place.live("site/de/produkte/ravel--ravel-ru-oa.html")).contains("UVP 1.399,00 €"));
}

/// R-PDP-04: options link to the variants' own pages; "sold-out ones marked". A combination that does not exist is
/// marked as missing, cannot be chosen, and links to the nearest existing one, with a text about what else changes
/// (VAR-3).
#[test]
fn r_pdp_04_options_link_to_variants() {
    let (place, _) = shop();
    let rust_oak = place.live("site/producten/ravel--ravel-ru-oa.html");
    let options = part(&rust_oak, "options\"", "buy-box");
    assert!(
        words(options).contains("Stof Roest"),
        "the chosen value stands in words"
    );
    assert!(
        options.contains("href=\"/producten/ravel--ravel-mo-oa\""),
        "moss and oak is a page"
    );
    let walnut = options.split("<li>").find(|item| item.contains("Noten")).unwrap();
    assert!(walnut.contains("href=\"/producten/ravel--ravel-ru-wa\"") && walnut.contains("option--sold-out"));
    assert!(words(walnut).contains("uitverkocht"));
    let moss_oak = place.live("site/producten/ravel--ravel-mo-oa.html");
    let options = part(&moss_oak, "options\"", "buy-box");
    let walnut = options.split("<li>").find(|item| item.contains("Noten")).unwrap();
    assert!(
        walnut.contains("option--missing") && walnut.contains("href=\"/producten/ravel--ravel-ru-wa\""),
        "{walnut}"
    );
    assert!(walnut.contains("data-changes=\"Stof: Roest\""), "{walnut}");
    assert!(!walnut.contains("aria-current"), "{walnut}");
    assert!(
        words(walnut).contains("Noten : niet in deze combinatie, wel met Stof: Roest"),
        "{walnut}"
    );
}

/// R-PDP-03, R-PDP-04: in place of the button a sold-out variant links to available variants, nearest first, and shows
/// no labels.
#[test]
fn r_pdp_03_a_sold_out_product_links_to_alternatives() {
    let (place, _) = shop();
    let html = place.live("site/producten/ravel--ravel-ru-wa.html");
    let way_on = part(&html, "buy-box__sold-out\"", "<script");
    let said = words(way_on);
    assert!(said.contains("Uitverkocht Bel of schrijf ons"), "{said}");
    let (rust, moss) = (
        "href=\"/producten/ravel--ravel-ru-oa\"",
        "href=\"/producten/ravel--ravel-mo-oa\"",
    );
    assert!(
        way_on.find(rust).unwrap() < way_on.find(moss).unwrap(),
        "rust stays rust first: {way_on}"
    );
    assert!(
        said.contains("Ook te koop: Roest, Eiken") && way_on.contains("href=\"/contact\""),
        "{said}"
    );
    assert!(!html.contains("product__labels"), "no label promises what is not there");
    assert!(!html.contains("data-buy-bar"));
    let english = place.live("site/en/products/ravel--ravel-ru-wa.html");
    assert!(
        words(&english).contains("Sold out") && !english.contains("buy-box__sold-out"),
        "where ordering is closed, that comes first"
    );
}

/// R-PDP-03, R-PDP-10: the page shows the delivery time as a duration, which is true on any day, and names no date. It
/// keeps a line for the days where the API names them.
#[test]
fn r_pdp_03_one_time_says_when_it_arrives() {
    let stock = |pieces: u32, restock: Option<u32>, days: Option<(u32, u32)>| Stock {
        delivery_days: days.map(|(from, to)| DayRange { from, to }),
        ..Stock::derive(true, pieces, false, restock, 5)
    };
    for (stock, expected, arrives) in [
        (stock(9, None, Some((2, 4))), "Op voorraad Levertijd 6-8 weken", ""),
        (stock(0, None, Some((42, 56))), "Op bestelling Levertijd 6-8 weken", ""),
        (
            stock(0, Some(77), Some((42, 56))),
            "Op bestelling Leverbaar over 11 weken",
            "",
        ),
        (
            stock(0, Some(9), Some((42, 56))),
            "Op bestelling Leverbaar over 9 dagen",
            "",
        ),
        (stock(9, None, None), "Op voorraad Levertijd 6-8 weken", " hidden"),
    ] {
        let mut chair = variant(1, "RAVEL-RU-OA", [11, 21]);
        chair = with_texts(chair, |texts| texts.delivery_time = Some("6-8 weken".to_owned()));
        chair.stock = stock;
        let html = shop_of(vec![chair]).live("site/producten/ravel--ravel-ru-oa.html");
        let state = part(&html, "product__state\"", "</div>");
        assert!(words(state).contains(expected), "{state}");
        assert!(state.contains(&format!("data-arrives{arrives}></p>")), "{state}");
    }
}

/// law §2, R-PDP-02: one sentence below the price states the delivery costs: free from the shop's amount; a download is
/// not shipped.
#[test]
fn r_pdp_02_delivery_is_said_with_the_amount_from_which_it_is_free() {
    for (minor, amount, digital, expected) in [
        (
            15_000,
            Some("150"),
            false,
            "€ 150,00 incl. btw , bezorging gratis vanaf € 150,00",
        ),
        (
            14_999,
            Some("150"),
            false,
            "€ 149,99 incl. btw , exclusief bezorging, gratis vanaf € 150,00",
        ),
        (14_999, None, false, "€ 149,99 incl. btw , exclusief bezorging"),
        (14_999, Some("150"), true, "€ 149,99 incl. btw"),
    ] {
        let mut chair = product(4, "STOEL", &ALL.map(|locale| (locale, "Stoel", Some("Stoel"))));
        chair.prices.single.unit = euros(minor);
        chair.digital = digital;
        let place = shop_with(vec![chair], |globals| {
            globals.shop.free_shipping_from = amount.map(str::to_owned);
        });
        let html = place.live("site/producten/stoel.html");
        let price = words(part(&html, "price\"", "<div class=\"product__state\""));
        assert_eq!(price.split_once(' ').unwrap().1, expected);
    }
}

/// R-PDP-06: "no dimensions, no FAQ, no maintenance info (texts exist in three languages; the section stays, small)".
#[test]
fn r_pdp_06_empty_states_in_three_languages() {
    let (place, _) = shop();
    for (file, texts) in [
        (
            "site/producten/beugel.html",
            ["geen maten", "geen vragen", "geen onderhoud"],
        ),
        (
            "site/en/products/beugel.html",
            ["No dimensions", "Nobody has asked", "No care"],
        ),
        (
            "site/de/produkte/beugel.html",
            ["keine Maße", "keine Fragen", "keine Pflegehinweise"],
        ),
    ] {
        let html = place.live(file);
        for text in texts {
            let at = html.find(text).unwrap_or_else(|| panic!("{file}: {text}"));
            let before = html.get(at.saturating_sub(120)..at).unwrap_or_default();
            assert!(before.contains("product__empty"), "{file}: {text} is small");
        }
    }
    let full = words(&place.live("site/producten/ravel--ravel-ru-oa.html"));
    assert!(
        full.contains("Breedte 55,3 cm") && full.contains("Past hij onder de tafel?") && full.contains("Stofzuigen.")
    );
}

/// R-PDP-08: the group's external id decides where a property is shown.
#[test]
fn r_pdp_08_designer_and_label_are_next_to_the_name() {
    let (place, _) = shop();
    let html = place.live("site/producten/ravel--ravel-mo-oa.html");
    assert_eq!(
        words(part(&html, "product__maker", "</p>").split_once('>').unwrap().1),
        "ontworpen door Mara Vink"
    );
    assert!(words(part(&html, "product__labels", "</ul>")).contains("Nieuw"));
    assert!(
        !html.contains("id=\"specifications\""),
        "neither is repeated among the specifications"
    );
}

/// R-PDP-01: dimensions in centimetres, and as a drawing with a description for screen readers.
#[test]
fn r_pdp_01_dimensions_are_drawn_from_known_values() {
    let (place, _) = shop();
    for (file, front, label) in [
        (
            "site/producten/ravel--ravel-ru-oa.html",
            "Voorkant",
            "Maattekening. Voorkant: 55,3 cm × 78 cm.",
        ),
        (
            "site/en/products/ravel--ravel-ru-oa.html",
            "Front",
            "Dimension drawing. Front: 55.3 cm × 78 cm.",
        ),
        (
            "site/de/produkte/ravel--ravel-ru-oa.html",
            "Vorderseite",
            "Maßzeichnung. Vorderseite: 55,3 cm × 78 cm.",
        ),
    ] {
        let html = place.live(file);
        let drawing = part(&html, "drawing\"", "</svg>");
        assert!(
            drawing.contains(&format!("role=\"img\" aria-label=\"{label}\"")),
            "{drawing}"
        );
        assert!(words(drawing).contains(front), "{file}");
        assert_eq!(drawing.matches("drawing__outline").count(), 1, "no side is made up");
    }
    let unknown = place.live("site/producten/beugel.html");
    assert!(
        !unknown.contains("<svg class=\"drawing\""),
        "nothing is drawn of what is not known"
    );
}

/// R-PDP-01: "Product structured data": name, brand, price, stock, and the family.
#[test]
fn r_pdp_01_structured_data_says_what_the_page_says() {
    let (place, _) = shop();
    let html = place.live("site/producten/ravel--ravel-ru-oa.html");
    let data: Vec<serde_json::Value> = html
        .split("<script type=\"application/ld+json\">")
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap())
        .collect();
    let of = |kind: &str| data.iter().find(|d| d["@type"] == kind);
    let product = of("Product").unwrap();
    assert_eq!(product["name"], "Ravel");
    assert_eq!(product["sku"], "RAVEL-RU-OA");
    assert_eq!(product["url"], "https://shop.example/producten/ravel--ravel-ru-oa");
    assert_eq!(
        product["width"],
        serde_json::json!({"@type": "QuantitativeValue", "value": 55.3, "unitCode": "CMT"})
    );
    assert_eq!(product["isVariantOf"]["@id"], "#group");
    assert!(product["inProductGroupWithID"].is_string());
    let offer = &product["offers"];
    assert_eq!(
        (&offer["price"], &offer["priceCurrency"]),
        (&"1299.00".into(), &"EUR".into())
    );
    assert_eq!(offer["availability"], "https://schema.org/InStock");
    assert_eq!(offer["priceSpecification"]["valueAddedTaxIncluded"], true);
    assert!(offer.get("priceValidUntil").is_none(), "nobody said until when");
    for told in ["shippingDetails", "hasMerchantReturnPolicy"] {
        assert!(
            offer.get(told).is_none(),
            "{told}: the configuration says nothing about it"
        );
    }
    for html in [&html, &place.live("site/producten/ravel--ravel-ru-wa.html")] {
        assert!(!html.contains("\"variesBy\":[]"), "{html}");
    }
    let sold_out = place.live("site/producten/ravel--ravel-ru-wa.html");
    assert!(sold_out.contains("https://schema.org/OutOfStock"));
}

/// R-PDP-10: the date of the pull is in one small file and in no page.
#[test]
fn r_pdp_10_the_date_of_the_pull_is_in_a_separate_file() {
    let (place, _) = shop();
    assert_eq!(place.json("site/pulled.json"), serde_json::json!({"on": "2026-11-21"}));
    for file in ["site/producten/ravel--ravel-ru-oa.html", "site/en/products/beugel.html"] {
        assert!(!place.live(file).contains("2026-11-21"), "{file}");
    }
}

/// R-PDP-01: parts that variants have in common are built once; a variant that differs shows its own, the others the
/// shared one.
#[test]
fn r_pdp_01_a_variant_that_differs_from_its_sisters_shows_its_own() {
    fn text(html: &str) -> RichText {
        RichText::from_html(html, &[], 3)
    }
    type Change = fn(&mut Product);
    let changes: [(&str, Change); 12] = [
        ("EIGEN WOORDEN", |p| {
            *p = with_texts(p.clone(), |t| t.description = Some(text("<p>EIGEN WOORDEN</p>")));
        }),
        ("EIGEN NAAM", |p| {
            *p = with_texts(p.clone(), |t| t.name = "EIGEN NAAM".to_owned())
        }),
        ("EIGEN TITEL", |p| {
            *p = with_texts(p.clone(), |t| t.meta_title = Some("EIGEN TITEL".to_owned()))
        }),
        ("EIGEN ZORG", |p| {
            *p = with_texts(p.clone(), |t| t.maintenance = Some(text("<p>EIGEN ZORG</p>")));
        }),
        ("EIGEN REDEN", |p| {
            *p = with_texts(p.clone(), |t| t.withdrawal_excluded = Some("EIGEN REDEN".to_owned()));
        }),
        ("99,9 cm", |p| p.dimensions.width = Some(999)),
        ("34 g<", |p| p.dimensions.weight = Some(34)),
        ("1 kg<", |p| p.dimensions.weight = Some(1_000)),
        ("eigen.webp", |p| {
            p.media = vec![Image {
                url: "https://images.example/eigen.webp".to_owned(),
                ..picture()
            }];
        }),
        ("id=\"parts\"", |p| {
            p.parts = vec![ProductNumber::parse("BEUGEL").unwrap()]
        }),
        ("2.222,00", |p| p.prices.single.unit = euros(222_200)),
        ("EIGEN LEVERTIJD", |p| {
            *p = with_texts(p.clone(), |t| t.delivery_time = Some("EIGEN LEVERTIJD".to_owned()));
        }),
    ];
    for (mark, change) in changes {
        let mut products: Vec<Product> = [(1, "RAVEL-RU-OA", [11, 21]), (2, "RAVEL-RU-WA", [11, 22])]
            .map(|(number, article, options)| variant(number, article, options))
            .into();
        let mut own = variant(3, "RAVEL-MO-OA", [12, 21]);
        change(&mut own);
        products.push(own);
        products.push(product(4, "BEUGEL", &ALL.map(|l| (l, "Beugel", Some("Beugel")))));
        let place = shop_of(products);
        let page = |article: &str| place.live(&format!("site/producten/ravel--{article}.html"));
        assert!(page("ravel-mo-oa").contains(mark), "{mark}");
        for sister in ["ravel-ru-oa", "ravel-ru-wa"] {
            assert!(!page(sister).contains(mark), "{mark} on {sister}");
        }
    }
}

/// shopware-fields.md: "where the variant has another option of the same group, the page says 'Shown in …' under that
/// picture", in the page's language, as part of a sentence. The variant in the picture has no such text. A card, which
/// has no room for the text, does not fade to the picture.
#[test]
fn r_pdp_01_a_picture_of_another_variant_says_which() {
    let variants = [
        (1, "RAVEL-RU-OA", [11, 21]),
        (2, "RAVEL-MO-OA", [12, 21]),
        (3, "RAVEL-MO-WA", [12, 22]),
    ];
    let shown = |number, article, options| {
        let mut product = variant(number, article, options);
        let detail = Image {
            url: "https://images.example/detail.webp".to_owned(),
            shows: vec![option_id(11), option_id(21), option_id(31), option_id(999)],
            ..picture()
        };
        product.media = vec![picture(), detail];
        product
    };
    let mut products: Vec<Product> = variants
        .map(|(number, article, options)| shown(number, article, options))
        .into();
    let mut table = product(4, "TAFEL", &ALL.map(|locale| (locale, "Tafel", Some("Tafel"))));
    table.cross_selling = vec![CrossSelling {
        names: everywhere(&"Past erbij".to_owned()),
        products: vec![product_id(5), product_id(6)],
    }];
    let alone = |number, article, options| Product {
        family: None,
        ..shown(number, article, options)
    };
    products.extend([table, alone(5, "ROESTIG", [11, 21]), alone(6, "MOSSIG", [12, 21])]);
    let place = shop_of(products);
    for (file, expected) in [
        ("producten/ravel--ravel-ru-oa", None),
        ("producten/ravel--ravel-mo-oa", Some("Getoond in roest")),
        ("producten/ravel--ravel-mo-wa", Some("Getoond in roest · eiken")),
        ("en/products/ravel--ravel-mo-oa", Some("Shown in roest")),
        ("de/produkte/ravel--ravel-mo-oa", Some("Gezeigt in Roest")),
    ] {
        let html = place.live(&format!("site/{file}.html"));
        let captions: Vec<String> = html
            .split("product-gallery__shown\">")
            .skip(1)
            .filter_map(|rest| Some(words(rest.split_once("</p>")?.0)))
            .collect();
        assert_eq!(
            captions,
            expected.map(str::to_owned).into_iter().collect::<Vec<_>>(),
            "{file}"
        );
        let mut items = html.split("<li class=\"product-gallery__item").skip(1);
        let detail = items.find(|item| item.contains("detail.webp")).expect(file);
        assert_eq!(
            detail.contains("product-gallery__shown"),
            expected.is_some(),
            "{file}: it stands at the picture"
        );
    }
    let cards = place.live("site/producten/tafel.html");
    let card = |link: &str| {
        let link = format!("class=\"product-card__link\" href=\"/producten/ravel--{link}\"");
        let (before, _) = cards.split_once(&link).expect(&link);
        before.rsplit_once("<li class=\"product-card\"").expect(&link).1
    };
    assert!(card("roestig").contains("detail.webp") && !card("mossig").contains("detail.webp"));
}

/// R-PDP-01: cross-selling, and other products of the brand; products of the first are not repeated in the second.
#[test]
fn r_pdp_01_more_of_the_brand_excludes_products_already_shown() {
    let piece = |number, name: &str| {
        let mut piece = product(number, name, &ALL.map(|locale| (locale, name, Some(name))));
        piece.brand = Some(brand().id);
        piece
    };
    let mut table = piece(4, "TAFEL");
    table.cross_selling = vec![CrossSelling {
        names: everywhere(&"Past erbij".to_owned()),
        products: vec![product_id(5)],
    }];
    let place = shop_of(vec![table, piece(5, "STOEL"), piece(6, "LAMP")]);
    let html = place.live("site/producten/tafel.html");
    let (with_it, more) = html
        .split_once("id=\"goes-with-1\"")
        .and_then(|(_, behind)| behind.split_once("id=\"related\""))
        .unwrap();
    assert!(with_it.contains("href=\"/producten/stoel\"") && !with_it.contains("href=\"/producten/lamp\""));
    assert!(more.contains("href=\"/producten/lamp\"") && !more.contains("href=\"/producten/stoel\""));
    let chair = place.live("site/producten/stoel.html");
    let (_, more) = chair.split_once("id=\"related\"").unwrap();
    assert!(more.contains("href=\"/producten/tafel\"") && more.contains("href=\"/producten/lamp\""));
}

/// R-PDP-01: a part links to its product, one with several variants to the first of them; a number that is not sold
/// separately is plain text.
#[test]
fn r_pdp_01_parts_link_to_products_for_sale() {
    let mut beugel = product(4, "BEUGEL", &ALL.map(|l| (l, "Beugel", Some("Beugel"))));
    beugel.parts = ["GLIJDER", "RAVEL", "NIEMAND"]
        .map(|n| ProductNumber::parse(n).unwrap())
        .into();
    let place = shop_of(vec![
        variant(1, "RAVEL-RU-OA", [11, 21]),
        variant(2, "RAVEL-RU-WA", [11, 22]),
        beugel,
        product(5, "GLIJDER", &ALL.map(|l| (l, "Glijder", Some("Glijder")))),
    ]);
    let html = place.live("site/producten/beugel.html");
    let (_, parts) = html.split_once("id=\"parts\"").unwrap();
    let (parts, _) = parts.split_once("</section>").unwrap();
    assert!(parts.contains("href=\"/producten/glijder\""), "{parts}");
    assert!(parts.contains("href=\"/producten/ravel--ravel-ru-oa\""), "{parts}");
    assert!(words(parts).contains("NIEMAND"), "{parts}");
    assert_eq!(parts.matches("<a ").count(), 2, "{parts}");
}
