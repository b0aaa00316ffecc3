//! `/api/offers`: prices and stock of products for this visitor (R-PDP-03).

mod handlers;
mod types;

use self::{handlers::OffersQuery, types::OffersResponse};
use crate::{
    request::row::Row,
    web::policy::{Action, Policy},
};

pub(crate) fn rows() -> Vec<Row> {
    let read = Policy::public(Action::Read);
    vec![
        Row::find::<OffersQuery, OffersResponse>("getOffers", "/api/offers", read, |context, query| {
            Box::pin(handlers::read(context, query))
        })
        .summary(
            "Returns price and stock of products for this visitor; products that are not sold any more are left out.",
        ),
    ]
}
