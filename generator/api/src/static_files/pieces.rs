//! Reads files while they are sent.
//!
//! **Invariant:** a response keeps one chunk of its file in memory at a time and no open file, however slowly the
//! client reads; the more responses are sent this way, the smaller are their chunks (rule 13).

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
use tokio::task::spawn_blocking;

use crate::release::Release;

/// Chunk sizes by the number of responses sent in chunks: 512 of the first size and 3,584 of the second, as many as
/// there are connections, are 22 MiB. A page has about six of the first.
const PIECES: [(usize, u64); 2] = [(512, 16 * 1024), (usize::MAX, 4 * 1024)];

/// Number of responses being sent in chunks.
static SENDING: AtomicUsize = AtomicUsize::new(0);

/// One response that is being sent in chunks.
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

/// Size of a chunk in bytes, given the number of responses that are sent in chunks.
fn size_of_piece(sending: usize) -> u64 {
    let fits = PIECES.iter().find(|(most, _)| sending <= *most);
    fits.map_or(0, |(_, bytes)| *bytes)
}

/// The file as a body; an error if it does not exist.
pub(crate) async fn body(release: &Arc<Release>, path: &str, length: u64) -> io::Result<Body> {
    let sending = Sending::begin();
    let first = piece(release, path, 0, length).await?;
    if length <= first.len() as u64 {
        return Ok(Body::from(first));
    }
    let state = (Arc::clone(release), Box::<str>::from(path), 0, Some(first), sending);
    Ok(Body::from_stream(stream::try_unfold(
        state,
        move |(release, path, at, ready, sending)| async move {
            if at >= length {
                return Ok::<_, io::Error>(None);
            }
            let bytes = match ready {
                Some(bytes) => bytes,
                None => piece(&release, &path, at, length).await?,
            };
            let next = at + bytes.len() as u64;
            Ok(Some((bytes, (release, path, next, None, sending))))
        },
    )))
}

async fn piece(release: &Arc<Release>, path: &str, at: u64, length: u64) -> io::Result<Bytes> {
    let (release, path) = (Arc::clone(release), Box::<str>::from(path));
    let most = size_of_piece(SENDING.load(Ordering::Relaxed));
    spawn_blocking(move || {
        let file = release.open_file(&path)?;
        read(file, at, most.min(length.saturating_sub(at)))
    })
    .await
    .map_err(io::Error::other)?
}

fn read(file: File, at: u64, count: u64) -> io::Result<Bytes> {
    let mut bytes = vec![0; usize::try_from(count).map_err(io::Error::other)?];
    file.into_std().read_exact_at(&mut bytes, at)?;
    Ok(bytes.into())
}

#[cfg(test)]
mod tests {
    use super::size_of_piece;

    #[test]
    fn rule_13_pieces_of_all_connections_are_a_few_mib() {
        let held: u64 = (1..=4_096).map(size_of_piece).sum();
        assert!(held <= 22 * 1024 * 1024, "{held}");
        assert_eq!([1, 512, 513, 5_000].map(size_of_piece), [16_384, 16_384, 4_096, 4_096]);
    }
}
