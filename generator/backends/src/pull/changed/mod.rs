//! The pull of what changed: of the CMS what events name and what shows it, of Shopware the products that changed or all
//! of it, everything else from the last pull.
//!
//! **Invariant:** the snapshot is, byte for byte, the one that a whole pull would have written, but for `whole_at` in
//! `pull.json`, if nothing changed but what the events name. Whatever cannot be decided is pulled as a whole.

mod change;
mod known;
mod named;
mod part;
mod positions;
mod products;
mod reads;
mod shop;
mod undecided;
mod write;

use std::path::Path;

use jiff::Timestamp;

use self::{
    part::Part,
    products::WrittenShop,
    shop::ShopRead,
    undecided::{Stopped, undecided},
    write::{Parts, Shop},
};
use super::{config::PullConfig, error::PullError, progress::Progress, requested_fields::RequestedFields, run::Pull};
use crate::{
    shopware::{ShopState, ShopwareClient},
    snapshot::{Snapshot, SnapshotWriter},
    statamic::StatamicClient,
};

pub use named::Named;
pub use shop::ShopNews;

/// Pulls what changed into the snapshot at `snapshot_dir`, or everything if that is not enough; tells which. What changed
/// is what events of the CMS name, and of Shopware what is different from the state of the last build. Returns the state
/// of Shopware before its part of the pull, too.
pub async fn pull_changed(
    shopware: &ShopwareClient,
    statamic: &StatamicClient,
    config: &PullConfig,
    (named, news): (&[Named], &ShopNews),
    now: Timestamp,
    snapshot_dir: &Path,
    progress: &dyn Progress,
) -> Result<(Snapshot, Option<ShopState>), PullError> {
    let pull = Pull {
        shopware,
        statamic,
        config,
        progress,
    };
    match pull.changed((named, news), now, snapshot_dir).await {
        Ok((snapshot, state, told)) => {
            progress.takes(&told);
            Ok((snapshot, state))
        }
        Err(Stopped::Failed(error)) => Err(error),
        Err(Stopped::Undecided(reason)) => {
            progress.takes(&format!("everything is pulled: {reason}"));
            let state = news.state(shopware).await;
            let snapshot = super::pull(shopware, statamic, config, now, snapshot_dir, progress).await?;
            Ok((snapshot, state))
        }
    }
}

impl Pull<'_> {
    async fn changed(
        &self,
        (named, news): (&[Named], &ShopNews),
        now: Timestamp,
        dir: &Path,
    ) -> Result<(Snapshot, Option<ShopState>, String), Stopped> {
        let last = Snapshot::open(dir)?;
        self.is_young(&last, now)?;
        let requested = RequestedFields::after(Some(&last), self.config, now);
        if let Some(collection) = requested.outdated(self.config) {
            let reason = format!("which fields of {collection} have content is only known of more than a day ago");
            return Err(undecided(reason));
        }
        let mut part = Part::of(self, &last, &requested)?;
        part.begin(named)?;
        let ((shop, state), ()) = futures::try_join!(self.shop_part(&last, news), part.read_all())?;
        let told = part.told(&shop);
        let Part { known, read, .. } = part;
        let requested = requested.clone();
        let parts = Parts { known, read, requested };
        let mut writer = SnapshotWriter::begin(dir)?;
        let mut about = last.about().clone();
        let shop = match shop {
            ShopRead::Nothing => Shop::Part(WrittenShop::default(), false),
            ShopRead::Part(part) => Shop::Part(part.write(&mut writer, &last)?, part.has_other_paths),
            ShopRead::All(_) => {
                about.of_shop(&self.shop(&mut writer, Some(&last)).await?);
                Shop::All
            }
        };
        about.pulled_at = now;
        let snapshot = self.write_changed(&last, parts, about, (writer, shop))?;
        Ok((snapshot, state, told))
    }

    /// Whether the last pull is of this configuration, and the last whole one recent enough.
    fn is_young(&self, last: &Snapshot, now: Timestamp) -> Result<(), Stopped> {
        let about = last.about();
        if about.configuration.as_deref() != Some(self.configuration().as_str()) {
            return Err(undecided("the last pull had another configuration".to_owned()));
        }
        let age = about.whole_at.map(|then| now.duration_since(then));
        let is_young = |age| self.config.whole_after.is_none_or(|most| age < most);
        match age {
            Some(age) if !age.is_negative() && is_young(age) => Ok(()),
            _ => Err(undecided("the last whole pull is too long ago".to_owned())),
        }
    }
}
