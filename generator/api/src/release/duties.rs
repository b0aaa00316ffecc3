//! What the law wants said of the products of a release wherever they are offered (law §4, law §6).

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use crate::types::energy_arrow::EnergyArrow;

/// `server/duties.json` by product id, with only those products that have any; `None` in a release of an older version.
pub(super) type ReleaseDuties = Option<HashMap<Box<str>, ProductDuties>>;

/// One product; each fact by the code of its locale.
#[derive(Debug, Default, Deserialize)]
pub(super) struct ProductDuties {
    /// Why there is no right of withdrawal.
    #[serde(default)]
    withdrawal_excluded: BTreeMap<Box<str>, Box<str>>,
    /// The arrow of a light source.
    #[serde(default)]
    pub(super) energy: BTreeMap<Box<str>, EnergyArrow>,
    /// Whether it is electrical equipment.
    #[serde(default)]
    pub(super) electrical: bool,
}

impl ProductDuties {
    /// The reason in a locale. Without one there, any other: the product is excluded all the same.
    pub(super) fn excluded(&self, code: &str) -> Option<&str> {
        let reasons = &self.withdrawal_excluded;
        let reason = reasons.get(code).or_else(|| reasons.values().next());
        reason.map(|reason| &**reason)
    }
}
