//! The JSON that goes in and out: the types of the OpenAPI document.
//!
//! **Invariant:** requests refuse unknown fields; answers are built field by field and hold nothing of a backend's own.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An amount in minor units: 129900 EUR is € 1.299,00.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Money {
    /// Integer minor units; negative for discounts.
    pub minor: i64,
    /// ISO 4217.
    #[schema(pattern = "^[A-Z]{3}$")]
    pub currency: String,
}

/// Whether amounts hold tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TaxStatus {
    /// Tax included.
    Gross,
    /// Tax comes on top.
    Net,
    /// No tax at all.
    TaxFree,
}

/// Private or business.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccountType {
    /// A person.
    Private,
    /// A firm.
    Business,
}

/// Who is known to the session.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Customer {
    /// Has an account and is logged in.
    pub logged_in: bool,
    /// Orders without an account.
    pub guest: bool,
    /// Private or business.
    pub account_type: AccountType,
    /// First name.
    pub first_name: String,
}

/// The visitor's session.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SessionResponse {
    /// `null` while nobody is known.
    #[schema(required)]
    pub customer: Option<Customer>,
    /// This visitor may order on pages of this locale.
    pub ordering_allowed: bool,
    /// ISO 4217.
    #[schema(pattern = "^[A-Z]{3}$")]
    pub currency: String,
    /// Whether amounts hold tax.
    pub tax_state: TaxStatus,
    /// Pieces in the cart.
    pub item_count: u32,
}

/// Whether a product can be bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum StockState {
    /// Can be bought.
    InStock,
    /// Can be bought, few left.
    LimitedStock,
    /// Cannot be bought.
    OutOfStock,
}

/// The price of a reference amount.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReferencePrice {
    /// What the amount costs.
    pub price: Money,
    /// The amount in words: `1 litre`.
    pub unit: String,
}

/// What one piece costs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OfferPrice {
    /// The price.
    pub price: Money,
    /// The price to strike through; `null` where nothing is reduced.
    #[schema(required)]
    pub list_price: Option<Money>,
    /// The lowest price of the last 30 days, beside a price that is struck through.
    #[schema(required)]
    pub lowest_price: Option<Money>,
    /// The price of a reference amount.
    #[schema(required)]
    pub reference_price: Option<ReferencePrice>,
}

/// The price of a piece at a quantity.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OfferTier {
    /// The first quantity that has it.
    pub from: u32,
    /// The last one; `null` is without end.
    #[schema(required)]
    pub to: Option<u32>,
    /// What one piece costs then.
    pub unit: OfferPrice,
}

/// A product's price and stock for this visitor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Offer {
    /// The product.
    pub product_id: String,
    /// What one piece costs at the smallest quantity that can be bought.
    pub unit: OfferPrice,
    /// By quantity; empty for one price.
    pub tiers: Vec<OfferTier>,
    /// Whether amounts hold tax.
    pub tax_state: TaxStatus,
    /// Whether it can be bought.
    pub stock_state: StockState,
    /// Pieces in stock.
    pub available_stock: u32,
    /// Days until new pieces come, where none is in stock.
    #[schema(required)]
    pub restock_days: Option<u32>,
    /// In words, in the page's language.
    #[schema(required)]
    pub delivery_time: Option<String>,
}

/// Prices and stock, in the order the backend gave them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OffersResponse {
    /// One for each product that is sold to this visitor.
    pub offers: Vec<Offer>,
}

/// Delivery.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Shipping {
    /// The shipping method.
    pub name: String,
    /// What it costs.
    pub total: Money,
}

/// Tax of one rate.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Tax {
    /// In percent: `21`, `5.5`.
    pub rate: String,
    /// How much.
    pub amount: Money,
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineItemKind {
    /// A product.
    Product,
    /// A discount.
    Promotion,
    /// Anything else.
    Other,
}

/// One option of a variant.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LineItemOption {
    /// `Stof`
    pub group: String,
    /// `Hale 146`
    pub option: String,
}

/// A row's picture.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Cover {
    /// Absolute URL.
    pub url: String,
    /// What is seen; empty where nobody wrote it.
    pub alt: String,
}

/// How many one may have.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct QuantityLimits {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
    /// In steps of.
    pub step: u32,
}

