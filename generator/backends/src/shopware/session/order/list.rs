//! A page of the customer's orders, newest first (Shopware §12.1).
//!
//! **Invariant:** an answer only contains what a list shows, so that a page of orders with many lines stays small.

use serde_json::{Value, json};

use super::Order;
use crate::shopware::{
    client::ShopwareClient,
    session::{Answer, Failure, SessionCall},
    wire::{WireOrderPage, count},
};

/// The orders to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrdersQuery {
    /// The page, from 1.
    pub page: u32,
    /// The number of orders of a page, 1 to 100.
    pub per_page: u8,
    /// Only orders that were placed in this year (UTC).
    pub year: Option<i16>,
}

/// One page of orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderPage {
    /// The orders, newest first. Addresses, documents and downloads are not loaded.
    pub orders: Vec<Order>,
    /// The number of orders on all pages.
    pub total: u32,
    /// The years in which the customer placed an order, newest first, regardless of the requested year.
    pub years: Vec<i16>,
}

/// Name of the aggregation.
const BY_YEAR: &str = "by-year";

impl OrdersQuery {
    fn criteria(self) -> Value {
        let mut criteria = json!({
            "page": self.page.max(1),
            "limit": self.per_page.clamp(1, 100),
            "total-count-mode": "exact",
            "sort": [{"field": "orderDateTime", "order": "DESC"}],
            "associations": {
                "lineItems": {"associations": {"cover": {}}},
                "transactions": {"sort": [{"field": "createdAt"}], "associations": {"paymentMethod": {}, "stateMachineState": {}}},
                "deliveries": {"associations": {"shippingMethod": {}, "stateMachineState": {}}},
                "stateMachineState": {},
                "currency": {},
            },
            "aggregations": [{"name": BY_YEAR, "type": "histogram", "field": "orderDateTime", "interval": "year"}],
            "includes": includes(),
        });
        // A filter would apply to the aggregation as well (Shopware §5).
        if let (Some(year), Some(map)) = (self.year, criteria.as_object_mut()) {
            let start = |year: i16| format!("{year:04}-01-01 00:00:00");
            let within = json!({"gte": start(year), "lt": start(year.saturating_add(1))});
            let filter = json!([{"type": "range", "field": "orderDateTime", "parameters": within}]);
            map.insert("post-filter".to_owned(), filter);
        }
        criteria
    }
}

fn includes() -> Value {
    json!({
        "order": [
            "id", "orderNumber", "orderDateTime", "price", "shippingTotal", "currency", "orderCustomer", "lineItems", "deliveries",
            "transactions", "primaryOrderTransactionId", "stateMachineState", "customFields", "customerComment"
        ],
        "order_customer": ["email", "firstName", "lastName", "company"],
        "order_line_item": [
            "id", "parentId", "type", "productId", "label", "quantity", "unitPrice", "totalPrice", "position", "good", "cover"
        ],
        "media": ["url", "alt", "translated"],
        "order_delivery": ["trackingCodes", "shippingCosts", "shippingMethod", "stateMachineState"],
        "shipping_method": ["id", "name", "translated"],
        "order_transaction": ["id", "createdAt", "updatedAt", "paymentMethodId", "paymentMethod", "amount", "stateMachineState"],
        "payment_method": ["id", "name", "translated", "afterOrderEnabled"],
        "state_machine_state": ["technicalName", "name", "translated"],
    })
}

impl ShopwareClient {
    /// `GET /order`: a page of the orders of the session's customer or guest.
    pub async fn orders(&self, call: &SessionCall, query: OrdersQuery) -> Result<Answer<OrderPage>, Failure> {
        let currency = self.currency().await?;
        self.session_get(call, "/order", &query.criteria(), |answered| {
            let wire: WireOrderPage = answered.json()?;
            let rows = wire.orders;
            let read: Result<Vec<Order>, String> = rows
                .elements
                .0
                .iter()
                .map(|order| Order::from_wire(order, currency))
                .collect();
            let orders = read.map_err(|reason| answered.unusable(reason))?;
            let keys = rows
                .aggregations
                .get(BY_YEAR)
                .into_iter()
                .flat_map(|found| &found.buckets.0);
            let years = keys.filter_map(|bucket| year_of(bucket.key.as_deref()?)).collect();
            Ok(OrderPage {
                total: count(rows.total.as_ref()).unwrap_or_default(),
                years: newest_first(years, &orders),
                orders,
            })
        })
        .await
    }
}

/// The year of a bucket: `2026`, or `2026-01-01 00:00:00`.
fn year_of(key: &str) -> Option<i16> {
    key.get(..4)?.parse().ok().filter(|year| *year > 0)
}

/// A shop that answers without the aggregation still has the years of the orders shown.
fn newest_first(mut years: Vec<i16>, orders: &[Order]) -> Vec<i16> {
    let placed = orders.iter().filter_map(|order| order.placed_at);
    years.extend(placed.map(|at| at.to_zoned(jiff::tz::TimeZone::UTC).year()));
    years.sort_unstable_by(|one, other| other.cmp(one));
    years.dedup();
    years
}
