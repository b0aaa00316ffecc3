//! The head of every page of a release: title, description, canonical URL, languages, social sharing, and the
//! organization (R-HEAD-10).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::{Shop, page_file, read_json};

const BASE: &str = "http://127.0.0.1:3000";
const LANGUAGES: [(&str, &str); 3] = [("nl-NL", "nl_NL"), ("en-GB", "en_GB"), ("de-DE", "de_DE")];

/// The content of `<head>` of a page.
struct Head {
    path: String,
    kind: String,
    html: String,
}

impl Head {
    /// The one `content` of a meta element with this `name` or `property`.
    fn meta(&self, name: &str) -> Option<String> {
        let mut all = self.metas(name);
        assert!(all.len() <= 1, "{} has {name} {} times", self.path, all.len());
        all.pop()
    }

    fn metas(&self, name: &str) -> Vec<String> {
        let named = |tag: &&str| {
            [format!("name=\"{name}\""), format!("property=\"{name}\"")]
                .iter()
                .any(|n| tag.contains(n.as_str()))
        };
        self.tags("meta")
            .filter(named)
            .map(|tag| attribute(tag, "content"))
            .collect()
    }

    fn links(&self, relation: &str) -> Vec<&str> {
        let wanted = format!("rel=\"{relation}\"");
        self.tags("link").filter(|tag| tag.contains(&wanted)).collect()
    }

    fn tags(&self, name: &str) -> impl Iterator<Item = &str> {
        let begin = format!("<{name} ");
        self.html
            .match_indices('<')
            .map(|(at, _)| &self.html[at..])
            .filter(move |rest| rest.starts_with(&begin))
            .filter_map(|rest| rest.split('>').next())
    }

    fn title(&self) -> &str {
        // The search page has placeholders for its query.
        let titles: Vec<&str> = self.html.split("<title").skip(1).collect();
        assert_eq!(titles.len(), 1, "{} has {} titles", self.path, titles.len());
        let (_, title) = titles[0].split_once('>').unwrap();
        title.split("</title>").next().unwrap()
    }

    fn data(&self, kind: &str) -> Option<Value> {
        let scripts = self.html.split("<script type=\"application/ld+json\">").skip(1);
        let values =
            scripts.map(|rest| serde_json::from_str::<Value>(rest.split("</script>").next().unwrap()).unwrap());
        let mut found: Vec<Value> = values.filter(|value| value["@type"] == kind).collect();
        assert!(found.len() <= 1, "{} has {kind} {} times", self.path, found.len());
        found.pop()
    }

    fn indexable(&self) -> bool {
        self.meta("robots").is_none()
    }

    fn is_home(&self) -> bool {
        ["/", "/en", "/de"].contains(&self.path.as_str())
    }
}

fn attribute(tag: &str, name: &str) -> String {
    let begin = format!(" {name}=\"");
    let value = tag
        .split_once(begin.as_str())
        .unwrap_or_else(|| panic!("no {name}: {tag}"))
        .1;
    value.split('"').next().unwrap().to_owned()
}

/// The heads of all pages of a demo release.
fn heads() -> Vec<Head> {
    let (shop, _) = Shop::built();
    let manifest = read_json(&shop.path("dist/current/release.json"));
    let pages = manifest["pages"].as_array().unwrap();
    pages
        .iter()
        .map(|page| {
            let path = page["path"].as_str().unwrap().to_owned();
            let html = shop.file(&format!("site/{}", page_file(&path)));
            let head = html.split_once("<head>").unwrap().1.split("</head>").next().unwrap();
            Head {
                kind: page["kind"].as_str().unwrap().to_owned(),
                html: head.to_owned(),
                path,
            }
        })
        .collect()
}

fn language(head: &Head) -> &'static (&'static str, &'static str) {
    let place = match head.path.split('/').nth(1) {
        Some("en") => 1,
        Some("de") => 2,
        _ => 0,
    };
    &LANGUAGES[place]
}

#[test]
fn r_head_10_the_head_of_every_page() {
    let heads = heads();
    assert!(heads.len() > 200, "{}", heads.len());
    for head in &heads {
        titled(head);
        if head.indexable() {
            addressed(head);
            shared(head);
        } else {
            assert!(head.links("canonical").is_empty(), "{}", head.path);
        }
        described(head);
    }
    told_apart(&heads);
}

