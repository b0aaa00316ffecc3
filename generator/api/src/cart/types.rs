//! JSON types of the cart.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    request::row::{Answer, Body},
    session::types::Visitor,
    types::{
        cover::Cover,
        energy_arrow::EnergyArrow,
        item_numbers::ItemNumbers,
        money::{Money, TaxStatus},
        notice::Notice,
        withdrawal_right::WithdrawalRight,
    },
};

/// The shipping of a cart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Shipping {
    /// The name of the shipping method, localized.
    pub(crate) name: String,
    /// The shipping costs.
    pub(crate) total: Money,
}

/// The tax of one rate.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Tax {
    /// The rate in percent: `21`, `5.5`.
    pub(crate) rate: String,
    /// The amount of tax.
    pub(crate) amount: Money,
}

/// The kind of a line item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LineItemKind {
    /// A product.
    Product,
    /// A discount.
    Promotion,
    /// Anything else.
    Other,
}

/// One option of a variant.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct LineItemOption {
    /// The name of the option group, localized: `Fabric`.
    pub(crate) group: String,
    /// The name of the chosen option, localized: `Hale 146`.
    pub(crate) option: String,
}

/// The quantities that can be bought.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct QuantityLimits {
    /// The lowest quantity.
    pub(crate) min: u32,
    /// The highest quantity.
    pub(crate) max: u32,
    /// The step between two quantities, counted from the lowest.
    pub(crate) step: u32,
}

/// A line item of the cart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct LineItem {
    /// The id of the line item in the cart.
    pub(crate) id: String,
    /// The kind of line item.
    pub(crate) kind: LineItemKind,
    /// The product id; `null` if the line item is not a product.
    #[schema(required)]
    pub(crate) product_id: Option<String>,
    /// The product number.
    #[schema(required)]
    pub(crate) product_number: Option<String>,
    /// Product and part numbers, shown to business customers; of a bundle also those of its contents.
    pub(crate) numbers: Vec<ItemNumbers>,
    /// The product name, localized; the product number if it has none.
    pub(crate) label: String,
    /// The path of the product's page in this locale.
    #[schema(required)]
    pub(crate) path: Option<String>,
    /// The options of the variant.
    pub(crate) options: Vec<LineItemOption>,
    /// The image.
    #[schema(required)]
    pub(crate) cover: Option<Cover>,
    /// The quantity.
    pub(crate) quantity: u32,
    /// The quantities that can be bought.
    pub(crate) limits: QuantityLimits,
    /// Whether the quantity can be changed.
    pub(crate) stackable: bool,
    /// Whether the line item can be removed.
    pub(crate) removable: bool,
    /// Whether the line item is merchandise.
    pub(crate) good: bool,
    /// Whether the line item is a digital product.
    pub(crate) digital: bool,
    /// The price of one piece; `null` if the shop has none, which prevents the order.
    #[schema(required)]
    pub(crate) unit_price: Option<Money>,
    /// The former price of one piece, shown struck through.
    #[schema(required)]
    pub(crate) list_price: Option<Money>,
    /// The price of all pieces; `null` if the shop has none.
    #[schema(required)]
    pub(crate) total_price: Option<Money>,
    /// The number of pieces in stock.
    #[schema(required)]
    pub(crate) stock: Option<i64>,
    /// Its delivery in sentences: the delivery time, and the days if it is ordered now. Empty if nothing is shipped or
    /// known.
    pub(crate) delivery: Vec<String>,
    /// Whether a consumer can withdraw from its purchase.
    pub(crate) withdrawal_right: WithdrawalRight,
    /// Why it is excluded from withdrawal, localized; `null` if it is not, or this is not known.
    #[schema(required)]
    pub(crate) withdrawal_excluded: Option<String>,
    /// The energy arrow of a light source.
    #[schema(required)]
    pub(crate) energy: Option<EnergyArrow>,
    /// The nested items of a container, such as a set; they are counted and priced with the container.
    #[schema(no_recursion)]
    pub(crate) children: Vec<LineItem>,
}

