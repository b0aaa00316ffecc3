//! The navigation, the currencies, and the numbers of products and of their SEO URLs.

use vitrine_backends::shopware::{ChannelState, Language};
use vitrine_model::money::Currency;
use vitrine_site::routes::WithoutSeoUrl;

use super::asked::{Asked, failed};
use crate::cmd::doctor::{
    asking::all,
    codes::{Area, shopware as codes},
    report::{Report, list},
};

pub(super) async fn examine(asked: &Asked<'_>, state: &ChannelState) -> Report {
    let mut report = Report::default();
    if state.channel.navigation_root.is_some() {
        match asked.client.navigation(&asked.call.language).await {
            Ok(tree) if tree.is_empty() => report.add(
                &codes::NAVIGATION_NONE,
                "no visible category is below the entry point of the navigation",
            ),
            Ok(_) => {}
            Err(error) => failed(&mut report, asked.config, "the navigation", &error),
        }
    }
    match asked.client.currencies().await {
        Ok(all) => {
            let names: Vec<&str> = all.iter().map(Currency::as_str).collect();
            report.saw(Area::Shopware, "currencies of the sales channel", list(&names));
        }
        Err(error) => failed(&mut report, asked.config, "the currencies", &error),
    }
    let products = match asked.client.count_products(&asked.call.language).await {
        Ok(0) => {
            report.add(&codes::PRODUCTS_NONE, "the sales channel has no product");
            return report;
        }
        Ok(products) => products,
        Err(error) => {
            failed(&mut report, asked.config, "the number of products", &error);
            return report;
        }
    };
    report.saw(Area::Shopware, "products, with variants", products.to_string());
    seo_urls(asked, &mut report).await;
    report
}

/// The languages of the shop without a single SEO URL.
async fn seo_urls(asked: &Asked<'_>, report: &mut Report) {
    let is_of_the_shop = |language: &&Language| {
        let mut locales = asked.config.locales.iter();
        locales.any(|(_, locale)| locale.iso == language.iso || locale.commerce_language.as_ref() == Some(&language.id))
    };
    let languages: Vec<&Language> = asked.languages.iter().filter(is_of_the_shop).collect();
    let calls = languages
        .iter()
        .map(|language| asked.client.count_seo_urls(&language.id));
    let mut without = Vec::new();
    for (language, count) in languages.iter().zip(all(asked.config, calls).await) {
        match count {
            Ok(0) => without.push(language.iso.as_str()),
            Ok(_) => {}
            Err(error) => failed(report, asked.config, "the SEO URLs", &error),
        }
    }
    if !without.is_empty() && asked.config.file.routes.without_seo_url == WithoutSeoUrl::Detail {
        report.add(
            &codes::SEO_URLS_NONE,
            format!(
                "no product has a SEO URL in {}, and routes.without_seo_url is \"detail\": pages are at /detail/<id>",
                list(&without)
            ),
        );
    }
}
