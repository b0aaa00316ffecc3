//! A build that takes pages over from the live release has the bytes of one that renders every page.

use std::fs;

use proptest::{prelude::*, sample::Index, test_runner::Config};
use vitrine_model::catalog::{Catalog, CatalogParts};
use vitrine_site::{BuildOptions, BuildReport, Site, SiteError, config::SiteConfig, pages::PAGE_KINDS};

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
    vitrine_site::build(catalog, site, &options(place, full), &())
}

/// Two shops of the same data: one is always built in full.
struct Both {
    incremental: (Place, Site),
    full: (Place, Site),
}

impl Both {
    fn new() -> Self {
        let of = || {
            let place = Place::new();
            let site = site_in(&place, config(2026));
            (place, site)
        };
        Self {
            incremental: of(),
            full: of(),
        }
    }

    /// Builds both and compares all files, or the errors; the number of pages that were rendered, and of all.
    fn build(&self, catalog: &Catalog) -> Result<Option<(usize, usize)>, TestCaseError> {
        let ours = build(&self.incremental.0, catalog, &self.incremental.1, false);
        let whole = build(&self.full.0, catalog, &self.full.1, true);
        let (ours, whole) = match (ours, whole) {
            (Ok(ours), Ok(whole)) => (ours, whole),
            (ours, whole) => {
                let [ours, whole] = [ours, whole].map(|built| built.map(|_| ()).map_err(|error| error.to_string()));
                prop_assert_eq!(ours, whole);
                return Ok(None);
            }
        };
        prop_assert_eq!(whole.rendered, whole.pages);
        prop_assert_eq!(&ours.release, &whole.release);
        prop_assert_eq!(&ours.warnings, &whole.warnings);
        let [one, other] = [&self.incremental.0, &self.full.0].map(|place| tree(&place.dist().join("current/")));
        let names = one.keys().chain(other.keys());
        let differing: Vec<&String> = names.filter(|name| one.get(*name) != other.get(*name)).collect();
        prop_assert!(differing.is_empty(), "{differing:?}");
        Ok(Some((ours.rendered, ours.pages)))
    }
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
        let both = Both::new();
        for count in 0..=edits.len() {
            both.build(&Catalog::new(edited(&edits[..count])))?;
        }
    });
}

/// Each edit alone, and back: no page is rendered that the edit does not concern, none is left as it was.
#[test]
fn each_edit_alone_renders_fewer_pages_and_the_way_back_too() {
    let both = Both::new();
    let first = Catalog::new(state());
    let (rendered, pages) = both.build(&first).unwrap().unwrap();
    assert_eq!(rendered, pages, "there was no release to take pages over from");
    assert_eq!(both.build(&first).unwrap(), Some((0, pages)), "nothing changed");
    // These are in header or footer, or on every page of a language.
    let everywhere = [
        "the menu",
        "globals",
        "a page moves",
        "a page goes",
        "two pages change places",
    ];
    for (number, (name, _)) in EDITS.iter().enumerate() {
        let Some((rendered, pages)) = both.build(&Catalog::new(edited(&[(number, 3)]))).unwrap() else {
            continue;
        };
        assert!(
            rendered < pages || everywhere.contains(name),
            "{name}: {rendered} of {pages}"
        );
        both.build(&first).unwrap().unwrap();
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
    let report = vitrine_site::build(&catalog, &site, &options, &()).unwrap();
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
        let both = Both::new();
        let first = Catalog::new(state());
        both.build(&first).unwrap().unwrap();
        damage(&both.incremental.0.dist().join("current"));
        // Another title, so that the release is not the damaged one.
        let other = Catalog::new(edited(&[(0, 0)]));
        let built = both.build(&other).unwrap();
        let (rendered, pages) = built.unwrap_or_else(|| panic!("{name}: no release"));
        assert_eq!(rendered == pages, *all, "{name}: {rendered} of {pages}");
    }
}

/// A page that is taken over is the same file, so that it costs neither a write nor space; it outlives the release that
/// it was written for.
#[test]
fn a_page_that_is_taken_over_is_the_same_file() {
    use std::os::unix::fs::MetadataExt;
    let both = Both::new();
    let file = both.incremental.0.dist().join("current/site/en/service.html");
    let mut inode = None;
    for count in 0..6 {
        let edits: Vec<(usize, usize)> = (0..count).map(|_| (0, 0)).collect();
        both.build(&Catalog::new(edited(&edits))).unwrap().unwrap();
        let now = fs::metadata(&file).unwrap().ino();
        assert_eq!(*inode.get_or_insert(now), now);
    }
    let kept = fs::read_dir(both.incremental.0.dist().join("releases")).unwrap();
    let folders = kept
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().unwrap().is_dir());
    let releases = folders.filter(|entry| entry.file_name() != "retired.tmp");
    assert_eq!(releases.count(), 3, "older releases are gone");
}
