//! The table of limits.

use std::{fmt, thread, time::Duration};

use super::row::{Amount, LimitRow, Limits, Measure, Range};

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;
const GIB: u64 = 1024 * MIB;

/// Compressing a page takes 3 MiB, the largest file 10 MiB, and the whole process may use 128 MiB (rule 13).
const MAX_COMPRESSIONS: usize = 4;

/// A row is `field: type = default, range;` below its description; `in "table.key"` names its key in `vitrine.toml`.
macro_rules! limits {
    ($(#[$about:meta])* $name:ident {
        $($(#[doc = $doc:literal])+ $field:ident: $type:ty = $default:expr, $range:ident $(($($bounds:expr),+))? $(in $key:literal)?;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name { $($(#[doc = $doc])+ pub $field: $type,)+ }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl Limits for $name {
            fn rows() -> Vec<LimitRow> {
                let default = Self::default();
                vec![$(LimitRow {
                    key: [$($key,)? concat!(stringify!($name), "::", stringify!($field))][0],
                    in_file: [$($key,)? ""].len() > 1,
                    about: concat!($($doc),+),
                    range: Range::$range $(($($bounds),+))?,
                    default: default.$field.amount(),
                },)+]
            }

            fn amounts(&self) -> Vec<Amount> {
                vec![$(self.$field.amount(),)+]
            }

            fn set(&mut self, key: &str, value: u64) -> bool {
                $($(if key == $key {
                    self.$field = Measure::of_number(value);
                    return true;
                })?)+
                false
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                $(write!(f, concat!(stringify!($field), " {}; "), self.$field.amount())?;)+
                Ok(())
            }
        }
    };
}

limits!(/// The limits of the API and the static server.
ServerLimits {
    /// Maximum size of a request's body.
    body: usize = 64 * 1024, Number(KIB..=64 * MIB, "bytes") in "limits.body";
    /// Maximum size of a form with its files. PHP's `post_max_size` should not be less (8 MiB as shipped): Statamic answers
    /// 500 beyond it.
    form_body: usize = 16 * 1024 * 1024, Number(64 * KIB..=64 * MIB, "bytes") in "limits.form_body";
    /// Maximum size of one file of a form. PHP's `upload_max_filesize` should not be less (2 MiB as shipped).
    form_file: usize = 5 * 1024 * 1024, Number(KIB..=64 * MIB, "bytes") in "limits.form_file";
    /// Maximum length of path and query. The longest is what the HTTP library accepts.
    uri: usize = 8 * 1024, Number(256..=65_534, "bytes") in "limits.uri";
    /// Maximum size of a request's head. With less than the least the HTTP library starts no connection.
    header_bytes: usize = 16 * 1024, Number(8 * KIB..=MIB, "bytes") in "limits.header_bytes";
    /// Maximum number of header lines of a request; browsers send about twenty.
    headers: usize = 64, Number(24..=1_000, "") in "limits.headers";
    /// Maximum number of open connections. When there is no room, a connection that waits for its client is closed
    /// for the next; if all are being answered, the new one waits.
    connections: usize = 4_096, Number(1..=1_000_000, "") in "limits.connections";
    /// Maximum number of connections of one address (for IPv6: one /64). An address in `server.trusted_proxies` has
    /// no limit of its own: name your CDN or reverse proxy there.
    connections_per_address: usize = 256, Number(1..=1_000_000, "") in "limits.connections_per_address";
    /// Maximum bytes of files that are kept in memory while serving: compressed ones (some 2,000 pages), and small
    /// files that compression does not make smaller.
    compressed_cache: usize = 32 * 1024 * 1024, Number(0..=64 * GIB, "bytes") in "limits.compressed_cache";
    /// Maximum bytes of compressed files in files without a name in `build.state_dir`, for those that memory has no
    /// room for; 0 for none.
    compressed_on_disk: u64 = 512 * 1024 * 1024, Number(0..=1_024 * GIB, "bytes") in "limits.compressed_on_disk";
    /// Seconds for the complete head of a request.
    header_timeout: Duration = Duration::from_secs(10), Time in "timeouts.header";
    /// Seconds for the complete body of a request.
    body_timeout: Duration = Duration::from_secs(15), Time in "timeouts.body";
    /// Seconds that a client may fall behind the minimum rate at which it takes its answer, before the connection is
    /// closed; what it has read before bears as long again.
    write_timeout: Duration = Duration::from_secs(10), Time in "timeouts.write";
    /// Seconds for a whole call of the API, from its admission: the wait in the session's queue and all backend
    /// calls, retries included.
    backend_timeout: Duration = Duration::from_secs(8), Time in "timeouts.backend";
    /// Seconds that running answers have to finish when the server stops.
    drain: Duration = Duration::from_secs(15), Time in "timeouts.drain";
    /// Maximum size of an event of a backend in bytes.
    hook_body: usize = 1024 * 1024, Number(KIB..=64 * MIB, "bytes");
    /// Maximum number of response bytes that the kernel buffers for a connection, besides those in transit.
    unsent: u32 = 32 * 1024, Number(KIB..=GIB, "bytes");
    /// Minimum rate in bytes per second at which a client must read; the time that a slower client falls behind is
    /// limited by [`Self::write_timeout`].
    write_rate: u32 = 1_024, Number(1..=GIB, "bytes a second");
    /// Maximum size in bytes of a file that is cached or compressed.
    file_in_memory: usize = 1024 * 1024, Number(0..=GIB, "bytes");
    /// Maximum number of files compressed at the same time.
    compressions: usize = thread::available_parallelism() .map_or(1, usize::from) .min(MAX_COMPRESSIONS), Number(1..=1_000, "");
    /// Maximum number of files waiting for compression; further ones are sent uncompressed.
    compressions_waiting: usize = 256, Number(1..=1_000_000, "");
    /// Longest time a request waits for compression; then the file is sent uncompressed.
    compression_wait: Duration = Duration::from_millis(100), Time;
    /// Maximum number of waiting changes of one session in one process.
    waiting_per_session: usize = 16, Number(1..=10_000, "");
    /// Maximum number of sessions whose language is stored, and of addresses whose requests are counted.
    remembered: usize = 100_000, Number(2..=100_000_000, "");
    /// Deadline of the start of a payment, in which Shopware waits for the provider (rule 14).
    payment_timeout: Duration = Duration::from_secs(30), Time;
    /// Maximum age of a backend's state in `/api/ready`.
    ready_age: Duration = Duration::from_secs(5), TimeOrNone;
    /// Longest time `/api/ready` waits for a backend.
    ready_timeout: Duration = Duration::from_secs(2), Time;
    /// Number of calls in a row without a response after which further calls to the backend fail at once.
    breaker_failures: u32 = 5, Number(1..=1_000_000, "");
    /// Time until one call tests whether the backend responds again.
    breaker_pause: Duration = Duration::from_secs(5), Time;
    /// Maximum number of stored idempotency keys of orders.
    order_keys: usize = 100_000, Number(10..=10_000_000, "");
    /// Maximum age of a stored idempotency key.
    order_key_age: Duration = Duration::from_secs(7 * 24 * 60 * 60), Days(1..=365);
    /// Minimum age of an order with a lost response before it is sent again: until then the backend may still be
    /// processing it.
    order_settles: Duration = Duration::from_secs(30), Time;
    /// Maximum number of recorded withdrawals; further ones are refused, so that nobody can fill the disk.
    withdrawals: usize = 1_000_000, Number(1..=100_000_000, "");
    /// Pause before a withdrawal that could not be delivered is delivered again; it grows to an hour.
    withdrawal_retry: Duration = Duration::from_secs(30), Time;
    /// Time after which a withdrawal that could not be delivered is left to the operator.
    withdrawal_patience: Duration = Duration::from_secs(14 * 24 * 60 * 60), Days(1..=365);
    /// Maximum number of forms that are kept; further ones are refused, so that
    /// nobody can fill the disk.
    forms: usize = 10_000, Number(1..=10_000_000, "");
    /// Maximum number of proofs of consent.
    subscriptions: usize = 1_000_000, Number(1..=100_000_000, "");
    /// Seconds before a form that could not be delivered is delivered again; the pause grows to an hour.
    form_retry: Duration = Duration::from_secs(30), Time in "timeouts.form_retry";
    /// Time after which a form that could not be delivered is left to the operator.
    form_patience: Duration = Duration::from_secs(14 * 24 * 60 * 60), Days(1..=365);
    /// Maximum number of forms with files in memory, each as large as `form_body`.
    form_bodies: usize = 2, Number(1..=100, "");
    /// Maximum number of files of orders (invoices, downloads) in memory, each as large as a backend's answer may be.
    order_files: usize = 4, Number(1..=1_000, "");
    /// Maximum number of stored tokens whose session was ended.
    logged_out_tokens: usize = 100_000, Number(64..=10_000_000, "");
    /// Maximum age of such a token; Shopware keeps a session for a day.
    logged_out_age: Duration = Duration::from_secs(2 * 24 * 60 * 60), Hours(24..=24 * 365);
    /// A refused login is answered at a multiple of this time, so that its duration tells nothing.
    refusal_step: Duration = Duration::from_millis(400), TimeOrNone;
    /// Time after which a request for a recovery mail is answered, whatever the backend does.
    recovery_answer: Duration = Duration::from_secs(1), TimeOrNone;
    /// Longest time a page waits to learn whether the backend is in maintenance; then it is served normally.
    maintenance_wait: Duration = Duration::from_millis(250), Time;
    /// Longest time search results wait for the own prices of a customer; then they have public prices.
    own_prices_wait: Duration = Duration::from_secs(2), Time;
    /// The same for suggestions while a customer types.
    own_suggestions_wait: Duration = Duration::from_millis(400), Time;
    /// `Retry-After` during maintenance if the backend sends none.
    maintenance_retry: Duration = Duration::from_secs(120), Time;
});

limits!(/// The limits of calls to the backends, and of a build.
BuildLimits {
    /// Maximum size of an answer of a backend while serving, decompressed.
    backend_answer: usize = 8 * 1024 * 1024, Number(64 * KIB..=GIB, "bytes") in "limits.backend_answer";
    /// Maximum size of an answer of a backend while building, decompressed.
    builder_answer: usize = 64 * 1024 * 1024, Number(64 * KIB..=4 * GIB, "bytes") in "limits.builder_answer";
    /// Maximum number of records of a list of a backend, over all its pages; one that says it is longer stops the
    /// build.
    list_records: u64 = 1_000_000, Number(1..=100_000_000, "") in "limits.list_records";
    /// Maximum number of requests under way at one backend.
    backend_in_flight: usize = 96, Number(1..=10_000, "") in "limits.backend_in_flight";
    /// Seconds to connect to a backend.
    connect_timeout: u64 = 1, Number(1..=3_600, "seconds") in "timeouts.connect";
    /// Seconds for an answer of a backend while building.
    builder_timeout: u64 = 60, Number(1..=3_600, "seconds") in "timeouts.builder";
    /// Seconds that a build waits for another one with the same `build.state_dir`.
    lock_timeout: u64 = 600, Number(0..=86_400, "seconds") in "timeouts.lock";
});

limits!(/// How many requests an address may make in a minute.
#[derive(Copy)]
Rates {
    /// Reads of session, cart and orders, by one address.
    reads: u32 = 240, Number(1..=1_000_000, "a minute") in "rates.reads";
    /// Changes of the cart, by one address.
    cart_writes: u32 = 120, Number(1..=1_000_000, "a minute") in "rates.cart_writes";
    /// Changes of the checkout (guest, addresses, methods), by one address.
    checkout_writes: u32 = 60, Number(1..=1_000_000, "a minute") in "rates.checkout_writes";
    /// Orders and their payments, by one address.
    orders: u32 = 20, Number(1..=1_000_000, "a minute") in "rates.orders";
    /// Times that an order is looked up by the code of its link, by one address.
    order_lookups: u32 = 10, Number(1..=1_000_000, "a minute") in "rates.order_lookups";
    /// Times that one address logs in, registers, or asks for or sets a password. How often one account's password
    /// may be tried has limits of its own, `generator/api/src/rates/attempts.rs`.
    accounts: u32 = 30, Number(1..=1_000_000, "a minute") in "rates.accounts";
    /// Steps of a withdrawal from a contract, by one address.
    withdrawals: u32 = 30, Number(1..=1_000_000, "a minute") in "rates.withdrawals";
    /// Forms of the CMS, by one address; of one form thirty an hour are taken.
    forms: u32 = 20, Number(1..=1_000_000, "a minute") in "rates.forms";
    /// Previews with a token that the CMS has not confirmed yet, by one address.
    previews: u32 = 60, Number(1..=1_000_000, "a minute") in "rates.previews";
    /// Events of the backends, by one address.
    hooks: u32 = 6_000, Number(1..=1_000_000, "a minute") in "rates.hooks";
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_work() {
        assert_eq!(ServerLimits::default().out_of_range(), []);
        assert_eq!(BuildLimits::default().out_of_range(), []);
        assert_eq!(Rates::default().out_of_range(), []);
    }

    #[test]
    fn what_cannot_work_is_named_with_its_range() {
        let limits = ServerLimits {
            header_bytes: 8_191,
            connections: usize::MAX,
            header_timeout: Duration::MAX,
            drain: Duration::ZERO,
            order_key_age: Duration::from_secs(1),
            ready_age: Duration::ZERO,
            ..ServerLimits::default()
        };
        let rates = Rates {
            reads: 0,
            ..Rates::default()
        };
        let found = [limits.out_of_range(), rates.out_of_range()].concat();
        let keys: Vec<&str> = found.iter().map(|one| one.key).collect();
        assert_eq!(
            keys,
            [
                "limits.header_bytes",
                "limits.connections",
                "timeouts.header",
                "timeouts.drain",
                "ServerLimits::order_key_age",
                "rates.reads"
            ]
        );
        assert_eq!(found[0].reason, "it is 8191; use 8192 to 1048576");
        assert_eq!(
            found[3].reason,
            "it is 0 seconds; use more than 0 and at most 3600 seconds"
        );
        assert_eq!(found[4].reason, "it is 0 days; use 1 to 365");
        assert_eq!(found[5].reason, "it is 0; use 1 to 1000000");
    }

    #[test]
    fn a_key_of_the_file_only_sets_its_own_limit() {
        for row in ServerLimits::rows() {
            let mut limits = ServerLimits::default();
            assert_eq!(limits.set(row.key, 4_321), row.in_file, "{}", row.key);
            let default = ServerLimits::default().amounts();
            let changed = default
                .into_iter()
                .zip(limits.amounts())
                .filter(|(before, after)| before != after);
            assert_eq!(changed.count(), usize::from(row.in_file), "{}", row.key);
        }
    }
}
