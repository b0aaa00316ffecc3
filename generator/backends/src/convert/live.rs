//! A product's current price and stock for one visitor (R-PDP-03).
//!
//! **Invariant:** the rules are those of the build: a product is left out where the build would leave it out.

use serde_json::Value;
use vitrine_delivery::DeliveryTime;
use vitrine_model::{
    diagnostic::Place,
    ids::{ProductId, ProductNumber},
    money::{Currency, TaxStatus},
    product::{Prices, PurchaseLimits, Stock},
};

use super::{
    findings::Findings,
    prices::{limits, not_negative, prices, stock, unit},
    products::decides,
};
use crate::{
    json,
    shopware::wire::{WireDeliveryTime, WireProduct},
};

/// The values of a product that may have changed since the page was built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveProduct {
    /// Shopware's id.
    pub id: ProductId,
    /// The article number.
    pub number: ProductNumber,
    /// In the session's currency and tax state; without the recommended price, which is the same for every visitor.
    pub prices: Prices,
    /// Derived by the rule of shopware-fields.md.
    pub stock: Stock,
    /// Quantities that can be bought.
    pub limits: PurchaseLimits,
    /// Delivery time as text, in the language of the call.
    pub delivery_time: Option<String>,
    /// Name of the unit that reference prices count, in the language of the call.
    pub unit: Option<String>,
    /// The same as numbers.
    pub time: Option<DeliveryTime>,
}

/// A product's price and stock for one visitor, from a record of the list. An error says why it is left out.
pub(crate) fn live_product(
    record: &Value,
    currency: Currency,
    tax_status: TaxStatus,
    limited_at_most: u32,
) -> Result<LiveProduct, String> {
    let (product, faults) = json::lenient::<WireProduct>(&record.to_string());
    if let Some(fault) = faults.iter().find(|fault| decides(&fault.path)) {
        return Err(format!("{}: {}", fault.path, fault.reason));
    }
    let product = &product.ok_or("it cannot be read")?;
    let own = prices(product, currency, tax_status)?;
    let number = product.product_number.as_deref().unwrap_or_default();
    Ok(LiveProduct {
        id: ProductId::parse(&product.id).map_err(|e| e.to_string())?,
        number: ProductNumber::parse(number).map_err(|e| e.to_string())?,
        prices: not_negative(own, &Place::default(), &Findings::default())?,
        stock: stock(product, limited_at_most),
        limits: limits(product),
        delivery_time: product
            .delivery_time
            .as_ref()
            .and_then(|t| t.shown_name())
            .map(str::to_owned),
        unit: unit(product),
        time: product.delivery_time.as_ref().and_then(WireDeliveryTime::range),
    })
}
