//! Checks the ranges of numbers in the file.
//!
//! **Invariant:** no accepted value causes a panic or an endless wait. Ranges that the server defines are checked by
//! the server.

use std::ops::RangeInclusive;

use super::{
    file::{BuilderTable, ConfigFile},
    wrong::Wrong,
};
use crate::cmd::limits;

const KIB: u64 = 1024;
const GIB: u64 = 1024 * 1024 * KIB;
/// Maximum number of seconds that a build waits for an answer.
const HOUR: u64 = 3_600;
/// Maximum number of restarts of a pull whose data changed, and the maximum pause before one in seconds.
const RESTARTS: usize = 3;
const LONGEST_PAUSE: u64 = 600;

/// Checks all numbers.
pub(super) fn check(file: &ConfigFile, wrong: &mut Wrong) {
    for found in vitrine_api::out_of_range(&limits::of(file), &limits::rates(file)) {
        wrong.add(found.key, format!("cannot be used: {}", found.reason));
    }
    let (build, limits, timeouts) = (&file.build, &file.limits, &file.timeouts);
    let rows: [(&str, u64, RangeInclusive<u64>); 12] = [
        ("images.quality", file.images.quality.into(), 1..=100),
        ("build.keep_releases", wide(build.keep_releases), 1..=1_000),
        ("build.keep_assets_days", build.keep_assets_days, 0..=3_650),
        ("build.keep_addresses_days", build.keep_addresses_days.into(), 0..=3_650),
        ("build.pull_concurrency", wide(build.pull_concurrency), 1..=64),
        ("limits.backend_answer", wide(limits.backend_answer), 64 * KIB..=GIB),
        ("limits.builder_answer", wide(limits.builder_answer), 64 * KIB..=4 * GIB),
        ("limits.list_records", limits.list_records, 1..=100_000_000),
        ("limits.backend_in_flight", wide(limits.backend_in_flight), 1..=10_000),
        ("timeouts.connect", timeouts.connect, 1..=HOUR),
        ("timeouts.builder", timeouts.builder, 1..=HOUR),
        ("timeouts.lock", timeouts.lock, 0..=24 * HOUR),
    ];
    for (key, value, range) in rows {
        if !range.contains(&value) {
            wrong.add(
                key,
                format!(
                    "cannot be used: it is {value}; use {} to {}",
                    range.start(),
                    range.end()
                ),
            );
        }
    }
    builder(&file.builder, wrong);
    let pauses = &build.pull_restart_pauses;
    if pauses.len() > RESTARTS || !pauses.is_sorted() || pauses.iter().any(|pause| *pause > LONGEST_PAUSE) {
        wrong.add(
            "build.pull_restart_pauses",
            format!(
                "is {pauses:?}: use at most {RESTARTS} pauses of up to {LONGEST_PAUSE} s, none shorter than the one before"
            ),
        );
    }
}

/// A pause is at most an hour; what is gathered waits for half an hour at most.
fn builder(builder: &BuilderTable, wrong: &mut Wrong) {
    for (key, value) in [("builder.burst", builder.burst), ("builder.quiet", builder.quiet)] {
        if !(0.0..=60.0).contains(&value) {
            wrong.add(key, format!("cannot be used: it is {value}; use 0 to 60"));
        }
    }
    if builder.look != 0.0 && !(0.1..=3_600.0).contains(&builder.look) {
        wrong.add(
            "builder.look",
            format!(
                "cannot be used: it is {}; use 0.1 to 3600, or 0 for never",
                builder.look
            ),
        );
    }
    let rows = [
        ("builder.gather", builder.gather, 0..=HOUR / 2),
        ("builder.reconcile", builder.reconcile, 0..=31 * 24 * HOUR),
    ];
    for (key, value, range) in rows {
        if !range.contains(&value) {
            let (least, most) = (range.start(), range.end());
            wrong.add(key, format!("cannot be used: it is {value}; use {least} to {most}"));
        }
    }
    let retry = &builder.retry;
    if retry.is_empty() || retry.len() > 20 || retry.iter().any(|pause| !(1..=HOUR).contains(pause)) {
        wrong.add(
            "builder.retry",
            format!("is {retry:?}: use 1 to 20 pauses of 1 to {HOUR} s"),
        );
    }
}

fn wide(value: usize) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}
