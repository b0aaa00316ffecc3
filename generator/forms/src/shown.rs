//! Evaluates which fields are shown: the conditions of Statamic §9.
//!
//! **Invariant:** the value of a hidden field counts as missing, so that the API, which does not receive it, gets the
//! same result as the page, which still has it. The conditions of a spec have no cycles.

use vitrine_model::form::{Comparison, FormCondition, FormTest};

use crate::{
    formats::number,
    spec::{FieldSpec, FormSpec},
    value::{Value, Values, trimmed},
};

/// Returns for each field whether it is shown.
pub fn shown(spec: &FormSpec, values: &Values) -> Vec<bool> {
    let mut known = vec![None; spec.fields.len()];
    for at in 0..spec.fields.len() {
        is_shown(spec, values, at, &mut known);
    }
    known.into_iter().map(|shown| shown.unwrap_or(true)).collect()
}

/// The value of a field in the shape of its kind.
pub(crate) fn value_of(field: &FieldSpec, values: &Values) -> Value {
    let value = values.get(&field.handle).cloned().unwrap_or(Value::Missing);
    value.of_field(field)
}

fn is_shown(spec: &FormSpec, values: &Values, at: usize, known: &mut [Option<bool>]) -> bool {
    if let Some(Some(shown)) = known.get(at) {
        return *shown;
    }
    // Preliminary value, so that a spec not created by `definition::read` cannot cause infinite recursion.
    set(known, at, true);
    let condition = spec.fields.get(at).and_then(|field| field.condition.as_ref());
    let shown = condition.is_none_or(|condition| holds(spec, values, condition, known));
    set(known, at, shown);
    shown
}

fn set(known: &mut [Option<bool>], at: usize, shown: bool) {
    if let Some(place) = known.get_mut(at) {
        *place = Some(shown);
    }
}

fn holds(spec: &FormSpec, values: &Values, condition: &FormCondition, known: &mut [Option<bool>]) -> bool {
    let mut passes = |test: &FormTest| {
        let at = spec.position(&test.field);
        let field = at.and_then(|at| spec.fields.get(at));
        let value = match (at, field) {
            (Some(at), Some(field)) if is_shown(spec, values, at, known) => value_of(field, values),
            _ => Value::Missing,
        };
        test_passes(&value, test)
    };
    let tests = condition.tests.iter();
    let found = if condition.any {
        tests.into_iter().any(&mut passes)
    } else {
        tests.into_iter().all(&mut passes)
    };
    found != condition.negated
}

/// One comparison of a field's value.
pub fn test_passes(value: &Value, test: &FormTest) -> bool {
    let right = trimmed(&test.value);
    match test.comparison {
        Comparison::Equals => equals(value, &right, false),
        Comparison::Not => !equals(value, &right, false),
        Comparison::Same => equals(value, &right, true),
        Comparison::NotSame => !equals(value, &right, true),
        Comparison::Greater => compared(value, &right, |a, b| a > b),
        Comparison::GreaterOrEqual => compared(value, &right, |a, b| a >= b),
        Comparison::Less => compared(value, &right, |a, b| a < b),
        Comparison::LessOrEqual => compared(value, &right, |a, b| a <= b),
        Comparison::Contains => contains(value, &right),
        Comparison::ContainsAny => right
            .split(',')
            .map(trimmed)
            .any(|part| !part.is_empty() && contains(value, &part)),
    }
}

/// `empty`, `null`, `true` and `false` are keywords, everything else is compared as text. In strict mode, only a toggle
/// is `true` or `false`.
fn equals(value: &Value, right: &str, strictly: bool) -> bool {
    match (right, value) {
        ("empty", _) => value.is_empty(),
        ("null", Value::Text(text)) => text.is_empty(),
        ("null", _) => *value == Value::Missing,
        ("true" | "false", Value::Flag(on)) => *on == (right == "true"),
        ("true", Value::Text(text)) if !strictly => text == "true" || text == "1",
        ("false", Value::Text(text)) if !strictly => text == "false" || text == "0",
        ("true" | "false", _) => false,
        (_, Value::Text(text)) => text == right,
        (_, Value::Flag(on)) if !strictly => (right == "1") == *on && (right == "1" || right == "0"),
        _ => false,
    }
}

/// Compares both sides as numbers: nothing is 0, a toggle 0 or 1; a non-number is neither less nor greater.
fn compared(value: &Value, right: &str, holds: impl Fn(f64, f64) -> bool) -> bool {
    let left = match value {
        Value::Missing => Some(0.0),
        Value::Flag(on) => Some(f64::from(u8::from(*on))),
        Value::Text(text) if text.is_empty() => Some(0.0),
        Value::Text(text) => number(text),
        Value::List(_) | Value::Files(_) | Value::Unusable => None,
    };
    let right = match right {
        "true" => Some(1.0),
        "false" | "null" | "" => Some(0.0),
        text => number(text),
    };
    left.zip(right).is_some_and(|(a, b)| holds(a, b))
}

/// Whether a list has the value, or a text contains it.
fn contains(value: &Value, part: &str) -> bool {
    match value {
        Value::List(list) => list.iter().any(|item| item == part),
        Value::Text(text) => text.contains(part),
        Value::Flag(on) => *on && part == "true",
        Value::Missing | Value::Files(_) | Value::Unusable => false,
    }
}
