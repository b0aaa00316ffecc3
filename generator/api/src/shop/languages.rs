//! Shopware's language of each locale. It comes from the configuration or a pull on this machine at start; otherwise
//! from the live release, or from Shopware itself, which is polled in the background until it has answered.
//!
//! **Invariant:** a known language never changes while the process runs; no request waits for one.

use std::{
    collections::HashMap,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::watch,
    time::{sleep, timeout},
};
use vitrine_backends::{BackendError, shopware::ShopwareClient};
use vitrine_model::{
    ids::LanguageId,
    locale::{Locale, LocaleIndex, Locales},
};

use crate::web::problem::cause_of;

/// The pause after the first request that found nothing; it doubles with each.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The longest pause between two requests.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// The languages, as far as they are known.
pub(crate) struct Languages {
    locales: Locales,
    known: Box<[OnceLock<LanguageId>]>,
    /// Whether Shopware has listed its languages.
    listed: AtomicBool,
}

impl Languages {
    pub(crate) fn new(locales: Locales) -> Self {
        let known = locales.iter().map(|(_, locale)| match &locale.commerce_language {
            Some(id) => OnceLock::from(id.clone()),
            None => OnceLock::new(),
        });
        Self {
            known: known.collect(),
            locales,
            listed: AtomicBool::new(false),
        }
    }

    /// The language of a locale.
    pub(crate) fn of(&self, locale: LocaleIndex) -> Option<&LanguageId> {
        self.known.get(usize::from(locale.0))?.get()
    }

    /// Any of them, for calls whose answer has no text.
    pub(crate) fn any(&self) -> Option<&LanguageId> {
        self.known.iter().find_map(OnceLock::get)
    }

    /// The locales with the languages that are known.
    pub(crate) fn locales(&self) -> Locales {
        let mut locales = self.locales.clone();
        for (index, _) in self.locales.iter() {
            if let Some(id) = self.of(index) {
                locales.set_commerce_language(index, id.clone());
            }
        }
        locales
    }

    /// The locales whose language is missing in the sales channel, according to Shopware.
    pub(crate) fn not_in_the_channel(&self) -> impl Iterator<Item = &Locale> {
        let listed = self.listed.load(Ordering::Acquire);
        self.missing().filter(move |_| listed).map(|(_, locale)| locale)
    }

    fn missing(&self) -> impl Iterator<Item = (LocaleIndex, &Locale)> {
        self.locales.iter().filter(|(index, _)| self.of(*index).is_none())
    }

    /// Adopts the languages of a release, by locale; known ones are unchanged.
    pub(crate) fn learn(&self, released: &HashMap<String, LanguageId>) {
        for (index, locale) in self.locales.iter() {
            if let Some(id) = released.get(locale.code.as_str()) {
                self.set(index, id);
            }
        }
    }

    /// Asks Shopware for the missing languages.
    pub(crate) async fn look_up(&self, shopware: &ShopwareClient) -> Result<(), BackendError> {
        let listed = shopware.languages().await?;
        for (index, locale) in self.locales.iter() {
            if let Some(language) = listed.iter().find(|language| language.iso == locale.iso) {
                self.set(index, &language.id);
            }
        }
        self.listed.store(true, Ordering::Release);
        Ok(())
    }

    fn set(&self, locale: LocaleIndex, id: &LanguageId) {
        if let Some(place) = self.known.get(usize::from(locale.0)) {
            place.get_or_init(|| id.clone());
        }
    }
}

/// Polls Shopware until every language is known or the server stops, each time with the timeout `patience`. `told` is
/// called with each answer.
pub(crate) async fn find_missing(
    languages: Arc<Languages>,
    shopware: Arc<ShopwareClient>,
    patience: Duration,
    told: impl Fn() + Send,
    mut stop: watch::Receiver<bool>,
) {
    let mut pause = FIRST_PAUSE;
    while languages.missing().next().is_some() {
        match timeout(patience, languages.look_up(&shopware)).await {
            Ok(Ok(())) => told(),
            Ok(Err(error)) => log_unknown(&languages, &cause_of(&error)),
            Err(_) => log_unknown(&languages, "Shopware did not answer in time"),
        }
        if languages.missing().next().is_none() {
            tracing::info!("the languages of all locales are known");
            return;
        }
        tokio::select! {
            _ = stop.wait_for(|stopped| *stopped) => return,
            () = sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
        }
    }
}

fn log_unknown(languages: &Languages, cause: &str) {
    let codes: Vec<&str> = languages.missing().map(|(_, locale)| locale.code.as_str()).collect();
    tracing::warn!(
        locales = codes.join(", "),
        cause,
        "Shopware's languages of these locales are not known yet: their calls of the API are answered with 503 until Shopware can be asked. A release of `vitrine build`, or commerce_language in each [[locales]] table, makes them known without it"
    );
}
