//! The route table and the paths of products.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

mod support;

use proptest::prelude::*;
use support::{DE, EN, NL, own, product, product_id, three_locales};
use vitrine_model::{locale::Locales, path::SitePath};
use vitrine_site::routes::{Layout, RouteError, Routes, WithoutSeoUrl, name};

fn read(change: impl Fn(&str, String) -> String) -> Result<Routes, RouteError> {
    let locales = Locales::new(three_locales()).unwrap();
    Routes::read(&locales, |code| {
        let file = own("../../locales").join(code).join("routes.json");
        change(code, std::fs::read_to_string(file).unwrap())
    })
}

fn routes() -> Routes {
    read(|_, text| text).unwrap()
}

/// R-ROUTE-01: every route of the specification's table in nl, en and de, with its words and its layout. R-ROUTE-12:
/// with these names.
#[test]
fn r_route_01_every_screen_has_its_words_and_layout() {
    use Layout::{Account, Auth, Default, None, Simple};
    let table = [
        ("bor.content", "/{slug...}", "/en/{slug...}", "/de/{slug...}", Default),
        (
            "bor.content.list",
            "/{slug...}/pagina/{page}",
            "/en/{slug...}/page/{page}",
            "/de/{slug...}/seite/{page}",
            Default,
        ),
        ("bor.account.index", "/account", "/en/account", "/de/account", Account),
        (
            "bor.account.orders",
            "/account/bestellingen",
            "/en/account/orders",
            "/de/account/orders",
            Account,
        ),
        (
            "bor.account.order",
            "/account/bestellingen/{order}",
            "/en/account/orders/{order}",
            "/de/account/orders/{order}",
            None,
        ),
        (
            "bor.account.profile",
            "/account/profiel",
            "/en/account/profile",
            "/de/account/profil",
            Account,
        ),
        (
            "bor.account.recover-password",
            "/account/recover/password",
            "/en/account/recover/password",
            "/de/account/recover/password",
            None,
        ),
        (
            "bor.shopping-cart",
            "/winkelwagen",
            "/en/shopping-cart",
            "/de/warenkorb",
            Default,
        ),
        ("bor.checkout", "/checkout", "/en/checkout", "/de/kasse", Default),
        (
            "bor.checkout.success",
            "/checkout/order/{id}",
            "/en/checkout/order/{id}",
            "/de/kasse/order/{id}",
            Simple,
        ),
        (
            "bor.checkout.paid",
            "/checkout/order/{id}/betaald",
            "/en/checkout/order/{id}/paid",
            "/de/kasse/bestellung/{id}/bezahlt",
            Simple,
        ),
        (
            "bor.checkout.unpaid",
            "/checkout/order/{id}/niet-betaald",
            "/en/checkout/order/{id}/unpaid",
            "/de/kasse/bestellung/{id}/unbezahlt",
            Simple,
        ),
        (
            "bor.auth.forgot-password",
            "/wachtwoord-vergeten",
            "/en/forgot-password",
            "/de/password-vergessen",
            Auth,
        ),
        ("bor.auth.login", "/inloggen", "/en/login", "/de/anmeldung", Auth),
        (
            "bor.auth.register",
            "/registreren",
            "/en/register",
            "/de/registrieren",
            Auth,
        ),
        (
            "bor.auth.reset-password",
            "/wachtwoord-resetten",
            "/en/reset-password",
            "/de/passwort-zurücksetzen",
            Auth,
        ),
        (
            "bor.withdrawal",
            "/overeenkomst-ontbinden",
            "/en/withdraw-from-contract",
            "/de/vertrag-widerrufen",
            Default,
        ),
        (
            "bor.auth.confirm-registration",
            "/registratie-bevestigen",
            "/en/confirm-registration",
            "/de/registrierung-bestaetigen",
            Auth,
        ),
        (
            "bor.auth.registration-confirm",
            "/registration/confirm",
            "/en/registration/confirm",
            "/de/registration/confirm",
            None,
        ),
        (
            "bor.newsletter.confirm",
            "/nieuwsbrief-bevestigen",
            "/en/confirm-newsletter",
            "/de/newsletter-bestaetigen",
            Auth,
        ),
        (
            "bor.newsletter.unsubscribe",
            "/nieuwsbrief-opzeggen",
            "/en/unsubscribe-newsletter",
            "/de/newsletter-abbestellen",
            Auth,
        ),
        (
            "bor.product",
            "/producten/{product}--{variant}",
            "/en/products/{product}--{variant}",
            "/de/produkte/{product}--{variant}",
            Default,
        ),
        (
            "bor.detail",
            "/detail/{id}",
            "/en/detail/{id}",
            "/de/detail/{id}",
            Default,
        ),
        ("bor.search", "/zoeken", "/en/search", "/de/suchen", Default),
    ];
    let routes = routes();
    assert_eq!(table.map(|row| row.0), name::ALL);
    for (route, nl, en, de, layout) in table {
        for (locale, pattern) in [(NL, nl), (EN, en), (DE, de)] {
            let found = routes.get(route, locale).unwrap();
            assert_eq!((found.pattern.as_str(), found.layout), (pattern, layout), "{route}");
            let fixed = (!pattern.contains('{')).then(|| SitePath::parse(pattern).unwrap());
            assert_eq!(routes.path(route, locale), fixed.as_ref(), "{route}");
        }
    }
}

