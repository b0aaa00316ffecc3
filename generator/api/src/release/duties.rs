//! What the law wants said of a product wherever it is offered: from the release (law §4, law §6).
//!
//! **Invariant:** a product that the release does not have has an unknown right of withdrawal, never a granted one.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use vitrine_model::ids::ProductId;

use crate::{
    release::Release,
    types::{energy_arrow::EnergyArrow, withdrawal_right::WithdrawalRight},
};

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
    energy: BTreeMap<Box<str>, EnergyArrow>,
}

impl ProductDuties {
    /// The reason in a locale. Without one there, any other: the product is excluded all the same.
    fn excluded(&self, code: &str) -> Option<&str> {
        let reasons = &self.withdrawal_excluded;
        let reason = reasons.get(code).or_else(|| reasons.values().next());
        reason.map(|reason| &**reason)
    }
}

/// What a line has to say of its product, in the language of the page.
#[derive(Debug)]
pub(crate) struct LineDuties {
    pub(crate) right: WithdrawalRight,
    /// Why there is no right of withdrawal.
    pub(crate) excluded: Option<String>,
    /// The arrow of a light source.
    pub(crate) energy: Option<EnergyArrow>,
}

/// The duties of a line's product, in the locale with this code.
pub(crate) fn duties_of(release: Option<&Release>, code: &str, id: Option<&ProductId>) -> LineDuties {
    let known = release.zip(id);
    let known = known.and_then(|(release, id)| release.duties(id.as_str()));
    let Some(product) = known else {
        return LineDuties {
            right: WithdrawalRight::Unknown,
            excluded: None,
            energy: None,
        };
    };
    let excluded = product.and_then(|duties| duties.excluded(code));
    LineDuties {
        right: match excluded {
            Some(_) => WithdrawalRight::Excluded,
            None => WithdrawalRight::Granted,
        },
        excluded: excluded.map(str::to_owned),
        energy: product.and_then(|duties| duties.energy.get(code)).cloned(),
    }
}
