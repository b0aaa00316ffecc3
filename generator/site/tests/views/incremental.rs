//! A build that takes pages over from the live release has the bytes of one that renders every page.

use std::{cell::RefCell, fs};

use proptest::{prelude::*, sample::Index, test_runner::Config};
use vitrine_model::catalog::{Catalog, CatalogParts};
use vitrine_site::{BuildOptions, BuildReport, KeptRelease, Site, SiteError, config::SiteConfig, pages::PAGE_KINDS};

use super::{
    shop::site_in,
    state::{EDITS, state},
};
use crate::support::{Place, tree};

fn config(year: i16) -> SiteConfig {
    SiteConfig {
        base_url: "https://shop.example".to_owned(),
        copyright_year: Some(year),
        ..SiteConfig::default()
    }
}

/// Anything may go between two builds of these tests.
fn options(place: &Place, full: bool) -> BuildOptions {
    BuildOptions {
        accept_fewer: true,
        accept_empty: PAGE_KINDS.iter().map(|kind| kind.name().to_owned()).collect(),
        full,
        ..place.options()
    }
}

fn build(place: &Place, catalog: &Catalog, site: &Site, full: bool) -> Result<BuildReport, SiteError> {
    vitrine_site::build(catalog, site, &options(place, full), &mut KeptRelease::default(), &())
}

/// Three shops of the same data: one is always built in full, one by a process that keeps what it made.
struct Shops {
    incremental: (Place, Site),
    resident: (Place, Site),
    kept: RefCell<KeptRelease>,
    full: (Place, Site),
}

impl Shops {
    fn new() -> Self {
        let of = || {
            let place = Place::new();
            let site = site_in(&place, config(2026));
            (place, site)
        };
        Self {
            incremental: of(),
            resident: of(),
            kept: KeptRelease::for_more().into(),
            full: of(),
        }
    }

    /// Builds all and compares all files, or the errors; the number of pages that were rendered from the disk's release,
    /// and of all. The process that keeps what it made renders no more.
    fn build(&self, catalog: &Catalog) -> Result<Option<(usize, usize)>, TestCaseError> {
        let whole = build(&self.full.0, catalog, &self.full.1, true);
        let ours = build(&self.incremental.0, catalog, &self.incremental.1, false);
        let rendered = compared(&self.incremental.0, ours, &self.full.0, &whole)?;
        let resident = self.build_resident(catalog, &whole)?;
        prop_assert!(resident <= rendered, "{resident:?} {rendered:?}");
        Ok(rendered)
    }

    /// The same of the process that keeps what it made; as the builder does, it keeps nothing after an error.
    fn build_resident(
        &self,
        catalog: &Catalog,
        whole: &Result<BuildReport, SiteError>,
    ) -> Result<Option<(usize, usize)>, TestCaseError> {
        let (place, site) = &self.resident;
        let mut kept = self.kept.borrow_mut();
        let ours = vitrine_site::build(catalog, site, &options(place, false), &mut kept, &());
        if ours.is_err() {
            *kept = KeptRelease::for_more();
        }
        compared(place, ours, &self.full.0, whole)
    }
}

fn compared(
    place: &Place,
    ours: Result<BuildReport, SiteError>,
    full: &Place,
    whole: &Result<BuildReport, SiteError>,
) -> Result<Option<(usize, usize)>, TestCaseError> {
    let (ours, whole) = match (ours, whole) {
        (Ok(ours), Ok(whole)) => (ours, whole),
        (ours, whole) => {
            let ours = ours.map(|_| ()).map_err(|error| error.to_string());
            prop_assert_eq!(ours, whole.as_ref().map(|_| ()).map_err(ToString::to_string));
            return Ok(None);
        }
    };
    prop_assert_eq!(whole.rendered, whole.pages);
    prop_assert_eq!(&ours.release, &whole.release);
    prop_assert_eq!(&ours.warnings, &whole.warnings);
    prop_assert_eq!(&ours.findings, &whole.findings);
    let [one, other] = [place, full].map(|place| tree(&place.dist().join("current/")));
    let names = one.keys().chain(other.keys());
    let differing: Vec<&String> = names.filter(|name| one.get(*name) != other.get(*name)).collect();
    prop_assert!(differing.is_empty(), "{differing:?}");
    Ok(Some((ours.rendered, ours.pages)))
}

fn edited(edits: &[(usize, usize)]) -> CatalogParts {
    let mut parts = state();
    for (edit, at) in edits {
        (EDITS[*edit].1)(&mut parts, *at);
    }
    parts
}

/// R-GEN-01: "A property test edits, adds, moves, renames, unpublishes and deletes random things …, and holds `site/` and
/// `server/` of the incremental build equal to a full one byte for byte". `release.json` and `pages.bin` too.
#[test]
fn an_incremental_build_has_the_bytes_of_a_full_one() {
    let settings = Config {
        cases: 12,
        failure_persistence: None,
        ..Config::default()
    };
    let edits = proptest::collection::vec((any::<Index>(), 0_usize..40), 1..8);
    proptest!(settings, |(edits in edits)| {
        let edits: Vec<(usize, usize)> = edits.iter().map(|(edit, at)| (edit.index(EDITS.len()), *at)).collect();
        let shops = Shops::new();
        for count in 0..=edits.len() {
            shops.build(&Catalog::new(edited(&edits[..count])))?;
        }
    });
}

