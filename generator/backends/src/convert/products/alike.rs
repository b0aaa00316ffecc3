//! Records that many lines have alike: manufacturers and property options, which each product's line has as a whole.
//!
//! **Invariant:** equal records are one in memory, unless two threads read them first at the same moment.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use crate::shopware::wire::{WireManufacturer, WirePropertyOption};

/// The records that were read.
#[derive(Debug, Default)]
pub(super) struct AlikeRecords {
    manufacturers: Alike<WireManufacturer>,
    options: Alike<WirePropertyOption>,
}

impl AlikeRecords {
    pub(super) fn manufacturer(&self, record: WireManufacturer) -> Arc<WireManufacturer> {
        self.manufacturers.shared(record, |record| &record.id)
    }

    pub(super) fn option(&self, record: WirePropertyOption) -> Arc<WirePropertyOption> {
        self.options.shared(record, |record| &record.id)
    }

    /// Drops the records that no line has any more.
    pub(super) fn forget_unused(&mut self) {
        self.manufacturers.forget_unused();
        self.options.forget_unused();
    }
}

/// Records by their ids.
#[derive(Debug)]
struct Alike<T>(RwLock<HashMap<String, Vec<Arc<T>>>>);

impl<T> Default for Alike<T> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<T: PartialEq> Alike<T> {
    fn shared(&self, record: T, id: impl Fn(&T) -> &String) -> Arc<T> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let alike = known.get(id(&record)).into_iter().flatten();
        if let Some(known) = alike.into_iter().find(|known| ***known == record) {
            return Arc::clone(known);
        }
        drop(known);
        let record = Arc::new(record);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(id(&record).clone()).or_default().push(Arc::clone(&record));
        record
    }

    fn forget_unused(&mut self) {
        let known = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, records| {
            records.retain(|record| Arc::strong_count(record) > 1);
            !records.is_empty()
        });
    }
}
