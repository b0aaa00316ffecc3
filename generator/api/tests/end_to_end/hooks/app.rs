//! The registration of Shopware's app across restarts, and replayed by an observer (Shopware §20.1; rule 20).

use serde_json::{Value, json};

use super::{COMMERCE, mac, now, outcome, product_written, refused, secrets, shopware, taken};
use crate::{client::Answer, shop::Shop, shopware::Shopware};

const SHOP: &str = "lrNfraTHoKRe24RU";

/// The server after a restart.
async fn restarted(shop: Shop) -> Shop {
    let Shop { folder, running } = shop;
    running.stop().await;
    Shop::in_folder(folder, Shopware::anonymous().await.client(), secrets).await
}

/// A registration at a time; one of a shop that already has a secret proves that it knows it.
async fn registers(shop: &Shop, at: u64, former: Option<&str>) -> Answer {
    let query = format!("shop-id={SHOP}&shop-url=https://shop.test&timestamp={at}");
    let ask = shop.ask("GET", &format!("/api/hooks/commerce/registration?{query}"));
    let ask = ask.with("shopware-app-signature", &hex::encode(mac(COMMERCE, &query)));
    match former {
        Some(former) => ask.with("shopware-shop-signature", &hex::encode(mac(former, &query))),
        None => ask,
    }
    .send()
    .await
}

/// The secret in the answer to a registration.
fn secret_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()["secret"].as_str().expect("a secret").to_owned()
}

async fn confirms(shop: &Shop, secret: &str, at: u64) -> Answer {
    let body = json!({"apiKey": "SWIA0", "secretKey": "x", "timestamp": at.to_string(), "shopUrl": "https://shop.test", "shopId": SHOP});
    let ask = shop.ask("POST", "/api/hooks/commerce/confirmation");
    shopware(ask, secret, &body.to_string()).send().await
}

async fn tells(shop: &Shop, secret: &str, event: &str) -> (u16, String) {
    let ask = shop.ask("POST", "/api/hooks/commerce");
    let answer = shopware(ask, secret, &product_written(event, now())).send().await;
    match answer.status {
        202 => outcome(&answer),
        _ => answer.refused(),
    }
}

fn kept(shop: &Shop) -> Value {
    let file = shop.folder.path().join("state/hooks/app.json");
    serde_json::from_slice(&std::fs::read(file).expect("the file")).expect("JSON")
}

/// R-GEN-03: the secret survives a restart between any two steps: the registration, its confirmation, the first event.
#[tokio::test]
async fn r_gen_03_a_restart_between_registration_and_first_event_keeps_the_secret() {
    for (after_registration, after_confirmation) in [(true, true), (true, false), (false, true)] {
        let mut shop = Shop::with(Shopware::anonymous().await.client(), secrets).await;
        let secret = secret_of(&registers(&shop, now(), None).await);
        assert_eq!(
            tells(&shop, &secret, "early").await,
            refused(),
            "not before it is confirmed"
        );
        if after_registration {
            shop = restarted(shop).await;
        }
        assert_eq!(confirms(&shop, &secret, now()).await.status, 200);
        if after_confirmation {
            shop = restarted(shop).await;
        }
        assert_eq!(tells(&shop, &secret, "first").await, taken("accepted"));
        assert_eq!(tells(&shop, &secret, "first").await, taken("known"));
    }
}

/// Rule 20: a replayed registration or confirmation, before or after a restart, is refused without effect; a valid new
/// registration issues a new secret, and the former one stays valid until it is confirmed.
#[tokio::test]
async fn rule_20_a_registration_that_is_sent_again_replaces_no_secret() {
    let mut shop = Shop::with(Shopware::anonymous().await.client(), secrets).await;
    let began = now();
    let first = secret_of(&registers(&shop, began - 10, None).await);
    for restart in [false, true] {
        if restart {
            shop = restarted(shop).await;
        }
        let before = kept(&shop);
        for at in [began - 10, began - 11, began - 290] {
            assert_eq!(registers(&shop, at, None).await.refused(), refused(), "{at} of {began}");
        }
        assert_eq!(kept(&shop), before);
    }
    assert_eq!(confirms(&shop, &first, began).await.status, 200);
    for restart in [false, true] {
        if restart {
            shop = restarted(shop).await;
        }
        let before = kept(&shop);
        assert_eq!(confirms(&shop, &first, began).await.refused(), refused());
        assert_eq!(registers(&shop, began - 10, None).await.refused(), refused());
        assert_eq!(kept(&shop), before);
        assert_eq!(tells(&shop, &first, &format!("one {restart}")).await, taken("accepted"));
    }

    // The app is installed again.
    let second = secret_of(&registers(&shop, began, Some(&first)).await);
    assert_ne!(first, second);
    let shop = restarted(shop).await;
    let waiting = kept(&shop);
    assert_eq!(
        confirms(&shop, &first, began).await.refused(),
        refused(),
        "signed with the former secret"
    );
    assert_eq!(registers(&shop, began - 10, None).await.refused(), refused());
    assert_eq!(registers(&shop, began, Some(&first)).await.refused(), refused());
    assert_eq!(
        registers(&shop, began + 1, Some("another secret")).await.refused(),
        refused()
    );
    assert_eq!(kept(&shop), waiting);
    assert_eq!(
        tells(&shop, &first, "two").await,
        taken("accepted"),
        "until the new one is confirmed"
    );
    assert_eq!(tells(&shop, &second, "three").await, refused());
    assert_eq!(confirms(&shop, &second, began).await.status, 200);
    let shop = restarted(shop).await;
    assert_eq!(tells(&shop, &second, "four").await, taken("accepted"));
    assert_eq!(tells(&shop, &first, "five").await, refused());
    assert_eq!(confirms(&shop, &second, began).await.refused(), refused());
    assert_eq!(tells(&shop, &second, "six").await, taken("accepted"));
}