/// Each edit alone, and back: no page is rendered that the edit does not concern, none is left as it was.
#[test]
fn each_edit_alone_renders_fewer_pages_and_the_way_back_too() {
    let shops = Shops::new();
    let first = Catalog::new(state());
    let (rendered, pages) = shops.build(&first).unwrap().unwrap();
    assert_eq!(rendered, pages, "there was no release to take pages over from");
    assert_eq!(shops.build(&first).unwrap(), Some((0, pages)), "nothing changed");
    // These are in header or footer, or on every page of a language.
    let everywhere = [
        "the menu",
        "globals",
        "a page moves",
        "a page goes",
        "two pages change places",
    ];
    for (number, (name, _)) in EDITS.iter().enumerate() {
        let Some((rendered, pages)) = shops.build(&Catalog::new(edited(&[(number, 3)]))).unwrap() else {
            continue;
        };
        assert!(
            rendered < pages || everywhere.contains(name),
            "{name}: {rendered} of {pages}"
        );
        shops.build(&first).unwrap().unwrap();
    }
}

/// "its base (…, configuration, …)": with another one, every page is rendered, and the report says why.
#[test]
fn another_configuration_renders_every_page() {
    let (place, catalog) = (Place::new(), Catalog::new(state()));
    build(&place, &catalog, &site_in(&place, config(2026)), false).unwrap();
    let site = site_in(&place, config(2027));
    let options = BuildOptions {
        why: vec!["/service".to_owned(), "/nowhere".to_owned()],
        ..options(&place, false)
    };
    let report = vitrine_site::build(&catalog, &site, &options, &mut KeptRelease::default(), &()).unwrap();
    assert_eq!(report.rendered, report.pages);
    let why: Vec<(&str, &[String])> = report.why.iter().map(|why| (&*why.path, &*why.reasons)).collect();
    let reasons = [
        &["header or footer".to_owned(), "the configuration".to_owned()][..],
        &["no page has this path".to_owned()][..],
    ];
    assert_eq!(why, [("/service", reasons[0]), ("/nowhere", reasons[1])]);
}