/// A row of the cart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LineItem {
    /// Its id in the cart.
    pub id: String,
    /// What it is.
    pub kind: LineItemKind,
    /// The product.
    #[schema(required)]
    pub product_id: Option<String>,
    /// The product's number.
    #[schema(required)]
    pub product_number: Option<String>,
    /// Its words.
    pub label: String,
    /// The product's page in this locale.
    #[schema(required)]
    pub path: Option<String>,
    /// The variant's options.
    pub options: Vec<LineItemOption>,
    /// Picture.
    #[schema(required)]
    pub cover: Option<Cover>,
    /// How many.
    pub quantity: u32,
    /// How many there may be.
    pub limits: QuantityLimits,
    /// The quantity may be changed.
    pub stackable: bool,
    /// The row may be removed.
    pub removable: bool,
    /// Merchandise.
    pub good: bool,
    /// A digital good.
    pub digital: bool,
    /// For one piece.
    pub unit_price: Money,
    /// Struck through, for one piece.
    #[schema(required)]
    pub list_price: Option<Money>,
    /// For all pieces.
    pub total_price: Money,
    /// Pieces in stock.
    #[schema(required)]
    pub stock: Option<i64>,
    /// In words.
    #[schema(required)]
    pub delivery_time: Option<String>,
}

/// How bad a cart error is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CartErrorLevel {
    /// Good to know.
    Notice,
    /// Something was changed.
    Warning,
    /// Something did not work.
    Error,
}

/// What the shop noticed about the cart; most are told once.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CartError {
    /// Unique within the cart.
    pub key: String,
    /// Its kind: `product-stock-reached`.
    pub message_key: String,
    /// How bad.
    pub level: CartErrorLevel,
    /// Keeps the cart from being ordered.
    pub blocks_order: bool,
    /// In the page's language.
    pub message: String,
}

/// The cart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CartResponse {
    /// Rows.
    pub line_items: Vec<LineItem>,
    /// Pieces of goods.
    pub item_count: u32,
    /// Rows without shipping.
    pub subtotal: Money,
    /// `null` where nothing is sent.
    #[schema(required)]
    pub shipping: Option<Shipping>,
    /// What is to be paid.
    pub total: Money,
    /// The same without tax.
    pub net_total: Money,
    /// Whether amounts hold tax.
    pub tax_status: TaxStatus,
    /// Tax by rate.
    pub taxes: Vec<Tax>,
    /// Told to the visitor.
    pub errors: Vec<CartError>,
}

/// A product to put into the cart.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddLineItemRequest {
    /// A sellable product: 32 hex digits.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub product_id: String,
    /// How many.
    #[schema(minimum = 1, maximum = 10000)]
    pub quantity: i64,
}

/// A new quantity.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeLineItemRequest {
    /// How many.
    #[schema(minimum = 1, maximum = 10000)]
    pub quantity: i64,
}

/// How the API is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StatusResponse {
    /// `ok`, or why not.
    pub status: String,
}

/// Whether visitors can be served.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReadyResponse {
    /// In one word.
    pub status: ReadyStatus,
    /// What the calls of visitors need.
    pub backends: BackendStates,
}

/// Whether visitors can be served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReadyStatus {
    /// Pages and calls.
    Ok,
    /// Pages, but a backend is not up, so that calls fail.
    Degraded,
    /// No release is live: there are no pages.
    NoRelease,
}

/// How the backends are, as they were at most some seconds ago.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct BackendStates {
    /// The shop.
    pub shopware: BackendState,
}

/// How a backend is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BackendState {
    /// It answers.
    Up,
    /// It says that it is in maintenance.
    Maintenance,
    /// It does not answer, not in time, or with a failure.
    Down,
}

/// The field at fault.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ErrorSource {
    /// A JSON pointer: `/quantity`.
    pub pointer: String,
}

/// One failure.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ApiErrorDetail {
    /// `ORDERING_NOT_ALLOWED`
    pub code: String,
    /// Short, English.
    pub title: String,
    /// In the page's language.
    pub detail: String,
    /// The field at fault.
    #[schema(required)]
    pub source: Option<ErrorSource>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ErrorResponse {
    /// At least one.
    pub errors: Vec<ApiErrorDetail>,
}
