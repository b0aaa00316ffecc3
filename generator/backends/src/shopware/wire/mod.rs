//! Shopware's JSON (Shopware §4): every field optional, unknown keys ignored, empty maps as `[]`.
//!
//! The structs mirror the JSON; it is validated during conversion.

mod cart;
mod catalogue;
mod context;
mod customer;
mod lenient;
mod media;
mod methods;
mod order;
mod plain;
mod product;

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Number, Value};
use vitrine_model::money::{Currency, Money};

pub(crate) use cart::{WireCart, WireCartError, WireCartPrice, WireDelivery, WireLineItem, WireQuantityInformation};
pub(crate) use catalogue::{
    WireCategory, WireCurrency, WireLanguage, WireSearchResult, WireSeoUrl, canonical_path, category_path,
};
pub(crate) use context::{WireContext, WireDomain, WireShippingLocation};
pub(crate) use customer::{WireAddress, WireCountry, WireCountryState, WireCustomer, WireSalutation};
pub(crate) use lenient::Lenient;
pub(crate) use media::WireMedia;
pub(crate) use methods::{WirePaymentMethod, WireShippingMethod, WireShippingPrice};
pub(crate) use order::{
    WireOrder, WireOrderDelivery, WireOrderDocument, WireOrderDownload, WireOrderLine, WireOrderPage,
    WireOrderTransaction, WireOrders, WireRedirect, WireState,
};
pub(crate) use plain::decoded;
pub(crate) use product::{
    WireDeliveryTime, WireManufacturer, WirePrice, WireProduct, WireProductMedia, WirePropertyGroup,
    WirePropertyOption, WireRef, WireReferencePrice,
};

/// A map; PHP prints an empty one as `[]` and a missing one as null.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Dict<T>(pub(crate) Vec<(String, T)>);

/// A list; may be null, or a map whose values are used (PHP lists with gaps).
#[derive(Clone, Debug)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<T> Default for Dict<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Dict<T> {
    pub(crate) fn get(&self, key: &str) -> Option<&T> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, v)| v)
    }
}

impl Dict<Value> {
    /// A text that is present and not blank.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Value::as_str).filter(|t| !t.trim().is_empty())
    }

    /// The custom fields inside `translated`.
    pub(crate) fn custom_field(&self, name: &str) -> Option<&Value> {
        self.get("customFields")?.get(name).filter(|v| !v.is_null())
    }
}

struct DictVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for DictVisitor<T> {
    type Value = Dict<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object, [] or null")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Dict<T>, E> {
        Ok(Dict::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Dict<T>, A::Error> {
        match seq.next_element::<de::IgnoredAny>()? {
            None => Ok(Dict::default()),
            Some(_) => Err(de::Error::custom("expected an object, found a list with elements")),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Dict<T>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Dict(entries))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Dict<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DictVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = List<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or null")
    }

    fn visit_unit<E: de::Error>(self) -> Result<List<T>, E> {
        Ok(List::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<List<T>, A::Error> {
        let mut items = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(1_000));
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<List<T>, A::Error> {
        let mut items = Vec::new();
        while let Some((_, item)) = map.next_entry::<de::IgnoredAny, T>()? {
            items.push(item);
        }
        Ok(List(items))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListVisitor(PhantomData))
    }
}

/// An amount parsed from its digits, never through floating point.
pub(crate) fn money(number: &Number, currency: Currency) -> Result<Money, String> {
    Money::from_decimal(&number.to_string(), currency).map_err(|e| e.to_string())
}

/// A whole number, which PHP may print with a fraction.
pub(crate) fn whole(number: &Number) -> Option<i64> {
    number
        .as_i64()
        .or_else(|| number.as_f64().filter(|f| f.is_finite()).map(|f| f.round() as i64))
}

/// A non-negative whole number, clamped to the range of `u32`.
pub(crate) fn count(number: Option<&Number>) -> Option<u32> {
    number
        .and_then(whole)
        .map(|n| u32::try_from(n.max(0)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, Debug, Default)]
    #[serde(default)]
    struct Both {
        map: Dict<Value>,
        list: List<u32>,
    }

    #[test]
    fn empty_php_arrays_are_maps_and_lists() {
        for text in [
            r#"{"map":[],"list":[]}"#,
            r#"{"map":null,"list":null}"#,
            r#"{"map":{},"list":{}}"#,
            "{}",
        ] {
            let both: Both = serde_json::from_str(text).unwrap();
            assert!(both.map.0.is_empty() && both.list.0.is_empty(), "{text}");
        }
        let both: Both = serde_json::from_str(r#"{"map":{"a":"x"},"list":{"3":7,"9":8}}"#).unwrap();
        assert_eq!(both.map.text("a"), Some("x"));
        assert_eq!(both.list.0, [7, 8]);
        assert!(serde_json::from_str::<Both>(r#"{"map":[1]}"#).is_err());
    }
}
