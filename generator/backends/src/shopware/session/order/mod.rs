//! Orders (Shopware §11, §12).
//!
//! **Invariant:** every amount is Shopware's own, in minor units of the order's currency; a state that is not known is kept by its name.

mod calls;
mod from_wire;

use std::fmt;

use jiff::Timestamp;
use vitrine_model::{
    ids::{ProductId, ProductNumber},
    money::{Currency, Money, TaxStatus},
};

use super::{
    Address, CartTax, ChosenOption, Cover, DateRange, DeepLinkCode, LineItemKind, OrderDownloadId, OrderId,
    PaymentMethod, PaymentMethodId, ShippingMethodId,
};

/// An order as outcome screens show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Order {
    /// Shopware's id.
    pub id: OrderId,
    /// `10004`, as people name it.
    pub number: String,
    /// When it was placed.
    pub placed_at: Option<Timestamp>,
    /// By which a guest comes back to it; a secret.
    pub deep_link: Option<DeepLinkCode>,
    /// Whose amounts these are.
    pub currency: Currency,
    /// Whether amounts hold tax.
    pub tax_status: TaxStatus,
    /// Sum of the rows, without shipping.
    pub subtotal: Money,
    /// Costs of all deliveries.
    pub shipping_total: Money,
    /// What is to be paid.
    pub total: Money,
    /// The same without tax.
    pub net_total: Money,
    /// Tax by rate.
    pub taxes: Vec<CartTax>,
    /// Where the order stands.
    pub state: OrderState,
    /// The rows, in their order.
    pub lines: Vec<OrderLine>,
    /// How the goods come.
    pub deliveries: Vec<OrderDelivery>,
    /// Payments, the oldest first; earlier ones were given up for later ones.
    pub transactions: Vec<OrderTransaction>,
    /// The transaction that counts, where Shopware names one (6.7).
    pub primary_transaction: Option<String>,
    /// Where the bill goes.
    pub billing_address: Option<Address>,
    /// Where mails go.
    pub email: String,
    /// First name of who ordered.
    pub first_name: String,
    /// Last name of who ordered.
    pub last_name: String,
    /// What they wrote with the order.
    pub comment: Option<String>,
}

/// Without what says who it is (rule 5).
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
    /// The payment that counts: the one Shopware names, else the newest.
    pub fn payment(&self) -> Option<&OrderTransaction> {
        let named = self.primary_transaction.as_ref();
        let named = named.and_then(|id| self.transactions.iter().find(|one| one.id == *id));
        named.or(self.transactions.last())
    }

    /// Where the goods go: the address of the first delivery; `None` for downloads alone.
    pub fn shipping_address(&self) -> Option<&Address> {
        self.deliveries.iter().find_map(|delivery| delivery.address.as_ref())
    }
}

/// Where an order stands.
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
    /// A state of the shop's own.
    Other(String),
}

/// Where a delivery stands.
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
    /// A state of the shop's own.
    Other(String),
}

/// Where a payment stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PaymentState {
    /// `open`: nothing was paid yet.
    Open,
    /// `unconfirmed`: the provider has not said yet.
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
    /// A state of the shop's own.
    Other(String),
}

impl PaymentState {
    /// Whether another payment method may be chosen (Shopware §12.4).
    pub fn is_changeable(&self) -> bool {
        matches!(
            self,
            Self::Open | Self::Unconfirmed | Self::Cancelled | Self::Reminded | Self::Failed | Self::Chargeback
        )
    }
}

/// A row of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderLine {
    /// Its id in the order.
    pub id: String,
    /// The row that it belongs to, for what is inside a container.
    pub parent_id: Option<String>,
    /// What it is.
    pub kind: LineItemKind,
    /// The product, for products.
    pub product_id: Option<ProductId>,
    /// The product's number.
    pub product_number: Option<ProductNumber>,
    /// The code of a promotion.
    pub promotion_code: Option<String>,
    /// Its words, in the language of the order.
    pub label: String,
    /// The variant's options, in the language of the order.
    pub options: Vec<ChosenOption>,
    /// Picture.
    pub cover: Option<Cover>,
    /// How many.
    pub quantity: u32,
    /// Merchandise; promotions are not.
    pub good: bool,
    /// A digital good.
    pub digital: bool,
    /// For one piece.
    pub unit_price: Money,
    /// For all pieces.
    pub total_price: Money,
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
    /// May be downloaded: it is paid.
    pub granted: bool,
}

/// How goods come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderDelivery {
    /// Where it stands.
    pub state: DeliveryState,
    /// The shipping method.
    pub method: Option<ShippingMethodId>,
    /// The shipping method's name, in the call's language.
    pub name: String,
    /// What it costs; negative for a promotion on delivery.
    pub costs: Money,
    /// When it comes.
    pub dates: Option<DateRange>,
    /// Where it goes.
    pub address: Option<Address>,
    /// The carrier's numbers.
    pub tracking_codes: Vec<String>,
}

/// A payment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderTransaction {
    /// Its id.
    pub id: String,
    /// When it was begun.
    pub created_at: Option<Timestamp>,
    /// Where it stands.
    pub state: PaymentState,
    /// How much.
    pub amount: Money,
    /// The payment method's id.
    pub method_id: Option<PaymentMethodId>,
    /// The payment method, in the call's language.
    pub method: Option<PaymentMethod>,
}

/// What goes with the order of a cart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewOrder {
    /// What the visitor writes to the shop.
    pub comment: Option<String>,
    /// [`super::Cart::hash`] of the cart that was shown; the order is refused if the cart is another by now ([`super::Refusal::CartChanged`]).
    pub hash: Option<String>,
}

/// How a guest shows that an order is theirs (Shopware §12.2).
#[derive(Clone, PartialEq, Eq)]
pub struct GuestLookup {
    /// The code of the link.
    pub code: DeepLinkCode,
    /// The e-mail address of the order. 6.6 compares it exactly.
    pub email: String,
    /// The postal code of the billing address. 6.6 compares it exactly.
    pub zipcode: String,
    /// Makes the session this guest's, where Shopware can (6.7.3); the answer then has another token.
    pub log_in: bool,
}

/// Without what says who it is (rule 5).
impl fmt::Debug for GuestLookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuestLookup")
            .field("code", &self.code)
            .field("log_in", &self.log_in)
            .finish_non_exhaustive()
    }
}
