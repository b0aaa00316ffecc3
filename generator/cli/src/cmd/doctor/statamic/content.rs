//! The resources that a pull reads: collections, taxonomies, navigations, globals, containers.

use std::collections::BTreeSet;

use vitrine_backends::{BackendError, NO_SITE};
use vitrine_model::ids::SiteHandle;

use super::asked::{Asked, failed};
use crate::cmd::{
    doctor::{
        asking::all,
        codes::{Area, Row, statamic as codes},
        reach,
        report::{Report, list},
    },
    wire,
};

/// The collection that is read by GraphQL.
const STORES: &str = "stores";

/// Handles with the same fault, told as one finding.
#[derive(Default)]
struct Faults {
    closed: BTreeSet<String>,
    empty: BTreeSet<String>,
    filter: BTreeSet<String>,
}

impl Faults {
    fn add(&mut self, report: &mut Report, asked: &Asked<'_>, what: String, error: &BackendError) {
        match error.status() {
            Some(404) => self.closed.insert(what),
            Some(422) => self.filter.insert(what),
            _ => {
                failed(report, asked.config, &what, error);
                false
            }
        };
    }

    fn tell(&self, report: &mut Report, closed: &'static Row) {
        let names = |set: &BTreeSet<String>| list(&set.iter().collect::<Vec<_>>());
        if !self.closed.is_empty() {
            report.add(closed, format!("the CMS answers with 404: {}", names(&self.closed)));
        }
        if !self.empty.is_empty() {
            report.add(
                &codes::COLLECTION_EMPTY,
                format!("without a published entry: {}", names(&self.empty)),
            );
        }
        if !self.filter.is_empty() {
            report.add(
                &codes::FILTER_SITE,
                format!("the filter `site` is not allowed: {}", names(&self.filter)),
            );
        }
    }
}

pub(super) async fn examine(asked: &Asked<'_>) -> Report {
    let mut report = Report::default();
    let sites = existing_sites(asked, &mut report).await;
    collections(asked, &sites, &mut report).await;
    taxonomies(asked, &sites, &mut report).await;
    navigations(asked, &sites, &mut report).await;
    globals(asked, &sites, &mut report).await;
    containers(asked, &mut report).await;
    redirects(asked, &mut report).await;
    report
}

/// The sites of the locales, without those that the CMS does not have.
async fn existing_sites(asked: &Asked<'_>, report: &mut Report) -> Vec<SiteHandle> {
    let known = asked.client.seen_sites().await.ok().flatten();
    let mut sites: Vec<SiteHandle> = Vec::new();
    for (_, locale) in asked.config.locales.iter() {
        let site = &locale.content_site;
        let is_known = known
            .as_ref()
            .is_none_or(|known| known.iter().any(|handle| handle == site.as_str()));
        if is_known {
            sites.push(site.clone());
        } else {
            missing_site(report, site, &list(known.as_deref().unwrap_or_default()));
        }
    }
    sites
}

fn missing_site(report: &mut Report, site: &SiteHandle, known: &str) {
    report.add(
        &codes::SITE_MISSING,
        format!("the CMS has no site {}; it has {known}", site.as_str()),
    );
}

async fn collections(asked: &Asked<'_>, sites: &[SiteHandle], report: &mut Report) {
    let table = &asked.config.file.statamic;
    let read = table.collections.iter().filter(|collection| *collection != STORES);
    let pairs: Vec<(&String, &SiteHandle)> = read.flat_map(|one| sites.iter().map(move |site| (one, site))).collect();
    let calls = pairs
        .iter()
        .map(|(collection, site)| asked.client.first_entries(collection, site, false));
    let mut faults = Faults::default();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut opened: BTreeSet<&str> = BTreeSet::new();
    for ((collection, _), answer) in pairs.iter().zip(all(asked.config, calls).await) {
        match answer {
            Ok(list) => {
                opened.insert(collection);
                if list.total > 0 {
                    seen.insert(collection);
                }
            }
            Err(error) => faults.add(report, asked, (*collection).clone(), &error),
        }
    }
    faults.empty = opened.difference(&seen).map(|name| (*name).to_owned()).collect();
    faults.tell(report, &codes::COLLECTION_CLOSED);
    scheduled(asked, sites, &opened, report).await;
}

