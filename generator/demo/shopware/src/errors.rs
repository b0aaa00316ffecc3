//! The error envelope of the Store API (Shopware §2): one status, one or more items, the texts of 6.6.7.1.

use http::StatusCode;
use serde_json::{Map, Value, json};

/// An error answer.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    items: Vec<Value>,
}

impl ApiError {
    /// An error of a Shopware class: a code and `meta.parameters`.
    pub(crate) fn new(status: StatusCode, code: &str, detail: impl Into<String>, parameters: Value) -> Self {
        let item = json!({
            "status": status.as_str(), "code": code, "title": title(status), "detail": detail.into(),
            "meta": {"parameters": empty_as_list(parameters)}
        });
        Self {
            status,
            items: vec![item],
        }
    }

    /// An error of the underlying framework: a code that is not a name, no `meta`.
    pub(crate) fn plain(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        let item = json!({"code": code, "status": status.as_str(), "title": title(status), "detail": detail.into()});
        Self {
            status,
            items: vec![item],
        }
    }

    /// A violation of one field (Shopware §2.1).
    pub(crate) fn violation(code: &str, detail: impl Into<String>, pointer: &str, parameters: Value) -> Self {
        let item = json!({
            "code": format!("VIOLATION::{code}"), "status": "400", "title": "Constraint violation error",
            "detail": detail.into(), "source": {"pointer": pointer}, "meta": {"parameters": empty_as_list(parameters)}
        });
        Self {
            status: StatusCode::BAD_REQUEST,
            items: vec![item],
        }
    }

    /// A violation to which 6.6 gives no code.
    pub(crate) fn uncoded(detail: impl Into<String>, pointer: &str) -> Self {
        let mut error = Self::violation("", detail, pointer, json!({}));
        for item in &mut error.items {
            item["code"] = Value::Null;
        }
        error
    }

    /// A violation that the data layer found while writing (Shopware §25.3).
    pub(crate) fn of_data_layer(code: &str, detail: &str, template: &str, pointer: &str, parameters: &Value) -> Self {
        let item = json!({
            "code": code, "status": "400", "detail": detail, "template": template, "meta": {"parameters": parameters},
            "source": {"pointer": pointer}
        });
        Self {
            status: StatusCode::BAD_REQUEST,
            items: vec![item],
        }
    }

    /// A token header that is required and absent.
    pub(crate) fn no_token() -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "FRAMEWORK__MISSING_REQUEST_PARAMETER",
            "Parameter \"sw-context-token\" is missing.",
            json!({"parameterName": "sw-context-token", "path": ""}),
        )
    }

    /// A value of the wrong JSON type.
    pub(crate) fn wrong_type(pointer: &str, wanted: &str, value: &Value) -> Self {
        let shown = match value {
            Value::String(text) => format!("\"{text}\""),
            Value::Array(_) | Value::Object(_) => "object".to_owned(),
            Value::Number(number) => number
                .as_f64()
                .filter(|n| n.fract() == 0.0)
                .map_or_else(|| number.to_string(), |n| format!("{n:.0}")),
            other => other.to_string(),
        };
        let detail = format!("This value should be of type {wanted}.");
        Self::violation(
            "INVALID_TYPE_ERROR",
            detail,
            pointer,
            json!({"{{ value }}": shown, "{{ type }}": wanted}),
        )
    }

    /// An entity that does not exist or is not assigned to the channel.
    pub(crate) fn no_entity(entity: &str, id: &str, pointer: &str) -> Self {
        let detail = format!("The \"{entity}\" entity with id \"{id}\" does not exist.");
        let parameters = json!({"{{ primaryProperty }}": "id", "{{ id }}": format!("\"{id}\""), "{{ entity }}": format!("\"{entity}\"")});
        Self::violation("ENTITY_DOES_NOT_EXISTS", detail, pointer, parameters)
    }

    /// A criteria error (Shopware §2.2) at a pointer.
    pub(crate) fn criteria(code: &str, detail: impl Into<String>, pointer: &str, parameters: Value) -> Self {
        let mut error = Self::new(
            StatusCode::BAD_REQUEST,
            &format!("FRAMEWORK__{code}"),
            detail,
            parameters,
        );
        for item in &mut error.items {
            let Some(map) = item.as_object_mut() else { continue };
            let meta = map.shift_remove("meta");
            map.insert("source".to_owned(), json!({"pointer": pointer}));
            map.insert("meta".to_owned(), meta.unwrap_or_default());
        }
        error
    }

    /// A string that is not a valid id.
    pub(crate) fn invalid_uuid(input: &str) -> Self {
        let detail = format!("Value is not a valid UUID: {input}");
        Self::new(
            StatusCode::BAD_REQUEST,
            "FRAMEWORK__INVALID_UUID",
            detail,
            json!({"input": input}),
        )
    }

    /// A call that requires a login.
    pub(crate) fn not_logged_in() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "CHECKOUT__CUSTOMER_NOT_LOGGED_IN",
            "Customer is not logged in.",
            json!({}),
        )
    }

    /// A call that Shopware has and the demo does not implement.
    pub(crate) fn unbuilt() -> Self {
        Self::plain(
            StatusCode::NOT_IMPLEMENTED,
            "0",
            "The demo does not have this call of the Store API.",
        )
    }

    /// Adds the items of another error; the first status is kept.
    pub(crate) fn join(mut self, other: Self) -> Self {
        self.items.extend(other.items);
        self
    }

    /// The body.
    pub(crate) fn body(&self) -> Value {
        json!({"errors": self.items})
    }
}

/// Fails with all errors in one answer, or succeeds if there are none.
pub(crate) fn all_or_nothing(errors: Vec<ApiError>) -> Result<(), ApiError> {
    errors.into_iter().reduce(ApiError::join).map_or(Ok(()), Err)
}

fn title(status: StatusCode) -> &'static str {
    status.canonical_reason().unwrap_or("Error")
}

fn empty_as_list(parameters: Value) -> Value {
    if parameters.as_object().is_some_and(Map::is_empty) {
        Value::Array(Vec::new())
    } else {
        parameters
    }
}

/// Whether a string is 32 lowercase hex.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}
