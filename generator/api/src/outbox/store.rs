//! The records of one kind: what was received, which never changes; the state of its deliveries; and that of records
//! with nothing left to deliver.
//!
//! **Invariant:** a record is on disk, synced, before anything else is done with it, and is written once. The last
//! state written for a delivery is the one that is read.

use std::{
    io,
    sync::Arc,
    time::{Duration, SystemTime},
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use vitrine_state::{Bounds, Full, Held, Lease, Records, StateError, StateFolder, Taken};

use super::{
    delivery_state::Delivery,
    kinds::{Kind, Retention},
    seal::Seal,
};

/// Maximum number and age of the notes about delivered records, by which a repeated request is recognised.
const MOST_DONE: usize = 100_000;
const AGE_OF_DONE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The records of a kind.
#[derive(Debug)]
pub struct Outbox {
    kind: &'static Kind,
    most: usize,
    /// The machine's clock, for the age of files.
    clock: fn() -> SystemTime,
    received: Arc<dyn Records>,
    pending: Arc<dyn Records>,
    done: Arc<dyn Records>,
    leases: Arc<dyn Lease>,
}

/// The fields that every record has, whatever its kind.
#[derive(Deserialize)]
struct Header {
    received_at: Timestamp,
    /// The handle of a form of the CMS.
    #[serde(default)]
    form: Option<String>,
}

/// A record as shown to the operator, without its content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry {
    /// The name of the kind.
    pub kind: &'static str,
    /// The id: hex digits.
    pub id: String,
    /// When it was received.
    pub received_at: Timestamp,
    /// The handle of the form, for forms of the CMS.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The state of its deliveries.
    pub delivery: Delivery,
}

impl Outbox {
    /// The records of a kind in a state. At most `most` are kept.
    pub fn open(state: &StateFolder, kind: &'static Kind, most: usize) -> Result<Self, StateError> {
        let bounds = |most| Bounds {
            most,
            bytes: kind.most_bytes,
            full: Full::Refuse,
        };
        #[expect(clippy::disallowed_methods, reason = "files are as old as the machine's clock says")]
        let clock: fn() -> SystemTime = SystemTime::now;
        let done = match kind.retention {
            Retention::Kept => bounds(usize::MAX),
            Retention::UntilDelivered => Bounds {
                full: Full::Forget {
                    age: AGE_OF_DONE,
                    clock,
                },
                ..bounds(MOST_DONE)
            },
        };
        Ok(Self {
            kind,
            most,
            clock,
            received: state.records(kind.received, bounds(most))?,
            pending: state.records(kind.pending, bounds(usize::MAX))?,
            done: state.records(kind.done, done)?,
            leases: state.record_leases(kind.received),
        })
    }

    /// The kind of the records.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// Removes temporary files of killed processes.
    pub(super) fn remove_abandoned(&self) -> io::Result<()> {
        self.received.remove_abandoned((self.clock)())
    }

    /// Maximum number of records.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Where the records are, for messages.
    pub fn place(&self) -> String {
        self.received.place()
    }

    /// Writes a record; `false` if there is one already, which is left unchanged.
    pub(crate) fn put(&self, id: &str, record: &impl Serialize) -> io::Result<bool> {
        self.received.put_if_absent(id, &json(record)?)
    }

