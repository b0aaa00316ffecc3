//! Files of a release, read once, hashed, and compressed at first use.
//!
//! **Invariant:** an ETag is the hash of the content; what is kept in memory is bounded; a large file is neither kept nor compressed.

use std::{
    io::{self, Read},
    sync::Arc,
};

use axum::body::Body;
use bytes::Bytes;
use cap_std::fs::{Dir, File};
use flate2::{Compression, write::GzEncoder};
use futures::stream;
use tokio::{io::AsyncReadExt, task::spawn_blocking};

use super::path::FilePath;
use crate::{generations::Generations, release::Release, workbench::Workbench};

const CHUNK: usize = 64 * 1024;
/// Less is not worth the work.
const WORTH_COMPRESSING: usize = 256;
const BROTLI_QUALITY: i32 = 8;
const BROTLI_WINDOW: i32 = 22;

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// As `Content-Encoding` names it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }
}

/// Compressed bodies by content hash; they outlive a release.
pub(crate) type Compressed = Generations<(Arc<str>, Encoding), Bytes>;

/// One file.
#[derive(Debug)]
pub(crate) struct StaticFile {
    pub(crate) path: FilePath,
    /// Of the content, in hex.
    pub(crate) hash: Arc<str>,
    pub(crate) length: u64,
    /// `None` for a file that is streamed from disk.
    pub(crate) bytes: Option<Bytes>,
}

/// Opens a file of the release; `None` if there is none.
pub(crate) async fn load(release: &Arc<Release>, path: &FilePath, most: usize) -> io::Result<Option<Arc<StaticFile>>> {
    if let Some(known) = release.files.get(path.as_str()) {
        return Ok(Some(known));
    }
    let (held, wanted) = (Arc::clone(release), path.clone());
    let read = spawn_blocking(move || read(&held.site, wanted, most))
        .await
        .map_err(io::Error::other)?;
    match read {
        Ok(file) => {
            let file = Arc::new(file);
            let weight = path.as_str().len() + 200 + file.bytes.as_ref().map_or(0, Bytes::len);
            release.files.put(path.as_str().to_owned(), Arc::clone(&file), weight);
            Ok(Some(file))
        }
        Err(error) if absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn absent(error: &io::Error) -> bool {
    use io::ErrorKind as K;
    matches!(
        error.kind(),
        K::NotFound | K::NotADirectory | K::IsADirectory | K::InvalidFilename | K::PermissionDenied
    )
}

fn read(site: &Dir, path: FilePath, most: usize) -> io::Result<StaticFile> {
    let mut file = site.open(path.as_str())?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let small = about.len() <= most as u64;
    let mut hasher = blake3::Hasher::new();
    let mut kept = Vec::new();
    let mut chunk = vec![0; CHUNK];
    let mut length = 0;
    loop {
        let count = file.read(&mut chunk)?;
        let Some(part) = chunk.get(..count).filter(|part| !part.is_empty()) else {
            break;
        };
        hasher.update(part);
        length += part.len() as u64;
        if small {
            kept.extend_from_slice(part);
        }
    }
    Ok(StaticFile {
        path,
        hash: named(&hasher.finalize()),
        length,
        bytes: small.then(|| kept.into()),
    })
}

/// The file as a workbench wants it served; the release's own where it says nothing.
pub(crate) async fn replaced(
    bench: &Arc<dyn Workbench>,
    path: &FilePath,
    released: Option<Arc<StaticFile>>,
) -> io::Result<Option<Arc<StaticFile>>> {
    let before = released.as_ref().and_then(|file| file.bytes.clone());
    let Some(bytes) = worked_on(bench, path.as_str(), before).await? else {
        return Ok(released);
    };
    Ok(Some(Arc::new(StaticFile {
        path: path.clone(),
        hash: named(&blake3::hash(&bytes)),
        length: bytes.len() as u64,
        bytes: Some(bytes),
    })))
}

/// What a workbench makes of a file; rendering a page is work that must not keep others waiting.
pub(crate) async fn worked_on(
    bench: &Arc<dyn Workbench>,
    file: &str,
    released: Option<Bytes>,
) -> io::Result<Option<Bytes>> {
    let (bench, file) = (Arc::clone(bench), file.to_owned());
    spawn_blocking(move || bench.file(&file, released))
        .await
        .map_err(io::Error::other)
}

/// A content's hash as ETags name it.
fn named(hash: &blake3::Hash) -> Arc<str> {
    hash.to_hex().as_str().get(..32).unwrap_or_default().into()
}

/// The file's bytes, compressed if that pays.
pub(crate) async fn encoded(cache: &Compressed, file: &StaticFile, encoding: Encoding) -> Option<Bytes> {
    let bytes = file.bytes.as_ref().filter(|bytes| bytes.len() >= WORTH_COMPRESSING)?;
    let key = (Arc::clone(&file.hash), encoding);
    if let Some(done) = cache.get(&key) {
        return Some(done).filter(|done| !done.is_empty());
    }
    let plain = bytes.clone();
    let done = spawn_blocking(move || compress(&plain, encoding)).await.ok()?.ok()?;
    // Empty stands for: does not get smaller.
    let done = if done.len() < bytes.len() {
        Bytes::from(done)
    } else {
        Bytes::new()
    };
    cache.put(key, done.clone(), done.len() + 100);
    Some(done).filter(|done| !done.is_empty())
}

fn compress(plain: &[u8], encoding: Encoding) -> io::Result<Vec<u8>> {
    let mut written = Vec::with_capacity(plain.len() / 3);
    match encoding {
        Encoding::Brotli => {
            let parameters = brotli::enc::BrotliEncoderParams {
                quality: BROTLI_QUALITY,
                lgwin: BROTLI_WINDOW,
                size_hint: plain.len(),
                ..Default::default()
            };
            let mut source = plain;
            brotli::BrotliCompress(&mut source, &mut written, &parameters)?;
        }
        Encoding::Gzip => {
            let mut encoder = GzEncoder::new(&mut written, Compression::new(7));
            io::Write::write_all(&mut encoder, plain)?;
            encoder.finish()?;
        }
    }
    Ok(written)
}

/// A file that is not kept, read piece by piece.
pub(crate) async fn streamed(release: &Arc<Release>, path: &FilePath) -> io::Result<Body> {
    let (held, path) = (Arc::clone(release), path.clone());
    let file = spawn_blocking(move || held.site.open(path.as_str()).map(File::into_std))
        .await
        .map_err(io::Error::other)??;
    let file = tokio::fs::File::from_std(file);
    Ok(Body::from_stream(stream::try_unfold(file, |mut file| async move {
        let mut chunk = vec![0; CHUNK];
        let count = file.read(&mut chunk).await?;
        chunk.truncate(count);
        Ok::<_, io::Error>((count > 0).then(|| (Bytes::from(chunk), file)))
    })))
}
