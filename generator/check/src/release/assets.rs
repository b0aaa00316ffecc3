//! Compressed sizes of scripts and style sheets.

use std::io::Write;

use cap_std::fs::Dir;
use flate2::{Compression, write::GzEncoder};

use super::sets::{Map, Set};

/// The gzip size of every script and style sheet below `site/assets/`: that of its precompressed variant in `server/`,
/// or computed.
pub(super) fn weights(root: &Dir, files: &Set<String>) -> Map<String, usize> {
    let named = files.iter().filter_map(|file| file.strip_prefix("site/"));
    let weighed = named.filter(|file| file.starts_with("assets/") && (file.ends_with(".js") || file.ends_with(".css")));
    weighed
        .filter_map(|file| Some((file.to_owned(), weigh(root, file, files)?)))
        .collect()
}

fn weigh(root: &Dir, file: &str, files: &Set<String>) -> Option<usize> {
    let twin = format!("server/{file}.gz");
    if files.contains(&twin) {
        return usize::try_from(root.metadata(&twin).ok()?.len()).ok();
    }
    gzip_size(&root.read(format!("site/{file}")).ok()?, Compression::default())
}

/// The gzip size of a file's content.
pub(crate) fn gzip_size(bytes: &[u8], level: Compression) -> Option<usize> {
    let mut encoder = GzEncoder::new(Counter(0), level);
    encoder.write_all(bytes).ok()?;
    Some(encoder.finish().ok()?.0)
}

/// A writer that only counts bytes.
struct Counter(usize);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
