//! Converts Shopware's cart for the response.
//!
//! **Invariant:** pure, field by field; texts of cart errors are our own, chosen by the error's key, never Shopware's.

use vitrine_backends::shopware::session as shopware;
use vitrine_model::{
    ids::ProductId,
    money::{self, Currency},
    price_history::Baseline,
};

use super::types;
use crate::{
    delivery_dates::lines::{self, Shipment},
    release::{known_numbers::numbers_of, line_duties::duties_of},
    request::Page,
    types::{
        cover::Cover,
        money::{Money, TaxStatus},
    },
};

/// The cart of a visitor without a session.
pub(crate) fn empty_cart(currency: Currency) -> types::CartResponse {
    let nothing = || Money::from(money::Money { minor: 0, currency });
    types::CartResponse {
        line_items: Vec::new(),
        item_count: 0,
        delivery: None,
        subtotal: nothing(),
        shipping: None,
        rounding: None,
        total: nothing(),
        net_total: nothing(),
        tax_status: TaxStatus::Gross,
        taxes: Vec::new(),
        errors: Vec::new(),
        hash: None,
        changes: Vec::new(),
        notice: None,
    }
}

/// Only a difference has its own row.
pub(crate) fn rounding(amount: money::Money) -> Option<Money> {
    (amount.minor != 0).then(|| amount.into())
}

pub(crate) fn cart(value: &shopware::Cart, page: &Page<'_>) -> types::CartResponse {
    let shipment = Shipment::of(value);
    types::CartResponse {
        line_items: value
            .line_items
            .iter()
            .map(|item| line_item(item, shipment, value.tax_status, page))
            .collect(),
        delivery: lines::of_cart(value, shipment, page),
        item_count: value.item_count(),
        subtotal: value.subtotal.into(),
        shipping: value.shipping.as_ref().map(|shipping| types::Shipping {
            name: shipping.name.clone(),
            total: shipping.total.into(),
        }),
        rounding: rounding(value.rounding),
        total: value.total.into(),
        net_total: value.net_total.into(),
        tax_status: value.tax_status.into(),
        taxes: value
            .taxes
            .iter()
            .map(|tax| types::Tax {
                rate: tax.rate.clone(),
                amount: tax.amount.into(),
            })
            .collect(),
        errors: cart_errors(value, page),
        hash: value.hash.clone(),
        changes: Vec::new(),
        notice: None,
    }
}

fn line_item(
    item: &shopware::LineItem,
    shipment: Shipment<'_>,
    tax: money::TaxStatus,
    page: &Page<'_>,
) -> types::LineItem {
    // R-CART-03: without limits the minimum is 1, the maximum 100 and the step 1.
    let limits = item.limits.map_or(
        types::QuantityLimits {
            min: 1,
            max: 100,
            step: 1,
        },
        |limits| types::QuantityLimits {
            min: limits.min,
            max: limits.max,
            step: limits.step,
        },
    );
    let product_id = item.product_id.as_ref().map(|id| id.as_str().to_owned());
    let duties = duties_of(page.release, page.code, item.product_id.as_ref());
    types::LineItem {
        id: item.id.as_str().to_owned(),
        kind: kind(&item.kind),
        path: product_id
            .as_deref()
            .and_then(|id| page.release?.product_path(id, page.locale))
            .map(str::to_owned),
        product_id,
        numbers: numbers_of(page.release, item.product_id.as_ref(), item.product_number.as_ref()),
        product_number: item.product_number.as_ref().map(|number| number.as_str().to_owned()),
        label: label(&item.label, page),
        options: item.options.iter().map(option).collect(),
        cover: item.cover.as_ref().map(|own| Cover::of(own, page.thumbnails)),
        quantity: item.quantity,
        limits,
        stackable: item.stackable,
        removable: item.removable,
        good: item.good,
        digital: item.digital,
        unit_price: item.price.map(|price| price.unit.into()),
        list_price: former_price(item, tax, page).map(Money::from),
        total_price: item.price.map(|price| price.total.into()),
        stock: item.stock,
        delivery: lines::of_line(item, shipment, page),
        withdrawal_right: duties.right,
        withdrawal_excluded: duties.excluded,
        energy: duties.energy,
        children: item
            .children
            .iter()
            .map(|child| part(child, shipment, tax, page))
            .collect(),
    }
}

