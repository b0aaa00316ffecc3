//! `server/duties.json`: what the law wants said or asked of a product wherever it is offered (law §4, law §6, law §8), for
//! the screens whose lines the API makes.
//!
//! **Invariant:** only products that have something to be said, in the order of their ids, so that the output is
//! deterministic.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use vitrine_model::{catalog::Catalog, product::Product, record::Record};

use crate::{
    config::SiteConfig,
    messages::{MessageError, Messages},
    page::Subject,
    plan::PlanIndex,
    view::energy::{EnergyView, LightSource},
};

/// One product; each fact by the code of its locale.
#[derive(Default, Serialize)]
struct ProductDuties {
    /// Why there is no right of withdrawal.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    withdrawal_excluded: BTreeMap<String, String>,
    /// The arrow of a light source.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    energy: BTreeMap<String, EnergyView>,
    /// Whether it is electrical equipment.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    electrical: bool,
}

impl ProductDuties {
    fn of(
        product: &Product,
        catalog: &Catalog,
        config: &SiteConfig,
        messages: &[&Messages],
    ) -> Result<Self, MessageError> {
        let mut duties = Self {
            electrical: product.is_electrical(),
            ..Self::default()
        };
        for ((index, locale), messages) in catalog.locales().iter().zip(messages) {
            let Some(texts) = product.texts.get(index) else {
                continue;
            };
            let code = || locale.code.to_string();
            if let Some(reason) = &texts.withdrawal_excluded {
                duties.withdrawal_excluded.insert(code(), reason.clone());
            }
            let energy = texts.energy.as_ref();
            if let Some(source) = energy.and_then(|energy| LightSource::of(energy, config)) {
                let arrow = source.arrow(|key, params| messages.text(key, params))?;
                duties.energy.insert(code(), arrow);
            }
        }
        Ok(duties)
    }

    fn is_empty(&self) -> bool {
        self.withdrawal_excluded.is_empty() && self.energy.is_empty() && !self.electrical
    }
}

/// The file; `messages` are those of the locales, in their order.
pub(crate) fn file<'m>(
    plan: &PlanIndex,
    catalog: &Catalog,
    config: &SiteConfig,
    messages: impl Iterator<Item = &'m Messages>,
) -> Result<Value, MessageError> {
    let messages: Vec<&Messages> = messages.collect();
    let mut all = BTreeMap::new();
    for page in plan.pages() {
        let Subject::Product(id) = &page.subject else { continue };
        let Some(product) = catalog.product(id).filter(|_| !all.contains_key(id.as_str())) else {
            continue;
        };
        let duties = ProductDuties::of(Record::value(product), catalog, config, &messages)?;
        all.insert(id.as_str(), duties);
    }
    all.retain(|_, duties| !duties.is_empty());
    Ok(serde_json::to_value(all).unwrap_or_default())
}
