//! Orders: placed, read, looked up, cancelled (Shopware §11, §12).

use serde_json::{Value, json};
use vitrine_backends::shopware::session::{
    DeepLinkCode, DeliveryState, GuestLookup, LineItemKind, NewOrder, Order, OrderId, OrderState, PaymentState, Refusal,
};
use vitrine_model::money::TaxStatus;

use super::{INVOICE, ORDER, STANDARD, answering, body, holds, query};
use crate::common::{call, names, recorded, shopware};

const DEEP_LINK: &str = "2Uhrufso2478VglVTQJxBdbm_LJfTdAg";

fn id() -> OrderId {
    OrderId::parse(ORDER).unwrap()
}

/// Checks the order of a lamp, a chair, a download and a promotion, in the answer to placing it and in later reads.
fn compare_mixed(order: &Order) {
    assert_eq!((order.id.as_str(), order.number.as_str()), (ORDER, "10004"));
    assert_eq!(order.deep_link.as_ref().unwrap().expose(), DEEP_LINK);
    assert_eq!(order.placed_at.unwrap().to_string(), "2026-11-21T06:27:18.844Z");
    assert_eq!((order.currency.as_str(), order.tax_status), ("EUR", TaxStatus::Gross));
    let sums = [order.subtotal, order.shipping_total, order.total, order.net_total].map(|m| m.minor);
    assert_eq!(sums, [122_296, 695, 122_991, 102_138]);
    let taxes: Vec<_> = order
        .taxes
        .iter()
        .map(|t| (t.rate.as_str(), t.amount.minor, t.base.unwrap().minor))
        .collect();
    assert_eq!(taxes, [("9", 447, 5_411), ("21", 20_406, 117_580)]);
    let lines: Vec<_> = order
        .lines
        .iter()
        .map(|l| {
            (
                l.label.as_str(),
                l.quantity,
                l.price.unwrap().unit.minor,
                l.price.unwrap().total.minor,
                l.good,
                l.digital,
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            ("Houtwas", 2, 2_495, 4_990, true, false),
            ("Onderhoudsgids (pdf)", 1, 995, 995, true, true),
            ("Ovo stoel", 1, 129_900, 129_900, true, false),
            ("Welkom", 1, -13_589, -13_589, false, false),
        ]
    );
    assert_eq!(order.lines[0].product_number.as_ref().unwrap().as_str(), "CA-400");
    assert_eq!(order.lines[2].options[0].option, "Zwart");
    let promotion = &order.lines[3];
    assert_eq!(
        (&promotion.kind, promotion.promotion_code.as_deref()),
        (&LineItemKind::Promotion, Some("WELKOM10"))
    );
    assert_eq!((&promotion.product_id, &order.lines[0].promotion_code), (&None, &None));
    let file = &order.lines[1].downloads[0];
    assert_eq!((file.file_name.as_str(), file.size), ("onderhoudsgids.pdf", Some(125)));
    let delivery = &order.deliveries[0];
    assert_eq!((delivery.name.as_str(), delivery.costs.minor), ("Standard", 695));
    assert_eq!(delivery.method.as_ref().unwrap().as_str(), STANDARD);
    let dates = delivery.dates.unwrap();
    assert_eq!(
        (dates.earliest.to_string(), dates.latest.to_string()),
        ("2027-01-02T00:00:00Z".to_owned(), "2027-01-16T00:00:00Z".to_owned())
    );
    for address in [
        order.billing_address.as_ref().unwrap(),
        order.shipping_address().unwrap(),
    ] {
        assert_eq!(
            (address.street.as_str(), address.city.as_str()),
            ("Keizersgracht 1", "Amsterdam")
        );
        assert_eq!(address.country.as_ref().unwrap().name, "Nederland");
    }
    let who = (
        order.email.as_str(),
        order.first_name.as_str(),
        order.last_name.as_str(),
    );
    assert_eq!(who, ("optin@example.com", "Test", "Klant"));
    assert_eq!(order.comment.as_deref(), Some("Digitaal en meer"));
}

/// Shopware §11.1: comment and hash are sent if there are any; the answer is the whole order.
#[tokio::test]
async fn an_order_is_placed_with_comment_and_hash() {
    let server = answering("POST", "/checkout/order", "463-order-mixed").await;
    let new = NewOrder {
        comment: Some("Digitaal en meer".to_owned()),
        hash: Some("ddd37a99".to_owned()),
        ..NewOrder::default()
    };
    let order = shopware(&server).place_order(&call(), &new).await.unwrap().value;
    assert_eq!(
        body(&server, "POST", "/checkout/order").await,
        json!({"customerComment": "Digitaal en meer", "hash": "ddd37a99"})
    );
    compare_mixed(&order);
    assert_eq!(
        (&order.state, &order.payment().unwrap().state),
        (&OrderState::Open, &PaymentState::Open)
    );

    let server = answering("POST", "/checkout/order", "381-order-net").await;
    let order = shopware(&server)
        .place_order(&call(), &NewOrder::default())
        .await
        .unwrap()
        .value;
    assert_eq!(body(&server, "POST", "/checkout/order").await, json!({}));
    assert_eq!(
        (order.tax_status, order.net_total.minor, order.total.minor),
        (TaxStatus::Net, 22_076, 25_951)
    );
}

/// One order by its id, with everything an outcome screen shows, at each recorded stage.
#[tokio::test]
async fn an_order_is_read_at_every_stage() {
    use PaymentState::{Cancelled, Open, Paid};
    for (name, state, delivered, payments, granted) in [
        (
            "464-order-mixed-read",
            OrderState::Open,
            DeliveryState::Open,
            vec![Open],
            false,
        ),
        (
            "479-order-after-paid",
            OrderState::Open,
            DeliveryState::Open,
            vec![Cancelled, Paid],
            true,
        ),
        (
            "485-order-shipped-with-document",
            OrderState::InProgress,
            DeliveryState::Shipped,
            vec![Cancelled, Paid],
            true,
        ),
        (
            "493-order-after-cancel",
            OrderState::Cancelled,
            DeliveryState::Shipped,
            vec![Cancelled, Paid],
            true,
        ),
    ] {
        let server = answering("GET", "/order", name).await;
        let order = shopware(&server).order(&call(), &id()).await.unwrap().value.unwrap();
        compare_mixed(&order);
        assert_eq!(order.state, state, "{name}");
        assert_eq!(order.deliveries[0].state, delivered, "{name}");
        let stages: Vec<_> = order.transactions.iter().map(|t| t.state.clone()).collect();
        assert_eq!(stages, payments, "{name}");
        let payment = order.payment().unwrap();
        assert_eq!(Some(&payment.state), payments.last(), "{name}: the newest counts");
        assert_eq!(payment.amount.minor, 122_991, "{name}");
        assert_eq!(order.lines[1].downloads[0].granted, granted, "{name}");
        assert_eq!(payment.state.is_changeable(), payments == [Open], "{name}");
    }
    let server = answering("GET", "/order", "464-order-mixed-read").await;
    let order = shopware(&server).order(&call(), &id()).await.unwrap().value.unwrap();
    let method = order.payment().unwrap().method.as_ref().unwrap();
    assert_eq!((method.id.as_str(), method.name.as_str()), (INVOICE, "Invoice"));
    let query = query(&server, "/order").await;
    for (name, value) in [
        ("filter[0][type]", "equals"),
        ("filter[0][field]", "id"),
        ("filter[0][value]", ORDER),
        ("associations[stateMachineState][]", ""),
        ("associations[currency][]", ""),
        ("associations[addresses][associations][country][]", ""),
        ("associations[lineItems][associations][cover][]", ""),
        (
            "associations[lineItems][associations][downloads][associations][media][]",
            "",
        ),
        ("associations[transactions][associations][paymentMethod][]", ""),
        ("associations[transactions][associations][stateMachineState][]", ""),
        ("associations[deliveries][associations][shippingMethod][]", ""),
        ("associations[deliveries][associations][stateMachineState][]", ""),
        (
            "associations[deliveries][associations][shippingOrderAddress][associations][country][]",
            "",
        ),
    ] {
        assert!(holds(&query, name, value), "{name}: {query:?}");
    }
}

/// An order of another customer is `None`, as is one that does not exist, and an answer with an order other than the
/// requested one.
#[tokio::test]
async fn an_order_that_is_not_ones_own_is_none() {
    let server = answering("GET", "/order", "511-order-foreign-read").await;
    assert_eq!(shopware(&server).order(&call(), &id()).await.unwrap().value, None);
    let server = answering("GET", "/order", "464-order-mixed-read").await;
    let other = OrderId::parse(&"0".repeat(32)).unwrap();
    assert_eq!(shopware(&server).order(&call(), &other).await.unwrap().value, None);
}

/// R-CHK-08: the newest orders, which are searched after a lost answer.
#[tokio::test]
async fn r_chk_08_the_newest_orders_are_read() {
    let server = answering("GET", "/order", "093-orders-guest").await;
    let orders = shopware(&server).latest_orders(&call(), 3).await.unwrap().value.orders;
    assert_eq!((orders[0].number.as_str(), orders[0].total.minor), ("10000", 5_685));
    // The order's currency was not requested here: the channel's is used.
    assert_eq!(orders[0].currency.as_str(), "EUR");
    let query = query(&server, "/order").await;
    for (name, value) in [
        ("limit", "3"),
        ("sort[0][field]", "orderDateTime"),
        ("sort[0][order]", "DESC"),
    ] {
        assert!(holds(&query, name, value), "{query:?}");
    }
}

/// Every recorded order is parsed with its sums, line items and states.
#[tokio::test]
async fn r_back_01_every_recorded_order_is_read() {
    let single = names("shopware", |r| r.status == 200 && r.body["apiAlias"] == "order");
    let lists = names("shopware", |r| {
        r.status == 200 && r.body["apiAlias"] == "order-route-response-struct"
    });
    assert!(single.len() >= 4 && lists.len() >= 5, "{single:?} {lists:?}");
    let cents = |value: &Value| (value.as_f64().unwrap() * 100.0).round() as i64;
    let compare = |name: &str, raw: &Value, order: &Order| {
        assert_eq!(raw["orderNumber"], order.number.as_str(), "{name}");
        assert_eq!(cents(&raw["amountTotal"]), order.total.minor, "{name}");
        assert_eq!(cents(&raw["amountNet"]), order.net_total.minor, "{name}");
        assert_eq!(cents(&raw["positionPrice"]), order.subtotal.minor, "{name}");
        assert_eq!(cents(&raw["shippingTotal"]), order.shipping_total.minor, "{name}");
        for (list, length) in [
            ("lineItems", order.lines.len()),
            ("deliveries", order.deliveries.len()),
            ("transactions", order.transactions.len()),
        ] {
            assert_eq!(raw[list].as_array().map_or(0, Vec::len), length, "{name} {list}");
        }
        assert!(order.billing_address.is_some() && order.deep_link.is_some(), "{name}");
    };
    for name in single {
        let server = answering("POST", "/checkout/order", &name).await;
        let order = shopware(&server)
            .place_order(&call(), &NewOrder::default())
            .await
            .unwrap()
            .value;
        compare(&name, &recorded("shopware", &name).body, &order);
    }
    for name in lists {
        let server = answering("GET", "/order", &name).await;
        let orders = shopware(&server)
            .latest_orders(&call(), 100)
            .await
            .unwrap()
            .value
            .orders;
        let raw = recorded("shopware", &name).body["orders"]["elements"]
            .as_array()
            .unwrap()
            .clone();
        assert_eq!(raw.len(), orders.len(), "{name}");
        for (raw, order) in raw.iter().zip(&orders) {
            compare(&name, raw, order);
        }
    }
}

fn lookup(log_in: bool) -> GuestLookup {
    GuestLookup {
        code: DeepLinkCode::parse("O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ").unwrap(),
        email: "gast@example.com".to_owned(),
        zipcode: "1015 CN".to_owned(),
        log_in,
    }
}

/// Shopware §12.2: code, e-mail address and postal code are in the body, not in a URL that servers log.
#[tokio::test]
async fn a_guest_looks_an_order_up_by_its_link() {
    for log_in in [false, true] {
        let server = answering("POST", "/order", "101-guest-order-deeplink").await;
        let order = shopware(&server)
            .order_of_guest(&call(), &lookup(log_in))
            .await
            .unwrap()
            .value
            .unwrap();
        assert_eq!((order.number.as_str(), order.total.minor), ("10000", 5_685));
        assert_eq!(order.billing_address.as_ref().unwrap().zipcode, "1015 CN");
        let sent = body(&server, "POST", "/order").await;
        assert_eq!(
            (&sent["email"], &sent["zipcode"]),
            (&json!("gast@example.com"), &json!("1015 CN"))
        );
        let filter = json!([{"type": "equals", "field": "deepLinkCode", "value": "O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ"}]);
        assert_eq!(sent["filter"], filter);
        assert_eq!(
            sent["associations"]["transactions"]["associations"],
            json!({"paymentMethod": {}, "stateMachineState": {}})
        );
        assert_eq!(sent.get("login"), log_in.then_some(&json!(true)));
    }
    let printed = format!("{:?}", lookup(false));
    for secret in ["O81m5isn", "gast@", "1015"] {
        assert!(!printed.contains(secret), "{printed}");
    }
}

/// The three ways in which a link is refused, and the rate limit with its wait.
#[tokio::test]
async fn refused_links_say_why() {
    for (name, refusal) in [
        ("100-guest-order-deeplink-wrong", Refusal::GuestWrongCredentials),
        ("498-deeplink-guest-mail-upper-case", Refusal::GuestWrongCredentials),
        ("496-deeplink-unknown", Refusal::GuestNotAuthenticated),
        ("494-deeplink-of-account", Refusal::NotLoggedIn),
        (
            "587-throttle-deeplink-11",
            Refusal::Throttled(Some(std::time::Duration::from_secs(10))),
        ),
    ] {
        let server = answering("POST", "/order", name).await;
        let failure = shopware(&server)
            .order_of_guest(&call(), &lookup(false))
            .await
            .unwrap_err();
        assert_eq!(failure.refusal(), refusal, "{name}");
    }
}

/// Shopware §12.5: the answer is the order's new state.
#[tokio::test]
async fn an_order_is_cancelled() {
    let server = answering("POST", "/order/state/cancel", "097-order-cancel").await;
    let state = shopware(&server).cancel_order(&call(), &id()).await.unwrap().value;
    assert_eq!(state, OrderState::Cancelled);
    assert_eq!(
        body(&server, "POST", "/order/state/cancel").await,
        json!({"orderId": ORDER})
    );
    let server = answering("POST", "/order/state/cancel", "492-order-cancel-unknown").await;
    let failure = shopware(&server).cancel_order(&call(), &id()).await.unwrap_err();
    assert_eq!(failure.refusal(), Refusal::OrderNotFound);
}
