//! A process that runs until it is stopped: `vitrine serve`.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use serde_json::Value;

use super::Shop;

/// Timeout for stopping.
const STOP: Duration = Duration::from_secs(10);

/// A running `vitrine serve`; killed when dropped.
pub(crate) struct Served {
    child: Option<Child>,
    /// Its URL.
    pub(crate) url: String,
    /// What it said when it was ready.
    pub(crate) ready: Value,
    log: PathBuf,
}

/// Starts a command and waits for its first line on stdout, which contains its URL.
pub(crate) fn started(mut command: Command, log: PathBuf) -> Served {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let mut served = Served {
        child: Some(child),
        url: String::new(),
        ready: Value::Null,
        log,
    };
    let ready: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("it did not start: {}", served.log()));
    served.url = ready["url"].as_str().unwrap().to_owned();
    served.ready = ready;
    served
}

impl Served {
    /// Waits until it has opened the release that `dist/current` names: its report of readiness does.
    pub(crate) fn follows(&self, shop: &Shop) {
        let (status, ready) = shop.get(&format!("{}/api/ready", self.url));
        assert_eq!(status, 200, "{ready}");
    }

    /// Its log so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// Peak memory so far, in KiB.
    pub(crate) fn peak_kib(&self) -> u64 {
        self.kib("VmHWM:")
    }

    /// Memory now, in KiB.
    pub(crate) fn held_kib(&self) -> u64 {
        self.kib("VmRSS:")
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    fn kib(&self, what: &str) -> u64 {
        let id = self.id();
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
    }

    /// Sends SIGTERM and waits for the end.
    pub(crate) fn terminate(mut self) -> ExitStatus {
        let mut child = self.child.take().unwrap();
        let id = child.id();
        signal("TERM", id);
        let (told, ended) = mpsc::channel();
        thread::spawn(move || told.send(child.wait()));
        match ended.recv_timeout(STOP) {
            Ok(status) => status.unwrap(),
            Err(_) => {
                signal("KILL", id);
                panic!("process {id} did not end within {STOP:?}: {}", self.log())
            }
        }
    }
}

/// Sends a signal to a process.
pub(crate) fn signal(name: &str, id: u32) {
    let sent = Command::new("sh")
        .args(["-c", &format!("kill -{name} {id}")])
        .status()
        .unwrap();
    assert!(sent.success(), "SIG{name} to {id}");
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // The process may have ended already.
            let _gone = child.kill().is_ok();
            let _code = child.wait().is_ok();
        }
    }
}