/// The price that is struck through: of prices with tax only the lowest of the 30 days before (law §2), as on the
/// product's page.
fn former_price(item: &shopware::LineItem, tax: money::TaxStatus, page: &Page<'_>) -> Option<money::Money> {
    let price = item.price?;
    let list = price.list.filter(|list| *list > price.unit)?;
    if tax != money::TaxStatus::Gross {
        return Some(list);
    }
    let id = item.product_id.as_ref()?.as_str();
    match page.release?.baseline(id, price.unit.currency.as_str()) {
        Baseline::Known(minor) | Baseline::Partial(minor) => minor
            .map(|minor| price.unit.with_minor(minor))
            .filter(|former| *former > price.unit),
    }
}

/// The contents of a container: Shopware changes and removes only the container.
fn part(item: &shopware::LineItem, shipment: Shipment<'_>, tax: money::TaxStatus, page: &Page<'_>) -> types::LineItem {
    types::LineItem {
        stackable: false,
        removable: false,
        ..line_item(item, shipment, tax, page)
    }
}

/// The name of a line item; without label and number, a generic word.
pub(crate) fn label(label: &str, page: &Page<'_>) -> String {
    match label {
        "" => page.messages.text(page.code, "line_items.unnamed", &[]),
        label => label.to_owned(),
    }
}

pub(crate) fn kind(kind: &shopware::LineItemKind) -> types::LineItemKind {
    match kind {
        shopware::LineItemKind::Product => types::LineItemKind::Product,
        shopware::LineItemKind::Promotion => types::LineItemKind::Promotion,
        shopware::LineItemKind::Other(_) => types::LineItemKind::Other,
    }
}

pub(crate) fn option(chosen: &shopware::ChosenOption) -> types::LineItemOption {
    types::LineItemOption {
        group: chosen.group.clone(),
        option: chosen.option.clone(),
    }
}

/// The errors of a cart, each key once (R-CART-06).
pub(crate) fn cart_errors(cart: &shopware::Cart, page: &Page<'_>) -> Vec<types::CartError> {
    let mut told: Vec<types::CartError> = Vec::with_capacity(cart.errors.len());
    // An order adds missing salutations to addresses (`addresses::salutations`).
    for error in cart.errors.iter().filter(|error| !error.lacks_salutation()) {
        if told.iter().any(|earlier| earlier.key == error.key) {
            continue;
        }
        told.push(types::CartError {
            key: error.key.clone(),
            message_key: error.message_key.clone(),
            level: match error.level {
                shopware::CartErrorLevel::Notice => types::CartErrorLevel::Notice,
                shopware::CartErrorLevel::Warning => types::CartErrorLevel::Warning,
                shopware::CartErrorLevel::Error => types::CartErrorLevel::Error,
            },
            blocks_order: error.blocks_order,
            message: cart_error_text(error, cart, page),
        });
    }
    told
}

/// Whether a quantity was reduced to the maximum of one order, and not to the remaining stock: the key ends with the id
/// of the product (Shopware §7.3).
fn is_most_of_an_order(error: &shopware::CartError, cart: &shopware::Cart) -> bool {
    let quantity = error.parameter("quantity").and_then(|text| text.parse::<i64>().ok());
    let own = |item: &&shopware::LineItem| {
        let id = item.product_id.as_ref();
        error.message_key == "product-stock-reached" && id.is_some_and(|id| error.key.ends_with(id.as_str()))
    };
    let stock = cart.all_line_items().find(own).and_then(|item| item.stock);
    matches!((stock, quantity), (Some(stock), Some(quantity)) if stock > quantity)
}

fn cart_error_text(error: &shopware::CartError, cart: &shopware::Cart, page: &Page<'_>) -> String {
    let mut parameters: Vec<(&str, &str)> = error
        .parameters
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let mut key = format!("cart_errors.{}", error.message_key);
    // For `product-not-found`, the parameter `id` contains the label of the line item, or the id if there never was
    // such a line item (Shopware §7.3).
    if let (None, Some(label)) = (error.parameter("name"), error.parameter("id")) {
        if ProductId::parse(label).is_ok() {
            key.push_str(".unnamed");
        } else {
            parameters.push(("name", label));
        }
    }
    if matches!(error.message_key.as_str(), "promotion-excluded" | "line-without-price")
        && error.parameter("name").is_none()
    {
        key.push_str(".unnamed");
    }
    if is_most_of_an_order(error, cart) {
        key.push_str(".most");
    }
    page.messages
        .find(page.code, &key, &parameters)
        .unwrap_or_else(|| page.messages.text(page.code, "cart_errors.other", &[]))
}
