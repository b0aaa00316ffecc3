//! The content of a file of the release: from memory, from its precompressed form, in pieces, or from the overlay.
//!
//! **Invariant:** at most [`crate::ServerLimits::file_in_memory`] bytes of a file are read into memory at once, except
//! for an overlay.

use std::{
    io::{self, Read},
    sync::Arc,
};

use axum::body::Body;
use bytes::Bytes;
use http::{Response, StatusCode};
use tokio::task::spawn_blocking;

use super::{
    pieces,
    visit::{Sent, Visit},
};
use crate::{
    overlay::Overlay,
    release::{
        Release,
        files::{
            coding::{self, Coding},
            hash,
            headers::{self, Kind},
            path::FilePath,
            table::Listed,
        },
    },
};

/// Minimum size of a file to be compressed, in bytes.
const WORTH_COMPRESSING: u64 = 256;

impl Visit<'_> {
    /// An uncompressed file in memory; `None` if there is none, it is too large, or reading takes too long.
    pub(super) async fn whole(&self, path: &FilePath) -> io::Result<Option<Bytes>> {
        if let Some(overlay) = &self.state.overlay
            && let Some(bytes) = self.overlaid(overlay, path.as_str()).await?
        {
            return Ok(Some(bytes));
        }
        let most = self.state.config.limits.file_in_memory as u64;
        let listed = self.release.files.get(path.as_str());
        let Some((path, file)) = listed.filter(|(_, file)| file.length <= most) else {
            return Ok(None);
        };
        let key = (file.hash, Coding::Identity);
        Ok(self
            .state
            .bodies
            .get(key, self.make(path, file, Coding::Identity))
            .await)
    }

    pub(super) async fn file(&self, path: &FilePath, status: StatusCode) -> io::Result<Option<Response<Body>>> {
        if let Some(overlay) = &self.state.overlay
            && let Some(bytes) = self.overlaid(overlay, path.as_str()).await?
        {
            let (media_type, _) = headers::media_type(path.as_str());
            let kind = Kind::of(path.as_str());
            let status = self.status_of(path.as_str(), status);
            let tag = (hash::hash_of(&bytes), Coding::Identity);
            let sent = Sent {
                media_type,
                length: bytes.len() as u64,
                body: bytes.into(),
            };
            return Ok(Some(self.answer_with(kind, false, tag, status, sent)));
        }
        match self.release.listed(path.as_str()) {
            Some((path, listed)) => self.listed(path, listed, status).await,
            None => Ok(None),
        }
    }

    /// The overlay's version of a file; the overlay gets the content of the release's file if there is one.
    async fn overlaid(&self, overlay: &Arc<dyn Overlay>, path: &str) -> io::Result<Option<Bytes>> {
        let (overlay, release, path) = (Arc::clone(overlay), Arc::clone(&self.release), path.to_owned());
        spawn_blocking(move || {
            let released = release.files.get(&path).and_then(|_| read_whole(&release, &path).ok());
            overlay.file(&path, released.map(Bytes::from))
        })
        .await
        .map_err(io::Error::other)
    }

    fn status_of(&self, path: &str, status: StatusCode) -> StatusCode {
        if status == StatusCode::OK && self.release.is_error_page(path) {
            StatusCode::NOT_FOUND
        } else {
            status
        }
    }

    /// A file of the release; an error if it is listed and cannot be read.
    pub(super) async fn listed(
        &self,
        path: &str,
        file: &Listed,
        status: StatusCode,
    ) -> io::Result<Option<Response<Body>>> {
        let status = if status == StatusCode::OK && file.error_page {
            StatusCode::NOT_FOUND
        } else {
            status
        };
        let known = status == StatusCode::OK && headers::has_already(self.asked, &file.hash);
        if known {
            let coding = self.codings(file).next().unwrap_or(Coding::Identity);
            let tag = (file.hash, coding);
            return Ok(Some(self.not_modified(file.kind, file.compressible, tag)));
        }
        let (coding, length, body) = match self.ready(path, file).await {
            Some((coding, bytes)) => (coding, bytes.len() as u64, Body::from(bytes)),
            None => {
                let body = pieces::body(&self.release, path, file.length).await?;
                (Coding::Identity, file.length, body)
            }
        };
        let sent = Sent {
            media_type: file.media_type,
            length,
            body,
        };
        let tag = (file.hash, coding);
        Ok(Some(self.answer_with(file.kind, file.compressible, tag, status, sent)))
    }

    /// The codings to send a file in, best first.
    fn codings(&self, file: &Listed) -> impl Iterator<Item = Coding> {
        let most = self.state.config.limits.file_in_memory as u64;
        let worth = file.compressible && (WORTH_COMPRESSING..=most).contains(&file.length);
        coding::accepted(self.asked).filter(move |_| worth)
    }

    /// The body if it is in memory or becomes available in time: in the best encoding, otherwise in another one that is
    /// already cached.
    async fn ready(&self, path: &str, file: &Listed) -> Option<(Coding, Bytes)> {
        let bodies = &self.state.bodies;
        if let Some(best) = self.codings(file).next() {
            let body = bodies.get((file.hash, best), self.make(path, file, best)).await;
            if let Some(body) = body.filter(|body| !body.is_empty()) {
                return Some((best, body));
            }
            return self.codings(file).skip(1).find_map(|coding| {
                let body = bodies.kept(&(file.hash, coding))?;
                (!body.is_empty()).then_some((coding, body))
            });
        }
        let stays_plain = !file.compressible || file.length < WORTH_COMPRESSING;
        if !stays_plain || file.length > self.state.config.limits.file_in_memory as u64 {
            return None;
        }
        let key = (file.hash, Coding::Identity);
        let body = bodies.get(key, self.make(path, file, Coding::Identity)).await?;
        Some((Coding::Identity, body))
    }

    /// Reads a file, or its precompressed version, for the cache.
    fn make(&self, path: &str, file: &Listed, coding: Coding) -> impl FnOnce() -> io::Result<Vec<u8>> + Send + 'static {
        let (release, path) = (Arc::clone(&self.release), Box::<str>::from(path));
        let twin = coding.ending().filter(|_| file.has_twin(coding));
        let most = self.state.config.limits.file_in_memory as u64;
        move || {
            let file = match twin {
                Some(ending) => release.server.open(format!("{path}.{ending}"))?,
                None => release.open_file(&path)?,
            };
            let mut bytes = Vec::new();
            file.take(most).read_to_end(&mut bytes)?;
            if twin.is_some() {
                return Ok(bytes);
            }
            coding::encode(bytes, coding)
        }
    }
}

fn read_whole(release: &Release, path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    release.open_file(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
