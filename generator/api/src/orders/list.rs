//! The list of an account's orders (R-ACCT-03): newest first, paged, of one year on request.

use vitrine_backends::{
    query::parse_query,
    shopware::session::{self as shopware, OrdersQuery},
};

use super::{
    nested,
    status::status,
    types::{OrderSummary, OrdersResponse, SummaryItem},
    view,
};
use crate::{
    cart,
    problem::Problem,
    request_context::{Page, RequestContext},
};

/// Number of orders of a page.
const PER_PAGE: u8 = 10;
/// Number of products that a list shows of an order.
const ITEMS: usize = 4;

pub(super) async fn list(context: &mut RequestContext) -> Result<OrdersResponse, Problem> {
    let query = parse(context.query.as_deref())?;
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

/// `page` and `year`, each at most once and nothing else.
fn parse(query: Option<&str>) -> Result<OrdersQuery, Problem> {
    let refuse = || Problem::invalid("the query is not page and year, each at most once");
    let mut parameters = parse_query(query.unwrap_or_default());
    let mut number = |name: &str, least: u32, most: u32| match parameters.remove(name) {
        None => Ok(None),
        Some(value) => {
            let text = value.as_str().ok_or_else(refuse)?;
            let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
            let number = text
                .parse::<u32>()
                .ok()
                .filter(|n| digits && (least..=most).contains(n));
            number.map(Some).ok_or_else(refuse)
        }
    };
    let page = number("page", 1, 9_999)?;
    let year = number("year", 1_000, 2_999)?;
    if !parameters.is_empty() {
        return Err(refuse());
    }
    Ok(OrdersQuery {
        page: page.unwrap_or(1),
        per_page: PER_PAGE,
        year: year.and_then(|year| i16::try_from(year).ok()),
    })
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
                cover: line.cover.as_ref().map(|own| cart::view::cover(own, thumbnails)),
            })
            .collect(),
        item_count: products().fold(0, |sum, line| sum.saturating_add(line.quantity)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_and_a_year_are_read() {
        let read = |query: &str| parse(Some(query)).map(|query| (query.page, query.year));
        assert_eq!(read("").expect("a list"), (1, None));
        assert_eq!(read("page=12&year=2025").expect("a list"), (12, Some(2025)));
        assert!(parse(None).is_ok());
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
