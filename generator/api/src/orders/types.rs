//! JSON types of orders.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    addresses::types::Address,
    cart::types::{CartResponse, LineItemKind, LineItemOption, Shipping, Tax},
    request::row::{Answer, Body},
    types::{
        cover::Cover,
        item_numbers::ItemNumbers,
        money::{Money, TaxStatus},
        payment_method::{PaymentMethod, PaymentWay},
        withdrawal_right::WithdrawalRight,
    },
    web::problem::ApiErrorDetail,
};

/// The outcome of starting the payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PaymentOutcome {
    /// The customer pays on the page of `redirect_url`.
    Redirect,
    /// There is no payment page: the order is paid, or is paid by invoice, in advance or on delivery; its state
    /// distinguishes them.
    None,
    /// The payment could not be started; the order is placed and can be paid again.
    Failed,
    /// The provider did not answer in time: the payment may have been started. The state of the order shows it.
    Unknown,
}

/// The next step of the payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PaymentStart {
    /// The outcome of starting the payment.
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
    /// The order number, as printed on documents.
    pub(super) order_number: String,
    /// Whether an earlier request with the same key had already placed the order.
    pub(super) repeated: bool,
    /// The next step of the payment.
    pub(super) payment: PaymentStart,
}

impl Answer for PlacedOrderResponse {}

/// Nothing was ordered, because the cart differs from the one that was shown.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct CartChangedResponse {
    /// One error with the code `CART_CHANGED`.
    pub(super) errors: Vec<ApiErrorDetail>,
    /// The current cart; its `changes` list the differences, and its `hash` is to be sent with the next attempt.
    pub(super) cart: CartResponse,
}

/// The state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OrderState {
    /// The order was placed.
    Open,
    /// The order is being processed.
    InProgress,
    /// The order is completed.
    Completed,
    /// The order was cancelled.
    Cancelled,
    /// Any other state.
    Other,
}

/// The state of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PaymentState {
    /// The payment was made, or authorized and is charged with the delivery (`payment_status`: `authorized`).
    Paid,
    /// The payment was started at the provider, which has not confirmed it. If `can_be_paid`, it can be started again.
    Pending,
    /// The payment was not made.
    Unpaid,
    /// The payment failed or was declined.
    Failed,
    /// The customer cancelled the payment.
    Cancelled,
    /// The payment was refunded, in part or in full.
    Refunded,
    /// Any other state, or none.
    Unknown,
}

/// A state as the shop names it (Shopware §12.3), of an order, a delivery or a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Status {
    /// The technical name: `in_progress`. A shop may define its own states.
    pub(super) code: String,
    /// The shop's own name for it, localized; `null` if the shop has none.
    #[schema(required)]
    pub(super) name: Option<String>,
}

/// The payment of an order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderPayment {
    /// The state of the payment.
    pub(super) state: PaymentState,
    /// The id of the payment method.
    #[schema(required)]
    pub(super) method_id: Option<String>,
    /// The name of the payment method, localized.
    #[schema(required)]
    pub(super) method: Option<String>,
    /// The description of the payment method, localized.
    #[schema(required)]
    pub(super) description: Option<String>,
    /// Where the order is paid; `null` if its payment method is not known.
    #[schema(required)]
    pub(super) way: Option<PaymentWay>,
    /// The account that the amount is transferred to; `null` if it is not paid by transfer, or no longer owed.
    #[schema(required)]
    pub(super) transfer: Option<Transfer>,
    /// Whether the order can be paid, or paid again.
    pub(super) can_be_paid: bool,
    /// The provider's page of a started payment; `null` if there is none or it is not known.
    #[schema(required)]
    pub(super) page: Option<String>,
}

/// The order was not paid, because it is paid, cancelled or being paid.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderNotPayableResponse {
    /// One error with the code `ORDER_NOT_PAYABLE`.
    pub(super) errors: Vec<ApiErrorDetail>,
    /// The current order.
    pub(super) order: Order,
}

/// The account for a bank transfer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Transfer {
    /// Whose account it is; empty if it is not known.
    pub(super) holder: String,
    /// The IBAN.
    pub(super) account: String,
    /// The BIC of the bank.
    #[schema(required)]
    pub(super) bic: Option<String>,
    /// The reference to quote in the transfer.
    pub(super) reference: String,
}

/// A file that was bought.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderDownload {
    /// The id of the file: 32 hex digits.
    pub(super) id: String,
    /// The name of the file.
    pub(super) file_name: String,
    /// The size in bytes.
    #[schema(required)]
    pub(super) bytes: Option<u64>,
    /// The path of the file on this origin; `null` until the order is paid.
    #[schema(required)]
    pub(super) path: Option<String>,
}

