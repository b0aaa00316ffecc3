//! Resolves a path to a file, a redirect, a shell, or the 404 page.
//!
//! **Invariant:** a `Location` is built from parsed paths, never from raw request text (rule 4).

use std::io;

use axum::body::Body;
use http::{Response, StatusCode};
use vitrine_model::path::{LocalPath, SitePath};

use super::visit::Visit;
use crate::release::{
    Moved,
    files::path::{FilePath, Wanted, link_path},
};

impl Visit<'_> {
    pub(super) async fn answer(&self) -> io::Result<Response<Body>> {
        if self.state.overlay.is_none()
            && let Some((path, listed)) = self.release.files.direct(self.uri.path())
            && let Some(answer) = self.listed(path, listed, StatusCode::OK).await?
        {
            return Ok(answer);
        }
        match Wanted::of(self.uri.path()) {
            Wanted::Nothing => match link_path(self.uri.path()).and_then(|path| self.shell(path)) {
                Some(shell) => self.file_or_not_found(&shell).await,
                None => self.not_found(StatusCode::NOT_FOUND).await,
            },
            Wanted::File(path) => self.file_or_not_found(&path).await,
            Wanted::Page { path, tidy } => match SitePath::parse(self.uri.path()) {
                // A redirect may leave the address of a former file: `/old.html`.
                Ok(asked) if !tidy && self.release.redirects.contains_key(asked.as_str()) => {
                    self.page(asked, true).await
                }
                _ => self.page(path, tidy).await,
            },
        }
    }

    /// R-ROUTE-09 before R-ROUTE-08, so that a moved page takes one redirect, not two.
    async fn page(&self, path: SitePath, tidy: bool) -> io::Result<Response<Body>> {
        match self.release.redirects.get(path.as_str()) {
            Some(Moved::Here(to, fragment, status)) => {
                return Ok(self.redirect(&format!("{}{fragment}", self.keep_query(to)), *status));
            }
            Some(Moved::Away(to, status)) => return Ok(self.redirect(to, *status)),
            Some(Moved::Gone) => return self.not_found(StatusCode::GONE).await,
            None => {}
        }
        if !tidy {
            return Ok(self.redirect(&self.keep_query(&LocalPath::from(path)), 301));
        }
        if let Some(answer) = self.file(&FilePath::of_page(&path), StatusCode::OK).await? {
            return Ok(answer);
        }
        if let Some(literal) = FilePath::of_path(&path)
            && let Some(answer) = self.file(&literal, StatusCode::OK).await?
        {
            return Ok(answer);
        }
        match self.shell(path.as_str()) {
            Some(shell) => self.file_or_not_found(&shell).await,
            None => self.not_found(StatusCode::NOT_FOUND).await,
        }
    }

    /// The shell that a rewrite maps a path to.
    fn shell(&self, path: &str) -> Option<FilePath> {
        let rewrites = &self.release.rewrites;
        let rewrite = rewrites.iter().find(|rewrite| rewrite.matches(path))?;
        FilePath::parse(&rewrite.file)
    }

    /// R-ROUTE-10: the shell of an order that is not there, with status 404.
    pub(super) async fn shell_without_order(&self, path: &SitePath) -> io::Result<Response<Body>> {
        if let Some(shell) = self.shell(path.as_str())
            && let Some(answer) = self.file(&shell, StatusCode::NOT_FOUND).await?
        {
            return Ok(answer);
        }
        self.not_found(StatusCode::NOT_FOUND).await
    }

    async fn file_or_not_found(&self, path: &FilePath) -> io::Result<Response<Body>> {
        match self.file(path, StatusCode::OK).await? {
            Some(answer) => Ok(answer),
            None => self.not_found(StatusCode::NOT_FOUND).await,
        }
    }

    /// The target with the request's query, unless the target has its own query or the request's is not valid.
    fn keep_query(&self, to: &LocalPath) -> String {
        let href = to.href();
        match self.uri.query() {
            Some(query) if !href.contains('?') => {
                LocalPath::parse(&format!("{href}?{query}")).map_or(href, |with_query| with_query.href())
            }
            _ => href,
        }
    }
}