    /// As [`Self::put`], followed by sealed content.
    pub(crate) fn put_sealed(
        &self,
        id: &str,
        record: &impl Serialize,
        seal: &Seal,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> io::Result<bool> {
        let mut content = serde_json::to_vec(record).map_err(io::Error::other)?;
        content.push(b'\n');
        content.append(&mut seal.close(&self.name_of(id), write)?);
        self.received.put_if_absent(id, &content)
    }

    /// The sealed content of a record.
    pub(crate) fn unseal(&self, id: &str, seal: &Seal) -> io::Result<Vec<u8>> {
        let mut content = self.received.get(id)?.ok_or(io::ErrorKind::NotFound)?;
        let end = content
            .iter()
            .position(|byte| *byte == b'\n')
            .ok_or(io::ErrorKind::InvalidData)?;
        content.drain(..=end);
        seal.open(&self.name_of(id), content)
    }

    fn name_of(&self, id: &str) -> String {
        format!("{} {id}", self.kind.name)
    }

    /// Whether there is a record of this id, or was one that is delivered.
    pub(crate) fn has(&self, id: &str) -> io::Result<bool> {
        Ok(self.received.has(id)? || self.done.has(id)?)
    }

    /// A record by its id.
    pub(crate) fn read<T: DeserializeOwned>(&self, id: &str) -> io::Result<T> {
        read(&*self.received, id)?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Removes a record.
    pub(crate) fn remove(&self, id: &str) -> io::Result<()> {
        self.received.remove(id)?;
        self.pending.remove(id)
    }

    /// When a record was received.
    pub(super) fn received_at(&self, id: &str) -> io::Result<Timestamp> {
        self.read::<Header>(id).map(|header| header.received_at)
    }

    /// The ids of all records, in no order.
    pub(crate) fn ids(&self) -> io::Result<Vec<String>> {
        self.received.names()
    }

    /// The ids of records that were tried and are not delivered everywhere; those that were given up and are kept for it
    /// among them.
    pub(super) fn tried(&self) -> io::Result<Vec<String>> {
        self.pending.names()
    }

    /// The number of all records, and of those that are not delivered everywhere.
    pub(crate) fn counts(&self) -> io::Result<(usize, usize)> {
        let ids = self.ids()?;
        let waiting = ids.iter().filter(|id| !self.done.has(id).unwrap_or_default());
        Ok((ids.len(), waiting.count()))
    }

    /// The ids of records that are not delivered everywhere. What a crash has left of one that is delivered and not kept is
    /// removed.
    pub(super) fn pending(&self) -> io::Result<Vec<String>> {
        let (mut pending, ids) = (Vec::new(), self.ids()?);
        for id in ids {
            if !self.done.has(&id).unwrap_or_default() {
                pending.push(id);
            } else if self.kind.retention == Retention::UntilDelivered {
                self.remove(&id)?;
            }
        }
        Ok(pending)
    }

    /// The state of a record's deliveries.
    pub(crate) fn delivery(&self, id: &str) -> io::Result<Delivery> {
        for records in [&self.done, &self.pending] {
            if let Some(delivery) = read::<Delivery>(&**records, id)? {
                return Ok(delivery.of(self.kind));
            }
        }
        Ok(Delivery::new(self.kind))
    }

    /// Writes the state of the deliveries; a complete one is not read again for delivery. A record that is kept until it
    /// is delivered is removed then, unless a delivery was given up.
    pub(super) fn note(&self, id: &str, delivery: &Delivery) -> io::Result<()> {
        let is_over = match self.kind.retention {
            Retention::Kept => delivery.is_complete(),
            Retention::UntilDelivered => !delivery.is_undelivered(),
        };
        if !is_over {
            return self.pending.put(id, &json(delivery)?);
        }
        self.done.put(id, &json(delivery)?)?;
        match self.kind.retention {
            Retention::Kept => self.pending.remove(id),
            Retention::UntilDelivered => self.remove(id),
        }
    }

    /// A lock for the delivery of a record; `None` if another process or task holds it.
    pub(super) fn lease(&self, id: &str) -> io::Result<Option<Held>> {
        match self.leases.try_take(id, "")? {
            Taken::Held(lease) => Ok(Some(lease)),
            Taken::Busy(_) => Ok(None),
        }
    }

    /// The records that somebody has to look at, the oldest first. Of more than `most` records only those are read whose
    /// delivery was tried and is not over: what was given up is then known to `vitrine outbox` alone.
    pub(crate) fn undelivered(&self, most: usize) -> io::Result<Vec<Entry>> {
        let ids = self.ids()?;
        let mut entries = match ids.len() <= most {
            true => self.entries_of(ids)?,
            false => self.entries_of(self.tried()?.into_iter().take(most).collect())?,
        };
        entries.retain(|entry| entry.delivery.is_undelivered());
        Ok(entries)
    }

    /// Every record, the oldest first.
    pub fn entries(&self) -> io::Result<Vec<Entry>> {
        self.entries_of(self.ids()?)
    }

    fn entries_of(&self, ids: Vec<String>) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for id in ids {
            let Header { received_at, form } = match self.read(&id) {
                // Delivered and removed by a server in the meantime.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                header => header?,
            };
            entries.push(Entry {
                kind: self.kind.name,
                received_at,
                form,
                delivery: self.delivery(&id)?,
                id,
            });
        }
        entries.sort_by(|a, b| (a.received_at, &a.id).cmp(&(b.received_at, &b.id)));
        Ok(entries)
    }
}

impl Entry {
    /// The reference for people: `4F2A-91BC-03DE`.
    pub fn reference(&self) -> String {
        reference(&self.id)
    }
}

/// The reference of a record for people: the first twelve digits of its id in groups of four.
pub(crate) fn reference(id: &str) -> String {
    let digits = id.get(..12).unwrap_or(id).to_uppercase();
    let groups: Vec<&str> = (0..3).filter_map(|at| digits.get(at * 4..at * 4 + 4)).collect();
    groups.join("-")
}

fn json(value: &impl Serialize) -> io::Result<Vec<u8>> {
    serde_json::to_vec_pretty(value).map_err(io::Error::other)
}

/// The JSON at the beginning of a record; what is sealed follows in a line of its own.
fn read<T: DeserializeOwned>(records: &dyn Records, id: &str) -> io::Result<Option<T>> {
    let said = |error: serde_json::Error| io::Error::other(format!("{id} in {}: {error}", records.place()));
    let Some(content) = records.get(id)? else {
        return Ok(None);
    };
    let first = serde_json::Deserializer::from_slice(&content).into_iter().next();
    first.transpose().map_err(said)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::outbox::{DeliveryState, WITHDRAWALS};

    fn outbox(folder: &std::path::Path) -> Outbox {
        Outbox::open(&StateFolder::at(folder), &WITHDRAWALS, 10).expect("an outbox")
    }

    /// Law §4a: "API stores an immutable record". Files that a version before the outbox wrote are read, and what is noted
    /// of them now has the form that the former version reads.
    #[test]
    fn law_4a_records_of_a_former_version_are_read_and_written_alike() {
        let folder = tempfile::tempdir().expect("a folder");
        let (id, path) = ("4f2a91bc03de55aa4f2a91bc03de55aa", folder.path().join("withdrawals"));
        std::fs::create_dir(&path).expect("a folder");
        let received = json!({
            "format": 1, "id": id, "received_at": "2026-11-23T18:40:12Z",
            "received_local": "2026-11-23T19:40:12+01:00[Europe/Amsterdam]", "locale": "nl", "name": "Noor Visser",
            "email": "noor@example.test", "order_number": "10042", "items": null, "comment": null
        });
        let pending = "{\n  \"customer\": {\n    \"state\": \"delivered\",\n    \"at\": \"2026-11-23T18:40:13Z\"\n  },\n  \
             \"shop\": {\n    \"state\": \"failed\",\n    \"tries\": 2,\n    \"again_at\": \"2026-11-23T18:45:12Z\",\n    \
             \"cause\": \"the server refused it\"\n  },\n  \"shopware\": {\n    \"state\": \"waiting\"\n  }\n}";
        std::fs::write(path.join(format!("{id}.json")), received.to_string()).expect("written");
        std::fs::write(path.join(format!("{id}.pending.json")), pending).expect("written");
        let outbox = outbox(folder.path());
        let entries = outbox.entries().expect("read");
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].reference(), "4F2A-91BC-03DE");
        assert_eq!(entries[0].received_at.to_string(), "2026-11-23T18:40:12Z");
        let mut delivery = entries[0].delivery.clone();
        let names: Vec<&str> = delivery.channels().map(|(channel, _)| channel).collect();
        assert_eq!(names, WITHDRAWALS.channels);
        assert_eq!(delivery.state("shop").tries(), 2);
        assert_eq!(outbox.pending().expect("read"), [id]);

