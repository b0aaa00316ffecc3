//! What of Shopware's settings does not fit this shop, as findings of a build.

use vitrine_api::{SetupCode, SetupFinding, of_domains, of_endpoint};
use vitrine_backends::snapshot::About;
use vitrine_model::diagnostic::{Diagnostic, Place};

use crate::config::Config;

/// The findings of a pull; none of the domains where an older version made it.
pub(super) fn findings(config: &Config, about: &About) -> Vec<Diagnostic> {
    let origins = [config.file.site.base_url.clone()];
    let mut locales = config.locales.clone();
    for (index, locale) in config.locales.iter() {
        if let Some(id) = about.languages.get(&locale.code) {
            locales.set_commerce_language(index, id.clone());
        }
    }
    let of_domains = about
        .domains
        .iter()
        .flat_map(|domains| of_domains(domains, &locales, &origins));
    let of_endpoint = of_endpoint(&config.file.shopware.endpoint, &origins);
    of_domains.chain(of_endpoint).map(told).collect()
}

fn told(found: SetupFinding) -> Diagnostic {
    let (kind, id) = match found.code {
        SetupCode::EndpointNotPublic => ("setting", "shopware.endpoint"),
        _ => ("sales channel", "domains"),
    };
    let place = Place {
        source: "shopware".to_owned(),
        kind: kind.to_owned(),
        id: id.to_owned(),
        locale: found.locale,
        ..Place::default()
    };
    Diagnostic::warning(found.code.as_str(), found.message, place).hint(found.remedy)
}
