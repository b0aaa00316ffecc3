//! The edit pages: HTML that works without JavaScript, except for the live preview. In English, the default of Statamic's control panel.

use vitrine_demo_statamic::{DeskEntry, DeskText};

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#20242b;--soft:#5c6573;--line:#dcdfe5;--ground:#f4f5f7;--card:#fff;--act:#27518f;--on-act:#fff;--good:#1d6b45;--good-ground:#e6f3ec;--bad:#a12622;--bad-ground:#fbeae9}
@media (prefers-color-scheme:dark){:root{--ink:#eceff4;--soft:#a9b2c1;--line:#363d49;--ground:#14171c;--card:#1c2027;--act:#9dbdf2;--on-act:#10151d;--good:#8fd6b1;--good-ground:#17301f;--bad:#f2a5a1;--bad-ground:#3a1b1a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header{border-bottom:1px solid var(--line);background:var(--card)}
header>div,main{max-width:56rem;margin:0 auto;padding:1rem 1.25rem}
header a{font-weight:600;color:inherit;text-decoration:none}
header span{color:var(--soft);margin-inline-start:.75rem}
main{padding-block:2rem 4rem}
h1{margin:0 0 .25rem;font-size:1.625rem;line-height:1.25;overflow-wrap:anywhere}
h2{margin:2.25rem 0 .5rem;font-size:1rem}
h2 small{font-weight:400;color:var(--soft)}
p{margin:0 0 1rem;color:var(--soft)}
a{color:var(--act);text-underline-offset:.2em}
ul{margin:0;padding:0;list-style:none;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
li+li{border-top:1px solid var(--line)}
li a{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.125rem 1rem;padding:.625rem 1rem;color:inherit;text-decoration:none}
li a:hover{background:var(--ground)}
li small{color:var(--soft);overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1rem 0}
nav a{padding:.5rem 0;color:var(--soft);text-decoration:none;border-bottom:2px solid transparent}
nav a[aria-current]{color:var(--ink);border-color:var(--act);font-weight:600}
.find{display:flex;gap:.5rem;margin:1rem 0 0}
.find input{flex:1;min-width:0}
fieldset{margin:1.5rem 0;padding:1.25rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
legend{padding:0 .5rem;margin-inline-start:-.5rem;font-weight:600}
label{display:block;margin:1rem 0 .25rem;font-weight:500}
fieldset>label:first-of-type{margin-top:0}
input:not([type=checkbox]),textarea{width:100%;padding:.625rem .75rem;border:1px solid #868e9b;border-radius:.375rem;background:var(--card);color:inherit;font:inherit}
textarea{min-height:6rem;resize:vertical}
.check{display:flex;align-items:center;gap:.625rem;min-height:2.75rem;margin:0}
.check input{width:1.25rem;height:1.25rem;accent-color:var(--act)}
button{min-height:2.75rem;padding:.5rem 1.5rem;border:1px solid var(--act);border-radius:.375rem;background:var(--act);color:var(--on-act);font:inherit;font-weight:600;cursor:pointer}
.save{position:sticky;bottom:0;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem;padding:.75rem 1.25rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
.notice{margin:1.25rem 0 0;padding:.75rem 1rem;border-radius:.5rem;color:var(--good);background:var(--good-ground)}
.notice.bad{color:var(--bad);background:var(--bad-ground)}
.notice a{color:inherit}
.receipt{margin:.75rem 0 0;color:var(--ink)}
.pane{margin:1.5rem 0}
.pane div{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem}
.pane label{margin:0}
.pane select{min-height:2.75rem;font:inherit}
.pane iframe{display:block;box-sizing:content-box;height:70vh;max-width:none;margin-top:1rem;border:1px solid var(--line);border-radius:.5rem;background:#fff}
.pane figure{margin:0;overflow-x:auto}
[hidden]{display:none!important}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
";

/// The notice above a form.
pub(super) enum Notice {
    None,
    Saved,
    /// Nothing was saved, with the reason.
    Refused(String),
}

/// The entries of a site.
pub(super) fn list(sites: &[(String, String)], site: &str, wanted: &str, entries: &[DeskEntry]) -> String {
    let tabs: String = sites
        .iter()
        .map(|(handle, name)| tab(&format!("/cp?site={handle}"), name, handle == site))
        .collect();
    let mut body = format!(
        "<h1>Entries</h1><p>Choose an entry, change a text, save: the shop shows it some seconds later.</p>\
         <nav aria-label=\"Sites\">{tabs}</nav>\
         <form class=\"find\" role=\"search\"><input type=\"hidden\" name=\"site\" value=\"{}\">\
         <input type=\"search\" name=\"q\" aria-label=\"Find an entry\" placeholder=\"Find an entry\" value=\"{}\"><button>Find</button></form>",
        escaped(site),
        escaped(wanted)
    );
    if entries.is_empty() {
        body.push_str("<h2>No entry has these words</h2><p>Try a part of its title, or of its collection.</p>");
    }
    for group in entries.chunk_by(|a, b| a.collection == b.collection) {
        let title = group.first().map_or("", |one| &one.collection_title);
        let rows: String = group.iter().map(row).collect();
        body.push_str(&format!(
            "<h2>{} <small>{}</small></h2><ul>{rows}</ul>",
            escaped(title),
            group.len()
        ));
    }
    document("Entries", &body)
}

fn row(entry: &DeskEntry) -> String {
    let state = if entry.published == Some(false) {
        " · draft"
    } else {
        ""
    };
    format!(
        "<li><a href=\"{}\"><span lang=\"{}\">{}</span><small>{}{state}</small></a></li>",
        escaped(&entry.form),
        escaped(&entry.language),
        escaped(&entry.title),
        escaped(entry.url.as_deref().unwrap_or(&entry.entry))
    )
}

fn tab(href: &str, name: &str, current: bool) -> String {
    let mark = if current { " aria-current=\"page\"" } else { "" };
    format!("<a href=\"{}\"{mark}>{}</a>", escaped(href), escaped(name))
}

/// The live preview of an entry or a term with an address: a frame as wide as a telephone, a tablet or a laptop.
fn pane(entry: &DeskEntry) -> String {
    format!(
        "<section class=\"pane\" aria-label=\"Live preview\" data-reference=\"{}\" hidden><div><button type=\"button\" data-open>Live preview</button>\
         <label hidden>Width <select><option>390</option><option>820</option><option>1440</option></select></label>\
         <span role=\"status\"></span></div><figure></figure></section><script type=\"module\" src=\"/cp/preview.js\"></script>",
        escaped(&entry.reference)
    )
}

/// What became of the last save, said by a script.
const RECEIPT: &str = "<p class=\"receipt\" data-receipt role=\"status\" hidden></p><script type=\"module\" src=\"/cp/receipt.js\"></script>";

/// The form of an entry or a term.
pub(super) fn edit(
    entry: &DeskEntry,
    texts: &[DeskText],
    all: &[DeskEntry],
    storefront: Option<&str>,
    notice: &Notice,
) -> String {
    let page = storefront
        .zip(entry.url.as_ref())
        .map(|(shop, url)| format!("{shop}{url}"));
    // A term has an address, and no page of its own.
    let open = |words: &str| match page.as_ref().filter(|_| entry.published.is_some()) {
        Some(page) => format!("<a href=\"{}\">{words}</a>", escaped(page)),
        None => String::new(),
    };
    let tabs: String = all
        .iter()
        .map(|one| tab(&one.form, &one.site_name, one.form == entry.form))
        .collect();
    let published = match entry.published {
        Some(published) => {
            let checked = if published { " checked" } else { "" };
            format!(
                "<label class=\"check\"><input type=\"checkbox\" name=\"published\" value=\"1\"{checked}> Published</label>"
            )
        }
        None => String::new(),
    };
    let body = format!(
        "<p><a href=\"/cp?site={}\">Entries</a> · {}</p><h1 lang=\"{}\">{}</h1>{}{RECEIPT}\
         <nav aria-label=\"Sites\">{tabs}</nav>{}<form method=\"post\">{}\
         <div class=\"save\">{published}<span>{}</span><button>Save</button></div></form>",
        escaped(&entry.site),
        escaped(&entry.collection_title),
        escaped(&entry.language),
        escaped(&entry.title),
        told(notice, &open("Open its page")),
        if page.is_some() { pane(entry) } else { String::new() },
        fields(texts, &entry.language),
        open("Its page in the shop"),
    );
    document(&entry.title, &body)
}

fn told(notice: &Notice, open: &str) -> String {
    match notice {
        Notice::None => String::new(),
        Notice::Saved => {
            format!("<p class=\"notice\" role=\"status\">Saved. The shop shows it some seconds from now. {open}</p>")
        }
        Notice::Refused(why) => {
            format!(
                "<p class=\"notice bad\" role=\"alert\">Nothing was saved: {}.</p>",
                escaped(why)
            )
        }
    }
}

/// The text inputs; those of one block are in a fieldset.
fn fields(texts: &[DeskText], language: &str) -> String {
    let groups =
        texts.chunk_by(|a, b| block(a).is_some() && block(a) == block(b) || block(a).is_none() && block(b).is_none());
    groups
        .map(|group| {
            let title = match group.first().filter(|one| block(one).is_some()) {
                Some(one) => words(one.label.get(..2).unwrap_or(&one.label)),
                None => "Entry".to_owned(),
            };
            let depth = if group.first().is_some_and(|one| block(one).is_some()) {
                2
            } else {
                0
            };
            let inner: String = group.iter().map(|text| field(text, depth, language)).collect();
            format!("<fieldset><legend>{title}</legend>{inner}</fieldset>")
        })
        .collect()
}

/// The block that contains a text: `/blocks/0`.
fn block(text: &DeskText) -> Option<&str> {
    let second = text.pointer.match_indices('/').nth(2)?.0;
    text.pointer.get(..second)
}

fn field(text: &DeskText, depth: usize, language: &str) -> String {
    let label = match words(text.label.get(depth..).unwrap_or_default()) {
        label if label.is_empty() => "Text".to_owned(),
        label => label,
    };
    let (name, value) = (escaped(&text.pointer), escaped(&text.value));
    let id = format!("f{}", name.replace('/', "-"));
    let input = if text.long {
        let rows = (text.value.len() / 90).clamp(3, 16);
        format!("<textarea id=\"{id}\" name=\"{name}\" rows=\"{rows}\" lang=\"{language}\">\n{value}</textarea>")
    } else {
        format!("<input id=\"{id}\" name=\"{name}\" value=\"{value}\" lang=\"{language}\">")
    };
    format!("<label for=\"{id}\">{label}</label>{input}")
}

/// `seo_description`: `Seo description`.
fn words(parts: &[String]) -> String {
    let text = parts.join(" · ").replace('_', " ");
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
    escaped(&format!("{}{}", first.unwrap_or_default(), letters.as_str()))
}

/// No such entry.
pub(super) fn not_found() -> String {
    document(
        "Not found",
        "<h1>There is no such entry</h1><p>It may have been of another demo. <a href=\"/cp\">All entries</a></p>",
    )
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"robots\" content=\"noindex\"><link rel=\"icon\" href=\"data:,\"><title>{} · Demo CMS</title><style>{STYLE}</style></head>\
         <body><header><div><a href=\"/cp\">Demo CMS</a><span>stands in for Statamic</span></div></header><main>{body}</main></body></html>",
        escaped(title)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
