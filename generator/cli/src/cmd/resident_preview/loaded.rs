//! The shop of one pull, ready to render any of its pages with a draft.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context, Result};
use jiff::{Timestamp, tz::TimeZone};
use secrecy::SecretString;
use vitrine_backends::{
    convert::{Converter, Drafts},
    snapshot::Snapshot,
    statamic::{EntryPlace, PreviewAnswer as CmsAnswer, StatamicClient, TermPlace},
};
use vitrine_model::{
    ids::{EntryId, TermId},
    locale::LocaleIndex,
    path::SitePath,
};
use vitrine_site::{Site, draft::Draft, page::Subject};

use super::edited::{Edited, EditedAt};
use crate::{
    cmd::wire,
    config::{Config, Environment},
};

/// The field that an entry or a term has in the preview that edits it.
const MARK: &str = "live_preview";

pub(super) struct Loaded {
    snapshot: PathBuf,
    /// The folder that the link of the snapshot named; `None` if it is no link.
    pull: Option<PathBuf>,
    draft: Draft,
    drafts: Drafts,
    statamic: StatamicClient,
    pages_of_terms: Mutex<HashMap<(TermId, LocaleIndex), Option<SitePath>>>,
}

/// What a path shows.
pub(super) enum Shown {
    /// Nothing that the preview can render.
    Nothing,
    /// A page of the shop that is of no entry of the CMS.
    Page,
    Entry(EntryPlace),
    /// The address of a term in the CMS, and the locale of that site. The shop has no page there: one that shows the term is rendered.
    Term(TermPlace, TermId, LocaleIndex),
}

/// What the CMS answers to a token.
pub(super) enum Read {
    Absent,
    /// It is published, and the token edits something else.
    Published,
    /// It is not published, and the token edits something else.
    Unpublished(Edited),
    /// What the token edits.
    Draft(Edited),
}

impl Loaded {
    pub(super) fn of(file: &Path, now: Option<Timestamp>, converter: &mut Converter) -> Result<Self> {
        let config = Config::load(file, Environment::read())?;
        let now = now.unwrap_or_else(Timestamp::now);
        let path = wire::snapshot_dir(&config);
        // Before the snapshot: a pull that replaces it meanwhile is then seen as newer.
        let pull = fs::read_link(&path).ok();
        let snapshot = Snapshot::open(&path).context("there is nothing to preview in before the first build")?;
        let convert = wire::convert(&config, snapshot.about(), now)?;
        let (catalog, _) = converter.convert(&snapshot, &convert)?;
        let site = wire::site_of_previews(&config, Some(now.to_zoned(TimeZone::UTC).year()))?;
        Ok(Self {
            statamic: wire::statamic_for(&config, wire::Purpose::Serve)?,
            draft: Draft::new(Arc::new(catalog), Arc::<Site>::new(site))?,
            drafts: Drafts::of(snapshot, convert)?,
            pages_of_terms: Mutex::default(),
            snapshot: path,
            pull,
        })
    }

    pub(super) fn is_of_last_pull(&self) -> bool {
        fs::read_link(&self.snapshot).ok() == self.pull
    }

    /// What a path shows. The CMS has to confirm the token if the path has no page.
    pub(super) async fn shown(&self, path: &SitePath, token: &SecretString) -> Result<CmsAnswer<Shown>> {
        let place = match self.draft.at(path) {
            Some((_, Subject::Entry(id))) if !id.is_of_category() => self.place(id),
            Some((_, Subject::Entry(_) | Subject::Product(_))) => return Ok(CmsAnswer::Proven(Shown::Page)),
            Some((_, Subject::Screen(_))) => None,
            None => {
                if let Some((id, place, locale)) = self.drafts.term_at(path, self.draft.catalog()) {
                    return Ok(CmsAnswer::Proven(Shown::Term(place, id, locale)));
                }
                let place = self.place_at(path, token).await?;
                return Ok(place.map(|place| place.map_or(Shown::Nothing, Shown::Entry)));
            }
        };
        Ok(CmsAnswer::Proven(place.map_or(Shown::Nothing, Shown::Entry)))
    }

