//! Blocks of questions, forms, places, files and calls to action on the pages of the demo shop (R-CMS-01, R-CMS-08,
//! R-STORE-01).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Shop, lindhoven, read_json};

/// The file of a page in each locale, by the CMS's site.
fn page(shop: &Shop, nl: &str, en: &str, de: &str) -> Vec<(&'static str, String)> {
    [("nl-NL", nl), ("en-GB", en), ("de-DE", de)]
        .map(|(site, file)| (site, shop.file(&format!("site/{file}.html"))))
        .into()
}

/// The value of a record's field in a site, falling back to the Dutch one.
fn field<'v>(record: &'v Value, site: &str, key: &str) -> &'v Value {
    record[site].get(key).unwrap_or(&record["nl-NL"][key])
}

/// Every record of a collection of the shop.
fn records(collection: &str) -> Vec<Value> {
    let files = std::fs::read_dir(lindhoven().join("content").join(collection)).unwrap();
    files.map(|file| read_json(&file.unwrap().path())).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;")
}

#[test]
fn r_cms_01_questions_forms_places_and_files_are_on_their_pages() {
    let shop = Shop::small();
    let cms = shop.before_statamic(&[]);
    cms.change(|asked, answer| {
        if asked.starts_with("/api/collections/pages/entries") {
            on_the_page_of_the_form(answer);
        }
    });
    let report = shop.build();
    let warnings = report["warnings"].as_array().unwrap();
    let told = |code: &str| warnings.iter().filter(|warning| warning["code"] == code).count();
    assert_eq!(told("embed-not-shown"), 1);
    assert_eq!((told("block-not-built"), told("form-absent")), (0, 0), "{warnings:#?}");
    questions(&shop);
    appointments(&shop);
    places(&shop);
    business_account(&shop);
    letters(&shop);
    catalogues(&shop);
    what_stands_elsewhere(&shop);
}

/// Blocks that no page of the shop has.
fn on_the_page_of_the_form(answer: &mut Value) {
    for entry in answer["data"].as_array_mut().into_iter().flatten() {
        if entry["slug"] != "nieuwsbrief" {
            continue;
        }
        let picture = json!({ "id": "assets::sofa-oak-moss-main.webp" });
        entry["blocks"].as_array_mut().unwrap().extend([
            json!({ "type": "video", "id": "v1", "heading": "In de werkplaats", "url": "https://www.youtube.com/watch?v=abc", "poster": picture }),
            json!({ "type": "video", "id": "v2", "url": "https://films.example/kort.mp4" }),
            json!({ "type": "downloads", "id": "d1", "heading": "Bestanden", "files": [{
                "label": "Prijslijst", "file": { "url": "https://files.example/prijzen.pdf", "size_bytes": 1_240_000 } }] }),
            json!({ "type": "instagram_wall", "id": "w1", "items": [
                { "image": picture, "link": "https://www.instagram.com/p/1" }, { "image": picture, "link": null }] }),
            json!({ "type": "html_embed", "id": "e1", "code": { "code": "<iframe src=\"https://kaart.example/1\" title=\"Route\"></iframe>", "mode": "htmlmixed" } }),
            json!({ "type": "vacancy_application_form", "id": "va", "heading": "Solliciteren" }),
            json!({ "type": "newsletter_cta", "id": "nc", "heading": "Ook per post", "variant": { "value": "card" } }),
        ]);
    }
}