/// R-ROUTE-04: "paths with a parameter that is known only at run time (`orders/{order}`, `checkout/order/{id}`, paid,
/// unpaid)": their patterns and files; the only other route with a parameter is that of a product by its id.
#[test]
fn r_route_04_routes_with_a_parameter_have_a_shell() {
    let routes = routes();
    let shells = |locale| {
        let of = routes.of(locale).iter();
        let shells = of.filter_map(|route| Some((route.name, route.shell()?)));
        shells
            .map(|(name, shell)| (name, shell.pattern.clone(), shell.file.clone()))
            .collect::<Vec<_>>()
    };
    let expected =
        |rows: [(&'static str, &str, &str); 5]| rows.map(|(n, p, f)| (n, p.to_owned(), f.to_owned())).to_vec();
    assert_eq!(
        shells(NL),
        expected([
            (
                "bor.account.order",
                "/account/bestellingen/:order",
                "account/bestellingen/_order.html"
            ),
            ("bor.checkout.success", "/checkout/order/:id", "checkout/order/_id.html"),
            (
                "bor.checkout.paid",
                "/checkout/order/:id/betaald",
                "checkout/order/_id/betaald.html"
            ),
            (
                "bor.checkout.unpaid",
                "/checkout/order/:id/niet-betaald",
                "checkout/order/_id/niet-betaald.html"
            ),
            ("bor.detail", "/detail/:id", "detail/_id.html"),
        ])
    );
    assert_eq!(
        shells(DE),
        expected([
            (
                "bor.account.order",
                "/de/account/orders/:order",
                "de/account/orders/_order.html"
            ),
            ("bor.checkout.success", "/de/kasse/order/:id", "de/kasse/order/_id.html"),
            (
                "bor.checkout.paid",
                "/de/kasse/bestellung/:id/bezahlt",
                "de/kasse/bestellung/_id/bezahlt.html"
            ),
            (
                "bor.checkout.unpaid",
                "/de/kasse/bestellung/:id/unbezahlt",
                "de/kasse/bestellung/_id/unbezahlt.html"
            ),
            ("bor.detail", "/de/detail/:id", "de/detail/_id.html"),
        ])
    );
}

/// R-ROUTE-04, R-ROUTE-05: words with an umlaut are percent-encoded for hosts and decoded in file names; words that
/// hosts would interpret as patterns are refused.
#[test]
fn r_route_04_words_of_a_shell_are_safe_for_hosts() {
    let words = |to: &'static str| {
        read(move |code, text| match code {
            "de" => text.replace("/kasse/order/{id}", to),
            _ => text,
        })
    };
    for written in ["/prüfung/{id}", "/pru\u{308}fung/{id}"] {
        let routes = words(written).unwrap();
        let shell = routes.get(name::CHECKOUT_SUCCESS, DE).unwrap().shell().unwrap();
        assert_eq!(shell.pattern, "/de/pr%C3%BCfung/:id");
        assert_eq!(shell.href(), "/de/pr%C3%BCfung/_id");
        assert_eq!(shell.file, "de/pr\u{fc}fung/_id.html");
    }
    for refused in ["/kasse/:order/{id}", "/kasse*/{id}"] {
        let error = words(refused).unwrap_err();
        assert!(
            matches!(
                error,
                RouteError::Path {
                    name: "bor.checkout.success",
                    ..
                }
            ),
            "{error}"
        );
    }
}

/// R-ROUTE-12: a missing or unknown name is an error that names the file.
#[test]
fn r_route_12_names_are_checked() {
    let error = read(|code, text| {
        if code == "en" {
            text.replace("bor.search", "bor.seek")
        } else {
            text
        }
    })
    .unwrap_err();
    assert_eq!(
        error.to_string().split(':').next().unwrap(),
        "locales/en/routes.json has no route \"bor.search\""
    );
    let extra = |_: &str, text: String| text.replacen('{', "{\"bor.more\": {\"path\": \"/x\"},", 1);
    assert!(matches!(read(extra), Err(RouteError::Unknown { name, .. }) if name == "bor.more"));
    let broken = |_: &str, text: String| text.replace("\"/zoeken\"", "\"/../zoeken\"");
    assert!(matches!(read(broken), Err(RouteError::Path { name: "bor.search", .. })));
}

/// R-ROUTE-12: "templates link by name and locale, never by literal path": no template has a route's path in a link or
/// a form action, and no island has one in its code.
#[test]
fn r_route_12_no_template_names_a_path() {
    let routes: serde_json::Value =
        serde_json::from_slice(&std::fs::read(own("../../locales/nl/routes.json")).unwrap()).unwrap();
    let words: Vec<String> = routes
        .as_object()
        .unwrap()
        .values()
        .filter_map(|route| route["path"].as_str())
        .filter_map(|path| {
            path.split('/')
                .nth(1)
                .filter(|word| !word.is_empty() && !word.starts_with('{'))
        })
        .map(str::to_owned)
        .collect();
    assert!(words.iter().any(|word| word == "winkelwagen"), "{words:?}");
    let attributes = [" href=\"", " action=\"", " formaction=\""];
    let mut seen = 0;
    for file in walkdir::WalkDir::new(own("../../templates")) {
        let file = file.unwrap();
        if file.path().extension().is_none_or(|ending| ending != "html") {
            continue;
        }
        seen += 1;
        let text = std::fs::read_to_string(file.path()).unwrap();
        for target in attributes.iter().flat_map(|attribute| text.split(attribute).skip(1)) {
            let allowed = ["{{", "{%", "#", "/api/", "/assets/"]
                .iter()
                .any(|begin| target.starts_with(begin));
            let shown: String = target.chars().take(40).collect();
            assert!(allowed, "{}: {shown}", file.path().display());
        }
    }
    assert!(seen > 50, "{seen} templates");
    for file in walkdir::WalkDir::new(own("../../islands/src")) {
        let path = file.unwrap().into_path();
        let name = path.to_string_lossy();
        let is_code = (name.ends_with(".ts") || name.ends_with(".tsx"))
            && !name.contains(".test.")
            && !name.contains("/testing/");
        if !is_code {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for word in &words {
            for quote in ['"', '`', '\''] {
                assert!(!text.contains(&format!("{quote}/{word}{quote}")), "{name}: /{word}");
            }
        }
    }
}

/// R-ROUTE-06: the SEO path under the product word, slashes as `--`, lower-cased; `/detail/{id}` without one.
#[test]
fn r_route_06_product_paths() {
    let routes = routes();
    let detail = |prefix: &str| format!("{prefix}/detail/{}", product_id(7));
    for (locale, seo, without, expected) in [
        (
            NL,
            Some("Ravel/RAVEL-OA"),
            WithoutSeoUrl::Detail,
            "/producten/ravel--ravel-oa".to_owned(),
        ),
        (
            EN,
            Some("Armchairs/Ravel/RAVEL-OA"),
            WithoutSeoUrl::Detail,
            "/en/products/armchairs--ravel--ravel-oa".to_owned(),
        ),
        (
            DE,
            Some("/Möbel/STÜHLE/"),
            WithoutSeoUrl::Detail,
            "/de/produkte/möbel--stühle".to_owned(),
        ),
        (
            DE,
            Some("M%C3%B6bel%2FA"),
            WithoutSeoUrl::Detail,
            "/de/produkte/möbel--a".to_owned(),
        ),
        (
            NL,
            Some("100% wol/X"),
            WithoutSeoUrl::Detail,
            "/producten/100% wol--x".to_owned(),
        ),
        (NL, Some("Een"), WithoutSeoUrl::Detail, "/producten/een".to_owned()),
        (NL, Some(" / "), WithoutSeoUrl::Detail, detail("")),
        (NL, None, WithoutSeoUrl::Detail, detail("")),
        (EN, None, WithoutSeoUrl::Detail, detail("/en")),
        (
            NL,
            None,
            WithoutSeoUrl::Name,
            "/producten/stoel-een--lu-100-bl".to_owned(),
        ),
    ] {
        let product = product(7, "LU-100.BL", &[(locale, "Stoel 'Één'", seo)]);
        assert_eq!(
            routes.product_path(&product, locale, without).unwrap().as_str(),
            expected,
            "{seo:?}"
        );
    }
    let hidden = product(7, "X", &[(NL, "X", Some(".htaccess"))]);
    assert!(routes.product_path(&hidden, NL, WithoutSeoUrl::Detail).is_err());
}

proptest! {
    /// R-ROUTE-06: for any SEO path, the product's path is one segment below its word, or refused.
    #[test]
    fn r_route_06_any_seo_path_is_one_lower_case_segment(seo in "\\PC{1,60}") {
        let routes = routes();
        let product = product(7, "X", &[(EN, "X", Some(&seo))]);
        if let Ok(path) = routes.product_path(&product, EN, WithoutSeoUrl::Detail) {
            prop_assert_eq!(path.segments().count(), 3);
            prop_assert_eq!(path.segments().next(), Some("en"));
            let last = path.segments().last().unwrap();
            prop_assert!(!last.contains('/'));
            prop_assert_eq!(last.to_lowercase(), last);
            prop_assert_eq!(&SitePath::parse(&path.href()).unwrap(), &path);
        }
    }
}

/// R-CMS-07: "each page beyond the first is a static page of its own (`…/pagina/2`, `/page/2`, `/seite/2`)": below the
/// path of the first page, also that of a home page, and with any characters in that path.
#[test]
fn r_cms_07_paths_of_further_pages() {
    let routes = routes();
    for (first, locale, further) in [
        ("/producten/stoelen", NL, "/producten/stoelen/pagina/2"),
        ("/en/products/chairs", EN, "/en/products/chairs/page/2"),
        ("/de/stühle", DE, "/de/stühle/seite/2"),
        ("/", NL, "/pagina/2"),
        ("/en", EN, "/en/page/2"),
        ("/100%25-wol", NL, "/100%-wol/pagina/2"),
    ] {
        let first = SitePath::parse(first).unwrap();
        assert_eq!(routes.list_path(&first, locale, 2).unwrap().as_str(), further);
    }
    let long = format!("/{}", ["a"; 490].join("/"));
    let long = SitePath::parse(&format!("{long}/{}", "b".repeat(15))).unwrap();
    assert!(routes.list_path(&long, NL, 2).is_err(), "longer than a path may be");
}
