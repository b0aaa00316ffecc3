//! The review of a release before it is published: remarks about its rendered pages, and findings about the release.
//!
//! **Invariant:** these are only types. The build renders, another crate reviews, and neither depends on the other.

use std::{any::Any, collections::BTreeSet, fmt, ops::Range};

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;

/// Severity of a remark.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RemarkLevel {
    /// The release is not published, unless the code is accepted.
    Error,
    /// Someone should look at it.
    Warning,
    /// Works, but could be improved.
    Hint,
    /// No finding: what a page has, for rules about all pages.
    Fact,
}

/// One remark of a review.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Remark {
    /// Severity.
    pub level: RemarkLevel,
    /// A stable name: `law-terms-link`.
    pub code: String,
    /// What was found, as one sentence.
    pub message: String,
    /// What to do about it, as one sentence.
    pub hint: String,
}

/// What a review found in a part that several pages show; only the review that made it knows its type.
pub struct PartReview(pub Box<dyn Any + Send + Sync>);

impl fmt::Debug for PartReview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PartReview")
    }
}

/// A part of a page that other pages have too, and where it is in the page.
#[derive(Clone, Debug)]
pub struct SharedPart<'a> {
    /// Its bytes.
    pub at: Range<usize>,
    /// What the review found in it.
    pub review: &'a PartReview,
}

/// A page as it is written.
#[derive(Clone, Copy, Debug)]
pub struct RenderedPage<'a> {
    /// The whole HTML.
    pub html: &'a [u8],
    /// Its header, reviewed without what pages fill its slots with; `None` = where it is is not known.
    pub header: Option<&'a SharedPart<'a>>,
    /// Parts that are byte for byte the same on other pages, in their order, outside of the header. Each begins and ends
    /// with a tag.
    pub parts: &'a [SharedPart<'a>],
    /// Kind of page: `content`, `product`, `checkout`.
    pub kind: &'a str,
    /// Language tag of its locale: `nl-NL`.
    pub iso: &'a str,
    /// Whether it is a screen or an error page.
    pub is_screen: bool,
}

/// All pages of one locale, after they were rendered.
#[derive(Clone, Debug)]
pub struct RenderedLocale<'a> {
    /// Code of the locale: `nl`.
    pub code: &'a str,
    /// Language tag: `nl-NL`.
    pub iso: &'a str,
    /// Whether it has a home page.
    pub has_home: bool,
    /// Codes of the facts of its pages.
    pub facts: BTreeSet<&'a str>,
}

/// What a remark about the whole release refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RemarkPlace {
    /// The home page of a locale, by its index.
    Home(usize),
    /// What pages are made from: `product RAVEL-RU-OA`, with its edit link.
    Source(String, Option<String>),
}

/// Reviews rendered pages. The result depends on nothing but its arguments.
pub trait PageReview: fmt::Debug + Send + Sync {
    /// A name of the rules: a page that is unchanged keeps its remarks as long as the rules are the same.
    fn rules(&self) -> &str;

    /// What there is to find in a part that several pages show: it is asked for once, and handed over with each of them.
    fn part(&self, html: &[u8], iso: &str) -> PartReview;

    /// The remarks about one page. Called from several threads.
    fn page(&self, page: &RenderedPage<'_>) -> Vec<Remark>;

    /// The remarks about all pages, given the locales and the warnings of the build.
    fn whole(&self, locales: &[RenderedLocale<'_>], warnings: &[Diagnostic]) -> Vec<(RemarkPlace, Remark)>;
}

/// A finding about a release: equal remarks on pages of one locale are one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct ReleaseFinding {
    /// Severity.
    pub severity: RemarkLevel,
    /// The remark's code.
    pub code: String,
    /// Whether an error may be published all the same.
    pub accepted: bool,
    /// Code of the locale.
    pub locale: Option<String>,
    /// Path of the first page.
    pub page: Option<String>,
    /// What that page is made from.
    pub source: Option<String>,
    /// Where an editor can change that.
    pub edit_url: Option<String>,
    /// What was found.
    pub message: String,
    /// What to do about it.
    pub hint: String,
    /// Number of pages, including the first; 0 if it is not about pages.
    pub page_count: usize,
    /// The paths of the other pages.
    pub other_pages: Vec<String>,
}

impl ReleaseFinding {
    /// Whether it keeps the release from being published.
    pub fn refuses(&self) -> bool {
        self.severity == RemarkLevel::Error && !self.accepted
    }
}

/// As one line: code, message, pages, and what to do.
impl fmt::Display for ReleaseFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        if let Some(page) = &self.page {
            write!(f, " [{page}")?;
            if self.page_count > 1 {
                write!(f, " and {} more pages", self.page_count - 1)?;
            }
            f.write_str("]")?;
        }
        write!(f, " {}", self.hint)?;
        match &self.edit_url {
            Some(url) => write!(f, " {url}"),
            None => Ok(()),
        }
    }
}
