//! A repository's front end that is not installed or not built anew is told before a build or `dev` begins.

use std::{
    fs::{self, File},
    time::{Duration, SystemTime},
};

use crate::support::{Run, Shop, copy};

/// A shop whose assets lie beside the sources of a front end.
fn shop() -> Shop {
    let shop = Shop::small();
    let config = fs::read_to_string(shop.path("vitrine.toml")).unwrap();
    let assets = config.lines().find_map(|line| line.strip_prefix("assets = ")).unwrap();
    copy(assets.trim_matches('"').as_ref(), &shop.path("front/build"));
    let line = format!("assets = \"{}\"", shop.path("front/build").display());
    shop.configure("vitrine.toml", &[("assets = ", &line)]);
    fs::create_dir_all(shop.path("front/src")).unwrap();
    let lock = "{\"packages\": {\"\": {}, \"node_modules/esbuild\": {\"version\": \"0.28.2\"}, \"node_modules/other\": {\"version\": \"1.0.0\", \"optional\": true}}}";
    for (file, text) in [
        ("build.mjs", ""),
        ("bundle-on-demand.mjs", ""),
        ("package-lock.json", lock),
        ("src/loader.ts", ""),
    ] {
        fs::write(shop.path("front").join(file), text).unwrap();
    }
    shop
}

fn refused(run: &Run, parts: &[&str]) {
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for part in parts {
        assert!(run.stderr.contains(part), "{part:?} is missing in {}", run.stderr);
    }
    assert!(!run.stderr.contains("open http"), "nothing was started: {}", run.stderr);
}

#[test]
fn dev_says_at_once_which_packages_are_missing_or_others() {
    let shop = shop();
    let dev = || shop.vitrine(&["dev", "--own-backends"]);
    let remedy = format!("type `npm ci --ignore-scripts` in {}", shop.path("front").display());
    refused(&dev(), &["has no package esbuild", &remedy, "Nothing was started"]);
    fs::create_dir_all(shop.path("front/node_modules/esbuild")).unwrap();
    let installed = shop.path("front/node_modules/.package-lock.json");
    fs::write(
        &installed,
        "{\"packages\": {\"node_modules/esbuild\": {\"version\": \"0.27.0\"}}}",
    )
    .unwrap();
    refused(
        &dev(),
        &["node_modules/esbuild is 0.27.0, where ", " has 0.28.2", &remedy],
    );
    fs::write(&installed, "{\"packages\": {}}").unwrap();
    refused(&dev(), &["node_modules/esbuild is not installed", &remedy]);
    assert!(!shop.path("state/dev").exists(), "nothing was written before");
}

#[test]
fn a_build_says_that_its_assets_are_older_than_their_sources() {
    let shop = shop();
    let aged = |at: SystemTime| {
        for file in ["build.mjs", "package-lock.json", "src/loader.ts"] {
            let file = File::options().write(true).open(shop.path("front").join(file)).unwrap();
            file.set_modified(at).unwrap();
        }
    };
    let manifest = File::options()
        .write(true)
        .open(shop.path("front/build/manifest.json"))
        .unwrap();
    let far = manifest.metadata().unwrap().modified().unwrap() + Duration::from_secs(3_600);
    manifest.set_modified(far).unwrap();
    let older = "are older than";
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(!run.stderr.contains(older), "{}", run.stderr);
    aged(far + Duration::from_secs(1));
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains(older), "{}", run.stderr);
    assert!(
        run.stderr.contains("front/src/loader.ts: type `npm run build` in "),
        "{}",
        run.stderr
    );
    // Without the assets nothing is pulled.
    fs::remove_file(shop.path("front/build/manifest.json")).unwrap();
    refused(
        &shop.vitrine(&["build"]),
        &["manifest.json could not be read", "npm run build"],
    );
}
