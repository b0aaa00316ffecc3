//! Shipping and payment methods, countries, salutations (Shopware §9).

use serde_json::{Value, json};
use wiremock::MockServer;

use super::{EXPRESS, GERMANY, INVOICE, MRS, PREPAYMENT, STANDARD, answering, holds, query};
use crate::common::{call, mount, mount_context, ok, recorded, shopware};

/// R-CHK-02: "shipping method … from the backend", only those available for this cart, with name, delivery time and
/// fixed price.
#[tokio::test]
async fn r_chk_02_shipping_methods_that_this_session_may_have() {
    let server = answering("GET", "/shipping-method", "295-shipping-method-prices").await;
    let methods = shopware(&server).shipping_methods(&call()).await.unwrap().value;
    let query = query(&server, "/shipping-method").await;
    assert!(holds(&query, "onlyAvailable", "1"), "{query:?}");
    assert!(holds(&query, "associations[deliveryTime][]", "") && holds(&query, "associations[prices][]", ""));
    let shown: Vec<_> = methods
        .iter()
        .map(|m| {
            (
                m.id.as_str(),
                m.technical_name.as_str(),
                m.name.as_str(),
                m.delivery_time.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (STANDARD, "shipping_standard", "Standard", Some("1-3 days")),
            (EXPRESS, "shipping_express", "Express", Some("1-3 days")),
        ]
    );
    let prices: Vec<_> = methods
        .iter()
        .map(|m| m.price.as_ref().map(|p| (p.gross.decimal(), p.net.decimal())))
        .collect();
    assert_eq!(
        prices,
        [
            Some(("6.95".to_owned(), "5.74".to_owned())),
            Some(("14.95".to_owned(), "12.36".to_owned())),
        ]
    );
    assert!(methods.iter().all(|m| m.description.is_none() && m.picture.is_none()));
}

/// A price that depends on the cart, or is in another currency, is `None`.
#[tokio::test]
async fn a_shipping_price_that_depends_on_the_cart_is_none() {
    let raw = recorded("shopware", "295-shipping-method-prices").body;
    let row = |field: &str, value: Value| {
        let mut raw = raw.clone();
        raw["elements"][0]["prices"][0][field] = value;
        raw
    };
    let mut two_rows = raw.clone();
    let rows = two_rows["elements"][0]["prices"].as_array_mut().unwrap();
    rows.push(rows[0].clone());
    let dollars = json!([{"currencyId": "f".repeat(32), "net": 5, "gross": 6}]);
    for changed in [
        row("ruleId", GERMANY.into()),
        row("quantityStart", 5.into()),
        row("quantityEnd", 100.into()),
        row("currencyPrice", dollars),
        row("currencyPrice", json!([])),
        two_rows,
    ] {
        let server = MockServer::start().await;
        mount_context(&server).await;
        mount(&server, "GET", "/store-api/shipping-method", ok(&changed)).await;
        let methods = shopware(&server).shipping_methods(&call()).await.unwrap().value;
        assert_eq!((methods[0].price, methods[1].price.is_some()), (None, true));
    }
}

/// R-CHK-09: "the payment methods offered are those of the session's context".
#[tokio::test]
async fn r_chk_09_payment_methods_of_the_session() {
    let mut raw = recorded("shopware", "014-payment-method").body;
    raw["elements"][2]["media"] =
        json!({"id": MRS, "url": "https://shop.example/bank.svg", "alt": null, "translated": {"alt": "Bank"}});
    let server = MockServer::start().await;
    mount(&server, "GET", "/store-api/payment-method", ok(&raw)).await;
    let methods = shopware(&server).payment_methods(&call()).await.unwrap().value;
    assert!(holds(&query(&server, "/payment-method").await, "onlyAvailable", "1"));
    let names: Vec<_> = methods.iter().map(|m| (m.name.as_str(), m.after_order)).collect();
    assert_eq!(
        names,
        [("Invoice", true), ("Cash on delivery", true), ("Paid in advance", true)]
    );
    assert_eq!(methods[0].id.as_str(), INVOICE);
    assert_eq!(
        methods[1].description.as_deref(),
        Some("Payment upon receipt of goods.")
    );
    assert_eq!(methods[2].id.as_str(), PREPAYMENT);
    let picture = methods[2].picture.as_ref().unwrap();
    assert_eq!(
        (picture.url.as_str(), picture.alt.as_str()),
        ("https://shop.example/bank.svg", "Bank")
    );
}

/// R-CHK-02: "country and salutation from the backend": with Shopware's rules for addresses of that country.
#[tokio::test]
async fn r_chk_02_countries_come_with_the_rules_of_their_addresses() {
    let server = answering("GET", "/country", "011-country").await;
    let countries = shopware(&server).countries(&call()).await.unwrap().value;
    let query = query(&server, "/country").await;
    assert!(holds(&query, "associations[states][]", "") && holds(&query, "limit", "100"));
    let dutch = countries.iter().find(|c| c.iso == "NL").unwrap();
    assert!(dutch.shipping_available && dutch.postal_code.required && !dutch.state_shown && !dutch.state_required);
    assert_eq!(
        dutch.postal_code.pattern.as_deref(),
        Some(r"[1-9]{1}\d{3}([ ]?[A-Z]{2})")
    );
    // The pattern is present, but not enforced.
    assert_eq!((dutch.vat_id.required, &dutch.vat_id.pattern), (false, &None));
    let german = countries.iter().find(|c| c.iso == "DE").unwrap();
    assert_eq!((german.id.as_str(), &german.postal_code.pattern), (GERMANY, &None));

    let mut raw = recorded("shopware", "298-country-with-states").body;
    for field in [
        "checkVatIdPattern",
        "vatIdRequired",
        "checkAdvancedPostalCodePattern",
        "forceStateInRegistration",
    ] {
        raw["elements"][0][field] = true.into();
    }
    raw["elements"][0]["advancedPostalCodePattern"] = r"\d{4,5}".into();
    let server = MockServer::start().await;
    mount(&server, "GET", "/store-api/country", ok(&raw)).await;
    let german = shopware(&server).countries(&call()).await.unwrap().value.remove(0);
    assert_eq!(german.vat_id.pattern.as_deref(), Some(r"DE\d{9}"));
    assert_eq!(german.postal_code.pattern.as_deref(), Some(r"\d{4,5}"));
    assert!(german.vat_id.required && german.state_required);
    let states: Vec<_> = german
        .states
        .iter()
        .map(|s| (s.id.as_str(), s.short_code.as_str(), s.name.as_str()))
        .collect();
    assert_eq!(
        states,
        [("01a1fca6a85d7306b3870059c52a6103", "DE-BW", "Baden-Württemberg")]
    );
}

/// Countries beyond one page are read page by page, and no further page is requested.
#[tokio::test]
async fn all_countries_are_read_when_there_are_more_than_a_page() {
    let first = recorded("shopware", "011-country").body;
    let server = MockServer::start().await;
    let mut many = first.clone();
    many["total"] = 104.into();
    let mut last = first.clone();
    last["total"] = 104.into();
    last["elements"].as_array_mut().unwrap().truncate(1);
    wiremock::Mock::given(wiremock::matchers::query_param("page", "1"))
        .respond_with(ok(&many))
        .mount(&server)
        .await;
    wiremock::Mock::given(wiremock::matchers::query_param("page", "2"))
        .respond_with(ok(&last))
        .mount(&server)
        .await;
    let countries = shopware(&server).countries(&call()).await.unwrap().value;
    assert_eq!(countries.len(), first["elements"].as_array().unwrap().len() + 1);
    assert_eq!(server.received_requests().await.unwrap().len(), 2);
}

/// R-CHK-02: "country and salutation from the backend".
#[tokio::test]
async fn r_chk_02_salutations() {
    let server = answering("GET", "/salutation", "012-salutation").await;
    let salutations = shopware(&server).salutations(&call()).await.unwrap().value;
    query(&server, "/salutation").await;
    let shown: Vec<_> = salutations.iter().map(|s| (s.key.as_str(), s.name.as_str())).collect();
    assert_eq!(
        shown,
        [("mr", "Mr."), ("mrs", "Mrs."), ("not_specified", "Not specified")]
    );
    assert_eq!(salutations[1].id.as_str(), MRS);
}
