//! The search page with the results: `GET /zoeken?q=lamp`.
//!
//! **Invariant:** if a search cannot be answered, the page of the release is served unchanged. A page with own prices of a
//! customer is stored nowhere.

use std::{io, net::IpAddr};

use axum::body::Body;
use http::{HeaderValue, Response, StatusCode, header};
use tokio::{task::spawn_blocking, time::Instant};
use vitrine_backends::shopware::session::SessionCall;
use vitrine_model::{locale::LocaleIndex, path::SitePath};

use super::{
    layout_guard::{current, within},
    marked::mark,
    visit::Visit,
};
use crate::{
    own_prices::{self, LinkPrices},
    release::files::path::FilePath,
    search,
    web::{cookies::Jar, policy::Action},
};

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
        let query = asked.clone();
        let found = spawn_blocking(move || search::Results::of(&search, &query).ok());
        let Some(mut found) = found.await.map_err(io::Error::other)? else {
            return Ok(None);
        };
        let own = self.own_prices(address, locale, &found.links()).await;
        let personal = own.is_some();
        if let Some(own) = own {
            found.put_own_prices(own, &asked);
        }
        let filled = spawn_blocking(move || {
            let template = std::str::from_utf8(&page).ok()?;
            let filled = search::fill(&found, &asked, &path.href(), template);
            Some(if personal { mark(filled) } else { filled })
        });
        let Some(filled) = filled.await.map_err(io::Error::other)? else {
            return Ok(None);
        };
        let mut answer = self.made(StatusCode::OK, filled).await;
        if personal {
            let no_store = HeaderValue::from_static("no-store");
            answer.headers_mut().insert(header::CACHE_CONTROL, no_store);
        }
        Ok(Some(answer))
    }

    /// The own prices of a customer behind the links of the page, which then waits for them; no cookie is set.
    async fn own_prices(&self, address: IpAddr, locale: LocaleIndex, links: &[String]) -> Option<LinkPrices> {
        let jar = Jar::read(self.asked, self.state.config.https);
        if !jar.may_have_own_prices() {
            return None;
        }
        let call = SessionCall {
            token: Some(current(self.state, &jar)?),
            language: self.state.languages.of(locale)?.clone(),
            visitor: Some(address),
        };
        let ids = own_prices::products_of_links(&self.release, links);
        let (wait, limited) = (
            self.state.config.limits.own_prices_wait,
            self.state.config.limited_at_most,
        );
        let read = within(self.state, &call, wait, async |call| {
            let answer = self.state.shopware.products_of_customer(call, &ids, limited).await?;
            // With the token of another session it may be anybody's (rule 10).
            let is_own = !answer.token_changed(call);
            Ok(answer.map(|read| is_own.then_some(read)))
        });
        let read = read.await.and_then(Result::ok).flatten();
        own_prices::of_read(&self.release, self.state.code(locale), links, read)
    }
}
