//! Checks the ranges of numbers in the file.
//!
//! **Invariant:** no accepted value causes a panic or an endless wait. Ranges of limits come from the table of limits.

use std::ops::RangeInclusive;

use vitrine_api::Limits;

use super::{
    file::{BuilderTable, ConfigFile},
    wrong::Wrong,
};

/// Seconds of an hour.
const HOUR: u64 = 3_600;
/// Maximum number of restarts of a pull whose data changed, and maximum pause before one in seconds.
const RESTARTS: usize = 3;
const LONGEST_PAUSE: u64 = 600;

/// Checks all numbers.
pub(super) fn check(file: &ConfigFile, wrong: &mut Wrong) {
    let limits = file.limits();
    let found = [
        limits.server.out_of_range(),
        limits.rates.out_of_range(),
        limits.build.out_of_range(),
    ];
    for found in found.concat() {
        wrong.add(found.key, format!("cannot be used: {}", found.reason));
    }
    let build = &file.build;
    let rows: [(&str, u64, RangeInclusive<u64>); 9] = [
        ("images.quality", file.images.quality.into(), 1..=100),
        ("build.keep_releases", wide(build.keep_releases), 1..=1_000),
        ("build.keep_assets_days", build.keep_assets_days, 0..=3_650),
        ("build.keep_addresses_days", build.keep_addresses_days.into(), 0..=3_650),
        ("build.pull_concurrency", wide(build.pull_concurrency), 1..=64),
        ("forms.keep_days", file.forms.keep_days, 1..=365),
        ("preview.idle_after", file.preview.idle_after, 1..=31 * 24 * HOUR),
        ("preview.memory_at_most", file.preview.memory_at_most, 16..=1 << 20),
        ("forms.consent_days", file.forms.consent_days, 1..=36_500),
    ];
    let of_forms = file.forms.keep_days_of.iter();
    let of_forms = of_forms.map(|(form, days)| (format!("forms.keep_days_of.{form}"), *days, 1..=365));
    let rows = rows.map(|(key, value, range)| (key.to_owned(), value, range));
    let rows = rows.into_iter().chain(of_forms);
    for (key, value, range) in rows {
        if !range.contains(&value) {
            wrong.add(
                &key,
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

/// A pause is at most an hour; events are collected for at most half an hour.
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
        ("builder.idle", builder.idle, 0..=31 * 24 * HOUR),
        ("builder.memory", builder.memory, 64..=1 << 20),
        ("builder.alert_after", builder.alert_after, 0..=31 * 24 * HOUR),
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
