//! What an order needs of Shopware.

use serde_json::{Value, json};

use crate::doctor::planting::{Fault, each, emptied, rows};

/// Names of methods with which an order is paid after its delivery.
const PAID_LATER: [&str; 2] = ["invoice", "cashpayment"];

#[test]
fn what_an_order_needs_is_found() {
    each(vec![
        Fault {
            what: "no payment method",
            codes: &["payment-none"],
            shopware: Some(|asked, body| {
                if asked.contains("/payment-method") {
                    emptied(body);
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "a method that cannot work here",
            codes: &["payment-hidden"],
            lines: &[("hide = ", "hide = []")],
            ..Fault::default()
        },
        Fault {
            what: "a method without a technical name",
            codes: &["payment-unnamed"],
            shopware: Some(|asked, body| {
                if asked.contains("/payment-method") {
                    rows(body)[0]["technicalName"] = Value::Null;
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "a misspelt method",
            codes: &["payment-name"],
            lines: &[("paid_later = ", "paid_later = [\"payment_klrana_pay_later\"]")],
            ..Fault::default()
        },
        Fault {
            what: "a failed payment that cannot be repeated",
            codes: &["payment-after-order"],
            shopware: Some(|asked, body| {
                if asked.contains("/payment-method") {
                    for row in rows(body) {
                        row["afterOrderEnabled"] = json!(false);
                    }
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "everything paid in advance",
            codes: &["prepayment-only"],
            shopware: Some(|asked, body| {
                if asked.contains("/payment-method") {
                    let name = |row: &Value| row["technicalName"].as_str().unwrap_or_default().to_owned();
                    rows(body).retain(|row| !PAID_LATER.iter().any(|part| name(row).contains(part)));
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "no shipping method",
            codes: &["shipping-none"],
            shopware: Some(|asked, body| {
                if asked.contains("/shipping-method") {
                    emptied(body);
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "a shipping method without a delivery time",
            codes: &["shipping-time"],
            shopware: Some(|asked, body| {
                if asked.contains("/shipping-method") {
                    rows(body)[0]["deliveryTime"] = Value::Null;
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "no root of the navigation",
            codes: &["navigation-none"],
            shopware: Some(|asked, body| {
                if asked.contains("/context") {
                    body["salesChannel"]["navigationCategoryId"] = Value::Null;
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "no product",
            codes: &["products-none"],
            arguments: &["--without-records"],
            shopware: Some(|asked, body| {
                if asked.contains("/product?") {
                    emptied(body);
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "no SEO URLs",
            codes: &["seo-urls-none"],
            shopware: Some(|asked, body| {
                if asked.contains("/seo-url?") {
                    emptied(body);
                }
            }),
            ..Fault::default()
        },
    ]);
}
