//! Slots: places in header, footer or fragments that are filled after rendering, with values that differ by page (the
//! page's alternates, `aria-current` in the navigation) or with fragments.
//!
//! **Invariant:** a slot is filled with rendered HTML, an href of the plan, or attributes written by this module. An
//! unknown mark fails the page.

use std::{
    ops::Range,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use memchr::memmem;
use serde::Serialize;
use vitrine_model::{
    locale::{LocaleIndex, Locales},
    path::SitePath,
    review::PartReview,
    rich_text::ANCHOR,
};

use super::marks::{MARK, MARKS, in_mark};
use crate::{config::SiteConfig, routes::Routes};

/// Fragment of the link to a locale's home page when the page has no alternate in that locale; the home page then says
/// so (R-I18N-04).
pub(crate) const UNTRANSLATED: &str = "untranslated";

/// Names of the slots, for templates: `slot("alternate", code)`.
pub(crate) const SLOTS: [&str; 5] = ["alternate", "suggest", "current", "section", "product"];

/// The alternate of a page in one locale.
#[derive(Debug, Serialize)]
pub(crate) struct AlternateView<'a> {
    code: &'a str,
    iso: &'a str,
    name: &'a str,
    /// The page in that locale, otherwise that locale's home page (R-I18N-04).
    href: String,
    /// The absolute URL.
    url: String,
    current: bool,
    /// Whether it is the page itself and not the home page; only then it is in hreflang.
    translated: bool,
}

/// The alternates of a page, in the order of locales; `own` is the page's locale, `paths` are its existing alternates.
pub(crate) fn alternates<'a>(
    config: &SiteConfig,
    routes: &Routes,
    locales: &'a Locales,
    own: LocaleIndex,
    paths: &[(LocaleIndex, SitePath)],
) -> Vec<AlternateView<'a>> {
    let views = locales.iter().map(|(index, locale)| {
        let translated = paths.iter().find(|(l, _)| *l == index).map(|(_, path)| path.clone());
        let is_translated = translated.is_some();
        let path = translated.unwrap_or_else(|| routes.home(index));
        AlternateView {
            code: locale.code.as_str(),
            iso: locale.iso.as_str(),
            name: &locale.name,
            href: path.href(),
            url: config.absolute(&path),
            current: index == own,
            translated: is_translated,
        }
    });
    views.collect()
}

/// The content of a slot.
#[derive(Clone, Debug)]
pub(crate) enum Filling {
    /// The page's href in the locale with this code.
    Alternate(String),
    /// `data-suggest`, if the page exists in the locale with this code.
    Suggest(String),
    /// `aria-current` on a link to this page.
    Current(String),
    /// `aria-current` on the navigation section that contains this page; the hrefs of the section.
    Section(Vec<String>),
    /// The number of the page's product, for a query.
    Product,
    /// The elements of every `<head>`.
    Head,
    /// The header in the page's tone.
    Header,
    /// The footer.
    Footer,
    /// A fragment.
    Fragment(Arc<Html>),
}

impl Filling {
    /// Parses a mark; `fragments` are those that the template printed.
    fn of(mark: &str, fragments: &[Arc<Html>]) -> Option<Self> {
        let (name, value) = mark.split_once(' ').unwrap_or((mark, ""));
        let value_of = |filling: fn(String) -> Self| (!value.is_empty()).then(|| filling(value.to_owned()));
        match name {
            "fragment" => {
                let html = fragments.get(value.parse::<usize>().ok()?)?;
                Some(Self::Fragment(Arc::clone(html)))
            }
            "alternate" => value_of(Self::Alternate),
            "suggest" => value_of(Self::Suggest),
            "current" => value_of(Self::Current),
            "section" => Some(Self::Section(value.split(' ').map(str::to_owned).collect())),
            "product" => Some(Self::Product),
            "head" => Some(Self::Head),
            "header" => Some(Self::Header),
            "footer" => Some(Self::Footer),
            _ => None,
        }
    }

    /// Whether it is filled with the same HTML on every page.
    fn is_fixed(&self) -> bool {
        matches!(self, Self::Fragment(html) if html.is_fixed)
    }

    fn has_anchor(&self) -> bool {
        matches!(self, Self::Fragment(html) if html.slotted.has_anchor)
    }
}

/// Whether HTML or what fills its slots has headings that get an id.
pub(crate) fn has_anchor(html: &str, slots: &[Slot]) -> bool {
    memmem::find(html.as_bytes(), ANCHOR.as_bytes()).is_some() || slots.iter().any(|slot| slot.filling.has_anchor())
}

/// HTML whose slots are filled.
#[derive(Debug, Default)]
pub(crate) struct Filled {
    pub(crate) html: Vec<u8>,
    /// Where the header is; empty if there is none.
    pub(crate) header: Range<usize>,
    /// Fragments that are the same on every page, with where they are, outermost ones only.
    pub(crate) fixed: Vec<(Range<usize>, Arc<Html>)>,
}

impl Filled {
    pub(crate) fn clear(&mut self) {
        self.html.clear();
        self.forget_places();
    }

