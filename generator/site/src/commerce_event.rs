//! The commerce events of a page, from which the types of the islands are generated (R-UI-08,
//! docs/contracts/consent.md). Their names and fields are those of the tag manager's own shop events.
//!
//! **Invariant:** no event has a field for a person: no name, address, customer number or e-mail address.

use serde::Serialize;
use utoipa::ToSchema;

/// A product in an event.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CommerceItem {
    /// The product number, as the page shows it.
    pub item_id: String,
    /// The name, as the page shows it.
    pub item_name: String,
    /// The price of one piece, as the page shows it, in units of the currency; `None` if it is on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
    /// How many pieces.
    pub quantity: u32,
}

/// Products with what they cost together.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CommerceBasket {
    /// The ISO 4217 code of the currency.
    pub currency: String,
    /// The sum of the items, as the page shows it.
    pub value: f64,
    /// The products.
    pub items: Vec<CommerceItem>,
}

/// Products of a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CommerceList {
    /// The title of the list.
    pub item_list_name: String,
    /// The products, in the order of the page.
    pub items: Vec<CommerceItem>,
}

/// A placed order.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CommerceOrder {
    /// The order number.
    pub transaction_id: String,
    /// The ISO 4217 code of the currency.
    pub currency: String,
    /// The total.
    pub value: f64,
    /// The tax in or on top of it.
    pub tax: f64,
    /// The delivery costs.
    pub shipping: f64,
    /// The products.
    pub items: Vec<CommerceItem>,
}

/// A commerce event.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum CommerceEvent {
    /// A product's page was opened.
    ViewItem {
        /// The product.
        ecommerce: CommerceBasket,
    },
    /// A list of products was opened.
    ViewItemList {
        /// The list.
        ecommerce: CommerceList,
    },
    /// Pieces were added to the cart.
    AddToCart {
        /// What was added.
        ecommerce: CommerceBasket,
    },
    /// Pieces were removed from the cart.
    RemoveFromCart {
        /// What was removed.
        ecommerce: CommerceBasket,
    },
    /// The checkout was opened.
    BeginCheckout {
        /// The cart.
        ecommerce: CommerceBasket,
    },
    /// An order was placed.
    Purchase {
        /// The order.
        ecommerce: CommerceOrder,
    },
    /// A search was answered.
    Search {
        /// The query; empty if it may name a person.
        search_term: String,
        /// Number of results.
        result_count: u32,
    },
    /// A form was sent.
    GenerateLead {
        /// The form's handle.
        form_id: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_has_its_name_and_the_fields_of_the_tag_manager() {
        let event = CommerceEvent::ViewItem {
            ecommerce: CommerceBasket {
                currency: "EUR".to_owned(),
                value: 595.0,
                items: vec![CommerceItem {
                    item_id: "RAVEL-RU-OA".to_owned(),
                    item_name: "Ravel".to_owned(),
                    price: Some(595.0),
                    quantity: 1,
                }],
            },
        };
        let written = serde_json::to_value(event).unwrap_or_default();
        assert_eq!(
            written,
            serde_json::json!({
                "event": "view_item",
                "ecommerce": {
                    "currency": "EUR", "value": 595.0,
                    "items": [{"item_id": "RAVEL-RU-OA", "item_name": "Ravel", "price": 595.0, "quantity": 1}]
                }
            })
        );
    }
}
