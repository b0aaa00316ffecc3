//! Live price and stock through the API: R-PDP-03.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    shop::Shop,
    shopware::{Recorded, Shopware, header},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const CHAIR: &str = "026-product-detail-LU-100-BL";
const LAMP: &str = "027-product-detail-KA-200";
const SOLD_OUT: &str = "028-product-detail-LU-300";

/// Products in the list's format, from their recorded details.
fn list(names: &[&str]) -> Value {
    let product = |name: &&str| Recorded::read(name).body()["product"].clone();
    let elements: Vec<Value> = names.iter().map(product).collect();
    json!({"elements": elements, "total": elements.len()})
}

fn id(name: &str) -> String {
    let body = Recorded::read(name).body();
    body["product"]["id"].as_str().expect("an id").to_owned()
}

async fn shop_with(shopware: &Shopware, names: &[&str]) -> Shop {
    shopware
        .answer("GET", "/product", ResponseTemplate::new(200).set_body_json(list(names)))
        .await;
    Shop::start(shopware.client()).await
}

/// R-PDP-03: price, tiers and the three stock states, for all products in one call, and without creating a session.
#[tokio::test]
async fn r_pdp_03_prices_and_stock_come_by_one_call() {
    let shopware = Shopware::anonymous().await;
    let shop = shop_with(&shopware, &[CHAIR, LAMP, SOLD_OUT]).await;
    let ids = [CHAIR, LAMP, SOLD_OUT].map(id);
    let path = format!("/api/offers?ids={}", ids.join(","));
    let answer = shop.get(&path).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.set_cookies().is_empty(), "looking begins no session");
    let body = answer.json();
    let offers = body["offers"].as_array().expect("a list");
    let told: Vec<Value> = offers
        .iter()
        .map(|o| {
            json!([
                o["product_id"],
                o["stock_state"],
                o["available_stock"],
                o["unit"]["price"]["minor"],
                o["tax_status"]
            ])
        })
        .collect();
    assert_eq!(
        told,
        [
            json!([ids[0], "limitedStock", 5, 129_900, "gross"]),
            json!([ids[1], "inStock", 12, 44_900, "gross"]),
            json!([ids[2], "outOfStock", 0, 19_900, "gross"]),
        ]
    );
    let tiers: Vec<Value> = offers[1]["tiers"]
        .as_array()
        .expect("tiers")
        .iter()
        .map(|t| json!([t["from"], t["to"], t["unit"]["price"]["minor"]]))
        .collect();
    assert_eq!(
        tiers,
        [json!([1, 4, 44_900]), json!([5, 9, 39_900]), json!([10, null, 34_900])]
    );
    let requests = shopware.requests().await;
    let reads: Vec<_> = requests.iter().filter(|r| r.url.path().ends_with("/product")).collect();
    assert_eq!(reads.len(), 1, "one call for all of them");
    let query = reads[0].url.query().unwrap_or_default();
    assert!(
        query.contains("includes"),
        "no more than is shown is asked for: {query}"
    );
    assert_eq!(header(reads[0], "sw-context-token"), None);

    shop.get(&path).send().await;
    let contexts = shopware
        .calls()
        .await
        .iter()
        .filter(|call| *call == "GET /context")
        .count();
    assert_eq!(contexts, 1, "the channel's tax state is asked for once");
}

