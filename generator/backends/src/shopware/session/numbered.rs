//! Products by their numbers, for orders by number.
//!
//! **Invariant:** one request, by POST, because a hundred numbers make no URL; it is not retried.

use serde_json::{Value, json};
use vitrine_model::ids::ProductId;

use super::{Answer, Failure, SessionCall};
use crate::{
    http::{Answered, Write},
    shopware::{
        client::ShopwareClient,
        wire::{WireProduct, WireSearchResult, count},
    },
};

/// A product that has one of the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedProduct {
    /// Shopware's id.
    pub id: ProductId,
    /// The product number.
    pub number: String,
    /// The EAN.
    pub ean: Option<String>,
    /// Name, in the language of the call.
    pub name: String,
    /// The product is a family, of which only variants are sold.
    pub has_variants: bool,
}

/// Criteria for the products with one of these numbers, product numbers or EANs.
fn criteria(numbers: &[String]) -> Value {
    json!({
        "page": 1,
        "limit": 100,
        "filter": [{"type": "multi", "operator": "or", "queries": [
            {"type": "equalsAny", "field": "productNumber", "value": numbers},
            {"type": "equalsAny", "field": "ean", "value": numbers},
        ]}],
        "includes": {"product": ["id", "productNumber", "ean", "translated", "name", "childCount"]},
    })
}

impl ShopwareClient {
    /// `POST /product`: the products with one of these product numbers or EANs (at most 100), in Shopware's order.
    /// Shopware ignores case. Hidden and unusable products are left out. Requested without the session: numbers and
    /// names are the same for all visitors.
    pub async fn products_by_number(
        &self,
        call: &SessionCall,
        numbers: &[String],
    ) -> Result<Answer<Vec<NumberedProduct>>, Failure> {
        let read = |answered: &Answered| {
            let wire: WireSearchResult<WireProduct> = answered.json()?;
            Ok(wire.elements.0.iter().filter_map(numbered).collect())
        };
        let (stranger, criteria) = (call.as_stranger(), criteria(numbers));
        let asked = self
            .session_write(&stranger, Write::Post, "/product", &criteria, read)
            .await;
        match asked {
            Ok(answer) => Ok(Answer { token: None, ..answer }),
            Err(failure) => Err(Failure { token: None, ..failure }),
        }
    }
}

fn numbered(wire: &WireProduct) -> Option<NumberedProduct> {
    let translated = wire.translated.text("name");
    Some(NumberedProduct {
        id: ProductId::parse(&wire.id).ok()?,
        number: wire.product_number.clone()?,
        ean: wire.ean.clone().filter(|ean| !ean.is_empty()),
        name: translated.or(wire.name.as_deref()).unwrap_or_default().to_owned(),
        has_variants: count(wire.child_count.as_ref()).is_some_and(|children| children > 0),
    })
}
