//! Allowed ranges of the server's settings.
//!
//! **Invariant:** every field of [`ServerLimits`] and [`Rates`] is named here: a new one does not compile without a
//! range. No value within these ranges causes a panic.

use std::{ops::RangeInclusive, time::Duration};

use crate::{config::Rates, limits::ServerLimits};

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;
const GIB: u64 = 1024 * MIB;
/// The maximum of every duration; prevents overflows in clock arithmetic.
const LONGEST: Duration = Duration::from_secs(3_600);

/// A setting outside its allowed range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// Its key in `vitrine.toml` (`limits.header_bytes`); the field name if the file has no such key.
    pub key: &'static str,
    /// The current value and the allowed range.
    pub reason: String,
}

#[derive(Default)]
struct Found(Vec<OutOfRange>);

impl Found {
    fn number(&mut self, key: &'static str, value: impl TryInto<u64>, range: &RangeInclusive<u64>) {
        let value = value.try_into().unwrap_or(u64::MAX);
        if !range.contains(&value) {
            let reason = format!("it is {value}; use {} to {}", range.start(), range.end());
            self.0.push(OutOfRange { key, reason });
        }
    }

    fn time(&mut self, key: &'static str, value: Duration) {
        if value.is_zero() || value > LONGEST {
            let reason = format!(
                "it is {} seconds; use more than 0 and at most {} seconds",
                value.as_secs_f64(),
                LONGEST.as_secs()
            );
            self.0.push(OutOfRange { key, reason });
        }
    }
}

/// All settings outside their range, in the order of `vitrine.toml`; empty if the server can start.
pub fn out_of_range(limits: &ServerLimits, rates: &Rates) -> Vec<OutOfRange> {
    let mut found = Found::default();
    sizes(limits, &mut found);
    let Rates {
        reads,
        cart_writes,
        checkout_writes,
        orders,
        order_lookups,
        hooks,
        withdrawals,
        accounts,
    } = *rates;
    for (key, value) in [
        ("rates.reads", reads),
        ("rates.cart_writes", cart_writes),
        ("rates.checkout_writes", checkout_writes),
        ("rates.orders", orders),
        ("rates.order_lookups", order_lookups),
        ("rates.hooks", hooks),
        ("rates.withdrawals", withdrawals),
        ("rates.accounts", accounts),
    ] {
        found.number(key, value, &(1..=1_000_000));
    }
    found.0
}

