//! Findings about this machine.

use super::row::rows;

rows!(Machine {
    DIST_NOT_WRITABLE: "dist-not-writable", Error, "vitrine.toml: build.dist",
        "Set it to a folder that this user may write, or make it one.";
    STATE_NOT_WRITABLE: "state-not-writable", Error, "vitrine.toml: build.state_dir",
        "Set it to a folder that this user may write, or make it one: orders, withdrawals and forms are refused without it.";
    DISK_SMALL: "disk-small", Warning, "the disk of build.dist and build.state_dir",
        "Make room, or keep fewer releases (build.keep_releases).";
    OPEN_FILES_FEW: "open-files-few", Warning, "the service: LimitNOFILE, or ulimit -Hn; vitrine.toml: limits.connections",
        "Raise the hard limit of open files, or lower limits.connections.";
});
