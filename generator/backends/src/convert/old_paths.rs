//! Converts the SEO URLs of Shopware's own storefront (R-ROUTE-09).

use std::collections::BTreeSet;

use serde_json::value::RawValue;
use vitrine_model::{
    ids::{CategoryId, ProductId},
    redirect::{OldPath, OldTarget},
};

use super::{error::ConvertError, input::Input};
use crate::{json, pull::SEO_URLS, shopware::wire::WireSeoUrl, snapshot::name};

/// Each path with its target, in the order of the locales; including paths that are no longer canonical, if Shopware
/// returns them.
pub(crate) fn convert(input: &Input<'_>) -> Result<Vec<OldPath>, ConvertError> {
    let mut found = BTreeSet::new();
    for (locale, known) in input.locales() {
        let file = name(&["shopware", SEO_URLS, known.code.as_str()])?;
        for record in input.snapshot.records::<Box<RawValue>>(&file)? {
            let Some(url) = json::lenient::<WireSeoUrl>(record?.get()).0 else {
                continue;
            };
            let path = url.seo_path_info.as_deref().unwrap_or_default().trim_matches('/');
            if path.is_empty() || url.is_deleted == Some(true) {
                continue;
            }
            if let Some(target) = target(&url) {
                found.insert(OldPath {
                    locale,
                    path: path.to_owned(),
                    target,
                });
            }
        }
    }
    Ok(found.into_iter().collect())
}

fn target(url: &WireSeoUrl) -> Option<OldTarget> {
    let id = url.foreign_key.as_deref()?;
    match url.route_name.as_deref()? {
        "frontend.detail.page" => ProductId::parse(id).ok().map(OldTarget::Product),
        "frontend.navigation.page" => CategoryId::parse(id).ok().map(OldTarget::Category),
        _ => None,
    }
}