/// The severity of a cart error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CartErrorLevel {
    /// Information only.
    Notice,
    /// Something in the cart was changed.
    Warning,
    /// Something failed.
    Error,
}

/// A problem that the shop found in the cart. Most errors are in one response only.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CartError {
    /// The key of the error, unique within the cart.
    pub(crate) key: String,
    /// The kind of error: `product-stock-reached`.
    pub(crate) message_key: String,
    /// The severity.
    pub(crate) level: CartErrorLevel,
    /// Whether the error prevents the order.
    pub(crate) blocks_order: bool,
    /// The text for the visitor, localized.
    pub(crate) message: String,
}

/// The kind of a change of the cart that the visitor did not make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CartChangeKind {
    /// A line item was removed.
    Removed,
    /// The quantity of a line item changed.
    Quantity,
    /// The price of one piece changed.
    UnitPrice,
    /// A line item came from elsewhere: the customer's earlier cart, or another device.
    Added,
    /// The shipping costs changed.
    Shipping,
    /// Something else changed, for example the amount to pay.
    Other,
}

/// One change of a cart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CartChange {
    /// What changed.
    pub(crate) kind: CartChangeKind,
    /// The id of the line item; `null` if the change does not concern a single one.
    #[schema(required)]
    pub(crate) line_item_id: Option<String>,
    /// The quantity before and now; `null` unless the quantity changed.
    #[schema(required)]
    pub(crate) quantity: Option<QuantityChange>,
    /// The amount before and now; `null` unless an amount changed.
    #[schema(required)]
    pub(crate) amount: Option<AmountChange>,
    /// The text for the visitor, localized.
    pub(crate) message: String,
}

/// A quantity before and now.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct QuantityChange {
    /// The quantity that was shown.
    pub(crate) before: u32,
    /// The quantity now.
    pub(crate) now: u32,
}

/// An amount before and now.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AmountChange {
    /// The amount that was shown.
    pub(crate) before: Money,
    /// The amount now.
    pub(crate) now: Money,
}

/// The cart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CartResponse {
    /// The line items.
    pub(crate) line_items: Vec<LineItem>,
    /// The number of pieces of merchandise.
    pub(crate) item_count: u32,
    /// The sum of the line items without shipping.
    pub(crate) subtotal: Money,
    /// The shipping; `null` if nothing is shipped.
    #[schema(required)]
    pub(crate) shipping: Option<Shipping>,
    /// The days on which everything is delivered if it is ordered now, in a sentence, localized; `null` if nothing is
    /// shipped, a line's delivery time is unknown, or the shop names no dates.
    #[schema(required)]
    pub(crate) delivery: Option<String>,
    /// The difference due to cash rounding, which may be negative; `null` if there is none.
    #[schema(required)]
    pub(crate) rounding: Option<Money>,
    /// The amount to pay.
    pub(crate) total: Money,
    /// The amount to pay without tax.
    pub(crate) net_total: Money,
    /// Whether amounts include tax.
    pub(crate) tax_status: TaxStatus,
    /// The tax of each rate.
    pub(crate) taxes: Vec<Tax>,
    /// The problems that the shop found in the cart.
    pub(crate) errors: Vec<CartError>,
    /// A hash of content and prices, to be sent with the order; `null` if the cart cannot be ordered.
    #[schema(required)]
    pub(crate) hash: Option<String>,
    /// Changes that the visitor did not make, since the cart that this browser was shown last.
    pub(crate) changes: Vec<CartChange>,
    /// A message about the session; `null` if there is none.
    #[schema(required)]
    pub(crate) notice: Option<Notice>,
}

impl Answer for CartResponse {}

/// A product to add to the cart.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"product_id": "f299c748b1eba1a51c7918faf24d013c", "quantity": 1}))]
pub(crate) struct AddLineItemRequest {
    /// The id of a product that can be bought: 32 hex digits.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(crate) product_id: String,
    /// The quantity to add.
    #[schema(minimum = 1, maximum = 10000)]
    pub(crate) quantity: i64,
}

