//! SEO URLs of Shopware's own storefront, where its old addresses are to lead here (R-ROUTE-09).
//!
//! **Invariant:** a list is read whole: its total moves for none of its pages.

use std::collections::{BTreeMap, BTreeSet};

use vitrine_model::{ids::LanguageId, locale::LocaleCode};

use super::{
    config::OldStorefront,
    error::PullError,
    run::{Pull, at},
};
use crate::snapshot::{SnapshotWriter, name};

/// The routes of products and categories.
const ROUTES: [&str; 2] = ["frontend.detail.page", "frontend.navigation.page"];
/// The folder of the snapshot that has a file of SEO URLs for each locale.
pub(crate) const FOLDER: &str = "seo-urls";

impl Pull<'_> {
    /// Writes the SEO URLs of each locale that the old storefront had.
    pub(super) async fn seo_urls(
        &self,
        writer: &mut SnapshotWriter,
        languages: &BTreeMap<LocaleCode, LanguageId>,
    ) -> Result<(), PullError> {
        let Some(storefront) = &self.config.old_storefront else {
            return Ok(());
        };
        for (code, language) in languages.iter().filter(|(code, _)| storefront.locales.contains(*code)) {
            let mut file = writer.file(&name(&["shopware", FOLDER, code.as_str()])?)?;
            for route in ROUTES {
                self.of_route(storefront, language, code, route, |record| file.write(record))
                    .await?;
            }
            writer.close(file)?;
        }
        Ok(())
    }

    async fn of_route(
        &self,
        storefront: &OldStorefront,
        language: &LanguageId,
        code: &LocaleCode,
        route: &str,
        mut keep: impl FnMut(serde_json::Value) -> Result<(), crate::snapshot::SnapshotError>,
    ) -> Result<(), PullError> {
        let what = format!("the SEO URLs {route} {code} of the old storefront");
        let mut seen = BTreeSet::new();
        let (mut total, mut page) = (None, 1);
        while total.is_none_or(|total| (seen.len() as u64) < total) {
            let answer = storefront
                .shopware
                .seo_url_page(language, route, page)
                .await
                .map_err(at(&what))?;
            let expected = *total.get_or_insert(answer.total);
            let before = seen.len();
            for record in answer.records {
                // Records without an id are kept: they are identified by their whole text.
                let id = record
                    .get("id")
                    .and_then(serde_json::Value::as_str)
                    .map_or_else(|| record.to_string(), str::to_owned);
                if seen.insert(id) {
                    keep(record)?;
                }
            }
            let found = seen.len() as u64;
            if answer.total != expected || (seen.len() == before && found < expected) {
                return Err(PullError::Moved { what, expected, found });
            }
            self.progress.step(&what, found, expected);
            page += 1;
        }
        Ok(())
    }
}