/// R-PDP-03: a product that cannot be read, or has a negative price, only loses its own offer, whatever its position
/// and whoever asks; a negative list price is left out.
#[tokio::test]
async fn r_pdp_03_a_bad_product_costs_only_its_own_offer() {
    let faults: [(&str, Value); 9] = [
        ("/calculatedPrice", Value::Null),
        ("/calculatedPrice/unitPrice", json!("many")),
        ("/calculatedPrice/unitPrice", json!(-1)),
        ("/calculatedPrices", json!({"a": 1})),
        ("/id", json!("no id")),
        ("/productNumber", Value::Null),
        ("/minPurchase", json!("x")),
        ("/available", json!({})),
        ("", json!([])),
    ];
    for (at, (pointer, value)) in faults.into_iter().enumerate() {
        for business in [false, true] {
            let shopware = if business {
                Shopware::start().await
            } else {
                Shopware::anonymous().await
            };
            let names = [CHAIR, LAMP, SOLD_OUT];
            let mut products = list(&names);
            let bad = at % 3;
            *products["elements"][bad].pointer_mut(pointer).expect("a value") = value.clone();
            shopware
                .answer("GET", "/product", ResponseTemplate::new(200).set_body_json(products))
                .await;
            if business {
                let context = Recorded::read("139-context-business").body();
                shopware
                    .answer("GET", "/context", ResponseTemplate::new(200).set_body_json(context))
                    .await;
            }
            let shop = Shop::start(shopware.client()).await;
            let ask = shop.get(&format!("/api/offers?ids={}", names.map(id).join(",")));
            let ask = if business { ask.with("Cookie", SESSION) } else { ask };
            let answer = ask.send().await;
            assert_eq!(answer.status, 200, "{pointer} {value} {}", answer.text());
            let offers = answer.json()["offers"].as_array().cloned().expect("a list");
            let told: Vec<&str> = offers.iter().filter_map(|offer| offer["product_id"].as_str()).collect();
            let expected: Vec<String> = names
                .iter()
                .enumerate()
                .filter(|(place, _)| *place != bad)
                .map(|(_, name)| id(name))
                .collect();
            assert_eq!(told, expected, "{pointer} {value}");
        }
    }
    let shopware = Shopware::anonymous().await;
    let mut products = list(&[CHAIR]);
    products["elements"][0]["calculatedPrice"]["listPrice"] = json!({"price": -5});
    shopware
        .answer("GET", "/product", ResponseTemplate::new(200).set_body_json(products))
        .await;
    let shop = Shop::start(shopware.client()).await;
    let answer = shop.get(&format!("/api/offers?ids={}", id(CHAIR))).send().await;
    let offer = &answer.json()["offers"][0];
    assert_eq!(offer["unit"]["list_price"], Value::Null, "{offer}");
    assert_eq!(offer["unit"]["price"]["minor"], 129_900);
}

/// R-PDP-03: "together with the customer's own price": the session's token, and the tax state of its context.
#[tokio::test]
async fn r_pdp_03_a_customer_sees_their_own_prices() {
    let shopware = Shopware::start().await;
    let mut business = Recorded::read("139-context-business").body();
    business["context"]["taxState"] = json!("net");
    shopware
        .answer("GET", "/context", ResponseTemplate::new(200).set_body_json(business))
        .await;
    let shop = shop_with(&shopware, &[CHAIR]).await;
    let answer = shop
        .get(&format!("/api/offers?ids={}", id(CHAIR)))
        .locale("de")
        .with("Cookie", SESSION)
        .send()
        .await;
    assert_eq!(answer.json()["offers"][0]["tax_status"], "net");
    let requests = shopware.requests().await;
    let read = requests
        .iter()
        .find(|r| r.url.path().ends_with("/product"))
        .expect("the products were read");
    assert_eq!(
        header(read, "sw-context-token"),
        Some("GCelL0NV8HlF13HKkv0HrY0lM2OoESvl")
    );
    assert_eq!(
        header(read, "sw-language-id"),
        Some(crate::shop::DE),
        "texts are in the page's language"
    );
}

/// law §2: what is struck through is the lowest price of 30 days, and only where it is above the price, as on the page.
#[tokio::test]
async fn a_list_price_comes_with_the_lowest_price_of_30_days() {
    let shopware = Shopware::anonymous().await;
    let mut reduced = list(&[CHAIR]);
    let price = |amount: u32| json!({"price": amount});
    reduced["elements"][0]["calculatedPrice"]["unitPrice"] = json!(399);
    reduced["elements"][0]["calculatedPrice"]["listPrice"] = price(449);
    reduced["elements"][0]["calculatedPrice"]["regulationPrice"] = price(419);
    let mut contradicted = reduced["elements"][0].clone();
    contradicted["calculatedPrice"]["regulationPrice"] = price(399);
    reduced["elements"].as_array_mut().expect("a list").push(contradicted);
    shopware
        .answer("GET", "/product", ResponseTemplate::new(200).set_body_json(reduced))
        .await;
    let shop = Shop::start(shopware.client()).await;
    let answer = shop.get(&format!("/api/offers?ids={}", id(CHAIR))).send().await.json();
    let minor = |offer: usize, of: &str| answer["offers"][offer]["unit"][of]["minor"].as_i64();
    assert_eq!(
        (minor(0, "list_price"), minor(0, "lowest_price")),
        (Some(41_900), Some(41_900))
    );
    assert_eq!((minor(1, "list_price"), minor(1, "lowest_price")), (None, None));
}

