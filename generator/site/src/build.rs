//! The stages of a build: plan, render, write, release.
//!
//! **Invariant:** a build either makes a complete new release live, or returns an error and leaves the old one
//! untouched (R-GEN-02); the same input gives the same bytes (R-GEN-01).

use std::{collections::BTreeMap, io, path::PathBuf};

use rayon::prelude::*;
use vitrine_model::{
    catalog::Catalog,
    diagnostic::{Diagnostic, Severity},
    record::RecordHash,
    release_format::RELEASE_FORMAT,
    review::ReleaseFinding,
};

use crate::{
    base::GENERATOR,
    common_files,
    diagnostics::Diagnostics,
    error::{PageFailure, SiteError},
    form_words, legal_texts,
    load::Site,
    output::{
        dist::{Dist, write_error},
        kept::{KeptRelease, LastRelease},
        manifest::{LiveRelease, Manifest, PageLine, SharedInputs},
        page_records::{self, NoteNumbers, PageRecords},
        publish::{self, Retention},
        staging::Staging,
    },
    plan::{PlanContext, PlanIndex},
    query::Asked,
    render::Renderer,
    render_pages::{Pages, Rendering},
    report::{BuildReport, Progress, Stage, Why},
    reuse::{Earlier, Reusable},
    review::{Gate, Reviewer},
};

/// Options of a build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The folder of the releases.
    pub dist: PathBuf,
    /// Accept fewer than 80 % of the live release's pages.
    pub accept_fewer: bool,
    /// Page kinds that may disappear from a locale although the live release has more than a few of them.
    pub accept_empty: Vec<String>,
    /// Retention of former releases.
    pub keep: Retention,
    /// Diagnostics of pull and conversion; one that stops keeps the release from going live.
    pub diagnostics_in: Vec<Diagnostic>,
    /// The snapshot's own name for its content; part of the release's identity. It contains no time.
    pub source_snapshot: String,
    /// Whether shared parts are built once for all pages. Otherwise each page builds its own, which takes longer and
    /// gives the same bytes; a test compares both.
    pub sharing: bool,
    /// The date of the pull, shown when current data cannot be requested (R-PDP-10). It is written to one small file,
    /// never to pages.
    pub pulled_on: Option<jiff::civil::Date>,
    /// What keeps a release from being published.
    pub gate: Gate,
    /// Render every page, also those that are up to date in the live release.
    pub full: bool,
    /// Paths of pages for which the report says why they were rendered.
    pub why: Vec<String>,
}

/// Builds a release and makes it live. `kept` is what this process keeps from one build to the next.
pub fn build(
    catalog: &Catalog,
    site: &Site,
    options: &BuildOptions,
    kept: &mut KeptRelease,
    progress: &dyn Progress,
) -> Result<BuildReport, SiteError> {
    same_locales(catalog, site)?;
    let diagnostics = Diagnostics::default();
    for found in &options.diagnostics_in {
        diagnostics.push(found.clone());
    }
    nothing_stops(&diagnostics)?;
    progress.step(Stage::Plan, 0, 0);
    let plan = plan(catalog, site, &diagnostics)?;
    form_words::check(catalog, site, &diagnostics);
    progress.step(Stage::Plan, plan.pages().len(), plan.pages().len());
    let dist = Dist::open(&options.dist)?;
    let last = kept.take(&options.dist, &dist);
    let read = if last.is_none() { publish::live(&dist) } else { None };
    let live = last.as_ref().map(|last| &last.live).or(read.as_ref());
    enough_pages(&plan, live, options)?;
    nothing_emptied(&counts(catalog, &plan), live, options)?;
    let staging = Staging::begin(&dist, kept.files())?;
    let reviewer = Reviewer::new(&options.gate, live);
    let renderer = Renderer::new(catalog, site, &plan, &diagnostics, options.sharing).map_err(SiteError::Pages)?;
    let shared = shared_inputs(site, options, &renderer);
    let bases: Vec<RecordHash> = renderer.locale_parts.iter().map(|parts| parts.base).collect();
    let reusable = reusable(&dist, (last.as_ref(), live), options, &renderer, &bases);
    let none = PageRecords::default();
    let numbers = NoteNumbers::after(reusable.as_ref().map_or(&none, Reusable::records));
    let why = reasons(options, &renderer, &reusable, &shared);
    let rendering = Rendering {
        renderer: &renderer,
        reviewer: &reviewer,
        staging: &staging,
        numbers: &numbers,
        reusable: reusable.as_ref().ok(),
    };
    let Pages {
        mut lines,
        remarks,
        records,
        reused,
    } = rendering.all(progress)?;
    write_link_pictures(&renderer, &staging)?;
    write_search_labels(&renderer, &staging)?;
    legal_texts::write(&renderer, &staging, &diagnostics)?;
    drop(renderer);
    common_files::write(catalog, site, &plan, &staging, options.pulled_on, progress)?;
    progress.step(Stage::Check, 0, 0);
    let warnings = diagnostics.list();
    nothing_stops(&diagnostics)?;
    let reviewed = reviewer.settle(&remarks, &mut lines, &plan, catalog.locales(), &warnings);
    progress.step(Stage::Check, warnings.len(), warnings.len());
    if reviewed.findings.iter().any(ReleaseFinding::refuses) {
        return Err(SiteError::Refused(reviewed.findings));
    }
    let records = numbers.settle(bases, records);
    drop(reusable);
    write_records(&staging, &records)?;
    let mut manifest = Manifest {
        format: RELEASE_FORMAT,
        id: String::new(),
        inputs_hash: inputs_hash(&lines),
        shared,
        counts: counts(catalog, &plan),
        pages: lines,
        review: reviewed.record,
        present: options.gate.counts(),
        files: staging.finish()?,
        warnings,
    };
    let bytes = manifest.name();
    let files = manifest.files.len();
    progress.step(Stage::Release, 0, files);
    let mut report = report_of(&manifest, &plan, live);
    let published = publish::publish(staging, &manifest, &bytes, (options.keep, kept.files()))?;
    report.rendered = report.pages - reused;
    report.why = why;
    report.findings = reviewed.findings;
    report.reviewed = reviewer.reviewed();
    report.reused = published.reused;
    report.unfinished = published.unfinished;
    kept.keep(manifest, records, options.keep.releases);
    progress.step(Stage::Release, files, files);
    Ok(report)
}

