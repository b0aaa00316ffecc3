//! A shop of one's own: a folder that `vitrine init` writes, over a program that carries everything else.

use std::fs;

use crate::support::{Packed, Run, Shop, copy, root, started};

/// The run failed with one sentence that has these parts.
fn refused(run: &Run, parts: &[&str]) {
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for part in parts {
        assert!(run.stderr.contains(part), "{part:?} is missing in {}", run.stderr);
    }
}

/// The file that the page links, below `assets/`.
fn linked(page: &str, begin: &str) -> String {
    let at = page
        .find(&format!("/assets/{begin}"))
        .unwrap_or_else(|| panic!("no {begin} in {page}"));
    page[at + 1..].split('"').next().unwrap().to_owned()
}

#[test]
fn a_folder_of_init_and_the_program_are_a_shop() {
    let packed = Packed::small();
    let run = packed.init();
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let configuration = fs::read_to_string(packed.path("vitrine.toml")).unwrap();
    for of_demo in [
        "6.95",
        "honeypots",
        "Lindhoven",
        "returns",
        "delivery",
        "4010",
        "templates =",
    ] {
        assert!(!configuration.contains(of_demo), "{of_demo} stands in {configuration}");
    }
    for folder in ["theme", "locales"] {
        let files: Vec<_> = fs::read_dir(packed.path(folder))
            .unwrap()
            .map(|file| file.unwrap().file_name())
            .filter(|name| name != "contract.json")
            .collect();
        assert_eq!(files, ["README.md"], "{folder}");
    }
    assert!(packed.build() > 100);
    let home = packed.page("index.html");
    assert!(home.contains("<meta name=\"theme-color\" content=\"#f5f2ec\">"));
    assert_eq!(
        linked(&home, "styles-"),
        "assets/styles-A1B2C3D4.css",
        "a shop without a theme has the program's"
    );
    let product = packed.page("en/products/alkoof-bed--ink-160-x-200-cm.html");
    assert!(
        !product.contains("OfferShippingDetails"),
        "delivery costs that the shop did not say"
    );
    assert!(
        !product.contains("MerchantReturnPolicy"),
        "returns that the shop did not say"
    );
    let served = started(packed.command(&["serve", "--no-builder"]), packed.shop.path("log"));
    assert_eq!(packed.shop.get(&format!("{}/", served.url)).0, 200);
    refused(&packed.init(), &["is not empty"]);
}

#[test]
fn init_says_which_answer_is_missing_or_wrong() {
    let packed = Packed::small();
    refused(&packed.vitrine(&["init", "new"]), &["--base-url is missing"]);
    let given = |flag: &'static str, value: &'static str| {
        let mut all = vec![
            ("--base-url", "https://shop.example"),
            ("--shopware-url", "https://commerce.example/store-api"),
            ("--statamic-url", "https://cms.example"),
            ("--time-zone", "Europe/Berlin"),
            ("--locale", "de-DE"),
        ];
        all.retain(|(name, _)| *name != flag);
        all.push((flag, value));
        let flat: Vec<&str> = all.into_iter().flat_map(|(name, value)| [name, value]).collect();
        packed.vitrine(&[&["init", "new", "--offline"], flat.as_slice()].concat())
    };
    for (flag, value) in [
        ("--base-url", "shop.example"),
        ("--shopware-url", "ftp://x.example"),
        ("--time-zone", "Berlin"),
        ("--locale", "deutsch"),
        ("--navigations", "left=main"),
        ("--image-host", "images"),
    ] {
        refused(&given(flag, value), &[flag, value]);
        assert!(!packed.shop.path("new").exists(), "{flag} {value} wrote a folder");
    }
    assert_eq!(given("--locale", "de-DE=default").code, Some(0));
    let written = fs::read_to_string(packed.shop.path("new/vitrine.toml")).unwrap();
    assert!(
        written.contains("collections = [\"pages\"]")
            && written.contains("content_site = \"default\"")
            && written.contains("https = true"),
        "{written}"
    );
}

#[test]
fn a_program_that_carries_nothing_says_so_and_one_that_was_changed_is_refused() {
    let packed = Packed::small();
    packed.init();
    let mut bare = packed.shop.command(&["build"]);
    bare.current_dir(packed.path(""));
    refused(
        &packed.shop.end(&mut bare),
        &["build.templates is not set", "vitrine pack --into"],
    );
    let mut bytes = fs::read(packed.program()).unwrap();
    let at = bytes.len() - 1000;
    bytes[at] ^= 1;
    fs::remove_file(packed.program()).unwrap();
    fs::write(packed.program(), bytes).unwrap();
    let mut command = std::process::Command::new("chmod");
    command.arg("+x").arg(packed.program());
    packed.shop.end(&mut command);
    refused(&packed.vitrine(&["build"]), &["not those that were packed into it"]);
}