impl Body for AddLineItemRequest {}

/// A new quantity for a line item.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"quantity": 2}))]
pub(crate) struct ChangeLineItemRequest {
    /// The quantity to set.
    #[schema(minimum = 1, maximum = 10000)]
    pub(crate) quantity: i64,
}

impl Body for ChangeLineItemRequest {}

/// A new quantity for one of several line items.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineItemQuantity {
    /// The id of the line item.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(crate) id: String,
    /// The quantity to set.
    #[schema(minimum = 1, maximum = 10000)]
    pub(crate) quantity: i64,
}

/// New quantities for several line items, as a page sends them when it is left.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"line_items": [{"id": "f299c748b1eba1a51c7918faf24d013c", "quantity": 2}]}))]
pub(crate) struct ChangeLineItemsRequest {
    /// 1 to 100 line items, each once.
    #[schema(min_items = 1, max_items = 100)]
    pub(crate) line_items: Vec<LineItemQuantity>,
}

impl Body for ChangeLineItemsRequest {}

/// A promotion code to add.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "WELKOM10"}))]
pub(crate) struct AddPromotionRequest {
    /// The code, as the visitor typed it.
    #[schema(min_length = 1, max_length = 255)]
    pub(crate) code: String,
}

impl Body for AddPromotionRequest {}

/// A product number and a quantity.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumberLine {
    /// A product number or an EAN.
    #[schema(min_length = 1, max_length = 64)]
    pub(crate) number: String,
    /// The quantity to add.
    #[schema(minimum = 1, maximum = 10000)]
    pub(crate) quantity: i64,
}

/// Products to add by number.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"lines": [{"number": "KA-200", "quantity": 2}]}))]
pub(crate) struct AddByNumberRequest {
    /// 1 to 100 lines; a number may occur several times.
    #[schema(min_items = 1, max_items = 100)]
    pub(crate) lines: Vec<NumberLine>,
}

impl Body for AddByNumberRequest {}

/// What became of one line of an order by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NumberOutcome {
    /// The product was added.
    Added,
    /// The product is in the cart, in another quantity: as much as there is, or as its steps allow.
    Adjusted,
    /// No product has this number.
    NotFound,
    /// The number is that of a family, of which a variant has to be chosen.
    HasVariants,
    /// The product is sold out or not sold any more.
    SoldOut,
}

/// One line of an order by number, with its outcome.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct NumberResult {
    /// The number of the request, trimmed.
    pub(crate) number: String,
    /// The quantity of the request.
    pub(crate) quantity: u32,
    /// What became of it.
    pub(crate) outcome: NumberOutcome,
    /// The product name, localized; `null` if no product was found.
    #[schema(required)]
    pub(crate) label: Option<String>,
    /// The quantity that is in the cart now; `null` if the product is not in it.
    #[schema(required)]
    pub(crate) in_cart: Option<u32>,
}

/// The cart after an order by number.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AddedByNumberResponse {
    /// The cart.
    pub(crate) cart: CartResponse,
    /// The outcome of each line, in the order of the request.
    pub(crate) lines: Vec<NumberResult>,
}

impl Answer for AddedByNumberResponse {}

/// A country that the shop delivers to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DeliveryCountry {
    /// The id: 32 hex digits.
    pub(crate) id: String,
    /// The name, localized.
    pub(crate) name: String,
}

/// The data of the cart page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CartOverviewResponse {
    /// The cart.
    pub(crate) cart: CartResponse,
    /// The visitor; `null` if the session could not be read in parallel.
    #[schema(required)]
    pub(crate) visitor: Option<Visitor>,
    /// The id of the country that the cart is delivered to.
    #[schema(required)]
    pub(crate) country_id: Option<String>,
    /// The countries that the shop delivers to, in the shop's order; empty if they could not be read.
    pub(crate) delivery_countries: Vec<DeliveryCountry>,
    /// The names of the payment methods that are available for this cart, localized; empty if they could not be read.
    pub(crate) payment_methods: Vec<String>,
}

impl Answer for CartOverviewResponse {}
