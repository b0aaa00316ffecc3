//! Content becomes pages: every published entry with a uri, in the languages it has, complete, with its facts
//! (R-ROUTE-02, R-CMS-03).

use std::{collections::BTreeSet, fs};

use serde_json::{Map, Value};

use crate::support::{Shop, lindhoven, read_json};

/// The date of the demo's clock: entries with a later date are not published.
const TODAY: &str = "2026-11-21";

/// Path prefixes of collections whose entries have a route, by site (`collections.json` of the shop).
fn routes() -> Vec<(String, Map<String, Value>)> {
    let collections = read_json(&lindhoven().join("content/collections.json"));
    let all = collections.as_object().unwrap().iter();
    all.filter(|(handle, _)| *handle != "pages")
        .filter_map(|(handle, collection)| Some((handle.clone(), collection["routes"].as_object()?.clone())))
        .collect()
}

/// The files of all pages expected from the shop's entries: `site/en/projects/waiting-room-noordereiland.html`.
fn expected() -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    for (handle, routes) in routes() {
        for file in fs::read_dir(lindhoven().join("content").join(&handle)).unwrap() {
            let entry = read_json(&file.unwrap().path());
            let origin = &entry["nl-NL"];
            for (site, own) in entry.as_object().unwrap() {
                let field = |key: &str| own.get(key).unwrap_or(&origin[key]).clone();
                let future = handle == "news" && field("date").as_str().is_some_and(|date| date > TODAY);
                let closed = handle == "vacancies" && field("closing_date").as_str().is_some_and(|date| date < TODAY);
                let published = field("published") != Value::Bool(false) && !future && !closed;
                let Some(route) = routes.get(site).filter(|_| published) else {
                    continue;
                };
                let prefix = match site.as_str() {
                    "en-GB" => "/en",
                    "de-DE" => "/de",
                    _ => "",
                };
                let slug = field("slug");
                let path = route.as_str().unwrap().replace("{slug}", slug.as_str().unwrap());
                files.insert(format!("site{prefix}{path}.html"));
            }
        }
    }
    files
}

/// R-ROUTE-02: one page for each published CMS entry with a uri in that site, and no others; R-CMS-01: every
/// block in it has a template, so that the build has no diagnostics.
#[test]
fn r_route_02_every_published_entry_with_a_uri_is_a_page() {
    let (shop, report) = Shop::built();
    let expected = expected();
    assert!(expected.len() > 120, "{}", expected.len());
    for file in &expected {
        assert!(shop.path("dist/current").join(file).is_file(), "{file} is not written");
    }
    let release: Value = serde_json::from_str(&shop.file("release.json")).unwrap();
    let kinds = [
        "brand",
        "designer",
        "collection",
        "project",
        "news",
        "event",
        "showroom",
        "vacancy",
    ];
    let pages = release["pages"].as_array().unwrap();
    let found = pages
        .iter()
        .filter(|page| kinds.iter().any(|kind| page["kind"] == *kind))
        .count();
    assert_eq!(found, expected.len(), "no page without an entry");

    let warnings = report["warnings"].as_array().unwrap();
    assert!(warnings.is_empty(), "{warnings:#?}");

    facts_of_collections(&shop);
    alternative_texts(&shop);
    structured_data(&shop);
    pictures_of_other_variants(&shop);
}

/// shopware-fields.md: "where the variant has another option of the same group, the page says 'Shown in …' under that
/// picture".
fn pictures_of_other_variants(shop: &Shop) {
    for (file, words) in [
        (
            "producten/ravel-armstoel--mos-noten",
            "Getoond in roest · eiken, geolied",
        ),
        ("producten/ravel-armstoel--mos-eiken", "Getoond in roest"),
        ("en/products/ravel-armchair--moss-walnut", "Shown in rust · oak, oiled"),
        (
            "de/produkte/ravel-armlehnstuhl--moos-nussbaum",
            "Gezeigt in Rost · Eiche, geölt",
        ),
    ] {
        let html = shop.file(&format!("site/{file}.html"));
        let caption = format!("<p class=\"product-gallery__shown\">{words}</p>");
        assert_eq!(
            html.matches(&caption).count(),
            2,
            "{caption} on {file}: at the detail and the back"
        );
    }
    let rust = shop.file("site/producten/ravel-armstoel--roest-eiken.html");
    assert!(
        !rust.contains("product-gallery__shown"),
        "the pictures are of this variant"
    );
}

