//! The pages of maintenance and of a fault: R-SESS-03, R-HEAD-11, R-ROUTE-14.

use serde_json::json;

use crate::{
    shop::{Shop, go_live, list_files, page, release},
    shopware::{Recorded, Shopware},
};

/// A release with the screens that need the shop, and with the two error pages in two of three locales.
async fn shop(shopware: &Shopware) -> Shop {
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    let built = folder.path().join("dist/releases/one");
    let write = |name: &str, text: &str| {
        let file = built.join(name);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
        std::fs::write(file, text).expect("written");
    };
    for (name, words) in [
        ("503", "Even dicht"),
        ("en/503", "Closed for a moment"),
        ("500", "Er ging iets mis"),
        ("winkelwagen", "Winkelwagen"),
        ("checkout", "Afrekenen"),
        ("checkout/order/_id", "Bedankt"),
        ("account", "Account"),
        ("de/warenkorb", "Warenkorb"),
    ] {
        write(&format!("site/{name}.html"), &page(words));
    }
    let site = json!({
        "locales": [], "not_found": {"nl": "404.html"}, "maintenance": {"nl": "503.html", "en": "en/503.html"}, "failure": {"nl": "500.html"},
        "routes": {
            "cart": {"nl": "/winkelwagen", "en": "/en/cart", "de": "/de/warenkorb"}, "bor.checkout": {"nl": "/checkout"},
            "bor.checkout.success": {"nl": "/checkout/order/:id"}, "bor.account.index": {"nl": "/account"}, "bor.search": {"nl": "/zoeken"}
        }
    });
    write("server/site.json", &site.to_string());
    let rewrites = json!([{"pattern": "/checkout/order/:id", "file": "checkout/order/_id.html"}]);
    write("server/rewrites.json", &rewrites.to_string());
    list_files(&built);
    go_live(folder.path(), "one");
    Shop::in_folder(folder, shopware.client(), |_| {}).await
}

/// R-SESS-03: `vitrine serve` answers cart, checkout and account with the static 503 page and Retry-After; other pages
/// are unaffected.
#[tokio::test]
async fn r_sess_03_screens_that_need_the_shop_are_503_in_maintenance() {
    let shopware = Shopware::start().await;
    shopware
        .answer("GET", "/context", Recorded::read("550-maintenance-context"))
        .await;
    let shop = shop(&shopware).await;
    for (path, words) in [
        ("/winkelwagen", "Even dicht"),
        ("/checkout", "Even dicht"),
        ("/checkout/order/01a1fcc97e26707a8c3c0b5a852cdc62", "Even dicht"),
        ("/account", "Even dicht"),
        ("/en/cart", "Closed for a moment"),
        // A locale without its own page uses that of the default locale.
        ("/de/warenkorb", "Even dicht"),
        ("/winkelwagen?x=1", "Even dicht"),
    ] {
        let answer = shop.ask("GET", path).send().await;
        assert_eq!(answer.status, 503, "{path}");
        assert!(answer.text().contains(words), "{path}");
        assert_eq!(answer.header("retry-after"), Some("120"), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(answer.header("content-security-policy").is_some());
        let head = shop.ask("HEAD", path).send().await;
        assert_eq!((head.status, head.body.len()), (503, 0), "{path}");
    }
    for path in ["/", "/en", "/assets/loader-4GQ2XK7Q.js", "/robots.txt"] {
        assert_eq!(
            shop.ask("GET", path).send().await.status,
            200,
            "{path}: other pages stay whole"
        );
    }
    let asked = shopware.calls().await.len();
    assert!(
        asked <= 2,
        "the backend is asked once in some seconds, not for each page: {asked}"
    );
}

/// Whether the backend answers has no effect on other pages.
#[tokio::test]
async fn r_sess_03_without_maintenance_the_screens_are_served() {
    let well = Shopware::anonymous().await;
    let silent = Shopware::start().await;
    let late = wiremock::ResponseTemplate::new(200).set_delay(std::time::Duration::from_secs(60));
    silent.answer("GET", "/context", late).await;
    // Without a session the order's owner is unknown, so its screen is served too.
    let order = format!("/checkout/order/{}", "0".repeat(32));
    for shopware in [well, silent] {
        let shop = shop(&shopware).await;
        for path in ["/winkelwagen", "/checkout", "/account", &order] {
            assert_eq!(shop.ask("GET", path).send().await.status, 200, "{path}");
        }
    }
}

/// R-HEAD-11, R-ROUTE-14: a fault shows the error page with status 500, in the locale of the path, uncacheable.
#[tokio::test]
async fn r_head_11_a_fault_is_the_500_page() {
    let shopware = Shopware::anonymous().await;
    let shop = shop(&shopware).await;
    let file = shop.folder.path().join("dist/releases/one/site/icons/cart.svg");
    // A listed file of the release that cannot be read: a folder in its place.
    std::fs::remove_file(&file).expect("removed");
    std::os::unix::fs::symlink("cart.svg", &file).expect("a link to itself");
    let answer = shop.ask("GET", "/icons/cart.svg").send().await;
    assert_eq!(answer.status, 500, "{}", answer.text());
    assert!(answer.text().contains("Er ging iets mis"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(shop.ask("GET", "/").send().await.status, 200, "the server goes on");
}

/// The error pages themselves cannot be requested.
#[tokio::test]
async fn r_route_14_the_pages_of_failures_are_not_found_by_their_own_path() {
    let shopware = Shopware::anonymous().await;
    let shop = shop(&shopware).await;
    for path in ["/503", "/500", "/en/503", "/404"] {
        assert_eq!(shop.ask("GET", path).send().await.status, 404, "{path}");
    }
}
