//! Detects that Shopware counts all visitors as one: its limit refuses visitors at their first attempt. This happens if
//! this server is not among Shopware's trusted proxies (`framework.trusted_proxies`).
//!
//! **Invariant:** addresses are only stored as hashes of their networks.

use std::{
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::finding::{SetupCode, SetupFinding};
use crate::rates::network;

/// Number of different visitors that must be refused at their first attempt before it is reported: one may have tried
/// at another process of this server.
const VISITORS: usize = 3;
/// The period in which they are counted.
const WITHIN: Duration = Duration::from_secs(60 * 60);
/// How long it is reported after the last of them.
const TOLD_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// Visitors that were refused at their first attempt.
#[derive(Default)]
pub(super) struct SharedLimit(Mutex<Refused>);

#[derive(Default)]
struct Refused {
    visitors: Vec<([u8; 32], Instant)>,
    noticed: Option<Instant>,
}

impl SharedLimit {
    pub(super) fn refused(&self, address: IpAddr, now: Instant) {
        let visitor = *blake3::hash(network(address).to_string().as_bytes()).as_bytes();
        let mut refused = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        refused
            .visitors
            .retain(|(known, since)| *known != visitor && now.duration_since(*since) < WITHIN);
        refused.visitors.push((visitor, now));
        if refused.visitors.len() >= VISITORS {
            refused.noticed = Some(now);
            refused.visitors.remove(0);
        }
    }

    pub(super) fn finding(&self, now: Instant) -> Option<SetupFinding> {
        let noticed = self.0.lock().unwrap_or_else(PoisonError::into_inner).noticed?;
        (now.duration_since(noticed) < TOLD_FOR).then(|| SetupFinding {
            code: SetupCode::VisitorsCountAsOne,
            locale: None,
            message: "Shopware's limit of logins refuses visitors who try for the first time: it takes all visitors for one, so that strangers can lock an owner out".to_owned(),
            remedy: "Put this server's address into framework.trusted_proxies of Shopware (config/packages/framework.yaml); TRUSTED_PROXIES alone is read by nothing in 6.6.".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_visitors_within_an_hour_are_noticed_for_a_day() {
        let (limit, start) = (SharedLimit::default(), Instant::now());
        let visitor = |number| IpAddr::from([203, 0, 113, number]);
        for _ in 0..5 {
            limit.refused(visitor(1), start);
        }
        limit.refused(visitor(2), start);
        assert_eq!(limit.finding(start), None, "two");
        limit.refused(visitor(3), start + WITHIN);
        assert_eq!(limit.finding(start + WITHIN), None, "the others are long ago");
        let soon = start + WITHIN + Duration::from_secs(1);
        for number in [4, 5] {
            limit.refused(visitor(number), soon);
        }
        assert!(limit.finding(soon).is_some());
        assert!(limit.finding(soon + TOLD_FOR / 2).is_some());
        assert_eq!(limit.finding(soon + TOLD_FOR), None);
    }
}
