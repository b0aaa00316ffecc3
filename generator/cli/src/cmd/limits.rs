//! Converts limits of the configuration to those of the server. Limits without a key keep the server's default.

use std::time::Duration;

use vitrine_api::{Rates, ServerLimits};

use crate::config::ConfigFile;

/// `[limits]` and `[timeouts]`.
pub(crate) fn of(file: &ConfigFile) -> ServerLimits {
    let (limits, timeouts) = (&file.limits, &file.timeouts);
    ServerLimits {
        header_bytes: limits.header_bytes,
        headers: limits.headers,
        uri: limits.uri,
        body: limits.body,
        connections: limits.connections,
        connections_per_address: limits.connections_per_address,
        compressed_cache: limits.compressed_cache,
        compressed_on_disk: limits.compressed_on_disk,
        header_timeout: Duration::from_secs(timeouts.header),
        body_timeout: Duration::from_secs(timeouts.body),
        write_timeout: Duration::from_secs(timeouts.write),
        backend_timeout: Duration::from_secs(timeouts.backend),
        drain: Duration::from_secs(timeouts.drain),
        ..ServerLimits::default()
    }
}

/// `[rates]`
pub(crate) fn rates(file: &ConfigFile) -> Rates {
    Rates {
        reads: file.rates.reads,
        cart_writes: file.rates.cart_writes,
        checkout_writes: file.rates.checkout_writes,
        orders: file.rates.orders,
        order_lookups: file.rates.order_lookups,
        hooks: file.rates.hooks,
        withdrawals: file.rates.withdrawals,
        accounts: file.rates.accounts,
    }
}
