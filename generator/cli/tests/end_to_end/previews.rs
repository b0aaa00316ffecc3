//! R-CMS-09 and R-CMS-02 with a CMS: an editor's draft is rendered in each language, and nothing of it is anywhere else.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{
    resident::children,
    support::{Building, NOW, Served, Shop, signal, started, tree},
};

/// Words that only drafts have.
pub(crate) const SECRET_WORDS: &str = "Sperwergeheim";
/// A machine that runs tests on all cores is slow.
const PATIENCE: Duration = Duration::from_secs(120);

/// A shop that is built and served, whose previews can be asked for.
pub(crate) struct Previews<'s> {
    pub(crate) shop: &'s Shop,
    pub(crate) served: &'s Served,
}

impl Previews<'_> {
    /// Types into an entry in the CMS; the query of the preview.
    fn types(&self, entry: &str, site: &str, fields: &Value) -> String {
        let edit = json!({ "entry": entry, "site": site, "fields": fields });
        let query = self.shop.control("POST", "previews", &edit)["query"]
            .as_str()
            .unwrap()
            .to_owned();
        format!("?preview=true&{query}")
    }

    /// Types into a term in the CMS; the token and the query of the preview.
    pub(crate) fn types_term(&self, term: &str, site: &str, title: &str, token: Option<&str>) -> (String, String) {
        let edit = json!({ "term": term, "site": site, "fields": { "title": title }, "token": token });
        let begun = self.shop.control("POST", "term-previews", &edit);
        let text = |key: &str| begun[key].as_str().unwrap().to_owned();
        (text("token"), format!("?preview=true&{}", text("query")))
    }

    /// The answer, when the process that renders has read the shop.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let since = Instant::now();
        loop {
            let (status, headers, text) = self.shop.answer(&format!("{}{path}", self.served.url));
            assert_eq!(headers["cache-control"], "no-store", "{path}");
            assert_eq!(headers["x-robots-tag"], "noindex, nofollow", "{path}");
            if !text.contains("data-preview=\"starting\"") {
                return (status, text);
            }
            std::thread::sleep(Duration::from_millis(50));
            assert!(since.elapsed() < PATIENCE, "{}", self.served.log());
        }
    }
}

pub(crate) fn serve(shop: &Shop) -> Served {
    let mut command = shop.command(&["serve"]);
    command.env("RUST_LOG", "info");
    started(command, shop.path("serve.log"))
}

/// R-CMS-09 "renders the page on demand from draft content with the preview token": in each language the draft, its bar in
/// that language, and the public page as it was; a page that is not published; other pages show the draft in their lists;
/// a wrong token, an entry that was never saved.
#[test]
fn r_cms_09_a_draft_is_rendered_in_each_language() {
    let shop = Shop::small();
    shop.build();
    let served = serve(&shop);
    let previews = Previews {
        shop: &shop,
        served: &served,
    };
    for (site, path, says) in [
        ("nl-NL", "/privacy", "Voorbeeld: dit is wat u in het CMS hebt staan"),
        ("en-GB", "/en/privacy", "Preview: this is what you have in the CMS"),
        (
            "de-DE",
            "/de/datenschutz",
            "Vorschau: Das ist, was Sie im CMS stehen haben",
        ),
    ] {
        let query = previews.types(
            "pages/privacy",
            site,
            &json!({ "title": format!("{SECRET_WORDS} {site}") }),
        );
        let (status, page) = previews.get(&format!("{path}{query}"));
        assert_eq!(status, 200, "{path}: {page}");
        assert!(page.contains(&format!("{SECRET_WORDS} {site}</h1>")), "{path}: {page}");
        assert!(
            page.contains(says) && page.contains("<script src=\"/assets/preview-"),
            "{page}"
        );
        assert!(
            page.contains("<link rel=\"stylesheet\" href=\"/assets/preview-"),
            "{page}"
        );
        let (_, public) = shop.get(&format!("{}{path}", served.url));
        assert!(
            !public.contains(SECRET_WORDS) && !public.contains("preview-bar"),
            "{path}"
        );
        let token = query.rsplit('=').next().unwrap();
        let wrong = query.replace(token, &token.chars().rev().collect::<String>());
        let (status, page) = previews.get(&format!("{path}{wrong}"));
        assert!(
            status == 200 && !page.contains(SECRET_WORDS) && page.contains("data-preview=\"public\""),
            "{page}"
        );
    }
    // The same token, as the editor types on.
    let begun = shop.control(
        "POST",
        "previews",
        &json!({ "entry": "pages/privacy", "site": "nl-NL", "fields": { "title": "Een" } }),
    );
    let query = format!("?preview=true&{}", begun["query"].as_str().unwrap());
    assert!(previews.get(&format!("/privacy{query}")).1.contains("Een</h1>"));
    let more =
        json!({ "entry": "pages/privacy", "site": "nl-NL", "fields": { "title": "Twee" }, "token": begun["token"] });
    shop.control("POST", "previews", &more);
    assert!(previews.get(&format!("/privacy{query}")).1.contains("Twee</h1>"));

    // A page that is saved and not published has no public page.
    shop.control(
        "POST",
        "entries",
        &json!({ "entry": "pages/stalen-aanvragen", "site": "en-GB", "publish": false }),
    );
    shop.build();
    served.follows(&shop);
    let (status, _) = shop.get(&format!("{}/en/service/order-samples", served.url));
    assert_eq!(status, 404);
    let query = previews.types("pages/stalen-aanvragen", "en-GB", &json!({ "title": "Not yet there" }));
    let since = Instant::now();
    loop {
        let (status, page) = previews.get(&format!("/en/service/order-samples{query}"));
        if status == 200 {
            assert!(page.contains("Not yet there</h1>"), "{page}");
            break;
        }
        assert!(since.elapsed() < PATIENCE, "the draft of an unpublished page: {page}");
    }

    // What the CMS cannot answer.
    let query = previews.types(
        "pages/nog-niet-bewaard",
        "nl-NL",
        &json!({ "title": "Nieuw", "slug": "nog-niet-bewaard" }),
    );
    let (status, page) = previews.get(&format!("/{query}"));
    assert!(
        status == 200 && page.contains("Bewaar dit eerst één keer in het CMS"),
        "{status} {page}"
    );
    assert!(served.terminate().success());
}

