//! Template functions for texts of the page's locale and of others, plurals, and the texts and props of islands.
//!
//! **Invariant:** a missing text or parameter fails the page; there is no fallback.

use std::{collections::BTreeMap, sync::Arc};

use minijinja::{
    Environment, Error, Value,
    value::{Kwargs, ValueKind},
};
use vitrine_model::format::LocaleFormat;

use super::{
    failed, from_serde,
    inline_json::{island_data, push_json},
};
use crate::messages::Messages;

pub(super) fn add_text_functions(
    environment: &mut Environment<'static>,
    messages: &Arc<Messages>,
    format: &Arc<LocaleFormat>,
    own: &Arc<BTreeMap<String, Vec<u8>>>,
) {
    let (texts, numbers) = (Arc::clone(messages), Arc::clone(format));
    environment.add_function("t", move |key: &str, params: Kwargs| -> Result<String, Error> {
        let params = parameters(&params, &numbers)?;
        texts.text(key, &borrowed(&params)).map_err(|e| failed(e.to_string()))
    });
    let (texts, numbers) = (Arc::clone(messages), Arc::clone(format));
    environment.add_function(
        "plural",
        move |key: &str, count: i64, params: Kwargs| -> Result<String, Error> {
            let params = parameters(&params, &numbers)?;
            texts
                .plural(key, count, &borrowed(&params), &numbers)
                .map_err(|e| failed(e.to_string()))
        },
    );
    let islands: BTreeMap<String, Value> = messages
        .islands()
        .filter_map(|(name, _)| Some((name.to_owned(), from_serde(messages.island(name).ok()?))))
        .collect();
    let written: BTreeMap<String, Vec<u8>> = islands
        .iter()
        .filter_map(|(name, value)| {
            let mut json = Vec::new();
            push_json(&mut json, value).ok()?;
            Some((name.clone(), json))
        })
        .collect();
    let (texts, own) = (Arc::clone(messages), Arc::clone(own));
    environment.add_function(
        "island_data",
        move |name: &str, props: &Value| -> Result<Value, Error> {
            match written.get(name) {
                Some(messages) => island_data(messages, props, own.get(name).map(Vec::as_slice)),
                None => Err(no_island(&texts, name)),
            }
        },
    );
    let texts = Arc::clone(messages);
    environment.add_function("island_messages", move |name: &str| -> Result<Value, Error> {
        match islands.get(name) {
            Some(value) => Ok(value.clone()),
            None => Err(no_island(&texts, name)),
        }
    });
}

fn no_island(texts: &Messages, name: &str) -> Error {
    failed(texts.island(name).err().map_or_else(String::new, |e| e.to_string()))
}

/// Adds `t_in`, for texts addressed to readers of another language than the page's (R-I18N-03).
pub(super) fn add_text_of_other_locales(environment: &mut Environment<'static>, all: &[Arc<Messages>]) {
    let all = all.to_vec();
    environment.add_function("t_in", move |code: &str, key: &str| -> Result<String, Error> {
        let texts = all.iter().find(|messages| messages.locale() == code);
        let texts = texts.ok_or_else(|| failed(format!("there is no locale {code:?}")))?;
        texts.text(key, &[]).map_err(|e| failed(e.to_string()))
    });
}

/// Named parameters as text; numbers in the format of the locale; undefined values are an error.
fn parameters(kwargs: &Kwargs, format: &LocaleFormat) -> Result<Vec<(String, String)>, Error> {
    let mut found = Vec::new();
    for name in kwargs.args() {
        let value: Value = kwargs.get(name)?;
        let text = match value.kind() {
            ValueKind::Undefined | ValueKind::None => {
                return Err(failed(format!("the parameter {name:?} has no value")));
            }
            ValueKind::Number => value.as_i64().map_or_else(|| value.to_string(), |n| format.integer(n)),
            _ => value.to_string(),
        };
        found.push((name.to_owned(), text));
    }
    Ok(found)
}

fn borrowed(params: &[(String, String)]) -> Vec<(&str, &str)> {
    params.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect()
}