/// `faq` by category: all its questions in the site, each with its answer and anchor, and one FAQPage with all of them.
fn questions(shop: &Shop) {
    let all = records("faq");
    for (site, html) in page(
        shop,
        "service/veelgestelde-vragen",
        "en/service/questions",
        "de/service/haeufige-fragen",
    ) {
        let here: Vec<&Value> = all.iter().filter(|record| record[site].is_object()).collect();
        assert!(here.len() > 25, "{site}");
        let mut all_times = 0;
        for record in &here {
            let question = escaped(field(record, site, "title").as_str().unwrap());
            let shown = format!("faq__question\">{question}</h3>");
            let times = field(record, site, "categories").as_array().unwrap().len();
            assert_eq!(html.matches(&shown).count(), times, "{site}: {question}");
            all_times += times;
        }
        assert!(all_times > here.len(), "a question is in two categories");
        assert_eq!(html.matches("<details class=\"fold\">").count(), all_times, "{site}");
        let scripts: Vec<&str> = html.split("<script type=\"application/ld+json\">").skip(1).collect();
        let pages: Vec<Value> = scripts
            .iter()
            .map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap())
            .filter(|data: &Value| data["@type"] == "FAQPage")
            .collect();
        assert_eq!(pages.len(), 1, "{site}: a page has one FAQPage");
        let entities = pages[0]["mainEntity"].as_array().unwrap();
        assert_eq!(entities.len(), here.len(), "{site}");
        assert!(entities.iter().all(|entity| {
            entity["@type"] == "Question"
                && entity["acceptedAnswer"]["text"]
                    .as_str()
                    .is_some_and(|text| text.len() > 10)
        }));
        let ids: BTreeSet<&str> = html
            .split(" id=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap())
            .collect();
        assert_eq!(ids.len(), html.matches(" id=\"").count(), "{site}: an id is there once");
    }
    let html = shop.file("site/service/veelgestelde-vragen.html");
    for part in [
        "<section class=\"section section--default section--top-small section--bottom-small\" id=\"levering\">",
        ">Levering</h2>",
        "-hond-mee\">",
        "<p>Aangelijnd, ja.",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let business = shop.file("site/service/zakelijk-account.html");
    assert!(
        business.contains("Hoe krijg ik een zakelijk account?") && !business.contains("FAQPage"),
        "only where the editor asks for it"
    );
}

/// `showroom_appointment_form`: the showrooms that offer appointments, with telephone, hours and subjects, and the
/// form.
fn appointments(shop: &Shop) {
    let all = records("showrooms");
    for (site, html) in page(shop, "service/afspraak", "en/service/appointment", "de/service/termin") {
        let main = html.split("<main").nth(1).unwrap();
        assert!(main.contains("data-form=\"showroom_appointment\""), "{site}");
        assert!(main.contains("<input class=\"field__input\" type=\"date\""), "{site}");
        let (open, closed): (Vec<_>, Vec<_>) = all
            .iter()
            .partition(|record| field(record, site, "appointment_enabled") == true);
        assert!(open.len() > 2);
        for record in open {
            let phone = field(record, site, "phone").as_str().unwrap();
            assert!(main.contains(&format!(">{phone}</a>")), "{site}: {phone}");
        }
        for record in closed {
            let phone = field(record, site, "phone").as_str().unwrap();
            assert!(!main.contains(phone), "{site}: {phone} makes no appointments");
        }
        assert!(
            main.contains("<table class=\"hours__table\">") && main.contains("10:00–17:30"),
            "{site}"
        );
    }
    let html = shop.file("site/service/afspraak.html");
    for part in [
        "Op afspraak: interieur, licht",
        "Haagdijk 118<br>4811 TV Breda",
        "tel:+31850001241",
        "href=\"/showrooms/breda\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

/// R-STORE-01 `store_locations`: showrooms and dealers with address, opening hours per weekday, brands and type, by
/// country; no map.
fn places(shop: &Shop) {
    let (stores, showrooms) = (records("stores"), records("showrooms"));
    for (site, html, words) in [
        (
            "nl-NL",
            "service/verkooppunten",
            [
                "Nederland",
                "België",
                "Duitsland",
                "Proefwinkel",
                "Flagshipstore",
                "Dealer",
            ],
        ),
        (
            "en-GB",
            "en/service/where-to-buy",
            [
                "Netherlands",
                "Belgium",
                "Germany",
                "Pilot store",
                "Flagship store",
                "Dealer",
            ],
        ),
        (
            "de-DE",
            "de/service/verkaufsstellen",
            [
                "Niederlande",
                "Belgien",
                "Deutschland",
                "Pilotladen",
                "Flagshipstore",
                "Händler",
            ],
        ),
    ] {
        let html = shop.file(&format!("site/{html}.html"));
        for record in stores.iter().chain(&showrooms) {
            let address = field(record, site, "address");
            let line = format!(
                "{} {}",
                address["postcode"].as_str().unwrap(),
                address["city"].as_str().unwrap()
            );
            assert!(html.contains(&line), "{site}: {line}");
        }
        assert_eq!(
            html.matches("<li class=\"place\" data-place=").count(),
            stores.len() + showrooms.len(),
            "{site}"
        );
        assert_eq!(
            html.matches("place__hours").count(),
            stores.len() + showrooms.len(),
            "{site}"
        );
        let countries: Vec<usize> = words[..3]
            .iter()
            .map(|country| {
                html.find(&format!("places__country\">{country}</h3>"))
                    .unwrap_or_else(|| panic!("{site}: {country}"))
            })
            .collect();
        assert!(countries.is_sorted(), "{site}: the country with the most places first");
        for (word, kind) in words[3..].iter().zip(["pilot", "flagship", "dealer"]) {
            let count = stores
                .iter()
                .filter(|record| field(record, site, "dealer_type") == kind)
                .count();
            assert_eq!(
                html.matches(&format!("<p class=\"place__note\">{word}</p>")).count(),
                count,
                "{site}: {kind}"
            );
        }
        for part in [
            "openstreetmap.org/directions?route=%3B52.6316",
            "/oever-zoon\">",
            "25 december 2026",
            "25. Dezember 2026",
            "25 December 2026",
        ] {
            let other_language = part.starts_with("25")
                && !part.contains(match site {
                    "de-DE" => "Dezember",
                    "en-GB" => "December",
                    _ => "december",
                });
            assert!(other_language || html.contains(part), "{site}: {part}");
        }
    }
    let contact = shop.file("site/contact.html");
    assert_eq!(
        contact.matches("<li class=\"place\">").count(),
        5,
        "the chosen showrooms, without dealers"
    );
    assert!(!contact.contains("places__country\">Zonder"));
}

/// `company_account_form`: benefits, ordered steps, the form with its sections, and a letter with a line for each
/// required field (R-ACCT-08, R-FORM-01).
fn business_account(shop: &Shop) {
    for (_, html) in page(
        shop,
        "service/zakelijk-account",
        "en/service/business-account",
        "de/service/geschaeftskonto",
    ) {
        let (_, content) = html.split_once("<main").unwrap();
        assert!(content.contains("action=\"/api/forms/company_account_request?"));
        assert_eq!(html.matches("class=\"form-frame__step\"").count(), 3);
        assert_eq!(
            content.matches("class=\"form__section\"").count(),
            5,
            "three sections and two outcomes"
        );
    }
    let globals = read_json(&lindhoven().join("content/globals/site.json"));
    let hours = globals["nl-NL"]["customer_service_hours"].as_str().unwrap();
    let html = shop.file("site/service/zakelijk-account.html");
    for part in [
        "<li>Betalen op rekening, veertien dagen</li>",
        "U vraagt aan</h3>",
        ">Bedrijfsnaam<span class=\"field__mark\" aria-hidden=\"true\">*</span></label>",
        "data-field=\"invoice_email\" data-conditional data-off>",
        "data-checked=\"company_account_request.invoice_same=1\" checked>",
        "href=\"tel:+31850001234\">Bel 085 000 12 34</a>",
        hours,
    ] {
        assert!(html.contains(part), "{part}");
    }
    let letter = html
        .split("href=\"mailto:winkel@lindhoven.example?subject=Een%20account%20aanvragen&amp;body=")
        .nth(1);
    let body = letter
        .expect("the letter has a subject and a body")
        .split('"')
        .next()
        .unwrap();
    assert!(
        body.contains("Bedrijfsnaam%3A%20%0D%0A") && body.contains("Btw%2Dnummer"),
        "{body}"
    );
    assert!(
        !body.contains("E%2Dmailadres") && !body.contains("Website"),
        "only what must be told: {body}"
    );
}

/// `newsletter_cta` has one field, whose rules are on the page with the form; `appointment_cta` links to that page.
fn letters(shop: &Shop) {
    for (_, html, href) in page(shop, "over-ons", "en/about-us", "de/ueber-uns")
        .into_iter()
        .zip(["/nieuwsbrief", "/en/newsletter", "/de/newsletter"])
        .map(|((site, html), href)| (site, html, href))
    {
        let main = html.split("<footer").next().unwrap();
        assert!(main.contains("-newsletter\" data-when=\"interaction\""), "{href}");
        for part in [main, html.as_str()] {
            assert!(part.contains(&format!("data-from=\"{href}\">")), "{href}");
        }
    }
    for ((_, html), href) in page(shop, "contact", "en/contact", "de/kontakt").into_iter().zip([
        "/service/afspraak",
        "/en/service/appointment",
        "/de/service/termin",
    ]) {
        assert!(
            html.contains(&format!("<a class=\"text-link\" href=\"{href}\">")),
            "{href}"
        );
    }
    let own = shop.file("site/nieuwsbrief.html");
    assert!(own.contains("data-form=\"newsletter\"") && own.contains("block-cta--card"));
}

/// R-CMS-08: a catalogue of the call-to-action is requested or downloaded there: by its file, and by a link to the page
/// with the form for the printed one.
fn catalogues(shop: &Shop) {
    let all = records("catalogues");
    for (site, html) in page(
        shop,
        "service/catalogus-aanvragen",
        "en/service/request-a-catalogue",
        "de/service/katalog-anfordern",
    ) {
        let own = match site {
            "de-DE" => "/de/service/katalog-anfordern",
            "en-GB" => "/en/service/request-a-catalogue",
            _ => "/service/catalogus-aanvragen",
        };
        let mut files = 0;
        for record in all.iter().filter(|record| record[site].is_object()) {
            let orderable = field(record, site, "orderable") == true;
            if !orderable && field(record, site, "file").is_null() {
                continue;
            }
            let title = escaped(field(record, site, "title").as_str().unwrap());
            let tile = html
                .split("<li class=\"tile\">")
                .find(|tile| tile.contains(&format!("tile__title\">{title}</h3>")))
                .unwrap_or_else(|| panic!("{site}: {title}"));
            let file = field(record, site, "file").as_str();
            let download = file.map(|file| file.strip_prefix("assets::").unwrap());
            assert_eq!(tile.contains("(PDF)"), download.is_some(), "{site}: {title}");
            if let Some(path) = download {
                files += 1;
                assert!(tile.contains(&format!("/assets/{path}\"")), "{site}: {title}");
            }
            // The form begins with the catalogue.
            let slug = field(record, site, "slug").as_str().unwrap();
            let request = format!("<a class=\"text-link\" href=\"{own}?catalogues={slug}#form-catalogue_request\">");
            assert_eq!(tile.contains(&request), orderable, "{site}: {title}");
        }
        assert!(files >= 2, "{site}");
        assert!(html.contains("data-form=\"catalogue_request\""));
    }
}

/// Videos, files, posts and embedded code of other hosts are links: the page loads nothing from there.
fn what_stands_elsewhere(shop: &Shop) {
    let html = shop.file("site/nieuwsbrief.html");
    for part in [
        "<a class=\"video__link\" href=\"https://www.youtube.com/watch?v=abc\" target=\"_blank\" rel=\"noopener\">",
        "<span class=\"video__label\">Bekijk de film bij YouTube</span>",
        "href=\"https://films.example/kort.mp4\"",
        "<span class=\"video__label\">Bekijk de film</span>",
        "href=\"https://files.example/prijzen.pdf\" rel=\"noopener\">Prijslijst</a>",
        "<span class=\"downloads__note\">PDF, 1,2 MB</span>",
        "href=\"https://www.instagram.com/p/1\"",
        "Foto 1 van 2, bij Instagram",
        "<p class=\"embed__title\">Route</p>",
        "href=\"https://kaart.example/1\" target=\"_blank\" rel=\"noopener\">Open bij kaart.example</a>",
        "data-form=\"vacancy_application\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
    for tag in ["<iframe", "<video", "<object", "<embed"] {
        assert!(!html.contains(tag), "{tag}");
    }
}

/// The blocks that no page of the demo shop has, with distinct texts.
fn rare_blocks() -> Value {
    let picture = json!({ "id": "assets::sofa-oak-moss-main.webp" });
    let link = |to: &str| json!([{ "label": "VERDER", "link": to, "style": "primary", "new_tab": false }]);
    json!([
        { "type": "hero_slider", "id": "r1", "slides": [
            { "id": "s1", "type": "slide", "heading": "SLIDE ONE", "image": picture, "buttons": link("entry::pages/retourneren") },
            { "id": "s2", "type": "slide", "heading": "SLIDE TWO", "text_color": "dark" }] },
        { "type": "hero_split", "id": "r2", "heading": "SPLIT", "text": "<p>SPLIT TEXT</p>", "image": picture, "image_position": "right" },
        { "type": "brands_grid", "id": "r3", "heading": "BRANDS", "source": "selected", "brands": ["brands/schemer", "brands/kante"] },
        { "type": "featured_collections", "id": "r4", "heading": "COLLECTIONS", "mode": "automatic", "limit": 3 },
        { "type": "featured_designers", "id": "r5", "heading": "DESIGNERS", "mode": "manual", "designers": ["designers/mara-vink", "designers/emil-faber"] },
        { "type": "related_entries", "id": "r6", "heading": "RELATED", "mode": "manual", "entries": ["collections/kade", "pages/retourneren"] }
    ])
}

/// The HTML between a heading and the next block.
fn block<'h>(html: &'h str, heading: &str) -> &'h str {
    let at = html
        .find(&format!(">{heading}</h"))
        .unwrap_or_else(|| panic!("{heading} is not shown"));
    html[at..].split("</section>").next().unwrap()
}

/// R-CMS-01: "hero slider, hero split, brands grid, featured collections, featured designers, related entries" and
/// "hero showroom" on CMS pages, in each language.
#[test]
fn r_cms_01_blocks_that_no_page_of_the_demo_shop_has_are_shown_where_the_cms_puts_them() {
    let shop = Shop::small();
    for site in ["nl-NL", "en-GB", "de-DE"] {
        shop.edit("pages/onderhoud", site, &json!({ "blocks": rare_blocks() }));
    }
    let cms = shop.before_statamic(&[]);
    cms.change(|asked, answer| {
        if !asked.starts_with("/api/collections/showrooms/entries") {
            return;
        }
        for entry in answer["data"].as_array_mut().into_iter().flatten() {
            if entry["slug"] == "utrecht" {
                let hero = json!([{ "type": "hero_showroom", "id": "r7", "enabled": true, "show_opening_hours": true, "show_route": true }]);
                entry["blocks"] = hero;
            }
        }
    });
    let report = shop.build();
    let warnings = report["warnings"].as_array().unwrap();
    assert!(
        !warnings.iter().any(|warning| warning["code"] == "block-not-built"),
        "{warnings:#?}"
    );
    let pages = page(&shop, "service/onderhoud", "en/service/care", "de/service/pflege");
    let showrooms = page(
        &shop,
        "showrooms/utrecht",
        "en/showrooms/utrecht",
        "de/showrooms/utrecht",
    );
    let title = |collection: &str, name: &str, site: &str| {
        let record = read_json(&lindhoven().join(format!("content/{collection}/{name}.json")));
        escaped(field(&record, site, "title").as_str().unwrap())
    };
    for ((site, html), (_, showroom)) in pages.iter().zip(&showrooms) {
        assert!(
            html.contains(">SLIDE ONE</h") && html.contains(">SLIDE TWO</h"),
            "{site}"
        );
        assert!(html.contains("hero--dark-words"), "{site}");
        assert!(block(html, "SLIDE ONE").contains("VERDER"), "{site}");
        let split = html
            .split("hero-split--mirrored")
            .nth(1)
            .expect("the picture is on the right");
        assert!(split.contains("<img") && split.contains("<p>SPLIT TEXT</p>"), "{site}");
        let brands = block(html, "BRANDS");
        for name in ["schemer", "kante"] {
            assert!(brands.contains(&title("brands", name, site)), "{site}: {name}");
        }
        assert_eq!(brands.matches("<li").count(), 2, "{site}: the chosen ones alone");
        let collections = block(html, "COLLECTIONS");
        assert_eq!(collections.matches("<li").count(), 3, "{site}: {collections}");
        let all = records("collections");
        let named = all.iter().filter(|record| {
            let title = field(record, site, "title").as_str().unwrap();
            collections.contains(&escaped(title))
        });
        assert!(named.count() >= 3, "{site}");
        let designers = block(html, "DESIGNERS");
        let order = ["mara-vink", "emil-faber"].map(|name| designers.find(&title("designers", name, site)));
        assert!(
            order[0].is_some() && order[0] < order[1],
            "{site}: in the editor's order"
        );
        assert_eq!(designers.matches("<li").count(), 2, "{site}");
        let related = block(html, "RELATED");
        for (collection, name) in [("collections", "kade"), ("pages", "retourneren")] {
            assert!(related.contains(&title(collection, name, site)), "{site}: {name}");
        }
        assert!(showroom.contains("hero-split__address"), "{site}");
        let hero = showroom.split("hero-split__address").nth(1).unwrap();
        let hero = hero.split("</section>").next().unwrap();
        assert!(
            hero.contains("Utrecht") && hero.contains("<li>"),
            "{site}: address and hours"
        );
        assert!(hero.contains("openstreetmap.org/directions"), "{site}: the way there");
    }
}
