//! Watches the sources for changes. One save in an editor causes several events within a few milliseconds, and counts
//! as one change.
//!
//! **Invariant:** a change during a turn is kept for the next turn.

use std::{
    collections::HashMap,
    ffi::OsStr,
    mem::MaybeUninit,
    ops::BitOrAssign,
    os::{fd::OwnedFd, unix::ffi::OsStrExt},
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use anyhow::{Context, Result};
use rustix::{
    fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags},
    io::Errno,
};
use walkdir::WalkDir;

use crate::{
    cmd::own_islands::BUNDLES,
    config::{Config, THEME},
    progress,
};

/// A folder of packages.
const PACKAGES: &str = "node_modules";

/// Without events for this long, the save is complete.
const QUIET: Duration = Duration::from_millis(15);

/// The kinds of sources that changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Changed {
    /// Templates or texts; every turn reads them again, so they need no extra step.
    pub(super) sources: bool,
    /// Styles or islands.
    pub(super) assets: bool,
    /// The demo's data.
    pub(super) data: bool,
}

impl Changed {
    fn all() -> Self {
        Self {
            sources: true,
            assets: true,
            data: true,
        }
    }

    fn any(self) -> bool {
        self.sources || self.assets || self.data
    }
}

impl BitOrAssign for Changed {
    fn bitor_assign(&mut self, other: Self) {
        self.sources |= other.sources;
        self.assets |= other.assets;
        self.data |= other.data;
    }
}

/// The watched folders.
#[derive(Clone)]
pub(super) struct Sources {
    /// `None`: the program carries them, and they do not change.
    templates: Option<PathBuf>,
    /// Folders of texts: the project's and the shop's own.
    locales: Vec<PathBuf>,
    /// The shop's own look, which needs no bundling.
    theme: PathBuf,
    islands: Option<PathBuf>,
    data: Option<PathBuf>,
}

impl Sources {
    /// The folders of a configuration, and the demo's data if there is a demo.
    pub(super) fn of(config: &Config, data: Option<&Path>) -> Self {
        let build = &config.file.build;
        // Events contain real paths.
        let real = |path: PathBuf| path.canonicalize().unwrap_or(path);
        let configured = |folder: &Option<PathBuf>| folder.as_deref().map(|folder| real(config.path(folder)));
        let own = config.own_files();
        let islands = configured(&build.assets).map(|assets| assets.with_file_name("src"));
        Self {
            templates: configured(&build.templates),
            locales: configured(&build.locales)
                .into_iter()
                .chain(own.locales.map(real))
                .collect(),
            theme: real(config.path(Path::new(THEME))),
            islands: islands.filter(|folder| folder.is_dir()),
            data: data.map(|path| real(path.to_owned())),
        }
    }

    fn kind(&self, path: &Path) -> Changed {
        let mut changed = Changed::default();
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        if name.starts_with('.') || name.ends_with('~') {
            return changed;
        }
        let ending = path.extension().unwrap_or_default();
        let below = |folder: &Option<PathBuf>| folder.as_ref().is_some_and(|folder| path.starts_with(folder));
        if path.starts_with(&self.theme) {
            // What this process writes itself, and packages, are no sources.
            changed.sources = !path.starts_with(self.theme.join(BUNDLES)) && !path.iter().any(|part| part == PACKAGES);
        } else if below(&self.templates) {
            changed.sources = ending == "html";
            let styles = self.templates.as_ref().map(|folder| folder.join("styles"));
            changed.assets = !changed.sources && below(&styles);
        } else if self.locales.iter().any(|folder| path.starts_with(folder)) {
            changed.sources = ending == "json";
        } else if below(&self.islands) {
            changed.assets = true;
        } else {
            changed.data = below(&self.data);
        }
        changed
    }

    fn folders(&self) -> impl Iterator<Item = &PathBuf> {
        let theme = self.theme.is_dir().then_some(&self.theme);
        let some = [&self.templates, &self.islands, &self.data];
        some.into_iter().flatten().chain(&self.locales).chain(theme)
    }
}

/// A message to the working thread.
enum Message {
    Changed(Changed),
    End,
}

/// The watched folders, and the receiver of events.
pub(super) struct Watch {
    sender: Sender<Message>,
    receiver: Receiver<Message>,
}

/// Ends the work when it is dropped.
pub(super) struct Watching(Sender<Message>);

impl Drop for Watching {
    fn drop(&mut self) {
        // The thread may have ended by itself.
        let _ended = self.0.send(Message::End).is_err();
    }
}

impl Watch {
    /// Starts watching.
    pub(super) fn begin(sources: &Sources) -> Result<Self> {
        let (sender, receiver) = mpsc::channel();
        let mut inotify = Inotify::open(sources.clone())?;
        for folder in sources.folders() {
            inotify
                .watch(folder)
                .with_context(|| format!("could not watch {} for changes", folder.display()))?;
        }
        let message = sender.clone();
        // The thread blocks on the kernel and ends with the process.
        thread::spawn(move || {
            let ended = inotify.look(|changed| {
                let _nobody_listens = message.send(Message::Changed(changed)).is_err();
            });
            progress::say(&format!(
                "files are no longer watched for changes: {ended}; start vitrine dev again"
            ));
        });
        Ok(Self { sender, receiver })
    }

