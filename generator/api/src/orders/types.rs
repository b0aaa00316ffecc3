//! The JSON of orders.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    addresses::types::Address,
    cart::types::{CartResponse, Shipping, Tax},
    money::{Money, TaxStatus},
    payment_method::PaymentMethod,
    problem::ApiErrorDetail,
    row::{Answer, Body},
};

/// What became of the payment when it was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PaymentOutcome {
    /// The customer pays on the page of `redirect_url`.
    Redirect,
    /// Nothing is to be done now: the order is paid, or is paid by invoice or on delivery.
    None,
    /// The payment could not be begun; the order stands and can be paid again.
    Failed,
}

/// How the customer goes on to pay.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PaymentStart {
    /// What became of it.
    pub(super) outcome: PaymentOutcome,
    /// The page of the payment provider; `null` unless the outcome is `redirect`.
    #[schema(required)]
    pub(super) redirect_url: Option<String>,
}

/// The order that was placed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PlacedOrderResponse {
    /// The id of the order: 32 hex digits.
    pub(super) order_id: String,
    /// The order number, as it stands on documents.
    pub(super) order_number: String,
    /// Whether an earlier request with the same key had placed it already.
    pub(super) repeated: bool,
    /// How the customer goes on to pay.
    pub(super) payment: PaymentStart,
}

impl Answer for PlacedOrderResponse {}

/// Nothing was ordered: the cart is not the one that was shown.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct CartChangedResponse {
    /// One failure with the code `CART_CHANGED`.
    pub(super) errors: Vec<ApiErrorDetail>,
    /// The cart as it is now; its `changes` say what is different, and its `hash` goes with the next try.
    pub(super) cart: CartResponse,
}

/// The state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OrderState {
    /// It was placed.
    Open,
    /// It is worked on.
    InProgress,
    /// It is done.
    Completed,
    /// It was cancelled.
    Cancelled,
    /// The shop calls it something else.
    Other,
}

/// The state of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PaymentState {
    /// It was paid, or authorized.
    Paid,
    /// The provider has not said yet whether it is paid; it must not be paid again.
    Pending,
    /// It was not paid.
    Unpaid,
    /// The payment failed or was declined.
    Failed,
    /// The customer cancelled the payment.
    Cancelled,
    /// The money was paid back, in part or whole.
    Refunded,
    /// The shop calls it something else, or does not say.
    Unknown,
}

/// The payment of an order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderPayment {
    /// Its state.
    pub(super) state: PaymentState,
    /// The id of the payment method.
    #[schema(required)]
    pub(super) method_id: Option<String>,
    /// The name of the payment method, localized.
    #[schema(required)]
    pub(super) method: Option<String>,
    /// Whether the order can be paid, or paid again.
    pub(super) can_be_paid: bool,
}

/// A line of an order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderLineItem {
    /// The id of the line: 32 hex digits.
    pub(super) id: String,
    /// Its words in the language of the order.
    pub(super) label: String,
    /// The product number.
    #[schema(required)]
    pub(super) product_number: Option<String>,
    /// The quantity.
    pub(super) quantity: u32,
    /// The price of one piece.
    pub(super) unit_price: Money,
    /// The price of all pieces.
    pub(super) total_price: Money,
    /// Whether it is a digital product.
    pub(super) digital: bool,
}

/// When goods are to arrive.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct DeliveryDays {
    /// Not before, as RFC 3339.
    pub(super) earliest: String,
    /// Not after, as RFC 3339.
    pub(super) latest: String,
}

/// An order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Order {
    /// The id: 32 hex digits.
    pub(super) id: String,
    /// The order number, as it stands on documents.
    pub(super) number: String,
    /// When it was placed, as RFC 3339.
    #[schema(required)]
    pub(super) placed_at: Option<String>,
    /// Its state.
    pub(super) state: OrderState,
    /// Its payment.
    pub(super) payment: OrderPayment,
    /// The e-mail address that the confirmation was sent to.
    pub(super) email: String,
    /// The address of the invoice.
    #[schema(required)]
    pub(super) billing_address: Option<Address>,
    /// The address of the delivery.
    #[schema(required)]
    pub(super) shipping_address: Option<Address>,
    /// The lines.
    pub(super) line_items: Vec<OrderLineItem>,
    /// The sum of the lines without shipping.
    pub(super) subtotal: Money,
    /// The shipping; `null` where nothing is shipped.
    #[schema(required)]
    pub(super) shipping: Option<Shipping>,
    /// When the goods are to arrive; `null` where nothing is shipped or the shop does not say.
    #[schema(required)]
    pub(super) delivery: Option<DeliveryDays>,
    /// The amount to pay.
    pub(super) total: Money,
    /// The amount to pay without tax.
    pub(super) net_total: Money,
    /// Whether amounts include tax.
    pub(super) tax_status: TaxStatus,
    /// The tax of each rate.
    pub(super) taxes: Vec<Tax>,
    /// What the customer wrote with the order.
    #[schema(required)]
    pub(super) comment: Option<String>,
}

/// An order and the ways to pay it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderResponse {
    /// The order.
    pub(super) order: Order,
    /// The payment methods that it can be paid with; empty where it cannot be paid any more.
    pub(super) payment_methods: Vec<PaymentMethod>,
}

impl Answer for OrderResponse {}

/// How the customer goes on to pay an order that was not paid.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderPaymentResponse {
    /// How the customer goes on to pay.
    pub(super) payment: PaymentStart,
}

impl Answer for OrderPaymentResponse {}

/// An order to place.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "idempotency_key": "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10", "cart_hash": "b3b31fa627cf5c1ef66d9bf357d91a5a3b9664469a2248bdab6ed54baf4cdf0d",
    "accept_terms": true, "comment": null
}))]
pub(super) struct PlaceOrderRequest {
    /// A random name of this order, made by the page when the checkout was shown: a repeated request with the same key answers with the same order.
    #[schema(pattern = "^[A-Za-z0-9_-]{16,64}$")]
    pub(super) idempotency_key: String,
    /// The hash of the cart that was shown.
    #[schema(pattern = "^[0-9a-f]{16,128}$")]
    pub(super) cart_hash: String,
    /// Whether the customer accepts the terms and conditions.
    pub(super) accept_terms: bool,
    /// What the customer wants to say.
    #[schema(max_length = 2000)]
    pub(super) comment: Option<String>,
}

impl Body for PlaceOrderRequest {}

/// What a guest knows of an order: the code of the link in the mail, and whose it is.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "VNHzUJi2ioujVWdnCeYzExOihpHcxX3S", "email": "noor@example.test", "zipcode": "1012 WX"}))]
pub(super) struct LookUpOrderRequest {
    /// The code of the link.
    #[schema(pattern = "^[A-Za-z0-9_-]{16,64}$")]
    pub(super) code: String,
    /// The e-mail address of the order.
    #[schema(min_length = 3, max_length = 254)]
    pub(super) email: String,
    /// The postal code of the address of the invoice.
    #[schema(max_length = 50)]
    pub(super) zipcode: String,
}

impl Body for LookUpOrderRequest {}

/// How to pay an order that was not paid.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"payment_method_id": null, "lookup": null}))]
pub(super) struct PayOrderRequest {
    /// The id of another payment method; `null`: the one of the order.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(super) payment_method_id: Option<String>,
    /// What a guest knows of the order whose session has ended; `null`: the order is one of the session.
    pub(super) lookup: Option<LookUpOrderRequest>,
}

impl Body for PayOrderRequest {}
