//! Every field, parameter and form of every row with hostile values: none causes a 500, and none is echoed.

use serde_json::{Value, json};
use vitrine_api::{
    ApiConfig,
    routes::{Caller, ROUTES, Row},
};

use super::{backend, cookie_of, example, good, json_rows, path_of, without_limits};
use crate::{client::Answer, shop::Shop};

/// Distinct enough not to occur in an answer by itself.
const MARK: &str = "<img src=x onerror=alert(1)>";

fn hostile() -> Vec<Value> {
    let texts = [
        "",
        " ",
        "\u{0}",
        "a\r\nSet-Cookie: x=1",
        "\u{202e}\u{2066}txet",
        "\u{1f4a5}\u{301}\u{301}",
        "../../../../etc/passwd",
        "%00%0a%2e%2e%2f",
        "' OR '1'='1' --",
        "${jndi:ldap://x}{{7*7}}",
        MARK,
        "NaN",
        "0x10",
        "https://evil.test/",
    ];
    let mut values: Vec<Value> = texts.iter().map(|text| json!(text)).collect();
    values.push(json!("\u{e4}".repeat(20_000)));
    values.extend([
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(u64::MAX),
        json!(1e308),
        json!([]),
        json!({}),
        json!({"$gt": ""}),
        json!([null, 1, "a"]),
        json!(vec!["a"; 1_000]),
    ]);
    values
}

/// The JSON pointers of all values in a body.
fn places(value: &Value, at: &str) -> Vec<String> {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(name, one)| (format!("{at}/{name}"), one)).collect(),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .map(|(index, one)| (format!("{at}/{index}"), one))
            .collect(),
        _ => Vec::new(),
    };
    below
        .into_iter()
        .flat_map(|(pointer, one)| {
            let inside = places(one, &pointer);
            std::iter::once(pointer).chain(inside)
        })
        .collect()
}

fn open(config: &mut ApiConfig) {
    without_limits(config);
    let rates = &mut config.rates;
    for rate in [
        &mut rates.reads,
        &mut rates.cart_writes,
        &mut rates.checkout_writes,
        &mut rates.orders,
        &mut rates.order_lookups,
        &mut rates.withdrawals,
        &mut rates.accounts,
        &mut rates.forms,
    ] {
        *rate = 1_000_000;
    }
}

fn survived(answer: &Answer, what: &str) {
    assert!(answer.status < 500, "{what}: {} {}", answer.status, answer.text());
    let page = answer
        .header("content-type")
        .is_some_and(|kind| kind.starts_with("text/html"));
    assert!(
        !(page && answer.text().contains(MARK)),
        "{what}: it is in the page as it came"
    );
    let cookies = answer.set_cookies();
    assert!(
        !cookies.iter().any(|line| line.starts_with("x=1")),
        "{what}: {cookies:?}"
    );
}

/// Issue 19: "the hostile inputs that the team can think of for each endpoint are a table in a test and none gets a
/// 500": every value of the body in a row's document is replaced by each of them once.
#[tokio::test]
async fn no_value_in_a_body_makes_a_500() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), open).await;
    let values = hostile();
    let mut asked = 0;
    for row in json_rows().filter(|row| row.is_write()) {
        let Some(body) = row.body else { continue };
        let body = example(&body.schema.name());
        for place in places(&body, "") {
            for value in &values {
                let mut bad = body.clone();
                *bad.pointer_mut(&place).expect("a place") = value.clone();
                let short: String = value.to_string().chars().take(60).collect();
                let answer = good(&shop, row).json(&bad).send().await;
                survived(&answer, &format!("{} {place}: {short}", row.name));
                asked += 1;
            }
        }
    }
    assert!(asked > 2_000, "{asked}");
}

/// The same for every query parameter.
#[tokio::test]
async fn no_parameter_of_a_query_makes_a_500() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), open).await;
    let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let rows = || {
        ROUTES
            .iter()
            .filter(|row| row.policy.caller == Caller::Page && !row.is_write())
    };
    for row in rows().filter(|row| !row.queries.is_empty()) {
        for query in row.queries {
            for value in hostile() {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let short: String = text.chars().take(1_000).collect();
                for tail in [String::new(), format!("&{}={}", query.name, encoded(&short))] {
                    let path = format!("{}?{}={}{tail}", path_of(row), query.name, encoded(&short));
                    let ask = shop.get(&path).with("Cookie", cookie_of(row));
                    survived(&ask.send().await, &format!("{} {}: {short}", row.name, query.name));
                }
            }
        }
    }
}

/// The same for every field of a form without JavaScript, for unknown fields, and for bodies that are not forms.
#[tokio::test]
async fn no_field_of_a_form_makes_a_500() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), open).await;
    let forms = || ROUTES.iter().filter(|row| row.policy.caller == Caller::Form);
    assert!(forms().count() >= 3, "review, change, confirm");
    for row in forms() {
        let fields = fields_of(row);
        let send = |body: String| {
            shop.ask("POST", &format!("{}?locale=nl", row.path))
                .with("Origin", "https://shop.test")
                .with("Sec-Fetch-Site", "same-origin")
                .with("Content-Type", "application/x-www-form-urlencoded")
                .body(body)
        };
        let encode = |pairs: &[(String, String)]| {
            url::form_urlencoded::Serializer::new(String::new())
                .extend_pairs(pairs)
                .finish()
        };
        for index in 0..fields.len() {
            for value in hostile() {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let mut bad = fields.clone();
                bad[index].1 = text;
                let answer = send(encode(&bad)).send().await;
                survived(&answer, &format!("{} {}: {value:.60}", row.name, bad[index].0));
                // A duplicate field and an unknown one.
                bad.push(bad[index].clone());
                survived(&send(encode(&bad)).send().await, row.name);
                bad[index].0 = "__proto__".to_owned();
                survived(&send(encode(&bad)).send().await, row.name);
            }
        }
        for body in ["", "=", "&&&", "%", "%zz=%zz", "name", "\u{0}", "{\"name\":\"x\"}"] {
            survived(&send(body.to_owned()).send().await, &format!("{}: {body}", row.name));
        }
    }
}

/// The fields of a form's row with the values of its document.
fn fields_of(row: &Row) -> Vec<(String, String)> {
    let body = row.body.expect("a form has a body");
    let document = example(&body.schema.name());
    let fields = document.as_object().expect("an object");
    fields
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned()))
        .collect()
}
