//! Orders with containers: nested lines are listed below their parent and counted once (R-ACCT-03).

use serde_json::{Value, json};

use super::{SHIPPED, get, order, shipped, shop_with};

fn labels(lines: &Value) -> Vec<String> {
    let lines = lines.as_array().expect("lines").iter();
    lines
        .map(|line| {
            let inside = labels(&line["children"]).join(" ");
            let label = line["label"].as_str().expect("a label");
            if inside.is_empty() {
                label.to_owned()
            } else {
                format!("{label}({inside})")
            }
        })
        .collect()
}

/// An order whose lines are named and have these parents, by index.
fn nested(parents: &[Option<usize>]) -> Value {
    let mut orders = shipped();
    let row = order(&mut orders);
    let line = row["lineItems"][0].clone();
    let id = |place: usize| format!("{place:032x}");
    let lines = parents.iter().enumerate().map(|(place, parent)| {
        let mut line = line.clone();
        line["id"] = json!(id(place));
        line["label"] = json!(place.to_string());
        line["parentId"] = parent.map_or(Value::Null, |parent| json!(id(parent)));
        line["quantity"] = json!(3);
        // Positions start at 1 in each container.
        line["position"] = json!(1);
        line
    });
    row["lineItems"] = lines.collect();
    orders
}

/// Lines are listed below their parents at any depth and in any order, also if parents are missing or form a cycle.
#[tokio::test]
async fn r_acct_03_nested_lines_are_below_their_container() {
    for (parents, shown) in [
        (vec![None, None], vec!["0", "1"]),
        (vec![None, Some(0), Some(0), None], vec!["0(1 2)", "3"]),
        (vec![Some(2), Some(0), None], vec!["2(0(1))"]),
        (vec![None, Some(9)], vec!["0", "1"]),
        (vec![Some(0)], vec!["0"]),
        (vec![None, Some(2), Some(1)], vec!["0", "1", "2"]),
    ] {
        let (_shopware, shop) = shop_with(nested(&parents)).await;
        let answer = get(&shop, &format!("/api/orders/{SHIPPED}")).await;
        assert_eq!(answer.status, 200, "{parents:?}: {}", answer.text());
        let order = answer.json()["order"].clone();
        assert_eq!(labels(&order["line_items"]), shown, "{parents:?}");
        let list = get(&shop, "/api/orders").await.json();
        assert_eq!(
            list["orders"][0]["item_count"],
            json!(3 * outermost(&parents)),
            "{parents:?}"
        );
    }
}

/// The top-level lines of a list; lines in a cycle are in none.
fn outermost(parents: &[Option<usize>]) -> usize {
    let known = |parent: usize, own: usize| parent < parents.len() && parent != own;
    let places = parents.iter().enumerate();
    places
        .filter(|(own, parent)| parent.is_none_or(|parent| !known(parent, *own)))
        .count()
}

/// A chain of a thousand containers is answered, with every line once.
#[tokio::test]
async fn r_acct_03_a_long_chain_of_containers_is_answered() {
    let parents: Vec<Option<usize>> = (0..1_000_usize).map(|place| place.checked_sub(1)).collect();
    let (_shopware, shop) = shop_with(nested(&parents)).await;
    let answer = get(&shop, &format!("/api/orders/{SHIPPED}")).await;
    let order = answer.json()["order"].clone();
    let (mut lines, mut deepest) = (0, 0);
    let mut left = vec![(&order["line_items"], 1)];
    while let Some((list, depth)) = left.pop() {
        for line in list.as_array().expect("lines") {
            lines += 1;
            deepest = deepest.max(depth);
            left.push((&line["children"], depth + 1));
        }
    }
    assert_eq!((lines, deepest), (1_000, 17));
}

/// A line with an unreadable field only loses that field, and the order is shown; without a label it is shown by its
/// number.
#[tokio::test]
async fn r_acct_03_a_line_that_cannot_be_read_costs_that_line() {
    for (field, broken) in [
        ("unitPrice", Value::Null),
        ("totalPrice", json!("12,50")),
        ("label", Value::Null),
        ("quantity", json!({})),
        ("cover", json!("none")),
    ] {
        let mut orders = shipped();
        order(&mut orders)["lineItems"][2][field] = broken.clone();
        let (_shopware, shop) = shop_with(orders).await;
        let answer = get(&shop, &format!("/api/orders/{SHIPPED}")).await;
        assert_eq!(answer.status, 200, "{field} {broken}: {}", answer.text());
        let told = answer.json()["order"].clone();
        assert_eq!(told["line_items"].as_array().map(Vec::len), Some(4));
        let line = &told["line_items"][2];
        match field {
            "unitPrice" | "totalPrice" => {
                assert_eq!(
                    (&line["unit_price"], &line["total_price"]),
                    (&Value::Null, &Value::Null)
                );
            }
            "label" => assert_eq!(line["label"], line["product_number"]),
            _ => assert!(line["total_price"]["minor"].is_i64(), "{field}: {line}"),
        }
        assert_eq!(get(&shop, "/api/orders").await.status, 200, "the list");
    }
}
