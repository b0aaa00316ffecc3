//! `vitrine check --shop`: orders that a consumer can only pay in advance (law §2, art. 7:26(2) BW).
//!
//! **Invariant:** Shopware's own rules decide. Carts with real products are made in sessions of their own, one for each
//! sum; nothing is ordered.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use vitrine_api::hidden_names;
use vitrine_backends::shopware::{
    ShopwareClient,
    session::{NewLineItem, SessionCall},
};
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    ids::{LanguageId, ProductId},
    money::Money,
};

use crate::{
    cmd::wire::{self, Purpose},
    config::Config,
    published_prices::{self, ReleasedPrice},
};

/// Lowest sums of the orders, in whole units of the currency.
const SUMS: [i64; 9] = [1, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000];
/// Number of products tried for a sum: some may be sold out since the release was built.
const TRIES: usize = 4;

/// A product with its price.
type Product = (ProductId, ReleasedPrice);

/// An order of a sum, and with what it can be paid.
struct Order {
    sum: Money,
    /// Names of the offered methods.
    methods: Vec<String>,
    /// Whether one of them is paid after the delivery.
    paid_later: bool,
}

/// One finding with all sums at which no method is paid later, or none.
pub(super) fn check(config: &Config) -> Result<Vec<Diagnostic>> {
    let live = published_prices::of_the_live_release(&config.path(&config.file.build.dist));
    let Some(live) = live else {
        bail!("vitrine check --shop orders products of the live release, and there is none: run vitrine build first");
    };
    let parsed = live
        .into_iter()
        .filter_map(|(id, price)| Some((ProductId::parse(&id).ok()?, price)));
    let mut products: Vec<Product> = parsed.collect();
    products.sort_by(|(a, x), (b, y)| (x.minor, a.as_str()).cmp(&(y.minor, b.as_str())));
    let orders = wire::runtime()?.block_on(orders(config, &products))?;
    Ok(finding(&orders).into_iter().collect())
}

async fn orders(config: &Config, products: &[Product]) -> Result<Vec<Order>> {
    let client = wire::shopware(config, Purpose::Serve)?;
    let languages = client
        .languages()
        .await
        .context("could not read Shopware's languages")?;
    let language = languages.first().context("the sales channel has no language")?;
    let currency = client
        .currency()
        .await
        .context("could not read the currency of the sales channel")?;
    let scale = 10_i64.pow(currency.digits());
    let mut orders: Vec<Order> = Vec::new();
    for sum in SUMS {
        for (product, quantity) in carts(products, sum * scale).into_iter().take(TRIES) {
            let Some(order) = order(config, &client, &language.id, product, quantity).await? else {
                continue;
            };
            if orders.last().is_none_or(|last| last.sum < order.sum) {
                orders.push(order);
            }
            break;
        }
    }
    Ok(orders)
}

/// Products and quantities of at least this sum, the smallest sum first; of the dearest product up to two pieces.
fn carts(products: &[Product], least: i64) -> Vec<(&Product, u32)> {
    let single = products
        .iter()
        .filter(|(_, price)| price.minor >= least)
        .map(|product| (product, 1));
    let pairs = products.iter().rev().take_while(|(_, price)| price.minor * 2 >= least);
    single.chain(pairs.map(|product| (product, 2))).collect()
}

/// What Shopware offers for this order; `None` if it does not sell the product.
async fn order(
    config: &Config,
    client: &ShopwareClient,
    language: &LanguageId,
    product: &Product,
    quantity: u32,
) -> Result<Option<Order>> {
    let rules = &config.file.payment;
    let asked = || format!("could not ask Shopware with what {} can be paid", product.1.number);
    let stranger = SessionCall {
        token: None,
        language: language.clone(),
        visitor: None,
    };
    let item = NewLineItem::Product {
        product_id: product.0.clone(),
        quantity,
    };
    let filled = client
        .add_line_items(&stranger, &[item])
        .await
        .map_err(|failure| failure.error);
    let filled = filled.with_context(asked)?;
    if filled.value.line_items.is_empty() {
        return Ok(None);
    }
    let session = SessionCall {
        token: filled.token,
        ..stranger
    };
    let methods = client.payment_methods(&session).await.map_err(|failure| failure.error);
    let hidden = hidden_names(rules);
    let mut methods = methods.with_context(asked)?.value;
    methods.retain(|method| !hidden.contains(&method.technical_name));
    Ok(Some(Order {
        sum: filled.value.total,
        paid_later: methods.iter().any(|method| method.is_paid_later(&rules.paid_later)),
        methods: methods.into_iter().map(|method| method.name).collect(),
    }))
}

fn finding(orders: &[Order]) -> Option<Diagnostic> {
    let in_advance: Vec<&Order> = orders.iter().filter(|order| !order.paid_later).collect();
    if in_advance.is_empty() {
        return None;
    }
    let sums: Vec<String> = in_advance.iter().map(|order| amount(order.sum)).collect();
    let offered: BTreeSet<&str> = in_advance
        .iter()
        .flat_map(|order| &order.methods)
        .map(String::as_str)
        .collect();
    let offered = match offered.is_empty() {
        true => "nothing is offered".to_owned(),
        false => format!("offered are {}", offered.into_iter().collect::<Vec<_>>().join(", ")),
    };
    let others: Vec<String> = orders
        .iter()
        .filter(|order| order.paid_later)
        .map(|order| amount(order.sum))
        .collect();
    let others = match others.is_empty() {
        true => String::new(),
        false => format!("; orders of {} can be paid later", others.join(", ")),
    };
    let place = Place {
        source: "shopware".to_owned(),
        kind: "payment method".to_owned(),
        id: "sales channel".to_owned(),
        ..Place::default()
    };
    Some(
        Diagnostic::warning(
            "prepayment-only",
            format!(
                "an order of {} can only be paid in advance: {offered}{others}. A consumer cannot be obliged to pay more than half \
                 in advance (law §2, art. 7:26(2) BW)",
                sums.join(", ")
            ),
            place,
        )
        .hint(
            "assign a method to the sales channel that is paid on or after delivery, and whose rule has no limit below these sums; if one of those \
             offered is paid later, name it in payment.paid_later",
        ),
    )
}

fn amount(sum: Money) -> String {
    format!("{} {}", sum.currency.as_str(), sum.decimal())
}