const TOKENS: &str = "/* dark { */\n@font-face { font-family: \"Own Grotesk\"; src: url(\"fonts/grotesk.woff2\") format(\"woff2\"); font-display: optional; }\n:root {\n  --color-paper: #14110f;\n  --font-text: \"Own Grotesk\", Arial, sans-serif;\n  --motion: 400ms;\n}\n";

#[test]
fn tokens_fonts_styles_icons_and_flags_are_the_shops_own_without_node() {
    let packed = Packed::small();
    packed.init();
    packed.build();
    packed.put("theme/tokens.css", TOKENS);
    fs::create_dir_all(packed.path("theme/fonts")).unwrap();
    let font = root().join("templates/styles/fonts/instrument-sans-latin.woff2");
    fs::copy(font, packed.path("theme/fonts/grotesk.woff2")).unwrap();
    packed.put(
        "theme/styles/card.css",
        ".product-card {\n  border: 1px solid; /* square */\n  background: url(\"../pictures/dots.svg\");\n}\n",
    );
    packed.put("theme/pictures/dots.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    packed.put(
        "theme/flags/nl.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><path/></svg>",
    );
    packed.put(
        "theme/icons/instagram.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 2\"><path d=\"M0 0h2\"/></svg>",
    );
    assert!(packed.build() > 100, "every page is rendered anew");
    let home = packed.page("index.html");
    assert!(home.contains("<meta name=\"theme-color\" content=\"#14110f\">"));
    let css = packed.page(&linked(&home, "styles-"));
    for part in [
        "@layer tokens{:root{--color-paper:#14110f;",
        "prefers-reduced-motion",
        "@layer theme{.product-card{border:1px solid;background:url(\"dots-",
        ".flag--nl{background-image:url(\"nl-",
    ] {
        assert!(css.contains(part), "{part} is missing in {css}");
    }
    assert!(!css.contains("/*"), "{css}");
    let font = linked(&home, "grotesk-");
    assert!(
        css.contains(font.strip_prefix("assets/").unwrap()),
        "{font} is preloaded and named"
    );
    assert!(packed.path("dist/current/site").join(&font).is_file());
    assert!(packed.page("icons/instagram.svg").contains("M0 0h2"));
    assert_eq!(packed.build(), 0, "nothing is rendered without a change");
    packed.put("theme/tokens.css", &TOKENS.replace("#14110f", "#201d1a"));
    assert!(packed.build() > 100);
    let report = packed.vitrine(&["check", "--format", "json"]);
    assert!(report.code.is_some_and(|code| code < 2), "{}", report.stderr);
    assert!(
        !report.stdout.contains("styles-"),
        "the check finds faults of the theme: {}",
        report.stdout
    );
}

#[test]
fn a_template_stands_in_for_one_of_the_program_or_fills_its_blocks() {
    let packed = Packed::small();
    packed.init();
    packed.put(
        "theme/templates/components/product/price.html",
        "{% extends \"vitrine:components/product/price.html\" %}\n{% block notes %}\n<p class=\"own\">{{ t(\"own.promise\") }}</p>\n{{ super() }}\n{% endblock %}\n",
    );
    packed.put(
        "theme/templates/components/header/wordmark.html",
        "{% include \"own/mark.html\" %}\n",
    );
    packed.put(
        "theme/templates/own/mark.html",
        "<a class=\"header__brand\" href=\"{{ home }}\">{{ site.name }}!</a>\n",
    );
    for code in ["nl", "en"] {
        packed.put(
            &format!("locales/{code}/own.json"),
            "{\"own\": {\"promise\": \"Brought by bike\"}}",
        );
    }
    packed.put("locales/en/common.json", "{\"common\": {\"cart\": \"Basket\"}}");
    packed.build();
    let product = packed.page("en/products/alkoof-bed--ink-160-x-200-cm.html");
    assert!(product.contains("<p class=\"own\">Brought by bike</p>"), "{product}");
    assert!(product.contains("data-tax"), "the block of the program follows");
    let home = packed.page("en.html");
    assert!(home.contains("Lindhoven!</a>"), "{home}");
    assert!(home.contains(">Basket<"), "{home}");
    assert!(
        packed.page("index.html").contains(">Winkelwagen<"),
        "the other language keeps its text"
    );
}