/// Whether the dates of scheduled entries can be read.
async fn scheduled(asked: &Asked<'_>, sites: &[SiteHandle], opened: &BTreeSet<&str>, report: &mut Report) {
    let Some(site) = sites.first() else { return };
    let future = asked.config.file.statamic.future_private.iter();
    let future: Vec<&String> = future
        .filter(|collection| opened.contains(collection.as_str()))
        .collect();
    let calls = future
        .iter()
        .map(|collection| asked.client.first_entries(collection, site, true));
    let mut refused = Vec::new();
    for (collection, answer) in future.iter().zip(all(asked.config, calls).await) {
        match answer {
            Ok(_) => {}
            Err(error) if error.status() == Some(422) => refused.push(collection.as_str()),
            Err(error) => failed(report, asked.config, collection, &error),
        }
    }
    if !refused.is_empty() {
        report.add(
            &codes::FILTER_PUBLISHED,
            format!("the filter `published` is not allowed: {}", list(&refused)),
        );
    }
}

async fn taxonomies(asked: &Asked<'_>, sites: &[SiteHandle], report: &mut Report) {
    let Some(site) = sites.first() else { return };
    let taxonomies = &asked.config.file.statamic.taxonomies;
    let calls = taxonomies
        .iter()
        .map(|taxonomy| asked.client.first_terms(taxonomy, site));
    let mut faults = Faults::default();
    for (taxonomy, answer) in taxonomies.iter().zip(all(asked.config, calls).await) {
        if let Err(error) = answer {
            faults.add(report, asked, format!("taxonomy {taxonomy}"), &error);
        }
    }
    faults.tell(report, &codes::TAXONOMY_CLOSED);
}

async fn navigations(asked: &Asked<'_>, sites: &[SiteHandle], report: &mut Report) {
    let handles = wire::navigations(asked.config);
    let pairs: Vec<(&String, &SiteHandle)> = handles
        .iter()
        .flat_map(|one| sites.iter().map(move |site| (one, site)))
        .collect();
    let calls = pairs.iter().map(|(handle, site)| asked.client.navigation(handle, site));
    let mut missing = Vec::new();
    for ((handle, site), answer) in pairs.iter().zip(all(asked.config, calls).await) {
        match answer {
            Ok(Some(_)) => {}
            Ok(None) => missing.push(format!("{handle} in {}", site.as_str())),
            Err(error) => failed(report, asked.config, &format!("the navigation {handle}"), &error),
        }
    }
    if !missing.is_empty() {
        report.add(
            &codes::NAVIGATION_MISSING,
            format!("the CMS answers with 404: {}", list(&missing)),
        );
    }
}

async fn globals(asked: &Asked<'_>, sites: &[SiteHandle], report: &mut Report) {
    let calls = sites.iter().map(|site| asked.client.globals(site));
    let mut closed = false;
    for (site, answer) in sites.iter().zip(all(asked.config, calls).await) {
        match answer {
            Ok(found) => closed |= found.is_none(),
            Err(error) if error.has_code(NO_SITE) => missing_site(report, site, "others"),
            Err(error) if error.status() == Some(500) => report.add(
                &codes::GLOBALS_NOT_LOCALIZED,
                format!("globals of {}: {}", site.as_str(), reach::line(&error)),
            ),
            Err(error) => failed(report, asked.config, "globals", &error),
        }
    }
    if closed {
        report.add(&codes::GLOBALS_CLOSED, "the CMS answers with 404 to globals");
    }
}

async fn containers(asked: &Asked<'_>, report: &mut Report) {
    let containers = &asked.config.file.statamic.asset_containers;
    let calls = containers.iter().map(|container| asked.client.first_assets(container));
    let mut closed = Vec::new();
    for (container, answer) in containers.iter().zip(all(asked.config, calls).await) {
        match answer {
            Ok(_) => {}
            Err(error) if error.status() == Some(404) => closed.push(container.as_str()),
            Err(error) => failed(report, asked.config, &format!("the container {container}"), &error),
        }
    }
    if !closed.is_empty() {
        report.add(
            &codes::CONTAINER_CLOSED,
            format!("the CMS answers with 404: {}", list(&closed)),
        );
    }
}

/// Redirects are of an add-on, which an installation need not have.
async fn redirects(asked: &Asked<'_>, report: &mut Report) {
    match asked.client.redirects().await {
        Ok(Some(all)) => report.saw(Area::Statamic, "redirects", all.len().to_string()),
        Ok(None) => report.not_checked(
            Area::Statamic,
            "redirects",
            "the CMS has no /redirects in its API: none are read. An add-on can provide them",
        ),
        Err(error) => failed(report, asked.config, "the redirects", &error),
    }
}
