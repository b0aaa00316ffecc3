//! R-CMS-09 at the door: what asks for a preview, what is stored and framed, what strangers get. The pages themselves are
//! tested with a CMS, in `cli/tests/end_to_end/previews.rs`.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use secrecy::{ExposeSecret, SecretString};
use tempfile::TempDir;
use vitrine_api::{NoBuilder, Previewed, Previewer, Running, serve_with_previews};
use vitrine_model::path::SitePath;

use crate::{
    client::{Answer, Ask},
    shop::{config, go_live, page, release},
    shopware::Shopware,
};

const CMS: &str = "http://cms.test";
const TOKEN: &str = "QeFb34XpN8sJJA9WkKPqs4mUOuT0jn6YXXDvsdTb";
const FAST: &str = "FaStaStaStaStaStaStaStaStaStaStaStaStaSt";
/// The words of the public page in the bar.
const PUBLIC: &str = "data-preview=\"public\"";

/// Answers for one token, and remembers what it was asked.
#[derive(Default)]
struct Drafts(Mutex<Vec<(String, String)>>);

impl Drafts {
    fn asked(&self) -> Vec<(String, String)> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Previewer for Drafts {
    fn origin(&self) -> Option<&str> {
        Some(CMS)
    }

    fn knows(&self, token: &SecretString) -> bool {
        token.expose_secret() == FAST
    }

    fn preview<'p>(
        &'p self,
        path: &'p SitePath,
        token: &'p SecretString,
    ) -> Pin<Box<dyn Future<Output = Previewed> + Send + 'p>> {
        let asked = (path.to_string(), token.expose_secret().to_owned());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(asked);
        let html = |words: &str| format!("<html><head></head><body>{words}</body></html>").into_bytes();
        let result = match (path.as_str(), token.expose_secret()) {
            (_, token) if token != TOKEN && token != FAST => Previewed::Unknown,
            ("/en", _) => Previewed::Page(html("A list")),
            ("/en/cart", _) => Previewed::NoPage,
            ("/en/new", _) => Previewed::Unsaved,
            ("/en/wait", _) => Previewed::Starting,
            ("/en/fails", _) => Previewed::Unavailable,
            _ => Previewed::Draft(html("A draft")),
        };
        Box::pin(std::future::ready(result))
    }
}

struct Shop {
    _folder: TempDir,
    running: Running,
    drafts: Arc<Drafts>,
}

impl Shop {
    async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        release(folder.path(), "one");
        go_live(folder.path(), "one");
        let drafts = Arc::new(Drafts::default());
        let client = Shopware::start().await.client();
        let previewer: Arc<dyn Previewer> = Arc::clone(&drafts) as _;
        let mut config = config(folder.path());
        config.rates.previews = 60;
        let running = serve_with_previews(config, client, Arc::new(NoBuilder), previewer).await;
        Self {
            running: running.expect("it serves"),
            _folder: folder,
            drafts,
        }
    }

    async fn get(&self, path: &str) -> Answer {
        Ask::new(self.running.addr, "GET", path).send().await
    }
}

fn of(token: &str) -> String {
    format!("?preview=true&live-preview=2uWoe88QbKOuQLKT&token={token}")
}

/// Every answer to such a query: stored and indexed nowhere, framed by the CMS alone.
fn is_not_stored(answer: &Answer, what: &str) {
    assert_eq!(answer.header("cache-control"), Some("no-store"), "{what}");
    assert_eq!(answer.header("x-robots-tag"), Some("noindex, nofollow"), "{what}");
    assert_eq!(answer.header("etag"), None, "{what}");
}

fn is_framed_by_the_cms(answer: &Answer, what: &str) {
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(policy.contains("frame-ancestors http://cms.test;"), "{what}: {policy}");
    assert!(
        policy.contains("trusted-types 'none'"),
        "as strict as elsewhere: {policy}"
    );
    assert!(
        policy.contains("script-src 'self' 'inline-speculation-rules';"),
        "{policy}"
    );
    assert_eq!(answer.header("x-frame-options"), None, "{what}");
}

