//! The data kept of a page for checks that compare pages: about a kilobyte per page. The document itself is dropped.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use crate::{
    dom::{Dom, Element},
    release::{PageEntry, Release, Target},
    statements::{mentions_disputes, names_representative},
};

/// The facts of one page.
#[derive(Debug)]
pub(crate) struct PageFacts {
    /// The text of `<title>`.
    pub(crate) title: String,
    /// Whether the page has `noindex`.
    pub(crate) noindex: bool,
    /// Whether it mentions dispute resolution in German (§ 36 VSBG).
    pub(crate) mentions_dispute_resolution: bool,
    /// Whether it is an imprint that names who represents the company (law §9).
    pub(crate) names_representative: bool,
    /// `hreflang` and target page of the alternates that exist.
    pub(crate) alternates: Box<[(Box<str>, u32)]>,
    /// The pages that it links to, deduplicated; without `<link>` elements.
    pub(crate) links: Box<[u32]>,
    /// Links to fragments of other pages, deduplicated.
    pub(crate) anchors: Box<[(u32, Box<str>)]>,
    /// The key of the category that the page lists.
    pub(crate) category: Option<Box<str>>,
    /// Hashes of the page's element ids, sorted.
    ids: Box<[u32]>,
}

impl PageFacts {
    /// Collects the facts of a document.
    pub(crate) fn of(dom: &Dom, page: &PageEntry, html: &str, release: &Release) -> Self {
        let (mut links, mut anchors) = (Vec::new(), Vec::new());
        for link in dom.elements().filter(|e| e.is_one_of(&["a", "area"])) {
            let Some(href) = link.get("href") else { continue };
            let resolved = release.resolve(href);
            let Some(to) = follow(release, &resolved.target) else {
                continue;
            };
            links.push(to);
            if let Some(fragment) = resolved.fragment.filter(|fragment| refers_to_element(fragment))
                && release.page(to).is_some_and(|other| other.href != page.href)
            {
                anchors.push((to, fragment.into_boxed_str()));
            }
        }
        let mut ids: Vec<u32> = dom.elements().filter_map(|e| e.get("id")).map(hash).collect();
        for list in [&mut links, &mut ids] {
            list.sort_unstable();
            list.dedup();
        }
        anchors.sort_unstable();
        anchors.dedup();
        Self {
            title: dom.first("title").map(|title| title.text()).unwrap_or_default(),
            noindex: is_noindex(dom),
            mentions_dispute_resolution: mentions_disputes(html.as_bytes()),
            names_representative: release
                .locales
                .get(page.locale)
                .and_then(|locale| locale.iso.split('-').next())
                .is_some_and(|language| names_representative(dom, html.as_bytes(), language)),
            alternates: alternates(dom, release),
            links: links.into(),
            anchors: anchors.into(),
            category: listed_category(dom),
            ids: ids.into(),
        }
    }

    /// Whether an element of the page has this id.
    pub(crate) fn has_id(&self, id: &str) -> bool {
        self.ids.binary_search(&hash(id)).is_ok()
    }
}

/// Whether a fragment refers to an element: not the top of the page, nor a text fragment.
pub(crate) fn refers_to_element(fragment: &str) -> bool {
    !fragment.is_empty() && fragment != "top" && !fragment.starts_with(":~:")
}

/// `<link rel="alternate" hreflang>`: language and URL.
pub(crate) fn alternate_links(dom: &Dom) -> impl Iterator<Item = (&str, &str)> {
    let links = dom
        .elements()
        .filter(|e| e.is("link") && e.has_word("rel", "alternate"));
    links.filter_map(|e: Element<'_>| Some((e.get("hreflang")?, e.get("href")?)))
}

/// Whether `<meta name="robots">` contains `noindex`.
fn is_noindex(dom: &Dom) -> bool {
    let metas = dom
        .elements()
        .filter(|e| e.is("meta") && e.get("name") == Some("robots"));
    metas
        .filter_map(|e| e.get("content"))
        .any(|words| words.contains("noindex"))
}

/// The category of the page's product list (docs/contracts/lists.md).
fn listed_category(dom: &Dom) -> Option<Box<str>> {
    let is_own = |e: &Element<'_>| e.get("data-of") == Some("products");
    let mut lists = dom.elements().skip_while(|e| !is_own(e));
    let list = lists.find(|e| e.has("data-list"))?;
    list.get("data-category").map(Box::from)
}

fn alternates(dom: &Dom, release: &Release) -> Box<[(Box<str>, u32)]> {
    let known = alternate_links(dom).filter_map(|(language, href)| match release.resolve(href).target {
        Target::Page(page) => Some((Box::from(language), page)),
        _ => None,
    });
    known.collect()
}

/// The page that a link leads to, following at most one redirect.
fn follow(release: &Release, target: &Target<'_>) -> Option<u32> {
    match target {
        Target::Page(page) => Some(*page),
        Target::Redirect(Some(to)) => match release.resolve(to).target {
            Target::Page(page) => Some(page),
            _ => None,
        },
        _ => None,
    }
}

/// 32 bits are enough: a collision of two ids of a page could only hide one broken anchor.
#[expect(clippy::cast_possible_truncation, reason = "the lower half of a hash is a hash")]
fn hash(id: &str) -> u32 {
    FixedState::default().hash_one(id) as u32
}
