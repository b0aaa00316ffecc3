//! The ugly shop (`generator/demo/shops/edge`): every case of CONTENT-MODEL §9 and its like on the commerce side builds, is told, and is harmless.
//!
//! The data stay small by being strange, so a value that looks like a mistake is a case. What a build finds in them stands in `edge-diagnostics.txt`, one line a
//! finding: a changed line there is a changed behaviour.

use std::{collections::BTreeSet, fs, path::PathBuf};

use serde_json::{Value, json};

use crate::support::{Shop, Tree, copy, root, started, tree};

/// The collections that these data have.
pub(crate) const COLLECTIONS: &str = "collections = [\"pages\", \"brands\", \"designers\", \"news\", \"offers\", \"events\", \"vacancies\", \"stores\", \"faq\"]";

fn edge() -> PathBuf {
    root().join("generator/demo/shops/edge")
}

/// The taxonomies that these data have.
pub(crate) const TAXONOMIES: &str = "taxonomies = [\"categories\"]";

/// A shop of these data, configured to read all its collections.
fn start(data: &std::path::Path) -> Shop {
    let shop = Shop::of(data);
    shop.configure(
        "vitrine.toml",
        &[("collections = ", COLLECTIONS), ("taxonomies = ", TAXONOMIES)],
    );
    shop
}

/// The ugly shop and one thing more that must stop the build; gives what was said.
fn refused(file: &str, content: &Value, change: impl FnOnce(&std::path::Path)) -> String {
    let data = tempfile::tempdir().unwrap();
    copy(&edge(), data.path());
    // Beside the quarrel itself the large family only costs time.
    fs::remove_file(data.path().join("products/groot.json")).unwrap();
    fs::write(data.path().join(file), content.to_string()).unwrap();
    change(data.path());
    let shop = start(data.path());
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(!shop.path("dist/current").exists(), "nothing went live");
    run.said()
}

/// R-ROUTE-07: two products whose SEO paths are one after lower-casing fail the build with both sources named.
#[test]
fn r_route_07_two_products_that_claim_one_path_stop_the_build() {
    let product = json!({ "number": "BOTST", "name": "Botst", "brand": "rand", "price": 1, "seo_path": { "nl-NL": "GEWONE-Kast" } });
    let said = refused("products/botst.json", &product, |_| {});
    for part in ["/producten/gewone-kast", "product BOTST", "product GEWOON"] {
        assert!(said.contains(part), "{part:?} is not in: {said}");
    }
}

/// R-ROUTE-07: a page of the CMS at the path of a screen fails the build with both sources named.
#[test]
fn r_route_07_a_page_that_claims_a_screen_stops_the_build() {
    let page = json!({ "en-GB": { "title": "My cart", "slug": "shopping-cart", "published": true } });
    let said = refused("content/pages/kar.json", &page, |data| {
        let trees = data.join("content/trees.json");
        let mut all: Value = serde_json::from_slice(&fs::read(&trees).unwrap()).unwrap();
        let nodes = all["pages"].as_array_mut().unwrap();
        nodes.push(json!({ "entry": "pages/kar" }));
        fs::write(trees, all.to_string()).unwrap();
    });
    for part in [
        "/en/shopping-cart",
        "entry pages/shopping-cart (en)",
        "bor.shopping-cart",
    ] {
        assert!(said.contains(part), "{part:?} is not in: {said}");
    }
}

/// R-CMS-02, R-CMS-04, R-CMS-06, R-ROUTE-06, R-ROUTE-09: the ugly shop builds, says exactly what it found, every page is whole, and it is served.
#[test]
fn r_cms_02_the_ugly_shop_builds_and_nothing_breaks() {
    let shop = start(&edge());
    let report = shop.build();
    same_findings(&report);
    let site = tree(&shop.path("dist/current/site"));
    every_page_is_whole(&site);
    what_is_hidden_stays_hidden(&shop, &site);
    texts_are_shown_as_they_are(&shop);
    products_say_what_they_can(&shop);
    blocks_and_links_of_editors(&shop);
    redirects(&shop);
    served_pages(&shop);
}