/// A document of an order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderDocument {
    /// The id: 32 hex digits.
    pub(super) id: String,
    /// The technical name of its kind: `invoice`, `delivery_note`, `credit_note`, `storno`.
    pub(super) kind: String,
    /// The shop's own name for its kind, localized; `null` if the shop has none.
    #[schema(required)]
    pub(super) name: Option<String>,
    /// The number printed on it.
    pub(super) number: String,
    /// When it was made, as RFC 3339.
    #[schema(required)]
    pub(super) made_at: Option<String>,
    /// The path of the PDF on this origin.
    pub(super) path: String,
}

/// A parcel of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Tracking {
    /// The carrier's code.
    pub(super) code: String,
    /// The carrier's page about the parcel; `null` if the shop has none.
    #[schema(required)]
    pub(super) url: Option<String>,
}

/// The subject of an entry of the timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum TimelineKind {
    /// The order was placed.
    Placed,
    /// A payment got its state.
    Payment,
    /// A delivery got its state.
    Delivery,
    /// A document was made.
    Document,
    /// The order got its state; the shop has no time for it.
    Order,
}

/// A known event in the history of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct TimelineEntry {
    /// The subject.
    pub(super) kind: TimelineKind,
    /// The state that was reached; `null` for the placing and for documents.
    #[schema(required)]
    pub(super) status: Option<Status>,
    /// The name of the payment method, the shipping method or the number of the document.
    #[schema(required)]
    pub(super) about: Option<String>,
    /// The time as RFC 3339; `null` if the shop has none.
    #[schema(required)]
    pub(super) at: Option<String>,
}

/// A consumer's right to withdraw from the contract. The shop does not learn when goods arrive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Withdrawal {
    /// The days of the period, counted from the delivery.
    pub(super) period_days: u32,
    /// The day on which the period can end at the earliest, counted from the shipping, as a date; `null` while nothing
    /// was shipped.
    #[schema(required)]
    pub(super) until: Option<String>,
    /// The days that are left until then, 0 if it passed; `null` while nothing was shipped.
    #[schema(required)]
    pub(super) days_left: Option<u32>,
}

/// A line item of an order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderLineItem {
    /// The id of the line item: 32 hex digits.
    pub(super) id: String,
    /// The kind of line item.
    pub(super) kind: LineItemKind,
    /// The path of the product's page in this locale; `null` if it has none any more.
    #[schema(required)]
    pub(super) path: Option<String>,
    /// The options of the variant, in the language of the order.
    pub(super) options: Vec<LineItemOption>,
    /// The image.
    #[schema(required)]
    pub(super) cover: Option<Cover>,
    /// The files of a digital product.
    pub(super) downloads: Vec<OrderDownload>,
    /// The label, in the language of the order; the product number if it has none.
    pub(super) label: String,
    /// The product number.
    #[schema(required)]
    pub(super) product_number: Option<String>,
    /// Product and part numbers in the order of a company, of a bundle also those of its contents; otherwise empty.
    pub(super) numbers: Vec<ItemNumbers>,
    /// The quantity.
    pub(super) quantity: u32,
    /// The price of one piece; `null` if the shop has none.
    #[schema(required)]
    pub(super) unit_price: Option<Money>,
    /// The price of all pieces; `null` if the shop has none.
    #[schema(required)]
    pub(super) total_price: Option<Money>,
    /// Whether the line item is a digital product.
    pub(super) digital: bool,
    /// Whether a consumer can withdraw from its purchase.
    pub(super) withdrawal_right: WithdrawalRight,
    /// Why it is excluded from withdrawal, localized; `null` if it is not, or this is not known.
    #[schema(required)]
    pub(super) withdrawal_excluded: Option<String>,
    /// The nested items of a container, such as a set; they are priced with the container.
    #[schema(no_recursion)]
    pub(super) children: Vec<OrderLineItem>,
}

/// A text that was in force when an order was placed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct OrderText {
    /// The title of its page.
    pub(super) title: String,
    /// The path of the kept file.
    pub(super) path: String,
}

