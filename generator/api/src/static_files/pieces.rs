//! Reads files while they are sent.
//!
//! **Invariant:** a response keeps one piece of its file in memory at a time and no open file, however slowly the
//! client reads: the next one is read when the one before is written. The more responses are sent so at the same time,
//! the smaller are their pieces (rule 13). Whoever collects such a body instead of sending it waits for ever.

use std::{
    io,
    os::unix::fs::FileExt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use axum::body::Body;
use bytes::Bytes;
use cap_std::fs::File;
use futures::stream;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
};

use crate::release::Release;

/// The memory of a response to a slow client, by how many are sent in pieces: as many as there are connections, 4,096,
/// hold 12 MiB. A page has about six pieces of the first size.
const PIECES: [(usize, u64); 3] = [(128, 16 * 1024), (1_024, 4 * 1024), (usize::MAX, 2 * 1024)];

/// How many responses are being sent in pieces.
static SENDING: AtomicUsize = AtomicUsize::new(0);

/// One response that is being sent in pieces.
struct Sending;

impl Sending {
    fn begin() -> Self {
        SENDING.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        SENDING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Bytes of a piece, given how many responses are sent so.
fn size_of_piece(sending: usize) -> u64 {
    let fits = PIECES.iter().find(|(most, _)| sending <= *most);
    fits.map_or(0, |(_, bytes)| *bytes)
}

/// The file as a body; an error if it does not exist.
pub(crate) async fn body(release: &Arc<Release>, path: &str, length: u64) -> io::Result<Body> {
    let sending = Sending::begin();
    let first = read_piece(release, path, 0, length).await?;
    if length <= first.len() as u64 {
        return Ok(Body::from(first));
    }
    let state = Pieces {
        release: Arc::clone(release),
        path: path.into(),
        length,
        at: 0,
        first: Some(first),
        in_memory: Arc::new(Semaphore::new(1)),
        _sending: sending,
    };
    Ok(Body::from_stream(stream::try_unfold(state, |mut pieces| async move {
        let next = pieces.next().await?;
        Ok::<_, io::Error>(next.map(|bytes| (bytes, pieces)))
    })))
}

/// What is left of a file that is being sent.
struct Pieces {
    release: Arc<Release>,
    path: Box<str>,
    length: u64,
    at: u64,
    /// The first piece, which was read to know that the file is there.
    first: Option<Vec<u8>>,
    /// One permit, held by the piece that is not written yet: the HTTP library would ask for several.
    in_memory: Arc<Semaphore>,
    _sending: Sending,
}

impl Pieces {
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        if self.at >= self.length {
            return Ok(None);
        }
        let permit = Arc::clone(&self.in_memory).acquire_owned().await;
        let permit = permit.map_err(io::Error::other)?;
        let bytes = match self.first.take() {
            Some(first) => first,
            None => read_piece(&self.release, &self.path, self.at, self.length).await?,
        };
        self.at += bytes.len() as u64;
        Ok(Some(Bytes::from_owner(Piece { bytes, _permit: permit })))
    }
}

/// A piece that lets the next one be read when it is dropped.
struct Piece {
    bytes: Vec<u8>,
    _permit: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

async fn read_piece(release: &Arc<Release>, path: &str, at: u64, length: u64) -> io::Result<Vec<u8>> {
    let (release, path) = (Arc::clone(release), Box::<str>::from(path));
    let most = size_of_piece(SENDING.load(Ordering::Relaxed));
    spawn_blocking(move || {
        let file = release.open_file(&path)?;
        read(file, at, most.min(length.saturating_sub(at)))
    })
    .await
    .map_err(io::Error::other)?
}

fn read(file: File, at: u64, count: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(count).map_err(io::Error::other)?];
    file.into_std().read_exact_at(&mut bytes, at)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::size_of_piece;

    #[test]
    fn rule_13_pieces_of_all_connections_are_a_few_mib() {
        let held: u64 = (1..=4_096).map(size_of_piece).sum();
        assert!(held <= 12 * 1024 * 1024, "{held}");
        assert_eq!(
            [1, 128, 129, 1_024, 1_025, 5_000].map(size_of_piece),
            [16_384, 16_384, 4_096, 4_096, 2_048, 2_048]
        );
    }
}
