//! `/api/offers`: prices and stock of products for this visitor (R-PDP-03).

mod handlers;
mod types;

use self::types::OffersResponse;
use crate::{
    policy::{Action, Policy},
    row::{QueryRule, Row},
};

pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row::get::<OffersResponse>("getOffers", "/api/offers", Policy::public(Action::Read), |context| {
            Box::pin(handlers::read(context))
        })
        .summary(
            "Returns price and stock of products for this visitor; products that are not sold any more are left out.",
        )
        .queries(&[QueryRule {
            name: "ids",
            description: "1 to 24 product ids, separated by commas.",
            pattern: "^[0-9a-f]{32}(,[0-9a-f]{32}){0,23}$",
            required: true,
            repeated: false,
            example: "f299c748b1eba1a51c7918faf24d013c",
        }]),
    ]
}
