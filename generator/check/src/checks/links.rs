//! Targets of links, images, scripts, style sheets and redirects exist.

use crate::{
    dom::Element,
    facts::refers_to_element,
    finding::{Kind, Notes, Place},
    page::{Check, Page, Site},
    release::{Release, Target},
};

pub(super) const CHECK: Check = Check {
    name: "links",
    title: "Broken links",
    page: Some(page),
    site: Some(site),
};

static BROKEN_LINK: Kind = Kind::error("broken-link", "Choose another target for the link, or remove it.");
static BROKEN_ANCHOR: Kind = Kind::error(
    "broken-anchor",
    "Give the block that is meant this anchor, or link to the page alone.",
);
static BROKEN_ASSET: Kind = Kind::error("broken-asset", "Build the assets and the release again.");
static UNUSABLE: Kind = Kind::error(
    "unusable-link",
    "Write a path of this site, or a full address with https://.",
);
static REDIRECTED: Kind = Kind::hint(
    "redirected-link",
    "Link to the new address; the redirect costs visitors a moment.",
);
static GONE: Kind = Kind::error("gone-link", "Remove the link: its target was taken away for good.");
static DEAD_REDIRECT: Kind = Kind::error("dead-redirect", "Give the redirect a target that exists, or remove it.");
static FORMER: Kind = Kind::hint(
    "former-address",
    "Make it a redirect of the CMS if it is to stay for longer; otherwise nothing is to be done.",
);
static CHAIN: Kind = Kind::hint("redirect-chain", "Let the first redirect lead to the last target.");

/// A use of a URL. It determines the wording of a finding, and what a missing target means.
struct Use<'e, 'd> {
    element: &'e Element<'d>,
    what: &'static str,
    is_asset: bool,
}

impl Use<'_, '_> {
    /// `the link "Contact"`, `<img>`. Created only for reported links.
    fn words(&self) -> String {
        if self.is_asset {
            return format!("<{}>", self.element.name());
        }
        let text = shortened(&self.element.text());
        if text.is_empty() {
            self.what.to_owned()
        } else {
            format!("{} {text:?}", self.what)
        }
    }
}

fn page(page: &Page<'_>, notes: &mut Notes) {
    for element in page.dom.elements() {
        match element.name() {
            "a" | "area" => link(page, &element, "href", "the link", notes),
            "form" => link(page, &element, "action", "the form", notes),
            "iframe" => link(page, &element, "src", "the frame", notes),
            "button" | "input" if element.has("formaction") => link(page, &element, "formaction", "the button", notes),
            "link" => head_link(page, &element, notes),
            _ => {}
        }
        assets(page, &element, notes);
    }
}

fn link(page: &Page<'_>, element: &Element<'_>, attribute: &str, what: &'static str, notes: &mut Notes) {
    if let Some(href) = element.get(attribute) {
        check_link(
            page,
            href,
            &Use {
                element,
                what,
                is_asset: false,
            },
            notes,
        );
    }
}

/// Canonical links and alternates have checks of their own.
fn head_link(page: &Page<'_>, element: &Element<'_>, notes: &mut Notes) {
    if element.has_word("rel", "canonical") || element.has("hreflang") {
        return;
    }
    if let Some(href) = element.get("href") {
        check_link(
            page,
            href,
            &Use {
                element,
                what: "",
                is_asset: true,
            },
            notes,
        );
    }
}

fn assets(page: &Page<'_>, element: &Element<'_>, notes: &mut Notes) {
    let used = Use {
        element,
        what: "",
        is_asset: true,
    };
    let single: &[&str] = match element.name() {
        "img" | "script" | "source" | "track" | "embed" | "audio" | "input" => &["src"],
        "video" => &["src", "poster"],
        "object" => &["data"],
        "use" | "image" => &["href"],
        "link" => &[],
        _ => return,
    };
    for address in single.iter().filter_map(|attribute| element.get(attribute)) {
        check_link(page, address, &used, notes);
    }
    for list in ["srcset", "imagesrcset"]
        .iter()
        .filter_map(|attribute| element.get(attribute))
    {
        for address in candidates(list) {
            check_link(page, address, &used, notes);
        }
    }
}

/// The URLs of a `srcset`. A URL may contain commas, but not end with one.
fn candidates(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = list;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, behind) = rest.split_at_checked(end)?;
        rest = match address.strip_suffix(',') {
            Some(_) => behind,
            None => behind.split_once(',').map_or("", |(_, next)| next),
        };
        Some(address.trim_end_matches(',')).filter(|address| !address.is_empty())
    })
}