/// Plans a build and collects its diagnostics; writes nothing. Used by `check` and the preview.
pub fn plan(catalog: &Catalog, site: &Site, diagnostics: &Diagnostics) -> Result<PlanIndex, SiteError> {
    let cx = PlanContext {
        catalog,
        config: &site.config,
        routes: &site.routes,
        diagnostics,
    };
    let pages = site
        .kinds
        .par_iter()
        .with_max_len(1)
        .flat_map_iter(|kind| kind.plan(&cx));
    PlanIndex::new(&cx, pages.collect()).map_err(SiteError::Diagnostics)
}

fn same_locales(catalog: &Catalog, site: &Site) -> Result<(), SiteError> {
    let catalog: Vec<&str> = catalog.locales().iter().map(|(_, l)| l.code.as_str()).collect();
    let loaded: Vec<&str> = site.locales.iter().map(|l| l.code.as_str()).collect();
    if catalog == loaded {
        return Ok(());
    }
    Err(SiteError::Locales {
        catalog: catalog.join(", "),
        loaded: loaded.join(", "),
    })
}

fn nothing_stops(diagnostics: &Diagnostics) -> Result<(), SiteError> {
    let stops: Vec<Diagnostic> = diagnostics
        .list()
        .into_iter()
        .filter(|d| d.severity == Severity::Stop)
        .collect();
    if stops.is_empty() {
        Ok(())
    } else {
        Err(SiteError::Diagnostics(stops))
    }
}

fn enough_pages(plan: &PlanIndex, live: Option<&LiveRelease>, options: &BuildOptions) -> Result<(), SiteError> {
    let (new, live) = (plan.pages().len(), live.map_or(0, LiveRelease::page_count));
    if !options.accept_fewer && new * 5 < live * 4 {
        return Err(SiteError::Fewer { new, live });
    }
    Ok(())
}

/// At most this many pages of a kind may disappear from a locale without `accept_empty`.
const MAX_VANISHED: usize = 5;

fn nothing_emptied(
    new: &BTreeMap<String, BTreeMap<String, usize>>,
    live: Option<&LiveRelease>,
    options: &BuildOptions,
) -> Result<(), SiteError> {
    let before = live.into_iter().flat_map(|l| &l.counts);
    for (kind, by_locale) in before.filter(|(kind, _)| !options.accept_empty.contains(kind)) {
        let gone = |locale: &String| new.get(kind).and_then(|n| n.get(locale)).is_none();
        if let Some((locale, live)) = by_locale
            .iter()
            .find(|(locale, live)| **live > MAX_VANISHED && gone(locale))
        {
            return Err(SiteError::Emptied {
                kind: kind.clone(),
                locale: locale.clone(),
                live: *live,
            });
        }
    }
    Ok(())
}

/// Writes the picture files that the headers refer to.
fn write_link_pictures(renderer: &Renderer<'_>, staging: &Staging<'_>) -> Result<(), SiteError> {
    let files = renderer.locale_parts.iter();
    for pictures in files.filter_map(|parts| parts.header_footer.link_pictures.as_ref()) {
        staging.write_with_folder(&format!("site/{}", pictures.file), pictures.json.as_bytes())?;
    }
    Ok(())
}

