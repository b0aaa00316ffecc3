//! This machine: folders, room on their disks, open files.

use std::path::{Path, PathBuf};

use rustix::{
    fs::{Access, access, statvfs},
    process::{Resource, getrlimit},
};

use super::{
    codes::{Area, Row, machine as codes},
    report::Report,
};
use crate::config::Config;

/// A release of a large shop with its asset files, and the records of a day.
const LEAST_ROOM: u64 = 1 << 30;
/// Open files beside connections.
const OTHER_FILES: u64 = 512;

pub(super) fn examine(config: &Config) -> Report {
    let mut report = Report::default();
    let build = &config.file.build;
    let folders: [(&str, PathBuf, &'static Row); 2] = [
        ("build.dist", config.path(&build.dist), &codes::DIST_NOT_WRITABLE),
        (
            "build.state_dir",
            config.path(&build.state_dir),
            &codes::STATE_NOT_WRITABLE,
        ),
    ];
    for (key, folder, row) in folders {
        self::folder(key, &folder, row, &mut report);
    }
    files(config, &mut report);
    report
}

fn folder(key: &str, folder: &Path, row: &'static Row, report: &mut Report) {
    // A folder that does not exist yet is made by a build: its parent must be writable.
    let Some(there) = folder
        .ancestors()
        .find(|path| path.exists() || path.as_os_str().is_empty())
    else {
        report.add(
            row,
            format!("{key} is {}, and no folder above it exists", folder.display()),
        );
        return;
    };
    let there = if there.as_os_str().is_empty() {
        Path::new(".")
    } else {
        there
    };
    if !there.is_dir() || access(there, Access::WRITE_OK | Access::EXEC_OK).is_err() {
        report.add(
            row,
            format!(
                "{key} is {}: {} cannot be written to",
                folder.display(),
                there.display()
            ),
        );
        return;
    }
    match statvfs(there) {
        Ok(disk) => {
            let room = disk.f_bavail.saturating_mul(disk.f_frsize);
            report.saw(Area::Machine, format!("room for {key}"), format!("{} MiB", room >> 20));
            if room < LEAST_ROOM {
                report.add(
                    &codes::DISK_SMALL,
                    format!("the disk of {key} has {} MiB left", room >> 20),
                );
            }
        }
        Err(error) => report.not_checked(Area::Machine, format!("room for {key}"), error.to_string()),
    }
}

fn files(config: &Config, report: &mut Report) {
    let wanted = config.file.limits().server.connections as u64 + OTHER_FILES;
    let Some(hard) = getrlimit(Resource::Nofile).maximum else {
        return;
    };
    report.saw(Area::Machine, "open files at most", hard.to_string());
    if hard < wanted {
        report.add(
            &codes::OPEN_FILES_FEW,
            format!("this user may open {hard} files; limits.connections and the rest need {wanted}"),
        );
    }
}