/// R-CMS-02 "in preview it shows a labelled placeholder": the preview names a block that the shop does not know, in the
/// middle of the page, and the public page leaves it out.
#[test]
fn r_cms_02_an_unknown_block_has_a_placeholder_in_the_preview() {
    let shop = Shop::small();
    let cms = shop.before_statamic(&[]);
    shop.build();
    let served = serve(&shop);
    let previews = Previews {
        shop: &shop,
        served: &served,
    };
    cms.change(|asked, answer| {
        if asked.starts_with("/api/collections/pages/entries/") {
            let hologram = json!({ "type": "hologram", "id": "holo1", "heading": "HOLOGRAM" });
            answer["data"]["blocks"].as_array_mut().unwrap().insert(0, hologram);
        }
    });
    let query = previews.types("pages/privacy", "nl-NL", &json!({ "title": "Met een hologram" }));
    let (status, page) = previews.get(&format!("/privacy{query}"));
    assert_eq!(status, 200);
    assert!(
        page.contains("Het blok “hologram” kan de winkel nog niet tonen"),
        "{page}"
    );
    assert!(
        page.contains("Bij een bestelling"),
        "the rest of the page is whole: {page}"
    );
    assert!(!page.contains("HOLOGRAM"), "{page}");
    let (_, public) = shop.get(&format!("{}/privacy", served.url));
    assert!(!public.contains("hologram"), "{public}");
    assert!(served.terminate().success());
}

/// R-CMS-09 "never written to `dist`", and stored nowhere: after a thousand previews of random words, of an entry and of a term, and a
/// build, no file of the shop and of its server has any of them: no page, search index, sitemap or feed, no record, and not the log.
#[test]
fn r_cms_09_nothing_of_a_draft_stays_anywhere() {
    let shop = Shop::small();
    shop.build();
    let before = tree(&shop.path("dist"));
    let served = serve(&shop);
    let previews = Previews {
        shop: &shop,
        served: &served,
    };
    let mut tokens = Vec::new();
    for round in 0..20_u32 {
        // Every round is another editor; the control API of the demo keeps a hundred.
        let edit = |number: u32, token: &Value| {
            let title = format!("{SECRET_WORDS} {}", number.wrapping_mul(2_654_435_761));
            let fields = json!({ "title": title, "seo_description": title });
            let edit = json!({ "entry": "pages/privacy", "site": "nl-NL", "fields": fields, "token": token });
            (title, shop.control("POST", "previews", &edit))
        };
        let (_, begun) = edit(round, &Value::Null);
        for number in 0..50 {
            let (title, _) = edit(round * 50 + number, &begun["token"]);
            let (_, page) = previews.get(&format!("/privacy?preview=true&{}", begun["query"].as_str().unwrap()));
            assert!(page.contains(&title), "{page}");
        }
        let (token, query) = previews.types_term("topics/merken", "nl-NL", &format!("{SECRET_WORDS} {round}"), None);
        assert!(previews.get(&format!("/topics/merken{query}")).1.contains(SECRET_WORDS));
        tokens.extend([begun["token"].as_str().unwrap().to_owned(), token]);
    }
    assert_eq!(
        tree(&shop.path("dist")),
        before,
        "a preview changes no file of a release"
    );
    let (_, public) = shop.get(&format!("{}/privacy", served.url));
    assert!(!public.contains(SECRET_WORDS), "{public}");
    // Nor has a build beside them any.
    shop.build();
    let log = served.log();
    assert!(log.contains("\"route\""), "it logs requests: {log}");
    assert!(served.terminate().success());
    for (file, bytes) in tree(&shop.path("")) {
        let is_free_of = |words: &str| memchr::memmem::find(&bytes, words.as_bytes()).is_none();
        assert!(is_free_of(SECRET_WORDS), "a draft is in {file}");
        assert!(tokens.iter().all(|token| is_free_of(token)), "a token is in {file}");
    }
}

