//! The event log as a file: one numbered line per event in `hooks/events`, with the id of its delivery.
//!
//! **Invariant:** an acknowledged event is synced; numbers only grow; a delivery counts once as long as its line is
//! kept, unless it may be another event of the same second (see [`COUNTS_AGAIN_WITHIN`]). Processes that share the
//! folder take turns writing. An incomplete last line was never acknowledged, and is ignored.

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};

use super::durable_file::{self, SHARED};
use crate::{
    error::StateError,
    log::{Built, DeliveryId, Event, Log, NewEvent, Saved},
};

const EVENTS: &str = "events";
const BUILT: &str = "built";
/// Minimum number of lines kept; at twice as many the older ones are dropped.
const KEPT: usize = 10_000;
/// Bytes at the end of the file that contain the last [`SHOWN`] lines.
const TAIL: u64 = 64 * 1024;
/// Maximum length of a line.
const LINE: usize = 3_200;
/// Maximum length of what one event names; an event that names more is stored without it.
const NAMED: usize = 2_500;
/// Maximum length of the name of who saved.
const NAME: usize = 160;
/// Number of events returned by `last`.
const SHOWN: usize = 20;
/// Seconds after a delivery without an id in which an identical one counts as a new event: an entry that was saved
/// twice in one second has the same signature both times, and the build of the first event may not have seen the second
/// text. An unnecessary build does no harm.
const COUNTS_AGAIN_WITHIN: u64 = 2;

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    event: Event,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

/// The log in a folder, which is created by `prepare`.
#[derive(Debug)]
pub(super) struct EventFile {
    folder: PathBuf,
    /// Created with the first event.
    writer: Mutex<Option<Writer>>,
}

impl EventFile {
    pub(super) fn in_folder(folder: PathBuf) -> Self {
        Self {
            folder,
            writer: Mutex::default(),
        }
    }

    fn writer(&self) -> io::Result<MutexGuard<'_, Option<Writer>>> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.is_none() {
            *writer = Some(Writer::open(&self.folder)?);
        }
        Ok(writer)
    }
}

impl Log for EventFile {
    fn prepare(&self) -> Result<(), StateError> {
        self.writer().map(drop).map_err(|source| StateError {
            path: self.folder.clone(),
            source,
        })
    }

    fn takes_events(&self) -> bool {
        self.folder.is_dir()
    }

    fn append(&self, events: Vec<NewEvent>, now: SystemTime) -> io::Result<Vec<Option<u64>>> {
        let mut writer = self.writer()?;
        let Some(open) = writer.as_mut() else {
            return Ok(Vec::new());
        };
        let written = open.turn(events, now);
        if written.is_err() {
            // Forces a re-read before the next event.
            open.length = None;
        }
        written
    }

    fn last(&self) -> io::Result<(u64, Vec<Event>)> {
        let mut file = match File::open(self.folder.join(EVENTS)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((0, Vec::new())),
            opened => opened?,
        };
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let events: Vec<Event> = lines(&bytes).rev().take(SHOWN).map(|line| line.event).collect();
        Ok((events.first().map_or(0, |event| event.number), events))
    }

    fn built(&self) -> io::Result<Option<Built>> {
        match fs::read(self.folder.join(BUILT)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            // An invalid file causes one additional build.
            read => Ok(serde_json::from_slice(&read?).ok()),
        }
    }

    fn record_built(&self, built: &Built) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let content = serde_json::to_vec(built)?;
        durable_file::replace(&self.folder.join(BUILT), &content, SHARED)
    }
}

#[derive(Debug)]
struct Writer {
    folder: PathBuf,
    /// Processes take turns by its lock.
    turns: File,
    /// Known deliveries with the time of the first one, in seconds since 1970.
    known: HashMap<String, u64>,
    last: u64,
    lines: usize,
    /// The length of the file after this process's last write; another process has written if it differs.
    length: Option<u64>,
}

impl Writer {
    fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let turns = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(folder.join("lock"))?;
        Ok(Self {
            folder: folder.to_owned(),
            turns,
            known: HashMap::new(),
            last: 0,
            lines: 0,
            length: None,
        })
    }

    fn turn(&mut self, events: Vec<NewEvent>, now: SystemTime) -> io::Result<Vec<Option<u64>>> {
        self.turns.lock()?;
        let written = self.write(events, now);
        self.turns.unlock()?;
        written
    }

    fn write(&mut self, events: Vec<NewEvent>, now: SystemTime) -> io::Result<Vec<Option<u64>>> {
        let path = self.folder.join(EVENTS);
        let mut file = OpenOptions::new().append(true).create(true).open(&path)?;
        let length = file.metadata()?.len();
        let mut text = String::new();
        if self.length != Some(length) {
            text = self.catch_up(&path)?;
        }
        let at = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let numbers = events
            .into_iter()
            .map(|event| self.count(event, at, &mut text))
            .collect();
        if !text.is_empty() {
            file.write_all(text.as_bytes())?;
            file.sync_data()?;
            if length == 0 {
                durable_file::sync_folder_of(&path)?;
            }
        }
        self.length = Some(length + text.len() as u64);
        if self.lines >= 2 * KEPT {
            self.drop_old(&path)?;
        }
        Ok(numbers)
    }

    /// Reads new lines of other processes; returns the end of a line that a crash cut off.
    fn catch_up(&mut self, path: &Path) -> io::Result<String> {
        let bytes = fs::read(path)?;
        (self.known, self.lines) = (HashMap::new(), 0);
        for line in lines(&bytes) {
            self.last = self.last.max(line.event.number);
            if let Some(id) = line.id {
                self.known.entry(id).or_insert(line.event.at);
            }
            self.lines += 1;
        }
        let cut = bytes.last().is_some_and(|last| *last != b'\n');
        Ok(if cut { "\n".to_owned() } else { String::new() })
    }

    fn count(&mut self, event: NewEvent, at: u64, text: &mut String) -> Option<u64> {
        if event.id.as_ref().is_some_and(|id| self.came_before(id, at)) {
            return None;
        }
        self.last += 1;
        self.lines += 1;
        let line = Line {
            event: Event {
                number: self.last,
                at,
                from: event.from.as_str().to_owned(),
                kind: event.kind,
                saved: event.saved.filter(|saved| is_short(saved)),
                by: event.by.filter(|by| by.len() <= NAME),
            },
            id: event.id.map(|id| id.name),
        };
        // A struct of numbers and texts always serialises.
        text.push_str(&serde_json::to_string(&line).unwrap_or_default());
        text.push('\n');
        Some(self.last)
    }

    fn came_before(&mut self, id: &DeliveryId, at: u64) -> bool {
        let Some(first) = self.known.get(&id.name) else {
            self.known.insert(id.name.clone(), at);
            return false;
        };
        id.is_unique || at.abs_diff(*first) > COUNTS_AGAIN_WITHIN
    }

    fn drop_old(&mut self, path: &Path) -> io::Result<()> {
        let bytes = fs::read(path)?;
        let all: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let kept = all.get(all.len().saturating_sub(KEPT)..).unwrap_or_default().concat();
        durable_file::replace(path, &kept, SHARED)?;
        self.length = None;
        Ok(())
    }
}

fn is_short(saved: &[Saved]) -> bool {
    serde_json::to_vec(saved).is_ok_and(|text| text.len() <= NAMED)
}

fn lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = Line> {
    let whole = bytes.len() - bytes.iter().rev().take_while(|byte| **byte != b'\n').count();
    let whole = bytes.get(..whole).unwrap_or_default();
    whole
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
}

const _: () = assert!(SHOWN * LINE < TAIL as usize, "the tail holds the lines that are shown");
