//! Overviews and the pages that they link to (R-CMS-03, R-CMS-07, R-CMS-10), and links between related content (P11).

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use serde_json::Value;

use crate::support::{NOW, Shop, lindhoven, read_json};

/// The overview of each collection with pages: its path and the prefix of its entries' paths, by locale.
const OVERVIEWS: [(&str, [(&str, &str); 3]); 8] = [
    (
        "brands",
        [
            ("merken", "/merken/"),
            ("en/brands", "/en/brands/"),
            ("de/marken", "/de/marken/"),
        ],
    ),
    (
        "collections",
        [
            ("collecties", "/collecties/"),
            ("en/collections", "/en/collections/"),
            ("de/kollektionen", "/de/kollektionen/"),
        ],
    ),
    (
        "designers",
        [
            ("designers", "/designers/"),
            ("en/designers", "/en/designers/"),
            ("de/designers", "/de/designers/"),
        ],
    ),
    (
        "projects",
        [
            ("projecten", "/projecten/"),
            ("en/projects", "/en/projects/"),
            ("de/projekte", "/de/projekte/"),
        ],
    ),
    (
        "news",
        [
            ("nieuws", "/nieuws/"),
            ("en/news", "/en/news/"),
            ("de/aktuelles", "/de/aktuelles/"),
        ],
    ),
    (
        "events",
        [
            ("evenementen", "/evenementen/"),
            ("en/events", "/en/events/"),
            ("de/veranstaltungen", "/de/veranstaltungen/"),
        ],
    ),
    (
        "showrooms",
        [
            ("showrooms", "/showrooms/"),
            ("en/showrooms", "/en/showrooms/"),
            ("de/showrooms", "/de/showrooms/"),
        ],
    ),
    (
        "vacancies",
        [
            ("vacatures", "/vacatures/"),
            ("en/vacancies", "/en/vacancies/"),
            ("de/stellenangebote", "/de/stellenangebote/"),
        ],
    ),
];

/// The main part of a page.
fn main_of(shop: &Shop, page: &str) -> String {
    let html = shop.file(&format!("site/{page}.html"));
    let main = html.split_once("<main").unwrap().1;
    main.split("</main>").next().unwrap().to_owned()
}

/// The main parts of all pages of an overview.
fn whole_list(shop: &Shop, page: &str) -> String {
    let word = match page.split('/').next().unwrap() {
        "en" => "page",
        "de" => "seite",
        _ => "pagina",
    };
    let further = (2..).map(|number| format!("{page}/{word}/{number}"));
    let further = further.take_while(|page| shop.path(&format!("dist/current/site/{page}.html")).is_file());
    let pages: Vec<String> = std::iter::once(page.to_owned()).chain(further).collect();
    pages.iter().map(|page| main_of(shop, page)).collect()
}

/// The targets of all links in a part of a page that start with a prefix.
fn links(html: &str, begin: &str) -> BTreeSet<String> {
    let hrefs = html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    hrefs
        .filter(|href| {
            href.strip_prefix(begin)
                .is_some_and(|slug| !slug.is_empty() && !slug.contains('/'))
        })
        .map(str::to_owned)
        .collect()
}

/// The paths of all pages of a release that start with a prefix.
fn pages_below(shop: &Shop, begin: &str) -> BTreeSet<String> {
    let release: Value = serde_json::from_str(&shop.file("release.json")).unwrap();
    let pages = release["pages"].as_array().unwrap().iter();
    pages
        .filter_map(|page| page["path"].as_str())
        .filter(|path| path.strip_prefix(begin).is_some_and(|slug| !slug.contains('/')))
        .map(str::to_owned)
        .collect()
}

