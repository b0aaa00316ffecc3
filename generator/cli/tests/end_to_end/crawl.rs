//! A visitor who only follows links: every page of the sitemap can be reached from the home page within four clicks, in
//! each locale, and no link points to a missing page or anchor (R-ROUTE-02, R-ROUTE-13, R-HEAD-10, rule 17).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::Value;

use crate::support::{Shop, asked, lindhoven, page_file, read_json};

const BASE: &str = "http://127.0.0.1:3000";
/// Language tag and home of each locale.
const LOCALES: [(&str, &str); 3] = [("nl-NL", "/"), ("en-GB", "/en"), ("de-DE", "/de")];
/// The word before the number of a further page of a list.
const PAGE_WORDS: [&str; 3] = ["pagina", "page", "seite"];
/// Paging and selecting a variant count as clicks.
const CLICKS: usize = 4;
/// The date of the demo's clock: news with a later date is not published.
const TODAY: &str = "2026-11-21";

/// A page as seen by a crawler.
struct Page {
    /// Targets of its links as written, except for other sites.
    links: BTreeSet<String>,
    ids: BTreeSet<String>,
    /// Path by language tag.
    alternates: BTreeMap<String, String>,
}

impl Page {
    fn read(html: &str) -> Self {
        let links = tags(html, "a").filter_map(|tag| attribute(tag, "href"));
        let alternates = tags(html, "link").filter(|tag| tag.contains("rel=\"alternate\" hreflang"));
        let ids = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
        Self {
            links: links.filter(|href| href.starts_with(['/', '#'])).collect(),
            ids: ids.map(str::to_owned).collect(),
            alternates: alternates
                .map(|tag| (attribute(tag, "hreflang").unwrap(), attribute(tag, "href").unwrap()))
                .map(|(language, href)| (language, path_of(&href)))
                .collect(),
        }
    }
}

/// The start tags of an element.
fn tags<'h>(html: &'h str, name: &str) -> impl Iterator<Item = &'h str> {
    let begin = format!("{name} ");
    html.split('<')
        .filter(move |rest| rest.starts_with(&begin))
        .filter_map(|rest| rest.split('>').next())
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split_once(&format!(" {name}=\""))?.1.split('"').next()?;
    Some(value.replace("&amp;", "&"))
}

fn path_of(url: &str) -> String {
    let path = url
        .strip_prefix(BASE)
        .unwrap_or_else(|| panic!("{url} is of another site"));
    if path.is_empty() {
        "/".to_owned()
    } else {
        path.to_owned()
    }
}

/// The path of a link without query and fragment, and the fragment.
fn parts(href: &str) -> (&str, &str) {
    let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
    (path.split('?').next().unwrap_or_default(), fragment)
}

/// Every page of the release that has its own path, by the path in links.
fn pages(shop: &Shop) -> BTreeMap<String, Page> {
    let release = read_json(&shop.path("dist/current/release.json"));
    let paths = release["pages"].as_array().unwrap().iter();
    paths
        .map(|page| page["path"].as_str().unwrap())
        .filter(|path| !path.contains('{'))
        .map(|path| {
            let html = shop.file(&format!("site/{}", page_file(path)));
            (asked(path), Page::read(&html))
        })
        .collect()
}

fn sitemap(shop: &Shop, language: &str) -> BTreeSet<String> {
    let text = shop.file(&format!("site/{language}-sitemap.xml"));
    let urls = text.split("<loc>").skip(1).filter_map(|rest| rest.split('<').next());
    urls.map(path_of).collect()
}

/// The pages that can be reached from a home page, with the number of clicks.
fn clicks(pages: &BTreeMap<String, Page>, language: &str, home: &str) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::from([(home.to_owned(), 0)]);
    let mut next = VecDeque::from([home.to_owned()]);
    while let Some(path) = next.pop_front() {
        let depth = found[&path] + 1;
        for href in &pages[&path].links {
            let (to, _) = parts(href);
            if found.contains_key(to) || !pages.contains_key(to) || language_of(to) != language {
                continue;
            }
            found.insert(to.to_owned(), depth);
            next.push_back(to.to_owned());
        }
    }
    found
}

fn language_of(path: &str) -> &'static str {
    match path.split('/').nth(1) {
        Some("en") => "en-GB",
        Some("de") => "de-DE",
        _ => "nl-NL",
    }
}

#[test]
fn r_route_13_every_page_is_found_by_links_within_four_clicks() {
    let (shop, _) = Shop::built();
    let pages = pages(&shop);
    for (language, home) in LOCALES {
        let listed = sitemap(&shop, language);
        assert!(listed.len() > 400, "{language}: {} pages", listed.len());
        let clicks = clicks(&pages, language, home);
        let far: Vec<(&String, Option<&usize>)> = listed
            .iter()
            .map(|path| (path, clicks.get(path)))
            .filter(|(_, clicks)| clicks.is_none_or(|clicks| *clicks > CLICKS))
            .collect();
        assert!(far.is_empty(), "{language}: {} pages are too far: {far:#?}", far.len());
    }
    no_link_is_broken(&shop, &pages);
    the_alternates_are_those_of_the_data(&shop, &pages);
}

/// A link points to a page or a file of the release, never to a redirect, and its fragment to an element of that page.
fn no_link_is_broken(shop: &Shop, pages: &BTreeMap<String, Page>) {
    let mut broken = BTreeMap::<String, &String>::new();
    for (path, page) in pages {
        for href in &page.links {
            let (to, fragment) = parts(href);
            let target = if to.is_empty() { path } else { to };
            let there = match pages.get(target) {
                Some(found) => fragment.is_empty() || found.ids.contains(fragment),
                None => shop.path(&format!("dist/current/site{target}")).is_file(),
            };
            if !there {
                broken.insert(href.clone(), path);
            }
        }
    }
    assert!(
        broken.is_empty(),
        "links that lead nowhere, and a page of each: {broken:#?}"
    );
}

