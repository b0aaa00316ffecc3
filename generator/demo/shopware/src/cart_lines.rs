//! Stored lines of a cart, and the line items of a request, validated in Shopware's order (Shopware §10). Promotions
//! are not lines here: they are stored as codes and calculated each time.

use http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::errors::{ApiError, is_id};
use super::ids::random_id;

/// A stored line.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) id: String,
    /// The product's id, for a product.
    pub(crate) referenced_id: Option<String>,
    /// `product`, `custom`, `credit`, …
    pub(crate) kind: String,
    /// Label of a line other than a product.
    pub(crate) label: Option<String>,
    /// Unit price of a line that was not added by the visitor.
    pub(crate) unit_price: Option<f64>,
    /// Not added by the visitor: it is neither looked up nor repaired; without a unit price it costs the sum of its
    /// nested lines, or has no price.
    pub(crate) foreign: bool,
    /// Nested lines.
    pub(crate) children: Vec<Self>,
    pub(crate) quantity: i64,
    pub(crate) stackable: bool,
    pub(crate) removable: bool,
    /// Keys sent by the client, stored unchanged.
    pub(crate) payload: Map<String, Value>,
    pub(crate) unique: String,
    /// The current call has added or changed it.
    pub(crate) touched: bool,
}

/// A line added through the control API, as an extension of the shop would.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForeignLine {
    /// Display name.
    #[serde(default)]
    pub label: Option<String>,
    /// Gross unit price. Without one, a container costs the sum of its nested lines, and any other line has no price.
    #[serde(default)]
    pub unit_price: Option<f64>,
    /// Quantity.
    #[serde(default = "one")]
    pub quantity: i64,
    /// Whether the quantity can be changed.
    #[serde(default = "yes")]
    pub stackable: bool,
    /// Whether it can be removed.
    #[serde(default = "yes")]
    pub removable: bool,
    /// Type; `custom` by default.
    #[serde(default = "custom", rename = "type")]
    pub kind: String,
    /// Number of the product it refers to.
    #[serde(default)]
    pub product_number: Option<String>,
    /// Nested lines.
    #[serde(default)]
    pub children: Vec<Self>,
}

fn one() -> i64 {
    1
}
fn yes() -> bool {
    true
}
fn custom() -> String {
    "custom".to_owned()
}

impl ForeignLine {
    /// The line to store; `find` returns the id of the product with a number.
    ///
    /// # Errors
    /// When no product has a number in the lines.
    pub(crate) fn into_line(self, find: &dyn Fn(&str) -> Option<String>) -> Result<Line, String> {
        let id = random_id();
        let product = match self.product_number {
            None => None,
            Some(number) => Some(find(&number).ok_or_else(|| format!("no product has the number `{number}`"))?),
        };
        let children = self.children.into_iter().map(|child| child.into_line(find));
        Ok(Line {
            children: children.collect::<Result<_, _>>()?,
            referenced_id: Some(product.unwrap_or_else(|| id.clone())),
            unique: id.clone(),
            id,
            kind: self.kind,
            label: self.label,
            unit_price: self.unit_price,
            foreign: true,
            quantity: self.quantity.max(1),
            stackable: self.stackable,
            removable: self.removable,
            payload: Map::new(),
            touched: false,
        })
    }
}

/// An item to add.
#[derive(Debug, Clone)]
pub(crate) enum Addition {
    Product(Box<Line>),
    Promotion(String),
}

/// The `items` of a request; empty if the key is missing.
pub(crate) fn items(body: &Map<String, Value>) -> Result<&[Value], ApiError> {
    match body.get("items") {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(items)) => Ok(items),
        Some(Value::Object(map)) if map.is_empty() => Ok(&[]),
        Some(other) => {
            let kind = super::out::php_type(other);
            Err(ApiError::plain(
                StatusCode::BAD_REQUEST,
                "0",
                format!("Unexpected value for parameter \"items\": expecting \"array\", got \"{kind}\"."),
            ))
        }
    }
}

/// An item of POST /checkout/cart/line-item.
pub(crate) fn addition(item: &Value) -> Result<Addition, ApiError> {
    let quantity = quantity(item)?.unwrap_or(1);
    let text = |key: &str| item.get(key).and_then(Value::as_str).map(str::to_owned);
    let kind = text("type").unwrap_or_default();
    match kind.as_str() {
        "custom" | "credit" | "discount" | "container" | "quantity" => return Err(no_permission()),
        "product" | "promotion" => {}
        other => {
            return Err(ApiError::new(
                StatusCode::BAD_REQUEST,
                "CHECKOUT__CART_LINE_ITEM_TYPE_NOT_SUPPORTED",
                format!("Line item type \"{other}\" is not supported."),
                json!({"type": other}),
            ));
        }
    }
    if item
        .get("priceDefinition")
        .is_some_and(|definition| !definition.is_null())
    {
        return Err(no_permission());
    }
    let id = text("id");
    let referenced = text("referencedId").or_else(|| id.clone()).unwrap_or_default();
    if kind == "promotion" {
        return Ok(Addition::Promotion(referenced));
    }
    if !is_id(&referenced) {
        return Err(ApiError::invalid_uuid(&referenced));
    }
    Ok(Addition::Product(Box::new(Line {
        id: id.unwrap_or_else(random_id),
        referenced_id: Some(referenced),
        kind,
        label: None,
        unit_price: None,
        foreign: false,
        children: Vec::new(),
        quantity,
        stackable: true,
        removable: true,
        payload: payload(item),
        unique: random_id(),
        touched: true,
    })))
}

fn no_permission() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "CHECKOUT__INSUFFICIENT_PERMISSION",
        "Insufficient permission.",
        json!({}),
    )
}

/// The `payload` of an item: scalars and arrays are kept.
pub(crate) fn payload(item: &Value) -> Map<String, Value> {
    item.get("payload")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default()
}

/// The `quantity` of an item: a JSON integer above 0.
pub(crate) fn quantity(item: &Value) -> Result<Option<i64>, ApiError> {
    let Some(value) = item.get("quantity").filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    let Some(quantity) = value.as_i64() else {
        return Err(ApiError::wrong_type("/quantity", "int", value));
    };
    if quantity < 1 {
        let detail = format!("The quantity must be a positive integer. Given: \"{quantity}\"");
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "CHECKOUT__CART_INVALID_LINE_ITEM_QUANTITY",
            detail,
            json!({"quantity": quantity}),
        ));
    }
    Ok(Some(quantity))
}

/// A line id that is not in the cart.
pub(crate) fn not_found(id: &str) -> ApiError {
    let detail = format!("Line item with identifier {id} not found.");
    ApiError::new(
        StatusCode::NOT_FOUND,
        "CHECKOUT__CART_LINE_ITEM_NOT_FOUND",
        detail,
        json!({"id": id}),
    )
}

/// A line whose quantity cannot be changed.
pub(crate) fn not_stackable(id: &str) -> ApiError {
    let detail = format!("Line item with identifier \"{id}\" is not stackable and the quantity cannot be changed.");
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "CHECKOUT__CART_LINE_ITEM_NOT_STACKABLE",
        detail,
        json!({"id": id}),
    )
}

/// A line that cannot be removed.
pub(crate) fn not_removable(id: &str) -> ApiError {
    let detail = format!("Line item with identifier {id} is not removable.");
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "CHECKOUT__CART_LINE_ITEM_NOT_REMOVABLE",
        detail,
        json!({"id": id}),
    )
}
