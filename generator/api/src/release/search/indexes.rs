//! The indexes of the live release, built in the background and replaced as a whole.
//!
//! **Invariant:** a search sees one complete index; until the index of a new release is built, or if its files cannot
//! be read, the previous one answers.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use cap_std::fs::Dir;
use serde::{Serialize, de::DeserializeOwned};
use tokio::{
    sync::watch,
    task::spawn_blocking,
    time::{Instant, timeout_at},
};
use utoipa::ToSchema;
use vitrine_model::{
    locale::{LocaleIndex, Locales},
    money::Currency,
};
use vitrine_search::{Index, SearchWordsFile};

use super::labels::Labels;
use crate::web::{code::Code, problem::Problem};

/// `Retry-After` for requests that find no index yet.
const ASK_AGAIN: Duration = Duration::from_secs(5);

/// Whether search answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SearchState {
    /// It answers from the live release.
    Up,
    /// The indexes of the live release are being built; those of the previous release answer, if there was one.
    Building,
    /// Files of the live release cannot be read; the previous indexes answer.
    Damaged,
    /// The live release has nothing to search.
    None,
}

/// The index and labels for the searches of a locale.
#[derive(Debug)]
pub(crate) struct LocaleSearch {
    pub(crate) index: Index,
    pub(crate) labels: Labels,
    /// Minor units of a whole unit of the shop's currency.
    pub(crate) unit: i64,
    /// The hash of the files that it was built from.
    hash: blake3::Hash,
}

/// The state of each locale, in their order.
#[derive(Clone, Debug)]
struct Known {
    locales: Vec<Option<Arc<LocaleSearch>>>,
    state: SearchState,
}

/// A release whose indexes are to be built.
struct Wanted {
    server: Dir,
    currency: Currency,
}

#[derive(Default)]
struct Turn {
    wanted: Option<Wanted>,
    busy: bool,
}

/// The indexes.
pub(crate) struct Searches {
    codes: Vec<String>,
    known: watch::Sender<Known>,
    turn: Mutex<Turn>,
}

impl Searches {
    pub(crate) fn new(locales: &Locales) -> Self {
        let codes: Vec<String> = locales.iter().map(|(_, locale)| locale.code.to_string()).collect();
        let known = Known {
            locales: vec![None; codes.len()],
            state: SearchState::None,
        };
        Self {
            codes,
            known: watch::Sender::new(known),
            turn: Mutex::default(),
        }
    }

    /// Whether search answers.
    pub(crate) fn state(&self) -> SearchState {
        self.known.borrow().state
    }

    /// Builds the indexes of a release that has become live. Of several releases in quick succession, only the last one
    /// counts.
    pub(crate) fn follow(self: &Arc<Self>, server: Dir, currency: Currency) {
        let mut turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        turn.wanted = Some(Wanted { server, currency });
        self.known.send_modify(|known| known.state = SearchState::Building);
        if !turn.busy {
            turn.busy = true;
            let searches = Arc::clone(self);
            spawn_blocking(move || searches.work());
        }
    }

    fn work(&self) {
        loop {
            let wanted = {
                let mut turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
                let wanted = turn.wanted.take();
                turn.busy = wanted.is_some();
                wanted
            };
            let Some(wanted) = wanted else { return };
            let made = self.make(&wanted);
            let turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
            if turn.wanted.is_none() {
                self.known.send_replace(made);
            }
        }
    }

