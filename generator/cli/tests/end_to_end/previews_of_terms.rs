//! R-CMS-09 for terms, which have an address in the CMS and no page in the shop: the draft is shown where the shop shows the term.

use serde_json::json;

use crate::{
    previews::{Previews, SECRET_WORDS, serve},
    support::{Shop, tree},
};

/// Term, site, its address in the CMS, a page that shows it, and what the bar says.
const TERMS: [(&str, &str, &str, &str, &str); 6] = [
    (
        "topics/merken",
        "nl-NL",
        "/topics/merken",
        "/nieuws",
        "Voorbeeld: dit is wat u",
    ),
    (
        "topics/merken",
        "en-GB",
        "/en/topics/makers",
        "/en/news",
        "Preview: this is what you",
    ),
    (
        "topics/merken",
        "de-DE",
        "/de/topics/marken",
        "/de/aktuelles",
        "Vorschau: Das ist, was Sie",
    ),
    // The CMS writes the handle `event_types` with a hyphen.
    (
        "event_types/opening",
        "de-DE",
        "/de/event-types/eroeffnung",
        "",
        "Vorschau: Das ist, was Sie",
    ),
    (
        "departments/verkoop",
        "nl-NL",
        "/departments/verkoop",
        "",
        "Voorbeeld: dit is wat u",
    ),
    (
        "sectors/horeca",
        "nl-NL",
        "/sectors/horeca",
        "",
        "Voorbeeld: dit is wat u",
    ),
];

/// "renders the page on demand from draft content with the preview token": at the address that the CMS gives the term, in each
/// language, a page that shows it, with the draft; the same page by its own address; the language that is not edited and whoever has
/// no token see what is published; what is typed on is shown.
#[test]
fn r_cms_09_a_draft_of_a_term_is_shown_on_the_pages_that_show_it() {
    let shop = Shop::small();
    shop.build();
    let served = serve(&shop);
    let previews = Previews {
        shop: &shop,
        served: &served,
    };
    for (number, (term, site, address, page, says)) in TERMS.into_iter().enumerate() {
        let title = format!("{SECRET_WORDS} {number}");
        let (token, query) = previews.types_term(term, site, &title, None);
        let (status, landed) = previews.get(&format!("{address}{query}"));
        assert_eq!(status, 200, "{address}: {landed}");
        assert!(landed.contains(&title) && landed.contains(says), "{address}: {landed}");
        if !page.is_empty() {
            let canonical = format!("{page}\">");
            assert!(landed.contains(&canonical), "{address} shows {page}: {landed}");
            let (_, itself) = previews.get(&format!("{page}{query}"));
            assert!(itself.contains(&title), "{page}");
        }
        let other = previews.types_term(term, site, &format!("{title} verder"), Some(&token));
        assert_eq!(other.0, token);
        assert!(
            previews
                .get(&format!("{address}{query}"))
                .1
                .contains(&format!("{title} verder"))
        );
        let (status, public) = shop.get(&format!("{}{address}", served.url));
        assert!(status == 404 && !public.contains(SECRET_WORDS), "{status} {public}");
        let wrong = query.replace(&token, &token.chars().rev().collect::<String>());
        let (_, page) = previews.get(&format!("{address}{wrong}"));
        assert!(
            !page.contains(SECRET_WORDS) && page.contains("data-preview=\"public\""),
            "{page}"
        );
    }
    assert!(served.terminate().success());
}

/// A link of a preview keeps its query: another page that shows the term has what is typed by then; a page of another language and the
/// public page do not.
#[test]
fn r_cms_09_pages_beside_the_preview_of_a_term_show_what_is_typed() {
    let shop = Shop::small();
    shop.build();
    let before = tree(&shop.path("dist"));
    let served = serve(&shop);
    let previews = Previews {
        shop: &shop,
        served: &served,
    };
    let first = format!("{SECRET_WORDS} een");
    let (token, query) = previews.types_term("topics/merken", "nl-NL", &first, None);
    assert!(previews.get(&format!("/topics/merken{query}")).1.contains(&first));
    let second = format!("{SECRET_WORDS} twee");
    previews.types_term("topics/merken", "nl-NL", &second, Some(&token));
    let (_, article) = previews.get(&format!("/nieuws/breda-is-open{query}"));
    assert!(article.contains(&second), "{article}");
    for other in ["/en/news", "/de/aktuelles", "/privacy"] {
        let (status, page) = previews.get(&format!("{other}{query}"));
        assert!(status == 200 && !page.contains(SECRET_WORDS), "{other}: {page}");
    }
    let (_, public) = shop.get(&format!("{}/nieuws/breda-is-open", served.url));
    assert!(!public.contains(SECRET_WORDS), "{public}");

    // A term that no page shows, and one that the shop does not know.
    let (_, query) = previews.types_term("faq_categories/retour", "nl-NL", "Terug", None);
    for address in ["/faq-categories/retour", "/topics/onbekend"] {
        let (status, page) = previews.get(&format!("{address}{query}"));
        assert!(
            status == 404 && page.contains("Op dit adres staat niets uit het CMS"),
            "{status} {page}"
        );
    }

    // What is saved goes live.
    let saved = json!({ "term": "topics/merken", "site": "nl-NL", "fields": { "title": "Huizen en merken" } });
    let told = shop.control("POST", "terms", &saved);
    assert_eq!(told["told"][0]["id"], "topics::merken");
    assert_eq!(
        tree(&shop.path("dist")),
        before,
        "a preview changes no file of a release"
    );
    shop.build();
    served.follows(&shop);
    let (_, public) = shop.get(&format!("{}/nieuws/breda-is-open", served.url));
    assert!(public.contains("Huizen en merken"), "{public}");
    assert!(served.terminate().success());
}
