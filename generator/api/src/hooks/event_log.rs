//! The events that were accepted, on disk (rule 19): a line each in `state_dir/hooks/events`, numbered, with the id of
//! its delivery.
//!
//! **Invariant:** an event that was answered is synced; numbers only grow; a delivery counts once as long as its line is
//! kept, unless it may be another event of the same second (see [`COUNTS_AGAIN_WITHIN`]). All processes that share the folder
//! write in turns. A line that was cut off by a crash was never answered, and is not read.

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    thread,
    time::{SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::{proof::DeliveryId, report::Event};
use crate::durable_file;

/// The folder below the state folder.
const FOLDER: &str = "hooks";
const EVENTS: &str = "events";
const BUILT: &str = "built";
/// `from` of the events of the CMS.
pub(super) const CONTENT: &str = "content";
/// As many lines stay, at least; with twice as many the older ones are dropped.
const KEPT: usize = 10_000;
/// Bytes at the end of the file that hold the last [`SHOWN`] lines.
const TAIL: u64 = 16 * 1024;
/// The longest line.
const LINE: usize = 400;
/// How many events are told.
const SHOWN: usize = 20;
/// Seconds after a delivery without an id of its own in which the same one counts again: an entry that was saved twice in
/// one second is signed twice alike, and the build of the first event may not have seen the second text. A build too many
/// loses nothing.
const COUNTS_AGAIN_WITHIN: u64 = 2;
/// Events that wait to be written; further ones are refused.
const WAITING: usize = 4_096;

/// An event to be recorded.
#[derive(Debug)]
pub(crate) struct NewEvent {
    pub(crate) from: &'static str,
    pub(crate) kind: String,
    pub(crate) id: Option<DeliveryId>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    event: Event,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

/// The number of the event, or `None` if its delivery came before.
type Counted = io::Result<Option<u64>>;

struct Append {
    event: NewEvent,
    answer: oneshot::Sender<Counted>,
}

/// Writes events on a thread of its own: those that come while the disk works are written and synced together.
#[derive(Debug)]
pub(crate) struct EventLog(SyncSender<Append>);

impl EventLog {
    /// Opens the log of a state folder, and creates it if necessary.
    pub(crate) fn open(state_dir: &Path, clock: fn() -> SystemTime) -> io::Result<Self> {
        let mut writer = Writer::open(state_dir, clock)?;
        let (sender, waiting) = sync_channel(WAITING);
        thread::Builder::new()
            .name("events".to_owned())
            .spawn(move || writer.run(&waiting))?;
        Ok(Self(sender))
    }

    /// Records an event; it is on disk on return.
    pub(crate) async fn append(&self, event: NewEvent) -> Counted {
        let (answer, told) = oneshot::channel();
        match self.0.try_send(Append { event, answer }) {
            Ok(()) => told.await.map_err(io::Error::other)?,
            Err(TrySendError::Full(_)) => Err(io::Error::other("too many events wait to be written")),
            Err(TrySendError::Disconnected(_)) => Err(io::Error::other("the events are no longer written")),
        }
    }
}

struct Writer {
    clock: fn() -> SystemTime,
    folder: PathBuf,
    /// Its lock makes processes take turns.
    turns: File,
    /// The deliveries that came, and when the first one did, in seconds since 1970.
    known: HashMap<String, u64>,
    last: u64,
    lines: usize,
    /// The length of the file after the last turn of this process; another one has written if it differs.
    length: Option<u64>,
}

impl Writer {
    fn open(state_dir: &Path, clock: fn() -> SystemTime) -> io::Result<Self> {
        let folder = state_dir.join(FOLDER);
        fs::create_dir_all(&folder)?;
        let turns = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(folder.join("lock"))?;
        Ok(Self {
            clock,
            folder,
            turns,
            known: HashMap::new(),
            last: 0,
            lines: 0,
            length: None,
        })
    }

    fn run(&mut self, waiting: &Receiver<Append>) {
        while let Ok(first) = waiting.recv() {
            let batch: Vec<Append> = std::iter::once(first).chain(waiting.try_iter()).collect();
            let (events, answers): (Vec<_>, Vec<_>) = batch.into_iter().map(|one| (one.event, one.answer)).unzip();
            let written = self.turn(events);
            if written.is_err() {
                // What is on disk is read again before the next event.
                self.length = None;
            }
            for (at, answer) in answers.into_iter().enumerate() {
                let counted = match &written {
                    Ok(numbers) => Ok(numbers.get(at).copied().flatten()),
                    Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
                };
                // A client that has gone needs no answer.
                let _gone = answer.send(counted).is_err();
            }
        }
    }

    fn turn(&mut self, events: Vec<NewEvent>) -> io::Result<Vec<Option<u64>>> {
        self.turns.lock()?;
        let written = self.write(events);
        self.turns.unlock()?;
        written
    }

    fn write(&mut self, events: Vec<NewEvent>) -> io::Result<Vec<Option<u64>>> {
        let path = self.folder.join(EVENTS);
        let mut file = OpenOptions::new().append(true).create(true).open(&path)?;
        let length = file.metadata()?.len();
        let mut text = String::new();
        if self.length != Some(length) {
            text = self.catch_up(&path)?;
        }
        let at = (self.clock)().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
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

    /// Reads what is on disk; the answer ends a line that a crash has cut off.
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
                from: event.from.to_owned(),
                kind: event.kind,
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
        durable_file::replace(path, &kept)?;
        self.length = None;
        Ok(())
    }
}

fn lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = Line> {
    let whole = bytes.len() - bytes.iter().rev().take_while(|byte| **byte != b'\n').count();
    let whole = bytes.get(..whole).unwrap_or_default();
    whole
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
}

/// The number of the last event, and the last events, newest first.
pub(super) fn last(state_dir: &Path) -> io::Result<(u64, Vec<Event>)> {
    let mut file = match File::open(state_dir.join(FOLDER).join(EVENTS)) {
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

/// The number of the last event that was accepted in a state folder.
pub fn accepted(state_dir: &Path) -> io::Result<u64> {
    last(state_dir).map(|(number, _)| number)
}

/// The number of the last event of the CMS after another event; `None` if there is none. Where more came than are read
/// back, one of them may be the CMS's.
pub fn content_event_after(state_dir: &Path, seen: u64) -> io::Result<Option<u64>> {
    let (last, events) = last(state_dir)?;
    let new: Vec<&Event> = events.iter().filter(|event| event.number > seen).collect();
    if last.saturating_sub(seen) > new.len() as u64 {
        return Ok(Some(last));
    }
    Ok(new.iter().find(|event| event.from == CONTENT).map(|event| event.number))
}

/// What the last build has seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Built {
    /// The last event that was accepted when its pull began.
    pub events: u64,
    /// When it began (RFC 3339).
    pub at: String,
    /// When the site changes by itself next (RFC 3339).
    #[serde(default)]
    pub next_change: Option<String>,
    /// The state of Shopware when its pull began, for the builder to compare with; `None` if it could not be read.
    #[serde(default)]
    pub shop: Option<serde_json::Value>,
}

/// What the last build has seen; `None` if no build told.
pub fn built(state_dir: &Path) -> io::Result<Option<Built>> {
    match fs::read(state_dir.join(FOLDER).join(BUILT)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        // What cannot be understood means one build more.
        read => Ok(serde_json::from_slice(&read?).ok()),
    }
}

/// Whether a server took events in this state folder, or was ready to.
pub fn takes_events(state_dir: &Path) -> bool {
    state_dir.join(FOLDER).is_dir()
}

/// Records what the build whose release is live has seen; its builder holds the lock.
pub fn record_built(state_dir: &Path, built: &Built) -> io::Result<()> {
    let folder = state_dir.join(FOLDER);
    fs::create_dir_all(&folder)?;
    durable_file::replace(&folder.join(BUILT), &serde_json::to_vec(built).unwrap_or_default())
}

const _: () = assert!(SHOWN * LINE < TAIL as usize, "the tail holds the lines that are shown");