/// R-CMS-09 "a query with `live-preview` or `preview=true` renders the page on demand from draft content with the preview
/// token, uncached, noindex": the draft with its bar, for each way to ask; and what the bar says of everything else.
#[tokio::test]
async fn r_cms_09_the_page_says_what_it_shows() {
    let shop = Shop::start().await;
    for query in [
        of(TOKEN),
        format!("?live-preview=1&token={TOKEN}"),
        format!("?token={TOKEN}&preview=true"),
        format!("?utm_source=x&preview=true&token={TOKEN}"),
    ] {
        let answer = shop.get(&format!("/{query}")).await;
        assert_eq!(answer.status, 200, "{query}");
        is_not_stored(&answer, &query);
        is_framed_by_the_cms(&answer, &query);
        let text = answer.text();
        assert!(text.contains("<body>A draft<aside class=\"preview-bar\""), "{text}");
        assert!(text.contains("data-preview-origin=\"http://cms.test\""), "{text}");
        assert!(text.contains("href=\"/\">Voorbeeld verlaten</a>"), "{text}");
        assert!(!text.contains(TOKEN), "the token is in no page: {text}");
        assert_eq!(shop.drafts.asked(), [("/".to_owned(), TOKEN.to_owned())]);
    }
    for (path, status, mark, words, page) in [
        (
            "/en",
            200,
            "data-preview=\"shown\"",
            "Only what you are editing is new",
            "A list",
        ),
        (
            "/en/cart",
            200,
            PUBLIC,
            "Nothing from the CMS that you are editing",
            "English cart",
        ),
        ("/en/new", 404, PUBLIC, "Save this once in the CMS first", ""),
        (
            "/en/wait",
            404,
            "data-preview=\"starting\"",
            "The preview is being prepared",
            "",
        ),
        ("/en/fails", 404, PUBLIC, "No preview can be made now", ""),
    ] {
        let answer = shop.get(&format!("{path}{}", of(TOKEN))).await;
        is_not_stored(&answer, path);
        is_framed_by_the_cms(&answer, path);
        let text = answer.text();
        assert_eq!(answer.status, status, "{path}");
        assert!(
            text.contains(mark) && text.contains(words) && text.contains(page),
            "{path}: {text}"
        );
    }
    let head = Ask::new(shop.running.addr, "HEAD", &format!("/{}", of(TOKEN)))
        .send()
        .await;
    assert_eq!((head.status, head.text().as_str()), (200, ""));
    is_not_stored(&head, "HEAD");
}

/// R-CMS-09 "with the preview token": no token, or one that no CMS makes or knows, gets the public page with a word, and
/// nothing is asked for a token that no CMS makes.
#[tokio::test]
async fn r_cms_09_without_the_token_it_is_the_public_page() {
    let shop = Shop::start().await;
    let other = TOKEN.replace('Q', "R");
    let long = "a".repeat(65);
    for query in [
        "?preview=true".to_owned(),
        "?live-preview=1&preview=true".to_owned(),
        "?preview=true&token=".to_owned(),
        "?preview=true&token=short".to_owned(),
        format!("?preview=true&token={long}"),
        format!("?preview=true&token={TOKEN}&token={TOKEN}"),
        format!("?preview=true&token={TOKEN}%00"),
        format!("?preview=true&token={TOKEN}%0d%0aX-Statamic-Token:%20a"),
        format!("?preview=true&token={}%2F..%2F", &TOKEN[..30]),
        "?preview=true&token=%3Cscript%3Ealert(1)%3C%2Fscript%3E".to_owned(),
        format!("?preview=true&TOKEN={TOKEN}"),
    ] {
        let answer = shop.get(&format!("/{query}")).await;
        let text = answer.text();
        assert_eq!(answer.status, 200, "{query}");
        is_not_stored(&answer, &query);
        assert!(text.contains("Home of one") && text.contains(PUBLIC), "{query}: {text}");
        assert!(
            text.contains("missing or has expired") || text.contains("ontbreekt of is verlopen"),
            "{text}"
        );
        assert!(
            !text.contains("A draft") && !text.contains("<script>alert"),
            "{query}: {text}"
        );
        assert_eq!(shop.drafts.asked(), [], "{query}");
    }
    let text = shop.get(&format!("/{}", of(&other))).await.text();
    assert!(
        text.contains("Home of one") && text.contains(PUBLIC) && !text.contains("A draft"),
        "{text}"
    );
    assert_eq!(
        shop.drafts.asked().len(),
        1,
        "the CMS is asked for a token that it could have made"
    );
}

