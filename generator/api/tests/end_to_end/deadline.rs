//! One deadline per call (rule 14), and the outcome of a change that it interrupts (rule 15).

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use wiremock::Respond;

use crate::{
    client::Ask,
    shop::Shop,
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const OTHER_SESSION: &str = "vitrine-session=6ZiTiId3YsWmxnSXfpJ137u7Z18lsWAs";
const DEADLINE: Duration = Duration::from_secs(4);
/// Within the deadline, with a margin for a slow machine; two of them exceed it.
const SLOW: Duration = Duration::from_millis(2_500);
/// Additional time the machine may take: less than the remaining time of the second slow request, which is not waited
/// for.
const SPARE: Duration = Duration::from_millis(900);

/// Answers after a delay, and reports the time of each request.
async fn slow(
    shopware: &Shopware,
    verb: &str,
    path: &str,
    recorded: Recorded,
    wait: Duration,
) -> UnboundedReceiver<Instant> {
    let (came, arrived) = unbounded_channel();
    shopware
        .answer(verb, path, move |request: &wiremock::Request| {
            came.send(Instant::now()).expect("heard");
            recorded.respond(request).set_delay(wait)
        })
        .await;
    arrived
}

/// A shop whose calls have this deadline.
async fn shop(shopware: &Shopware) -> Shop {
    Shop::with(shopware.client(), |config| config.limits.backend_timeout = DEADLINE).await
}

fn change(shop: &Shop) -> Ask {
    shop.ask("PATCH", "/api/cart/line-items/f299c748b1eba1a51c7918faf24d013c")
        .by_page()
        .with("Cookie", SESSION)
        .body("{\"quantity\": 2}")
}

/// Rule 14: a call that needs several requests has one deadline for all of them, and ends with 504 at it.
#[tokio::test]
async fn rule_14_all_requests_of_a_call_have_one_deadline() {
    let shopware = Shopware {
        server: wiremock::MockServer::start().await,
    };
    // The owner of the session is determined first.
    let context = Recorded::read("000-context-anonymous");
    let _asked = slow(&shopware, "GET", "/context", context, SLOW).await;
    let _added = slow(
        &shopware,
        "POST",
        "/checkout/cart/line-item",
        Recorded::read("056-cart-add"),
        SLOW,
    )
    .await;
    let removal = "/checkout/cart/line-item/delete";
    let _removed = slow(&shopware, "POST", removal, Recorded::read("071-cart-remove"), SLOW).await;
    let shop = shop(&shopware).await;
    let product = json!({"product_id": "f299c748b1eba1a51c7918faf24d013c", "quantity": 1});
    for ask in [
        shop.ask("POST", "/api/cart/line-items")
            .by_page()
            .with("Cookie", SESSION)
            .json(&product),
        shop.ask("DELETE", "/api/cart/line-items/f299c748b1eba1a51c7918faf24d013c")
            .by_page()
            .with("Cookie", OTHER_SESSION),
    ] {
        let began = Instant::now();
        let answer = ask.send().await;
        let took = began.elapsed();
        assert_eq!(answer.refused(), (504, "BACKEND_TIMEOUT".to_owned()));
        assert!(DEADLINE <= took && took < DEADLINE + SPARE, "{took:?}");
    }
}

/// Rule 14: waiting for the session's earlier changes counts towards it.
#[tokio::test]
async fn rule_14_the_wait_in_the_queue_is_part_of_the_deadline() {
    let shopware = Shopware::anonymous().await;
    let update = Recorded::read("067-cart-update");
    let mut asked = slow(&shopware, "PATCH", "/checkout/cart/line-item", update, SLOW).await;
    let shop = shop(&shopware).await;
    let first = tokio::spawn(change(&shop).send());
    asked.recv().await.expect("the first is under way");
    let began = Instant::now();
    let second = change(&shop).send().await;
    let took = began.elapsed();
    assert_eq!(first.await.expect("no panic").status, 200);
    assert_eq!(second.refused(), (504, "BACKEND_TIMEOUT".to_owned()));
    assert!(DEADLINE <= took && took < DEADLINE + SPARE, "{took:?}");
}

/// Rule 15: an interrupted change may still be made. The session's next change, and the next read of its cart, come
/// after it.
#[tokio::test]
async fn rule_15_calls_after_an_interrupted_change_see_its_result() {
    const LATE: Duration = Duration::from_millis(2_500);
    let shopware = Shopware {
        server: wiremock::MockServer::start().await,
    };
    // Requests for the session's currency, and one for the channel's.
    let context = Recorded::read("000-context-anonymous");
    let _context = slow(&shopware, "GET", "/context", context, Duration::from_millis(1_000)).await;
    let update = Recorded::read("067-cart-update");
    let mut changed = slow(&shopware, "PATCH", "/checkout/cart/line-item", update, LATE).await;
    let mut read = slow(
        &shopware,
        "GET",
        "/checkout/cart",
        Recorded::read("056-cart-add"),
        Duration::ZERO,
    )
    .await;
    let shop = shop(&shopware).await;
    assert_eq!(
        change(&shop).send().await.refused(),
        (504, "BACKEND_TIMEOUT".to_owned())
    );
    let first = changed.recv().await.expect("it was sent");
    let look = tokio::spawn(shop.get("/api/cart").with("Cookie", SESSION).send());
    assert_eq!(look.await.expect("no panic").status, 200);
    let looked = read.recv().await.expect("it was read");
    assert!(
        looked - first >= LATE,
        "the cart was read {:?} after the change was sent",
        looked - first
    );

    assert_eq!(
        change(&shop).send().await.status,
        200,
        "its session is known now, and it fits in"
    );
    let second = changed.recv().await.expect("the second");
    assert!(second - first >= LATE);
}
