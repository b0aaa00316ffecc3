//! Prices of a variant as they were published, and what a reduction may be measured against (law §2, CJEU C-330/23).
//!
//! **Invariant:** a baseline is the lowest price of the 30 days before the reduction began. A further reduction does not
//! move that beginning; a higher price ends the reduction. Pure: the moment is passed in.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

/// The days before a reduction whose lowest price counts.
pub const DAYS: i64 = 30;

/// A price from the moment at which it was published, until the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublishedPrice {
    /// When it went live.
    pub since: Timestamp,
    /// The gross price of one piece, in minor units; `None` while the variant was not for sale.
    pub minor: Option<i64>,
    /// Whether the shop announced it as a reduction.
    pub reduced: bool,
}

/// What a reduced price is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Baseline {
    /// The lowest price of the 30 days before the reduction; `None` if the variant was not for sale then.
    Known(Option<i64>),
    /// The prices of the 30 days are not all known; the lowest of those that are.
    Partial(Option<i64>),
}

/// The published prices of one variant in one market.
#[derive(Clone, Debug)]
pub struct PriceHistory {
    /// Since when prices are recorded at all.
    recorded_since: Timestamp,
    prices: Vec<PublishedPrice>,
}

/// The published prices of all variants in one market.
#[derive(Clone, Default, Debug)]
pub struct PriceHistories {
    /// Since when prices are recorded; `None` if none were.
    recorded_since: Option<Timestamp>,
    by_variant: HashMap<String, Vec<PublishedPrice>>,
}

impl PriceHistories {
    /// Prices by the variant's id, in any order.
    pub fn new(recorded_since: Option<Timestamp>, prices: impl IntoIterator<Item = (String, PublishedPrice)>) -> Self {
        let mut by_variant: HashMap<String, Vec<PublishedPrice>> = HashMap::new();
        for (variant, price) in prices {
            by_variant.entry(variant).or_default().push(price);
        }
        Self {
            recorded_since,
            by_variant,
        }
    }

    /// The history of a variant, by its id.
    pub fn of(&self, variant: &str) -> PriceHistory {
        let prices = self.by_variant.get(variant).cloned().unwrap_or_default();
        PriceHistory::new(self.recorded_since.unwrap_or(Timestamp::MAX), prices)
    }
}

impl PriceHistory {
    /// A history of these prices, in any order.
    pub fn new(recorded_since: Timestamp, mut prices: Vec<PublishedPrice>) -> Self {
        prices.sort_by_key(|price| price.since);
        Self { recorded_since, prices }
    }

    /// The published prices, oldest first.
    pub fn prices(&self) -> &[PublishedPrice] {
        &self.prices
    }

    /// The baseline of a reduced price that is published now, or has been since the last entry.
    pub fn baseline(&self, minor: i64, now: Timestamp) -> Baseline {
        self.lowest_before(self.reduced_since(minor, now))
    }

    /// The lowest price of the 30 days before a moment.
    pub fn lowest_before(&self, end: Timestamp) -> Baseline {
        let Ok(begin) = end.checked_sub(SignedDuration::from_hours(DAYS * 24)) else {
            return Baseline::Partial(None);
        };
        let lowest = self.lowest_between(begin, end);
        if self.recorded_since <= begin {
            Baseline::Known(lowest)
        } else {
            Baseline::Partial(lowest)
        }
    }

    /// When the reduction to this price began: as far back as each price was a reduced one and not below the next.
    fn reduced_since(&self, minor: i64, now: Timestamp) -> Timestamp {
        let mut since = now;
        let mut next = minor;
        let before = self.prices.iter().rev().filter(|price| price.since <= now);
        for price in before {
            match price.minor {
                Some(former) if price.reduced && former >= next => (since, next) = (price.since, former),
                _ => break,
            }
        }
        since
    }

