//! The part of a Caddy site block that belongs to a release.

use std::fmt::Write as _;

use vitrine_model::path::file::MARKDOWN;

use super::{
    ASSET_CACHE, FEED_TYPE, FILE_CACHE, FILES, Hosts, ICON_CACHE, MARKDOWN_TYPE, Moved, escaped, expression, untidy,
};
use crate::output::cdn::{NO_STORE, PAGE_CACHE};

const BEGIN: &str = "\
# Written by `vitrine build` for this release: headers, redirects, rewrites and error pages of its site/.
# Imported in a site block (scripts/deploy/Caddyfile); `caddy reload --force` after each release.
";

/// Redirects to the canonical form of page URLs. A path that starts with two slashes would lead to another host.
const TIDY: &str = "\
\t\t@index path /index /index.html
\t\tredir @index / 301
\t\t@html vars_regexp html {http.request.uri} ^(/[^/?][^?]*)\\.html(\\?.*)?$
\t\tredir @html {re.html.1}{re.html.2} 301
\t\t@slash vars_regexp slash {http.request.uri} ^(/[^/?][^?]*)/(\\?.*)?$
\t\tredir @slash {re.slash.1}{re.slash.2} 301
";

/// The whole file.
pub(crate) fn text(hosts: &Hosts) -> String {
    let mut text = format!("{BEGIN}handle {{\n\troute {{\n\t\theader {{\n");
    for (name, value) in &hosts.headers {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "\t\t\t{name} {}", quoted(value));
    }
    // A file's time is derived from its content for the ETag, so it is no `Last-Modified`. A separate directive: one
    // that deletes is applied last, together with all others in it.
    text.push_str("\t\t}\n\t\theader -Last-Modified\n");
    // Before the redirects and the rewrites, which change the path.
    let private: Vec<String> = hosts.private.iter().map(|pattern| expression(pattern)).collect();
    let _ = writeln!(
        text,
        "\t\t@private path_regexp {}\n\t\theader @private Cache-Control {NO_STORE}",
        quoted(&format!("{}|{}", private.join("|"), untidy(&hosts.private)))
    );
    redirects(&mut text, hosts);
    text.push_str(TIDY);
    refused(&mut text, hosts);
    for (number, shell) in hosts.shells.iter().enumerate() {
        let (paths, file) = (quoted(&expression(&shell.pattern)), quoted(&format!("/{}", shell.file)));
        let _ = writeln!(
            text,
            "\t\t@shell{number} path_regexp {paths}\n\t\trewrite @shell{number} {file}"
        );
    }
    types(&mut text, hosts);
    text.push_str("\t\ttry_files {path}.html {path}\n\t\tfile_server\n\t}\n}\n");
    missing(&mut text, hosts);
    text
}

fn redirects(text: &mut String, hosts: &Hosts) {
    // Caddy reads braces in a path as a placeholder, and no escape prevents it.
    let plain = |moved: &&Moved| !moved.from.contains(['{', '}', '`']);
    let moved: Vec<&Moved> = hosts.moved.iter().filter(plain).collect();
    if moved.is_empty() {
        return;
    }
    text.push_str("\t\tmap {path} {vitrine_to} {vitrine_status} {vitrine_query} {vitrine_place} {\n");
    for moved in moved {
        let (to, query) = (
            moved.to.as_deref().unwrap_or_default(),
            if moved.keeps_query { "kept" } else { "" },
        );
        let from = quoted(&moved.from);
        let _ = writeln!(
            text,
            "\t\t\t{from} \"{to}\" \"{}\" \"{query}\" \"{}\"",
            moved.status, moved.place
        );
    }
    text.push_str(
        "\t\t\tdefault \"\" \"\" \"\" \"\"\n\t\t}\n\
         \t\t@gone expression `{vitrine_status} == \"410\"`\n\t\terror @gone 410\n\
         \t\t@asked expression `{vitrine_query} == \"kept\" && {query} != \"\"`\n\
         \t\tredir @asked {vitrine_to}?{query}{vitrine_place} {vitrine_status}\n\
         \t\t@moved expression `{vitrine_to} != \"\"`\n\t\tredir @moved {vitrine_to}{vitrine_place} {vitrine_status}\n",
    );
}

/// Hidden files, and pages that are only served as responses.
fn refused(text: &mut String, hosts: &Hosts) {
    let shells: Vec<String> = hosts.shells.iter().map(|shell| expression(&shell.pattern)).collect();
    let shells = match shells.is_empty() {
        true => String::new(),
        false => format!("\t\t\tnot path_regexp {}\n", quoted(&shells.join("|"))),
    };
    let _ = write!(
        text,
        "\t\t@hidden {{\n\t\t\tpath_regexp /[._]\n{shells}\t\t\tnot path /.well-known/*\n\t\t}}\n\t\terror @hidden 404\n"
    );
    if !hosts.kept_back.is_empty() {
        let paths: Vec<String> = hosts.kept_back.iter().map(|path| quoted(path)).collect();
        let _ = writeln!(text, "\t\t@answers path {}\n\t\terror @answers 404", paths.join(" "));
    }
}

fn types(text: &mut String, hosts: &Hosts) {
    let _ = write!(
        text,
        "\t\theader /assets/* Cache-Control \"{ASSET_CACHE}\"\n\t\theader /icons/* Cache-Control \"{ICON_CACHE}\"\n\
         \t\t@markdown path_regexp {}$\n\t\theader @markdown {{\n\t\t\tContent-Type \"{MARKDOWN_TYPE}\"\n\t\t\tX-Robots-Tag noindex\n\t\t}}\n\
         \t\t@files {{\n\t\t\tpath_regexp \\.(?:{FILES})$\n\t\t\tnot path /assets/* /icons/*{}\n\t\t}}\n\
         \t\theader @files Cache-Control \"{FILE_CACHE}\"\n\
         \t\t@xml path *.xml\n\t\theader @xml Content-Type application/xml\n",
        escaped(MARKDOWN),
        hosts
            .feeds
            .iter()
            .map(|path| format!(" {}", quoted(path)))
            .collect::<String>(),
    );
    for path in &hosts.feeds {
        let _ = writeln!(text, "\t\theader {} Content-Type {FEED_TYPE}", quoted(path));
    }
}

fn missing(text: &mut String, hosts: &Hosts) {
    let _ = writeln!(text, "handle_errors {{\n\theader Cache-Control \"{PAGE_CACHE}\"");
    for (number, (prefix, file)) in hosts.missing.iter().enumerate() {
        let paths = match prefix.as_str() {
            "" => String::new(),
            prefix => format!("\n\t\tpath {} {}", quoted(prefix), quoted(&format!("{prefix}/*"))),
        };
        let _ = write!(
            text,
            "\t@missing{number} {{\n\t\texpression `{{err.status_code}} in [404, 410]`{paths}\n\t}}\n\
             \thandle @missing{number} {{\n\t\theader Content-Type \"text/html; charset=utf-8\"\n\t\trewrite * {}\n\t\tfile_server\n\t}}\n",
            quoted(&format!("/{file}"))
        );
    }
    text.push_str("}\n");
}

/// A quoted word of the configuration.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}
