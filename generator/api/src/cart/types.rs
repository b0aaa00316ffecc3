//! The JSON of the cart.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    money::{Money, TaxStatus},
    row::{Answer, Body},
};

/// The shipping of a cart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Shipping {
    /// The name of the shipping method, localized.
    pub(super) name: String,
    /// The shipping costs.
    pub(super) total: Money,
}

/// The tax of one rate.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Tax {
    /// The rate in percent: `21`, `5.5`.
    pub(super) rate: String,
    /// The amount of tax.
    pub(super) amount: Money,
}

/// The kind of a line item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum LineItemKind {
    /// A product.
    Product,
    /// A discount.
    Promotion,
    /// Anything else.
    Other,
}

/// One option of a variant.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct LineItemOption {
    /// The name of the option group, localized: `Fabric`.
    pub(super) group: String,
    /// The name of the chosen option, localized: `Hale 146`.
    pub(super) option: String,
}

/// The picture of a line item.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Cover {
    /// The absolute URL of the original picture.
    pub(super) url: String,
    /// The alternative text, localized; empty where there is none.
    pub(super) alt: String,
}

/// The quantities that can be bought.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(super) struct QuantityLimits {
    /// The lowest quantity.
    pub(super) min: u32,
    /// The highest quantity.
    pub(super) max: u32,
    /// The step between two quantities, counted from the lowest.
    pub(super) step: u32,
}

/// A line item of the cart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct LineItem {
    /// The id of the line item in the cart.
    pub(super) id: String,
    /// The kind of line item.
    pub(super) kind: LineItemKind,
    /// The product id; `null` where the line item is no product.
    #[schema(required)]
    pub(super) product_id: Option<String>,
    /// The product number.
    #[schema(required)]
    pub(super) product_number: Option<String>,
    /// Product name, localized.
    pub(super) label: String,
    /// The path of the product's page in this locale.
    #[schema(required)]
    pub(super) path: Option<String>,
    /// The options of the variant.
    pub(super) options: Vec<LineItemOption>,
    /// The picture.
    #[schema(required)]
    pub(super) cover: Option<Cover>,
    /// The quantity.
    pub(super) quantity: u32,
    /// The quantities that can be bought.
    pub(super) limits: QuantityLimits,
    /// Whether the quantity can be changed.
    pub(super) stackable: bool,
    /// Whether the line item can be removed.
    pub(super) removable: bool,
    /// Whether the line item is merchandise.
    pub(super) good: bool,
    /// Whether the line item is a digital product.
    pub(super) digital: bool,
    /// The price of one piece.
    pub(super) unit_price: Money,
    /// The former price of one piece, which is struck through.
    #[schema(required)]
    pub(super) list_price: Option<Money>,
    /// The price of all pieces.
    pub(super) total_price: Money,
    /// The number of pieces in stock.
    #[schema(required)]
    pub(super) stock: Option<i64>,
    /// The delivery time as text, localized.
    #[schema(required)]
    pub(super) delivery_time: Option<String>,
}

/// The severity of a cart error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum CartErrorLevel {
    /// Information only.
    Notice,
    /// Something in the cart was changed.
    Warning,
    /// Something failed.
    Error,
}

/// What the shop found in the cart. Most errors are in one answer only.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct CartError {
    /// The key of the error, unique within the cart.
    pub(super) key: String,
    /// The kind of error: `product-stock-reached`.
    pub(super) message_key: String,
    /// The severity.
    pub(super) level: CartErrorLevel,
    /// Whether the cart cannot be ordered because of it.
    pub(super) blocks_order: bool,
    /// The text for the visitor, localized.
    pub(super) message: String,
}

/// The cart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct CartResponse {
    /// The line items.
    pub(super) line_items: Vec<LineItem>,
    /// The number of pieces of merchandise.
    pub(super) item_count: u32,
    /// The sum of the line items without shipping.
    pub(super) subtotal: Money,
    /// The shipping; `null` where nothing is shipped.
    #[schema(required)]
    pub(super) shipping: Option<Shipping>,
    /// The amount to pay.
    pub(super) total: Money,
    /// The amount to pay without tax.
    pub(super) net_total: Money,
    /// Whether amounts include tax.
    pub(super) tax_status: TaxStatus,
    /// The tax of each rate.
    pub(super) taxes: Vec<Tax>,
    /// What the shop found in the cart.
    pub(super) errors: Vec<CartError>,
}

impl Answer for CartResponse {}

/// A product to add to the cart.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"product_id": "f299c748b1eba1a51c7918faf24d013c", "quantity": 1}))]
pub(super) struct AddLineItemRequest {
    /// The id of a product that can be bought: 32 hex digits.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(super) product_id: String,
    /// The quantity to add.
    #[schema(minimum = 1, maximum = 10000)]
    pub(super) quantity: i64,
}

impl Body for AddLineItemRequest {}

/// A new quantity of a line item.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"quantity": 2}))]
pub(super) struct ChangeLineItemRequest {
    /// The quantity to set.
    #[schema(minimum = 1, maximum = 10000)]
    pub(super) quantity: i64,
}

impl Body for ChangeLineItemRequest {}