    /// For HTML that was changed since.
    pub(crate) fn forget_places(&mut self) {
        self.header = 0..0;
        self.fixed.clear();
    }
}

/// A slot, with start and end of its mark.
#[derive(Debug)]
pub(crate) struct Slot {
    mark: Range<usize>,
    pub(crate) filling: Filling,
}

/// The slots of a piece of HTML, in order.
pub(crate) fn slots_in(html: &str, fragments: &[Arc<Html>]) -> Result<Vec<Slot>, String> {
    let (mut slots, mut done) = (Vec::new(), 0);
    for begin in MARKS.find_iter(html.as_bytes()) {
        let behind = html.get(begin + MARK.len()..).filter(|_| begin >= done);
        let (mark, rest) = in_mark(behind.ok_or("a mark stands in a mark")?).ok_or("a mark has no end")?;
        let filling = Filling::of(mark, fragments).ok_or_else(|| format!("there is no slot {mark:?}"))?;
        done = html.len() - rest.len();
        slots.push(Slot {
            mark: begin..done,
            filling,
        });
    }
    Ok(slots)
}

/// The values that a page fills slots with.
#[derive(Debug)]
pub(crate) struct PageSlots<'a> {
    /// The alternates of the page.
    pub(crate) alternates: &'a [AlternateView<'a>],
    /// The page's own href.
    pub(crate) href: &'a str,
    /// The hrefs of the page's ancestors, without the home page.
    pub(crate) trail: Vec<&'a str>,
    /// The number of the page's product, percent-encoded.
    pub(crate) product: Option<&'a str>,
    /// Header and footer of the page; `None` while header and footer themselves are written.
    pub(crate) around: Option<Around<'a>>,
}

/// Header, footer and head of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around<'a> {
    pub(crate) head: &'a Slotted,
    pub(crate) header: &'a Slotted,
    pub(crate) footer: &'a Slotted,
}

impl PageSlots<'_> {
    /// Writes HTML with its slots filled.
    pub(crate) fn write(&self, html: &str, slots: &[Slot], out: &mut Filled) {
        let mut done = 0;
        for Slot { mark, filling } in slots {
            out.html
                .extend_from_slice(html.get(done..mark.start).unwrap_or_default().as_bytes());
            self.fill_noted(filling, out);
            done = mark.end;
        }
        out.html
            .extend_from_slice(html.get(done..).unwrap_or_default().as_bytes());
    }

    /// Fills a slot and notes where the header and fragments are. A fragment that is shown for the first time may be on
    /// this page only, so what it contains is noted in its place.
    fn fill_noted(&self, filling: &Filling, out: &mut Filled) {
        let (begin, noted) = (out.html.len(), out.fixed.len());
        let again = match filling {
            Filling::Fragment(html) if html.is_fixed && html.is_shown_again() => Some(html),
            _ => None,
        };
        self.fill(filling, out);
        let end = out.html.len();
        if let Some(html) = again {
            out.fixed.truncate(noted);
            out.fixed.push((begin..end, Arc::clone(html)));
        }
        if matches!(filling, Filling::Header) {
            out.header = begin..end;
            out.fixed.truncate(noted);
        }
    }

    fn fill(&self, filling: &Filling, out: &mut Filled) {
        let part = |slotted: Option<&Slotted>, out: &mut Filled| {
            if let Some(Slotted { html, slots, .. }) = slotted {
                self.write(html, slots, out);
            }
        };
        match filling {
            Filling::Alternate(code) => {
                let Some(there) = self.alternates.iter().find(|a| a.code == code) else {
                    return;
                };
                out.html.extend_from_slice(there.href.as_bytes());
                if self.is_lost(there) {
                    out.html.push(b'#');
                    out.html.extend_from_slice(UNTRANSLATED.as_bytes());
                }
            }
            Filling::Suggest(code) => {
                if self.alternates.iter().any(|a| a.code == code && a.translated) {
                    out.html.extend_from_slice(b" data-suggest=\"");
                    out.html.extend_from_slice(code.as_bytes());
                    out.html.push(b'"');
                }
            }
            Filling::Product => out.html.extend_from_slice(self.product.unwrap_or_default().as_bytes()),
            Filling::Current(href) if href == self.href => out.html.extend_from_slice(CURRENT_PAGE),
            Filling::Current(_) => {}
            Filling::Section(hrefs) => match hrefs.as_slice() {
                [href] if href == self.href => out.html.extend_from_slice(CURRENT_PAGE),
                hrefs if hrefs.iter().any(|href| self.is_in(href)) => out.html.extend_from_slice(CURRENT_SECTION),
                _ => {}
            },
            Filling::Head => part(self.around.map(|around| around.head), out),
            Filling::Header => part(self.around.map(|around| around.header), out),
            Filling::Footer => part(self.around.map(|around| around.footer), out),
            Filling::Fragment(html) => part(Some(&html.slotted), out),
        }
    }

    /// A page without alternates has no translations (404).
    fn is_lost(&self, there: &AlternateView<'_>) -> bool {
        !there.translated && self.alternates.iter().any(|a| a.translated)
    }

    fn is_in(&self, href: &str) -> bool {
        href == self.href || self.trail.contains(&href)
    }
}

