//! What the law wants said or asked of the product of a line in a cart or an order: from the release (law §4, law §6,
//! law §8).
//!
//! **Invariant:** a product that the release does not have has an unknown right of withdrawal, never a granted one.

use vitrine_model::ids::ProductId;

use crate::{
    release::Release,
    types::{energy_arrow::EnergyArrow, withdrawal_right::WithdrawalRight},
};

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

/// Whether a product is electrical equipment (law §8); one that the release does not have is not asked about.
pub(crate) fn is_electrical(release: Option<&Release>, id: Option<&ProductId>) -> bool {
    let known = release.zip(id).and_then(|(release, id)| release.duties(id.as_str()));
    known.flatten().is_some_and(|duties| duties.electrical)
}