/// The findings of a build, one line each, sorted: `code | source | kind | id | locale | field`.
pub(crate) fn findings(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let mut found: Vec<String> = report["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| {
            assert_eq!(warning["severity"], "warning");
            let at = &warning["place"];
            let at = ["source", "kind", "id", "locale", "field"].map(|key| text(&at[key]));
            format!("{} | {}", text(&warning["code"]), at.join(" | "))
        })
        .collect();
    found.sort();
    found
}

fn same_findings(report: &Value) {
    let found = findings(report);
    let expected = include_str!("edge-diagnostics.txt");
    let (found, expected): (Vec<&str>, Vec<&str>) =
        (found.iter().map(String::as_str).collect(), expected.lines().collect());
    let new: Vec<_> = found.iter().filter(|line| !expected.contains(line)).collect();
    let gone: Vec<_> = expected.iter().filter(|line| !found.contains(line)).collect();
    assert!(new.is_empty() && gone.is_empty(), "new: {new:#?}\ngone: {gone:#?}");
    assert_eq!(found, expected, "the same lines, as often and in this order");
}

/// The tags of a page: what stands between `<` and its `>`, quotes respected.
fn tags(html: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((_, tag)) = rest.split_once('<') {
        let mut quoted = false;
        let end = tag.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let end = end.unwrap_or_else(|| panic!("a tag has no end: {tag:.200}"));
        tags.push(&tag[..end]);
        rest = &tag[end..];
    }
    tags
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

fn unescaped(text: &str) -> String {
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    pairs
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn decoded(href: &str) -> String {
    let path = href.split(['?', '#']).next().unwrap();
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let hex = [rest.next().unwrap(), rest.next().unwrap()];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap());
    }
    String::from_utf8(bytes).unwrap()
}

/// What a path of this site may lead to.
struct Targets<'a> {
    site: &'a Tree,
    redirects: BTreeSet<&'a str>,
}

impl Targets<'_> {
    fn has(&self, href: &str) -> bool {
        let (path, plain) = (decoded(href), href.split(['?', '#']).next().unwrap());
        let file = if path == "/" { "index" } else { &path[1..] };
        path.starts_with("/api/")
            || self.site.contains_key(file)
            || self.site.contains_key(&format!("{file}.html"))
            || self.redirects.contains(plain)
    }
}

/// One `h1`, no script but the site's own, no handler, nothing unresolved, every link of the site leads somewhere.
fn every_page_is_whole(site: &Tree) {
    let redirects = std::str::from_utf8(&site["_redirects"]).unwrap();
    let targets = Targets {
        site,
        redirects: redirects.lines().filter_map(|line| line.split(' ').next()).collect(),
    };
    let mut pages = 0;
    for (file, bytes) in site.iter().filter(|(file, _)| file.ends_with(".html")) {
        pages += 1;
        let html = std::str::from_utf8(bytes).unwrap();
        assert!(
            html.trim_end().ends_with("</html>") && html.contains("<main"),
            "{file} is not whole"
        );
        let tags = tags(html);
        let headings = tags.iter().filter(|t| **t == "h1" || t.starts_with("h1 ")).count();
        assert_eq!(headings, 1, "h1 of {file}");
        for leftover in [
            "{{",
            "statamic://",
            "entry::",
            "[object",
            ">undefined<",
            ">None<",
            ">null<",
            "NaN",
        ] {
            assert!(!html.contains(leftover), "{file} holds {leftover:?}");
        }
        for tag in tags {
            harmless(file, tag);
            for name in ["href", "src", "action"] {
                let Some(value) = attribute(tag, name).map(unescaped) else {
                    continue;
                };
                let local = value.starts_with('/') && !value.starts_with("//");
                let leaves = ["https://", "http://", "mailto:", "tel:", "#", "?"];
                assert!(local || leaves.iter().any(|l| value.starts_with(l)), "{file}: {tag}");
                assert!(
                    !local || targets.has(&value),
                    "{file} links to {value}, where nothing is"
                );
            }
        }
        for (_, rest) in html
            .match_indices("<script type=\"application/")
            .map(|(at, _)| html.split_at(at))
        {
            let data = rest.split_once('>').unwrap().1.split("</script>").next().unwrap();
            assert!(serde_json::from_str::<Value>(data).is_ok(), "{file}: {data:.200}");
        }
    }
    assert!(pages > 1_600, "{pages} pages");
    for (file, bytes) in site.iter().filter(|(file, _)| file.ends_with(".xml")) {
        let xml = std::str::from_utf8(bytes).unwrap();
        for tag in tags(xml) {
            let name = tag.trim_start_matches(['/', '?']).split([' ', '/']).next().unwrap();
            let known = [
                "xml",
                "urlset",
                "url",
                "loc",
                "lastmod",
                "xhtml:link",
                "sitemapindex",
                "sitemap",
                "image:image",
                "image:loc",
            ];
            assert!(known.contains(&name), "{file}: <{tag}>");
        }
    }
}