/// Page title, separator, site name; the home page may have its own title.
fn titled(head: &Head) {
    let title = head.title();
    assert!(
        title == "Lindhoven" || title.ends_with(" – Lindhoven"),
        "{}: {title}",
        head.path
    );
    assert_eq!(head.links("icon").len(), 1, "{}", head.path);
}

/// Its own URL, and that of each language, the default one also as x-default.
fn addressed(head: &Head) {
    let canonical = head.links("canonical");
    assert_eq!(canonical.len(), 1, "{}", head.path);
    let address = attribute(canonical[0], "href");
    assert!(address.starts_with(BASE) && !address.contains('?'), "{address}");
    assert_eq!(head.meta("og:url").as_deref(), Some(address.as_str()));
    let languages: BTreeMap<String, String> = head
        .links("alternate")
        .into_iter()
        .filter(|tag| tag.contains(" hreflang="))
        .map(|tag| (attribute(tag, "hreflang"), attribute(tag, "href")))
        .collect();
    let (own, _) = language(head);
    assert_eq!(languages.get(*own), Some(&address), "{}", head.path);
    assert_eq!(languages.get("x-default"), languages.get("nl-NL"), "{}", head.path);
}

/// The data for social sharing.
fn shared(head: &Head) {
    let title = head.title();
    let og = head.meta("og:title").unwrap();
    assert!(title.starts_with(&og), "{}: {og}", head.path);
    assert_eq!(head.meta("og:site_name").as_deref(), Some("Lindhoven"));
    assert_eq!(head.meta("og:description"), head.meta("description"));
    let (_, own) = language(head);
    assert_eq!(head.meta("og:locale").as_deref(), Some(*own), "{}", head.path);
    let others: BTreeSet<String> = head.metas("og:locale:alternate").into_iter().collect();
    let translated: BTreeSet<String> = head
        .links("alternate")
        .into_iter()
        .filter(|tag| tag.contains(" hreflang="))
        .map(|tag| attribute(tag, "hreflang").replace('-', "_"))
        .filter(|tag| tag != "x_default" && tag != own)
        .collect();
    assert_eq!(others, translated, "{}", head.path);
    let image = head
        .meta("og:image")
        .unwrap_or_else(|| panic!("{} has no picture", head.path));
    let (width, height) = (
        head.meta("og:image:width").unwrap(),
        head.meta("og:image:height").unwrap(),
    );
    assert!(
        image.contains(&format!("width={width}&amp;height={height}&amp;")),
        "{image}"
    );
    let (width, height): (f64, f64) = (width.parse().unwrap(), height.parse().unwrap());
    assert!(
        (width / height - 1200.0 / 630.0).abs() < 0.01,
        "{}: {width} x {height}",
        head.path
    );
    assert_eq!(head.meta("twitter:card").as_deref(), Some("summary_large_image"));
}

fn described(head: &Head) {
    match head.kind.as_str() {
        "cart" => assert_eq!(head.data("Organization"), None),
        "product" => {
            let data = head.data("Product").unwrap();
            assert_eq!(data["offers"]["@type"], "Offer", "{}", head.path);
            assert!(head.data("BreadcrumbList").is_some(), "{}", head.path);
        }
        _ => {}
    }
    assert_eq!(head.data("Organization").is_some(), head.is_home(), "{}", head.path);
    if head.is_home() {
        let firm = head.data("Organization").unwrap();
        assert_eq!(firm["legalName"], "Lindhoven Meubelen B.V.");
        assert_eq!(firm["vatID"], "NL001234567B01");
        assert_eq!(firm["url"], format!("{BASE}{}", head.path));
        assert!(firm["address"].as_str().unwrap().contains("Kadelaan 12"), "{firm}");
        let site = head.data("WebSite").unwrap();
        assert_eq!(site["publisher"]["@id"], firm["@id"]);
        assert_eq!(site["inLanguage"], language(head).0);
    }
}

/// No two pages of a language share a title or a description.
fn told_apart(heads: &[Head]) {
    let (mut seen, mut twins) = (BTreeMap::new(), Vec::new());
    for head in heads.iter().filter(|head| head.indexable()) {
        let words = [Some(head.title().to_owned()), head.meta("description")];
        for (what, words) in ["title", "description"].into_iter().zip(words) {
            let Some(words) = words else { continue };
            if let Some(other) = seen.insert((what, language(head), words.clone()), &head.path) {
                twins.push(format!("{what} of {other} and {}: {words}", head.path));
            }
        }
    }
    assert_eq!(twins, Vec::<String>::new());
}
