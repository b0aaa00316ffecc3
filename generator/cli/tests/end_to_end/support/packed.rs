//! A program that carries templates, texts and assets, and the folder of a shop that `vitrine init` wrote for it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{COLLECTIONS, Run, Shop, config, root};

/// The collections of the demo's CMS, as `init` takes them.
fn collections() -> String {
    COLLECTIONS.join(",")
}

/// A shop's folder beside a program, and the backends that both do not know.
pub(crate) struct Packed {
    pub(crate) shop: Shop,
}

impl Packed {
    /// The small shop's backends, and a program with minimal assets.
    pub(crate) fn small() -> Self {
        Self::of(Shop::small())
    }

    pub(crate) fn of(shop: Shop) -> Self {
        let packed = Self { shop };
        let assets = packed.shop.path("built");
        config::write_assets(&assets);
        packed.pack(&assets);
        packed
    }

    /// The same with a program that publishes modules for islands of a shop's own.
    pub(crate) fn publishing() -> Self {
        let packed = Self { shop: Shop::small() };
        let assets = packed.shop.path("built");
        config::write_assets(&assets);
        config::publish_modules(&assets);
        packed.pack(&assets);
        packed
    }

    /// Makes the program with these assets.
    fn pack(&self, assets: &Path) {
        fs::create_dir_all(self.shop.path("bin")).unwrap();
        fs::copy(env!("CARGO_BIN_EXE_vitrine"), self.program()).unwrap();
        let root = root();
        let mut command = self
            .shop
            .command_of(Path::new(env!("CARGO_BIN_EXE_vitrine")), &["pack"]);
        command.arg("--into").arg(self.program());
        command.arg("--templates").arg(root.join("templates"));
        command.arg("--locales").arg(root.join("locales"));
        command.arg("--assets").arg(assets);
        let run = self.shop.end(&mut command);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }

    /// The program.
    pub(crate) fn program(&self) -> PathBuf {
        self.shop.path("bin/vitrine")
    }

    /// A path in the shop's own folder.
    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.shop.path("site").join(below)
    }

    /// The text of a file of the live release's pages.
    pub(crate) fn page(&self, file: &str) -> String {
        let path = self.path("dist/current/site").join(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Writes a file of the shop's own folder.
    pub(crate) fn put(&self, below: &str, text: &str) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Adds to a file of the shop's own folder.
    pub(crate) fn add(&self, below: &str, text: &str) {
        let before = fs::read_to_string(self.path(below)).unwrap();
        self.put(below, &(before + text));
    }

    /// A command of the program in the shop's own folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.shop.command_of(&self.program(), arguments);
        let folder = self.path("");
        if folder.is_dir() {
            command.current_dir(folder);
        }
        command
    }

    pub(crate) fn vitrine(&self, arguments: &[&str]) -> Run {
        self.shop.end(&mut self.command(arguments))
    }

    /// The addresses of the Store API, the CMS and the image CDN.
    pub(crate) fn backends(&self) -> (String, String, String) {
        let demo = self.shop.demo.as_ref().expect("asked while the backends run");
        let (cms, images) = (demo.statamic_url().to_owned(), demo.images_url().to_owned());
        (self.shop.store_api(), cms, images)
    }

    /// Writes the folder with `vitrine init`.
    pub(crate) fn init(&self) -> Run {
        let (store, cms, images) = self.backends();
        let collections = collections();
        let folder = self.shop.path("site");
        let folder = folder.to_str().unwrap();
        let arguments = [
            "init",
            folder,
            "--base-url",
            "http://127.0.0.1:3000",
            "--shopware-url",
            &store,
            "--statamic-url",
            &cms,
            "--image-host",
            &images,
            "--time-zone",
            "Europe/Amsterdam",
            "--locale",
            "nl-NL",
            "--locale",
            "en-GB",
            "--collections",
            &collections,
            "--navigations",
            "main=main,top=top,footer=footer,colophon=colophon",
            "--listen",
            "127.0.0.1:0",
            "--offline",
        ];
        let run = self.vitrine(&arguments);
        self.with_any_port();
        run
    }

    /// Writes the folder with `vitrine init`, which asks a Shopware and a CMS at these addresses what it is not told.
    pub(crate) fn init_asking(&self, (store, cms): (&str, &str), more: &[&str]) -> Run {
        let (_, _, images) = self.backends();
        let folder = self.path("");
        let mut arguments = vec!["init", folder.to_str().unwrap(), "--base-url", "http://127.0.0.1:3000"];
        arguments.extend(["--shopware-url", store, "--statamic-url", cms, "--image-host", &images]);
        arguments.extend(["--time-zone", "Europe/Amsterdam", "--listen", "127.0.0.1:0"]);
        arguments.extend(more);
        self.vitrine(&arguments)
    }

    /// The test's server has any free port.
    pub(crate) fn with_any_port(&self) {
        let file = self.path("vitrine.toml");
        let written = fs::read_to_string(&file).unwrap();
        let of_port = |text: &str, key: &str, scheme: &str| {
            text.replace(
                &format!("{key} = [\"{scheme}127.0.0.1:3000\"]"),
                &format!("{key} = [\"{scheme}127.0.0.1:0\"]"),
            )
        };
        let written = of_port(&of_port(&written, "hosts", ""), "origins", "http://");
        fs::write(&file, written).unwrap();
    }

    /// Builds, which must succeed; returns the number of rendered pages.
    pub(crate) fn build(&self) -> u64 {
        let run = self.vitrine(&["build", "--json", "--accept", "law-guarantee-notice"]);
        run.report()["rendered"].as_u64().unwrap()
    }
}
