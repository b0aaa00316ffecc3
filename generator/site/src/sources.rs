//! Where the site's files are: in folders, or in the archive that the program carries.
//!
//! **Invariant:** a file is found by its name with slashes, below its place; an archive is never written to disk.

use std::{
    collections::BTreeMap,
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use walkdir::WalkDir;

/// Files by name (`templates/pages/product.html`), in memory.
#[derive(Clone, PartialEq, Eq)]
pub struct Archive(BTreeMap<String, Vec<u8>>);

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive").field("files", &self.0.len()).finish()
    }
}

impl Archive {
    /// The files of some places, each below the name of its part.
    pub fn of(parts: &[(&str, &Place)]) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        for (part, place) in parts {
            for name in place.files()? {
                let bytes = place.read(&name)?;
                files.insert(format!("{part}/{name}"), bytes);
            }
        }
        Ok(Self(files))
    }

    /// The number of files.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The bytes that [`Self::from_bytes`] reads.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        postcard::to_allocvec(&self.0).map_err(io::Error::other)
    }

    /// Reads an archive.
    pub fn from_bytes(bytes: &[u8]) -> io::Result<Self> {
        postcard::from_bytes(bytes).map(Self).map_err(io::Error::other)
    }
}

/// A folder of sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// On disk.
    Folder(PathBuf),
    /// In the program.
    Carried {
        /// The program's files.
        archive: Arc<Archive>,
        /// `templates`
        part: &'static str,
    },
}

impl From<PathBuf> for Place {
    fn from(folder: PathBuf) -> Self {
        Self::Folder(folder)
    }
}

impl Place {
    /// The folder, if it is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Carried { .. } => None,
        }
    }

    /// How messages name a file of it.
    pub fn path(&self, name: &str) -> PathBuf {
        match self {
            Self::Folder(folder) => folder.join(name),
            Self::Carried { part, .. } => PathBuf::from(format!("(in the program) {part}/{name}")),
        }
    }

    /// Whether the file exists.
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::Folder(folder) => folder.join(name).is_file(),
            Self::Carried { archive, part } => archive.0.contains_key(&format!("{part}/{name}")),
        }
    }

    /// The bytes of a file.
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match self {
            Self::Folder(folder) => fs::read(folder.join(name)),
            Self::Carried { archive, part } => {
                let found = archive.0.get(&format!("{part}/{name}"));
                found.cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
            }
        }
    }

    /// The text of a file.
    pub fn read_text(&self, name: &str) -> io::Result<String> {
        String::from_utf8(self.read(name)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// The names of all files, sorted. Names that begin with a dot are left out: editors write such files.
    pub fn files(&self) -> io::Result<Vec<String>> {
        match self {
            Self::Folder(folder) => files_below(folder),
            Self::Carried { archive, part } => {
                let begin = format!("{part}/");
                let names = archive.0.keys().filter_map(|name| name.strip_prefix(&begin));
                Ok(names.map(str::to_owned).collect())
            }
        }
    }
}

fn files_below(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    // A shop's own packages are none of its files, and many.
    let of_packages = |entry: &walkdir::DirEntry| entry.depth() > 0 && entry.file_name() == "node_modules";
    for entry in WalkDir::new(folder)
        .into_iter()
        .filter_entry(|entry| !of_packages(entry))
    {
        let entry = entry?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.') && entry.depth() > 0;
        if hidden || entry.file_type().is_dir() {
            continue;
        }
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        names.push(parts.join("/"));
    }
    names.sort();
    Ok(names)
}
