//! Puts the own prices of a customer into results and suggestions (law §3).
//!
//! **Invariant:** an answer to a customer with own prices has a tax label at every price, whether it is an own or a public
//! one; other answers stay as they are.

use super::types::{SearchCard, SearchResponse, SuggestResponse, SuggestedProduct};
use crate::{
    own_prices::{self, CardPrice, LinkPrices},
    request::RequestContext,
};

/// `by_price`: whether prices decide which products are shown, or in which order.
pub(super) async fn put_into_results(context: &mut RequestContext, answer: &mut SearchResponse, by_price: bool) {
    let wait = context.state.config.limits.own_prices_wait;
    let links: Vec<String> = answer.products.iter().map(|card| card.href.clone()).collect();
    let Some(found) = own_prices::of_links(context, &links, wait).await else {
        return;
    };
    put(answer, found, by_price);
}

/// As [`put_into_results`], with prices that were read.
pub(super) fn put(answer: &mut SearchResponse, found: LinkPrices, by_price: bool) {
    for (card, own) in answer.products.iter_mut().zip(found.prices) {
        put_into_card(card, own, &found.public_tax);
    }
    answer.public_order = by_price.then_some(found.public_order);
}

fn put_into_card(card: &mut SearchCard, own: Option<CardPrice>, public_tax: &str) {
    let Some(own) = own else {
        card.tax = Some(public_tax.to_owned());
        return;
    };
    card.price = own.price;
    card.tax = Some(own.tax);
    card.list_price = own.list_price;
    card.price_note = own.note;
}

pub(super) async fn put_into_suggestions(context: &mut RequestContext, answer: &mut SuggestResponse) {
    let wait = context.state.config.limits.own_suggestions_wait;
    let links: Vec<String> = answer.products.iter().map(|product| product.href.clone()).collect();
    let Some(found) = own_prices::of_links(context, &links, wait).await else {
        return;
    };
    let put = |(product, own): (&mut SuggestedProduct, Option<CardPrice>)| match own {
        Some(own) => (product.price, product.tax) = (own.price, Some(own.tax)),
        None => product.tax = Some(found.public_tax.clone()),
    };
    answer.products.iter_mut().zip(found.prices).for_each(put);
}
