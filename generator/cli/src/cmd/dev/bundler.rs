//! Bundles styles and islands with `islands/bundle-on-demand.mjs`, a Node process that stays running between bundles.
//!
//! **Invariant:** one bundle at a time; a failed bundle leaves the previous files.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

const SCRIPT: &str = "bundle-on-demand.mjs";

/// The folder of the islands, and the Node process while it runs.
pub(super) struct Bundler {
    islands: PathBuf,
    into: PathBuf,
    node: Option<Node>,
}

struct Node {
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

#[derive(Deserialize)]
struct Answer {
    error: Option<String>,
}

impl Bundler {
    /// The bundler of the project whose built assets are in `assets`; `None` if there are no sources next to them.
    pub(super) fn beside(assets: &Path, into: &Path) -> Option<Self> {
        let islands = Self::sources(assets)?;
        Some(Self {
            islands: islands.to_owned(),
            into: std::path::absolute(into).unwrap_or_else(|_| into.to_owned()),
            node: None,
        })
    }

    /// The folder of the sources of built assets; `None` if there are none next to them.
    pub(super) fn sources(assets: &Path) -> Option<&Path> {
        assets.parent().filter(|parent| parent.join(SCRIPT).is_file())
    }

    /// Bundles everything.
    pub(super) fn bundle(&mut self) -> Result<()> {
        let mut node = match self.node.take() {
            Some(node) => node,
            None => self.start()?,
        };
        let mut line = String::new();
        let asked = writeln!(node.ask).and_then(|()| node.ask.flush());
        let read = asked.and_then(|()| node.answers.read_line(&mut line));
        // A process that died is dropped: the next change starts a new one.
        if read.context("could not bundle styles and islands: the Node process is gone")? == 0 {
            bail!("could not bundle styles and islands: node {SCRIPT} ended; the lines above say why");
        }
        self.node = Some(node);
        let answer: Answer = serde_json::from_str(&line)
            .with_context(|| format!("node {SCRIPT} answered what nobody understands: {line:?}"))?;
        match answer.error {
            None => Ok(()),
            Some(error) => bail!("styles and islands could not be bundled: {error}"),
        }
    }

    fn start(&self) -> Result<Node> {
        let mut child = Command::new("node")
            .arg(SCRIPT)
            .arg(&self.into)
            .current_dir(&self.islands)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("could not start node, which bundles styles and islands: install Node.js 20 or newer")?;
        let (Some(ask), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("node {SCRIPT} has no input or output");
        };
        Ok(Node {
            child,
            ask,
            answers: BufReader::new(answers),
        })
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // The process may have ended already, which is fine.
        let _gone = self.child.kill().is_ok();
        let _code = self.child.wait().is_ok();
    }
}
