//! Describes the delivery state of a record for the operator.

use vitrine_api::{Delivery, DeliveryState};

/// One line per channel.
pub(super) fn delivery_lines(delivery: &Delivery) -> impl Iterator<Item = String> {
    delivery.channels().map(|(channel, state)| {
        let channel = match channel {
            "customer" => "mail to the customer",
            "shop" => "mail to the shop",
            "shopware" => "Shopware",
            other => other,
        };
        format!("  {channel}: {}", in_words(state))
    })
}

fn in_words(state: &DeliveryState) -> String {
    match state {
        DeliveryState::Waiting => "not tried yet".to_owned(),
        DeliveryState::Failed { tries, again_at, cause } => {
            format!("failed {tries} times ({cause}), tried again after {again_at}")
        }
        DeliveryState::Delivered { at } => format!("delivered {at}"),
        DeliveryState::Absent => "not there".to_owned(),
        DeliveryState::GivenUp { at, cause } => format!("GIVEN UP {at} ({cause}): deliver it yourself"),
    }
}
