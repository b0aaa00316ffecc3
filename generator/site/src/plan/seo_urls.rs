//! Reports a sales channel without SEO URLs: Shopware creates none for a headless one (Shopware §25.6), so that the
//! paths of all products are ids.

use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    locale::{Locale, LocaleIndex},
    record::Record,
};

use super::context::PlanContext;
use crate::routes::WithoutSeoUrl;

/// Reports each locale in which no product has a SEO URL, unless paths are made from names.
pub(super) fn report_none(cx: &PlanContext<'_>) {
    if cx.config.routes.without_seo_url == WithoutSeoUrl::Name {
        return;
    }
    for (index, locale) in cx.catalog.locales().iter() {
        let products = cx.catalog.products().map(Record::value);
        let mut texts = products.filter_map(|product| product.texts.get(index)).peekable();
        if texts.peek().is_some() && texts.all(|texts| texts.seo_path.is_none()) {
            cx.diagnostics.push(none(cx, index, locale));
        }
    }
}

fn none(cx: &PlanContext<'_>, index: LocaleIndex, locale: &Locale) -> Diagnostic {
    let products = cx.catalog.products().map(Record::value);
    let count = products.filter(|product| product.texts.get(index).is_some()).count();
    let place = Place {
        source: "shopware".to_owned(),
        kind: "sales channel".to_owned(),
        id: "seoUrls".to_owned(),
        locale: Some(locale.code.to_string()),
        ..Place::default()
    };
    let message = format!(
        "none of the {count} products has a SEO URL in {}, so their addresses are ids (/detail/…)",
        locale.code
    );
    Diagnostic::warning("seo-urls-none", message, place).hint(
        "set routes.without_seo_url of vitrine.toml to \"name\" for addresses of names and numbers, or let Shopware make SEO URLs: it makes none for a headless sales channel",
    )
}
