//! JSON types of forms.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::request::row::{Answer, Body};

/// The fields of a form by their handles, its honeypot, and `key`. Files are parts of a multipart body. Which fields there
/// are says the live release.
#[derive(Clone, Deserialize, ToSchema)]
#[expect(
    dead_code,
    reason = "what is sent is read field by field, as the form's definition says"
)]
#[schema(example = json!({"key": "5a1f0c9e7b3d4826a0e4c1d2b3f4a596", "email": "noor@example.test"}))]
pub(super) struct FormBody {
    /// A random key of the sender: the same form sent again with it is recorded once.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    key: Option<String>,
}

impl Body for FormBody {}

/// The outcome of a submission.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FormState {
    /// Delivered.
    Sent,
    /// Stored here, and delivered later.
    Kept,
}

/// The answer to a form.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct FormSent {
    /// The outcome.
    pub(super) outcome: FormState,
    /// The reference of its record: `4F2A-91BC-03DE`.
    pub(super) reference: String,
}

impl Answer for FormSent {}

/// Whose subscription ends.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "noor@example.test"}))]
pub(super) struct UnsubscribeRequest {
    /// The e-mail address.
    #[schema(max_length = 254)]
    pub(super) email: String,
}

impl Body for UnsubscribeRequest {}