fn harmless(file: &str, tag: &str) {
    let name = tag.split([' ', '\n']).next().unwrap().to_ascii_lowercase();
    assert!(
        !["iframe", "object", "embed", "style", "base"].contains(&name.as_str()),
        "{file}: <{tag}>"
    );
    if name == "script" {
        let own = attribute(tag, "src").is_some_and(|src| src.starts_with("/assets/"));
        let data = attribute(tag, "type")
            .is_some_and(|kind| matches!(kind, "application/json" | "application/ld+json" | "speculationrules"));
        assert!(own || data, "{file}: <{tag}>");
    }
    // Whatever stands outside the quotes is a name of an attribute.
    let names: String = tag.split('"').step_by(2).collect();
    let handler = names
        .split_whitespace()
        .any(|name| name.to_ascii_lowercase().starts_with("on"));
    assert!(!handler && !names.contains(" style="), "{file}: <{tag}>");
}

fn what_is_hidden_stays_hidden(shop: &Shop, site: &Tree) {
    for (file, bytes) in site {
        for hidden in [
            "DIT BLOK STAAT UIT",
            "GEPLAND BERICHT",
            "VERLOPEN ACTIE",
            "Nog niet af.",
            "Inactief product",
            "Switched off",
        ] {
            let found = bytes.windows(hidden.len()).any(|part| part == hidden.as_bytes());
            assert!(!found, "{hidden:?} stands in {file}");
        }
    }
    for absent in [
        "nieuws/gepland.html",
        "acties/verlopen.html",
        "service/concept.html",
        "designers/concept-ontwerper.html",
        "en/brands/alleen-nederlands.html",
        "de/service/retour.html",
        ".verborgen.html",
        "api.html",
        "producten/_redirects.html",
    ] {
        assert!(!site.contains_key(absent), "{absent} is there");
    }
    let products: Value = serde_json::from_str(&shop.file("server/products.json")).unwrap();
    let numbers = shop.file("server/search/nl.json");
    assert!(numbers.contains("\"GEWOON\"") && numbers.contains("\"HALF-K\"") && numbers.contains("\"GROOT-500\""));
    for number in ["INACTIEF", "DICHT", "DICHT-K", "DICHT-G", "HALF", "HALF-G", "GROOT"] {
        assert!(!numbers.contains(&format!("\"{number}\"")), "{number} is sold");
    }
    assert_eq!(
        products.as_object().unwrap().len(),
        numbers.matches("\"kind\":\"product\"").count()
    );
    let sitemap = shop.file("site/nl-NL-sitemap.xml");
    assert!(sitemap.contains("/producten/gewone-kast<") && !sitemap.contains("/verborgen<"));
}

