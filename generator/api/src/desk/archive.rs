//! The interface to the releases on disk, which is outside of this crate.

use std::{fmt, future::Future, io, pin::Pin};

use jiff::Timestamp;
use serde::Serialize;

use crate::events::report::PageCounts;

/// Reads the releases of a shop and goes back to a former one; implemented by the command that serves.
///
/// All but [`Self::go_back`] read files and return when they have: call them where blocking is allowed. What they return
/// is bounded in number.
pub trait Archive: Send + Sync + fmt::Debug {
    /// The releases on disk, the one that went live last first.
    fn releases(&self) -> io::Result<Vec<ArchivedRelease>>;

    /// Which pages differ between two releases.
    fn changes(&self, from: &str, to: &str) -> io::Result<PageChanges>;

    /// The pages of entries and products in a release, by their ids.
    fn entries(&self, release: &str, ids: &[String]) -> io::Result<Vec<ArchivedEntry>>;

    /// What was found about a release while it was built, worst first.
    fn findings(&self, release: &str) -> io::Result<Findings>;

    /// The HTML of a page, by its path; `None` if the release has no such page.
    fn page(&self, release: &str, path: &str) -> io::Result<Option<String>>;

    /// Makes a release live that is on disk.
    fn go_back<'a>(&'a self, release: &'a str) -> Pin<Box<dyn Future<Output = Result<(), WentWrong>> + Send + 'a>>;
}

/// Why a release did not go live.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WentWrong {
    /// A build is running.
    Busy,
    /// The release is not on disk.
    Gone,
    /// Anything else, with the reason for the log.
    Failed(String),
}

/// One release on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ArchivedRelease {
    /// Its id.
    pub id: String,
    /// Whether it is live.
    pub live: bool,
    /// Whether it was live and another one was gone back to.
    pub rolled_back: bool,
    /// Number of its pages.
    pub pages: Option<u64>,
    /// When it was written.
    pub built_at: Option<Timestamp>,
}

/// A page that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangedPage {
    /// Its path.
    pub path: String,
    /// The address of its entry in the CMS.
    pub edit_url: Option<String>,
}

/// The differences between two releases.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PageChanges {
    /// Number of pages.
    pub counts: PageCounts,
    /// New pages; of these and the others the first few hundred.
    pub added: Vec<ChangedPage>,
    /// Pages that are otherwise.
    pub changed: Vec<ChangedPage>,
    /// Pages that are gone.
    pub removed: Vec<ChangedPage>,
}

/// An entry of the CMS or a product in a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ArchivedEntry {
    /// Its id.
    pub id: String,
    /// Its title: the first heading of its page.
    pub title: Option<String>,
    /// The number of a product.
    pub number: Option<String>,
    /// Its address in the CMS.
    pub edit_url: Option<String>,
    /// The paths of its pages.
    pub pages: Vec<String>,
}

/// What was found about a release.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// How many there are.
    pub total: u64,
    /// The first few hundred.
    pub list: Vec<ArchivedFinding>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ArchivedFinding {
    /// Whether it is an error; otherwise somebody should look at it.
    pub is_error: bool,
    /// What it is about: an entry by its key, or a product.
    pub about: String,
    /// Where an editor can change that.
    pub edit_url: Option<String>,
    /// The path of the first page, if it was found on pages.
    pub page: Option<String>,
    /// Number of pages.
    pub page_count: u64,
    /// A stable name.
    pub code: String,
    /// What was found.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// Without releases on disk.
#[derive(Debug, Clone, Copy)]
pub struct NoArchive;

fn none<T>() -> io::Result<T> {
    Err(io::ErrorKind::NotFound.into())
}

impl Archive for NoArchive {
    fn releases(&self) -> io::Result<Vec<ArchivedRelease>> {
        Ok(Vec::new())
    }

    fn changes(&self, _: &str, _: &str) -> io::Result<PageChanges> {
        none()
    }

    fn entries(&self, _: &str, _: &[String]) -> io::Result<Vec<ArchivedEntry>> {
        Ok(Vec::new())
    }

    fn findings(&self, _: &str) -> io::Result<Findings> {
        none()
    }

    fn page(&self, _: &str, _: &str) -> io::Result<Option<String>> {
        Ok(None)
    }

    fn go_back<'a>(&'a self, _: &'a str) -> Pin<Box<dyn Future<Output = Result<(), WentWrong>> + Send + 'a>> {
        Box::pin(std::future::ready(Err(WentWrong::Gone)))
    }
}
