//! Writes the files of a release that are no page: assets, sitemaps, feeds, and what CDNs, crawlers and the API read.
//!
//! **Invariant:** they are functions of the Catalog, the plan and the site; those that list written files come last.

use std::io;

use rayon::prelude::*;
use serde_json::{Value, json};
use vitrine_model::{catalog::Catalog, locale::Locale, path::file};

use crate::{
    error::SiteError,
    form_words,
    json_line::json_line,
    load::Site,
    output::{
        cdn,
        dist::write_error,
        duties, feed,
        hosts::{self, Hosts},
        llms, moved, robots, server, sitemap,
        staging::Staging,
    },
    plan::PlanIndex,
    report::{Progress, Stage},
    tag_manager,
};

/// Writes everything except pages: assets, sitemaps, CDN files, the files for the API.
pub(crate) fn write(
    catalog: &Catalog,
    site: &Site,
    plan: &PlanIndex,
    staging: &Staging<'_>,
    pulled_on: Option<jiff::civil::Date>,
    progress: &dyn Progress,
) -> Result<(), SiteError> {
    let before = staging.count();
    progress.step(Stage::Write, 0, 0);
    copy_assets(site, staging)?;
    for (file, icon) in &site.icons {
        staging.write_with_folder(&format!("site/{file}"), icon.as_bytes())?;
    }
    for gazetteer in site.locales.iter().filter_map(|locale| locale.gazetteer.as_ref()) {
        staging.write_with_folder(&at_root(&gazetteer.file), gazetteer.json.as_bytes())?;
    }
    for locale in &site.locales {
        let file = format!("server/search/{}.words.json", locale.code);
        staging.write_with_folder(&file, locale.search_words.as_bytes())?;
    }
    // Most of these tell something of every page.
    let parts: [&(dyn Fn() -> Result<(), SiteError> + Sync); 5] = [
        &|| write_sitemaps(catalog, site, plan, staging),
        &|| write_redirects(catalog, site, plan, staging),
        &|| write_hosts(catalog, site, plan, staging),
        &|| write_crawler_files(catalog, site, plan, staging, pulled_on),
        &|| write_server_files(catalog, site, plan, staging),
    ];
    parts.par_iter().with_max_len(1).try_for_each(|write| write())?;
    write_texts(catalog, site, plan, staging)?;
    let written = staging.count() - before;
    progress.step(Stage::Write, written, written);
    Ok(())
}

fn write_sitemaps(catalog: &Catalog, site: &Site, plan: &PlanIndex, staging: &Staging<'_>) -> Result<(), SiteError> {
    let mut written = Ok(());
    let emitted = sitemap::write_sitemaps(plan, catalog.locales(), &site.config, sitemap::PROTOCOL, |file, xml| {
        written = staging.write(&format!("site/{file}"), xml).map(drop);
        if written.is_err() {
            Err(io::Error::other("stopped"))
        } else {
            Ok(())
        }
    });
    written?;
    emitted.map_err(write_error("the sitemaps", file::SITEMAP))
}

/// Writes what CDNs and crawlers read at the root.
fn write_crawler_files(
    catalog: &Catalog,
    site: &Site,
    plan: &PlanIndex,
    staging: &Staging<'_>,
    pulled_on: Option<jiff::civil::Date>,
) -> Result<(), SiteError> {
    let tags = tag_manager::hosts(&site.config, catalog);
    let headers = cdn::headers(&site.config, &site.assets, plan, catalog.locales(), tags);
    staging.write(&at_root(file::HEADERS), headers.as_bytes())?;
    let robots = robots::robots(&site.config, &site.routes, plan, catalog.locales());
    staging.write(&at_root(file::ROBOTS), robots.as_bytes())?;
    staging.write(
        &at_root(file::BUILD),
        &json_line(&json!({ "files": site.assets.of_pages(), "tax_labels": server::tax_labels(site.messages()) })),
    )?;
    match pulled_on {
        Some(day) => {
            let pulled = json_line(&json!({ "on": day.to_string() }));
            staging.write(&at_root(file::PULLED), &pulled).map(drop)
        }
        None => Ok(()),
    }
}

