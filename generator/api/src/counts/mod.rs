//! What this process counts: requests by route and status, and calls to the backends by status, each with its time.
//!
//! **Invariant:** a label is a name of this program or a number, never anything that a client or a backend sent (rule 5).

mod times;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use vitrine_backends::{Backend, http::CallObserver};

use self::times::Times;

/// Times by two labels.
type Table = Mutex<BTreeMap<(&'static str, u16), Times>>;

/// What this process has counted.
#[derive(Debug, Default)]
pub struct Counts {
    /// By route and status.
    requests: Table,
    /// By backend and status; 0 without an answer.
    calls: Table,
}

impl Counts {
    /// Counts a request.
    pub(crate) fn answered(&self, route: &'static str, status: u16, took: Duration) {
        add(&self.requests, (route, status), took);
    }

    /// Writes the counts in the text format of Prometheus.
    pub(crate) fn write(&self, text: &mut String) {
        let route = |(route, status): (&str, u16)| format!("route=\"{route}\",status=\"{status}\"");
        write(
            text,
            "vitrine_request_seconds",
            "Requests, by route and status.",
            &self.requests,
            route,
        );
        let backend = |(backend, status): (&str, u16)| match status {
            0 => format!("backend=\"{backend}\",status=\"none\""),
            status => format!("backend=\"{backend}\",status=\"{status}\""),
        };
        write(
            text,
            "vitrine_backend_call_seconds",
            "Calls to the backends, each try, by the status of the answer.",
            &self.calls,
            backend,
        );
    }
}

impl CallObserver for Counts {
    fn called(&self, backend: Backend, status: Option<u16>, took: Duration) {
        let backend = match backend {
            Backend::Shopware => "shopware",
            Backend::Statamic => "statamic",
        };
        add(&self.calls, (backend, status.unwrap_or_default()), took);
    }
}

fn add(table: &Table, key: (&'static str, u16), took: Duration) {
    let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
    table.entry(key).or_default().add(took);
}

fn write(text: &mut String, name: &str, help: &str, table: &Table, labels: impl Fn((&str, u16)) -> String) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
    let table = table.lock().unwrap_or_else(PoisonError::into_inner);
    for (key, times) in &*table {
        times.write(text, name, &labels(*key));
    }
}
