//! Orders (Shopware §11, §12).
//!
//! **Invariant:** every amount is Shopware's own, in minor units of the order's currency; an unknown state is kept by
//! its name.

mod calls;
mod files;
mod from_wire;
mod list;
mod notes;

use std::fmt;

use jiff::Timestamp;
use vitrine_model::{
    ids::{LanguageId, ProductId, ProductNumber},
    money::{Currency, Money, TaxStatus},
};

pub use self::{
    calls::LatestOrders,
    files::OrderFile,
    list::{OrderPage, OrdersQuery},
};
use super::{
    Address, CartTax, ChosenOption, Cover, DateRange, DeepLinkCode, DocumentCode, DocumentId, LineItemKind, LinePrice,
    OrderDownloadId, OrderId, PaymentMethod, PaymentMethodId, ShippingMethodId,
};

/// An order with the data that outcome screens show.
#[derive(Clone, PartialEq, Eq)]
pub struct Order {
    /// Shopware's id.
    pub id: OrderId,
    /// Order number, for example `10004`.
    pub number: String,
    /// When it was placed.
    pub placed_at: Option<Timestamp>,
    /// The language in which it was placed.
    pub language: Option<LanguageId>,
    /// The code with which a guest opens the order again; a secret.
    pub deep_link: Option<DeepLinkCode>,
    /// Currency of all amounts.
    pub currency: Currency,
    /// Whether amounts include tax.
    pub tax_status: TaxStatus,
    /// Sum of the line items, without shipping.
    pub subtotal: Money,
    /// Costs of all deliveries.
    pub shipping_total: Money,
    /// Amount to pay.
    pub total: Money,
    /// The difference due to cash rounding; may be negative (Shopware §25.4).
    pub rounding: Money,
    /// Amount to pay without tax.
    pub net_total: Money,
    /// Tax by rate.
    pub taxes: Vec<CartTax>,
    /// State of the order.
    pub state: OrderState,
    /// The same, as the shop names it.
    pub status: Status,
    /// The line items, in order.
    pub lines: Vec<OrderLine>,
    /// Deliveries.
    pub deliveries: Vec<OrderDelivery>,
    /// Payments, oldest first; earlier ones were replaced by later ones.
    pub transactions: Vec<OrderTransaction>,
    /// The id of the current transaction, if Shopware returns one (6.7).
    pub primary_transaction: Option<String>,
    /// Billing address.
    pub billing_address: Option<Address>,
    /// E-mail address of the customer.
    pub email: String,
    /// First name of the customer.
    pub first_name: String,
    /// Last name of the customer.
    pub last_name: String,
    /// The company of a business customer.
    pub company: Option<String>,
    /// The customer's own reference.
    pub reference: Option<String>,
    /// When the customer waived the right of withdrawal for downloads, as RFC 3339.
    pub withdrawal_waived: Option<String>,
    /// Whether an old device is taken away when electrical equipment is delivered; `None` without an answer.
    pub old_device: Option<bool>,
    /// The customer's comment, without the notes above.
    pub comment: Option<String>,
    /// The documents that the shop shows to the customer.
    pub documents: Vec<OrderDocument>,
}

/// Without personal data (rule 5).
impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Order")
            .field("id", &self.id)
            .field("number", &self.number)
            .field("total", &self.total)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl Order {
    /// The current payment: the primary transaction, otherwise the newest.
    pub fn payment(&self) -> Option<&OrderTransaction> {
        let named = self.primary_transaction.as_ref();
        let named = named.and_then(|id| self.transactions.iter().find(|one| one.id == *id));
        named.or(self.transactions.last())
    }

    /// The address of the first delivery; `None` if there are only downloads.
    pub fn shipping_address(&self) -> Option<&Address> {
        self.deliveries.iter().find_map(|delivery| delivery.address.as_ref())
    }
}

/// A state as the shop names it; both texts are empty if it was not loaded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// Technical name, for example `in_progress`.
    pub code: String,
    /// Name in the call's language.
    pub name: String,
}

/// A document of an order, such as an invoice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderDocument {
    /// Its id.
    pub id: DocumentId,
    /// The secret code required to fetch it.
    pub code: DocumentCode,
    /// Technical name of its type: `invoice`, `delivery_note`, `credit_note`, `storno`.
    pub kind: String,
    /// Name of its type in the call's language.
    pub name: String,
    /// Its number.
    pub number: String,
    /// When it was made.
    pub created_at: Option<Timestamp>,
}

/// State of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OrderState {
    /// `open`
    Open,
    /// `in_progress`
    InProgress,
    /// `completed`
    Completed,
    /// `cancelled`
    Cancelled,
    /// A custom state of the shop.
    Other(String),
}

/// State of a delivery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeliveryState {
    /// `open`
    Open,
    /// `shipped_partially`
    ShippedPartially,
    /// `shipped`
    Shipped,
    /// `returned_partially`
    ReturnedPartially,
    /// `returned`
    Returned,
    /// `cancelled`
    Cancelled,
    /// A custom state of the shop.
    Other(String),
}

