//! The state of one execution, as used by fields.

use std::cell::RefCell;

use serde_json::{Map, Value};

use super::super::scope::Scope;
use super::document::{Document, Problem};
use super::schema::Schema;

/// Why a field has no value.
#[derive(Debug)]
pub(super) enum Failure {
    /// An internal error, whose text is not sent to clients.
    Internal,
    /// An invalid argument, as field and message.
    Validation(&'static str, String),
}

/// One execution of one operation.
pub(super) struct Run<'c> {
    pub(super) scope: &'c Scope<'c>,
    pub(super) schema: &'c Schema,
    pub(super) document: &'c Document,
    /// Whether names of honeypots are returned: not below `/api`, where Statamic treats the request as REST.
    pub(super) honeypots: bool,
    pub(super) variables: Map<String, Value>,
    pub(super) problems: RefCell<Vec<Problem>>,
}

/// The field requested of a node.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a, 'c> {
    pub(super) name: &'a str,
    pub(super) arguments: &'a Map<String, Value>,
    /// Name of the field's type.
    pub(super) of: &'a str,
    pub(super) run: &'a Run<'c>,
}
