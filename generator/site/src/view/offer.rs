//! The Offer in a product's structured data: price, stock, delivery and returns.
//!
//! Delivery and returns come from the configuration; without it they are left out.

use serde::Serialize;
use vitrine_model::{
    money::{Money, TaxStatus},
    product::{DayRange, EnergyLabel, Product, StockState},
};

use super::returns::{self, ReturnWay};
use crate::offer_terms::{OfferTerms, ReturnMethod, ReturnTerms, ShippingTerms};

/// Values for a product's structured data, besides the product itself.
pub struct ProductFacts<'a> {
    /// Name in the page's locale.
    pub name: &'a str,
    /// Plain text description.
    pub description: Option<&'a str>,
    /// Name of the shop.
    pub seller: Option<&'a str>,
    /// The energy label in the page's language.
    pub energy: Option<&'a EnergyLabel>,
    /// Name of the brand.
    pub brand: Option<&'a str>,
    /// The family's number, if it has several variants.
    pub family: Option<&'a str>,
    /// Whether a consumer may return it (custom-made products cannot be returned).
    pub returnable: bool,
    /// Delivery and return terms.
    pub terms: &'a OfferTerms,
    /// Selected options by schema.org property (`color`).
    pub options: &'a [(&'static str, String)],
    /// Absolute URLs of pictures.
    pub images: &'a [String],
    /// The page's absolute URL.
    pub url: &'a str,
}

/// An Offer of schema.org.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfferData<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    url: &'a str,
    price: String,
    price_currency: &'a str,
    availability: &'static str,
    item_condition: &'static str,
    price_specification: PriceData<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shipping_details: Vec<ShippingData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    has_merchant_return_policy: Option<ReturnData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seller: Option<SellerData<'a>>,
}

/// The shop, by name.
#[derive(Serialize)]
struct SellerData<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    name: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PriceData<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    price: String,
    price_currency: &'a str,
    value_added_tax_included: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShippingData<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    shipping_rate: AmountData<'a>,
    shipping_destination: Vec<RegionData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delivery_time: Option<DeliveryTimeData>,
}

/// The shop only has the total time from order to delivery, so all of it is transit time.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DeliveryTimeData {
    #[serde(rename = "@type")]
    kind: &'static str,
    transit_time: DaysData,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DaysData {
    #[serde(rename = "@type")]
    kind: &'static str,
    min_value: u32,
    max_value: u32,
    unit_code: &'static str,
}

#[derive(Serialize)]
struct AmountData<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    value: String,
    currency: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RegionData<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    address_country: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReturnData<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    applicable_country: &'a [String],
    return_policy_category: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    merchant_return_days: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    return_fees: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    return_shipping_fees_amount: Option<AmountData<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    return_method: Vec<&'static str>,
}

/// The Offer of a product's page.
pub(super) fn offer<'a>(product: &'a Product, facts: &ProductFacts<'a>) -> OfferData<'a> {
    let price = product.first_price().unit;
    let currency = product.prices.single.unit.currency.as_str();
    OfferData {
        kind: "Offer",
        url: facts.url,
        price: price.decimal(),
        price_currency: currency,
        availability: availability(product.stock.state),
        item_condition: "https://schema.org/NewCondition",
        price_specification: PriceData {
            kind: "UnitPriceSpecification",
            price: price.decimal(),
            price_currency: currency,
            value_added_tax_included: product.prices.tax_status == TaxStatus::Gross,
        },
        // A download is not shipped.
        shipping_details: facts
            .terms
            .shipping
            .iter()
            .filter(|_| !product.digital)
            .filter_map(|terms| shipping(terms, product, price))
            .collect(),
        has_merchant_return_policy: facts
            .terms
            .returns
            .as_ref()
            .map(|terms| return_policy(terms, facts.returnable.then(|| returns::way(terms, product)), currency)),
        seller: facts.seller.map(|name| SellerData {
            kind: "Organization",
            name,
        }),
    }
}

fn availability(state: StockState) -> &'static str {
    match state {
        StockState::InStock => "https://schema.org/InStock",
        StockState::LimitedStock => "https://schema.org/LimitedAvailability",
        StockState::OutOfStock => "https://schema.org/OutOfStock",
    }
}

/// `None` for amounts that are invalid for the currency; the configuration is checked for those.
fn shipping<'a>(terms: &'a ShippingTerms, product: &'a Product, price: Money) -> Option<ShippingData<'a>> {
    let amount = |text: &str| Money::from_decimal(text, price.currency).ok();
    let free = terms
        .free_from
        .as_deref()
        .and_then(amount)
        .is_some_and(|least| price.minor >= least.minor);
    let cost = if free || product.free_delivery {
        price.with_minor(0)
    } else {
        amount(&terms.cost)?
    };
    Some(ShippingData {
        kind: "OfferShippingDetails",
        shipping_rate: AmountData {
            kind: "MonetaryAmount",
            value: cost.decimal(),
            currency: product.prices.single.unit.currency.as_str(),
        },
        shipping_destination: terms
            .countries
            .iter()
            .map(|country| RegionData {
                kind: "DefinedRegion",
                address_country: country,
            })
            .collect(),
        delivery_time: delivery_days(product).map(|days| DeliveryTimeData {
            kind: "ShippingDeliveryTime",
            transit_time: DaysData {
                kind: "QuantitativeValue",
                min_value: days.from,
                max_value: days.to,
                unit_code: "DAY",
            },
        }),
    })
}

/// The days from order to delivery as on the page; `None` if it shows no numbers.
fn delivery_days(product: &Product) -> Option<DayRange> {
    let stock = &product.stock;
    if stock.state == StockState::OutOfStock {
        return None;
    }
    let awaited = stock.awaited_days().map(|days| DayRange { from: days, to: days });
    awaited.or(stock.delivery_days)
}

/// Without a way back it cannot be returned.
fn return_policy<'a>(terms: &'a ReturnTerms, way: Option<ReturnWay>, currency: &'a str) -> ReturnData<'a> {
    let returnable = way.is_some();
    let category = if returnable {
        "https://schema.org/MerchantReturnFiniteReturnWindow"
    } else {
        "https://schema.org/MerchantReturnNotPermitted"
    };
    let methods = terms.methods.iter().filter(|_| returnable).map(|method| match method {
        ReturnMethod::Mail => "https://schema.org/ReturnByMail",
        ReturnMethod::Store => "https://schema.org/ReturnInStore",
    });
    let cost = way.and_then(ReturnWay::cost).filter(|cost| cost.minor > 0);
    let fees = match way {
        Some(ReturnWay::Free) => "https://schema.org/FreeReturn",
        Some(ReturnWay::Collected(cost)) if cost.minor == 0 => "https://schema.org/FreeReturn",
        _ if cost.is_some() => "https://schema.org/ReturnShippingFees",
        _ => "https://schema.org/ReturnFeesCustomerResponsibility",
    };
    ReturnData {
        kind: "MerchantReturnPolicy",
        applicable_country: &terms.countries,
        return_policy_category: category,
        merchant_return_days: returnable.then_some(terms.days),
        return_fees: returnable.then_some(fees),
        return_shipping_fees_amount: cost.map(|cost| AmountData {
            kind: "MonetaryAmount",
            value: cost.decimal(),
            currency,
        }),
        return_method: methods.collect(),
    }
}
