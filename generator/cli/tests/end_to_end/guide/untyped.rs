//! Commands of the documents that no test types.

/// The document, the command without its comment, and the reason.
pub(super) const UNTYPED: [(&str, &str, &str); 24] = [
    ("README.md", "scripts/start", STARTS),
    ("README.md", "scripts/test", "runs this test"),
    (
        "generator/docs/guide/backends.md",
        "bin/console app:install --activate VitrineShopWindow",
        "is a command of Shopware's own installation; `app.rs` installs what the line before it wrote in the demo's",
    ),
    ("generator/docs/guide/demo.md", "scripts/start", STARTS),
    ("generator/docs/guide/demo.md", "scripts/start --latency real", STARTS),
    ("generator/docs/guide/demo.md", "scripts/start --statamic 6", STARTS),
    (
        "generator/docs/guide/demo.md",
        "scripts/start --theme gloedwerf",
        STARTS,
    ),
    (
        "generator/docs/guide/deploy.md",
        "cargo build --release --locked -p vitrine-cli --no-default-features --target-dir target",
        COMPILES,
    ),
    (
        "generator/docs/guide/deploy.md",
        "(cd islands && npm ci --ignore-scripts && npm run build)",
        "loads packages from npm, and a test reaches no host but this one",
    ),
    (
        "generator/docs/guide/deploy.md",
        "target/release/vitrine pack --into target/release/vitrine",
        "needs what the lines before it make; `embedded.rs` packs a program",
    ),
    (
        "generator/docs/guide/extend.md",
        "cargo run --bin vitrine -- dev",
        "compiles with the target folder of whoever types it, and runs until it is stopped; `dev.rs` runs `vitrine dev`",
    ),
    (
        "generator/docs/guide/theme.md",
        "npm install --save-dev esbuild typescript @types/react",
        "loads packages from npm, and a test reaches no host but this one; `own_island.rs` has those of the repository",
    ),
    ("generator/docs/guide/extend.md", "scripts/bench build", MEASURES),
    ("generator/docs/guide/extend.md", "scripts/bench serve", MEASURES),
    ("generator/docs/guide/extend.md", "scripts/bench api", MEASURES),
    ("generator/docs/guide/extend.md", "scripts/bench search", MEASURES),
    ("generator/docs/guide/extend.md", "scripts/bench preview", MEASURES),
    ("generator/docs/guide/extend.md", "scripts/bench page", MEASURES),
    ("generator/docs/guide/extend.md", "scripts/bench live", MEASURES),
    (
        "generator/docs/guide/extend.md",
        "BENCH_PARTS=\"kills races\" scripts/bench live",
        MEASURES,
    ),
    (
        "generator/docs/guide/operate.md",
        "sudo apt-get install ./vitrine_0.1.0_amd64.deb",
        INSTALLS,
    ),
    (
        "generator/docs/guide/operate.md",
        "sudo systemctl enable --now vitrine.service",
        INSTALLS,
    ),
    (
        "generator/docs/guide/operate.md",
        "sudo journalctl --unit vitrine.service --follow",
        INSTALLS,
    ),
    (
        "generator/docs/guide/operate.md",
        "docker compose up --build --detach",
        "loads an image of another host",
    ),
];

const INSTALLS: &str = "changes the machine of whoever runs the test; `releasing.rs` checks package and units";
const STARTS: &str = "compiles, takes the ports 3000 and 4010 to 4013 of this machine, and runs until it is stopped";
const COMPILES: &str = "compiles the whole program once more, for release";
const MEASURES: &str = "compiles for release and measures for minutes on a machine that does nothing else";