fn check_link(page: &Page<'_>, address: &str, used: &Use<'_, '_>, notes: &mut Notes) {
    let link = page.release.resolve(address);
    let (kind, message) = match link.target {
        Target::Missing if used.is_asset => (&BROKEN_ASSET, format!("asks for {address}, and there is no such file")),
        Target::Missing => (&BROKEN_LINK, format!("leads to {address}, where there is no page")),
        Target::Unusable(why) => (&UNUSABLE, format!("has the address {address:?}: {why}")),
        Target::Redirect(Some(to)) => (&REDIRECTED, format!("leads to {address}, which leads on to {to}")),
        Target::Redirect(None) => (&GONE, format!("leads to {address}, which is gone for good")),
        Target::Own => return own_anchor(page, address, link.fragment.as_deref(), used, notes),
        Target::Page(to) if to == page.number => {
            return own_anchor(page, address, link.fragment.as_deref(), used, notes);
        }
        Target::Page(_) | Target::File(_) | Target::Shell | Target::Api | Target::Elsewhere => return,
    };
    page.note(notes, kind, format!("{} {message}", used.words()));
}

fn own_anchor(page: &Page<'_>, address: &str, fragment: Option<&str>, used: &Use<'_, '_>, notes: &mut Notes) {
    if let Some(id) = fragment.filter(|id| refers_to_element(id) && !page.facts.has_id(id)) {
        let message = format!(
            "{} leads to {address}, and nothing on this page has the anchor {id:?}",
            used.words()
        );
        page.note(notes, &BROKEN_ANCHOR, message);
    }
}

fn site(site: &Site<'_>, notes: &mut Notes) {
    for (number, _, facts) in site.pages() {
        for (to, anchor) in &facts.anchors {
            let (Some(target), Some(there)) = (site.release.page(*to), site.facts(*to)) else {
                continue;
            };
            if !there.has_id(anchor) {
                let message = format!(
                    "a link leads to {}#{anchor}, and nothing on that page has the anchor {anchor:?}",
                    target.path
                );
                notes.page(number, &BROKEN_ANCHOR, message);
            }
        }
    }
    redirects(site.release, notes);
}

fn redirects(release: &Release, notes: &mut Notes) {
    for redirect in release.redirects.values() {
        if let (Some(to), Some(former)) = (&redirect.to, &redirect.former) {
            let (entry, edit_url) = match former.source.rsplit_once(' ') {
                Some((entry, edit)) if edit.contains("://") => (entry, Some(edit.to_owned())),
                _ => (former.source.as_str(), None),
            };
            let (from, until) = (&redirect.from, &former.until);
            let place = Place::Other {
                path: from.clone(),
                source: entry.to_owned(),
            };
            let message = format!("{entry} was at {from}, which leads to {to} until {until}");
            notes.push(place, &FORMER, message, edit_url);
        }
        let (from, Some(to)) = (&redirect.from, &redirect.to) else {
            continue;
        };
        match release.resolve(to).target {
            Target::Missing | Target::Own | Target::Unusable(_) => {
                let message = format!("the redirect from {from} leads to {to}, where there is no page");
                notes.other(from, SOURCE, &DEAD_REDIRECT, message);
            }
            Target::Redirect(_) if to == from => {
                notes.other(
                    from,
                    SOURCE,
                    &DEAD_REDIRECT,
                    format!("the redirect from {from} leads to itself"),
                );
            }
            Target::Redirect(next) => {
                let next = next.unwrap_or("nowhere: that page is gone");
                let message = format!("the redirect from {from} leads to {to}, which leads on to {next}");
                notes.other(from, SOURCE, &CHAIN, message);
            }
            Target::Page(_) | Target::File(_) | Target::Shell | Target::Api | Target::Elsewhere => {}
        }
    }
}

const SOURCE: &str = "redirects";

/// The first 60 characters of a text.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srcset_is_split_into_urls() {
        let all = |list| candidates(list).collect::<Vec<_>>();
        assert_eq!(all("/a.jpg 1x, /b.jpg 2x"), ["/a.jpg", "/b.jpg"]);
        assert_eq!(all("/a,w=1.jpg 320w,/b.jpg 640w"), ["/a,w=1.jpg", "/b.jpg"]);
        assert_eq!(all(" /a.jpg, /b.jpg 2x "), ["/a.jpg", "/b.jpg"]);
        assert_eq!(all(""), Vec::<&str>::new());
    }
}
