//! What a reduced price is measured against (law §2, CJEU C-330/23).
//!
//! **Invariant:** a price is struck through only if it is the lowest of the 30 days before the reduction began, as far as
//! they are known, and above the price.

use jiff::Timestamp;

use super::Prices;
use crate::{
    money::{Money, TaxStatus},
    price_history::{Baseline, PriceHistory},
};

/// What became of a reduction that Shopware announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// Shopware announces none.
    None,
    /// It is one: the former price is struck through.
    Shown,
    /// The lowest price of the 30 days is not above the price.
    NoReduction(Money),
    /// Nobody knows the prices of the 30 days.
    Unknown,
}

impl Prices {
    /// As [`Self::measure_against`], by what was published before `now`; also sets [`Self::baseline`].
    pub fn measure_by(&mut self, min: u32, history: &PriceHistory, now: Timestamp) -> Reduction {
        let first = self.at(min).clone();
        let reduction = self.measure_against(min, history.baseline(first.unit.minor, now));
        if self.tax_status == TaxStatus::Gross {
            let published = lowest(history.lowest_before(now), first.regulation);
            let lowest = published.map_or(first.unit.minor, |minor| minor.min(first.unit.minor));
            let former = self.at(min).struck();
            self.baseline = Some(former.unwrap_or(first.unit.with_minor(lowest)));
        }
        reduction
    }

    /// Replaces the list price of what one piece costs by the lowest price of the 30 days before the reduction began, or
    /// removes it. Where these days are not all recorded, Shopware's `regulationPrice` counts with what is known. Prices
    /// of larger quantities are measured against nothing, since only the price of one piece is recorded.
    ///
    /// Only prices with tax are shown to consumers: others stay as they are. `min` is the smallest quantity.
    pub fn measure_against(&mut self, min: u32, baseline: Baseline) -> Reduction {
        if self.tax_status != TaxStatus::Gross {
            return Reduction::None;
        }
        let first = self.at(min).clone();
        let former = lowest(baseline, first.regulation).map(|minor| first.unit.with_minor(minor));
        let announced = first.list.is_some_and(|list| list > first.unit);
        let shown = former.filter(|former| announced && *former > first.unit);
        let tiers = self.tiers.iter_mut().map(|tier| &mut tier.price);
        for price in tiers.chain([&mut self.single]) {
            (price.list, price.regulation) = (None, None);
        }
        let price = self.at_mut(min);
        (price.list, price.regulation) = (shown, shown);
        match former {
            _ if !announced => Reduction::None,
            _ if shown.is_some() => Reduction::Shown,
            Some(former) => Reduction::NoReduction(former),
            None => Reduction::Unknown,
        }
    }
}

/// The lowest price that is known.
fn lowest(baseline: Baseline, regulation: Option<Money>) -> Option<i64> {
    match baseline {
        Baseline::Known(minor) => minor,
        Baseline::Partial(minor) => minor.into_iter().chain(regulation.map(|price| price.minor)).min(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        money::Currency,
        product::{PriceTier, UnitPrice},
    };

    fn euros(minor: i64) -> Money {
        Money {
            minor,
            currency: Currency::parse("EUR").unwrap(),
        }
    }

    fn price(minor: i64, list: Option<i64>, regulation: Option<i64>) -> UnitPrice {
        UnitPrice {
            unit: euros(minor),
            list: list.map(euros),
            regulation: regulation.map(euros),
            reference: None,
        }
    }

    fn prices(single: UnitPrice, tiers: Vec<PriceTier>) -> Prices {
        Prices {
            single,
            tiers,
            tax_status: TaxStatus::Gross,
            recommended: None,
            baseline: None,
        }
    }

    /// law §2: "the strike and the percentage from the lowest price of the 30 days before the reduction began; Shopware's
    /// `regulationPrice` where the ledger is younger than 30 days; neither known, or no reduction against it: no strike".
    #[test]
    fn law_2_only_the_lowest_price_of_30_days_is_struck() {
        use Baseline::{Known, Partial};
        for (name, list, regulation, baseline, struck, reduction) in [
            (
                "the ledger knows",
                Some(1_200),
                Some(1_100),
                Known(Some(1_000)),
                Some(1_000),
                Reduction::Shown,
            ),
            (
                "a higher one",
                Some(1_200),
                Some(1_000),
                Known(Some(1_300)),
                Some(1_300),
                Reduction::Shown,
            ),
            (
                "no reduction",
                Some(1_200),
                Some(1_100),
                Known(Some(900)),
                None,
                Reduction::NoReduction(euros(900)),
            ),
            (
                "as cheap before",
                Some(1_200),
                None,
                Known(Some(800)),
                None,
                Reduction::NoReduction(euros(800)),
            ),
            (
                "not for sale before",
                Some(1_200),
                Some(1_000),
                Known(None),
                None,
                Reduction::Unknown,
            ),
            (
                "a young ledger",
                Some(1_200),
                Some(1_000),
                Partial(None),
                Some(1_000),
                Reduction::Shown,
            ),
            (
                "which knows a lower one",
                Some(1_200),
                Some(1_100),
                Partial(Some(950)),
                Some(950),
                Reduction::Shown,
            ),
            (
                "and Shopware one",
                Some(1_200),
                Some(950),
                Partial(Some(1_100)),
                Some(950),
                Reduction::Shown,
            ),
            (
                "a part of the days",
                Some(1_200),
                None,
                Partial(Some(1_000)),
                Some(1_000),
                Reduction::Shown,
            ),
            ("neither", Some(1_200), None, Partial(None), None, Reduction::Unknown),
            (
                "nothing announced",
                None,
                Some(1_000),
                Known(Some(1_000)),
                None,
                Reduction::None,
            ),
            (
                "a list price below",
                Some(900),
                Some(1_000),
                Known(Some(1_000)),
                None,
                Reduction::None,
            ),
        ] {
            let mut prices = prices(price(900, list, regulation), Vec::new());
            assert_eq!(prices.measure_against(1, baseline), reduction, "{name}");
            assert_eq!(prices.single.struck(), struck.map(euros), "{name}");
            assert_eq!(
                prices.single.regulation,
                struck.map(euros),
                "{name}: the price beside it is the same"
            );
        }
    }

    /// What a piece costs in a larger quantity is not recorded, so that nothing is struck there.
    #[test]
    fn law_2_prices_of_larger_quantities_are_not_struck() {
        let tier = |from: u32, to: Option<u32>, minor: i64| PriceTier {
            from,
            to,
            price: price(minor, Some(1_200), Some(1_100)),
        };
        let mut prices = prices(
            price(1_000, Some(1_200), None),
            vec![tier(1, Some(3), 1_000), tier(4, Some(9), 900), tier(10, None, 800)],
        );
        let first = Baseline::Known(Some(1_050));
        assert_eq!(prices.measure_against(4, first), Reduction::Shown);
        let struck: Vec<Option<Money>> = prices.tiers.iter().map(|tier| tier.price.struck()).collect();
        assert_eq!(struck, [None, Some(euros(1_050)), None]);
        prices.tax_status = TaxStatus::Net;
        prices.single = price(500, Some(1_200), Some(1_100));
        assert_eq!(prices.measure_against(1, first), Reduction::None);
        assert_eq!(
            prices.single.list,
            Some(euros(1_200)),
            "net prices are those of business customers"
        );
    }
}
