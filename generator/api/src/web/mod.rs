//! The parts of requests and answers that do not depend on their resource: policies, queries, fields, cookies, problems
//! and their texts, and the filling of pages.
//!
//! **Invariant:** nothing here knows a session, the release or a resource.

pub(crate) mod code;
pub(crate) mod cookies;
pub(crate) mod fields;
pub(crate) mod file_name;
pub(crate) mod filling;
pub(crate) mod html;
pub(crate) mod messages;
pub(crate) mod observe;
pub(crate) mod one_header;
pub(crate) mod policy;
pub(crate) mod problem;
pub(crate) mod queries;
pub(crate) mod secret;
