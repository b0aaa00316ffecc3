//! `vitrine dev`: saved changes are shown immediately, errors are shown in the page and in the terminal while the last
//! good pages remain, and none of this is in a release.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::edge::{COLLECTIONS, TAXONOMIES};
use crate::support::{Served, Shop, change_json, copy, root, started, tree};

/// Timeout of the test when no event arrives.
const PATIENCE: Duration = Duration::from_secs(120);

/// The event stream of versions that pages listen to.
pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    /// Connects; returns the current version.
    pub(crate) fn of(served: &Served) -> (Self, u64) {
        let host = served.url.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET /_dev/events HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut events = Self(BufReader::new(stream));
        let first = events.next();
        (events, first)
    }

    pub(crate) fn next(&mut self) -> u64 {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(self.0.read_line(&mut line).unwrap(), 0, "the stream ended");
            if let Some(version) = line.trim_end().strip_prefix("data: ") {
                return version.parse().unwrap();
            }
        }
    }
}

/// Changes a file; returns the time until a page received the event.
fn save(file: &Path, change: impl Fn(String) -> String, events: &mut Events) -> Duration {
    let text = change(fs::read_to_string(file).unwrap());
    let began = Instant::now();
    fs::write(file, text).unwrap();
    events.next();
    began.elapsed()
}

/// A shop with its own copy of templates and texts.
fn shop_of(data: &Path) -> Shop {
    let shop = Shop::of(data);
    copy(&root().join("templates"), &shop.path("templates"));
    let templates = format!("templates = \"{}\"", shop.path("templates").display());
    let ugly = [
        ("collections = ", COLLECTIONS),
        ("taxonomies = ", TAXONOMIES),
        ("accept = ", crate::support::EDGE_LACKS),
    ];
    shop.configure(
        "vitrine.toml",
        &[&[("templates = ", templates.as_str())], &ugly[..]].concat(),
    );
    shop
}

fn edge() -> std::path::PathBuf {
    root().join("generator/demo/shops/edge")
}

fn dev(shop: &Shop, arguments: &[&str]) -> Served {
    let command: Command = shop.command(&[&["dev"], arguments].concat());
    started(command, shop.path("dev.log"))
}

#[test]
fn what_is_saved_shows_at_once_and_touches_no_release() {
    let shop = shop_of(&edge());
    shop.build();
    let before = shop.kept();
    let served = dev(&shop, &["--own-backends"]);
    let home = format!("{}/", served.url);
    let (mut events, version) = Events::of(&served);
    let (status, page) = shop.get(&home);
    assert_eq!(status, 200, "{page}");
    let script = format!("<script defer src=\"/_dev/dev.js\" data-version=\"{version}\"></script>\n");
    assert!(page.contains(&script), "{page}");
    let built = fs::read_to_string(shop.path("state/dev/dist/current/site/index.html")).unwrap();
    assert_eq!(
        page.replace(&script, ""),
        built,
        "a page in work is what a build writes"
    );

    let footer = shop.path("templates/components/footer.html");
    let told = save(&footer, |text| format!("<p>Worked on</p>\n{text}"), &mut events);
    let (status, page) = shop.get(&home);
    assert_eq!(status, 200);
    assert!(page.contains("<p>Worked on</p>"), "{page}");
    assert!(!page.contains("dev-fault"), "{page}");
    println!("from save to event: {told:?}");

    assert!(served.terminate().success(), "open streams do not hold up the end");
    assert_eq!(
        shop.kept(),
        before,
        "R-GEN-02: release and last pull of a build are as they were"
    );
    for folder in ["dist", "state/dev/dist"] {
        for (file, bytes) in tree(&shop.path(folder)) {
            let text = String::from_utf8_lossy(&bytes);
            assert!(!text.contains("/_dev"), "{folder}/{file} knows of the overlay");
        }
    }
}

