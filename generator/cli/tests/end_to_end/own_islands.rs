//! Islands of a shop's own: bundled by esbuild where it is, taken as they were bundled where it is not.

use std::{fs, os::unix::fs::symlink, path::Path};

use serde_json::Value;

use crate::support::{Packed, Run, root, started};

pub(crate) const ISLAND: &str = "import { useState } from \"react\";\nimport { createTranslate, formatMoney, pageLocale, type Mount } from \"vitrine\";\nimport { mountReact } from \"vitrine/react\";\nimport type { Texts } from \"vitrine/texts\";\nimport { longest } from \"./lengths\";\n\nconst mount: Mount<{ most: number }> = (root, { props, messages }) => {\n  const t = createTranslate<Texts[\"cord-length\"]>(messages, pageLocale());\n  function Cord() {\n    const [metres] = useState(longest(props.most));\n    return <p>{t(\"cord.is\", { metres })} {formatMoney({ minor: 100, currency: \"EUR\" }, pageLocale())}</p>;\n  }\n  mountReact(root, <Cord />);\n};\nexport default mount;\n";
const LENGTHS: &str = "export const longest = (most: number): number => Math.min(most, 3);\n";
const TEMPLATE: &str = "{% extends \"vitrine:components/product/price.html\" %}\n{% block notes %}\n{{ super() }}\n<div class=\"cord\" data-island=\"cord-length\" data-when=\"interaction\"><p>2 m</p>{{ island_data(\"cord-length\", {\"most\": 2}) }}</div>\n{% endblock %}\n";
const PAGE: &str = "en/products/alkoof-bed--ink-160-x-200-cm.html";

/// A folder with one island, its texts, and a template that places it.
pub(crate) fn folder() -> Packed {
    let packed = Packed::publishing();
    packed.init();
    packed.put("theme/islands/cord-length/index.tsx", ISLAND);
    packed.put("theme/islands/cord-length/lengths.ts", LENGTHS);
    packed.put("theme/templates/components/product/price.html", TEMPLATE);
    packed.put(
        "locales/nl/islands/cord-length.json",
        "{\"cord.is\": \"{metres} meter snoer\"}",
    );
    packed.put(
        "locales/en/islands/cord-length.json",
        "{\"cord.is\": \"{metres} metres of cord\"}",
    );
    packed
}

/// The packages of the repository as those of the folder.
pub(crate) fn with_packages(packed: &Packed) {
    symlink(root().join("islands/node_modules"), packed.path("node_modules")).unwrap();
}

pub(crate) fn run_in(packed: &Packed, path: &str, arguments: &[&str]) -> Run {
    let mut command = packed.command(arguments);
    command.env("PATH", path);
    packed.shop.end(&mut command)
}

fn build(packed: &Packed) -> Run {
    run_in(
        packed,
        "/nowhere",
        &["build", "--json", "--accept", "law-guarantee-notice"],
    )
}

fn refused(run: &Run, parts: &[&str]) {
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for part in parts {
        assert!(run.stderr.contains(part), "{part:?} is missing in {}", run.stderr);
    }
}

/// What the page tells the loader of the island.
fn data(packed: &Packed) -> Value {
    let page = packed.page(PAGE);
    let of_island = page
        .split("data-island=\"cord-length\"")
        .nth(1)
        .expect("the island is placed");
    let json = of_island.split("<script type=\"application/json\">").nth(1).unwrap();
    serde_json::from_str(json.split("</script>").next().unwrap()).unwrap()
}

pub(crate) fn built(packed: &Packed, below: &str) -> String {
    fs::read_to_string(packed.path("theme/bundles").join(below)).unwrap()
}

#[test]
fn an_own_island_is_bundled_placed_and_shares_what_the_program_has() {
    let packed = folder();
    with_packages(&packed);
    let run = build(&packed);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("bundled cord-length"), "{}", run.stderr);
    let data = data(&packed);
    assert_eq!(data["props"]["most"], 2);
    assert_eq!(
        data["messages"]["cord.is"], "{metres} metres of cord",
        "its own texts and no others"
    );
    assert_eq!(data["messages"].as_object().unwrap().len(), 1);
    let file = data["file"].as_str().unwrap();
    let script = packed.page(&file[1..]);
    assert!(file.starts_with("/assets/cord-length-"), "{file}");
    assert!(
        script.contains("\"./react-A1B2C3D4.js\"") && script.contains("\"./vitrine-A1B2C3D4.js\""),
        "{script}"
    );
    assert!(!script.contains("vitrine:"), "{script}");
    assert!(
        script.contains("Math.min"),
        "what it imports of its own folder is in it: {script}"
    );
    assert_eq!(
        data["imports"],
        serde_json::json!(["/assets/react-A1B2C3D4.js", "/assets/vitrine-A1B2C3D4.js"])
    );
    assert!(packed.page(PAGE).contains("<p>2 m</p>"), "its fallback");
    let report = packed.vitrine(&["check", "--format", "json"]);
    assert!(!report.stdout.contains("cord-length"), "{}", report.stdout);
    // Nothing is bundled again, and no page rendered, without a change; a changed source is a new file.
    assert_eq!(build(&packed).report()["rendered"], 0);
    packed.put("theme/islands/cord-length/lengths.ts", &LENGTHS.replace("3", "4"));
    let run = build(&packed);
    assert!(run.stderr.contains("bundled cord-length"), "{}", run.stderr);
    assert_ne!(self::data(&packed)["file"], file);
}

