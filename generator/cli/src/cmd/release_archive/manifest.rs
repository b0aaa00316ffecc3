//! Reads `release.json` for the desk (docs/contracts/release-json.md).
//!
//! **Invariant:** a large shop has a manifest of a hundred megabytes: its pages are read one after the other, and only what
//! is asked for is kept.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    fmt,
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use vitrine_api::{ArchivedFinding, ChangedPage, Findings, PageChanges};
use vitrine_model::{
    diagnostic::{Diagnostic, Severity},
    release_format::refuse_newer,
    review::{Remark, RemarkLevel},
};

/// Maximum number of pages and findings that are named.
const MOST: usize = 500;

/// A page of a release.
#[derive(Debug, Deserialize)]
pub(super) struct PageLine {
    pub(super) path: String,
    source: String,
    fingerprint: String,
    #[serde(default)]
    review: Vec<usize>,
}

impl PageLine {
    /// The address of its entry in the CMS: the last word of an entry's source.
    pub(super) fn edit_url(&self) -> Option<&str> {
        let (_, last) = self.source.rsplit_once(' ')?;
        (last.starts_with("http://") || last.starts_with("https://")).then_some(last)
    }

    /// What it is made from, without the address.
    fn about(&self) -> &str {
        match self.edit_url() {
            Some(url) => self.source.strip_suffix(url).unwrap_or(&self.source).trim_end(),
            None => &self.source,
        }
    }
}

/// What a manifest has besides its pages.
#[derive(Debug, Default)]
struct Rest {
    remarks: Vec<Remark>,
    warnings: Vec<Diagnostic>,
}

#[derive(Deserialize, Default)]
struct Review {
    #[serde(default)]
    remarks: Vec<Remark>,
}

/// Calls `see` with every page of a release; returns the rest.
fn read(release: &Path, see: &mut dyn FnMut(PageLine)) -> io::Result<Rest> {
    let mut file = BufReader::with_capacity(64 * 1024, File::open(release.join("release.json"))?);
    refuse_newer(file.fill_buf()?).map_err(io::Error::other)?;
    let mut json = serde_json::Deserializer::from_reader(file);
    Ok(json.deserialize_map(Manifest(RefCell::new(see)))?)
}

struct Manifest<'s>(RefCell<&'s mut dyn FnMut(PageLine)>);

impl<'de> Visitor<'de> for Manifest<'_> {
    type Value = Rest;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the manifest of a release")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Rest, A::Error> {
        let mut rest = Rest::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "pages" => map.next_value_seed(Pages(&self.0))?,
                "review" => rest.remarks = map.next_value::<Option<Review>>()?.unwrap_or_default().remarks,
                "warnings" => rest.warnings = map.next_value()?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(rest)
    }
}

struct Pages<'p, 's>(&'p RefCell<&'s mut dyn FnMut(PageLine)>);

impl<'de> DeserializeSeed<'de> for Pages<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Pages<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the pages of a release")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pages: A) -> Result<(), A::Error> {
        while let Some(page) = pages.next_element::<PageLine>()? {
            (self.0.borrow_mut())(page);
        }
        Ok(())
    }
}

/// Which pages differ between two releases, in the order of their paths.
pub(super) fn changes(from: &Path, to: &Path) -> io::Result<PageChanges> {
    // The path of a page that is gone is needed: the others are only counted.
    let mut before: HashMap<String, (u64, Option<String>)> = HashMap::new();
    read(from, &mut |page| {
        let edit_url = page.edit_url().map(str::to_owned);
        before.insert(page.path, (hashed(&page.fingerprint), edit_url));
    })?;
    let mut changes = PageChanges::default();
    read(to, &mut |page| {
        let named = |page: &PageLine| ChangedPage {
            path: page.path.clone(),
            edit_url: page.edit_url().map(str::to_owned),
        };
        match before.remove(&page.path) {
            None => {
                changes.counts.added += 1;
                push(&mut changes.added, named(&page));
            }
            Some((fingerprint, _)) if fingerprint != hashed(&page.fingerprint) => {
                changes.counts.changed += 1;
                push(&mut changes.changed, named(&page));
            }
            Some(_) => {}
        }
    })?;
    changes.counts.removed = before.len() as u64;
    let mut gone: Vec<(String, Option<String>)> = before.into_iter().map(|(path, (_, url))| (path, url)).collect();
    gone.sort_unstable();
    gone.truncate(MOST);
    changes.removed = gone
        .into_iter()
        .map(|(path, edit_url)| ChangedPage { path, edit_url })
        .collect();
    Ok(changes)
}

