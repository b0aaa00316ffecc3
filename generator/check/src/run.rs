//! Runs all checks on a release.

use std::{
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use rayon::prelude::*;

use crate::{
    checks::CHECKS,
    dom::Dom,
    facts::PageFacts,
    finding::{Collected, Notes, Place},
    page::{Check, Page, Site},
    release::{CheckError, Release},
    report::Report,
};

/// Callback with the number of checked pages and of all pages. Called from several threads.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Checks the release in a folder (the one with `release.json`).
pub fn check(folder: &Path, progress: Progress<'_>) -> Result<Report, CheckError> {
    let release = Release::open(folder)?;
    let all = Findings::new();
    let done = AtomicUsize::new(0);
    let total = release.pages.len();
    let numbers = 0..u32::try_from(total).unwrap_or(u32::MAX);
    let facts: Vec<Option<PageFacts>> = numbers
        .into_par_iter()
        .map(|number| {
            let facts = read(&release, number, &all);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
            facts
        })
        .collect();
    let site = Site {
        release: &release,
        facts: &facts,
    };
    for (check, run) in CHECKS.iter().filter_map(|check| Some((check, check.site?))) {
        let mut notes = Notes::default();
        run(&site, &mut notes);
        all.add(&release, check, notes);
    }
    Ok(Report::of(&release, all.into_inner()))
}

/// Reads and checks one page; `None` if its file cannot be read.
fn read(release: &Release, number: u32, all: &Findings) -> Option<PageFacts> {
    let entry = release.page(number)?;
    let html = release.read(&format!("site/{}", entry.file)).ok()?;
    let dom = Dom::parse(&html);
    let facts = PageFacts::of(&dom, entry, &html, release);
    let page = Page {
        number,
        entry,
        html: &html,
        dom: &dom,
        facts: &facts,
        release,
    };
    for (check, run) in CHECKS.iter().filter_map(|check| Some((check, check.page?))) {
        let mut notes = Notes::default();
        run(&page, &mut notes);
        all.add(release, check, notes);
    }
    Some(facts)
}

/// The notes of all checks, collected from all threads.
struct Findings(Vec<(&'static Check, Mutex<Collected>)>);

impl Findings {
    fn new() -> Self {
        Self(CHECKS.iter().map(|check| (check, Mutex::default())).collect())
    }

    fn add(&self, release: &Release, check: &Check, notes: Notes) {
        if notes.0.is_empty() {
            return;
        }
        let Some((_, collected)) = self.0.iter().find(|(one, _)| one.name == check.name) else {
            return;
        };
        let mut collected = collected.lock().unwrap_or_else(PoisonError::into_inner);
        for note in notes.0 {
            let locale = match &note.place {
                Place::Page(page) => release.page(*page).map_or(0, |page| page.locale),
                Place::Other { .. } => 0,
            };
            collected.add(locale, note);
        }
    }

    fn into_inner(self) -> Vec<(&'static Check, Collected)> {
        let all = self.0.into_iter();
        all.map(|(check, notes)| (check, notes.into_inner().unwrap_or_else(PoisonError::into_inner)))
            .collect()
    }
}
