//! Values of templates, and why one has none.

use minijinja::{Error, ErrorKind, Value, value::Serde};

/// A value of a view's struct.
pub(crate) fn from_serde<T: serde::Serialize>(view: T) -> Value {
    Value::from(Serde(view))
}

/// Why a function of templates gives nothing.
pub(crate) fn failed(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message)
}
