//! Output for people during a command: lines, progress bars on a terminal, and the log.
//!
//! Everything goes to stderr, except for [`print()`]; callers pass no secrets.

use std::{
    io::{IsTerminal, Write},
    sync::Mutex,
};

use indicatif::{ProgressBar, ProgressStyle};
use tracing_subscriber::EnvFilter;

/// One line for a person.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// One line for a machine.
pub(crate) fn print(line: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Text on a terminal, otherwise JSON; `RUST_LOG` sets the level, warnings by default.
pub(crate) fn start_logging() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        builder.compact().init();
    } else {
        builder.json().init();
    }
}

/// Peak memory of this process in bytes; `None` if the system does not provide it.
pub(crate) fn peak_memory() -> Option<u64> {
    of_this_process("VmHWM:")
}

/// Memory of this process in bytes; `None` if the system does not provide it.
pub(crate) fn memory() -> Option<u64> {
    of_this_process("VmRSS:")
}

fn of_this_process(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Progress bars on a terminal; otherwise no output.
pub(crate) struct Bars {
    bar: Mutex<Option<(String, ProgressBar)>>,
    terminal: bool,
}

impl Bars {
    pub(crate) fn new() -> Self {
        Self {
            bar: Mutex::new(None),
            terminal: std::io::stderr().is_terminal(),
        }
    }

    /// Shows the progress of a stage; `total` 0 = not yet known.
    pub(crate) fn at(&self, stage: &str, done: u64, total: u64) {
        if !self.terminal {
            return;
        }
        let mut slot = self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let same = slot.as_ref().is_some_and(|(name, _)| name == stage);
        if !same {
            if let Some((_, old)) = slot.take() {
                old.finish_and_clear();
            }
            let bar = ProgressBar::new(total);
            if let Ok(style) = ProgressStyle::with_template("{prefix:>16} {bar:32} {pos}/{len}") {
                bar.set_style(style);
            }
            bar.set_prefix(stage.to_owned());
            *slot = Some((stage.to_owned(), bar));
        }
        if let Some((_, bar)) = slot.as_ref() {
            bar.set_length(total);
            bar.set_position(done);
        }
    }

    /// Removes the current bar.
    pub(crate) fn clear(&self) {
        if let Some((_, bar)) = self
            .bar
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .take()
        {
            bar.finish_and_clear();
        }
    }
}
