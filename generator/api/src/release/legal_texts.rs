//! The terms and the information on withdrawal that were in force, kept in `state.dir` for the orders that were placed
//! meanwhile (law §1: durable medium; docs/contracts/legal-texts.md).
//!
//! **Invariant:** a text is kept before the period that names it, and neither is changed or removed. Periods follow each
//! other in the order in which releases went live on this server, rollbacks included.

use std::{collections::BTreeMap, io, sync::Arc};

use cap_std::fs::Dir;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use vitrine_state::{Bounds, Collection, Full, Records, StateError, StateFolder};

/// Maximum size of a text or a period in bytes.
const MAX_BYTES: u64 = 1024 * 1024;
/// Maximum number of texts, and of periods.
const MOST: usize = 100_000;
/// The length of a text's id, in hex digits.
const ID: usize = 32;

/// A text of a release.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LegalText {
    /// The title of its page.
    pub(crate) title: String,
    /// The hash of its content: 32 hex digits.
    pub(crate) id: String,
}

/// The texts of a locale; `None` for one that the shop did not have.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct LegalTexts {
    /// The terms and conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) terms: Option<LegalText>,
    /// The information on the right of withdrawal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) withdrawal: Option<LegalText>,
}

impl LegalTexts {
    fn all(&self) -> impl Iterator<Item = &LegalText> {
        self.terms.iter().chain(&self.withdrawal)
    }
}

/// `server/legal.json`: the texts by the code of their locale; empty in a release of an older version.
pub(crate) type TextsByLocale = BTreeMap<String, LegalTexts>;

/// The kept texts.
#[derive(Clone, Debug)]
pub(crate) struct KeptTexts {
    texts: Arc<dyn Records>,
    periods: Arc<dyn Records>,
}

impl KeptTexts {
    pub(crate) fn open(state: &StateFolder) -> Result<Self, StateError> {
        let bounds = Bounds {
            most: MOST,
            bytes: MAX_BYTES,
            full: Full::Refuse,
        };
        Ok(Self {
            texts: state.records(Collection::LEGAL_TEXTS, bounds)?,
            periods: state.records(Collection::LEGAL_PERIODS, bounds)?,
        })
    }

    /// Keeps the texts of a release that is live from an instant on. Does nothing if they are in force already.
    pub(super) fn begin(&self, server: &Dir, texts: &TextsByLocale, at: Timestamp) -> io::Result<()> {
        for text in texts.values().flat_map(LegalTexts::all) {
            self.keep(server, text)?;
        }
        let newest = self.instants()?.pop();
        if let Some(newest) = newest
            && self.period(newest)?.as_ref() == Some(texts)
        {
            return Ok(());
        }
        let content = serde_json::to_vec(texts)?;
        // A clock that was set back, or another process in the same millisecond, does not change the order.
        let first = milliseconds(at).max(newest.map_or(0, |newest| newest + 1));
        for instant in first..first + 100 {
            if self.periods.put_if_absent(&name_of(instant), &content)? {
                return Ok(());
            }
        }
        Err(io::Error::other("other processes record without end what is in force"))
    }

    fn keep(&self, server: &Dir, text: &LegalText) -> io::Result<()> {
        if !is_id(&text.id) {
            return Err(io::Error::other(
                "server/legal.json names a text by something else than 32 hex digits",
            ));
        }
        if self.texts.has(&text.id)? {
            return Ok(());
        }
        let content = server.read(format!("legal/{}.html", text.id))?;
        self.texts.put_if_absent(&text.id, &content).map(drop)
    }

    /// The texts that were in force at an instant; `None` if nothing was kept yet.
    pub(crate) fn at(&self, instant: Timestamp) -> io::Result<Option<TextsByLocale>> {
        let wanted = milliseconds(instant);
        let begun = self.instants()?.into_iter().rev().find(|begun| *begun <= wanted);
        begun.map_or(Ok(None), |begun| self.period(begun))
    }

    /// The content of a text; `None` if there is none with this id, or it is no id.
    pub(crate) fn read(&self, id: &str) -> io::Result<Option<Vec<u8>>> {
        if is_id(id) { self.texts.get(id) } else { Ok(None) }
    }

    /// The instants at which periods began, in order.
    fn instants(&self) -> io::Result<Vec<u64>> {
        let names = self.periods.names()?;
        let mut instants: Vec<u64> = names
            .iter()
            .filter_map(|name| u64::from_str_radix(name, 16).ok())
            .collect();
        instants.sort_unstable();
        Ok(instants)
    }

    fn period(&self, begun: u64) -> io::Result<Option<TextsByLocale>> {
        let content = self.periods.get(&name_of(begun))?;
        content
            .map(|content| serde_json::from_slice(&content).map_err(io::Error::other))
            .transpose()
    }
}

fn name_of(instant: u64) -> String {
    format!("{instant:016x}")
}

fn milliseconds(instant: Timestamp) -> u64 {
    u64::try_from(instant.as_millisecond()).unwrap_or_default()
}

/// Whether this is the id of a text: 32 hex digits.
pub(crate) fn is_id(id: &str) -> bool {
    id.len() == ID && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use cap_std::{ambient_authority, fs::Dir};

    use super::*;

    fn texts(id: char) -> TextsByLocale {
        let text = LegalText {
            title: "Voorwaarden".to_owned(),
            id: id.to_string().repeat(ID),
        };
        let texts = LegalTexts {
            terms: Some(text),
            withdrawal: None,
        };
        BTreeMap::from([("nl".to_owned(), texts)])
    }

    fn second(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("an instant")
    }

    /// Law §1: the text of an order is the one that was in force, whatever is published or rolled back afterwards.
    #[test]
    fn law_1_periods_follow_each_other_and_texts_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Dir::open_ambient_dir(folder.path(), ambient_authority()).expect("opened");
        server.create_dir("legal").expect("made");
        for id in ['a', 'b'] {
            let file = format!("legal/{}.html", id.to_string().repeat(ID));
            server.write(file, format!("text {id}")).expect("written");
        }
        let kept = KeptTexts::open(&StateFolder::at(folder.path().join("state"))).expect("opened");
        assert_eq!(kept.at(second(5)).expect("read"), None, "nothing is kept yet");
        // The last one begins when the clock was set back.
        for (id, at) in [('a', 10), ('a', 20), ('b', 30), ('a', 40), ('b', 35)] {
            kept.begin(&server, &texts(id), second(at)).expect("kept");
        }
        server.remove_dir_all("legal").expect("the releases are gone");
        let in_force = |at| kept.at(second(at)).expect("read");
        assert_eq!(in_force(9), None, "an order from before the records");
        for (at, id) in [(10, 'a'), (29, 'a'), (30, 'b'), (39, 'b'), (40, 'a'), (41, 'b')] {
            assert_eq!(in_force(at), Some(texts(id)), "{at}");
        }
        let read = |id: &str| kept.read(id).expect("read");
        assert_eq!(read(&"a".repeat(ID)), Some(b"text a".to_vec()));
        assert_eq!(read(&"c".repeat(ID)), None);
        assert_eq!(read("../../secret"), None);
    }

    #[test]
    fn a_release_that_names_a_path_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Dir::open_ambient_dir(folder.path(), ambient_authority()).expect("opened");
        let kept = KeptTexts::open(&StateFolder::at(folder.path().join("state"))).expect("opened");
        let mut named = texts('a');
        let of_nl = named.get_mut("nl").and_then(|texts| texts.terms.as_mut());
        of_nl.expect("the terms").id = "../site".to_owned();
        assert!(kept.begin(&server, &named, second(1)).is_err());
    }
}
