//! Answers shared by several account calls.

use serde_json::{Value, json};

/// The answer of calls that change the token.
pub(super) fn token_answer() -> Value {
    json!({"apiAlias": "array_struct", "redirectUrl": null})
}

/// The answer of calls that return only their success.
pub(super) fn success() -> Value {
    json!({"apiAlias": "array_struct", "success": true})
}
