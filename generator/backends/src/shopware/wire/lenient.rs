//! A part of an answer that is left out alone if it cannot be read: the line of a cart or an order.

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::{Map, Value};

/// A struct without its unreadable fields; a value that is not an object has no fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lenient<T>(pub(crate) T);

impl<'de, T: DeserializeOwned + Default> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if let Ok(read) = T::deserialize(&value) {
            return Ok(Self(read));
        }
        let Value::Object(fields) = value else {
            return Ok(Self::default());
        };
        let alone = |name: &String, value: &Value| Value::Object(Map::from_iter([(name.clone(), value.clone())]));
        let readable = fields
            .into_iter()
            .filter(|(name, value)| T::deserialize(&alone(name, value)).is_ok());
        Ok(Self(
            T::deserialize(Value::Object(readable.collect())).unwrap_or_default(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Row {
        id: String,
        label: Option<String>,
        quantity: Option<u32>,
        children: Vec<Lenient<Row>>,
    }

    #[test]
    fn a_field_that_cannot_be_read_costs_itself_at_any_depth() {
        let read: Vec<Lenient<Row>> = serde_json::from_value(json!([
            {"id": "a", "label": 7, "quantity": 2, "children": [
                {"id": "b", "label": "Leg", "children": [{"id": "c", "quantity": {}}, null]}
            ]},
            "nothing", {"id": null, "label": "Table"}
        ]))
        .expect("a list");
        let [first, text, last] = read.as_slice() else {
            panic!("{read:?}")
        };
        assert_eq!(
            (first.0.id.as_str(), first.0.label.as_deref(), first.0.quantity),
            ("a", None, Some(2))
        );
        let leg = &first.0.children[0].0;
        assert_eq!(leg.label.as_deref(), Some("Leg"));
        assert_eq!(leg.children.len(), 2);
        assert_eq!(leg.children[0].0.id, "c");
        assert_eq!(text.0.id, "");
        assert_eq!((last.0.id.as_str(), last.0.label.as_deref()), ("", Some("Table")));
    }
}
