//! Golden pages: one page of each kind as the demo shop's build writes it, in different locales, so that a change of
//! many templates can be reviewed at once.
//!
//! Every tag is on its own line; parts that differ by run or by bundle (ports, hashes of assets) are replaced, and
//! lists of picture sizes are shortened. Parts common to all pages (header, footer, a part of the head) are in one
//! file. After an intended change, update the files and review the changes:
//! `INSTA_UPDATE=always cargo nextest run --locked -p vitrine-cli golden_pages && git diff generator/cli/tests/end_to_end/golden`

use insta::assert_snapshot;

use crate::support::Shop;

/// A page of each kind, the shortest one available.
const PAGES: [(&str, &str); 17] = [
    ("content", "service"),
    ("list", "de/produkte/seite/4"),
    ("brand", "de/marken/vlecht"),
    ("designer", "en/designers/hanne-solvang"),
    ("collection", "collecties/lange-tafel"),
    ("project", "en/projects/de-els-school"),
    ("news", "de/aktuelles/preise-2026"),
    ("event", "en/events/jetty-day"),
    ("showroom", "de/showrooms/gent"),
    ("vacancy", "vacatures/bezorger"),
    ("overview", "en/vacancies"),
    ("product", "en/products/spare-globe-for-tros--21-cm"),
    ("not_found", "de/404"),
    ("maintenance", "en/503"),
    ("cart", "winkelwagen"),
    ("checkout", "de/kasse"),
    ("checkout_paid", "en/checkout/order/_id/paid"),
];

/// R-GEN-01: every kind of page, its head and the order of its parts, and header and footer.
#[test]
fn golden_pages() {
    let (shop, _) = Shop::built();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("golden");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (kind, page) in PAGES {
            let (own, _) = parts(&shop.file(&format!("site/{page}.html")));
            assert_snapshot!(kind, lines(&own));
        }
        let (_, alike) = parts(&shop.file("site/index.html"));
        assert_snapshot!("header_footer", lines(&alike));
    });
}

/// The page's own part, and the part common to all pages: the head from the icon to the prefetch rules, header and
/// footer.
fn parts(html: &str) -> (String, String) {
    let (before, rest) = html.split_at(html.find("<link rel=\"icon\"").unwrap());
    let rules = rest.find("speculationrules").unwrap();
    let (shared_head, rest) = rest.split_at(rules + rest[rules..].find("</script>").unwrap() + "</script>".len());
    let (own_head, body) = rest.split_at(rest.find("<body").unwrap());
    let main = body.find("<nav class=\"breadcrumbs").or_else(|| body.find("<main"));
    let (header, main) = body.split_at(main.unwrap());
    let (main, footer) = main.split_at(main.find("</main>").unwrap());
    (
        format!("{before}{own_head}{main}"),
        format!("{shared_head}{header}{footer}"),
    )
}

/// One tag or text per line.
fn lines(html: &str) -> String {
    let mut lines = Vec::new();
    let mut rest = html;
    while let Some(begin) = rest.find('<') {
        let (text, tag) = rest.split_at(begin);
        let end = end_of_tag(tag);
        push_text(&mut lines, text);
        lines.push(shown_tag(&tag[..end]));
        rest = &tag[end..];
    }
    push_text(&mut lines, rest);
    lines.join("\n")
}

/// The index after the `>` of the tag that a text starts with, taking quotes into account.
fn end_of_tag(tag: &str) -> usize {
    let mut quoted = false;
    let end = tag.find(|c| {
        quoted ^= c == '"';
        c == '>' && !quoted
    });
    end.unwrap_or_else(|| panic!("a tag has no end: {tag:.200}")) + 1
}

/// JSON is printed with one field per line; other whitespace is collapsed to one space, as browsers show it.
fn push_text(lines: &mut Vec<String>, text: &str) {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) if text.starts_with('{') => lines.extend(format!("{value:#}").lines().map(replaced)),
        _ => {
            let words: Vec<&str> = text.split_whitespace().collect();
            if !words.is_empty() {
                lines.push(replaced(&words.join(" ")));
            }
        }
    }
}

/// Shortens a list of picture sizes to the last one and their number.
fn shown_tag(tag: &str) -> String {
    let tag = replaced(tag);
    let Some((before, behind)) = tag.split_once("srcset=\"") else {
        return tag;
    };
    let (sizes, behind) = behind.split_once('"').unwrap();
    let (count, last) = (sizes.split(", ").count(), sizes.rsplit(", ").next().unwrap());
    format!("{before}srcset=\"({count} sizes) {last}\"{behind}")
}

/// Replaces the ports of the demo and the hashes of assets.
fn replaced(text: &str) -> String {
    let text = each_after(text, "http://127.0.0.1:", |port| match port {
        "3000" => port.to_owned(),
        _ => "0".to_owned(),
    });
    let text = each_after(&text, "sha384-", |_| "0".to_owned());
    text.replace("-A1B2C3D4.", "-HASH.")
}

/// Replaces the letters and digits after each occurrence of a text.
fn each_after(text: &str, what: &str, replace: impl Fn(&str) -> String) -> String {
    let mut parts = text.split(what);
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(part.len());
        out.push_str(what);
        out.push_str(&replace(&part[..end]));
        out.push_str(&part[end..]);
    }
    out
}