/// A page lists the pages of all locales in which its entry or product exists, including itself; a page in only one
/// locale lists none but itself. Entries that lack a locale are derived from the shop's data; all others have three. A
/// further page of a list lists the locales whose list is as long.
fn the_alternates_are_those_of_the_data(shop: &Shop, pages: &BTreeMap<String, Page>) {
    let fewer = in_fewer_locales();
    assert!(fewer.len() > 20, "{fewer:?}");
    for (language, _) in LOCALES {
        for path in sitemap(shop, language) {
            let mut own = pages[&path].alternates.clone();
            let default = own.remove("x-default");
            assert_eq!(own.get(language), Some(&path), "{path} names itself");
            assert_eq!(default, own.get("nl-NL").cloned(), "{path}");
            for other in own.values() {
                let back = &pages
                    .get(other)
                    .unwrap_or_else(|| panic!("{path}: no {other}"))
                    .alternates;
                assert_eq!(back.get(language), Some(&path), "{other} answers {path}");
            }
            let known: BTreeSet<&str> = own.keys().map(String::as_str).collect();
            let expected: BTreeSet<&str> = match (further(&path), fewer.get(&path)) {
                (Some((first, number)), _) => LOCALES
                    .iter()
                    .filter(|(language, _)| has_further(pages, pages[first].alternates.get(*language), number))
                    .map(|(language, _)| *language)
                    .collect(),
                (None, Some(languages)) => languages.iter().copied().collect(),
                (None, None) => LOCALES.iter().map(|(language, _)| *language).collect(),
            };
            assert_eq!(known, expected, "{path}");
        }
    }
}

/// For further pages of a list: the path of the first page, and the number.
fn further(path: &str) -> Option<(&str, &str)> {
    let (before, number) = path.rsplit_once('/')?;
    let (first, word) = before.rsplit_once('/')?;
    (number.parse::<u32>().is_ok() && PAGE_WORDS.contains(&word)).then_some((first, number))
}

fn has_further(pages: &BTreeMap<String, Page>, first: Option<&String>, number: &str) -> bool {
    let paths = |first: &String| PAGE_WORDS.map(|word| format!("{first}/{word}/{number}"));
    first.is_some_and(|first| paths(first).iter().any(|path| pages.contains_key(path)))
}

/// The paths of an entry by language.
type Paths = BTreeMap<&'static str, String>;

/// The paths of entries that are not published in all locales, with the languages in which they are.
fn in_fewer_locales() -> BTreeMap<String, Vec<&'static str>> {
    let entries = of_collections().into_iter().chain(of_pages());
    entries
        .filter(|paths| paths.len() < LOCALES.len())
        .flat_map(|paths| {
            let languages: Vec<&str> = paths.keys().copied().collect();
            paths.into_values().map(move |path| (path, languages.clone()))
        })
        .collect()
}

/// The entries of all collections with a route, except for the pages.
fn of_collections() -> Vec<Paths> {
    let collections = read_json(&lindhoven().join("content/collections.json"));
    let mut found = Vec::new();
    for (handle, collection) in collections.as_object().unwrap() {
        let Some(routes) = collection["routes"].as_object().filter(|_| handle != "pages") else {
            continue;
        };
        for file in std::fs::read_dir(lindhoven().join("content").join(handle)).unwrap() {
            let slugs = published(&read_json(&file.unwrap().path())).into_iter();
            let paths = slugs.map(|(language, slug)| {
                let route = routes[language].as_str().unwrap();
                (
                    language,
                    format!("{}{}", prefix(language), route.replace("{slug}", &slug)),
                )
            });
            found.push(paths.collect());
        }
    }
    found
}

/// The entries of the page tree, each below its parent.
fn of_pages() -> Vec<Paths> {
    let trees = read_json(&lindhoven().join("content/trees.json"));
    let mut open = nodes(&trees["pages"], &Paths::new());
    let mut found = Vec::new();
    while let Some((node, above)) = open.pop() {
        let key = node["entry"].as_str().unwrap();
        let entry = read_json(&lindhoven().join(format!("content/{key}.json")));
        let path = |(language, slug): (&'static str, String)| {
            let above = above.get(language).map_or(prefix(language), String::as_str);
            (language, format!("{above}/{slug}"))
        };
        let paths: Paths = published(&entry).into_iter().map(path).collect();
        open.extend(nodes(&node["children"], &paths));
        found.push(paths);
    }
    found
}

fn nodes(children: &Value, above: &Paths) -> Vec<(Value, Paths)> {
    let children = children.as_array().into_iter().flatten();
    children.map(|node| (node.clone(), above.clone())).collect()
}

/// Languages and slugs of the published localizations of an entry.
fn published(entry: &Value) -> Vec<(&'static str, String)> {
    let origin = &entry["nl-NL"];
    let own = |language: &str, key: &str| entry[language].get(key).unwrap_or(&origin[key]).clone();
    let shown = |language: &str| {
        entry.get(language).is_some()
            && own(language, "published") != Value::Bool(false)
            && own(language, "date").as_str().is_none_or(|date| date <= TODAY)
    };
    let languages = LOCALES
        .iter()
        .map(|(language, _)| *language)
        .filter(|language| shown(language));
    languages
        .map(|language| (language, own(language, "slug").as_str().unwrap().to_owned()))
        .collect()
}

fn prefix(language: &str) -> &'static str {
    match language {
        "en-GB" => "/en",
        "de-DE" => "/de",
        _ => "",
    }
}
