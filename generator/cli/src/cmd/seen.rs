//! What a build knows of changes before its pull: the events that `vitrine serve` accepted (rule 19), and the state of the
//! shop that the last build saw.

use anyhow::{Context, Result};
use vitrine_backends::{
    pull::{Named, ShopNews},
    shopware::ShopState,
};
use vitrine_model::planned::PlannedChange;
use vitrine_state::{AllSaved, Built, Planned, Saved};

use crate::{cmd::wire, config::Config};

/// Read before the pull, so that the pull includes everything saved before.
pub(super) struct Seen {
    events: u64,
    /// The last CMS event that the live release has not seen.
    pub(super) new_event: Option<u64>,
    /// What was saved in the CMS since the live release; `None` if everything is to be pulled.
    pub(super) named: Option<Vec<Named>>,
    /// What is known of Shopware.
    pub(super) news: ShopNews,
    at: jiff::Timestamp,
}

impl Seen {
    /// `None` if no server ever accepted an event. Only a build `for_server` pulls less than everything.
    pub(super) fn before_the_pull(config: &Config, now: jiff::Timestamp, for_server: bool) -> Result<Option<Self>> {
        let log = config.state().log();
        if !log.takes_events() {
            return Ok(None);
        }
        let unread = "the accepted events could not be read";
        let events = log.accepted().context(unread)?;
        // An unreadable log counts as empty: then the CMS is read past its cache.
        let built = log.built().ok().flatten();
        let seen = built.as_ref().map_or(0, |built| built.events);
        let before = built.as_ref().and_then(|built| built.shop.clone());
        let mut news = ShopNews {
            events: Vec::new(),
            before: before.and_then(|state| serde_json::from_value(state).ok()),
            is_asked: config.file.builder.look != 0.0,
        };
        let new_event = log.content_event_after(seen).context(unread)?;
        let built = built.filter(|built| for_server && is_before_next_change(built, now));
        let saved = match built {
            Some(built) => log.saved_after(built.events).context(unread)?,
            None => None,
        };
        let named = saved.and_then(|saved| named(config, saved, &mut news));
        Ok(Some(Self {
            events,
            new_event,
            named,
            news,
            at: now,
        }))
    }

    /// Records what the live release has seen; `shop` is the state of Shopware before its pull.
    pub(super) fn record(
        &self,
        config: &Config,
        (next_change, planned): (Option<jiff::Timestamp>, &[PlannedChange]),
        shop: Option<&ShopState>,
    ) -> Result<()> {
        let built = Built {
            events: self.events,
            at: self.at.to_string(),
            next_change: next_change.map(|moment| moment.to_string()),
            shop: shop.and_then(|state| serde_json::to_value(state).ok()),
            planned: planned.iter().take(MOST_PLANNED).map(told).collect(),
        };
        let recorded = config.state().log().record_built(&built);
        recorded.context("the new release is live, but which events it has seen could not be written down")
    }
}

/// The desk shows no more.
const MOST_PLANNED: usize = 20;

fn told(planned: &PlannedChange) -> Planned {
    Planned {
        at: planned.at.to_string(),
        appears: planned.appears,
        title: planned.title.clone(),
        locale: planned.locale.clone(),
        edit_url: planned.edit_url.clone(),
    }
}

/// Whether nothing with a date changed since a build.
fn is_before_next_change(built: &Built, now: jiff::Timestamp) -> bool {
    let next_change = built.next_change.as_deref().map(str::parse::<jiff::Timestamp>);
    next_change.is_none_or(|next| next.is_ok_and(|next| next > now))
}

/// What was saved in the CMS, with the events of Shopware in `news`; `None` if it is not known, or nothing changed.
fn named(config: &Config, saved: AllSaved, news: &mut ShopNews) -> Option<Vec<Named>> {
    let one = |saved: &Saved| {
        let (id, handle) = (saved.id.as_deref(), saved.handle.as_deref());
        Named::of(&saved.kind, id, handle, saved.collection.as_deref())
    };
    let named: Vec<Named> = saved.of_cms.iter().map(one).collect::<Option<_>>()?;
    news.events = saved.of_shop;
    let is_known = !named.is_empty() || !news.events.is_empty() || has_changed(config, news);
    is_known.then_some(named)
}

/// Whether Shopware has another state than the last build saw, which is asked without an event only.
fn has_changed(config: &Config, news: &ShopNews) -> bool {
    let state = || {
        let shopware = wire::shopware(config, wire::Purpose::Serve).ok()?;
        wire::runtime().ok()?.block_on(news.state(&shopware))
    };
    news.is_asked && state() != news.before
}
