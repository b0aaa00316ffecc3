//! The end of a pull: the comparison with the last one, what is computed from both, and the rename.

use jiff::Timestamp;

use super::{
    EMPTIED_FIELDS, FORMER_ADDRESSES, FORMER_PATHS, FormerAddress, FormerPath, KEPT_GROUPS, error::PullError,
    requested_fields::FILE as FILLED, run::Pull,
};
use crate::snapshot::{About, Snapshot, SnapshotError, SnapshotWriter};

/// Whether a file is computed from a pull and the one before.
pub(super) fn is_computed(file: &str) -> bool {
    [FILLED, EMPTIED_FIELDS, FORMER_PATHS, FORMER_ADDRESSES].contains(&file)
}

/// Whether a file is read from Shopware.
pub(super) fn is_of_shop(file: &str) -> bool {
    file.starts_with("shopware/") || file == KEPT_GROUPS
}

/// What is different after a pull of what changed.
pub(super) struct Changed<'c> {
    /// Whether an entry has left its address.
    pub(super) is_moved: bool,
    /// Whether a product has another SEO path.
    pub(super) has_other_paths: bool,
    /// Whether a file was written anew.
    pub(super) is_new: &'c dyn Fn(&str) -> bool,
}

impl Pull<'_> {
    /// Completes a whole pull.
    pub(super) fn completed(
        &self,
        mut writer: SnapshotWriter,
        about: About,
        last: Option<&Snapshot>,
        now: Timestamp,
    ) -> Result<Snapshot, PullError> {
        let new = writer.written(about.clone())?;
        let former = self.former_paths(&new, last)?;
        let addresses = self.former_addresses(&new, last, now)?;
        self.compared(writer, new, about, last, (former, addresses), &|_| true)
    }

    /// Completes a pull of what changed.
    pub(super) fn completed_changed(
        &self,
        mut writer: SnapshotWriter,
        about: About,
        last: &Snapshot,
        changed: &Changed<'_>,
    ) -> Result<Snapshot, PullError> {
        let new = writer.written(about.clone())?;
        let now = about.pulled_at;
        let addresses = if changed.is_moved {
            self.former_addresses(&new, Some(last), now)?
        } else {
            self.still_former(last, now)?
        };
        let former = if changed.has_other_paths {
            self.former_paths(&new, Some(last))?
        } else {
            last.records(FORMER_PATHS)?.collect::<Result<_, _>>()?
        };
        self.compared(writer, new, about, Some(last), (former, addresses), changed.is_new)
    }

    fn compared(
        &self,
        mut writer: SnapshotWriter,
        mut new: Snapshot,
        about: About,
        last: Option<&Snapshot>,
        (former, addresses): (Vec<FormerPath>, Vec<FormerAddress>),
        is_new: &dyn Fn(&str) -> bool,
    ) -> Result<Snapshot, PullError> {
        let emptied = self.emptied_fields(&new, last, is_new)?;
        self.nothing_lost(&new, last, &emptied, is_new)?;
        if !emptied.is_empty() || !former.is_empty() || !addresses.is_empty() {
            writer.write_all(EMPTIED_FIELDS, emptied)?;
            writer.write_all(FORMER_PATHS, former)?;
            writer.write_all(FORMER_ADDRESSES, addresses)?;
            new = writer.written(about)?;
        }
        writer.put_in_place()?;
        Ok(new)
    }

    fn still_former(&self, last: &Snapshot, now: Timestamp) -> Result<Vec<FormerAddress>, SnapshotError> {
        let known = last.records::<FormerAddress>(FORMER_ADDRESSES)?.filter_map(Result::ok);
        let keep = self.config.keep_addresses;
        Ok(known.filter(|old| super::is_kept(old.left_at, now, keep)).collect())
    }
}