#[test]
fn the_styleguide_is_shown_in_development_and_is_in_no_release() {
    let shop = shop_of(&edge());
    shop.build();
    let served = dev(&shop, &["--own-backends"]);
    let (mut events, _) = Events::of(&served);
    for prefix in ["", "/en", "/de"] {
        let (status, page) = shop.get(&format!("{}{prefix}/styleguide", served.url));
        assert_eq!(status, 200, "{prefix}");
        assert!(page.contains("Styleguide"), "{prefix}: {page}");
    }
    let example = shop.path("templates/styleguide/links.html");
    save(&example, |text| format!("<p>Worked on</p>\n{text}"), &mut events);
    let (_, page) = shop.get(&format!("{}/styleguide", served.url));
    assert!(page.contains("<p>Worked on</p>"), "{page}");

    assert!(served.terminate().success());
    for folder in ["dist", "state/dev/dist"] {
        let files = tree(&shop.path(folder));
        assert!(files.keys().any(|file| file.ends_with("site/index.html")), "{folder}");
        for (file, bytes) in files {
            let text = String::from_utf8_lossy(&bytes);
            assert!(!file.contains("styleguide"), "{folder}/{file}");
            assert!(!text.contains("/styleguide"), "{folder}/{file} knows of the styleguide");
        }
    }
}

#[test]
fn a_broken_template_is_reported_with_its_location_and_the_last_good_page_stays() {
    let shop = shop_of(&edge());
    let served = dev(&shop, &["--own-backends"]);
    let page = format!("{}/service", served.url);
    let template = shop.path("templates/pages/content.html");
    let good = fs::read_to_string(&template).unwrap();
    let (mut events, _) = Events::of(&served);
    let healthy = shop.get(&page).1;
    assert!(healthy.contains("Hulp</h2>"), "{healthy}");

    for (broken, words) in [
        // It parses, but fails with a page's values.
        (
            good.replace("{{ page.title }}</h1>", "{{ page.titel }}</h1>"),
            vec![
                "templates/pages/content.html:7",
                "undefined value",
                "page.titel",
                "page {blocks, guarantee, imprint, is_list, lead, title, title_place}",
            ],
        ),
        // It does not parse.
        (
            good.replace("{% endif %}", "{% endfi %}"),
            vec!["templates/pages/content.html:", "endfi"],
        ),
    ] {
        save(&template, |_| broken.clone(), &mut events);
        let (status, shown) = shop.get(&page);
        assert_eq!(status, 200);
        assert!(shown.contains("Hulp</h2>"), "the last good page stays: {shown}");
        assert!(shown.contains("<section class=\"dev-fault\" role=\"alert\""), "{shown}");
        assert!(shown.contains("href=\"/_dev/panel.css\""), "{shown}");
        for word in &words {
            assert!(shown.contains(word), "{word:?} is missing: {shown}");
            assert!(served.log().contains(word), "{word:?} is missing: {}", served.log());
        }
        save(&template, |_| good.clone(), &mut events);
        // An event about the failed release may come between.
        while shop.get(&page).1.contains("dev-fault") {
            events.next();
        }
        assert!(shop.get(&page).1.contains("Hulp</h2>"));
    }
    assert!(served.terminate().success());
}

#[test]
fn changed_data_of_the_demo_is_shown_and_invalid_data_is_reported() {
    let data = tempfile::tempdir().unwrap();
    copy(&edge(), data.path());
    let shop = shop_of(&edge());
    let folder = data.path().display().to_string();
    let ports = ["--shopware-port", "0", "--statamic-port", "0", "--images-port", "0"];
    let served = dev(&shop, &[&["--shop", folder.as_str()], ports.as_slice()].concat());
    let page = format!("{}/service", served.url);
    let entry = data.path().join("content/pages/service.json");
    let (mut events, _) = Events::of(&served);

    let title = |words: &'static str| move |entry: &mut Value| entry["nl-NL"]["title"] = words.into();
    change_json(&entry, title("Hulp en onderhoud"));
    events.next();
    let (_, shown) = shop.get(&page);
    assert!(shown.contains("Hulp en onderhoud</h1>"), "{shown}");

    let whole = fs::read_to_string(&entry).unwrap();
    save(&entry, |text| text.replacen('{', "", 1), &mut events);
    let (status, shown) = shop.get(&page);
    assert_eq!(status, 200);
    assert!(
        shown.contains("Hulp en onderhoud</h1>") && shown.contains("dev-fault"),
        "{shown}"
    );
    assert!(shown.contains("service.json"), "the file is named: {shown}");
    save(&entry, |_| whole.clone(), &mut events);
    let (_, shown) = shop.get(&page);
    assert!(!shown.contains("dev-fault"), "{shown}");
    assert!(served.terminate().success());
}
