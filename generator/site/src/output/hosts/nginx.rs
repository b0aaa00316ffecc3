//! The part of an nginx `server` block that belongs to a release.

use std::fmt::Write as _;

use vitrine_model::path::file::MARKDOWN;

use super::{ASSET_CACHE, FEED_TYPE, FILE_CACHE, FILES, Hosts, ICON_CACHE, TYPES, escaped, expression, untidy};
use crate::output::cdn::{NO_STORE, PAGE_CACHE};

const BEGIN: &str = "\
# Written by `vitrine build` for this release: headers, redirects, rewrites and error pages of its site/.
# Included in a `server` block (scripts/deploy/nginx.conf); `nginx -s reload` after each release.
absolute_redirect off;
charset utf-8;
charset_types text/css text/javascript text/plain text/markdown;
default_type application/octet-stream;
error_page 404 410 @missing;
";

/// Paths that no file has: with a backslash or control character, which browsers may read as another host, and hidden
/// names.
const REFUSED: &str = "\
location ~ \"[\\\\\\\\[:cntrl:]]\" { return 404; }
location ~ \"/[._]\" { return 404; }
";

/// URLs in canonical form (R-ROUTE-08), and the files of pages.
const PAGES: &str = "\
rewrite \"^/index(?:\\.html)?$\" / permanent;
  rewrite \"^(/.+)\\.html$\" $1 permanent;
  rewrite \"^(/.+)/$\" $1 permanent;
  try_files $uri.html $uri =404;";

/// The whole file. Headers are only set in locations, so that the server's other locations do not have them.
pub(crate) fn text(hosts: &Hosts) -> String {
    let mut text = BEGIN.to_owned();
    types(&mut text);
    redirects(&mut text, hosts);
    for path in &hosts.kept_back {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "location = {} {{ return 404; }}", quoted(path));
    }
    let mut location = |place: &str, cache, rest: &str| with_headers(&mut text, hosts, place, cache, rest);
    for path in &hosts.feeds {
        let rest = format!("types {{ }}\n  default_type {FEED_TYPE};\n  try_files $uri =404;");
        location(&format!("= {}", quoted(path)), PAGE_CACHE, &rest);
    }
    for shell in &hosts.shells {
        let place = format!("~ {}", quoted(&expression(&shell.pattern)));
        let rest = format!("rewrite ^ {} break;", quoted(&format!("/{}", shell.file)));
        location(&place, hosts.cache_of(shell), &rest);
    }
    private(&mut text, hosts);
    text.push_str(REFUSED);
    let mut location = |place: &str, cache, rest: &str| with_headers(&mut text, hosts, place, cache, rest);
    location("^~ /.well-known/", FILE_CACHE, "try_files $uri =404;");
    location("^~ /assets/", ASSET_CACHE, "try_files $uri @former;");
    location("^~ /icons/", ICON_CACHE, "try_files $uri =404;");
    let markdown = format!("~ \"{}$\"", escaped(MARKDOWN));
    let noindex = "add_header X-Robots-Tag noindex always;\n  try_files $uri =404;";
    location(&markdown, PAGE_CACHE, noindex);
    let files = format!("~ \"\\.(?:{FILES})$\"");
    location(&files, FILE_CACHE, "try_files $uri.html $uri =404;");
    location("= /", PAGE_CACHE, "try_files /index.html =404;");
    location("/", PAGE_CACHE, PAGES);
    location("@missing", PAGE_CACHE, &missing(hosts));
    text
}

fn types(text: &mut String) {
    text.push_str("types {\n");
    for (media_type, endings) in TYPES {
        let _ = writeln!(text, "  {media_type} {endings};");
    }
    text.push_str("}\n");
}

fn with_headers(text: &mut String, hosts: &Hosts, place: &str, cache: &'static str, rest: &str) {
    let _ = writeln!(text, "location {place} {{");
    for (name, value) in hosts.cached(cache) {
        let _ = writeln!(text, "  add_header {name} {} always;", quoted(value));
    }
    // A file's time is derived from its content for the ETag, so it is no `Last-Modified`.
    let _ = writeln!(text, "  add_header Last-Modified \"\" always;");
    let _ = writeln!(text, "  {rest}\n}}");
}

/// One location each: a `map` is case-insensitive. Without explicit caching a browser would keep a redirect forever.
fn redirects(text: &mut String, hosts: &Hosts) {
    let secure = match hosts.secure() {
        Some((name, value)) => format!("add_header {name} {} always; ", quoted(value)),
        None => String::new(),
    };
    for moved in &hosts.moved {
        let from = quoted(&moved.from);
        let _ = match &moved.to {
            None => writeln!(text, "location = {from} {{ return 410; }}"),
            Some(to) => {
                let query = if moved.keeps_query { "$is_args$args" } else { "" };
                writeln!(
                    text,
                    "location = {from} {{ {secure}add_header Cache-Control \"{}\"; return {} \"{to}{query}{}\"; }}",
                    moved.cache, moved.status, moved.place
                )
            }
        };
    }
}

/// The redirects to the canonical form for paths that contain a secret.
fn private(text: &mut String, hosts: &Hosts) {
    let place = format!("~ {}", quoted(&untidy(&hosts.private)));
    with_headers(text, hosts, &place, NO_STORE, PAGES);
}

fn missing(hosts: &Hosts) -> String {
    let rules = hosts.missing.iter().map(|(prefix, file)| {
        let paths = match prefix.as_str() {
            "" => "^".to_owned(),
            prefix => format!("^{}(?:/.*)?$", escaped(prefix)),
        };
        format!("rewrite {} {} break;", quoted(&paths), quoted(&format!("/{file}")))
    });
    rules.collect::<Vec<_>>().join("\n  ")
}

/// A quoted and escaped word of the configuration.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