/// R-CMS-03 "collections with filters, projects, designers, brands, vacancies, events, news, showrooms, pilot stores
/// each have an overview and a detail screen": every entry's page is linked from one of the pages of its overview in
/// its language, and links back to it in its breadcrumbs.
#[test]
fn r_cms_03_every_entry_is_in_the_overview_of_its_kind_and_links_back() {
    let (shop, _) = Shop::built();
    for (collection, locales) in OVERVIEWS {
        for (overview, begin) in locales {
            let list = whole_list(&shop, overview);
            let pages = pages_below(&shop, begin);
            assert!(!pages.is_empty(), "{collection} {begin}");
            assert_eq!(links(&list, begin), pages, "{collection}: {overview}");
            for page in pages {
                let html = shop.file(&format!("site{page}.html"));
                let trail = html.split_once("<ol class=\"breadcrumbs__list\"").unwrap().1;
                let trail = trail.split("</ol>").next().unwrap();
                assert!(trail.contains(&format!("href=\"/{overview}\"")), "{page}: {trail}");
            }
        }
    }
    places_without_pages(&shop);
    facts_of_cards(&shop);
    pages_of_news(&shop);
    everything_of_a_maker(&shop);
    both_directions(&shop);
}

/// Stores (including pilot stores) and catalogues have no pages of their own: their overview shows all of them.
fn places_without_pages(shop: &Shop) {
    for (locale, page) in [
        ("nl-NL", "showrooms"),
        ("en-GB", "en/showrooms"),
        ("de-DE", "de/showrooms"),
    ] {
        let html = main_of(shop, page);
        let mut pilots = 0;
        for file in fs::read_dir(lindhoven().join("content/stores")).unwrap() {
            let store = read_json(&file.unwrap().path());
            if store.get(locale).is_none() {
                continue;
            }
            let field = |key: &str| store[locale].get(key).unwrap_or(&store["nl-NL"][key]).clone();
            let card = html
                .split("<li class=\"place\"")
                .find(|card| card.contains(&format!("id=\"{}\"", field("slug").as_str().unwrap())))
                .unwrap_or_else(|| panic!("{page}: {}", field("title")));
            let address = field("address");
            for part in [&address["street"], &address["city"], &field("email")] {
                assert!(card.contains(part.as_str().unwrap()), "{page}: {part} in {card}");
            }
            assert!(card.contains("hours__table"), "{page}: {card}");
            if field("dealer_type") == "pilot" {
                pilots += 1;
                let word = match locale {
                    "nl-NL" => "Proefwinkel",
                    "en-GB" => "Pilot store",
                    _ => "Pilotladen",
                };
                assert!(card.contains(word), "{page}: {card}");
            }
        }
        assert!(pilots > 0, "{page}");
    }
    for (locale, page) in [
        ("nl-NL", "catalogi"),
        ("en-GB", "en/catalogues"),
        ("de-DE", "de/kataloge"),
    ] {
        let html = main_of(shop, page);
        for file in fs::read_dir(lindhoven().join("content/catalogues")).unwrap() {
            let entry = read_json(&file.unwrap().path());
            if let Some(own) = entry.get(locale) {
                let title = own.get("title").unwrap_or(&entry["nl-NL"]["title"]).as_str().unwrap();
                assert!(html.contains(&title.replace('&', "&amp;")), "{page}: {title}");
            }
        }
    }
}

/// R-CMS-03 "vacancies (hours, region, work experience), projects (brands, client, year realised)", on the card and on
/// the page; and the filters with their counts.
fn facts_of_cards(shop: &Shop) {
    let card = |page: &str, href: &str| {
        let html = main_of(shop, page);
        let cards: Vec<&str> = html.split("<li class=\"tile\"").collect();
        let found = cards.iter().find(|card| card.contains(&format!("href=\"{href}\"")));
        found.unwrap_or_else(|| panic!("{page}: {href}")).to_string()
    };
    for (page, href, parts) in [
        (
            "vacatures",
            "/vacatures/bezorger",
            ["32–38 per week", "Noord-Brabant en Zeeland", "Geen ervaring nodig"].as_slice(),
        ),
        (
            "en/vacancies",
            "/en/vacancies/delivery-driver",
            &["North Brabant and Zeeland", "No experience needed"],
        ),
        (
            "projecten",
            "/projecten/wachtkamer-noordereiland",
            &["Huisartsen Noordereiland", "2023", "Kante"],
        ),
        (
            "designers",
            "/designers/lena-hartwig",
            &["Duitsland", "Schemer", "ontwerpen"],
        ),
        ("collecties", "/collecties/kade", &["2022", "Lena Hartwig"]),
    ] {
        let card = card(page, href);
        let html = shop.file(&format!("site{href}.html"));
        for part in parts {
            assert!(card.contains(part), "{page}: {part:?} is not in {card}");
            assert!(html.contains(part), "{href}: {part:?}");
        }
    }
    let projects = main_of(shop, "projecten");
    let sectors = projects.split_once("data-facet=\"sector\"").unwrap().1;
    let sectors = sectors.split("</details>").next().unwrap();
    let counts = sectors.split("data-count=\"").skip(1);
    let counted: usize = counts
        .map(|rest| rest.split('"').next().unwrap().parse::<usize>().unwrap())
        .sum();
    let all = pages_below(shop, "/projecten/").len();
    assert_eq!(counted, all, "each project has one sector: {sectors}");
    assert!(projects.contains(&format!("data-total=\"{all}\"")));
    let designers = main_of(shop, "designers");
    for (letter, name) in [("h", "Lena Hartwig"), ("v", "Mara Vink")] {
        assert!(designers.contains(&format!("href=\"#designers-{letter}\"")), "{letter}");
        let group = designers.split_once(&format!("id=\"designers-{letter}\"")).unwrap().1;
        assert!(group.split("</section>").next().unwrap().contains(name), "{letter}");
    }
}

