//! The shop of one pull, ready to render any of its pages with a draft.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result};
use jiff::{Timestamp, tz::TimeZone};
use secrecy::SecretString;
use vitrine_backends::{
    convert::{Converter, Drafts},
    snapshot::Snapshot,
    statamic::{EntryPlace, PreviewAnswer as CmsAnswer, StatamicClient},
};
use vitrine_model::{content::Entry, ids::EntryId, path::SitePath};
use vitrine_site::{Site, draft::Draft, page::Subject};

use crate::{
    cmd::wire,
    config::{Config, Environment},
};

/// The field that an entry has in the preview that edits it.
const MARK: &str = "live_preview";

pub(super) struct Loaded {
    snapshot: PathBuf,
    /// The folder that the link of the snapshot named; `None` if it is no link.
    pull: Option<PathBuf>,
    draft: Draft,
    drafts: Drafts,
    statamic: StatamicClient,
}

/// What a path shows in a preview.
pub(super) enum Found {
    /// No entry and no product.
    Nothing,
    /// A page that the token does not edit.
    Page,
    /// The page of a draft.
    Draft(Box<Entry>),
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
            snapshot: path,
            pull,
        })
    }

    pub(super) fn is_of_last_pull(&self) -> bool {
        fs::read_link(&self.snapshot).ok() == self.pull
    }

    /// What a path shows with a token, which the CMS has to confirm if it shows an entry.
    pub(super) async fn find(&self, path: &SitePath, token: &SecretString) -> Result<CmsAnswer<Found>> {
        let place = match self.draft.at(path) {
            Some((_, Subject::Entry(id))) if !id.is_of_category() => self.place(id),
            Some((_, Subject::Entry(_) | Subject::Product(_))) => return Ok(CmsAnswer::Proven(Found::Page)),
            Some((_, Subject::Screen(_))) => return Ok(CmsAnswer::Proven(Found::Nothing)),
            None => match self.place_at(path, token).await? {
                CmsAnswer::Proven(place) => place,
                CmsAnswer::Unknown => return Ok(CmsAnswer::Unknown),
                CmsAnswer::Unsaved => return Ok(CmsAnswer::Unsaved),
            },
        };
        let Some(place) = place else {
            return Ok(CmsAnswer::Proven(Found::Nothing));
        };
        let record = match self.statamic.draft(&place, token).await? {
            CmsAnswer::Proven(Some(record)) => record,
            CmsAnswer::Proven(None) => return Ok(CmsAnswer::Proven(Found::Nothing)),
            CmsAnswer::Unknown => return Ok(CmsAnswer::Unknown),
            CmsAnswer::Unsaved => return Ok(CmsAnswer::Unsaved),
        };
        let catalog = self.draft.catalog();
        let is_marked = record.get(MARK).is_some_and(|mark| !mark.is_null() && *mark != false);
        let is_known = EntryId::parse(&place.id).is_ok_and(|id| catalog.entry(&id).is_some());
        if is_known && !is_marked {
            return Ok(CmsAnswer::Proven(Found::Page));
        }
        let entry = self.drafts.entry(record, &place.collection, catalog)?;
        let found = entry.map_or(Found::Nothing, |entry| Found::Draft(Box::new(entry)));
        Ok(CmsAnswer::Proven(found))
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

    /// The page at a path with the entries as their drafts have them; `None` if there is none.
    pub(super) fn page(&self, path: &SitePath, drafts: [Option<Entry>; 2]) -> Result<Option<String>> {
        let mut draft = self.draft.clone();
        for entry in drafts.into_iter().flatten() {
            draft = draft.with(entry)?;
        }
        let Some(file) = draft.at(path).map(|(file, _)| file.to_owned()) else {
            return Ok(None);
        };
        let Some(page) = draft.page(&file) else {
            return Ok(None);
        };
        Ok(Some(String::from_utf8(page?)?))
    }
}