fn sizes(limits: &ServerLimits, found: &mut Found) {
    let ServerLimits {
        header_bytes,
        headers,
        uri,
        body,
        hook_body,
        connections,
        connections_per_address,
        unsent,
        write_rate,
        compressed_cache,
        compressed_on_disk,
        file_in_memory,
        compressions,
        compressions_waiting,
        compression_wait,
        waiting_per_session,
        remembered,
        header_timeout,
        body_timeout,
        write_timeout,
        backend_timeout,
        payment_timeout,
        ready_age,
        ready_timeout,
        breaker_failures,
        breaker_pause,
        order_keys,
        order_key_age,
        order_settles,
        withdrawals,
        withdrawal_retry,
        withdrawal_patience,
        order_files,
        logged_out_tokens,
        logged_out_age,
        refusal_step,
        recovery_answer,
        maintenance_wait,
        drain,
        maintenance_retry,
    } = *limits;
    for (key, value, range) in [
        ("limits.body", body, KIB..=64 * MIB),
        ("ServerLimits::hook_body", hook_body, KIB..=64 * MIB),
        // The longest URI that the HTTP library accepts.
        ("limits.uri", uri, 256..=65_534),
        // Below 8 KiB the HTTP library refuses to start a connection.
        ("limits.header_bytes", header_bytes, 8 * KIB..=MIB),
        // Browsers send about twenty.
        ("limits.headers", headers, 24..=1_000),
        ("limits.connections", connections, 1..=1_000_000),
        ("limits.connections_per_address", connections_per_address, 1..=1_000_000),
        ("limits.compressed_cache", compressed_cache, 0..=64 * GIB),
        ("ServerLimits::file_in_memory", file_in_memory, 0..=GIB),
        ("ServerLimits::compressions", compressions, 1..=1_000),
        (
            "ServerLimits::compressions_waiting",
            compressions_waiting,
            1..=1_000_000,
        ),
        ("ServerLimits::waiting_per_session", waiting_per_session, 1..=10_000),
        ("ServerLimits::remembered", remembered, 2..=100_000_000),
        ("ServerLimits::order_keys", order_keys, 10..=10_000_000),
        ("ServerLimits::withdrawals", withdrawals, 1..=100_000_000),
        ("ServerLimits::order_files", order_files, 1..=1_000),
        ("ServerLimits::logged_out_tokens", logged_out_tokens, 64..=10_000_000),
    ] {
        found.number(key, value, &range);
    }
    found.number("limits.compressed_on_disk", compressed_on_disk, &(0..=1_024 * GIB));
    found.number("ServerLimits::unsent", unsent, &(KIB..=GIB));
    found.number("ServerLimits::write_rate", write_rate, &(1..=GIB));
    found.number("ServerLimits::breaker_failures", breaker_failures, &(1..=1_000_000));
    let days = order_key_age.as_secs() / (24 * 60 * 60);
    found.number("ServerLimits::order_key_age (days)", days, &(1..=365));
    let days = withdrawal_patience.as_secs() / (24 * 60 * 60);
    found.number("ServerLimits::withdrawal_patience (days)", days, &(1..=365));
    let hours = logged_out_age.as_secs() / (60 * 60);
    found.number("ServerLimits::logged_out_age (hours)", hours, &(24..=24 * 365));
    for (key, value) in [
        ("ServerLimits::withdrawal_retry", withdrawal_retry),
        ("timeouts.header", header_timeout),
        ("timeouts.body", body_timeout),
        ("timeouts.write", write_timeout),
        ("timeouts.backend", backend_timeout),
        ("ServerLimits::payment_timeout", payment_timeout),
        ("timeouts.drain", drain),
        ("ServerLimits::compression_wait", compression_wait),
        ("ServerLimits::ready_timeout", ready_timeout),
        ("ServerLimits::maintenance_retry", maintenance_retry),
        ("ServerLimits::breaker_pause", breaker_pause),
        ("ServerLimits::order_settles", order_settles),
        ("ServerLimits::maintenance_wait", maintenance_wait),
    ] {
        found.time(key, value);
    }
    // 0 means that an answer leaves when it is there.
    for (key, value) in [
        ("ServerLimits::refusal_step", refusal_step),
        ("ServerLimits::recovery_answer", recovery_answer),
    ] {
        if !value.is_zero() {
            found.time(key, value);
        }
    }
    // 0 means that the backend is asked each time.
    if !ready_age.is_zero() {
        found.time("ServerLimits::ready_age", ready_age);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_work() {
        assert_eq!(out_of_range(&ServerLimits::default(), &Rates::default()), []);
    }

    #[test]
    fn what_cannot_work_is_named_with_its_range() {
        let limits = ServerLimits {
            header_bytes: 8_191,
            connections: usize::MAX,
            header_timeout: Duration::MAX,
            drain: Duration::ZERO,
            ..ServerLimits::default()
        };
        let rates = Rates {
            reads: 0,
            ..Rates::default()
        };
        let found = out_of_range(&limits, &rates);
        let keys: Vec<&str> = found.iter().map(|one| one.key).collect();
        assert_eq!(
            keys,
            [
                "limits.header_bytes",
                "limits.connections",
                "timeouts.header",
                "timeouts.drain",
                "rates.reads"
            ]
        );
        assert_eq!(found[0].reason, "it is 8191; use 8192 to 1048576");
        assert_eq!(found[4].reason, "it is 0; use 1 to 1000000");
    }
}