/// News is newest first, over more than one page (R-CMS-07).
fn pages_of_news(shop: &Shop) {
    let mut dates: BTreeMap<String, String> = BTreeMap::new();
    for file in fs::read_dir(lindhoven().join("content/news")).unwrap() {
        let entry = read_json(&file.unwrap().path());
        let own = &entry["nl-NL"];
        let slug = format!("/nieuws/{}", own["slug"].as_str().unwrap());
        dates.insert(slug, own["date"].as_str().unwrap().to_owned());
    }
    let first = main_of(shop, "nieuws");
    assert!(first.contains("href=\"/nieuws/pagina/2\""));
    let list = whole_list(shop, "nieuws");
    let shown: Vec<&str> = list
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter_map(|href| dates.get(href).map(String::as_str))
        .collect();
    assert_eq!(shown.len(), pages_below(shop, "/nieuws/").len());
    assert!(shown.is_sorted_by(|a, b| a >= b), "{shown:?}");
}

/// The product families of Lindhoven that are sold and match a predicate: the path of their main variant in Dutch.
fn families(of: impl Fn(&Value) -> bool) -> Vec<String> {
    let mut names = Vec::new();
    for file in fs::read_dir(lindhoven().join("products")).unwrap() {
        let family = read_json(&file.unwrap().path());
        if family["active"] != Value::Bool(false) && of(&family) {
            names.push(family["name"]["nl-NL"].as_str().unwrap_or_default().to_owned());
        }
    }
    names
}

/// Nothing is truncated: the page of a brand lists all of its families, that of a designer all of theirs, and both
/// state the number.
fn everything_of_a_maker(shop: &Shop) {
    for (page, property, key) in [
        ("merken/kante", "brand", "kante"),
        ("merken/schemer", "brand", "schemer"),
        ("designers/lena-hartwig", "designer", "lena-hartwig"),
        ("designers/mara-vink", "designer", "mara-vink"),
    ] {
        let html = main_of(shop, page);
        let names = families(|family| match property {
            "brand" => family["brand"] == key,
            _ => family["properties"]["designer"]
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one == key)),
        });
        assert!(names.len() > 5, "{page}");
        for name in &names {
            assert!(
                html.contains(&format!(">{}</a>", name.replace('&', "&amp;"))),
                "{page}: {name}"
            );
        }
        assert!(
            html.contains(&format!(">{} ontwerpen<", names.len())),
            "{page}: {}",
            names.len()
        );
    }
}

