//! Compressed bodies on disk: a shop has more of them than fit into memory, and compressing one takes a hundred times
//! as long as reading it.
//!
//! **Invariant:** the files have no name and are deleted with the process; together they never exceed the limit. A body
//! is found only after it was written completely. After an error nothing is stored any more, and bodies are compressed
//! again.

use std::{
    collections::HashMap,
    fs::File,
    io,
    os::unix::fs::FileExt,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use vitrine_state::StateFolder;

use super::coding::Key;

/// A body occupies whole blocks of this many bytes, so that the limit also bounds their number.
const BLOCK: u64 = 4_096;

/// Where a body lies in its file, in bytes.
#[derive(Clone, Copy)]
struct Place {
    at: u64,
    length: usize,
}

/// One file that only grows.
struct Written {
    file: Arc<File>,
    places: HashMap<Key, Place>,
    end: u64,
}

/// Two files, each with half of the room: the older one is dropped as a whole when the newer one is full.
#[derive(Default)]
struct Files {
    newer: Option<Written>,
    older: Option<Written>,
    /// After an error.
    given_up: bool,
}

/// Compressed bodies in two files.
pub(crate) struct BodiesOnDisk {
    state: StateFolder,
    /// Maximum size of one file, in bytes.
    most: u64,
    files: Mutex<Files>,
}

/// A body that can be read.
pub(crate) struct Found {
    file: Arc<File>,
    place: Place,
}

impl BodiesOnDisk {
    /// Files in this state folder with at most `most` bytes; none with 0.
    pub(crate) fn new(state: StateFolder, most: u64) -> Self {
        Self {
            state,
            most: most / 2,
            files: Mutex::default(),
        }
    }

    pub(crate) fn find(&self, key: &Key) -> Option<Found> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let mut both = files.newer.iter().chain(&files.older);
        both.find_map(|written| {
            Some(Found {
                place: *written.places.get(key)?,
                file: Arc::clone(&written.file),
            })
        })
    }

    /// Keeps a body; an error is logged once.
    pub(crate) fn put(&self, key: Key, body: &[u8]) {
        if body.is_empty() || (body.len() as u64).next_multiple_of(BLOCK) > self.most {
            return;
        }
        if let Err(error) = self.write(key, body) {
            let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
            *files = Files {
                given_up: true,
                ..Files::default()
            };
            tracing::warn!(
                %error,
                folder = %self.state,
                "compressed files could not be kept on disk, so those that memory has no room for are compressed each time; make room in the folder, or set limits.compressed_on_disk to 0, and restart"
            );
        }
    }

    fn write(&self, key: Key, body: &[u8]) -> io::Result<()> {
        let Some((file, at)) = self.reserve(body.len() as u64)? else {
            return Ok(());
        };
        file.write_all_at(body, at)?;
        let place = Place { at, length: body.len() };
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let Files { newer, older, .. } = &mut *files;
        let mut both = newer.iter_mut().chain(older);
        if let Some(written) = both.find(|written| Arc::ptr_eq(&written.file, &file)) {
            written.places.insert(key, place);
        }
        Ok(())
    }

    /// A file and the offset in it for a body of this length; `None` after an error.
    fn reserve(&self, length: u64) -> io::Result<Option<(Arc<File>, u64)>> {
        let length = length.next_multiple_of(BLOCK);
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if files.given_up {
            return Ok(None);
        }
        if files.newer.as_ref().is_none_or(|newer| newer.end + length > self.most) {
            let begun = Written {
                file: Arc::new(self.state.unnamed_file()?),
                places: HashMap::new(),
                end: 0,
            };
            files.older = files.newer.replace(begun);
        }
        Ok(files.newer.as_mut().map(|newer| {
            let at = newer.end;
            newer.end += length;
            (Arc::clone(&newer.file), at)
        }))
    }
}

impl Found {
    /// The body if the kernel has it in memory, as it nearly always does; never waits for the disk.
    #[cfg(target_os = "linux")]
    pub(crate) fn read_at_once(&self) -> Option<Bytes> {
        use rustix::io::{ReadWriteFlags, preadv2};

        let mut bytes = vec![0; self.place.length];
        let mut parts = [io::IoSliceMut::new(&mut bytes)];
        let read = preadv2(&self.file, &mut parts, self.place.at, ReadWriteFlags::NOWAIT);
        (read == Ok(self.place.length)).then(|| bytes.into())
    }

    /// Other systems cannot report which pages are in memory.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn read_at_once(&self) -> Option<Bytes> {
        None
    }

    /// Reads the body; may wait for the disk.
    pub(crate) fn read(&self) -> io::Result<Bytes> {
        let mut bytes = vec![0; self.place.length];
        self.file.read_exact_at(&mut bytes, self.place.at)?;
        Ok(bytes.into())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::coding::Coding, *};

    fn key(name: u8) -> Key {
        ([name; 16], Coding::Brotli)
    }

    fn read(bodies: &BodiesOnDisk, name: u8) -> Option<Bytes> {
        Some(bodies.find(&key(name))?.read().expect("read"))
    }

    #[test]
    fn bodies_are_found_until_two_halves_are_full() {
        let folder = tempfile::tempdir().expect("a folder");
        let bodies = BodiesOnDisk::new(StateFolder::at(folder.path()), 4 * BLOCK);
        bodies.put(key(0), &[]);
        bodies.put(key(9), &[9; 8_193]);
        for name in 1..=4 {
            bodies.put(key(name), &[name; 10]);
        }
        let found: Vec<u8> = (0..10).filter(|name| read(&bodies, *name).is_some()).collect();
        assert_eq!(found, [1, 2, 3, 4], "nothing empty, nothing over half of the room");
        assert_eq!(read(&bodies, 3), Some(Bytes::from_static(&[3; 10])));
        let held = bodies.find(&key(1)).expect("found");
        bodies.put(key(5), &[5; 10]);
        let found: Vec<u8> = (0..10).filter(|name| read(&bodies, *name).is_some()).collect();
        assert_eq!(found, [3, 4, 5], "the older file is dropped");
        assert_eq!(held.read().expect("read"), [1; 10].as_slice(), "who found it reads it");
        assert_eq!(
            std::fs::read_dir(folder.path()).expect("a folder").count(),
            0,
            "no name"
        );
    }

    #[test]
    fn without_room_or_folder_nothing_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let none = BodiesOnDisk::new(StateFolder::at(folder.path()), 0);
        none.put(key(1), &[1]);
        assert_eq!(read(&none, 1), None);
        let gone = BodiesOnDisk::new(StateFolder::at(folder.path().join("gone")), 4 * BLOCK);
        gone.put(key(1), &[1]);
        gone.put(key(2), &[2]);
        assert_eq!((read(&gone, 1), read(&gone, 2)), (None, None));
    }
}
