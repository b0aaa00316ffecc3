//! One run of an operation, as the values of fields see it.

use std::cell::RefCell;

use serde_json::{Map, Value};

use super::super::scope::Scope;
use super::document::{Document, Problem};
use super::schema::Schema;

/// Why a field has no value.
#[derive(Debug)]
pub(super) enum Failure {
    /// An error of the program behind it, whose text clients do not see.
    Internal,
    /// An argument that is refused, as field and message.
    Validation(&'static str, String),
}

/// One run of one operation.
pub(super) struct Run<'c> {
    pub(super) scope: &'c Scope<'c>,
    pub(super) schema: &'c Schema,
    pub(super) document: &'c Document,
    /// Whether the names of honeypots are told: not below `/api`, where Statamic takes itself for REST.
    pub(super) honeypots: bool,
    pub(super) variables: Map<String, Value>,
    pub(super) problems: RefCell<Vec<Problem>>,
}

/// What a node is asked for.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a, 'c> {
    pub(super) name: &'a str,
    pub(super) arguments: &'a Map<String, Value>,
    /// Name of the field's type.
    pub(super) of: &'a str,
    pub(super) run: &'a Run<'c>,
}
