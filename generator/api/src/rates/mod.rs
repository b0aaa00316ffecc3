//! Rate limits per address (rule 16).
//!
//! **Invariant:** the address is that of the connection unless it is a listed proxy; only hashes of addresses are counted,
//! and their number is bounded.

pub(crate) mod attempts;
pub(crate) mod email_spelling;

use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    sync::Arc,
    time::Duration,
};

use http::HeaderMap;
use ipnet::IpNet;
use vitrine_state::{CounterKey, Counters, Quota};

use self::email_spelling::canonical;
use crate::{
    limits::Rates,
    web::{code::Code, policy::Action, problem::Problem},
};

/// Burst and hourly rate of withdrawals from one network for one e-mail address: more orders than anybody withdraws
/// from, and mails are sent to the address.
const WITHDRAWALS_OF_PAIR: NonZeroU32 = NonZeroU32::new(10).unwrap();
/// Burst and hourly rate of withdrawals from one network.
const WITHDRAWALS_OF_NETWORK: NonZeroU32 = NonZeroU32::new(30).unwrap();

/// Previews with one token in a minute: an editor's page is rendered again at most every 150 ms.
const PREVIEWS_OF_TOKEN: NonZeroU32 = NonZeroU32::new(600).unwrap();

/// Burst and hourly rate of submissions of one form from one network.
const FORMS_OF_NETWORK: NonZeroU32 = NonZeroU32::new(30).unwrap();

/// The counts of each address and action.
pub(crate) struct RateLimits {
    rates: Rates,
    counters: Arc<dyn Counters>,
}

impl RateLimits {
    pub(crate) fn new(rates: Rates, counters: Arc<dyn Counters>) -> Self {
        Self { rates, counters }
    }

    /// Counts a request; an error with the time to wait if there were too many.
    pub(crate) fn check(&self, address: IpAddr, action: Action) -> Result<(), Problem> {
        let rates = &self.rates;
        let (name, per_minute) = match action {
            Action::Unlimited => return Ok(()),
            Action::Read => ("reads", rates.reads),
            Action::CartWrite => ("cart writes", rates.cart_writes),
            Action::CheckoutWrite => ("checkout writes", rates.checkout_writes),
            Action::Order => ("orders", rates.orders),
            Action::OrderLookup => ("order lookups", rates.order_lookups),
            Action::Hook => ("hooks", rates.hooks),
            Action::Withdrawal => ("withdrawals", rates.withdrawals),
            Action::Account => ("accounts", rates.accounts),
            Action::Form => ("forms", rates.forms),
        };
        let quota = Quota::per_minute(NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN));
        self.count(quota, key(name, address, ""))
    }

    /// Counts a withdrawal for an e-mail address before it is recorded, so that no mailbox is flooded (rule 16).
    pub(crate) fn check_withdrawal(&self, address: IpAddr, email: &str) -> Result<(), Problem> {
        let of_network = key("withdrawals of a network", address, "");
        self.count(Quota::per_hour(WITHDRAWALS_OF_NETWORK), of_network)?;
        let of_pair = key("withdrawals of a pair", address, &canonical(email));
        self.count(Quota::per_hour(WITHDRAWALS_OF_PAIR), of_pair)
    }

    /// Counts a form that is to be recorded.
    pub(crate) fn check_form(&self, address: IpAddr, form: &str) -> Result<(), Problem> {
        let of_network = key("a form of a network", address, form);
        self.count(Quota::per_hour(FORMS_OF_NETWORK), of_network)
    }

    /// Counts a preview with a token that may be guessed.
    pub(crate) fn check_preview_token(&self, address: IpAddr) -> Result<(), Problem> {
        let per_minute = NonZeroU32::new(self.rates.previews).unwrap_or(NonZeroU32::MIN);
        self.count(Quota::per_minute(per_minute), key("previews", address, ""))
    }

    /// Counts a preview with a token that the CMS has confirmed, wherever the editor is.
    pub(crate) fn check_preview(&self, token: &str) -> Result<(), Problem> {
        let of_token = *blake3::hash(format!("previews of a token\n{token}").as_bytes()).as_bytes();
        self.count(Quota::per_minute(PREVIEWS_OF_TOKEN), of_token)
    }

    fn count(&self, quota: Quota, key: CounterKey) -> Result<(), Problem> {
        let too_many = |wait: Duration| Problem::from(Code::RateLimited).after(wait);
        self.counters.take(quota, key).map_err(too_many)
    }
}

/// The counter: an action of a network, for an e-mail address or for none.
fn key(action: &str, address: IpAddr, email: &str) -> CounterKey {
    let text = format!("{action}\n{}\n{email}", network(address));
    *blake3::hash(text.as_bytes()).as_bytes()
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
    use vitrine_state::MemoryCounters;

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
            Arc::new(MemoryCounters::new(10)),
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