/// Writes what the API reads.
fn write_server_files(
    catalog: &Catalog,
    site: &Site,
    plan: &PlanIndex,
    staging: &Staging<'_>,
) -> Result<(), SiteError> {
    type Part<'p> = (&'p str, &'p (dyn Fn() -> Result<Value, SiteError> + Sync));
    let locales = catalog.locales();
    let words = || site.messages().zip(site.formats());
    let tags = tag_manager::hosts(&site.config, catalog);
    let duties = || duties::file(plan, catalog, &site.config, site.messages());
    let parts: [Part<'_>; 11] = [
        ("server/site.json", &|| {
            Ok(server::site(catalog, plan, &site.assets, tags))
        }),
        ("server/redirects.json", &|| Ok(server::redirects(plan))),
        ("server/rewrites.json", &|| Ok(server::rewrites(plan))),
        ("server/products.json", &|| Ok(server::products(plan, locales))),
        ("server/numbers.json", &|| Ok(server::numbers(plan, catalog))),
        ("server/prices.json", &|| Ok(server::prices(plan, catalog))),
        ("server/duties.json", &|| Ok(duties()?)),
        ("server/families.json", &|| Ok(server::families(catalog))),
        ("server/parents.json", &|| Ok(server::parents(catalog))),
        ("server/price-words.json", &|| Ok(server::price_words(words()))),
        ("server/messages.json", &|| Ok(server::messages(words()))),
    ];
    parts
        .par_iter()
        .with_max_len(1)
        .try_for_each(|(file, value)| staging.write_with_folder(file, &json_line(&value()?)))?;
    staging.write_with_folder("server/forms.json", &json_line(&form_words::handed(catalog, site)))
}

/// Writes the redirects for static hosts.
fn write_redirects(catalog: &Catalog, site: &Site, plan: &PlanIndex, staging: &Staging<'_>) -> Result<(), SiteError> {
    let (locales, redirects) = (catalog.locales(), cdn::redirects(plan));
    staging.write(&at_root(file::REDIRECTS), redirects.text.as_bytes())?;
    let messages = |locale: &Locale| {
        site.messages()
            .find(|messages| messages.locale() == locale.code.as_str())
    };
    moved::write(&redirects.left, locales, &site.config, messages, staging)
}

/// Writes the configuration for nginx and Caddy.
fn write_hosts(catalog: &Catalog, site: &Site, plan: &PlanIndex, staging: &Staging<'_>) -> Result<(), SiteError> {
    let (config, tags) = (&site.config, tag_manager::hosts(&site.config, catalog));
    let hosts = Hosts::of(config, &site.assets, plan, catalog.locales(), tags);
    staging.write_with_folder(hosts::NGINX, hosts::nginx::text(&hosts).as_bytes())?;
    staging.write_with_folder(hosts::CADDY, hosts::caddy::text(&hosts).as_bytes())
}

/// Writes the news feed and `llms.txt` of each locale.
fn write_texts(catalog: &Catalog, site: &Site, plan: &PlanIndex, staging: &Staging<'_>) -> Result<(), SiteError> {
    let written = |file: &str| staging.has(&at_root(file));
    let sources = llms::Sources {
        catalog,
        site,
        plan,
        written: &written,
    };
    for (index, locale) in catalog.locales().iter() {
        if let Some(found) = plan.feed(index) {
            let xml = feed::feed(catalog, plan, &site.config, (index, locale), found);
            let xml = xml.map_err(write_error("the feed", &found.file))?;
            staging.write_with_folder(&at_root(&found.file), &xml)?;
        }
        if let Some(files) = site.locale(index) {
            let text = sources.text(index, &files.messages)?;
            staging.write_with_folder(&at_root(&llms::file(site, index)), text.as_bytes())?;
        }
    }
    Ok(())
}

/// The path of a file at the root of `site/`.
fn at_root(name: &str) -> String {
    format!("site/{name}")
}

/// Copies the assets to `site/`, and their precompressed variants to `server/`: a CDN that serves `site/` compresses by
/// itself.
fn copy_assets(site: &Site, staging: &Staging<'_>) -> Result<(), SiteError> {
    for (file, known) in &site.assets.files {
        let bytes = read_asset(site, file, file, known.bytes)?;
        staging.write_with_folder(&format!("site/{file}"), &bytes)?;
    }
    for (twin, known) in &site.assets.twins {
        let bytes = read_asset(site, &format!("twins/{twin}"), twin, known.bytes)?;
        staging.write_with_folder(&format!("server/{twin}"), &bytes)?;
    }
    Ok(())
}

fn read_asset(site: &Site, below: &str, name: &str, size: u64) -> Result<Vec<u8>, SiteError> {
    let bytes = site.asset_bytes(below).map_err(|source| SiteError::Read {
        what: "the asset",
        path: site.assets_place.path(below),
        source,
    })?;
    if u64::try_from(bytes.len()).ok() != Some(size) {
        return Err(crate::assets::AssetError::File {
            file: name.to_owned(),
            reason: "whose size is not the one it says",
        }
        .into());
    }
    Ok(bytes)
}
