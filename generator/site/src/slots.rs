//! What differs by page in an otherwise ready header or footer: where the page is in other locales, and what of the navigation it stands in.
//!
//! **Invariant:** a slot's words come from the frame and the plan alone; what it writes is an href, or attributes that this module wrote.

use serde::Serialize;
use vitrine_model::{
    locale::{LocaleIndex, Locales},
    path::SitePath,
};

use crate::{
    load::Site,
    templates::{MARK, in_mark},
};

/// Where a switch of locale leads whose page does not exist there: that locale's home, which says so (R-I18N-04).
pub(crate) const UNTRANSLATED: &str = "untranslated";

/// Names of the slots, for templates: `slot("alternate", code)`.
pub(crate) const SLOTS: [&str; 5] = ["alternate", "offer", "current", "section", "product"];

/// A page in one of the locales.
#[derive(Debug, Serialize)]
pub(crate) struct AlternateView<'a> {
    code: &'a str,
    iso: &'a str,
    name: &'a str,
    /// The page in that locale, else that locale's home (R-I18N-04).
    href: String,
    /// The same with scheme and host.
    url: String,
    current: bool,
    /// It is this very page, not the home in its stead: may stand in hreflang.
    translated: bool,
}

/// A page in every locale, in their order; `own` is the page's own locale, `paths` are the places it has.
pub(crate) fn alternates<'a>(
    site: &Site,
    locales: &'a Locales,
    own: LocaleIndex,
    paths: &[(LocaleIndex, SitePath)],
) -> Vec<AlternateView<'a>> {
    let views = locales.iter().map(|(index, locale)| {
        let translated = paths.iter().find(|(l, _)| *l == index).map(|(_, path)| path.clone());
        let is_translated = translated.is_some();
        let path = translated.unwrap_or_else(|| site.routes.home(index));
        AlternateView {
            code: locale.code.as_str(),
            iso: locale.iso.as_str(),
            name: &locale.name,
            href: path.href(),
            url: site.config.absolute(&path),
            current: index == own,
            translated: is_translated,
        }
    });
    views.collect()
}

/// What a place is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// The page's href in the locale with this code.
    Alternate,
    /// `data-offer`, where the page exists in the locale with this code.
    Offer,
    /// `aria-current` on a link to this very page.
    Current,
    /// `aria-current` on what holds this page's part of the navigation: hrefs parted by blanks.
    Section,
    /// The number of the page's product, for a query.
    Product,
}

/// One place to fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot<'a> {
    name: Name,
    value: &'a str,
}

impl<'a> Slot<'a> {
    pub(crate) fn parse(mark: &'a str) -> Option<Self> {
        let (name, value) = mark.split_at_checked(memchr::memchr(b' ', mark.as_bytes())?)?;
        let name = match name {
            "alternate" => Name::Alternate,
            "offer" => Name::Offer,
            "current" => Name::Current,
            "section" => Name::Section,
            "product" => Name::Product,
            _ => return None,
        };
        let value = value.strip_prefix(' ')?;
        Some(Self { name, value })
    }
}

/// What a page fills slots with.
#[derive(Debug)]
pub(crate) struct PageSlots<'a> {
    /// The page in every locale.
    pub(crate) alternates: &'a [AlternateView<'a>],
    /// The page's own href.
    pub(crate) href: &'a str,
    /// The hrefs of the steps above it, the home page left out.
    pub(crate) trail: Vec<&'a str>,
    /// The number of the product it is about, percent-encoded.
    pub(crate) product: Option<&'a str>,
}