fn texts_are_shown_as_they_are(shop: &Shop) {
    for (file, parts) in [
        (
            "producten/product-amp.html",
            [
                "Tafel &amp; stoel &lt;klein&gt; &quot;mooi&quot; &#39;ook&#39;",
                "A &amp; B &lt; C &gt; &quot;D&quot;",
            ],
        ),
        (
            "producten/product-script.html",
            [
                "&lt;script&gt;alert(&#39;naam&#39;)&lt;/script&gt;</h1>",
                "<p>Tekst klik</p>",
            ],
        ),
        (
            "producten/כיסא-עץ.html",
            ["כיסא עץ &quot;מודרני&quot; (חדש)</h1>", "<strong>נוח</strong>"],
        ),
        (
            "producten/stoel-🪑-👩‍👩‍👧‍👦.html",
            ["Stoel 🪑 met 👩‍👩‍👧‍👦 en 🇳🇱</h1>", "%F0%9F%AA%91"],
        ),
        (
            "producten/product-sjabloon.html",
            [
                "Kast {naam} en {% raw %} ${x}</h1>",
                "gebruik href=\"foo\" of src=\"bar\" in je code",
            ],
        ),
        ("producten/product-lange-tekst.html", ["Alinea 1:", "Alinea 700:"]),
        (
            "de/produkte/product-geen-tekst.html",
            ["Ohne Beschreibung</h1>", "lang=\"de-DE\""],
        ),
        (
            "en/products/no-german.html",
            ["Dutch and English only</h1>", "Not in German."],
        ),
        (
            "service/retour.html",
            [
                "Retour &amp; &quot;ruilen&quot; &lt;binnen 14 dagen&gt;</h1>",
                "Zo ruilt u.",
            ],
        ),
        (
            "de/ueber-uns.html",
            ["Über uns: Größe &amp; Maß</h1>", "Rand is ook een plek."],
        ),
        (
            "designers/kaal.html",
            ["&quot;Kaal&quot; &amp; &lt;leeg&gt;</h1>", "lang=\"nl-NL\""],
        ),
        (
            "index.html",
            ["Alles wat niet past</h1>", "Rand &amp; Zonen &lt;&quot;edge&quot;&gt;"],
        ),
        ("404.html", ["Niet &lt;hier&gt;</h1>", "noindex"]),
    ] {
        let html = shop.file(&format!("site/{file}"));
        for part in parts {
            assert!(html.contains(part), "{part:?} is not in {file}");
        }
    }
}

/// A page without its frame.
fn main_part(html: &str) -> &str {
    html.split_once("<main").unwrap().1.split("</main>").next().unwrap()
}

/// The words of a page without its tags and the data of its islands.
fn words(html: &str) -> String {
    let main = main_part(html);
    let texts = main
        .split('<')
        .filter(|part| !part.starts_with("script"))
        .filter_map(|part| part.split_once('>'))
        .map(|(_, text)| text);
    let words = texts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    unescaped(&words).replace('\u{a0}', " ")
}