        outbox.note(id, &delivery).expect("noted");
        let noted = std::fs::read_to_string(path.join(format!("{id}.pending.json"))).expect("a file");
        assert_eq!(noted, pending, "the same bytes");
        delivery.set("shop", DeliveryState::Absent);
        delivery.set("shopware", DeliveryState::Absent);
        outbox.note(id, &delivery).expect("noted");
        assert!(outbox.pending().expect("read").is_empty());
        let mut files: Vec<_> = std::fs::read_dir(&path)
            .expect("the folder")
            .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
            .collect();
        files.sort();
        assert_eq!(files, [format!("{id}.done.json"), format!("{id}.json")]);
        let kept: Value = outbox.read(id).expect("read");
        assert_eq!(kept, received, "what was received never changes");
    }

    #[test]
    fn a_record_is_delivered_by_one_at_a_time_and_lacks_no_channel() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, other] = [(); 2].map(|()| outbox(folder.path()));
        let record = json!({"received_at": "2026-11-23T18:40:12Z"});
        assert!(one.put("00ff", &record).expect("written"));
        assert!(!other.put("00ff", &json!({})).expect("seen"), "it is written once");
        let lease = one.lease("00ff").expect("a working lock");
        assert!(lease.is_some());
        assert!(other.lease("00ff").expect("a working lock").is_none());
        drop(lease);
        assert!(other.lease("00ff").expect("a working lock").is_some());
        std::fs::write(folder.path().join("withdrawals/00ff.pending.json"), "{}").expect("written");
        let delivery = other.delivery("00ff").expect("read");
        assert!(delivery.channels().count() == 3 && !delivery.is_complete() && delivery.is_undelivered());
    }
}
