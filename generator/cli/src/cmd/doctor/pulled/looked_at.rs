//! Pictures and pages of the converted records.

use std::collections::{BTreeMap, BTreeSet};

use url::Url;
use vitrine_model::{catalog::Catalog, media::Image};

use crate::{
    cmd::doctor::{
        codes::records as codes,
        report::{Report, list},
    },
    config::Config,
};

/// The pictures of products, each once.
fn of_products(catalog: &Catalog) -> BTreeMap<&str, &Image> {
    let products = catalog.products().map(|record| record.value());
    let images = products.flat_map(|product| &product.media);
    images.map(|image| (image.url.as_str(), image)).collect()
}

/// The first picture of a product that has a known size.
pub(super) fn a_picture(catalog: &Catalog) -> Option<Image> {
    let pictures = of_products(catalog);
    let sized = pictures
        .values()
        .find(|image| image.width.is_some() && image.height.is_some());
    sized.or(pictures.values().next()).map(|image| (*image).clone())
}

pub(super) fn pictures(config: &Config, catalog: &Catalog, report: &mut Report) {
    let pictures = of_products(catalog);
    let total = pictures.len();
    alternative_texts(catalog, total, report);
    let without_thumbnails = pictures.values().filter(|image| image.thumbnails.is_empty()).count();
    if without_thumbnails > 0 && config.file.images.template.is_none() {
        report.add(
            &codes::THUMBNAILS_MISSING,
            format!(
                "{without_thumbnails} of {total} pictures of products have no thumbnails, and there is no image CDN: pages name the originals"
            ),
        );
    }
    let allowed: BTreeSet<String> = config
        .file
        .images
        .hosts
        .iter()
        .filter_map(|host| origin(host))
        .collect();
    let hosts: BTreeSet<String> = pictures.keys().filter_map(|url| origin(url)).collect();
    // Without a list, browsers may load pictures from everywhere by https.
    let is_blocked = |host: &&String| !allowed.is_empty() || !host.starts_with("https://");
    let others: Vec<&String> = hosts.difference(&allowed).filter(is_blocked).collect();
    if !others.is_empty() && (config.file.images.template.is_none() || is_of_the_picture(config)) {
        report.add(
            &codes::IMAGE_HOST,
            format!("pictures of products are at {}", list(&others)),
        );
    }
}

/// The pictures without an alternative text, by locale.
fn alternative_texts(catalog: &Catalog, total: usize, report: &mut Report) {
    let mut told = Vec::new();
    for (index, locale) in catalog.locales().iter() {
        let mut without: BTreeSet<&str> = BTreeSet::new();
        for product in catalog.products().map(|record| record.value()) {
            let texts = product.texts.get(index).map_or(&[][..], |texts| &texts.media_alt);
            let missing = product.media.iter().zip(texts).filter(|(_, alt)| alt.is_none());
            without.extend(missing.map(|(image, _)| image.url.as_str()));
        }
        if !without.is_empty() {
            told.push(format!("{} in {}", without.len(), locale.code.as_str()));
        }
    }
    if !told.is_empty() {
        report.add(
            &codes::ALT_MISSING,
            format!(
                "of {total} pictures of products these have no alternative text: {}",
                list(&told)
            ),
        );
    }
}

/// Whether the image CDN is where the pictures are.
fn is_of_the_picture(config: &Config) -> bool {
    let template = config.file.images.template.as_deref();
    template.is_some_and(|template| template.starts_with("{url}"))
}

fn origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    url.host()?;
    Some(url.origin().ascii_serialization())
}

/// The titles of entries of one catalogue that another does not have.
pub(super) fn only_in(whole: &Catalog, other: &Catalog) -> Vec<String> {
    let titles: BTreeSet<String> = whole
        .entries()
        .filter(|entry| other.entry(&entry.value().id).is_none())
        .map(|entry| entry.value().title.clone())
        .collect();
    titles.into_iter().collect()
}
