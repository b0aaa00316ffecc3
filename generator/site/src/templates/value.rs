//! Conversion of template values and errors.

use minijinja::{Error, ErrorKind, Value, value::Serde};

/// Converts a view's struct to a template value.
pub(crate) fn from_serde<T: serde::Serialize>(view: T) -> Value {
    Value::from(Serde(view))
}

/// The error of a template function.
pub(crate) fn failed(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message)
}