fn products_say_what_they_can(shop: &Shop) {
    let page = |file: &str| words(&shop.file(&format!("site/producten/{file}.html")));
    assert!(page("product-gratis").contains("€ 0,00"));
    assert!(
        !page("product-lijst-lager").contains("€ 150,00"),
        "no reduction where the list price is lower"
    );
    assert!(!page("product-lijst-gelijk").contains("Eerst"));
    assert!(page("product-dag30-hoger").contains("Laagste prijs van de laatste 30 dagen: € 300,00"));
    assert!(
        !page("product-dag30-lager").contains("€ 250,00"),
        "nothing is struck through"
    );
    assert!(page("product-staffel-gat").contains("tot 9 € 48,00 tot 999 € 49,99 vanaf 1.000 € 0,01"));
    assert!(page("product-min-boven").contains("Uitverkocht"));
    assert!(page("product-voorraad-min").contains("Op bestelling"));
    assert!(page("product-digitaal").contains("Dit is een download"));
    let parts = page("product-delen-zelf");
    let parts = parts
        .split_once("Onderdelen")
        .unwrap()
        .1
        .split("Vragen")
        .next()
        .unwrap();
    assert_eq!(
        parts.trim(),
        "BESTAAT-NIET Gewone kast GEWOON € 100,00 INACTIEF",
        "each once, not itself"
    );
    let bundle = page("product-bundel-gat");
    assert!(
        bundle.contains("BESTAAT-NIET 2 × Gewone kast GEWOON 1 × INACTIEF 1 ×"),
        "{bundle}"
    );
    let wrong = page("product-velden-fout");
    assert!(
        wrong.contains("Over dit stuk zijn nog geen vragen gesteld.") && wrong.contains("geen onderhoud beschreven")
    );
    let scripts = shop.file("site/producten/product-velden-script.html");
    let questions = scripts
        .split_once("id=\"questions\"")
        .unwrap()
        .1
        .split("</section>")
        .next()
        .unwrap();
    assert_eq!(
        questions.matches("<details").count(),
        1,
        "a question without words is none"
    );
    let odd = shop.file("site/producten/product-rare-groep.html");
    assert!(
        !odd.contains("/designers/") && odd.contains("Iemand &amp; niemand"),
        "a designer without entry is text"
    );
    assert!(
        !main_part(&shop.file("site/producten/product-merk-zonder.html")).contains("/merken/"),
        "a brand without entry is text"
    );
    assert!(!odd.contains("evil.example"), "a colour that is none is not printed");
    let sofa = shop.file("site/producten/bank-500--stof-500.html");
    let options = sofa.matches("class=\"chooser__option\"").count();
    assert_eq!(options, 500, "every cloth of the family can be chosen");
    assert!(sofa.contains("href=\"/producten/bank-500--stof-2\"") && sofa.contains("option__state"));
}

fn blocks_and_links_of_editors(shop: &Shop) {
    let blocks = shop.file("site/blokken.html");
    for part in ["Zonder beeld</h2>", "Zonder alt</h2>", "focus=0,100", "alt=\"\""] {
        assert!(blocks.contains(part), "{part:?}");
    }
    assert!(
        !blocks.contains("<blockquote") && !blocks.contains("block-cta"),
        "a block that nobody filled is not shown"
    );
    let links = shop.file("site/links.html");
    for (words, href) in [
        ("met protocol", "https://www.example.com/a?b=1&amp;c=2\" rel=\"noopener"),
        ("mail", "mailto:winkel@rand.example?subject=Vraag%20%26%20meer"),
        ("telefoon met spaties", "tel:+31850001234"),
        ("telefoon", "tel:+31850001234"),
        ("anker", "#onder"),
        ("anker op een pagina", "/service#hulp"),
        ("vraag", "/service?tab=1"),
        ("slash aan het eind", "/service"),
        (
            "bestand met spaties",
            "https://files.example/prijs%20lijst%20(nl).pdf\" rel=\"noopener",
        ),
        ("product", "/producten/gewone-kast"),
        (
            "product met umlaut",
            "/producten/m%C3%B6bel--gr%C3%B6%C3%9Fe-%C3%BCn%C3%AFque",
        ),
    ] {
        let link = format!("<p><a href=\"{href}\">{words}</a></p>");
        assert!(links.contains(&link), "{link}");
    }
    assert!(links.contains("/assets/documenten/prijslijst-2026.pdf\" rel=\"noopener\">PDF</a>"));
    assert!(
        links.contains("/assets/documenten/prijslijst%202026%20(nl).pdf\""),
        "the button PDF"
    );
    for words in [
        "zonder protocol",
        "alleen slashes",
        "hoofdletter",
        "nergens",
        "script",
        "script anders",
        "data",
        "vb",
        "concept",
        "onbekend",
        "omhoog",
        "leeg",
        "geen product",
        "half",
        "ftp",
    ] {
        assert!(links.contains(&format!("<p>{words}</p>")), "{words:?} is words alone");
    }
    let html = shop.file("site/html.html");
    let (first, second) = (
        html.find("<h2>Kop 1</h2>").unwrap(),
        html.find("<h3>Kop 4</h3>").unwrap(),
    );
    assert!(first < second, "R-CMS-04: headings are kept in order");
    let german = shop.file("site/de/ueber-uns.html");
    assert!(
        german.contains("href=\"/service\"") || german.contains("href=\"/de/service\""),
        "inherited Dutch blocks lead somewhere"
    );
    let header = shop.file("site/index.html");
    let header = header
        .split_once("<header")
        .unwrap()
        .1
        .split("</header>")
        .next()
        .unwrap()
        .to_owned();
    assert!(header.contains("Alleen tekst &amp; &lt;b&gt;kop&lt;/b&gt;") && !header.contains("Concept"));
    assert!(header.contains("zonder-maat.svg"), "a logo without measures is a logo");
}