#[test]
fn what_the_program_does_not_have_is_an_error_with_the_nearest_name() {
    let packed = Packed::small();
    packed.init();
    let cases: [(&str, &str, &[&str]); 11] = [
        (
            "theme/tokens.css",
            ":root {\n  --colour-paper: #fff;\n}",
            &["theme/tokens.css:2", "nearest is --color-paper"],
        ),
        (
            "theme/tokens.css",
            ".card { color: red }",
            &["theme/tokens.css:1", "theme/styles/*.css"],
        ),
        (
            "theme/tokens.css",
            "@font-face { src: url(fonts/none.woff2) }",
            &["theme/tokens.css:1", "fonts/none.woff2"],
        ),
        (
            "theme/styles/a.css",
            "a { background: url(https://x.example/y.png) }",
            &["theme/styles/a.css:1", "nothing from elsewhere"],
        ),
        (
            "theme/styles/a.css",
            "@import \"b.css\";",
            &["theme/styles/a.css:1", "imported"],
        ),
        ("theme/styles/a.css", "a {", &["theme/styles/a.css:1", "not closed"]),
        (
            "theme/templates/components/heading.html",
            "x",
            &["theme/templates/components/heading.html", "nearest is components/head"],
        ),
        (
            "theme/templates/components/macros/product_card.html",
            "x",
            &["is called components/product-card.html now"],
        ),
        (
            "theme/templates/components/header.html",
            "{% extends \"vitrine:components/header.html\" %}\n{% block tool %}{% endblock %}",
            &["components/header.html:2", "nearest is \"tools\""],
        ),
        (
            "theme/templates/components/header.html",
            "{{ nothing }}",
            &["theme/templates/components/header.html:1"],
        ),
        (
            "locales/nl/common.json",
            "{\"common.carts\": \"x\"}",
            &["locales/nl/common.json", "nearest is \"common.cart\""],
        ),
    ];
    for (file, text, parts) in cases {
        packed.put(file, text);
        refused(&packed.vitrine(&["build"]), parts);
        fs::remove_file(packed.path(file)).unwrap();
    }
    packed.build();
}

#[test]
fn theme_list_names_templates_blocks_values_and_tokens() {
    let packed = Packed::small();
    packed.init();
    let list = |arguments: &[&str]| {
        let run = packed.vitrine(&[&["theme"], arguments].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    assert!(list(&["list"]).contains("components/header.html: the header of every page"));
    let header = list(&["list", "components/header.html"]);
    assert!(
        header.contains("  tools: ") && header.contains("  header.main"),
        "{header}"
    );
    assert!(list(&["list", "tokens"]).contains("--color-paper: #f5f2ec;"));
    assert!(list(&["show", "components/header/wordmark.html"]).contains("header__brand"));
    refused(
        &packed.vitrine(&["theme", "list", "components/headers.html"]),
        &["nearest is components/header.html"],
    );
}

/// A language that the program does not have is a folder with all of its files.
#[test]
fn a_language_of_ones_own_needs_only_its_folder() {
    let packed = Packed::small();
    packed.init();
    let file = packed.path("vitrine.toml");
    let text = fs::read_to_string(&file).unwrap();
    let french = "[[locales]]\ncode = \"fr\"\niso = \"fr-FR\"\nname = \"Français\"\nprefix = \"/fr\"\ncontent_site = \"fr-FR\"\n\n[ordering]";
    fs::write(&file, text.replace("[ordering]", french)).unwrap();
    refused(&packed.vitrine(&["check", "--texts"]), &["fr/format.json"]);
    copy(&root().join("locales/en"), &packed.path("locales/fr"));
    let run = packed.vitrine(&["check", "--texts"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(
        format!("{}{}", run.stdout, run.stderr).contains("3 locales"),
        "{}",
        run.stderr
    );
}

#[test]
fn dev_shows_a_saved_theme() {
    let packed = Packed::small();
    packed.init();
    packed.put("theme/tokens.css", ":root { --color-paper: #101010; }");
    let served = started(packed.command(&["dev", "--own-backends"]), packed.shop.path("log"));
    let get = |url: &str| packed.shop.get(&format!("{}{url}", served.url)).1;
    assert!(get("/").contains("content=\"#101010\""), "{}", served.log());
    let (mut events, first) = crate::dev::Events::of(&served);
    packed.put("theme/tokens.css", ":root { --color-paper: #202020; }");
    assert!(events.next() > first);
    let home = get("/");
    assert!(home.contains("content=\"#202020\""), "{home}");
    let css = get(&format!("/{}", linked(&home, "styles-")));
    assert!(css.contains("#202020"), "{css}");
    packed.put("theme/tokens.css", ":root { --color-papr: #202020; }");
    events.next();
    assert!(get("/").contains("nearest is --color-paper"));
}

/// The repository's own shop: an own folder may be laid over configured folders too.
#[test]
fn a_theme_lies_over_configured_folders() {
    let shop = Shop::small();
    fs::create_dir_all(shop.path("theme")).unwrap();
    fs::write(shop.path("theme/tokens.css"), ":root { --color-paper: #123456; }").unwrap();
    shop.build();
    assert!(shop.file("site/index.html").contains("content=\"#123456\""));
}
