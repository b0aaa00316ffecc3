//! Statamic's envelopes (Statamic §1): `{data}` and `{data, links, meta}`.
//!
//! **Invariant:** if `meta` is present the whole response is kept, otherwise only `data` (R-BACK-02).

use serde_json::{Map, Value};

use super::wire::has_gaps;

/// An answer without its envelope.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Envelope {
    /// A page of a list, with `meta`.
    Whole(Map<String, Value>),
    /// The content of `data`.
    Data(Value),
}

/// Position of a page in its list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paging {
    pub(crate) current_page: u64,
    pub(crate) last_page: u64,
    pub(crate) total: u64,
}

impl Envelope {
    pub(crate) fn of(body: Value) -> Result<Self, String> {
        match body {
            Value::Object(mut map) if map.contains_key("meta") => match map.get_mut("data") {
                Some(_) => Ok(Self::Whole(map)),
                None => Err("it has meta, but no data".to_owned()),
            },
            Value::Object(mut map) => map
                .remove("data")
                .map(Self::Data)
                .ok_or_else(|| "it has no data".to_owned()),
            // Some add-ons return the list of redirects without an envelope.
            Value::Array(list) => Ok(Self::Data(Value::Array(list))),
            _ => Err("it is neither an object nor a list".to_owned()),
        }
    }

    pub(crate) fn paging(&self) -> Option<Paging> {
        let Self::Whole(map) = self else { return None };
        let meta = map.get("meta")?;
        let number = |key: &str| meta.get(key).and_then(Value::as_u64);
        Some(Paging {
            current_page: number("current_page")?,
            last_page: number("last_page")?,
            total: number("total")?,
        })
    }

    fn data(self) -> Value {
        match self {
            Self::Whole(mut map) => map.remove("data").unwrap_or_default(),
            Self::Data(data) => data,
        }
    }

    /// The records of a list; `[]` is also PHP's empty map.
    pub(crate) fn records(self) -> Result<Vec<Value>, String> {
        match self.data() {
            Value::Array(list) => Ok(list),
            Value::Object(map) if has_gaps(&map) => Ok(map.into_iter().map(|(_, value)| value).collect()),
            _ => Err("its data is no list".to_owned()),
        }
    }

    /// A single record.
    pub(crate) fn record(self) -> Result<Value, String> {
        match self.data() {
            record @ Value::Object(_) => Ok(record),
            _ => Err("its data is no object".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// R-BACK-02: with meta the whole response is kept, otherwise only data.
    #[test]
    fn r_back_02_meta_keeps_the_whole_response() {
        let page = json!({"data": [{"id": "a"}], "links": {"next": null}, "meta": {"current_page": 2, "last_page": 3, "total": 7}});
        let whole = Envelope::of(page.clone()).unwrap();
        assert_eq!(
            Value::Object(match whole.clone() {
                Envelope::Whole(map) => map,
                Envelope::Data(_) => panic!("not whole"),
            }),
            page
        );
        assert_eq!(
            whole.paging(),
            Some(Paging {
                current_page: 2,
                last_page: 3,
                total: 7
            })
        );
        assert_eq!(whole.records().unwrap(), [json!({"id": "a"})]);

        let one = Envelope::of(json!({"data": {"id": "a"}, "other": 1})).unwrap();
        assert_eq!(one, Envelope::Data(json!({"id": "a"})));
        assert_eq!(one.paging(), None);
        assert!(Envelope::of(json!({"message": "x"})).is_err());
        assert!(Envelope::of(json!("text")).is_err());
    }
}
