//! `/api/card-prices`: a customer's own prices where several products are shown (law §3). Search and suggestions put the
//! same prices into their own answers.

mod batch;
mod found;
mod handlers;
mod listed;
mod types;

pub(crate) use self::{
    found::{LinkPrices, of_links, of_read, products_of_links},
    types::CardPrice,
};
use self::{handlers::CardPricesQuery, types::CardPricesResponse};
use crate::{
    request::row::Row,
    web::policy::{Action, Policy},
};

pub(crate) fn rows() -> Vec<Row> {
    let read = Policy::public(Action::Read);
    vec![
        Row::find::<CardPricesQuery, CardPricesResponse>(
            "getCardPrices",
            "/api/card-prices",
            read,
            |context, query| Box::pin(handlers::read(context, query)),
        )
        .summary(
            "Returns a customer's own prices of product families, in words; nothing for visitors without own prices.",
        ),
    ]
}
