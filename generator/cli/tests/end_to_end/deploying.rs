//! Runs the commands of `docs/guide/deploy.md` literally: two folders of this machine stand in for the CDN and the API's
//! host.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Run, Served, Shop, root, started};

/// `rsync` and `ssh` as the guide calls them, redirected to local folders.
const HOSTS: &str = r#"
command -v rsync >/dev/null || { echo "rsync is missing: install it with  sudo apt-get install rsync" >&2; exit 3; }
here() { local text="${1//api-host:\/srv\/vitrine/$PWD/api}"; printf %s "${text//your-cdn:\/shop/$PWD/cdn}"; }
rsync() { local all=() one; for one in "$@"; do all+=("$(here "$one")"); done; command rsync "${all[@]}"; }
ssh() { [ "$1" = api-host ] && bash -ec "${2//\/srv\/vitrine/$PWD/api}"; }
"#;

/// Timeout for the server to report a new release.
const SOON: Duration = Duration::from_secs(30);

/// The code blocks of the chapter: building once, the API's host, a release, and an upload of what changed.
fn blocks() -> [String; 4] {
    let chapter = fs::read_to_string(root().join("generator/docs/guide/deploy.md")).unwrap();
    let blocks: Vec<String> = chapter
        .split("```sh\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap().to_owned())
        .collect();
    blocks.try_into().expect("four blocks of commands")
}

/// The upload of what changed, which the tests of uploads type.
pub(crate) fn upload() -> String {
    let [_, _, _, upload] = blocks();
    upload
}

/// The blocks of the chapter that tests type here and in `uploads.rs`.
pub(crate) fn typed_blocks() -> [String; 3] {
    let [_, host, release, upload] = blocks();
    [host, release, upload]
}

/// A shop whose configuration also works on the API's host: all its folders are relative.
fn shop() -> Shop {
    let shop = Shop::small();
    let lines = [
        ("dist = ", "dist = \"dist\""),
        ("state_dir = ", "state_dir = \".vitrine\""),
        ("accept = ", "accept = [\"law-guarantee-notice\", \"law-privacy-link\"]"),
    ];
    shop.configure("vitrine.toml", &lines);
    fs::create_dir_all(shop.path("target/release")).unwrap();
    fs::create_dir_all(shop.path("cdn")).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_vitrine"), shop.path("target/release/vitrine")).unwrap();
    shop
}

fn typed(shop: &Shop, block: &str) -> Run {
    shop.shell(&format!("{HOSTS}\n{block}"))
}

fn typed_well(shop: &Shop, block: &str) {
    let run = typed(shop, block);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

fn serve(shop: &Shop) -> Served {
    let mut command = shop.command(&["serve"]);
    command.current_dir(shop.path("api"));
    started(command, shop.path("serve.log"))
}

fn text(shop: &Shop, below: &str) -> String {
    fs::read_to_string(shop.path(below)).unwrap_or_default()
}

/// R-GEN-01, R-GEN-02: every command of the chapter works as described, on new hosts and on hosts that already serve a
/// release.
#[test]
fn r_gen_02_the_commands_of_the_guide_deploy_a_release() {
    let shop = shop();
    let [built, host, release, _] = blocks();
    for part in [
        "cargo build --release",
        "--no-default-features",
        "npm ci",
        "npm run build",
    ] {
        assert!(built.contains(part), "{part:?} is not in: {built}");
    }

    typed_well(&shop, &host);
    assert!(shop.path("api/vitrine").is_file(), "the binary was copied");
    let served = serve(&shop);
    assert_eq!(shop.get(&format!("{}/api/ready", served.url)).0, 503);

    typed_well(&shop, &release);
    assert_eq!(shop.get(&format!("{}/api/ready", served.url)).0, 200);
    let page = format!("{}/privacy", served.url);
    let (status, before) = shop.get(&page);
    assert_eq!((status, text(&shop, "cdn/privacy.html")), (200, before));
    let began = Instant::now();
    while !served.log().contains(&format!("is live: open {}", served.url)) {
        assert!(began.elapsed() < SOON, "{}", served.log());
        std::thread::sleep(Duration::from_millis(20));
    }

    // The next release: a text has changed, a page is removed, a script has another name.
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in vier zinnen" }));
    let gone = json!({ "entry": "pages/privacy", "site": "de-DE", "publish": false });
    shop.control("POST", "entries", &gone);
    let manifest = text(&shop, "assets/manifest.json").replace("cart-A1B2C3D4", "cart-B2C3D4E5");
    fs::write(shop.path("assets/manifest.json"), manifest).unwrap();
    let old = shop.path("assets/assets/cart-A1B2C3D4.js");
    fs::rename(old, shop.path("assets/assets/cart-B2C3D4E5.js")).unwrap();
    fs::create_dir(shop.path("api/dist/releases/of-long-ago")).unwrap();
    assert!(shop.path("cdn/de/datenschutz.html").is_file());
    typed_well(&shop, &release);

    served.follows(&shop);
    let (status, after) = shop.get(&page);
    assert!(status == 200 && after.contains("Privacy in vier zinnen"), "{status}");
    assert_eq!(text(&shop, "cdn/privacy.html"), after);
    assert!(
        !shop.path("cdn/de/datenschutz.html").exists(),
        "a page that is gone vanishes"
    );
    assert!(!text(&shop, "cdn/sitemap.xml").is_empty());
    for script in ["cart-A1B2C3D4.js", "cart-B2C3D4E5.js"] {
        let file = format!("cdn/assets/{script}");
        assert!(
            shop.path(&file).is_file(),
            "{script}: pages of both releases are in caches"
        );
    }
    assert!(!shop.path("api/dist/releases/of-long-ago").exists(), "old releases go");
    let link = fs::read_link(shop.path("api/dist/current")).unwrap();
    assert_eq!(link, shop.live(), "a link, to the same release");
    assert!(served.terminate().success());
}

/// R-GEN-02: a failed build ends the job; nothing is uploaded.
#[test]
fn r_gen_02_a_failed_build_uploads_nothing() {
    let shop = shop();
    let [_, host, release, _] = blocks();
    typed_well(&shop, &host);
    fs::remove_file(shop.path("assets/manifest.json")).unwrap();
    let run = typed(&shop, &release);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert_eq!(fs::read_dir(shop.path("cdn")).unwrap().count(), 0);
    assert!(!shop.path("api/dist/current").is_symlink());
}