fn redirects(shop: &Shop) {
    let text = shop.file("site/_redirects");
    for line in [
        "/keten-1 /service 301",
        "/keten-2 /service 301",
        "/keten-3 /service 301",
        "/naar-buiten https://www.example.com/?a=1&b=2 302",
        "/met%20spatie /service 301",
        "/de/umlaut-gr%C3%B6%C3%9Fe /de/ueber-uns 301",
        "/producten/half /producten/half--klein 302",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in:\n{text}");
    }
    for absent in [
        "/kring-a",
        "/kring-b",
        "/zelf",
        "/oud",
        "/uit ",
        "/type",
        "/leeg",
        "/script",
        "/open",
        "evil.example",
        "/blokken ",
    ] {
        assert!(!text.lines().any(|line| line.starts_with(absent)), "{absent}:\n{text}");
    }
    assert!(
        text.lines().all(|line| line.split(' ').count() == 3),
        "three words a line:\n{text}"
    );
}

/// Every odd address is answered by the server that visitors meet.
fn served_pages(shop: &Shop) {
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let products: Value = serde_json::from_str(&shop.file("server/products.json")).unwrap();
    let odd = products
        .as_object()
        .unwrap()
        .values()
        .filter_map(|paths| paths["nl"].as_str());
    let mut paths: BTreeSet<String> = odd
        .filter(|path| !path.contains("bank-500"))
        .map(str::to_owned)
        .take(60)
        .collect();
    paths.extend(
        [
            "/",
            "/en",
            "/de",
            "/links",
            "/html",
            "/blokken",
            "/geen-blokken",
            "/service",
            "/service/retour",
            "/service/concept/onder-concept",
            "/de/ueber-uns",
            "/de/nur-deutsch",
            "/een/twee/drie/vier/vijf/zes",
            "/los",
            "/verborgen",
            "/categories/diep",
            "/merken/rand",
            "/merken/wees",
            "/nieuws/rand",
            "/en/news/rand",
            "/designers/kaal",
            "/evenementen/zonder-einde",
            "/de/veranstaltungen/ohne-ende",
            "/%D7%A8%D7%94%D7%99%D7%98%D7%99%D7%9D",
            "/100%25-wol%3F%20ja",
            "/producten/100%25-wol--50%25-katoen",
            "/producten/wat%3Fnu=1%23dan",
            "/producten/%22%3E%3Cscript%3Ealert(1)%3C--script%3E",
            "/en/products/it's-%3Cb%3Ebold%3C--b%3E",
            "/producten/bank-500--stof-250",
            "/de/produkte/%E2%80%9Eja%E2%80%9C&nein;",
            "/keten-1",
            "/producten/half",
            "/winkelwagen",
        ]
        .map(str::to_owned),
    );
    assert!(paths.len() >= 60);
    for path in paths {
        let (status, html) = shop.get(&format!("{}{path}", served.url));
        assert_eq!(status, 200, "{path}");
        assert!(html.contains("<h1"), "{path}");
    }
    for path in [
        "/kring-a",
        "/nieuws/gepland",
        "/bestaat-niet",
        "/producten/..%2f..%2fetc%2fpasswd",
        "/api",
        "/.verborgen",
    ] {
        assert_eq!(shop.get(&format!("{}{path}", served.url)).0, 404, "{path}");
    }
    assert!(served.terminate().success());
    let log = fs::read_to_string(shop.path("serve.log")).unwrap();
    assert!(!log.contains("panicked"), "{log}");
}
