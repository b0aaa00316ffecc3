//! Converts Shopware's cart for the response.
//!
//! **Invariant:** pure, field by field; texts of cart errors are our own, chosen by the error's key, never Shopware's.

use vitrine_backends::shopware::session as shopware;
use vitrine_model::{
    ids::ProductId,
    money::{self, Currency},
};

use super::types;
use crate::{
    item_numbers::numbers_of,
    money::{Money, TaxStatus},
    request_context::Page,
};

/// The cart of a visitor without a session.
pub(crate) fn empty_cart(currency: Currency) -> types::CartResponse {
    let nothing = || Money::from(money::Money { minor: 0, currency });
    types::CartResponse {
        line_items: Vec::new(),
        item_count: 0,
        subtotal: nothing(),
        shipping: None,
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

pub(crate) fn cart(value: &shopware::Cart, page: &Page<'_>) -> types::CartResponse {
    types::CartResponse {
        line_items: value.line_items.iter().map(|item| line_item(item, page)).collect(),
        item_count: value.item_count(),
        subtotal: value.subtotal.into(),
        shipping: value.shipping.as_ref().map(|shipping| types::Shipping {
            name: shipping.name.clone(),
            total: shipping.total.into(),
        }),
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
        errors: cart_errors(&value.errors, page),
        hash: value.hash.clone(),
        changes: Vec::new(),
        notice: None,
    }
}

fn line_item(item: &shopware::LineItem, page: &Page<'_>) -> types::LineItem {
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
        label: item.label.clone(),
        options: item.options.iter().map(option).collect(),
        cover: item.cover.as_ref().map(cover),
        quantity: item.quantity,
        limits,
        stackable: item.stackable,
        removable: item.removable,
        good: item.good,
        digital: item.digital,
        unit_price: item.unit_price.into(),
        list_price: item.list_price.map(Money::from),
        total_price: item.total_price.into(),
        stock: item.stock,
        delivery_time: item.delivery_time.clone(),
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

pub(crate) fn cover(cover: &shopware::Cover) -> types::Cover {
    types::Cover {
        url: cover.url.clone(),
        alt: cover.alt.clone(),
    }
}

/// The errors of a cart, each key once (R-CART-06).
pub(crate) fn cart_errors(errors: &[shopware::CartError], page: &Page<'_>) -> Vec<types::CartError> {
    let mut told: Vec<types::CartError> = Vec::with_capacity(errors.len());
    for error in errors {
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
            message: cart_error_text(error, page),
        });
    }
    told
}

fn cart_error_text(error: &shopware::CartError, page: &Page<'_>) -> String {
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
    page.messages
        .find(page.code, &key, &parameters)
        .unwrap_or_else(|| page.messages.text(page.code, "cart_errors.other", &[]))
}