/// R-CMS-03: each collection's page shows the entry's facts in its language.
fn facts_of_collections(shop: &Shop) {
    for (file, parts) in [
        (
            "projecten/wachtkamer-noordereiland",
            [
                "Opdrachtgever",
                "Huisartsen Noordereiland",
                "2023",
                "Van Ommen Architecten",
                "Ido Terpstra",
                "190 m²",
                "Zes hoeken",
            ]
            .as_slice(),
        ),
        (
            "en/projects/waiting-room-noordereiland",
            &["Client", "Floor area", "Photography", "Care"],
        ),
        (
            "nieuws/wat-de-steiger-overliet",
            &[
                "donderdag 28 mei 2026",
                "Lieselot Claeys",
                "2 minuten",
                "<p>De vijfde, een barkruk",
            ],
        ),
        (
            "de/aktuelles/was-der-steg-uebrig-liess",
            &["Donnerstag, 28. Mai 2026", "Lesezeit", "2 Minuten"],
        ),
        (
            "evenementen/wies-overgaauw-over-fouten",
            &[
                "donderdag 26 november 2026, 19:30–21:30 uur",
                "/showrooms/gent\"",
                "Vooraf, er is beperkt plaats",
                ">60<",
            ],
        ),
        (
            "showrooms/groningen",
            &[
                "Oude Boteringestraat 47, 9712 GD Groningen",
                "13:00–18:00",
                "Gesloten",
                "Eerste Kerstdag",
                "tel:+31850001243",
                "koffie",
                "Wiebe Dijkstra, winkelhoofd",
                "Ossenmarkt",
                "Licht proberen",
            ],
        ),
        (
            "de/showrooms/groningen",
            &[
                "Montag",
                "Geschlossen",
                "Erster Weihnachtstag",
                "Freitag, 25. Dezember 2026",
            ],
        ),
        (
            "vacatures/stage-interieurarchitectuur",
            &[
                "32–36 per week",
                "Stage",
                "450,00 per maand",
                "zondag 10 januari 2027",
                "Derde jaar hbo",
                "mailto:werk@lindhoven.example?subject=Stage%20interieurarchitectuur",
            ],
        ),
        (
            "en/designers/anouk-verdier",
            &["<dd class=\"facts__value\">Belgium</dd>"],
        ),
        ("collecties/kade", &["2022", "Staal", "<p>Lena Hartwig tekende Kade"]),
    ] {
        let html = shop.file(&format!("site/{file}.html"));
        for part in parts {
            assert!(html.contains(part), "{part:?} is not in {file}");
        }
        assert_eq!(html.matches("<h1").count(), 1, "{file}");
    }
}

/// R-CMS-05: pictures of the CMS have alternative texts in the page's language.
fn alternative_texts(shop: &Shop) {
    let manifest = read_json(&lindhoven().join("media/manifest.json"));
    let alt = |site: &str| {
        manifest["armchair-oak-moss-main"]["alt"][site]
            .as_str()
            .unwrap()
            .to_owned()
    };
    for (site, file) in [
        ("nl-NL", "projecten/wachtkamer-noordereiland"),
        ("en-GB", "en/projects/waiting-room-noordereiland"),
    ] {
        let html = shop.file(&format!("site/{file}.html"));
        assert!(html.contains(&format!("alt=\"{}\"", alt(site))), "{file}");
    }
    assert_ne!(alt("nl-NL"), alt("en-GB"));
}

/// The structured data of a type on a page.
fn data(shop: &Shop, file: &str, kind: &str) -> Value {
    let html = shop.file(&format!("site/{file}.html"));
    let scripts = html.split("<script type=\"application/ld+json\">").skip(1);
    let mut found = scripts.map(|rest| serde_json::from_str::<Value>(rest.split("</script>").next().unwrap()).unwrap());
    found
        .find(|data| data["@type"] == kind)
        .unwrap_or_else(|| panic!("{file} has no {kind}"))
}

/// Types of schema.org, with the page's data.
fn structured_data(shop: &Shop) {
    let event = data(shop, "evenementen/wies-overgaauw-over-fouten", "Event");
    assert_eq!(event["startDate"], "2026-11-26T19:30:00+01:00");
    assert_eq!(event["endDate"], "2026-11-26T21:30:00+01:00");
    assert_eq!(event["location"]["address"]["addressLocality"], "Gent");
    let news = data(shop, "nieuws/wat-de-steiger-overliet", "NewsArticle");
    assert_eq!(
        (&news["datePublished"], &news["author"]["name"]),
        (&"2026-05-28".into(), &"Lieselot Claeys".into())
    );
    let store = data(shop, "showrooms/groningen", "FurnitureStore");
    assert_eq!(store["openingHoursSpecification"].as_array().unwrap().len(), 6);
    assert_eq!(store["openingHoursSpecification"][0]["opens"], "13:00");
    assert_eq!(store["address"]["postalCode"], "9712 GD");
    let job = data(shop, "vacatures/stage-interieurarchitectuur", "JobPosting");
    assert_eq!(
        (&job["employmentType"], &job["validThrough"]),
        (&"INTERN".into(), &"2027-01-10T23:59:59+01:00".into())
    );
    assert_eq!(job["jobLocation"]["address"]["addressLocality"], "Utrecht");
}

/// Law §9: the imprint says who the company is, with the facts of the footer, and names who represents it, in each
/// language, as HTML and as Markdown; no other page has the list.
#[test]
fn law_9_the_imprint_names_who_represents_the_company() {
    let (shop, _) = Shop::built();
    for (page, words, register) in [
        ("bedrijfsgegevens", "Vertegenwoordigd door", "KvK-nummer"),
        ("en/imprint", "Represented by", "Chamber of Commerce number"),
        (
            "de/impressum",
            "Vertreten durch",
            "Handelskammer (Kamer van Koophandel)",
        ),
    ] {
        let html = shop.file(&format!("site/{page}.html"));
        let fact = |term: &str, value: &str| {
            let row = format!("<dt class=\"facts__term\">{term}</dt>");
            let (_, rest) = html.split_once(&row).unwrap_or_else(|| panic!("{page}: {term}"));
            let (own, _) = rest.split_once("</dd>").unwrap();
            assert!(own.contains(value), "{page} {term}: {own}");
        };
        fact(words, "Mirthe Lindhoven");
        fact(register, "12345678");
        let markdown = shop.file(&format!("site/{page}.md"));
        assert!(
            markdown.contains(&format!("- {words}: Mirthe Lindhoven\n")),
            "{markdown}"
        );
        assert!(markdown.contains("NL001234567B01"), "{markdown}");
    }
    for other in ["index", "de/kontakt", "en/terms-and-conditions"] {
        let html = shop.file(&format!("site/{other}.html"));
        assert!(!html.contains("Mirthe Lindhoven"), "{other}");
    }
}
