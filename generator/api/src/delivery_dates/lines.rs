//! The delivery of a line, of a cart and of a product, from the facts of the backend.
//!
//! **Invariant:** a cart is delivered when its last line is; what is not shipped (downloads, promotions) has no days.

use jiff::Timestamp;
use vitrine_backends::{convert::LiveProduct, shopware::session as shopware};
use vitrine_delivery::{DeliveryTime, LineFacts, Span};
use vitrine_model::product::{StockState, restock_weeks};

use super::sentences::{Sentence, sentence};
use crate::{config::DeliverySettings, request::Page};

/// What the lines of a cart have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shipment<'a> {
    /// The country of delivery; `None` if the backend does not tell: the shop's own.
    country: Option<&'a str>,
    /// The delivery time of the shipping method.
    method: Option<DeliveryTime>,
}

impl<'a> Shipment<'a> {
    /// With the method of the cart.
    pub(crate) fn of(cart: &'a shopware::Cart) -> Self {
        let shipping = cart.shipping.as_ref();
        Self {
            country: shipping.and_then(|shipping| shipping.country.as_deref()),
            method: shipping.and_then(|shipping| shipping.time),
        }
    }

    /// The same cart with another method.
    pub(crate) fn by(self, method: Option<DeliveryTime>) -> Self {
        Self { method, ..self }
    }
}

/// The facts of a line; `None` if it is not shipped.
fn facts(item: &shopware::LineItem, shipment: Shipment<'_>) -> Option<LineFacts> {
    let is_shipped = item.free_delivery.is_some() && !item.digital;
    is_shipped.then(|| LineFacts {
        missing: item.stock.is_some_and(|stock| stock < i64::from(item.quantity)),
        restock_days: item.restock_days,
        own: item.time,
        method: shipment.method,
    })
}

fn of_product(live: &LiveProduct) -> Option<LineFacts> {
    (live.stock.state != StockState::OutOfStock).then_some(LineFacts {
        missing: live.stock.pieces == 0,
        restock_days: live.stock.restock_days,
        own: live.time,
        method: None,
    })
}

fn span_of(settings: &DeliverySettings, now: Timestamp, facts: LineFacts, country: Option<&str>) -> Option<Span> {
    let wait = facts.wait(settings.after_restock)?;
    let calendar = &settings.calendar;
    let country = country.unwrap_or(&calendar.country);
    calendar.span(now, wait.restock_days, wait.time, country)
}

/// The span of a line, or of what a container holds.
fn line_span(
    settings: &DeliverySettings,
    now: Timestamp,
    item: &shopware::LineItem,
    shipment: Shipment<'_>,
) -> Option<Span> {
    let own = facts(item, shipment).and_then(|facts| span_of(settings, now, facts, shipment.country));
    let inside = item
        .children
        .iter()
        .filter_map(|child| line_span(settings, now, child, shipment));
    own.into_iter().chain(inside).reduce(Span::and)
}

/// The span in which everything in the cart is delivered; `None` if nothing is shipped or a time is not known.
pub(crate) fn cart_span(
    settings: &DeliverySettings,
    now: Timestamp,
    cart: &shopware::Cart,
    shipment: Shipment<'_>,
) -> Option<Span> {
    let shipped = |item: &&shopware::LineItem| facts(item, shipment).is_some() || !item.children.is_empty();
    let spans = cart.line_items.iter().filter(shipped);
    // One line without a time leaves the whole without one.
    let spans: Option<Vec<Span>> = spans.map(|item| line_span(settings, now, item, shipment)).collect();
    spans?.into_iter().reduce(Span::and)
}

/// What stands about the delivery of a line: its delivery time, and its days.
pub(crate) fn of_line(item: &shopware::LineItem, shipment: Shipment<'_>, page: &Page<'_>) -> Vec<String> {
    let facts = facts(item, shipment);
    let time = facts.and_then(|facts| time(facts, item.delivery_time.as_deref(), page));
    let days = page.dates.and_then(|(settings, now)| {
        let span = line_span(settings, now, item, shipment)?;
        Some(sentence(Sentence::at(&settings.calendar, now, span), page))
    });
    time.into_iter().chain(days).collect()
}

/// The days of the whole cart.
pub(crate) fn of_cart(cart: &shopware::Cart, shipment: Shipment<'_>, page: &Page<'_>) -> Option<String> {
    let (settings, now) = page.dates?;
    let span = cart_span(settings, now, cart, shipment)?;
    Some(sentence(Sentence::at(&settings.calendar, now, span), page))
}

/// The days of a product that is ordered now, and what is true from the cut-off on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ProductDays {
    pub(crate) now: String,
    /// The seconds until the cut-off, and the sentence that is true then.
    pub(crate) then: Option<(u32, String)>,
}

/// Of a product that can be bought; `None` if the shop names no delivery time for it.
pub(crate) fn of_product_now(live: &LiveProduct, country: Option<&str>, page: &Page<'_>) -> Option<ProductDays> {
    let (settings, now) = page.dates?;
    let facts = of_product(live)?;
    let at = |moment: Timestamp| {
        let span = span_of(settings, moment, facts, country)?;
        Some(sentence(Sentence::at(&settings.calendar, moment, span), page))
    };
    let until = settings.calendar.in_time_until(now);
    Some(ProductDays {
        now: at(now)?,
        then: until.and_then(|until| {
            let seconds = until.as_second().saturating_sub(now.as_second());
            Some((u32::try_from(seconds).ok()?, at(until)?))
        }),
    })
}

/// The delivery time as on the product's page: while pieces are missing, the restock time, in weeks if it is long.
fn time(facts: LineFacts, name: Option<&str>, page: &Page<'_>) -> Option<String> {
    let say = |key: &str, parameters: &[(&str, &str)]| page.messages.text(page.code, key, parameters);
    match facts.awaited_days() {
        Some(days) => Some(match restock_weeks(days) {
            Some(weeks) => say("delivery.restock_weeks", &[("count", &weeks.to_string())]),
            None => say("delivery.restock_days", &[("count", &days.to_string())]),
        }),
        None => name.map(|name| say("delivery.time", &[("time", name)])),
    }
}
