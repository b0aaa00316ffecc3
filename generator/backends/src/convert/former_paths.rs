//! Converts the former SEO paths of products, from earlier pulls (R-ROUTE-09).

use vitrine_model::{ids::ProductId, redirect::FormerPath};

use super::{error::ConvertError, input::Input};
use crate::pull::{self, FORMER_PATHS};

pub(crate) fn convert(input: &Input<'_>) -> Result<Vec<FormerPath>, ConvertError> {
    let mut found = Vec::new();
    for record in input.snapshot.records::<pull::FormerPath>(FORMER_PATHS)? {
        let pull::FormerPath { locale, path, product } = record?;
        let index = input.locales().find(|(_, known)| known.code.as_str() == locale);
        if let (Some((locale, _)), Ok(product)) = (index, ProductId::parse(&product)) {
            found.push(FormerPath { locale, path, product });
        }
    }
    Ok(found)
}
