//! The overlay of `vitrine dev` in front of the files; without it, none of its features exist.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use http::Response;
use vitrine_api::{Overlay, serve_with_overlay};

use crate::{
    client::Ask,
    shop::{Shop, config, go_live, page, release},
    shopware::Shopware,
};

struct DevOverlay;

impl Overlay for DevOverlay {
    fn file(&self, file: &str, released: Option<Bytes>) -> Option<Bytes> {
        match (file, released) {
            ("index.html", Some(released)) => Some([b"in work: ", released.as_ref()].concat().into()),
            ("assets/new-AAAAAAAA.css", None) => Some(Bytes::from_static(b"a{color:red}")),
            _ => None,
        }
    }

    fn answer(&self, path: &str) -> Option<Response<Body>> {
        (path == "/_dev/word").then(|| Response::new(Body::from("word")))
    }
}

#[tokio::test]
async fn an_overlay_puts_its_files_before_those_of_the_release() {
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    go_live(folder.path(), "one");
    let client = Shopware::start().await.client();
    let running = serve_with_overlay(config(folder.path()), client, Arc::new(DevOverlay))
        .await
        .expect("it serves");
    let ask = |path: &str| Ask::new(running.addr, "GET", path);

    let home = ask("/").send().await;
    assert_eq!(home.text(), format!("in work: {}", page("Home of one")));
    assert!(home.header("content-security-policy").is_some());
    let other = ask("/en").send().await;
    assert_eq!(other.text(), page("English home"), "what it says nothing of stays");
    let asset = ask("/assets/new-AAAAAAAA.css").send().await;
    assert_eq!((asset.status, asset.text().as_str()), (200, "a{color:red}"));
    assert_eq!(asset.header("content-type"), Some("text/css; charset=utf-8"));
    let word = ask("/_dev/word").send().await;
    assert_eq!((word.status, word.text().as_str()), (200, "word"));
    assert_eq!(ask("/_dev/other").send().await.status, 404);
    let foreign = ask("/_dev/word").with("Host", "elsewhere.test").send().await;
    assert_eq!(foreign.status, 421, "guards come first");
}

#[tokio::test]
async fn without_an_overlay_there_is_nothing_of_it() {
    let shop = Shop::start(Shopware::start().await.client()).await;
    assert_eq!(shop.ask("GET", "/").send().await.text(), page("Home of one"));
    for path in ["/_dev/word", "/_dev/events", "/_dev/dev.js"] {
        assert_eq!(shop.ask("GET", path).send().await.status, 404, "{path}");
    }
}