    /// Builds the indexes of a release. At start, when no requests are served, all locales at once; later one after the
    /// other, so that requests keep their cores.
    fn make(&self, wanted: &Wanted) -> Known {
        let before = self.known.borrow().locales.clone();
        let began = std::time::Instant::now();
        let old = |at: usize| before.get(at).cloned().flatten();
        let one = |(at, code): (usize, &String)| make_locale(wanted, code, old(at).as_ref());
        let all = self.codes.iter().enumerate();
        let made: Vec<_> = if before.iter().all(Option::is_none) {
            std::thread::scope(|scope| {
                let running: Vec<_> = all.map(|locale| scope.spawn(move || one(locale))).collect();
                let lost = |_| Err(io::Error::other("making the index panicked"));
                running.into_iter().map(|one| one.join().unwrap_or_else(lost)).collect()
            })
        } else {
            all.map(one).collect()
        };
        let mut state = SearchState::None;
        let mut locales = Vec::with_capacity(made.len());
        for ((at, made), code) in made.into_iter().enumerate().zip(&self.codes) {
            match made {
                Ok(made) => {
                    if made.is_some() && state == SearchState::None {
                        state = SearchState::Up;
                    }
                    locales.push(made);
                }
                Err(error) => {
                    tracing::error!(locale = code, %error, "the search documents of the release cannot be read; the index before stays");
                    state = SearchState::Damaged;
                    locales.push(before.get(at).cloned().flatten());
                }
            }
        }
        let documents: usize = locales.iter().flatten().map(|search| search.index.len()).sum();
        tracing::info!(documents, took = ?began.elapsed(), "search is ready");
        Known { locales, state }
    }

    /// The index of a locale; waits for the first one until the deadline.
    pub(crate) async fn of(&self, locale: LocaleIndex, deadline: Instant) -> Result<Arc<LocaleSearch>, Problem> {
        let mut known = self.known.subscribe();
        let at = usize::from(locale.0);
        let found = known.wait_for(|known| {
            known.state != SearchState::Building || known.locales.get(at).is_some_and(Option::is_some)
        });
        let found = timeout_at(deadline, found).await;
        let found = found.ok().and_then(Result::ok);
        let search = found.and_then(|known| known.locales.get(at).cloned().flatten());
        search.ok_or_else(|| Problem::from(Code::SearchUnavailable).after(ASK_AGAIN))
    }
}

/// The index of a locale; the previous one if it was built from the same files; `None` if the release has none.
fn make_locale(
    wanted: &Wanted,
    code: &str,
    before: Option<&Arc<LocaleSearch>>,
) -> io::Result<Option<Arc<LocaleSearch>>> {
    let documents = format!("search/{code}.json");
    if !wanted.server.exists(&documents) {
        return Ok(None);
    }
    let documents = read(&wanted.server, &documents)?;
    let words = read_if_there(&wanted.server, &format!("search/{code}.words.json"))?;
    let labels = read_if_there(&wanted.server, &format!("search/{code}.labels.json"))?;
    let mut hasher = blake3::Hasher::new();
    for part in [&documents, &words, &labels] {
        hasher.update(blake3::hash(part).as_bytes());
    }
    hasher.update(wanted.currency.as_str().as_bytes());
    let hash = hasher.finalize();
    if let Some(before) = before.filter(|before| before.hash == hash) {
        return Ok(Some(Arc::clone(before)));
    }
    let labels: Labels = parse(&labels, "labels")?;
    let words: SearchWordsFile = parse(&words, "words")?;
    let lines = std::str::from_utf8(&documents).map_err(io::Error::other)?;
    let index = Index::of_lines(code, lines, &words).map_err(io::Error::other)?;
    let unit = 10_i64.saturating_pow(wanted.currency.digits());
    Ok(Some(Arc::new(LocaleSearch {
        index,
        labels,
        unit,
        hash,
    })))
}

fn read(server: &Dir, name: &str) -> io::Result<Vec<u8>> {
    server
        .read(name)
        .map_err(|error| io::Error::other(format!("server/{name}: {error}")))
}

fn read_if_there(server: &Dir, name: &str) -> io::Result<Vec<u8>> {
    if server.exists(name) {
        read(server, name)
    } else {
        Ok(Vec::new())
    }
}

fn parse<T: DeserializeOwned + Default>(text: &[u8], name: &str) -> io::Result<T> {
    if text.is_empty() {
        return Ok(T::default());
    }
    serde_json::from_slice(text).map_err(|error| io::Error::other(format!("the {name} of search: {error}")))
}