impl PageSlots<'_> {
    pub(crate) fn write(&self, slot: Slot<'_>, out: &mut Vec<u8>) {
        let Slot { name, value } = slot;
        match name {
            Name::Alternate => {
                let Some(there) = self.alternates.iter().find(|a| a.code == value) else {
                    return;
                };
                out.extend_from_slice(there.href.as_bytes());
                if self.is_lost(there) {
                    out.push(b'#');
                    out.extend_from_slice(UNTRANSLATED.as_bytes());
                }
            }
            Name::Offer => {
                if self.alternates.iter().any(|a| a.code == value && a.translated) {
                    out.extend_from_slice(b" data-offer=\"");
                    out.extend_from_slice(value.as_bytes());
                    out.push(b'"');
                }
            }
            Name::Product => out.extend_from_slice(self.product.unwrap_or_default().as_bytes()),
            Name::Current | Name::Section if value == self.href => out.extend_from_slice(CURRENT_PAGE),
            Name::Current => {}
            Name::Section => {
                if value.split(' ').any(|href| self.is_in(href)) {
                    out.extend_from_slice(CURRENT_SECTION);
                }
            }
        }
    }

    /// A page without any alternate is no page to be translated (404).
    fn is_lost(&self, there: &AlternateView<'_>) -> bool {
        !there.translated && self.alternates.iter().any(|a| a.translated)
    }

    fn is_in(&self, href: &str) -> bool {
        href == self.href || self.trail.contains(&href)
    }
}

const CURRENT_PAGE: &[u8] = b" aria-current=\"page\"";
const CURRENT_SECTION: &[u8] = b" aria-current=\"true\"";

/// HTML around slots.
#[derive(Debug, Default)]
pub(crate) struct Slotted {
    parts: Vec<Part>,
}

/// Plain HTML, and the slot behind it.
#[derive(Debug)]
struct Part {
    html: Vec<u8>,
    slot: Option<(Name, String)>,
}

impl Slotted {
    pub(crate) fn parse(html: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = html;
        while let Some((before, after)) = rest.split_once(MARK) {
            let (mark, behind) = in_mark(after).ok_or("a slot has no end")?;
            let slot = Slot::parse(mark).ok_or_else(|| format!("there is no slot {mark:?}"))?;
            parts.push(Part {
                html: before.as_bytes().to_vec(),
                slot: Some((slot.name, slot.value.to_owned())),
            });
            rest = behind;
        }
        parts.push(Part {
            html: rest.as_bytes().to_vec(),
            slot: None,
        });
        Ok(Self { parts })
    }

    pub(crate) fn write(&self, page: &PageSlots<'_>, out: &mut Vec<u8>) {
        for Part { html, slot } in &self.parts {
            out.extend_from_slice(html);
            if let Some((name, value)) = slot {
                page.write(Slot { name: *name, value }, out);
            }
        }
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
        };
        let mut out = Vec::new();
        Slotted::parse(html).unwrap().write(&page, &mut out);
        String::from_utf8(out).unwrap()
    }

    /// R-I18N-04: the same page, else the home that says so; the 404 page is nowhere and says nothing. R-I18N-03: what is not there is not offered.
    #[test]
    fn r_i18n_04_alternates() {
        let html = r#"<a href="<!--vitrine:alternate en-->"><p<!--vitrine:offer en-->><a href="<!--vitrine:alternate de-->"><p<!--vitrine:offer de-->>"#;
        let service = [
            alternate("nl", "/service", true),
            alternate("en", "/en/service", true),
            alternate("de", "/de", false),
        ];
        assert_eq!(
            filled(html, &service, "/service", &[]),
            r#"<a href="/en/service"><p data-offer="en"><a href="/de#untranslated"><p>"#
        );
        let nowhere = [alternate("en", "/en", false), alternate("de", "/de", false)];
        assert_eq!(
            filled(html, &nowhere, "/404", &[]),
            r#"<a href="/en"><p><a href="/de"><p>"#
        );
    }

    /// MENU-9: the page itself is `page`, what holds it or a step above it is `true`.
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
        assert!(Slotted::parse("<!--vitrine:other x-->").is_err() && Slotted::parse("<!--vitrine:current /a").is_err());
    }
}
