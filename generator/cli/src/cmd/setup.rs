//! Findings about settings of Shopware and the CMS that do not fit this shop.

use vitrine_api::{SetupCode, SetupFinding, cms_time_zone, of_domains, of_endpoint, of_time_zone};
use vitrine_backends::{convert::ODD_HOUR, snapshot::About};
use vitrine_model::diagnostic::{Diagnostic, Place};

use crate::config::Config;

/// The findings of a pull; none about domains if an older version made it.
fn findings(config: &Config, about: &About) -> Vec<Diagnostic> {
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
    let of_zone = cms_zone(config).and_then(|zone| of_time_zone(&zone, &config.time_zone));
    of_domains.chain(of_endpoint).chain(of_zone).map(diagnostic).collect()
}

/// Adds the findings of a pull. If the CMS reports its time zone, unusual times are intended, or covered by the finding
/// about the time zone.
pub(super) fn add_findings(diagnostics: &mut Vec<Diagnostic>, config: &Config, about: &About) {
    if cms_zone(config).is_some() {
        diagnostics.retain(|found| found.code != ODD_HOUR);
    }
    diagnostics.extend(findings(config, about));
}

fn cms_zone(config: &Config) -> Option<String> {
    cms_time_zone(&config.state())
}

fn diagnostic(found: SetupFinding) -> Diagnostic {
    let (kind, id) = match found.code {
        SetupCode::EndpointNotPublic => ("setting", "shopware.endpoint"),
        SetupCode::CmsTimeZone => ("setting", "timezone"),
        _ => ("sales channel", "domains"),
    };
    let source = match found.code {
        SetupCode::CmsTimeZone => "statamic",
        _ => "shopware",
    };
    let place = Place {
        source: source.to_owned(),
        kind: kind.to_owned(),
        id: id.to_owned(),
        locale: found.locale,
        ..Place::default()
    };
    Diagnostic::warning(found.code.as_str(), found.message, place).hint(found.remedy)
}
