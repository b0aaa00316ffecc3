//! Pages without JavaScript, on a static host and from the server.

use crate::support::{Shop, started};

/// The target of the search in a page's header.
fn search_of(page: &str) -> String {
    let form = page.split("class=\"search-panel__form").nth(1).unwrap();
    let action = form.split("action=\"").nth(1).unwrap();
    action.split('"').next().unwrap().to_owned()
}

/// R-SEARCH-01: a search page that is not filled says that it needs JavaScript; one filled by the server does not. No
/// heading is above an empty section, on 404 pages neither.
#[test]
fn r_search_01_a_search_without_a_script_says_where_its_results_are() {
    let shop = Shop::small();
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    for (locale, home, missing, text, heading) in [
        ("nl", "index.html", "404.html", "Zonder JavaScript toont", "Direct naar"),
        (
            "en",
            "en.html",
            "en/404.html",
            "Without JavaScript this page",
            "Go straight to",
        ),
        ("de", "de.html", "de/404.html", "Ohne JavaScript zeigt", "Direkt zu"),
    ] {
        let path = search_of(&shop.file(&format!("site/{home}")));
        let file = shop.file(&format!("site{path}.html"));
        let said = |page: &str| {
            let all: Vec<String> = page
                .split("<noscript>")
                .skip(1)
                .map(|rest| rest.split("</noscript>").next().unwrap().to_owned())
                .collect();
            all.into_iter().find(|one| one.contains(text))
        };
        let note = said(&file).unwrap_or_else(|| panic!("{path} says nothing: {file}"));
        assert!(!note.contains(" hidden"), "{locale}: {note}");
        // The index is being built during this request.
        shop.api(&format!("{}/api/search?q=lamp", served.url), locale);
        for query in ["?q=lamp", "?q=zzzzzz", ""] {
            let (status, page) = shop.get(&format!("{}{path}{query}", served.url));
            assert_eq!(status, 200, "{path}{query}");
            let note = said(&page).unwrap();
            assert_eq!(note.contains(" hidden"), !query.is_empty(), "{path}{query}: {note}");
        }
        for file in [home, missing] {
            let page = shop.file(&format!("site/{file}"));
            let start = page.split("data-search-start>").nth(1).unwrap();
            let start = start.split("</dialog>").next().unwrap();
            assert_eq!(start.contains(heading), start.contains("<li>"), "{file}: {start}");
        }
    }
    assert!(served.terminate().success());
}
