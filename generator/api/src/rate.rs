//! Rate limits per address (rule 16).
//!
//! **Invariant:** the address is that of the connection unless it is a listed proxy; the number of stored addresses is
//! bounded.

use std::{
    hash::RandomState,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    sync::atomic::{AtomicU32, Ordering},
};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    state::keyed::DashMapStateStore,
};
use http::HeaderMap;
use ipnet::IpNet;

use crate::{
    config::Rates,
    email_spelling::canonical,
    policy::Action,
    problem::{Code, Problem},
};

type Keyed = RateLimiter<IpAddr, DashMapStateStore<IpAddr, RandomState>, DefaultClock>;

type Pairs = RateLimiter<(IpAddr, [u8; 32]), DashMapStateStore<(IpAddr, [u8; 32]), RandomState>, DefaultClock>;

/// Withdrawals of one network for one e-mail address, so many at once and as many in each hour: nobody withdraws from more
/// orders, and mails go there.
const WITHDRAWALS_OF_PAIR: NonZeroU32 = NonZeroU32::new(10).unwrap();
/// Withdrawals of one network, so many at once and as many in each hour.
const WITHDRAWALS_OF_NETWORK: NonZeroU32 = NonZeroU32::new(30).unwrap();

/// One counter for each address and action.
pub(crate) struct RateLimits {
    reads: Keyed,
    cart_writes: Keyed,
    checkout_writes: Keyed,
    orders: Keyed,
    order_lookups: Keyed,
    hooks: Keyed,
    withdrawals: Keyed,
    withdrawal_pairs: Pairs,
    withdrawal_networks: Keyed,
    accounts: Keyed,
    remembered: usize,
    checks: AtomicU32,
}

impl RateLimits {
    pub(crate) fn new(rates: Rates, remembered: usize) -> Self {
        let keyed = |per_minute: u32| {
            Keyed::dashmap(Quota::per_minute(
                NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN),
            ))
        };
        Self {
            reads: keyed(rates.reads),
            cart_writes: keyed(rates.cart_writes),
            checkout_writes: keyed(rates.checkout_writes),
            orders: keyed(rates.orders),
            order_lookups: keyed(rates.order_lookups),
            hooks: keyed(rates.hooks),
            withdrawals: keyed(rates.withdrawals),
            withdrawal_pairs: Pairs::dashmap(Quota::per_hour(WITHDRAWALS_OF_PAIR)),
            withdrawal_networks: Keyed::dashmap(Quota::per_hour(WITHDRAWALS_OF_NETWORK)),
            accounts: keyed(rates.accounts),
            remembered,
            checks: AtomicU32::new(0),
        }
    }

    /// Counts a request; an error with the time to wait if there were too many.
    pub(crate) fn check(&self, address: IpAddr, action: Action) -> Result<(), Problem> {
        let limiter = match action {
            Action::Unlimited => return Ok(()),
            Action::Read => &self.reads,
            Action::CartWrite => &self.cart_writes,
            Action::CheckoutWrite => &self.checkout_writes,
            Action::Order => &self.orders,
            Action::OrderLookup => &self.order_lookups,
            Action::Hook => &self.hooks,
            Action::Withdrawal => &self.withdrawals,
            Action::Account => &self.accounts,
        };
        if self.checks.fetch_add(1, Ordering::Relaxed).is_multiple_of(1_024) && limiter.len() > self.remembered {
            limiter.retain_recent();
        }
        limiter.check_key(&network(address)).map_err(|refused| {
            let wait = refused.wait_time_from(limiter.clock().now());
            Problem::from(Code::RateLimited).after(wait)
        })
    }

    /// Counts a withdrawal that is to be recorded for an e-mail address, so that nobody is flooded with mails (rule 16).
    pub(crate) fn check_withdrawal(&self, address: IpAddr, email: &str) -> Result<(), Problem> {
        let limiter = &self.withdrawal_pairs;
        if limiter.len() > self.remembered {
            limiter.retain_recent();
        }
        let networks = &self.withdrawal_networks;
        if networks.len() > self.remembered {
            networks.retain_recent();
        }
        networks.check_key(&network(address)).map_err(|refused| {
            let wait = refused.wait_time_from(networks.clock().now());
            Problem::from(Code::RateLimited).after(wait)
        })?;
        let of_email = *blake3::hash(canonical(email).as_bytes()).as_bytes();
        limiter.check_key(&(network(address), of_email)).map_err(|refused| {
            let wait = refused.wait_time_from(limiter.clock().now());
            Problem::from(Code::RateLimited).after(wait)
        })
    }
}

/// One household or company: an IPv4 address, or the /64 of an IPv6 address.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Whether an address is one of the proxies, or in a range of theirs.
pub(crate) fn is_listed(address: IpAddr, proxies: &[IpNet]) -> bool {
    let address = address.to_canonical();
    proxies.iter().any(|range| range.contains(&address))
}

/// The visitor's address: the last one in `X-Forwarded-For` that is not a listed proxy, if the connection comes from a
/// listed proxy; otherwise the connection's.
pub(crate) fn client_address(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> IpAddr {
    let listed = |address: &IpAddr| is_listed(*address, proxies);
    if !listed(&peer) {
        return peer;
    }
    let lines: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|line| line.to_str().ok())
        .collect();
    for text in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        match text.trim().parse::<IpAddr>() {
            Ok(address) if listed(&address) => {}
            Ok(address) => return address,
            Err(_) => break,
        }
    }
    peer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn only_a_listed_proxy_may_name_the_visitor() {
        let mut headers = HeaderMap::new();
        headers.insert(
            "x-forwarded-for",
            "203.0.113.9, 198.51.100.7, 10.0.0.2".parse().expect("a header"),
        );
        let range = |text: &str| text.parse::<IpNet>().expect("a range");
        let proxies = [range("10.0.0.1/32"), range("10.0.0.2/32")];
        assert_eq!(
            client_address(address("192.0.2.1"), &headers, &proxies),
            address("192.0.2.1")
        );
        assert_eq!(
            client_address(address("10.0.0.1"), &headers, &proxies),
            address("198.51.100.7")
        );
        for ranges in ["10.0.0.0/30", "10.0.0.0/8"] {
            assert_eq!(
                client_address(address("::ffff:10.0.0.3"), &headers, &[range(ranges)]),
                address("198.51.100.7"),
                "{ranges}"
            );
        }
        headers.insert("x-forwarded-for", "nonsense".parse().expect("a header"));
        assert_eq!(
            client_address(address("10.0.0.1"), &headers, &proxies),
            address("10.0.0.1")
        );
    }

    #[test]
    fn addresses_of_one_network_are_counted_together() {
        let limits = RateLimits::new(
            Rates {
                reads: 1,
                cart_writes: 1,
                ..Rates::default()
            },
            10,
        );
        assert!(limits.check(address("2001:db8::1"), Action::Read).is_ok());
        let refused = limits
            .check(address("2001:db8::2"), Action::Read)
            .expect_err("the same /64");
        assert!(refused.retry_after.is_some_and(|wait| wait.as_secs() >= 1));
        assert!(limits.check(address("2001:db8:0:1::1"), Action::Read).is_ok());
        assert!(
            limits.check(address("2001:db8::1"), Action::CartWrite).is_ok(),
            "another action"
        );
    }
}