const CURRENT_PAGE: &[u8] = b" aria-current=\"page\"";
const CURRENT_SECTION: &[u8] = b" aria-current=\"true\"";

/// HTML and its slots.
#[derive(Debug)]
pub(crate) struct Slotted {
    pub(crate) html: String,
    pub(crate) slots: Vec<Slot>,
    /// Whether it has headings that get an id.
    pub(crate) has_anchor: bool,
    /// What the review found in it.
    pub(crate) review: OnceLock<PartReview>,
}

impl Slotted {
    /// `fragments` are those that were printed in it.
    pub(crate) fn new(html: String, fragments: &[Arc<Html>]) -> Result<Self, String> {
        let slots = slots_in(&html, fragments)?;
        Ok(Self {
            has_anchor: has_anchor(&html, &slots),
            html,
            slots,
            review: OnceLock::new(),
        })
    }

    pub(crate) fn write(&self, page: &PageSlots<'_>, out: &mut Filled) {
        page.write(&self.html, &self.slots, out);
    }
}

/// HTML of a fragment at a heading level.
#[derive(Debug)]
pub struct Html {
    pub(crate) slotted: Slotted,
    /// Whether it is the same on every page, and begins and ends with a tag.
    is_fixed: bool,
    is_shown: AtomicBool,
    /// Whether it was checked and has neither a fault nor an h1; pages then skip the check.
    fine: AtomicBool,
}

impl Html {
    pub(crate) fn new(html: String, fragments: &[Arc<Self>]) -> Result<Self, String> {
        let slotted = Slotted::new(html, fragments)?;
        let text = slotted.html.trim_ascii();
        Ok(Self {
            is_fixed: text.starts_with('<')
                && text.ends_with('>')
                && slotted.slots.iter().all(|slot| slot.filling.is_fixed()),
            slotted,
            is_shown: AtomicBool::default(),
            fine: AtomicBool::default(),
        })
    }

    /// Whether a page showed it before.
    fn is_shown_again(&self) -> bool {
        self.is_shown.load(Ordering::Relaxed) || self.is_shown.swap(true, Ordering::Relaxed)
    }

    pub(crate) fn is_fine(&self) -> bool {
        self.fine.load(Ordering::Relaxed)
    }

    pub(crate) fn found_fine(&self) {
        self.fine.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alternate<'a>(code: &'a str, href: &str, translated: bool) -> AlternateView<'a> {
        AlternateView {
            code,
            iso: code,
            name: code,
            href: href.to_owned(),
            url: href.to_owned(),
            current: false,
            translated,
        }
    }

    fn filled(html: &str, alternates: &[AlternateView<'_>], href: &str, trail: &[&str]) -> String {
        let page = PageSlots {
            alternates,
            href,
            trail: trail.to_vec(),
            product: None,
            around: None,
        };
        let mut out = Filled::default();
        Slotted::new(html.to_owned(), &[]).unwrap().write(&page, &mut out);
        String::from_utf8(out.html).unwrap()
    }

    /// R-I18N-04: the same page, otherwise the home page that says so; the 404 page has no alternates. R-I18N-03: a
    /// missing locale is not suggested.
    #[test]
    fn r_i18n_04_alternates() {
        let html = r#"<a href="<!--vitrine:alternate en-->"><p<!--vitrine:suggest en-->><a href="<!--vitrine:alternate de-->"><p<!--vitrine:suggest de-->>"#;
        let service = [
            alternate("nl", "/service", true),
            alternate("en", "/en/service", true),
            alternate("de", "/de", false),
        ];
        assert_eq!(
            filled(html, &service, "/service", &[]),
            r#"<a href="/en/service"><p data-suggest="en"><a href="/de#untranslated"><p>"#
        );
        let nowhere = [alternate("en", "/en", false), alternate("de", "/de", false)];
        assert_eq!(
            filled(html, &nowhere, "/404", &[]),
            r#"<a href="/en"><p><a href="/de"><p>"#
        );
    }

    /// MENU-9: a link to the page itself is `page`, a link to an ancestor is `true`.
    #[test]
    fn menu_9_current_page_and_section() {
        let html = "<a<!--vitrine:current /a-->><b<!--vitrine:section /a /c-->><i<!--vitrine:section /a-->>";
        let at = |href, trail: &[&str]| filled(html, &[], href, trail);
        assert_eq!(
            at("/a", &[]),
            r#"<a aria-current="page"><b aria-current="true"><i aria-current="page">"#
        );
        assert_eq!(at("/c", &[]), r#"<a><b aria-current="true"><i>"#);
        assert_eq!(
            at("/a/x", &["/a"]),
            r#"<a><b aria-current="true"><i aria-current="true">"#
        );
        assert_eq!(at("/d", &["/e"]), "<a><b><i>");
        for bad in [
            "other x-->",
            "current /a",
            "fragment 0-->",
            "current -->",
            "current <!--vitrine:current /a-->",
        ] {
            assert!(Slotted::new(format!("<!--vitrine:{bad}"), &[]).is_err(), "{bad}");
        }
    }
}