/// State of a payment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PaymentState {
    /// `open`: not paid.
    Open,
    /// `unconfirmed`: the provider has not confirmed yet.
    Unconfirmed,
    /// `authorized`
    Authorized,
    /// `in_progress`
    InProgress,
    /// `reminded`
    Reminded,
    /// `paid_partially`
    PaidPartially,
    /// `paid`
    Paid,
    /// `failed`
    Failed,
    /// `cancelled`
    Cancelled,
    /// `chargeback`
    Chargeback,
    /// `refunded_partially`
    RefundedPartially,
    /// `refunded`
    Refunded,
    /// A custom state of the shop.
    Other(String),
}

impl PaymentState {
    /// Whether another payment method may be selected (Shopware §12.4).
    pub fn is_changeable(&self) -> bool {
        matches!(
            self,
            Self::Open | Self::Unconfirmed | Self::Cancelled | Self::Reminded | Self::Failed | Self::Chargeback
        )
    }
}

/// A line item of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderLine {
    /// Id in the order.
    pub id: String,
    /// Id of the container that the line item is in.
    pub parent_id: Option<String>,
    /// Type.
    pub kind: LineItemKind,
    /// Id of the product, for products.
    pub product_id: Option<ProductId>,
    /// The product's number.
    pub product_number: Option<ProductNumber>,
    /// The code of a promotion.
    pub promotion_code: Option<String>,
    /// Name, in the language of the order; the product's number if there is none.
    pub label: String,
    /// The variant's options, in the language of the order.
    pub options: Vec<ChosenOption>,
    /// Picture.
    pub cover: Option<Cover>,
    /// Quantity.
    pub quantity: u32,
    /// Whether it is goods; promotions are not.
    pub good: bool,
    /// A digital good.
    pub digital: bool,
    /// Its prices; `None` if Shopware returns none, or unreadable ones.
    pub price: Option<LinePrice>,
    /// The files of a digital good.
    pub downloads: Vec<OrderDownload>,
}

/// A file of a digital good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderDownload {
    /// Its id.
    pub id: OrderDownloadId,
    /// `onderhoudsgids.pdf`
    pub file_name: String,
    /// Bytes.
    pub size: Option<u64>,
    /// May be downloaded, because it is paid.
    pub granted: bool,
}

/// A delivery of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderDelivery {
    /// State of the delivery.
    pub state: DeliveryState,
    /// The same, as the shop names it.
    pub status: Status,
    /// When it was last changed.
    pub updated_at: Option<Timestamp>,
    /// The shipping method.
    pub method: Option<ShippingMethodId>,
    /// The shipping method's name, in the call's language.
    pub name: String,
    /// Costs; negative for a promotion on delivery.
    pub costs: Money,
    /// Expected delivery.
    pub dates: Option<DateRange>,
    /// Shipping address.
    pub address: Option<Address>,
    /// Tracking codes of the carrier.
    pub tracking_codes: Vec<String>,
    /// The carrier's page of a code, with `%s` in its place.
    pub tracking_url: Option<String>,
}

/// A payment of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderTransaction {
    /// Its id.
    pub id: String,
    /// When it was created.
    pub created_at: Option<Timestamp>,
    /// When it was last changed.
    pub updated_at: Option<Timestamp>,
    /// State of the payment.
    pub state: PaymentState,
    /// The same, as the shop names it.
    pub status: Status,
    /// The provider's page of a started payment, if its plug-in stores the URL.
    pub page: Option<String>,
    /// Amount.
    pub amount: Money,
    /// The payment method's id.
    pub method_id: Option<PaymentMethodId>,
    /// The payment method, in the call's language.
    pub method: Option<PaymentMethod>,
    /// The account that a provider expects a bank transfer on.
    pub transfer: Option<BankTransfer>,
}

/// The account for a bank transfer, as stored with the transaction by a provider's plug-in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BankTransfer {
    /// Whose account it is.
    pub holder: String,
    /// The IBAN.
    pub account: String,
    /// The BIC of the bank.
    pub bic: Option<String>,
    /// The reference that the customer must quote.
    pub reference: Option<String>,
}

/// Input of an order, besides the cart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewOrder {
    /// The customer's own reference, on one line.
    pub reference: Option<String>,
    /// When the customer waived the right of withdrawal for downloads, as RFC 3339.
    pub withdrawal_waived: Option<String>,
    /// Whether an old device is taken away when electrical equipment is delivered; `None` without an answer.
    pub old_device: Option<bool>,
    /// The visitor's comment.
    pub comment: Option<String>,
    /// [`super::Cart::hash`] of the cart that was shown; the order fails if the cart has changed since
    /// ([`super::Refusal::CartChanged`]).
    pub hash: Option<String>,
}

/// The proof by which a guest reads an order (Shopware §12.2).
#[derive(Clone, PartialEq, Eq)]
pub struct GuestLookup {
    /// The code of the link.
    pub code: DeepLinkCode,
    /// The e-mail address of the order. 6.6 compares it exactly.
    pub email: String,
    /// The postal code of the billing address. 6.6 compares it exactly.
    pub zipcode: String,
    /// Also log this session in as the guest, if Shopware supports it (6.7.3); the answer then has another token.
    pub log_in: bool,
}

/// Without personal data (rule 5).
impl fmt::Debug for GuestLookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuestLookup")
            .field("code", &self.code)
            .field("log_in", &self.log_in)
            .finish_non_exhaustive()
    }
}
