//! A tax of `shop.json`: only the rate, or an object with details. A rate of 0 is treated like any other: it is listed
//! and calculated.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// A tax.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Tax {
    /// Rate in percent; 0 if no tax is due.
    pub rate: f64,
    /// Its name; absent = the rate.
    #[serde(default)]
    pub name: Option<String>,
    /// Order in lists; absent = its index in the file.
    #[serde(default)]
    pub position: Option<i64>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

impl<'de> Deserialize<'de> for Tax {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TaxVisitor;
        impl<'de> Visitor<'de> for TaxVisitor {
            type Value = Tax;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a rate in percent or an object with `rate`")
            }
            fn visit_f64<E: Error>(self, rate: f64) -> Result<Tax, E> {
                Ok(Tax {
                    rate,
                    name: None,
                    position: None,
                    id: None,
                })
            }
            #[expect(clippy::cast_precision_loss, reason = "a rate is a small number")]
            fn visit_u64<E: Error>(self, rate: u64) -> Result<Tax, E> {
                self.visit_f64(rate as f64)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Tax, A::Error> {
                Tax::deserialize(MapAccessDeserializer::new(map))
            }
        }
        deserializer.deserialize_any(TaxVisitor)
    }
}
