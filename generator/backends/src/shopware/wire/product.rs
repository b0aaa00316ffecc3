//! Products, their media, manufacturer and properties (Shopware §15). See [`super`].

use serde::Deserialize;
use serde_json::{Number, Value};
use vitrine_delivery::{DeliveryTime, Unit};

use super::{Dict, List, WireMedia, WireSeoUrl, count, plain};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireProduct {
    pub(crate) id: String,
    pub(crate) parent_id: Option<String>,
    pub(crate) product_number: Option<String>,
    pub(crate) ean: Option<String>,
    pub(crate) manufacturer_number: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
    pub(crate) calculated_price: Option<WirePrice>,
    pub(crate) calculated_prices: List<WirePrice>,
    pub(crate) available: Option<bool>,
    pub(crate) available_stock: Option<Number>,
    pub(crate) stock: Option<Number>,
    pub(crate) is_closeout: Option<bool>,
    pub(crate) restock_time: Option<Number>,
    pub(crate) delivery_time: Option<WireDeliveryTime>,
    pub(crate) min_purchase: Option<Number>,
    pub(crate) max_purchase: Option<Number>,
    pub(crate) calculated_max_purchase: Option<Number>,
    pub(crate) purchase_steps: Option<Number>,
    pub(crate) width: Option<Number>,
    pub(crate) height: Option<Number>,
    pub(crate) length: Option<Number>,
    pub(crate) weight: Option<Number>,
    pub(crate) cover_id: Option<String>,
    pub(crate) cover: Option<WireProductMedia>,
    pub(crate) media: List<WireProductMedia>,
    pub(crate) manufacturer_id: Option<String>,
    pub(crate) manufacturer: Option<WireManufacturer>,
    pub(crate) properties: List<WirePropertyOption>,
    pub(crate) options: List<WirePropertyOption>,
    pub(crate) category_ids: List<String>,
    pub(crate) categories: List<WireRef>,
    pub(crate) category_tree: List<String>,
    pub(crate) seo_urls: List<WireSeoUrl>,
    pub(crate) cross_sellings: List<WireCrossSelling>,
    pub(crate) child_count: Option<Number>,
    pub(crate) states: List<String>,
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    pub(crate) shipping_free: Option<bool>,
    pub(crate) main_variant_id: Option<String>,
    pub(crate) variant_listing_config: Dict<Value>,
    pub(crate) updated_at: Option<String>,
    pub(crate) created_at: Option<String>,
}

/// `product_cross_selling` in the product list, without its products (Shopware §16.4).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireCrossSelling {
    pub(crate) id: String,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    pub(crate) position: Option<Number>,
    pub(crate) active: Option<bool>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
}

/// A record of which only the id is used.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireRef {
    pub(crate) id: String,
}

/// `delivery_time` of a product or a shipping method, `cart_delivery_time` of a line item.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireDeliveryTime {
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
    pub(crate) min: Option<Number>,
    pub(crate) max: Option<Number>,
    pub(crate) unit: Option<String>,
}

impl WireDeliveryTime {
    pub(crate) fn shown_name(&self) -> Option<&str> {
        self.translated.text("name").or(self.name.as_deref())
    }

    /// The range as numbers; `None` without them, or in a unit that Shopware does not have. Nothing is delivered before
    /// it is ordered: less than 0 is 0.
    pub(crate) fn range(&self) -> Option<DeliveryTime> {
        let amount = |number: Option<&Number>| Some(u16::try_from(count(number)?).unwrap_or(u16::MAX));
        Some(DeliveryTime {
            min: amount(self.min.as_ref())?,
            max: amount(self.max.as_ref())?,
            unit: match self.unit.as_deref()? {
                "hour" => Unit::Hour,
                "day" => Unit::Day,
                "week" => Unit::Week,
                "month" => Unit::Month,
                "year" => Unit::Year,
                _ => return None,
            },
        })
    }
}

/// `calculated_price` (Shopware §6.2).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WirePrice {
    pub(crate) unit_price: Option<Number>,
    pub(crate) quantity: Option<Number>,
    pub(crate) total_price: Option<Number>,
    pub(crate) list_price: Option<WireListPrice>,
    pub(crate) regulation_price: Option<WireListPrice>,
    pub(crate) reference_price: Option<WireReferencePrice>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireListPrice {
    pub(crate) price: Option<Number>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireReferencePrice {
    pub(crate) price: Option<Number>,
    pub(crate) reference_unit: Option<Number>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) unit_name: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WireProductMedia {
    pub(crate) id: String,
    pub(crate) position: Option<Number>,
    pub(crate) media_id: Option<String>,
    pub(crate) media: Option<WireMedia>,
}

#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WireManufacturer {
    pub(crate) id: String,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    pub(crate) link: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
}

#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WirePropertyOption {
    pub(crate) id: String,
    pub(crate) group_id: Option<String>,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    pub(crate) position: Option<Number>,
    pub(crate) color_hex_code: Option<String>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
    pub(crate) group: Option<WirePropertyGroup>,
}

#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct WirePropertyGroup {
    pub(crate) id: String,
    #[serde(deserialize_with = "plain::text")]
    pub(crate) name: Option<String>,
    pub(crate) display_type: Option<String>,
    pub(crate) visible_on_product_detail_page: Option<bool>,
    pub(crate) position: Option<Number>,
    #[serde(deserialize_with = "plain::translated")]
    pub(crate) translated: Dict<Value>,
}