    /// Reads an entry or a term with a token, which the CMS has to confirm.
    pub(super) async fn read(&self, at: &EditedAt, token: &SecretString) -> Result<CmsAnswer<Read>> {
        let answer = match at {
            EditedAt::Entry(place) => self.statamic.draft(place, token).await?,
            EditedAt::Term(place) => self.statamic.draft_term(place, token).await?,
        };
        let record = match answer {
            CmsAnswer::Proven(Some(record)) => record,
            CmsAnswer::Proven(None) => return Ok(CmsAnswer::Proven(Read::Absent)),
            other => return Ok(other.map(|_| Read::Absent)),
        };
        let catalog = self.draft.catalog();
        let is_marked = record.get(MARK).is_some_and(|mark| !mark.is_null() && *mark != false);
        let is_known = match at {
            EditedAt::Entry(place) => EntryId::parse(&place.id).is_ok_and(|id| catalog.entry(&id).is_some()),
            EditedAt::Term(_) => true,
        };
        if is_known && !is_marked {
            return Ok(CmsAnswer::Proven(Read::Published));
        }
        let edited = match at {
            EditedAt::Entry(place) => {
                let entry = self.drafts.entry(record, &place.collection, catalog)?;
                entry.map(|entry| Edited::Entry(Box::new(entry)))
            }
            EditedAt::Term(place) => self.drafts.term(record, &place.taxonomy, catalog).map(Edited::Term),
        };
        let read = if is_marked { Read::Draft } else { Read::Unpublished };
        Ok(CmsAnswer::Proven(edited.map_or(Read::Absent, read)))
    }

    fn place(&self, id: &EntryId) -> Option<EntryPlace> {
        let entry = self.draft.catalog().entry(id)?;
        Some(EntryPlace {
            collection: entry.value().collection.clone(),
            id: id.to_string(),
        })
    }

    /// An entry that is not published, by the address that it would have.
    async fn place_at(&self, path: &SitePath, token: &SecretString) -> Result<CmsAnswer<Option<EntryPlace>>> {
        let locales = self.draft.catalog().locales();
        let locale = locales.get(locales.of_path(path.as_str()));
        let locale = locale.unwrap_or_else(|| locales.default_locale());
        let uri = path
            .as_str()
            .strip_prefix(locale.prefix.as_str())
            .unwrap_or(path.as_str());
        let uri = if uri.is_empty() { "/" } else { uri };
        Ok(self.statamic.draft_at(uri, &locale.content_site, token).await?)
    }

    /// The page at a path, or the one that shows a term, with what is edited as the drafts have it; `None` if there is none.
    pub(super) fn page(&self, path: &SitePath, shown: &Shown, drafts: Vec<Edited>) -> Result<Option<String>> {
        let mut draft = self.draft.clone();
        for edited in drafts {
            draft = match edited {
                Edited::Entry(entry) => draft.with(*entry)?,
                Edited::Term(term) => draft.with_term(term),
            };
        }
        let found = match shown {
            Shown::Term(_, id, locale) => self.page_of_term(id, *locale),
            _ => Some(path.clone()),
        };
        let Some(file) = found.and_then(|path| Some(draft.at(&path)?.0.to_owned())) else {
            return Ok(None);
        };
        let Some(page) = draft.page(&file) else {
            return Ok(None);
        };
        Ok(Some(String::from_utf8(page?)?))
    }

    /// Pages are rendered to find it, so it is kept.
    fn page_of_term(&self, id: &TermId, locale: LocaleIndex) -> Option<SitePath> {
        let known = || self.pages_of_terms.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (id.clone(), locale);
        let kept = known().get(&key).cloned();
        kept.unwrap_or_else(|| {
            let found = self.draft.page_of_term(id, locale).cloned();
            known().insert(key, found.clone());
            found
        })
    }
}