/// A query that is not for a preview changes nothing.
#[tokio::test]
async fn r_cms_09_other_queries_are_no_previews() {
    let shop = Shop::start().await;
    for query in [
        format!("?token={TOKEN}"),
        format!("?preview=1&token={TOKEN}"),
        format!("?Preview=true&token={TOKEN}"),
        format!("?q=preview%3Dtrue&token={TOKEN}"),
        String::new(),
    ] {
        let answer = shop.get(&format!("/{query}")).await;
        assert_eq!(answer.text(), page("Home of one"), "{query}");
        assert!(
            answer
                .header("cache-control")
                .is_some_and(|kept| kept.starts_with("public")),
            "{query}"
        );
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{query}");
    }
    assert_eq!(shop.drafts.asked(), []);
    let post = Ask::new(shop.running.addr, "POST", &format!("/{}", of(TOKEN)))
        .send()
        .await;
    assert_eq!(post.status, 405);
    let foreign = Ask::new(shop.running.addr, "GET", &format!("/{}", of(TOKEN)));
    assert_eq!(foreign.with("Host", "evil.test").send().await.status, 421);
    assert_eq!(shop.drafts.asked(), []);
}

/// Hostile paths: the bar leads to a page of this shop, redirects stay on it and keep the query, and files are no previews.
#[tokio::test]
async fn r_cms_09_hostile_paths_lead_nowhere_else() {
    let shop = Shop::start().await;
    let query = of(TOKEN);
    let tidied = shop.get(&format!("/en/{query}")).await;
    assert_eq!(
        (tidied.status, tidied.header("location")),
        (301, Some(format!("/en{query}").as_str()))
    );
    is_not_stored(&tidied, "a redirect");
    for path in [
        "//evil.test",
        "/%2Fevil.test",
        "/en/%3Cb%3E",
        "/..%2f..%2fetc%2fpasswd",
        "/en/%ff",
    ] {
        let answer = shop.get(&format!("{path}{query}")).await;
        let text = answer.text();
        assert!(!text.contains("href=\"//"), "{path}: {text}");
        assert!(!text.contains("<b>") && !text.contains("root:"), "{path}: {text}");
        assert!(
            answer
                .header("location")
                .is_none_or(|to| to.starts_with('/') && !to.starts_with("//")),
            "{path}"
        );
        is_not_stored(&answer, path);
    }
    let icon = shop.get(&format!("/icons/cart.svg{query}")).await;
    assert_eq!((icon.status, icon.header("content-type")), (200, Some("image/svg+xml")));
    is_not_stored(&icon, "an icon");
}

/// "limited by rate": an address that tries tokens gets the public page, and the CMS is not asked any more; an editor whose
/// token is confirmed goes on from the same address, up to a rate of the token's own.
#[tokio::test]
async fn r_cms_09_guesses_are_limited_and_editors_are_not_locked_out() {
    let shop = Shop::start().await;
    for number in 0..80_u32 {
        let guess = format!("{number:040}");
        assert_eq!(shop.get(&format!("/{}", of(&guess))).await.status, 200);
    }
    let asked = shop.drafts.asked().len();
    assert!((60..80).contains(&asked), "{asked} of 80 guesses reached the CMS");
    let text = shop.get(&format!("/{}", of(TOKEN))).await.text();
    assert!(
        text.contains("Home of one") && text.contains("data-preview=\"public\""),
        "{text}"
    );
    assert_eq!(shop.drafts.asked(), []);
    let mut drafts = 0;
    for _ in 0..700 {
        drafts += usize::from(shop.get(&format!("/{}", of(FAST))).await.text().contains("A draft"));
    }
    assert!((600..700).contains(&drafts), "{drafts} of 700 previews of one token");
}
