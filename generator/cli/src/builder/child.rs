//! Runs one build as a child process of the same program, at low priority.
//!
//! **Invariant:** the child gets this process's environment without the webhook secrets and without the allocator
//! settings for serving; it is killed when the future that waits for it is dropped.

use std::{
    env,
    ffi::OsString,
    path::PathBuf,
    process::{ExitStatus, Stdio},
};

use jiff::Timestamp;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, BufReader},
    process::{Child, Command},
};
use vitrine_api::RefusedFinding;

use crate::{allocator::FOR_SERVING, program};

/// Maximum length of an error message in characters.
const LONGEST: usize = 2_000;

/// The build command.
#[derive(Debug)]
pub(crate) struct BuildCommand {
    pub(crate) config: PathBuf,
    /// Whether to pass the time to the build; otherwise it uses the machine's clock.
    pub(crate) tell_time: bool,
    /// Names of environment variables that are not passed on.
    pub(crate) without: Vec<&'static str>,
}

/// The result of a build.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// The release that it made, if it is live.
    pub(super) release: Option<String>,
    /// Whether a different release was live before.
    pub(super) changed: bool,
    /// Why it failed, or what failed after its release went live.
    pub(super) error: Option<String>,
    /// The errors for which its release was refused.
    pub(super) refused: Vec<RefusedFinding>,
}

impl Ended {
    fn badly(error: String) -> Self {
        Self {
            error: Some(error),
            ..Self::default()
        }
    }
}

impl BuildCommand {
    /// Runs a build and waits for it; `stage` is called with each stage.
    pub(super) async fn run(&self, now: Timestamp, stage: impl Fn(String)) -> Ended {
        let mut child = match self.command(now).and_then(|mut command| command.spawn()) {
            Ok(child) => child,
            Err(error) => return Ended::badly(format!("the build could not be started: {error}")),
        };
        let (out, errors) = (child.stdout.take(), child.stderr.take());
        let (report, said, status) = tokio::join!(read_report(out, stage), read_errors(errors), waited(&mut child));
        let ended = Ended {
            release: report["report"]["release"].as_str().map(str::to_owned),
            changed: report["changed"] == true,
            error: None,
            refused: serde_json::from_value(report["refused"].clone()).unwrap_or_default(),
        };
        match status {
            Ok(status) if status.success() => ended,
            // The report is printed after its release went live: a later failure does not change that.
            Ok(status) => Ended {
                error: Some(said.unwrap_or_else(|| format!("it ended with {status}"))),
                ..ended
            },
            Err(error) => Ended::badly(format!("the build could not be waited for: {error}")),
        }
    }

    fn command(&self, now: Timestamp) -> std::io::Result<Command> {
        let mut command = Command::new(program::running()?);
        command
            .arg0(program::name())
            .arg("--config")
            .arg(&self.config)
            .args(["build", "--json", "--for-server"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        if self.tell_time {
            command.args(["--now", &now.to_string()]);
        }
        for name in &self.without {
            command.env_remove(name);
        }
        // The operator's own allocator settings are kept.
        for (name, value) in FOR_SERVING {
            if env::var_os(name) == Some(OsString::from(value)) {
                command.env_remove(name);
            }
        }
        Ok(command)
    }
}

async fn waited(child: &mut Child) -> std::io::Result<ExitStatus> {
    child.wait().await
}

/// Reads lines of `{"stage": …}`, then the report.
async fn read_report(out: Option<impl AsyncRead + Unpin>, stage: impl Fn(String)) -> Value {
    let mut report = Value::Null;
    let Some(out) = out else { return report };
    let mut lines = BufReader::new(out).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let line: Value = serde_json::from_str(&line).unwrap_or_default();
        match line["stage"].as_str() {
            Some(name) => stage(name.to_owned()),
            None => report = line,
        }
    }
    report
}

/// Standard error goes to the log; its last lines say why the build failed.
async fn read_errors(errors: Option<impl AsyncRead + Unpin>) -> Option<String> {
    let mut lines = BufReader::new(errors?).lines();
    let mut why = None;
    while let Ok(Some(line)) = lines.next_line().await {
        if let Some(words) = line.strip_prefix("vitrine: ") {
            why = Some(words.chars().take(LONGEST).collect());
        }
        tracing::info!(target: "vitrine::build", "{line}");
    }
    why
}