#[test]
fn a_folder_with_its_bundles_needs_neither_node_nor_esbuild() {
    let packed = folder();
    refused(
        &build(&packed),
        &[
            "theme/islands/cord-length is not bundled",
            "npm install --save-dev esbuild",
            "PATH",
        ],
    );
    with_packages(&packed);
    let run = run_in(&packed, "/nowhere", &["theme", "islands"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("theme/bundles/cord-length.js: "), "{}", run.stdout);
    fs::remove_file(packed.path("node_modules")).unwrap();
    let run = build(&packed);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(data(&packed)["file"].is_string());
    packed.put(
        "theme/islands/cord-length/lengths.ts",
        "export const longest = () => 1;\n",
    );
    refused(
        &build(&packed),
        &[
            "theme/islands/cord-length was changed after it was bundled",
            "npm install --save-dev esbuild",
        ],
    );
    // Only the script of the package is there, and no Node.
    fs::create_dir_all(packed.path("node_modules/.bin")).unwrap();
    symlink(
        root().join("islands/node_modules/.bin/esbuild"),
        packed.path("node_modules/.bin/esbuild"),
    )
    .unwrap();
    refused(
        &build(&packed),
        &[
            "could not bundle theme/islands/cord-length/index.tsx",
            "install Node.js 20",
        ],
    );
    let node = run_in(&packed, "/usr/local/bin:/usr/bin:/bin", &["theme", "islands"]);
    assert_eq!(node.code, Some(0), "with Node the script works: {}", node.stderr);
    // An island that is gone leaves nothing.
    fs::remove_dir_all(packed.path("theme/islands/cord-length")).unwrap();
    fs::remove_dir_all(packed.path("theme/templates")).unwrap();
    for code in ["nl", "en"] {
        fs::remove_dir_all(packed.path("locales").join(code)).unwrap();
    }
    assert_eq!(build(&packed).code, Some(0));
    assert!(!packed.path("theme/bundles/cord-length.js").exists());
    assert!(!built(&packed, "islands.json").contains("cord-length"));
}

#[test]
fn what_is_wrong_with_an_own_island_is_said_with_its_place() {
    let packed = folder();
    with_packages(&packed);
    let entry = "theme/islands/cord-length/index.tsx";
    let with = |text: &str| ISLAND.replacen("import { useState } from \"react\";", text, 1);
    let cases: [(&str, String, &[&str]); 7] = [
        (
            "theme/islands/cord-length/lengths.ts",
            "\nexport const longest = (;\n".to_owned(),
            &["theme/islands/cord-length/lengths.ts:2: ", "Unexpected \";\""],
        ),
        (
            entry,
            with("import { useState } from \"./none\";"),
            &["theme/islands/cord-length/index.tsx:1: ", "./none"],
        ),
        (
            entry,
            with("import { useStat as useState } from \"react\";"),
            &["\"useStat\" of \"react\"", "nearest is \"useState\""],
        ),
        (
            entry,
            with("import R from \"react\";\nconst { useState } = R;"),
            &["the default of \"react\"", "import names"],
        ),
        (
            entry,
            with("import { useState } from \"react/compiler\";"),
            &["\"react/compiler\", which the program does not publish"],
        ),
        (entry, with("const { useState } = require(\"react\");"), &["require()"]),
        (
            entry,
            with("import { useState } from \"react\";\nimport \"./cord.css\";"),
            &["theme/islands/cord-length/cord.css", "theme/styles/cord-length.css"],
        ),
    ];
    packed.put("theme/islands/cord-length/cord.css", "p { color: red; }");
    for (file, text, parts) in cases {
        let before = fs::read_to_string(packed.path(file)).unwrap();
        packed.put(file, &text);
        refused(&build(&packed), parts);
        packed.put(file, &before);
    }
    for (folder, file, part) in [
        ("cart", "index.ts", "the program has an island \"cart\" too"),
        ("Cord", "index.ts", "small letters"),
        ("empty", "cord.ts", "has no index.tsx or index.ts"),
    ] {
        packed.put(&format!("theme/islands/{folder}/{file}"), "export default () => {};\n");
        refused(&build(&packed), &[&format!("theme/islands/{folder}: "), part]);
        fs::remove_dir_all(packed.path("theme/islands").join(folder)).unwrap();
    }
    assert_eq!(build(&packed).code, Some(0));
}

#[test]
fn an_older_program_without_published_modules_says_so() {
    let packed = Packed::small();
    packed.init();
    packed.put(
        "theme/islands/cord-length/index.ts",
        "import { call } from \"vitrine\";\nexport default () => call;\n",
    );
    with_packages(&packed);
    refused(&build(&packed), &["theme/bundles/cord-length.js", "npm run build"]);
}

#[test]
fn dev_bundles_a_saved_island() {
    let packed = folder();
    with_packages(&packed);
    let mut command = packed.command(&["dev", "--own-backends"]);
    command.env("PATH", "/nowhere");
    let served = started(command, packed.shop.path("log"));
    let path = format!("/{}", Path::new(PAGE).with_extension("").display());
    let get = |path: &str| packed.shop.get(&format!("{}{path}", served.url)).1;
    let file = |page: &str| {
        let rest = page.split("\"file\":\"").nth(1).expect("the island's file");
        rest.split('"').next().unwrap().to_owned()
    };
    let first = file(&get(&path));
    assert!(get(&first).contains("react-A1B2C3D4"));
    let (mut events, _) = crate::dev::Events::of(&served);
    packed.put("theme/islands/cord-length/lengths.ts", &LENGTHS.replace("3", "5"));
    events.next();
    let second = file(&get(&path));
    assert_ne!(first, second);
    packed.put("theme/islands/cord-length/lengths.ts", "export const longest = (;\n");
    events.next();
    assert!(
        get(&path).contains("theme/islands/cord-length/lengths.ts:1: "),
        "the error is shown in the page"
    );
}

/// Budgets count what an own island loads before any interaction, with what it imports of the program.
#[test]
fn an_own_island_counts_in_the_budget_of_its_page() {
    let packed = folder();
    with_packages(&packed);
    // Text that compression does not make small.
    let long: String = (0..400_u32).map(|at| noise(at) + "-").collect();
    packed.put(
        "theme/islands/cord-length/lengths.ts",
        &format!("export const longest = (most: number) => \"{long}\".charCodeAt(most);\n"),
    );
    assert_eq!(build(&packed).code, Some(0));
    let found = || packed.vitrine(&["check", "--format", "json"]).stdout;
    assert!(!found().contains("scripts-over-budget"), "it waits for an interaction");
    packed.put(
        "theme/templates/components/product/price.html",
        &TEMPLATE.replace("interaction", "idle"),
    );
    assert_eq!(build(&packed).code, Some(0));
    let found = found();
    assert!(found.contains("scripts-over-budget"), "{found}");
    assert!(found.contains("a page of kind product may have 10 KB"), "{found}");
}

/// 64 digits that follow no pattern.
fn noise(at: u32) -> String {
    let mut state = u64::from(at).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let digits = (0..64).map(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from_digit(u32::try_from(state % 36).unwrap(), 36).unwrap()
    });
    digits.collect()
}