    /// Calls `turn` on its own thread for each change, until the [`Watching`] is dropped.
    pub(super) fn each(self, mut turn: impl FnMut(Changed) + Send + 'static) -> (Watching, JoinHandle<()>) {
        let Self { sender, receiver } = self;
        let working = thread::spawn(move || {
            while let Ok(Message::Changed(mut changed)) = receiver.recv() {
                let mut ending = false;
                while let Ok(message) = receiver.recv_timeout(QUIET) {
                    match message {
                        Message::Changed(more) => changed |= more,
                        Message::End => ending = true,
                    }
                }
                if ending {
                    return;
                }
                turn(changed);
            }
        });
        (Watching(sender), working)
    }
}

/// An inotify instance for folders and everything below them.
struct Inotify {
    sources: Sources,
    inotify: OwnedFd,
    folders: HashMap<i32, PathBuf>,
}

impl Inotify {
    fn open(sources: Sources) -> Result<Self> {
        Ok(Self {
            sources,
            inotify: inotify::init(CreateFlags::CLOEXEC).context("could not watch files for changes")?,
            folders: HashMap::new(),
        })
    }

    /// Watches a folder and those below it; returns the changes implied by files that already exist there.
    fn watch(&mut self, folder: &Path) -> Result<Changed> {
        // A file counts when it was closed after writing, so that a partially written file is not read.
        let of_interest = WatchFlags::CLOSE_WRITE
            | WatchFlags::MOVED_TO
            | WatchFlags::MOVED_FROM
            | WatchFlags::DELETE
            | WatchFlags::CREATE
            | WatchFlags::ONLYDIR;
        let mut found = Changed::default();
        let of_packages = |entry: &walkdir::DirEntry| entry.depth() > 0 && entry.file_name() == PACKAGES;
        for entry in WalkDir::new(folder)
            .into_iter()
            .filter_entry(|entry| !of_packages(entry))
        {
            let entry = entry?;
            if entry.file_type().is_dir() {
                let watched = inotify::add_watch(&self.inotify, entry.path(), of_interest)?;
                self.folders.insert(watched, entry.into_path());
            } else {
                found |= self.sources.kind(entry.path());
            }
        }
        Ok(found)
    }

    /// Passes on each change; returns the error that ends watching.
    fn look(&mut self, mut sender: impl FnMut(Changed)) -> anyhow::Error {
        let mut buffer = vec![MaybeUninit::uninit(); 16 * 1024];
        loop {
            match self.next(&mut buffer) {
                Ok(changed) if changed.any() => sender(changed),
                Ok(_) => {}
                Err(error) => return error,
            }
        }
    }

    /// The changes in one read from the kernel.
    fn next(&mut self, buffer: &mut [MaybeUninit<u8>]) -> Result<Changed> {
        let mut seen = Vec::new();
        let mut changed = Changed::default();
        {
            let mut events = inotify::Reader::new(&self.inotify, buffer);
            loop {
                let event = match events.next() {
                    Err(Errno::INTR) => continue,
                    event => event?,
                };
                if event.events().contains(ReadFlags::QUEUE_OVERFLOW) {
                    changed = Changed::all();
                }
                let name = event
                    .file_name()
                    .map(|name| OsStr::from_bytes(name.to_bytes()).to_owned());
                seen.push((event.wd(), event.events(), name));
                if events.is_buffer_empty() {
                    break;
                }
            }
        }
        for (watched, events, name) in seen {
            let (Some(folder), Some(name)) = (self.folders.get(&watched), name) else {
                continue;
            };
            let path = folder.join(name);
            let appeared = events.intersects(ReadFlags::CREATE | ReadFlags::MOVED_TO);
            if events.contains(ReadFlags::ISDIR) && appeared {
                // The folder may have been removed already.
                changed |= self.watch(&path).unwrap_or_default();
            } else if !events.contains(ReadFlags::CREATE) {
                changed |= self.sources.kind(&path);
            }
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_has_its_kind() {
        let sources = Sources {
            templates: Some("/p/templates".into()),
            locales: vec!["/p/locales".into(), "/own/locales".into()],
            theme: "/own/theme".into(),
            islands: Some("/p/islands/src".into()),
            data: Some("/p/shops/lindhoven".into()),
        };
        let kind = |path: &str| {
            let Changed { sources, assets, data } = sources.kind(Path::new(path));
            (sources, assets, data)
        };
        assert_eq!(kind("/p/templates/pages/product.html"), (true, false, false));
        assert_eq!(kind("/p/templates/styles/base.css"), (false, true, false));
        assert_eq!(kind("/p/locales/nl/islands/cart.json"), (true, false, false));
        assert_eq!(kind("/p/islands/src/start.ts"), (false, true, false));
        assert_eq!(kind("/own/theme/tokens.css"), (true, false, false));
        assert_eq!(kind("/own/locales/nl/common.json"), (true, false, false));
        assert_eq!(kind("/p/shops/lindhoven/brands.json"), (false, false, true));
        for none in [
            "/p/templates/pages/.product.html.swp",
            "/p/templates/pages/product.html~",
            "/own/theme/bundles/cord.js",
            "/own/theme/islands/node_modules/react/index.js",
            "/p/x.html",
        ] {
            assert_eq!(kind(none), (false, false, false), "{none}");
        }
    }
}
