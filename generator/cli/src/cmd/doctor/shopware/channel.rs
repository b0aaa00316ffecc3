//! The sales channel itself: its state, languages, domains and countries.

use std::collections::BTreeSet;

use vitrine_api::{of_domains, of_endpoint};
use vitrine_backends::shopware::{ChannelState, Language};
use vitrine_model::{locale::Locales, money::TaxStatus};

use super::asked::{Asked, failed};
use crate::{
    cmd::doctor::{
        codes::{Area, shopware as codes},
        reach::{self, Clock},
        report::{Report, list},
    },
    config::Config,
};

pub(super) fn state(report: &mut Report, config: &Config, clock: Clock, state: &ChannelState) {
    let version = if state.is_6_7 { "6.7 or later" } else { "6.6 or older" };
    report.saw(Area::Shopware, "version", version);
    report.saw(
        Area::Shopware,
        "currency that this shop sells in",
        state.channel.currency.as_str(),
    );
    reach::clock(report, &codes::CLOCK, clock, state.at);
    if state.is_cached {
        report.add(
            &codes::CACHED,
            "two anonymous visitors were given the same session, or the answer says that a cache may keep it",
        );
    }
    if state.active == Some(false) {
        report.add(&codes::CHANNEL_OFF, "the sales channel is switched off");
    }
    if state.channel.tax_status != TaxStatus::Gross && config.file.ordering.consumer_ordering {
        report.add(
            &codes::PRICES_NET,
            "anonymous visitors are shown prices without tax, and ordering.consumer_ordering is true",
        );
    }
    if state.channel.navigation_root.is_none() {
        report.add(
            &codes::NAVIGATION_NONE,
            "the sales channel has no category as the root of its navigation",
        );
    }
}

/// The language of each locale, and the domains of each language.
pub(super) fn languages(report: &mut Report, config: &Config, state: &ChannelState, known: &[Language]) {
    let names: Vec<&str> = known.iter().map(|language| language.iso.as_str()).collect();
    report.saw(Area::Shopware, "languages of the sales channel", list(&names));
    let mut locales: Locales = config.locales.clone();
    for (index, locale) in config.locales.iter() {
        let by_iso = known.iter().find(|language| language.iso == locale.iso);
        match &locale.commerce_language {
            Some(id) if known.iter().all(|language| language.id != *id) => report.add(
                &codes::LANGUAGE_ID,
                format!(
                    "commerce_language of the locale {:?} is {}, and no language of the sales channel has this id; {}",
                    locale.code.as_str(),
                    id.as_str(),
                    match by_iso {
                        Some(language) => format!("{} has {}", language.iso.as_str(), language.id.as_str()),
                        None => format!("it has {}", list(&names)),
                    }
                ),
            ),
            None if by_iso.is_none() => report.add_with(
                &codes::LANGUAGE_MISSING,
                format!(
                    "the sales channel has no language {} (locale {:?}); it has {}",
                    locale.iso.as_str(),
                    locale.code.as_str(),
                    list(&names)
                ),
                format!(
                    "Add {} to the sales channel, or correct iso of the locale {:?} in vitrine.toml.",
                    locale.iso.as_str(),
                    locale.code.as_str()
                ),
            ),
            Some(_) => {}
            None => {
                if let Some(language) = by_iso {
                    locales.set_commerce_language(index, language.id.clone());
                }
            }
        }
    }
    let origins = [config.file.site.base_url.clone()];
    for found in of_domains(&state.domains, &locales, &origins) {
        report.add_setup(&found);
    }
    if let Some(found) = of_endpoint(&config.file.shopware.endpoint, &origins) {
        report.add_setup(&found);
    }
}

/// The countries that are delivered to by the configuration, each with its key.
fn named_countries(config: &Config) -> BTreeSet<(&str, &'static str)> {
    let file = &config.file;
    let delivery = file.delivery.iter().flat_map(|table| &table.countries);
    let delivery = delivery.map(|iso| (iso.as_str(), "delivery.countries"));
    let offers = file.offers.shipping.iter().flat_map(|table| &table.countries);
    delivery
        .chain(offers.map(|iso| (iso.as_str(), "offers.shipping")))
        .collect()
}

pub(super) async fn countries(asked: &Asked<'_>) -> Report {
    let mut report = Report::default();
    let countries = match asked.client.countries(&asked.call).await {
        Ok(answer) => answer.value,
        Err(failure) => {
            failed(&mut report, asked.config, "the countries", &failure.error);
            return report;
        }
    };
    let names: Vec<&str> = countries.iter().map(|country| country.iso.as_str()).collect();
    report.saw(Area::Shopware, "countries of the sales channel", list(&names));
    if countries.is_empty() {
        report.add(&codes::COUNTRY_NONE, "the sales channel has no country");
        return report;
    }
    for (iso, key) in named_countries(asked.config) {
        match countries.iter().find(|country| country.iso.eq_ignore_ascii_case(iso)) {
            None => report.add(
                &codes::COUNTRY_MISSING,
                format!("{key} names {iso}, which the sales channel does not have"),
            ),
            Some(country) if !country.shipping_available => report.add(
                &codes::COUNTRY_NOT_SHIPPED,
                format!("{key} names {iso}, and Shopware sends nothing there"),
            ),
            Some(_) => {}
        }
    }
    report
}
