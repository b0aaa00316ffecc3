//! The demo shop's release as tests read it: built by the first test of a run that asks for it.
//!
//! **Invariant:** a reader holds a shared lock, and the builder an exclusive one; the run's name is written when the release is there, so that
//! what a killed builder left is built again.

use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process,
    sync::LazyLock,
};

use serde_json::Value;

use super::{Shop, read_json};

/// nextest gives each of its runs an id; otherwise all tests are of one process.
#[expect(clippy::disallowed_methods, reason = "an id of nextest, not a setting of the binary")]
static RUN: LazyLock<String> = LazyLock::new(|| {
    env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| format!("{}-{}", process::id(), jiff::Timestamp::now()))
});

/// A release that nothing changes while this is held.
pub(super) struct Once {
    folder: PathBuf,
    /// Released with the file.
    _lock: File,
}

impl Once {
    /// The release of this run, below `dist`, and the report of its build.
    pub(super) fn built() -> (Self, Value) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lindhoven");
        fs::create_dir_all(&folder).unwrap();
        let lock = File::create(folder.join("lock")).unwrap();
        loop {
            lock.lock_shared().unwrap();
            if is_of_this_run(&folder) {
                let report = read_json(&folder.join("report.json"));
                return (Self { folder, _lock: lock }, report);
            }
            lock.unlock().unwrap();
            lock.lock().unwrap();
            if !is_of_this_run(&folder) {
                build(&folder);
            }
            lock.unlock().unwrap();
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.folder
    }
}

fn is_of_this_run(folder: &Path) -> bool {
    fs::read_to_string(folder.join("run")).is_ok_and(|run| run == *RUN)
}

fn build(folder: &Path) {
    for former in ["run", "report.json"].map(|name| folder.join(name)) {
        if former.exists() {
            fs::remove_file(former).unwrap();
        }
    }
    let dist = folder.join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist).unwrap();
    }
    let shop = Shop::start();
    shop.configure("vitrine.toml", &[("dist = ", &format!("dist = {dist:?}"))]);
    let report = shop.build();
    fs::write(folder.join("report.json"), report.to_string()).unwrap();
    fs::write(folder.join("run"), &*RUN).unwrap();
}
