//! The context of planning.

use vitrine_model::{
    catalog::Catalog,
    diagnostic::{Diagnostic, Place},
    locale::LocaleIndex,
    path::SitePath,
    product::Product,
};

use crate::{config::SiteConfig, diagnostics::Diagnostics, routes::Routes};

/// The inputs of planning.
pub struct PlanContext<'a> {
    /// The shop's data. Reads for the plan are not noted: instead, a page's own entry in the plan is noted for it.
    pub catalog: &'a Catalog,
    /// Configuration.
    pub config: &'a SiteConfig,
    /// The route table.
    pub routes: &'a Routes,
    /// Diagnostics of the build.
    pub diagnostics: &'a Diagnostics,
}

impl PlanContext<'_> {
    /// The path of a product's page (R-ROUTE-06). An invalid SEO path is reported, and the product is at
    /// `/detail/{id}`.
    pub fn product_path(&self, product: &Product, locale: LocaleIndex) -> Option<SitePath> {
        let found = self
            .routes
            .product_path(product, locale, self.config.routes.without_seo_url);
        match found.and_then(|path| path.for_content()) {
            Ok(path) => Some(path),
            Err(error) => {
                let place = Place {
                    source: "shopware".to_owned(),
                    kind: "product".to_owned(),
                    id: product.number.to_string(),
                    locale: self.catalog.locales().get(locale).map(|l| l.code.to_string()),
                    field: Some("seoUrls".to_owned()),
                    edit_url: None,
                };
                self.diagnostics.push(
                    Diagnostic::warning("seo-path", format!("{error}; the product is at its detail path"), place)
                        .hint("mend the SEO URL of the product in Shopware"),
                );
                self.routes.detail_path(&product.id, locale).ok()
            }
        }
    }
}
