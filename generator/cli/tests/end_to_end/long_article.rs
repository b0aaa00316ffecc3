//! One long article with everything that an editor can type, paste or insert. `islands/e2e/long-article.spec.ts` tests
//! the same one in a browser.

use std::fs;

use serde_json::Value;

use crate::support::{Shop, root};

/// R-CMS-04: "Rich text … headings, lists, tables, links, images": all of it on one page, in the article's order; no
/// active content, no skipped heading level, no duplicate id, and no error of the release.
#[test]
fn r_cms_04_a_long_article_with_everything_in_it() {
    let shop = Shop::small();
    let file = root().join("generator/cli/tests/end_to_end/long_article.json");
    let text = fs::read_to_string(file).unwrap();
    let picture = "statamic://asset::assets::diningroom-wide.webp";
    let fields: Value = serde_json::from_str(&text.replace("PICTURE", picture)).unwrap();
    shop.edit("news/breda-open", "nl-NL", &fields);
    let report = shop.build();
    let html = shop.file("site/nieuws/breda-is-open.html");
    let mut rest = html.as_str();
    for part in [
        "Een lang verhaal met",
        "editorial__intro",
        "<strong>Vet</strong>, <em>schuin</em>, <u>onderstreept</u>, <s>doorgehaald</s>, <s>ook zo</s>, H<sub>2</sub>O",
        "<code>npm run build",
        "<h2 id=\"größe-prijs-100-echt\">",
        "<h2 id=\"größe-prijs-100-echt-2\">",
        "<h3 id=\"een-kop-die-zo-lang-is",
        "diningroom-wide",
        "Breed, met een bijschrift.",
        "<ul><li>een<ul><li>een punt een<ul><li>drie diep<ul><li>vier diep",
        "<ol start=\"7\">",
        "<blockquote>",
        "<hr>",
        "<pre><code>fn main() {\n",
        "diningroom-portrait",
        "<td colspan=\"8\">Alle maten zijn afgerond.</td>",
        "Een stoel die wiebelt gaat terug op de bank.",
        "bedroom-portrait",
        "per post</a>",
        "zonder adres",
        "gevaarlijk",
        "vimeo.com",
        "In dit verhaal",
        "Kom langs in een van onze winkels",
        "العربية",
    ] {
        let place = rest.find(part);
        let place = place.unwrap_or_else(|| panic!("{part:?} does not follow: {rest}"));
        rest = &rest[place..];
    }
    for part in [
        "javascript:",
        "alert(1)",
        "<iframe",
        "<strike",
        "<h1 id",
        "/assets/gone.jpg",
        "<p></p>",
        "<p>&nbsp;</p>",
    ] {
        assert!(!html.contains(part), "{part:?} is in: {html}");
    }
    let told = report["warnings"].to_string();
    for part in ["javascript:alert(1)", "/assets/gone.jpg", "zonder adres"] {
        assert!(told.contains(part), "{part:?} is not told: {told}");
    }
    let run = shop.vitrine(&["check", "--format", "json"]);
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    let of_page = found["findings"].as_array().unwrap().iter().filter(|finding| {
        finding["page"] == "/nieuws/breda-is-open"
            && ["headings", "html", "links", "alternatives"]
                .iter()
                .any(|check| finding["check"] == *check)
    });
    let errors: Vec<&Value> = of_page.filter(|finding| finding["severity"] == "error").collect();
    assert!(errors.is_empty(), "{errors:?}");
}
