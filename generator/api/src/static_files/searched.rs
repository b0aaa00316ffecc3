//! The search page with the results: `GET /zoeken?q=lamp`.
//!
//! **Invariant:** if a search cannot be answered, the page of the release is served unchanged.

use std::{io, net::IpAddr};

use axum::body::Body;
use http::{Response, StatusCode};
use tokio::{task::spawn_blocking, time::Instant};
use vitrine_model::path::SitePath;

use super::visit::Visit;
use crate::{release::files::path::FilePath, search, web::policy::Action};

/// The name of the screen among the release's routes.
const SCREEN: &str = "bor.search";

impl Visit<'_> {
    /// The filled page, if it was requested and can be filled.
    pub(super) async fn searched(&self, address: IpAddr) -> io::Result<Option<Response<Body>>> {
        let Some(query) = self.uri.query().filter(|query| !query.is_empty()) else {
            return Ok(None);
        };
        let Ok(path) = SitePath::parse(self.uri.path()) else {
            return Ok(None);
        };
        let locale = self.state.config.locales.of_path(self.uri.path());
        let screen = self.release.screen(SCREEN, self.state.code(locale), "");
        // A path in another spelling is redirected to the canonical one first.
        if screen.as_deref() != Some(self.uri.path()) {
            return Ok(None);
        }
        let Some(asked) = search::of_page(query) else {
            return Ok(None);
        };
        if self.state.rates.check(address, Action::Read).is_err() {
            return Ok(None);
        }
        let deadline = Instant::now() + self.state.config.limits.maintenance_wait;
        let Ok(search) = self.state.releases.searches().of(locale, deadline).await else {
            return Ok(None);
        };
        let Some(page) = self.whole(&FilePath::of_page(&path)).await? else {
            return Ok(None);
        };
        let filled = spawn_blocking(move || {
            let template = std::str::from_utf8(&page).ok()?;
            search::fill(&search, &asked, &path.href(), template).ok()
        });
        let filled = filled.await.map_err(io::Error::other)?;
        // It differs for each query, so it is not cached.
        Ok(match filled {
            Some(page) => Some(self.made(StatusCode::OK, page).await),
            None => None,
        })
    }
}
