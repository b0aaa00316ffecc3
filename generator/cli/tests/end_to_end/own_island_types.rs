//! TypeScript accepts islands of a shop's own with the types that the program writes.

use crate::{
    own_islands::{ISLAND, built, folder, run_in, with_packages},
    support::{Packed, Run, copy, root},
};

/// Checks the folder's islands with TypeScript.
fn tsc(packed: &Packed) -> Run {
    let mut command = std::process::Command::new("node");
    command.arg(packed.path("node_modules/typescript/bin/tsc"));
    command.arg("--project").arg(packed.path("theme/islands"));
    packed.shop.end(command.current_dir(packed.path("")))
}

/// `tsc` accepts an island with the types that the program writes, and finds a wrong key, call and answer.
#[test]
fn the_published_types_are_those_of_the_program() {
    let packed = folder();
    with_packages(&packed);
    let run = packed.vitrine(&["theme", "types"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.contains("vitrine.d.ts") && run.stdout.contains("tsconfig.json"),
        "{}",
        run.stdout
    );
    let tsc = || tsc(&packed);
    let called = "import { call } from \"vitrine\";\nimport { cartStore } from \"vitrine/cart\";\nimport type { OpenNowProps } from \"vitrine/props\";\nimport { useStore } from \"vitrine/react\";\nexport const shown = (props: OpenNowProps) => props.hours;\nexport const Count = () => useStore(cartStore()).cart?.item_count;\nexport const count = async (): Promise<number> => (await call(\"GET /api/cart\")).item_count;\n";
    packed.put("theme/islands/cord-length/called.ts", called);
    let run = tsc();
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    packed.put(
        "theme/islands/cord-length/index.tsx",
        &ISLAND.replace("cord.is", "cord.was"),
    );
    packed.put(
        "theme/islands/cord-length/called.ts",
        &called
            .replace("GET /api/cart", "GET /api/carts")
            .replace("props.hours", "props.hour"),
    );
    let run = tsc();
    for wrong in ["\"cord.was\"", "\"GET /api/carts\"", "'hour'"] {
        assert!(run.stdout.contains(wrong), "{wrong} is not found in {}", run.stdout);
    }
    // A `tsconfig.json` of the shop's own stays.
    packed.put("theme/islands/tsconfig.json", "{}");
    let run = packed.vitrine(&["theme", "types"]);
    assert!(!run.stdout.contains("tsconfig.json"), "{}", run.stdout);
}

/// The second shop's bundle is that of its sources, and `tsc` accepts them.
#[test]
fn the_second_shops_island_is_bundled_as_it_is_committed() {
    let packed = Packed::publishing();
    packed.init();
    let site = root().join("generator/demo/shops/gloedwerf/site");
    copy(&site.join("theme"), &packed.path("theme"));
    copy(&site.join("locales"), &packed.path("locales"));
    let committed = built(&packed, "cord-length.js");
    let record = built(&packed, "islands.json");
    let run = run_in(&packed, "/nowhere", &["theme", "types"]);
    assert_eq!(
        run.code,
        Some(0),
        "without a bundle to make, nothing is needed: {}",
        run.stderr
    );
    with_packages(&packed);
    let run = run_in(&packed, "/nowhere", &["theme", "islands"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(
        built(&packed, "cord-length.js"),
        committed,
        "type `vitrine theme islands` there and commit"
    );
    assert_eq!(
        built(&packed, "islands.json"),
        record,
        "type `vitrine theme islands` there and commit"
    );
    let run = tsc(&packed);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
}