/// R-CMS-09: what renders previews crashes, and waits, and ends when nobody needs it; the public pages and the next previews do
/// not notice. Fifty editors at once each see their own words.
#[test]
fn r_cms_09_previews_survive_their_process_and_fifty_editors() {
    let shop = Shop::small();
    shop.build();
    let served = serve(&shop);
    let previews = Previews {
        shop: &shop,
        served: &served,
    };
    assert!(
        children(served.id()).is_empty(),
        "nothing runs before the first preview"
    );
    let query = previews.types("pages/privacy", "nl-NL", &json!({ "title": "Voor de val" }));
    for _ in 0..3 {
        assert!(previews.get(&format!("/privacy{query}")).1.contains("Voor de val</h1>"));
        let running = children(served.id());
        assert_eq!(running.len(), 1, "{running:?}");
        signal("KILL", running[0]);
        assert_eq!(shop.get(&format!("{}/privacy", served.url)).0, 200);
    }
    let queries: Vec<(String, String)> = (0..50)
        .map(|number| {
            let title = format!("Redacteur {number} van vijftig");
            let query = previews.types("pages/privacy", "nl-NL", &json!({ "title": title }));
            (title, query)
        })
        .collect();
    std::thread::scope(|scope| {
        for (title, query) in &queries {
            let previews = &previews;
            scope.spawn(move || {
                let (_, page) = previews.get(&format!("/privacy{query}"));
                assert!(page.contains(&format!("{title}</h1>")), "{title}: {page}");
            });
        }
    });
    assert!(served.terminate().success());
}

/// The settings `preview.idle_after` and `preview.memory_at_most`: the process ends, and the next preview starts another.
#[test]
fn r_cms_09_the_process_of_previews_is_bounded() {
    for line in ["idle_after = 1", "memory_at_most = 16"] {
        let shop = Shop::small();
        let key = line.split_inclusive('=').next().unwrap();
        shop.configure("vitrine.toml", &[(key, line)]);
        shop.build();
        let served = serve(&shop);
        let previews = Previews {
            shop: &shop,
            served: &served,
        };
        let query = previews.types("pages/privacy", "nl-NL", &json!({ "title": line }));
        for _ in 0..2 {
            assert!(previews.get(&format!("/privacy{query}")).1.contains(line), "{line}");
            let since = Instant::now();
            while !children(served.id()).is_empty() {
                std::thread::sleep(Duration::from_millis(20));
                assert!(since.elapsed() < PATIENCE, "{line}: {}", served.log());
            }
        }
        assert!(served.terminate().success());
    }
}

/// R-CMS-09, "what is saved goes live": after the save and the build the public page has it, and the preview goes on from it.
#[test]
fn r_cms_09_what_is_saved_goes_live_beside_its_preview() {
    let shop = Shop::small();
    let building = Building::start(&shop, &["--now", NOW]);
    building.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    let previews = Previews {
        shop: &shop,
        served: &building,
    };
    let query = previews.types("pages/privacy", "nl-NL", &json!({ "title": "Uit het voorbeeld" }));
    assert!(
        previews
            .get(&format!("/privacy{query}"))
            .1
            .contains("Uit het voorbeeld</h1>")
    );
    assert!(!building.page("/privacy").1.contains("Uit het voorbeeld"));
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Uit het voorbeeld" }));
    building.built(1);
    assert!(building.page("/privacy").1.contains("Uit het voorbeeld</h1>"));
    assert!(
        previews
            .get(&format!("/privacy{query}"))
            .1
            .contains("Uit het voorbeeld</h1>")
    );
    building.terminate();
}
