//! `_redirects` and `_headers` are within the limits of static hosts ([`host_limits`]), and every redirect is listed.

use std::collections::HashSet;

use vitrine_model::{
    host_limits::{HEADER_LINE, HEADER_RULES, PATTERNS, REDIRECT_LINE, REDIRECTS, REDIRECTS_BYTES},
    path::file,
};

use crate::{
    finding::{Kind, Notes},
    page::{Check, Site},
    release::Release,
};

pub(super) const CHECK: Check = Check {
    name: "hosts",
    title: "Limits of static hosts",
    page: None,
    site: Some(site),
};

static LIMIT: Kind = Kind::warning(
    "host-limit",
    "Cloudflare Pages leaves out what is beyond it; remove redirects that nobody follows any more, or serve by another host.",
);
static PAGES: Kind = Kind::hint(
    "redirect-pages",
    "Remove redirects that nobody follows any more, so that all of them fit.",
);
static LOST: Kind = Kind::warning(
    "redirect-lost",
    "Give it a path that no page and no file has a part of, or remove it.",
);

fn site(site: &Site<'_>, notes: &mut Notes) {
    redirects(site.release, notes);
    headers(site.release, notes);
}

fn redirects(release: &Release, notes: &mut Notes) {
    let text = release.read(&format!("site/{}", file::REDIRECTS)).unwrap_or_default();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let sources = || lines.iter().filter_map(|line| line.split_whitespace().next());
    let patterns = sources().filter(|from| from.contains([':', '*'])).count();
    let mut count = |what: &str, count: usize, most: usize| over(notes, file::REDIRECTS, what, count, most);
    count("lines without a pattern", lines.len() - patterns, REDIRECTS);
    count("lines with a pattern", patterns, PATTERNS);
    count("bytes", text.len(), REDIRECTS_BYTES);
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    count("characters in a line", longest, REDIRECT_LINE);
    let told: HashSet<&str> = sources().collect();
    let left = release.redirects.values().filter(|redirect| redirect.to.is_some());
    let mut pages = 0_usize;
    for redirect in left.filter(|redirect| !told.contains(redirect.from.as_str())) {
        if has_page(release, &redirect.from) {
            pages += 1;
        } else {
            let message = format!("the redirect from {} reaches no static host", redirect.from);
            notes.other(&redirect.from, "redirects", &LOST, message);
        }
    }
    if pages > 0 {
        let message = format!(
            "{pages} redirects do not fit into {}: static hosts send a page that leads on instead",
            file::REDIRECTS
        );
        notes.other(file::REDIRECTS, "redirects", &PAGES, message);
    }
}

/// Whether a page exists at the source path of a redirect.
fn has_page(release: &Release, from: &str) -> bool {
    let decoded = percent_encoding::percent_decode_str(from).decode_utf8_lossy();
    let inner = decoded.trim_start_matches('/');
    release.has_file(&format!("{}.html", inner.strip_suffix(".html").unwrap_or(inner)))
}

fn headers(release: &Release, notes: &mut Notes) {
    let text = release.read(&format!("site/{}", file::HEADERS)).unwrap_or_default();
    let rules = text.lines().filter(|line| line.starts_with('/')).count();
    over(notes, file::HEADERS, "rules", rules, HEADER_RULES);
    let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    over(notes, file::HEADERS, "characters in a line", longest, HEADER_LINE);
}

fn over(notes: &mut Notes, name: &str, what: &str, count: usize, most: usize) {
    if count > most {
        let message = format!("{name} has {count} {what}; static hosts take {most}");
        notes.other(name, name, &LIMIT, message);
    }
}