/// A damage to the live release, and whether every page has to be rendered after it.
type Damage = (&'static str, fn(&std::path::Path), bool);

/// What the live release lacks, or has otherwise than it was written, is rendered; the new release is whole.
#[test]
fn a_damaged_release_is_no_source_of_pages() {
    const DAMAGES: &[Damage] = &[
        (
            "a page is gone",
            |live| fs::remove_file(live.join("site/service.html")).unwrap(),
            false,
        ),
        (
            "a page is cut",
            |live| fs::write(live.join("site/service.html"), "<p>").unwrap(),
            false,
        ),
        (
            "a page has other words of the same length",
            |live| {
                let file = live.join("site/service.html");
                let text = fs::read_to_string(&file).unwrap();
                fs::write(&file, text.replace("Service", "Dienste")).unwrap();
            },
            false,
        ),
        (
            "a page's Markdown is gone",
            |live| fs::remove_file(live.join("site/service.md")).unwrap(),
            false,
        ),
        (
            "a search index is cut",
            |live| fs::write(live.join("server/search/nl.json"), "{}").unwrap(),
            false,
        ),
        (
            "the records are gone",
            |live| fs::remove_file(live.join("pages.bin")).unwrap(),
            true,
        ),
        (
            "the records are empty",
            |live| fs::write(live.join("pages.bin"), "").unwrap(),
            true,
        ),
        (
            "the records are cut",
            |live| {
                let bytes = fs::read(live.join("pages.bin")).unwrap();
                fs::write(live.join("pages.bin"), &bytes[..bytes.len() / 2]).unwrap();
            },
            true,
        ),
        (
            "the manifest is no JSON",
            |live| fs::write(live.join("release.json"), "{").unwrap(),
            true,
        ),
        (
            "another build made it",
            |live| {
                let file = live.join("release.json");
                let text = fs::read_to_string(&file).unwrap();
                let other = text.replacen("\"generator\":\"vitrine-site ", "\"generator\":\"vitrine-site 0", 1);
                assert_ne!(text, other);
                fs::write(&file, other).unwrap();
            },
            true,
        ),
    ];
    for (name, damage, all) in DAMAGES {
        let shops = Shops::new();
        let first = Catalog::new(state());
        shops.build(&first).unwrap().unwrap();
        damage(&shops.incremental.0.dist().join("current"));
        // Another title, so that the release is not the damaged one.
        let other = Catalog::new(edited(&[(0, 0)]));
        let built = shops.build(&other).unwrap();
        let (rendered, pages) = built.unwrap_or_else(|| panic!("{name}: no release"));
        assert_eq!(rendered == pages, *all, "{name}: {rendered} of {pages}");
    }
}

/// A process that keeps the release that it made asks its files too: a page that is not as it was written is rendered,
/// whatever became of what the process does not read again. An index that lost bytes is written anew.
#[test]
fn what_a_process_keeps_of_a_damaged_release_is_no_source_of_its_pages() {
    type Damage = (&'static str, fn(&std::path::Path));
    const DAMAGES: &[Damage] = &[
        ("a page is gone", |live| {
            fs::remove_file(live.join("site/service.html")).unwrap()
        }),
        ("a page is cut", |live| {
            fs::write(live.join("site/service.html"), "<p>").unwrap()
        }),
        ("a page's Markdown is gone", |live| {
            fs::remove_file(live.join("site/service.md")).unwrap()
        }),
        ("a search index is cut", |live| {
            fs::write(live.join("server/search/nl.json"), "{}").unwrap()
        }),
        ("a search index is gone", |live| {
            fs::remove_file(live.join("server/search/de.json")).unwrap()
        }),
        ("the records are gone", |live| {
            fs::remove_file(live.join("pages.bin")).unwrap()
        }),
        ("the manifest is no JSON", |live| {
            fs::write(live.join("release.json"), "{").unwrap()
        }),
    ];
    for (name, damage) in DAMAGES {
        let shops = Shops::new();
        shops.build(&Catalog::new(state())).unwrap().unwrap();
        damage(&shops.resident.0.dist().join("current"));
        let other = Catalog::new(edited(&[(0, 0)]));
        let whole = build(&shops.full.0, &other, &shops.full.1, true);
        let built = shops.build_resident(&other, &whole).unwrap();
        let (rendered, pages) = built.unwrap_or_else(|| panic!("{name}: no release"));
        assert!((1..pages).contains(&rendered), "{name}: {rendered} of {pages}");
    }
}

/// An index with other bytes of the same length is noticed when its lines are needed: that build fails, and the next one,
/// which reads the release from the disk, renders the pages that have lines in it.
#[test]
fn an_index_that_was_changed_in_place_stops_one_build() {
    let shops = Shops::new();
    shops.build(&Catalog::new(state())).unwrap().unwrap();
    let index = shops.resident.0.dist().join("current/server/search/nl.json");
    let other_words = fs::read_to_string(&index).unwrap().replace("Service", "Dienste");
    fs::remove_file(&index).unwrap();
    fs::write(&index, other_words).unwrap();
    let other = Catalog::new(edited(&[(0, 0)]));
    let (place, site) = &shops.resident;
    let error = vitrine_site::build(&other, site, &options(place, false), &mut shops.kept.borrow_mut(), &());
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("server/search/nl.json") && error.contains("build again"),
        "{error}"
    );
    *shops.kept.borrow_mut() = KeptRelease::for_more();
    let whole = build(&shops.full.0, &other, &shops.full.1, true);
    shops.build_resident(&other, &whole).unwrap().unwrap();
}

/// What a process keeps is used for the release that is live: after a rollback, or a build of another process, that is
/// another one.
#[test]
fn what_a_process_keeps_is_used_for_the_live_release_alone() {
    let shops = Shops::new();
    let states: Vec<Catalog> = (0..5)
        .map(|at| Catalog::new(edited(&[(at % EDITS.len(), at)])))
        .collect();
    shops.build(&states[0]).unwrap().unwrap();
    shops.build(&states[1]).unwrap().unwrap();
    for place in [&shops.incremental.0, &shops.resident.0, &shops.full.0] {
        vitrine_site::roll_back(&place.dist(), None).unwrap();
    }
    shops.build(&states[2]).unwrap().unwrap();
    // Another process builds.
    for (place, site) in [&shops.incremental, &shops.resident, &shops.full] {
        build(place, &states[3], site, false).unwrap();
    }
    shops.build(&states[4]).unwrap().unwrap();
    shops.build(&states[3]).unwrap().unwrap();
}

/// A page that is taken over is the same file, so that it costs neither a write nor space; it outlives the release that
/// it was written for.
#[test]
fn a_page_that_is_taken_over_is_the_same_file() {
    use std::os::unix::fs::MetadataExt;
    let shops = Shops::new();
    let file = shops.incremental.0.dist().join("current/site/en/service.html");
    let mut inode = None;
    for count in 0..6 {
        let edits: Vec<(usize, usize)> = (0..count).map(|_| (0, 0)).collect();
        shops.build(&Catalog::new(edited(&edits))).unwrap().unwrap();
        let now = fs::metadata(&file).unwrap().ino();
        assert_eq!(*inode.get_or_insert(now), now);
    }
    let kept = fs::read_dir(shops.incremental.0.dist().join("releases")).unwrap();
    let folders = kept
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().unwrap().is_dir());
    let releases = folders.filter(|entry| entry.file_name() != "retired.tmp");
    assert_eq!(releases.count(), 3, "older releases are gone");
}
