//! Sitemaps, parsed like a search engine does.

use std::collections::BTreeMap;

use crate::support::{NL, Place, Shop, entry, product_id};

/// Every element of a sitemap in order: (name, text), alternates as (hreflang, href).
fn elements(xml: &str) -> Vec<(String, String)> {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(xml);
    let (mut found, mut open) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => break,
            Event::Start(tag) => {
                open.push(tag.name().as_ref().to_owned());
                if open.len() == 1 {
                    let attributes: Vec<String> = tag.attributes().map(|a| a.unwrap().value.into_owned()).collect();
                    found.push((open[0].clone(), attributes.join(" ")));
                }
            }
            Event::End(_) => {
                open.pop();
            }
            Event::Text(text) if open.len() > 2 => found.push((open.last().unwrap().clone(), text.to_string())),
            Event::Empty(tag) => {
                let value = |name: &str| tag.try_get_attribute(name).unwrap().unwrap().value.into_owned();
                assert_eq!(value("rel"), "alternate");
                found.push((value("hreflang"), value("href")));
            }
            _ => {}
        }
    }
    found
}

/// R-ROUTE-13: an index and a file for each locale, only indexable pages, reciprocal hreflang and lastmod, elements in
/// the schema's order.
#[test]
fn r_route_13_sitemaps_are_valid_and_reciprocal() {
    let place = Place::new();
    let mut shop = Shop::small();
    let mut hidden = entry("hidden", "hidden", NL, "/geheim", "Geheim", "<p>x</p>");
    hidden.seo.noindex = true;
    shop.entries.push(hidden);
    place.build(&shop).unwrap();
    assert_eq!(place.live("site/sitemap.xml"), place.live("site/index-sitemap.xml"));
    let index = elements(&place.live("site/sitemap.xml"));
    assert_eq!(
        index[0],
        (
            "sitemapindex".into(),
            "http://www.sitemaps.org/schemas/sitemap/0.9".into()
        )
    );
    let listed: Vec<&str> = index
        .iter()
        .filter(|(name, _)| name == "loc")
        .map(|(_, text)| text.as_str())
        .collect();
    let files = ["nl-NL-sitemap.xml", "en-GB-sitemap.xml", "de-DE-sitemap.xml"];
    assert_eq!(listed, files.map(|f| format!("https://shop.example/{f}")));
    let mut alternates: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for file in files {
        let found = elements(&place.live(&format!("site/{file}")));
        assert_eq!(
            found[0],
            (
                "urlset".into(),
                "http://www.sitemaps.org/schemas/sitemap/0.9 http://www.w3.org/1999/xhtml".into()
            )
        );
        let mut page = String::new();
        let mut place_in_url = 0;
        for (name, text) in found.into_iter().skip(1) {
            let rank = match name.as_str() {
                "loc" => 0,
                "lastmod" => 1,
                _ => 2,
            };
            assert!(
                rank == 0 || rank >= place_in_url,
                "{name} stands behind what must follow it"
            );
            place_in_url = rank;
            match rank {
                0 => {
                    page.clone_from(&text);
                    assert!(alternates.insert(text, Vec::new()).is_none());
                }
                1 => assert!(text.parse::<jiff::Timestamp>().is_ok(), "{text}"),
                _ => alternates.get_mut(&page).unwrap().push((name, text)),
            }
        }
    }
    let at = |path: &str| format!("https://shop.example{path}");
    let mut pages: Vec<&String> = alternates.keys().collect();
    pages.sort();
    let mut expected: Vec<String> = [
        "/",
        "/en",
        "/de",
        "/service",
        "/en/help",
        "/producten/fauteuils--ravel--ravel-oa",
        "/en/products/armchairs--ravel--ravel-oa",
    ]
    .map(at)
    .to_vec();
    expected.extend(["", "/en", "/de"].map(|prefix| at(&format!("{prefix}/detail/{}", product_id(2)))));
    expected.sort();
    assert_eq!(pages, expected.iter().collect::<Vec<_>>());
    for (page, others) in &alternates {
        for (language, other) in others.iter().filter(|(l, _)| l != "x-default") {
            assert!(
                alternates[other].iter().any(|(_, back)| back == page),
                "{other} ({language}) does not name {page} back"
            );
        }
    }
    assert_eq!(
        alternates[&at("/service")],
        [
            ("nl-NL".into(), at("/service")),
            ("x-default".into(), at("/service")),
            ("en-GB".into(), at("/en/help"))
        ]
    );
    assert!(
        place
            .live("site/robots.txt")
            .contains("Sitemap: https://shop.example/sitemap.xml")
    );
}
