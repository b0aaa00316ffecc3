//! Reads files while they are sent.
//!
//! **Invariant:** a response keeps one piece of its file in memory at a time and no open file, however slowly the
//! client reads.

use std::{io, os::unix::fs::FileExt, sync::Arc};

use axum::body::Body;
use bytes::Bytes;
use cap_std::fs::File;
use futures::stream;
use tokio::task::spawn_blocking;

use crate::release::Release;

/// The memory of a response to a slow client; a page has about six pieces.
const PIECE: u64 = 16 * 1024;

/// The file as a body; an error if it does not exist.
pub(crate) async fn body(release: &Arc<Release>, path: &str, length: u64) -> io::Result<Body> {
    let first = piece(release, path, 0, length).await?;
    if length <= PIECE {
        return Ok(Body::from(first));
    }
    let state = (Arc::clone(release), Box::<str>::from(path), 0, Some(first));
    Ok(Body::from_stream(stream::try_unfold(
        state,
        move |(release, path, at, ready)| async move {
            if at >= length {
                return Ok::<_, io::Error>(None);
            }
            let bytes = match ready {
                Some(bytes) => bytes,
                None => piece(&release, &path, at, length).await?,
            };
            let next = at + bytes.len() as u64;
            Ok(Some((bytes, (release, path, next, None))))
        },
    )))
}

async fn piece(release: &Arc<Release>, path: &str, at: u64, length: u64) -> io::Result<Bytes> {
    let (release, path) = (Arc::clone(release), Box::<str>::from(path));
    spawn_blocking(move || {
        let file = release.open_file(&path)?;
        read(file, at, PIECE.min(length.saturating_sub(at)))
    })
    .await
    .map_err(io::Error::other)?
}

fn read(file: File, at: u64, count: u64) -> io::Result<Bytes> {
    let mut bytes = vec![0; usize::try_from(count).map_err(io::Error::other)?];
    file.into_std().read_exact_at(&mut bytes, at)?;
    Ok(bytes.into())
}
