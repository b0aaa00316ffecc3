//! Reports outboxes that are full, and records that have been pending for long.
//!
//! **Invariant:** the folders are read at most once per [`crate::ServerLimits::ready_age`], each record once. Of a record
//! only its kind and age are reported.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex as StdMutex, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use tokio::{sync::Mutex, task::spawn_blocking, time::Instant};

use super::store::Outbox;
use crate::{limits::ServerLimits, shop::setup::SetupFinding};

/// Age at which a pending record is reported: many times the longest pause between two attempts.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// The outboxes, and the last result.
pub(crate) struct OutboxProbe {
    max_age: Duration,
    last: Mutex<Option<(Instant, Vec<SetupFinding>)>>,
    outboxes: Vec<Arc<Watched>>,
}

struct Watched {
    outbox: Arc<Outbox>,
    /// Time of receipt of pending records, by id.
    received: StdMutex<HashMap<String, Timestamp>>,
}

impl OutboxProbe {
    pub(crate) fn new(outboxes: [&Arc<Outbox>; 3], limits: &ServerLimits) -> Self {
        let watched = |outbox: &Arc<Outbox>| {
            Arc::new(Watched {
                outbox: Arc::clone(outbox),
                received: StdMutex::default(),
            })
        };
        Self {
            max_age: limits.ready_age,
            last: Mutex::default(),
            outboxes: outboxes.into_iter().map(watched).collect(),
        }
    }

    /// The current problems.
    pub(crate) async fn troubles(&self, now: Timestamp) -> Vec<SetupFinding> {
        let mut last = self.last.lock().await;
        if let Some((at, found)) = &*last
            && at.elapsed() < self.max_age
        {
            return found.clone();
        }
        let mut found = Vec::new();
        for watched in &self.outboxes {
            let (kind, watched) = (watched.outbox.kind().name, Arc::clone(watched));
            let looked = spawn_blocking(move || watched.look(now)).await;
            match looked.map_err(io::Error::other).flatten() {
                Ok(of_one) => found.extend(of_one),
                // That the folder cannot be read is told for the whole of it.
                Err(error) => tracing::error!(kind, %error, "the records could not be looked at"),
            }
        }
        *last = Some((Instant::now(), found.clone()));
        found
    }
}

impl Watched {
    fn look(&self, now: Timestamp) -> io::Result<Vec<SetupFinding>> {
        let kind = self.outbox.kind().name;
        let (records, most) = (self.outbox.ids()?.len(), self.outbox.most());
        let full = (records >= most).then(|| SetupFinding::of_full_outbox(kind, most));
        let old = self.old(now)?;
        let oldest = old.iter().min();
        let old = oldest.map(|since| SetupFinding::of_old_outbox(kind, old.len(), *since));
        Ok(full.into_iter().chain(old).collect())
    }

    /// When the records were received that were tried, are not delivered, and are old.
    fn old(&self, now: Timestamp) -> io::Result<Vec<Timestamp>> {
        let mut known = self.received.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tried = HashMap::new();
        for id in self.outbox.tried()? {
            let received = match known.get(&id) {
                Some(received) => *received,
                None => match self.outbox.received_at(&id) {
                    Ok(received) => received,
                    // It was delivered meanwhile.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                    Err(error) => return Err(error),
                },
            };
            tried.insert(id, received);
        }
        let is_old = |received: &Timestamp| now.duration_since(*received).unsigned_abs() >= OLD && *received < now;
        let old = tried.values().filter(|received| is_old(received)).copied().collect();
        *known = tried;
        Ok(old)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use vitrine_state::StateFolder;

    use super::*;
    use crate::{
        outbox::{Delivery, DeliveryState, NEWSLETTER},
        shop::setup::SetupCode,
    };

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[tokio::test]
    async fn records_that_nobody_takes_for_a_day_and_a_full_outbox_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let outbox = Arc::new(Outbox::open(&StateFolder::at(folder.path()), &NEWSLETTER, 2).expect("an outbox"));
        let limits = ServerLimits {
            ready_age: Duration::ZERO,
            ..ServerLimits::default()
        };
        let probe = OutboxProbe::new([&outbox; 3], &limits);
        let codes = async |now: &str| {
            let found = probe.troubles(at(now)).await;
            found.into_iter().map(|found| found.code).collect::<Vec<_>>()
        };
        let put = |id: &str, received: &str| outbox.put(id, &json!({"received_at": received})).expect("written");
        assert!(codes("2026-11-28T12:00:00Z").await.is_empty());
        put("0a", "2026-11-27T12:00:00Z");
        assert!(codes("2026-11-30T12:00:00Z").await.is_empty(), "it was not tried yet");
        let mut delivery = Delivery::new(&NEWSLETTER);
        let failed = DeliveryState::Failed {
            tries: 3,
            again_at: at("2026-11-28T12:30:00Z"),
            cause: "noor@example.test".to_owned(),
        };
        delivery.set("shopware", failed);
        outbox.note("0a", &delivery).expect("noted");
        assert!(codes("2026-11-28T11:59:59Z").await.is_empty(), "not a day old");
        assert_eq!(codes("2026-11-28T12:00:00Z").await, [SetupCode::OutboxOld; 3]);
        put("0b", "2026-11-28T11:00:00Z");
        assert_eq!(
            codes("2026-11-28T12:00:00Z").await[..2],
            [SetupCode::OutboxFull, SetupCode::OutboxOld]
        );
        let told = format!("{:?}", probe.troubles(at("2026-11-28T12:00:00Z")).await);
        assert!(
            told.contains("1 of the newsletter") && told.contains("2026-11-27T12:00:00Z"),
            "{told}"
        );
        assert!(!told.contains("noor") && !told.contains("0a"), "{told}");
        delivery.set("shopware", DeliveryState::Absent);
        outbox.note("0a", &delivery).expect("noted");
        assert_eq!(codes("2026-11-29T12:00:00Z").await, [SetupCode::OutboxFull; 3]);
    }
}