/// What pages refuse is said when an island is bundled.
#[test]
fn an_island_that_writes_markup_as_text_is_said() {
    let packed = folder();
    with_packages(&packed);
    packed.put(
        "theme/islands/cord-length/lengths.ts",
        "export const longest = (most: number): number => {\n  document.body.innerHTML = String(most);\n  return most;\n};\n",
    );
    let run = build(&packed);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let said = "theme/islands/cord-length uses innerHTML, which browsers refuse on the shop's pages (Trusted Types)";
    assert!(run.stderr.contains(said), "{}", run.stderr);
}

/// In a repository with its sources, the keys of own texts are looked for in own templates and islands.
#[test]
fn own_texts_that_an_own_island_uses_are_no_findings() {
    let packed = folder();
    with_packages(&packed);
    assert_eq!(build(&packed).code, Some(0));
    for part in ["generator", "islands", "templates"] {
        symlink(root().join(part), packed.path(part)).unwrap();
    }
    let found = || packed.vitrine(&["check", "--texts", "--format", "json"]).stdout;
    assert!(!found().contains("cord."), "{}", found());
    packed.put(
        "locales/nl/islands/cord-length.json",
        "{\"cord.is\": \"{metres} m\", \"cord.was\": \"x\"}",
    );
    let found = found();
    assert!(found.contains("text-unused") && found.contains("cord.was"), "{found}");
}
