//! The list of an account's orders (R-ACCT-03): newest first, paged, of one year on request.

use serde_json::Value;
use vitrine_backends::shopware::session::{self as shopware, OrdersQuery};

use super::{
    nested,
    status::status,
    types::{OrderSummary, OrdersResponse, SummaryItem},
    view,
};
use crate::{
    cart,
    request::{Page, RequestContext},
    types::cover::Cover,
    web::{
        problem::Problem,
        queries::{PageNumber, Parameter, once, query},
    },
};

/// Number of orders of a page.
const PER_PAGE: u8 = 10;
/// Number of products that a list shows of an order.
const ITEMS: usize = 4;

query!(/// Which orders are listed.
pub(super) ListQuery {
    /// The page, from 1.
    page: PageNumber = "1",
    /// Only orders that were placed in this year.
    year: Year = "2026",
});

/// A year, or all of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Year(Option<i16>);

impl Parameter for Year {
    const PATTERN: &'static str = "^[12][0-9]{3}$";

    fn read(value: Option<Value>, _query: &str) -> Result<Self, Self> {
        let Some(text) = once(value).map_err(|()| Self::default())? else {
            return Ok(Self::default());
        };
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let year = text
            .parse()
            .ok()
            .filter(|year| digits && (1_000..=2_999).contains(year));
        year.map(|year| Self(Some(year))).ok_or_else(Self::default)
    }
}

pub(super) async fn list(context: &mut RequestContext, asked: ListQuery) -> Result<OrdersResponse, Problem> {
    let query = OrdersQuery {
        page: asked.page.0,
        per_page: PER_PAGE,
        year: asked.year.0,
    };
    context.settled().await?;
    let found = context
        .call_backend(|shopware, session| Box::pin(shopware.orders(session, query)))
        .await?;
    let thumbnails = context.state.config.thumbnails;
    Ok(OrdersResponse {
        orders: found
            .orders
            .iter()
            .map(|order| summary(order, thumbnails, &context.page()))
            .collect(),
        page: query.page,
        pages: found.total.div_ceil(PER_PAGE.into()).max(1),
        total: found.total,
        year: query.year,
        years: found.years,
    })
}

/// The newest order, and how many there are.
pub(crate) async fn newest(context: &mut RequestContext) -> Result<(Option<OrderSummary>, u32), Problem> {
    let query = OrdersQuery {
        page: 1,
        per_page: 1,
        year: None,
    };
    let found = context
        .call_backend(|shopware, session| Box::pin(shopware.orders(session, query)))
        .await?;
    let thumbnails = context.state.config.thumbnails;
    let newest = found.orders.first();
    Ok((
        newest.map(|order| summary(order, thumbnails, &context.page())),
        found.total,
    ))
}

fn summary(order: &shopware::Order, thumbnails: bool, page: &Page<'_>) -> OrderSummary {
    let products =
        || nested::outermost(order).filter(|line| line.good && line.kind != shopware::LineItemKind::Promotion);
    let company = order
        .company
        .as_ref()
        .map(|_| format!("{} {}", order.first_name, order.last_name));
    OrderSummary {
        id: order.id.as_str().to_owned(),
        number: order.number.clone(),
        placed_at: order.placed_at.map(|at| at.to_string()),
        status: status(&order.status),
        delivery_status: view::delivery_status(order),
        delivery_method: order.deliveries.first().map(|delivery| delivery.name.clone()),
        payment_status: view::payment_status(order),
        payment_method: view::payment_method(order),
        can_be_paid: view::waits_for_page(order),
        total: order.total.into(),
        reference: order.reference.clone(),
        ordered_by: company
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty()),
        items: products()
            .take(ITEMS)
            .map(|line| SummaryItem {
                label: cart::view::label(&line.label, page),
                quantity: line.quantity,
                cover: line.cover.as_ref().map(|own| Cover::of(own, thumbnails)),
            })
            .collect(),
        item_count: products().fold(0, |sum, line| sum.saturating_add(line.quantity)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::queries::Query;

    #[test]
    fn only_a_page_and_a_year_are_read() {
        let read = |query: &str| ListQuery::parse(Some(query)).map(|query| (query.page.0, query.year.0));
        assert_eq!(read("").expect("a list"), (1, None));
        assert_eq!(read("page=12&year=2025").expect("a list"), (12, Some(2025)));
        assert!(ListQuery::parse(None).is_ok());
        for query in [
            "page=0",
            "page=-1",
            "page=1e3",
            "page=10000",
            "page=",
            "page=01",
            "page=%31%00",
            "page[]=1",
            "page=1&page=2",
            "page[gt]=1",
            "year=99",
            "year=3000",
            "year=2026%27",
            "year=+2026",
            "limit=500",
            "page=1&term=x",
            "filter[0][type]=equals",
            "%ff",
        ] {
            assert!(read(query).is_err(), "{query}");
        }
    }
}