    fn lowest_between(&self, begin: Timestamp, end: Timestamp) -> Option<i64> {
        let ends = self.prices.iter().skip(1).map(|next| next.since);
        let ends = ends.chain([Timestamp::MAX]);
        let in_force = self.prices.iter().zip(ends);
        in_force
            .filter(|(price, until)| price.since < end && (price.since >= begin || *until > begin))
            .filter_map(|(price, _)| price.minor)
            .min()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Days ago, price, whether it was a reduction.
    type Published = (i64, Option<i64>, bool);

    const NOW: &str = "2026-11-28T09:00:00Z";

    fn now() -> Timestamp {
        NOW.parse().expect("a moment")
    }

    fn days_ago(days: i64) -> Timestamp {
        now() - SignedDuration::from_hours(days * 24)
    }

    fn history(recorded: i64, prices: &[Published]) -> PriceHistory {
        let prices = prices.iter().map(|(days, minor, reduced)| PublishedPrice {
            since: days_ago(*days),
            minor: *minor,
            reduced: *reduced,
        });
        PriceHistory::new(days_ago(recorded), prices.collect())
    }

    /// Law §2: "the lowest price of the previous 30 days", "progressive reductions: baseline stays the price before the
    /// first step".
    #[test]
    fn law_2_the_baseline_is_the_lowest_price_of_the_30_days_before_the_reduction_began() {
        let rows: [(&str, Vec<Published>, i64, Option<i64>); 14] = [
            ("reduced now", vec![(90, Some(100), false)], 80, Some(100)),
            (
                "reduced a week ago",
                vec![(90, Some(100), false), (7, Some(80), true)],
                80,
                Some(100),
            ),
            (
                "reduced half a year ago",
                vec![(300, Some(100), false), (180, Some(80), true)],
                80,
                Some(100),
            ),
            (
                "in steps, over more than 30 days",
                vec![(200, Some(100), false), (90, Some(80), true), (40, Some(70), true)],
                60,
                Some(100),
            ),
            (
                "for an hour cheaper two weeks before",
                vec![(200, Some(100), false), (14, Some(60), false), (13, Some(100), false)],
                80,
                Some(60),
            ),
            (
                "cheaper 31 days before",
                vec![(200, Some(60), false), (31, Some(100), false)],
                80,
                Some(100),
            ),
            (
                "cheaper until 29 days before",
                vec![(200, Some(60), false), (29, Some(100), false)],
                80,
                Some(60),
            ),
            (
                "raised in between: another reduction",
                vec![(200, Some(100), false), (20, Some(70), true), (10, Some(90), true)],
                80,
                Some(70),
            ),
            (
                "raised just before",
                vec![(200, Some(80), false), (2, Some(120), false)],
                90,
                Some(80),
            ),
            (
                "the usual price was no reduction, though it fell",
                vec![(200, Some(100), false), (40, Some(80), false)],
                70,
                Some(80),
            ),
            (
                "not for sale in between",
                vec![(200, Some(100), false), (20, None, false), (1, Some(90), false)],
                80,
                Some(90),
            ),
            ("not for sale before", vec![(200, None, false)], 80, None),
            (
                "published and withdrawn in the first moment of the 30 days",
                vec![(200, None, false), (30, Some(60), false), (30, None, false)],
                80,
                Some(60),
            ),
            (
                "published twice in one moment",
                vec![(200, Some(100), false), (9, Some(60), false), (9, Some(100), false)],
                80,
                Some(60),
            ),
        ];
        for (name, prices, minor, expected) in rows {
            let history = history(400, &prices);
            assert_eq!(history.baseline(minor, now()), Baseline::Known(expected), "{name}");
        }
    }

    /// What was published before records began is not known, and the part that is known is told.
    #[test]
    fn law_2_a_young_ledger_knows_a_part() {
        let young = history(10, &[(10, Some(100), false)]);
        assert_eq!(young.baseline(80, now()), Baseline::Partial(Some(100)));
        let of_the_first_day = history(40, &[(40, Some(80), true)]);
        assert_eq!(of_the_first_day.baseline(80, now()), Baseline::Partial(None));
        let empty = history(0, &[]);
        assert_eq!(empty.baseline(80, now()), Baseline::Partial(None));
        let new_product = history(400, &[(5, Some(100), false)]);
        assert_eq!(
            new_product.baseline(80, now()),
            Baseline::Known(Some(100)),
            "new in the range"
        );
    }

    proptest! {
        /// Whatever was published: the baseline is one of the prices, and no price of the 30 days before the first
        /// reduced one is lower.
        #[test]
        fn law_2_no_price_of_the_window_is_below_the_baseline(
            prices in prop::collection::vec((0_i64..200, prop::option::of(1_i64..50), any::<bool>()), 0..12), minor in 1_i64..50,
        ) {
            let history = history(400, &prices);
            let begun = history.reduced_since(minor, now());
            let Baseline::Known(baseline) = history.baseline(minor, now()) else { return Ok(()) };
            let window = begun - SignedDuration::from_hours(DAYS * 24);
            let within = history.prices().iter().filter(|price| price.since >= window && price.since < begun);
            for price in within.filter_map(|price| price.minor) {
                prop_assert!(baseline.is_some_and(|lowest| lowest <= price));
            }
            if let Some(lowest) = baseline {
                prop_assert!(history.prices().iter().any(|price| price.minor == Some(lowest)));
            }
        }
    }
}
