//! A backend's cart and context as the answers of the API.
//!
//! **Invariant:** pure, field by field; texts of cart errors are ours, by their key, never Shopware's own words.

use vitrine_backends::shopware::session as backend;
use vitrine_model::{
    ids::ProductId,
    locale::LocaleIndex,
    money::{self, Currency},
    product,
};

use crate::{messages::Messages, release::Release, schema};

/// What a view needs of the page that asks.
pub(crate) struct Page<'a> {
    pub(crate) release: Option<&'a Release>,
    pub(crate) messages: &'a Messages,
    pub(crate) locale: LocaleIndex,
    pub(crate) code: &'a str,
}

fn amount(value: money::Money) -> schema::Money {
    schema::Money {
        minor: value.minor,
        currency: value.currency.as_str().to_owned(),
    }
}

pub(crate) const fn tax_status(value: money::TaxStatus) -> schema::TaxStatus {
    match value {
        money::TaxStatus::Gross => schema::TaxStatus::Gross,
        money::TaxStatus::Net => schema::TaxStatus::Net,
        money::TaxStatus::TaxFree => schema::TaxStatus::TaxFree,
    }
}

/// A product's price and stock.
pub(crate) fn offer(live: &backend::LiveProduct) -> schema::Offer {
    let prices = &live.prices;
    schema::Offer {
        product_id: live.id.as_str().to_owned(),
        unit: offer_price(prices.at(live.limits.min)),
        tiers: prices
            .tiers
            .iter()
            .map(|tier| schema::OfferTier {
                from: tier.from,
                to: tier.to,
                unit: offer_price(&tier.price),
            })
            .collect(),
        tax_state: tax_status(prices.tax_status),
        stock_state: match live.stock.state {
            product::StockState::InStock => schema::StockState::InStock,
            product::StockState::LimitedStock => schema::StockState::LimitedStock,
            product::StockState::OutOfStock => schema::StockState::OutOfStock,
        },
        available_stock: live.stock.pieces,
        restock_days: live.stock.restock_days.filter(|_| live.stock.pieces == 0),
        delivery_time: live.delivery_time.clone(),
    }
}

fn offer_price(price: &product::UnitPrice) -> schema::OfferPrice {
    let struck = price.struck();
    schema::OfferPrice {
        price: amount(price.unit),
        list_price: struck.map(amount),
        lowest_price: price.regulation.filter(|_| struck.is_some()).map(amount),
        reference_price: price.reference.as_ref().map(|(money, unit)| schema::ReferencePrice {
            price: amount(*money),
            unit: unit.clone(),
        }),
    }
}

/// The customer of a context. An inactive customer cannot log in, so one that is there and no guest is logged in (R-ACCT-06).
pub(crate) fn customer(value: &backend::Customer) -> schema::Customer {
    schema::Customer {
        logged_in: !value.guest,
        guest: value.guest,
        account_type: match value.account_type {
            backend::AccountType::Private => schema::AccountType::Private,
            backend::AccountType::Business => schema::AccountType::Business,
        },
        first_name: value.first_name.clone(),
    }
}

/// The cart of a visitor without a session.
pub(crate) fn empty_cart(currency: Currency) -> schema::CartResponse {
    let nothing = || amount(money::Money { minor: 0, currency });
    schema::CartResponse {
        line_items: Vec::new(),
        item_count: 0,
        subtotal: nothing(),
        shipping: None,
        total: nothing(),
        net_total: nothing(),
        tax_status: schema::TaxStatus::Gross,
        taxes: Vec::new(),
        errors: Vec::new(),
    }
}

pub(crate) fn cart(value: &backend::Cart, page: &Page<'_>) -> schema::CartResponse {
    schema::CartResponse {
        line_items: value.line_items.iter().map(|item| line_item(item, page)).collect(),
        item_count: value.item_count(),
        subtotal: amount(value.subtotal),
        shipping: value.shipping.as_ref().map(|shipping| schema::Shipping {
            name: shipping.name.clone(),
            total: amount(shipping.total),
        }),
        total: amount(value.total),
        net_total: amount(value.net_total),
        tax_status: tax_status(value.tax_status),
        taxes: value
            .taxes
            .iter()
            .map(|tax| schema::Tax {
                rate: tax.rate.clone(),
                amount: amount(tax.amount),
            })
            .collect(),
        errors: cart_errors(&value.errors, page),
    }
}

fn line_item(item: &backend::LineItem, page: &Page<'_>) -> schema::LineItem {
    // R-CART-03: what names no limits falls back to 1 and 100 in steps of 1.
    let limits = item.limits.map_or(
        schema::QuantityLimits {
            min: 1,
            max: 100,
            step: 1,
        },
        |limits| schema::QuantityLimits {
            min: limits.min,
            max: limits.max,
            step: limits.step,
        },
    );
    let product_id = item.product_id.as_ref().map(|id| id.as_str().to_owned());
    schema::LineItem {
        id: item.id.as_str().to_owned(),
        kind: match item.kind {
            backend::LineItemKind::Product => schema::LineItemKind::Product,
            backend::LineItemKind::Promotion => schema::LineItemKind::Promotion,
            backend::LineItemKind::Other(_) => schema::LineItemKind::Other,
        },
        path: product_id
            .as_deref()
            .and_then(|id| page.release?.product_path(id, page.locale))
            .map(str::to_owned),
        product_id,
        product_number: item.product_number.as_ref().map(|number| number.as_str().to_owned()),
        label: item.label.clone(),
        options: item
            .options
            .iter()
            .map(|chosen| schema::LineItemOption {
                group: chosen.group.clone(),
                option: chosen.option.clone(),
            })
            .collect(),
        cover: item.cover.as_ref().map(|cover| schema::Cover {
            url: cover.url.clone(),
            alt: cover.alt.clone(),
        }),
        quantity: item.quantity,
        limits,
        stackable: item.stackable,
        removable: item.removable,
        good: item.good,
        digital: item.digital,
        unit_price: amount(item.unit_price),
        list_price: item.list_price.map(amount),
        total_price: amount(item.total_price),
        stock: item.stock,
        delivery_time: item.delivery_time.clone(),
    }
}

/// The errors of a cart, each key once (R-CART-06).
pub(crate) fn cart_errors(errors: &[backend::CartError], page: &Page<'_>) -> Vec<schema::CartError> {
    let mut told: Vec<schema::CartError> = Vec::with_capacity(errors.len());
    for error in errors {
        if told.iter().any(|earlier| earlier.key == error.key) {
            continue;
        }
        told.push(schema::CartError {
            key: error.key.clone(),
            message_key: error.message_key.clone(),
            level: match error.level {
                backend::CartErrorLevel::Notice => schema::CartErrorLevel::Notice,
                backend::CartErrorLevel::Warning => schema::CartErrorLevel::Warning,
                backend::CartErrorLevel::Error => schema::CartErrorLevel::Error,
            },
            blocks_order: error.blocks_order,
            message: cart_error_text(error, page),
        });
    }
    told
}

fn cart_error_text(error: &backend::CartError, page: &Page<'_>) -> String {
    let mut parameters: Vec<(&str, &str)> = error
        .parameters
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let mut key = format!("cart_errors.{}", error.message_key);
    // `product-not-found` calls the row's label `id`, and it is the id where there never was a row (CONTRACT §7.3).
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