/// A part of a fingerprint, which is a hash in hex: enough to see that two differ.
fn hashed(fingerprint: &str) -> u64 {
    fingerprint
        .get(..16)
        .and_then(|digits| u64::from_str_radix(digits, 16).ok())
        .unwrap_or_default()
}

fn push<T>(list: &mut Vec<T>, one: T) {
    if list.len() < MOST {
        list.push(one);
    }
}

/// The pages of entries: those whose address in the CMS ends with the id of one.
pub(super) fn pages_of(release: &Path, ids: &[String]) -> io::Result<Vec<(String, PageLine)>> {
    let mut found = Vec::new();
    read(release, &mut |page| {
        let id = page.edit_url().and_then(|url| url.rsplit('/').next());
        if let Some(id) = ids.iter().find(|wanted| Some(wanted.as_str()) == id) {
            push(&mut found, (id.clone(), page));
        }
    })?;
    Ok(found)
}

/// What was found about a release, worst first.
pub(super) fn findings(release: &Path) -> io::Result<Findings> {
    /// A remark on pages: the first of them, and how many there are.
    type Places = BTreeMap<(usize, String), (ArchivedFinding, u64)>;
    let mut places = Places::new();
    let rest = read(release, &mut |page| {
        for remark in &page.review {
            let about = page.about().to_owned();
            let first = || {
                let finding = ArchivedFinding {
                    is_error: false,
                    about: about.clone(),
                    edit_url: page.edit_url().map(str::to_owned),
                    page: Some(page.path.clone()),
                    page_count: 0,
                    code: String::new(),
                    message: String::new(),
                    hint: None,
                };
                (finding, 0)
            };
            // Equal remarks about one entry are one finding.
            if places.len() < 20 * MOST || places.contains_key(&(*remark, about.clone())) {
                places.entry((*remark, about.clone())).or_insert_with(first).1 += 1;
            }
        }
    })?;
    let of_pages = places.into_iter().filter_map(|((at, _), (finding, page_count))| {
        let remark = rest.remarks.get(at)?;
        let is_finding = matches!(remark.level, RemarkLevel::Error | RemarkLevel::Warning);
        is_finding.then(|| ArchivedFinding {
            is_error: remark.level == RemarkLevel::Error,
            page_count,
            code: remark.code.clone(),
            message: remark.message.clone(),
            hint: Some(remark.hint.clone()).filter(|hint| !hint.is_empty()),
            ..finding
        })
    });
    let mut list: Vec<ArchivedFinding> = rest.warnings.iter().map(of_content).chain(of_pages).collect();
    list.sort_by(|a, b| {
        b.is_error
            .cmp(&a.is_error)
            .then_with(|| a.about.cmp(&b.about))
            .then_with(|| a.cmp(b))
    });
    let total = list.len() as u64;
    list.truncate(MOST);
    Ok(Findings { total, list })
}

fn of_content(found: &Diagnostic) -> ArchivedFinding {
    let place = &found.place;
    let about = [
        place.kind.as_str(),
        place.id.as_str(),
        place.locale.as_deref().unwrap_or_default(),
    ];
    let about: Vec<&str> = about.into_iter().filter(|word| !word.is_empty()).collect();
    ArchivedFinding {
        is_error: found.severity > Severity::Warning,
        about: about.join(" "),
        edit_url: place.edit_url.clone(),
        page: None,
        page_count: 0,
        code: found.code.to_string(),
        message: found.message.clone(),
        hint: found.hint.clone(),
    }
}