/// Designer, brand, collection, project and product link to each other in both directions.
fn both_directions(shop: &Shop) {
    for (page, hrefs) in [
        (
            "collecties/kade",
            ["/designers/lena-hartwig", "/merken/plet"].as_slice(),
        ),
        ("designers/lena-hartwig", &["/collecties/kade", "/merken/plet"]),
        ("merken/plet", &["/collecties/kade", "/designers/lena-hartwig"]),
        (
            "projecten/hotel-de-spuikom",
            &[
                "/merken/schemer",
                "/designers/joost-ebbers",
                "/collecties/avond",
                "/showrooms/gent",
                "/projecten",
            ],
        ),
        ("designers/joost-ebbers", &["/projecten/hotel-de-spuikom"]),
        ("merken/schemer", &["/projecten/hotel-de-spuikom"]),
        ("collecties/avond", &["/projecten/hotel-de-spuikom"]),
    ] {
        let html = main_of(shop, page);
        for href in hrefs {
            assert!(html.contains(&format!("href=\"{href}\"")), "{page} leads to {href}");
        }
    }
}

/// P20: a past event is over from the day after its last day: it is in the archive after the upcoming ones, its page
/// remains, says so and sells no ticket; an event of several days is over after the last one.
#[test]
fn r_cms_03_past_events_move_to_the_archive_on_their_day() {
    let shop = Shop::small();
    shop.build();
    let parts = || {
        let html = main_of(&shop, "evenementen");
        let (to_come, past) = html.split_once("id=\"events-archive\"").unwrap();
        (links(to_come, "/evenementen/"), links(past, "/evenementen/"))
    };
    let (fair, sale) = ("/evenementen/interieur-kortrijk", "/evenementen/toonzaalmodellen");
    let (to_come, past) = parts();
    assert!(past.contains(fair) && !to_come.contains(fair), "{past:?}");
    assert!(to_come.contains(sale) && !past.contains(sale), "{to_come:?}");
    let page = main_of(&shop, "evenementen/interieur-kortrijk");
    assert!(page.contains("Dit is geweest.") && !page.contains("Kaarten en aanmelden"));
    assert!(!page.contains("Aanmelden</dt>"), "nobody can register any more");
    assert!(main_of(&shop, "evenementen/steigerdag").contains("Aanmelden</dt>"));

    shop.offline_at("2026-10-19T20:00:00Z", &[]).report();
    let (to_come, past) = parts();
    assert!(
        to_come.contains(fair) && !past.contains(fair),
        "the fair's last day is today"
    );
    let page = main_of(&shop, "evenementen/interieur-kortrijk");
    assert!(!page.contains("Dit is geweest.") && page.contains("Kaarten en aanmelden"));

    // Two hours before midnight in Amsterdam, and an hour after it.
    for (now, over) in [("2027-01-23T21:00:00Z", false), ("2027-01-23T23:30:00Z", true)] {
        shop.offline_at(now, &[]).report();
        let (to_come, past) = parts();
        assert_eq!((to_come.contains(sale), past.contains(sale)), (!over, over), "{now}");
    }
}

/// R-CMS-03, R-GEN-05 "expired ones go at their time, without an editor's action": a vacancy is shown on its last day
/// and removed on the next, from the overview, the sitemap and as a page.
#[test]
fn r_gen_05_a_vacancy_is_removed_after_its_closing_date() {
    let shop = Shop::small();
    shop.build();
    let open = || {
        let listed = links(&main_of(&shop, "vacatures"), "/vacatures/");
        let listed = listed.contains("/vacatures/lichtadviseur");
        let page = shop.path("dist/current/site/vacatures/lichtadviseur.html").is_file();
        let mapped = shop
            .file("site/nl-NL-sitemap.xml")
            .contains("/vacatures/lichtadviseur<");
        [listed, page, mapped]
    };
    assert_eq!(open(), [true; 3], "at {NOW}");
    assert!(
        !shop
            .path("dist/current/site/vacatures/medewerker-orderadministratie.html")
            .exists()
    );
    shop.offline_at("2027-01-31T22:00:00Z", &[]).report();
    assert_eq!(open(), [true; 3], "the last day to apply");
    shop.offline_at("2027-02-01T08:00:00Z", &[]).report();
    assert_eq!(open(), [false; 3]);
    shop.offline_at("2027-06-01T08:00:00Z", &["--accept-empty", "vacancy"])
        .report();
    for (page, text) in [
        ("vacatures", "Er is nu geen plaats vrij."),
        ("en/vacancies", "No place is free at the moment."),
        ("de/stellenangebote", "Zurzeit ist keine Stelle frei."),
    ] {
        assert!(main_of(&shop, page).contains(text), "{page}");
    }
}
