//! The guide's first chapter, typed: every command of `docs/guide/first-shop.md` as it stands there, by somebody who has
//! the program and two addresses, and neither Node nor this repository.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    os::unix::{fs::symlink, process::CommandExt},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

use super::documents;
use crate::support::{Packed, root};

/// What the commands use besides the program.
const TOOLS: [&str; 6] = ["bash", "cat", "cp", "echo", "grep", "mkdir"];

/// The chapter whose commands are typed here.
pub(super) const CHAPTER: &str = "generator/docs/guide/first-shop.md";

/// The commands of the chapter, in order.
fn commands() -> String {
    let found = documents::commands(CHAPTER);
    assert!(found.len() >= 8, "the chapter's commands are found");
    found.join("\n")
}

/// How long the chapter may take.
const PROMISED: Duration = Duration::from_secs(600);

/// Everything that was started for the chapter; ended when dropped.
struct Typed(Child);

impl Drop for Typed {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        let _ended = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _waited = self.0.wait();
    }
}

/// Types the commands; returns the URL that the last one, `vitrine serve`, says.
fn typed(packed: &Packed, log: &Path) -> (Typed, String) {
    let tools = packed.shop.path("tools");
    fs::create_dir_all(&tools).unwrap();
    for tool in TOOLS {
        symlink(Path::new("/bin").join(tool), tools.join(tool)).unwrap();
    }
    let bin = packed.program();
    let path = format!("{}:{}", bin.parent().unwrap().display(), tools.display());
    let font = root().join("templates/styles/fonts/instrument-sans-latin.woff2");
    let mut command = packed.command(&[]);
    let keys: Vec<_> = command
        .get_envs()
        .map(|(key, value)| (key.to_owned(), value.map(ToOwned::to_owned)))
        .collect();
    command = Command::new("/bin/bash");
    command
        .args(["-e", "-o", "pipefail", "-c", &commands()])
        .env_clear()
        .current_dir(packed.shop.path(""));
    for (key, value) in keys {
        command.env(key, value.unwrap_or_default());
    }
    let (store, cms, images) = packed.backends();
    command
        .env("PATH", path)
        .env("SHOP_URL", "http://127.0.0.1:0")
        .env("SHOPWARE_URL", store)
        .env("STATAMIC_URL", cms)
        .env("IMAGE_HOST", images)
        .env("LISTEN", "127.0.0.1:0")
        .env("FONT", font)
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(File::create(log).unwrap());
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let typed = Typed(child);
    let mut said = Vec::new();
    let mut url = None;
    for line in lines.map_while(Result::ok) {
        let ready: Option<Value> = serde_json::from_str(&line).ok();
        url = ready.and_then(|ready| ready["url"].as_str().map(str::to_owned));
        said.push(line);
        if url.is_some() {
            break;
        }
    }
    let url = url.unwrap_or_else(|| panic!("{said:?}\n{}", fs::read_to_string(log).unwrap()));
    assert!(said.iter().any(|line| line.contains("--color-paper")), "{said:?}");
    (typed, url)
}

#[test]
fn the_first_chapter_leads_to_a_served_shop_of_ones_own() {
    let packed = Packed::small();
    let log = packed.shop.path("log");
    let began = Instant::now();
    let (_typed, url) = typed(&packed, &log);
    assert!(
        began.elapsed() < PROMISED,
        "{:?} from init to a served shop",
        began.elapsed()
    );
    let get = |path: &str| {
        let (status, text) = packed.shop.get(&format!("{url}{path}"));
        assert_eq!(status, 200, "{path}");
        text
    };
    let home = get("/en");
    assert!(
        home.contains("<meta name=\"theme-color\" content=\"#10151c\">"),
        "its own colour"
    );
    assert!(home.contains("own-mark"), "its own logo");
    assert!(home.contains(">Basket<"), "its own words");
    let css = home.split("/assets/styles-").nth(1).unwrap().split('"').next().unwrap();
    let css = get(&format!("/assets/styles-{css}"));
    assert!(css.contains("--color-accent:#ffb454") && css.contains("own-"), "{css}");
    let font = home
        .split("href=\"/assets/own-")
        .nth(1)
        .expect("its own typeface is preloaded");
    let font = format!("/assets/own-{}", font.split('"').next().unwrap());
    assert!(
        css.contains(font.strip_prefix("/assets/").unwrap()),
        "and named by the style sheet"
    );
    let (status, headers, _) = packed.shop.answer(&format!("{url}{font}"));
    assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, "font/woff2"));
    let sprite = home
        .split("href=\"/assets/icons-")
        .nth(1)
        .expect("its own logo's drawing");
    let sprite = get(&format!("/assets/icons-{}", sprite.split('#').next().unwrap()));
    assert!(sprite.contains("<symbol id=\"own-mark\""), "{sprite}");
    let product = get("/en/products/alkoof-bed--ink-160-x-200-cm");
    assert!(product.contains("Brought by bicycle"), "its own template");
    let folder = packed.shop.path("my-shop");
    let written: Vec<String> = fs::read_to_string(folder.join("vitrine.toml"))
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    assert!(written.len() < 70, "a small configuration");
}