/// Of a visitor's input only ids reach the backend, and nothing causes a 500.
#[tokio::test]
async fn what_is_no_list_of_ids_is_refused() {
    let shopware = Shopware::anonymous().await;
    let shop = shop_with(&shopware, &[CHAIR]).await;
    let chair = id(CHAIR);
    let many = vec![chair.clone(); 25].join(",");
    let distinct = (0..25).map(|n| format!("{n:032x}")).collect::<Vec<_>>().join(",");
    assert_eq!(
        shop.get(&format!("/api/offers?ids={many}")).send().await.status,
        200,
        "each counts once"
    );
    for query in [
        "",
        "?",
        "?ids",
        "?ids=",
        "?ids=x",
        "?ids=%ff",
        "?ids=%00",
        "?ids[]=1",
        "?id=1",
        &format!("?ids={}", chair.to_uppercase()),
        &format!("?ids={chair},"),
        &format!("?ids={chair}&limit=500"),
        &format!("?ids={chair}&ids={chair}"),
        &format!("?ids={distinct}"),
    ] {
        let answer = shop.get(&format!("/api/offers{query}")).send().await;
        assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{query}");
    }
}

/// A failing backend is reported as such, and no session is created.
#[tokio::test]
async fn a_failing_backend_is_reported() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer(
            "GET",
            "/product",
            ResponseTemplate::new(500).insert_header("sw-context-token", "mintedmintedmintedminted"),
        )
        .await;
    let shop = Shop::start(shopware.client()).await;
    let answer = shop.get(&format!("/api/offers?ids={}", id(CHAIR))).send().await;
    assert_eq!(answer.refused(), (502, "BACKEND_UNAVAILABLE".to_owned()));
    assert!(answer.set_cookies().is_empty());
}

/// R-BACK-07: "Incoming query parsing: array limit 20, depth 5, 1000 parameters": input within the limits is read,
/// input beyond them is refused or ignored.
#[tokio::test]
async fn r_back_07_a_query_is_read_within_its_limits() {
    let shopware = Shopware::anonymous().await;
    let shop = shop_with(&shopware, &[CHAIR]).await;
    let chair = id(CHAIR);
    let others = |count: usize| -> Vec<String> { (0..count).map(|n| format!("ids[]={n:032x}")).collect() };
    let nested = format!("ids[a][b][c][d][e][f][g]={chair}");
    for (query, status) in [
        (format!("ids={chair}"), 200),
        (format!("ids%5B%5D={chair}&ids[1]={:032x}", 1), 200),
        (format!("ids={chair}%2C{:032x}", 1), 200),
        // The maximum index of a list is 20: a 22nd item turns it into a map.
        (others(21).join("&"), 200),
        (others(22).join("&"), 400),
        (format!("ids[20]={chair}"), 200),
        (format!("ids[21]={chair}"), 400),
        (nested, 400),
        (format!("ids{}={chair}", "[x]".repeat(900)), 400),
        // The 1,000th parameter is read, the next one is not; a parameter without a name is ignored.
        (format!("{}ids={chair}", "=&".repeat(999)), 200),
        (format!("{}ids={chair}", "=&".repeat(1_000)), 400),
        (format!("ids={chair}{}&locale=nl", "&=".repeat(998)), 400),
        (format!("ids={chair}{}&locale=nl", "&=".repeat(999)), 200),
    ] {
        let answer = shop.get(&format!("/api/offers?{query}")).send().await;
        assert_eq!(answer.status, status, "{} of {query}", answer.text());
        if status == 400 {
            assert_eq!(answer.refused().1, "INVALID_REQUEST");
        }
    }
}