/// An order.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Order {
    /// The id: 32 hex digits.
    pub(super) id: String,
    /// The order number, as printed on documents.
    pub(super) number: String,
    /// When the order was placed, as RFC 3339.
    #[schema(required)]
    pub(super) placed_at: Option<String>,
    /// The state of the order.
    pub(super) state: OrderState,
    /// The state of the order as the shop names it.
    pub(super) status: Status,
    /// The state of the delivery as the shop names it; `null` if nothing is shipped.
    #[schema(required)]
    pub(super) delivery_status: Option<Status>,
    /// The state of the payment as the shop names it; `null` if there is no payment.
    #[schema(required)]
    pub(super) payment_status: Option<Status>,
    /// The shipped parcels.
    pub(super) tracking: Vec<Tracking>,
    /// The known history, oldest first.
    pub(super) timeline: Vec<TimelineEntry>,
    /// The documents that the shop shows to the customer.
    pub(super) documents: Vec<OrderDocument>,
    /// Whether the customer can cancel the order here.
    pub(super) can_be_cancelled: bool,
    /// The right to withdraw; `null` for companies, cancelled orders, and where every line item is excluded.
    #[schema(required)]
    pub(super) withdrawal: Option<Withdrawal>,
    /// The payment of the order.
    pub(super) payment: OrderPayment,
    /// The e-mail address that the confirmation was sent to.
    pub(super) email: String,
    /// The billing address.
    #[schema(required)]
    pub(super) billing_address: Option<Address>,
    /// The shipping address.
    #[schema(required)]
    pub(super) shipping_address: Option<Address>,
    /// The line items.
    pub(super) line_items: Vec<OrderLineItem>,
    /// The sum of the line items without shipping.
    pub(super) subtotal: Money,
    /// The shipping; `null` if nothing is shipped.
    #[schema(required)]
    pub(super) shipping: Option<Shipping>,
    /// The days that were named when it was ordered, in a sentence, localized; `null` if nothing is under way or the shop
    /// names no dates.
    #[schema(required)]
    pub(super) delivery: Option<String>,
    /// The difference due to cash rounding, which may be negative; `null` if there is none.
    #[schema(required)]
    pub(super) rounding: Option<Money>,
    /// The amount to pay.
    pub(super) total: Money,
    /// The amount to pay without tax.
    pub(super) net_total: Money,
    /// Whether amounts include tax.
    pub(super) tax_status: TaxStatus,
    /// The tax of each rate.
    pub(super) taxes: Vec<Tax>,
    /// The customer's own reference.
    #[schema(required)]
    pub(super) reference: Option<String>,
    /// When the customer waived the right of withdrawal for downloads, as RFC 3339; `null` without a download.
    #[schema(required)]
    pub(super) withdrawal_waived: Option<String>,
    /// Whether an old device is taken away with the delivery; `null` if the customer did not say.
    #[schema(required)]
    pub(super) old_device: Option<bool>,
    /// The customer's comment.
    #[schema(required)]
    pub(super) comment: Option<String>,
    /// The terms and conditions and the information on withdrawal that were in force when it was placed, in its language;
    /// empty if none were kept then.
    pub(super) legal_texts: Vec<OrderText>,
}

/// An order and its payment methods.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderResponse {
    /// The order.
    pub(super) order: Order,
    /// The payment methods that the order can be paid with; empty if it can no longer be paid.
    pub(super) payment_methods: Vec<PaymentMethod>,
}

impl Answer for OrderResponse {}

/// A product of an order in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SummaryItem {
    /// The label, in the language of the order; the product number if it has none.
    pub(super) label: String,
    /// The quantity.
    pub(super) quantity: u32,
    /// The image.
    #[schema(required)]
    pub(super) cover: Option<Cover>,
}

/// An order in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OrderSummary {
    /// The id: 32 hex digits.
    pub(super) id: String,
    /// The order number, as printed on documents.
    pub(super) number: String,
    /// When the order was placed, as RFC 3339.
    #[schema(required)]
    pub(super) placed_at: Option<String>,
    /// The state of the order.
    pub(super) status: Status,
    /// The state of the delivery; `null` if nothing is shipped.
    #[schema(required)]
    pub(super) delivery_status: Option<Status>,
    /// The name of the shipping method, localized; `null` if nothing is shipped.
    #[schema(required)]
    pub(super) delivery_method: Option<String>,
    /// The state of the payment; `null` if there is no payment.
    #[schema(required)]
    pub(super) payment_status: Option<Status>,
    /// The name of the payment method, localized.
    #[schema(required)]
    pub(super) payment_method: Option<String>,
    /// Whether the order waits to be paid on a page, for the first time or again.
    pub(super) can_be_paid: bool,
    /// The amount to pay.
    pub(super) total: Money,
    /// The person who ordered, for companies.
    #[schema(required)]
    pub(super) ordered_by: Option<String>,
    /// The customer's own reference.
    #[schema(required)]
    pub(super) reference: Option<String>,
    /// The first products, at most four.
    pub(super) items: Vec<SummaryItem>,
    /// The number of pieces of all products.
    pub(super) item_count: u32,
}

