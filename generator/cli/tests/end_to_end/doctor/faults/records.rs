//! Records, pictures, mail and folders.

use std::{
    io::{Read, Write},
    net::TcpListener,
    thread,
};

use serde_json::{Value, json};

use crate::{
    doctor::{
        codes, doctor, examined,
        planting::{Fault, Garden, broken, each, rows},
    },
    support::Shop,
};

/// Every picture of every product.
fn pictures(body: &mut Value, change: fn(&mut Value)) {
    for product in rows(body) {
        for picture in product["media"].as_array_mut().into_iter().flatten() {
            change(&mut picture["media"]);
        }
    }
}

/// No list of an entry is that of a category.
fn without_category(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(without_category),
        Value::Object(map) => map.iter_mut().for_each(|(key, value)| match key.as_str() {
            "root_category_code" => *value = Value::Null,
            _ => without_category(value),
        }),
        _ => {}
    }
}

#[test]
fn what_the_records_lack_is_found() {
    each(vec![
        Fault {
            what: "a call that only a pull makes",
            codes: &["pull-failed"],
            control: broken("statamic", "/api/collections/pages/tree", "broken_json", 0),
            ..Fault::default()
        },
        Fault {
            what: "an empty menu",
            codes: &["hole-menu"],
            statamic: Some(|asked, body| {
                if asked.contains("/navs/top/tree") {
                    body["data"] = json!([]);
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "a misspelt field that the law requires",
            codes: &["hole-legal-field"],
            lines: &[("gpsr = ", "gpsr = \"vitrine_gspr\"")],
            ..Fault::default()
        },
        Fault {
            what: "a misspelt field",
            codes: &["name-not-seen"],
            lines: &[("retail_price = ", "retail_price = \"vitrine_retial_price\"")],
            ..Fault::default()
        },
        Fault {
            what: "categories without a page",
            codes: &["category-without-page"],
            lines: &[("category_pages = ", "category_pages = false")],
            statamic: Some(|asked, body| {
                if asked.contains("/collections/pages/entries") {
                    without_category(body);
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "an entry without an id",
            codes: &["left-out"],
            statamic: Some(|asked, body| {
                if asked.contains("/collections/news/entries") {
                    body["data"][0]["id"] = Value::Null;
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "pictures without a text",
            codes: &["alt-missing"],
            shopware: Some(|asked, body| {
                if asked.contains("/product?") {
                    pictures(body, |media| {
                        media["alt"] = Value::Null;
                        media["translated"]["alt"] = Value::Null;
                    });
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "pictures without thumbnails",
            codes: &["thumbnails-missing"],
            lines: &[
                ("template = ", "# no template"),
                ("packshot_template = ", "# no template"),
            ],
            shopware: Some(|asked, body| {
                if asked.contains("/product?") {
                    pictures(body, |media| media["thumbnails"] = json!([]));
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "pictures of a host that browsers may not load from",
            codes: &["image-host"],
            lines: &[("hosts = [\"{images}\"", "hosts = [\"http://127.0.0.1:9\"]")],
            ..Fault::default()
        },
        Fault {
            what: "a product without a price",
            codes: &["product-left-out"],
            shopware: Some(|asked, body| {
                if asked.contains("/product?") {
                    let mut variants = rows(body).iter_mut().filter(|one| one["parentId"].is_string());
                    if let Some(variant) = variants.next() {
                        variant["calculatedPrice"] = Value::Null;
                    }
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "an entry at an address of the generator",
            codes: &["path-refused"],
            statamic: Some(|asked, body| {
                if asked.contains("/collections/news/entries") {
                    body["data"][0]["uri"] = json!("/nieuws/_intern");
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "a redirect to another site's script",
            codes: &["redirect-refused"],
            statamic: Some(|asked, body| {
                if asked.contains("/api/redirects") {
                    let refused = json!({"source": "/old-address", "destination": "javascript:alert(1)", "type": 301});
                    match body {
                        Value::Array(list) => list.push(refused),
                        body => body["data"].as_array_mut().unwrap().push(refused),
                    }
                }
            }),
            ..Fault::default()
        },
    ]);
}

#[test]
fn pictures_mail_and_folders_are_found() {
    each(vec![
        Fault {
            what: "an image CDN that knows no such address",
            codes: &["image-refused"],
            lines: &[
                ("packshot_template = ", "# none"),
                ("template = ", "template = \"{url}.png?width={width}\""),
            ],
            ..Fault::default()
        },
        Fault {
            what: "an image CDN that sends another size",
            codes: &["image-size"],
            lines: &[(
                "packshot_template = ",
                "packshot_template = \"{url}?breite={width}&hoehe={height}\"",
            )],
            ..Fault::default()
        },
        Fault {
            what: "a mail server that is not there",
            codes: &["mail-refused"],
            lines: &[("port = ", "port = 9")],
            arguments: &["--without-records"],
            ..Fault::default()
        },
        Fault {
            what: "Secure cookies for a shop by http",
            codes: &["https-by-http"],
            lines: &[("https = ", "https = true")],
            arguments: &["--without-records"],
            ..Fault::default()
        },
        Fault {
            what: "a server that does not answer",
            codes: &["server-silent"],
            arguments: &["--without-records", "--server", "http://127.0.0.1:9"],
            environment: &[("VITRINE_CONTENT_HOOK_SECRET", Some("a-secret-that-nobody-has"))],
            ..Fault::default()
        },
        Fault {
            what: "a folder for releases that cannot be one",
            codes: &["dist-not-writable"],
            lines: &[("dist = ", "dist = \"fault.toml/dist\"")],
            ..Fault::default()
        },
        Fault {
            what: "a folder for the state that cannot be one",
            codes: &["state-not-writable"],
            lines: &[("state_dir = ", "state_dir = \"fault.toml/state\"")],
            ..Fault::default()
        },
    ]);
}

#[test]
fn too_few_open_files_are_found() {
    let garden = Garden::new();
    let run = garden
        .shop
        .shell("ulimit -n 200 && exec vitrine doctor --without-records --format json --now 2026-11-21T09:00:00Z");
    let document = examined(&run);
    assert_eq!(codes(&document), ["open-files-few"], "{:#}", document["findings"]);
    assert_eq!(run.code, Some(0), "a warning");
}

#[test]
fn a_finding_names_what_it_is_about() {
    let garden = Garden::new();
    let found = |fault: &Fault| garden.finds(fault)["findings"][0].clone();
    let misspelt = found(&Fault {
        what: "a misspelt field",
        codes: &["name-not-seen"],
        lines: &[("retail_price = ", "retail_price = \"vitrine_retial_price\"")],
        ..Fault::default()
    });
    let message = misspelt["message"].as_str().unwrap();
    assert!(message.contains("shopware.fields.retail_price"), "{message}");
    assert!(message.contains("vitrine_retail_price"), "the near miss: {message}");
    let missing = found(&Fault {
        what: "a language that the channel does not have",
        codes: &["language-missing"],
        lines: &[("iso = \"de-DE\"", "iso = \"de-AT\"")],
        ..Fault::default()
    });
    let elsewhere = found(&Fault {
        what: "GraphQL at another route",
        codes: &["graphql-closed"],
        lines: &[("graphql_route = ", "graphql_route = \"graphql-of-old\"")],
        ..Fault::default()
    });
    let remedy = elsewhere["remedy"].as_str().unwrap();
    assert!(remedy.contains("statamic.graphql_route to \"graphql\""), "{remedy}");
    assert!(missing["message"].as_str().unwrap().contains("de-AT"), "{missing}");
    assert!(
        missing["remedy"].as_str().unwrap().contains("vitrine.toml"),
        "{missing}"
    );
    assert!(
        missing["set_at"]
            .as_str()
            .unwrap()
            .contains("Sales Channels › the channel › Languages")
    );
}

/// A JPEG of 320 × 240 pixels, as far as its head goes.
const JPEG: &[u8] = &[
    0xff, 0xd8, 0xff, 0xe0, 0x00, 0x04, 0x00, 0x00, 0xff, 0xc0, 0x00, 0x0b, 0x08, 0x00, 0xf0, 0x01, 0x40, 0x01,
];

/// An image CDN that sends JPEG to whoever accepts WebP, in another size.
#[test]
fn an_image_cdn_without_modern_formats_is_found() {
    let cdn = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = cdn.local_addr().unwrap();
    thread::spawn(move || {
        for connection in cdn.incoming() {
            let mut connection = connection.unwrap();
            let mut head = [0; 4_096];
            let _asked = connection.read(&mut head).unwrap();
            let answer = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: image/jpeg\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                JPEG.len()
            );
            connection.write_all(answer.as_bytes()).unwrap();
            connection.write_all(JPEG).unwrap();
        }
    });
    let shop = Shop::small();
    let template = format!("template = \"http://{address}/{{width}}x{{height}}/{{url}}\"");
    shop.configure(
        "vitrine.toml",
        &[("template = ", &template), ("packshot_template = ", "# none")],
    );
    let document = examined(&doctor(&shop, &[]));
    assert_eq!(codes(&document), ["image-format", "image-size"], "{document:#}");
}
