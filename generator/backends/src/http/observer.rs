//! Who is told of every call to a backend.

use std::{fmt, time::Duration};

use crate::error::Backend;

/// Is told of every call, each try by itself.
pub trait CallObserver: Send + Sync + fmt::Debug {
    /// A call ended: with the status of its answer, or without one.
    fn called(&self, backend: Backend, status: Option<u16>, took: Duration);
}