/// Writes the search labels of each locale.
fn write_search_labels(renderer: &Renderer<'_>, staging: &Staging<'_>) -> Result<(), SiteError> {
    for (index, locale) in renderer.catalog.locales().iter() {
        let labels = renderer.search_labels(index).map_err(|reason| {
            SiteError::Pages(vec![PageFailure {
                path: format!("search of {}", locale.code),
                source_entry: "categories and properties".to_owned(),
                reason,
            }])
        })?;
        staging.write_with_folder(&format!("server/search/{}.labels.json", locale.code), &labels)?;
    }
    Ok(())
}

fn inputs_hash(lines: &[PageLine]) -> RecordHash {
    let all: Vec<(&str, RecordHash)> = lines.iter().map(|l| (l.path.as_str(), l.fingerprint)).collect();
    RecordHash::of(&all)
}

fn shared_inputs(site: &Site, options: &BuildOptions, renderer: &Renderer<'_>) -> SharedInputs {
    let codes = || site.locales.iter().map(|l| l.code.clone());
    let header_footers = renderer.locale_parts.iter().map(|parts| parts.header_footer.hash);
    SharedInputs {
        generator: GENERATOR.to_owned(),
        snapshot: options.source_snapshot.clone(),
        templates: site.templates.hash(),
        assets: site.assets.hash(),
        config: RecordHash::of(&site.config),
        messages: codes()
            .zip(site.messages().map(crate::messages::Messages::hash))
            .collect(),
        header_footers: codes().zip(header_footers).collect(),
    }
}

/// The pages of the live release that are up to date; an error says why there are none.
fn reusable<'a>(
    dist: &Dist,
    (last, live): (Option<&'a LastRelease>, Option<&'a LiveRelease>),
    options: &BuildOptions,
    renderer: &Renderer<'_>,
    bases: &[RecordHash],
) -> Result<Reusable<'a>, &'static str> {
    if options.full {
        return Err("a full build renders every page");
    }
    let asked = Asked {
        catalog: renderer.catalog,
        plan: renderer.plan,
    };
    let locales = renderer.catalog.locales();
    let earlier = match last {
        Some(last) => Earlier::of_last(dist, last, locales)?,
        None => Earlier::open(dist, live, locales)?,
    };
    Ok(earlier.compare(&asked, bases))
}

/// Why the pages that the caller asked about are rendered.
fn reasons(
    options: &BuildOptions,
    renderer: &Renderer<'_>,
    reusable: &Result<Reusable<'_>, &'static str>,
    shared: &SharedInputs,
) -> Vec<Why> {
    let of_page = |path: &String| {
        let page = renderer.plan.pages().iter().find(|page| page.path.as_str() == path);
        let reasons = match (page, reusable) {
            (None, _) => vec!["no page has this path".to_owned()],
            (Some(_), Err(reason)) => vec![(*reason).to_owned()],
            (Some(page), Ok(reusable)) => {
                let locale = renderer.catalog.locales().get(page.locale);
                reusable.reasons(page, locale.map_or("", |locale| locale.code.as_str()), shared)
            }
        };
        Why {
            path: path.clone(),
            reasons,
        }
    };
    options.why.iter().map(of_page).collect()
}

/// Writes what the pages were made from, for the next build.
fn write_records(staging: &Staging<'_>, records: &PageRecords) -> Result<(), SiteError> {
    let bytes = records.to_bytes().map_err(io::Error::other);
    let bytes = bytes.map_err(write_error("the records of the pages", page_records::FILE))?;
    staging.write(page_records::FILE, &bytes).map(drop)
}

fn counts(catalog: &Catalog, plan: &PlanIndex) -> BTreeMap<String, BTreeMap<String, usize>> {
    let mut counts: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for page in plan.pages() {
        let code = catalog
            .locales()
            .get(page.locale)
            .map_or_else(String::new, |l| l.code.to_string());
        *counts.entry(page.kind.to_owned()).or_default().entry(code).or_default() += 1;
    }
    counts
}

fn report_of(manifest: &Manifest, plan: &PlanIndex, live: Option<&LiveRelease>) -> BuildReport {
    BuildReport {
        release: manifest.id.clone(),
        reused: false,
        rendered: 0,
        why: Vec::new(),
        unfinished: None,
        pages: manifest.pages.len(),
        pages_by_kind: manifest.counts.clone(),
        files: manifest.files.len(),
        bytes: manifest.files.values().map(|f| f.bytes).sum(),
        redirects: plan.redirects().iter().len(),
        changes: live.unwrap_or(&LiveRelease::default()).changes(&manifest.pages),
        findings: Vec::new(),
        reviewed: 0,
        warnings: manifest.warnings.clone(),
    }
}