/// A page of orders, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrdersResponse {
    /// The orders of this page.
    pub(super) orders: Vec<OrderSummary>,
    /// The page, from 1.
    pub(super) page: u32,
    /// The number of pages, at least 1.
    pub(super) pages: u32,
    /// The number of orders on all pages.
    pub(super) total: u32,
    /// The requested year.
    #[schema(required)]
    pub(super) year: Option<i16>,
    /// The years in which there are orders, newest first.
    pub(super) years: Vec<i16>,
}

impl Answer for OrdersResponse {}

/// Why a product of an order is not in the cart as often as it was ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum MissingReason {
    /// The shop does not sell it any more.
    NotSold,
    /// It is sold out.
    SoldOut,
    /// Fewer pieces are available than were ordered.
    Fewer,
}

/// A product of an order that is not in the cart, or less often than it was ordered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct MissingItem {
    /// The label, in the language of the order; the product number if it has none.
    pub(super) label: String,
    /// Why.
    pub(super) reason: MissingReason,
    /// The number of ordered pieces.
    pub(super) wanted: u32,
    /// The number of added pieces.
    pub(super) added: u32,
}

/// The cart after the products of an order were added.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ReorderResponse {
    /// The cart.
    pub(super) cart: CartResponse,
    /// The total number of added pieces.
    pub(super) added: u32,
    /// What could not be added, or not as often as it was ordered.
    pub(super) missing: Vec<MissingItem>,
}

impl Answer for ReorderResponse {}

/// The products of the order are to be added to the cart.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub(super) struct ReorderRequest {}

impl Body for ReorderRequest {}

/// The order is to be cancelled.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub(super) struct CancelOrderRequest {}

impl Body for CancelOrderRequest {}

/// The response to paying an order again.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OrderPaymentResponse {
    /// The next step of the payment.
    pub(super) payment: PaymentStart,
}

impl Answer for OrderPaymentResponse {}

/// An order to place.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "idempotency_key": "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10", "cart_hash": "b3b31fa627cf5c1ef66d9bf357d91a5a3b9664469a2248bdab6ed54baf4cdf0d",
    "accept_terms": true, "reference": null, "comment": null
}))]
pub(super) struct PlaceOrderRequest {
    /// A random key, made when the checkout is shown; a repeated request with the same key returns the same order.
    #[schema(pattern = "^[A-Za-z0-9_-]{16,64}$")]
    pub(super) idempotency_key: String,
    /// The hash of the cart that was shown.
    #[schema(pattern = "^[0-9a-f]{16,128}$")]
    pub(super) cart_hash: String,
    /// Whether the customer accepts the terms and conditions.
    pub(super) accept_terms: bool,
    /// Whether the customer wants downloads at once and gives up the right of withdrawal for them (law §4). Required to be
    /// `true` for a cart with a download.
    #[serde(default)]
    pub(super) waive_withdrawal: bool,
    /// Whether the shop takes an old device of the same kind with it when it delivers electrical equipment (law §8);
    /// `null` without an answer.
    #[serde(default)]
    pub(super) old_device: Option<bool>,
    /// The customer's own reference, on one line.
    #[schema(max_length = 100)]
    pub(super) reference: Option<String>,
    /// The customer's comment.
    #[schema(max_length = 2000)]
    pub(super) comment: Option<String>,
}

impl Body for PlaceOrderRequest {}

/// A guest's proof of an order: the code of the link in the e-mail, and details of the order.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "VNHzUJi2ioujVWdnCeYzExOihpHcxX3S", "email": "noor@example.test", "zipcode": "1012 WX"}))]
pub(super) struct LookUpOrderRequest {
    /// The code of the link.
    #[schema(pattern = "^[A-Za-z0-9_-]{16,64}$")]
    pub(super) code: String,
    /// The e-mail address of the order; without it and the postal code only the session's own order is found.
    #[serde(default)]
    #[schema(min_length = 3, max_length = 254)]
    pub(super) email: Option<String>,
    /// The postal code of the billing address.
    #[serde(default)]
    #[schema(max_length = 50)]
    pub(super) zipcode: Option<String>,
}

impl Body for LookUpOrderRequest {}

/// A new payment of an order that is not paid.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"payment_method_id": null, "lookup": null}))]
pub(super) struct PayOrderRequest {
    /// The id of another payment method; `null` means the one of the order.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(super) payment_method_id: Option<String>,
    /// A guest's proof of the order if their session has ended; `null` for an order of the session.
    pub(super) lookup: Option<LookUpOrderRequest>,
}

impl Body for PayOrderRequest {}
