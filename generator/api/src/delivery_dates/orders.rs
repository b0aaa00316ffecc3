//! The delivery of an order: the days that were named when it was placed, whatever became of stock and delivery times
//! since.
//!
//! **Invariant:** an order without a record (placed elsewhere, or before) has the days of the backend, moved to delivery
//! days. No days are named of what is no longer under way.

use std::{io, sync::Arc};

use tokio::task::spawn_blocking;
use vitrine_backends::shopware::session::{self as shopware, DeliveryState, Order, OrderState};
use vitrine_delivery::Span;

use super::{
    lines::{Shipment, cart_span},
    sentences::{Sentence, sentence},
};
use crate::{config::DeliverySettings, request::RequestContext, visitors::promised_days::Promise};

/// What is said of a cart that is ordered now; `None` if nothing is.
pub(crate) fn promised(settings: &DeliverySettings, cart: &shopware::Cart) -> Option<Promise> {
    let now = settings.clock.now();
    let span = cart_span(settings, now, cart, Shipment::of(cart))?;
    Some(Promise {
        ordered: settings.calendar.day_of(now),
        earliest: span.earliest,
        latest: span.latest,
    })
}

/// The days of an order in a sentence; `None` if it is not under way, or if the shop names no dates.
pub(crate) async fn of_order(context: &RequestContext, order: &Order) -> Option<String> {
    let settings = context.state.config.delivery.as_ref()?;
    let delivery = order.deliveries.first().filter(|_| is_under_way(order))?;
    let (promises, id) = (Arc::clone(&context.state.promises), order.id.as_str().to_owned());
    let kept = spawn_blocking(move || promises.find(&id))
        .await
        .map_err(io::Error::other);
    let kept = kept.and_then(|kept| kept).unwrap_or_else(|error| {
        tracing::error!(%error, "the days that were promised with an order cannot be read in state.dir");
        None
    });
    let promise = kept.or_else(|| by_backend(settings, order, delivery))?;
    let span = Span {
        earliest: promise.earliest,
        latest: promise.latest,
    };
    let said = Sentence {
        span,
        ordered: promise.ordered,
        until: None,
    };
    Some(sentence(said, &context.page()))
}

/// Whether something of the order is still to be delivered.
fn is_under_way(order: &Order) -> bool {
    let state = order.deliveries.first().map(|delivery| &delivery.state);
    let over = matches!(order.state, OrderState::Completed | OrderState::Cancelled);
    let sent_back = matches!(
        state,
        Some(DeliveryState::Cancelled | DeliveryState::Returned | DeliveryState::ReturnedPartially)
    );
    !over && !sent_back
}

/// The days that the backend calculated, moved to the next delivery days: it counts weekends and holidays too.
fn by_backend(settings: &DeliverySettings, order: &Order, delivery: &shopware::OrderDelivery) -> Option<Promise> {
    let calendar = &settings.calendar;
    let dates = delivery.dates.as_ref()?;
    let country = delivery.address.as_ref().and_then(|address| address.country.as_ref());
    let country = country.map_or(calendar.country.as_str(), |country| country.iso.as_str());
    let days = Span {
        earliest: calendar.day_of(dates.earliest),
        latest: calendar.day_of(dates.latest),
    };
    let span = calendar.on_delivery_days(days, country)?;
    Some(Promise {
        ordered: calendar.day_of(order.placed_at.unwrap_or(dates.earliest)),
        earliest: span.earliest,
        latest: span.latest,
    })
}
