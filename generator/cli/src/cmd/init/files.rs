//! The files of a new shop's folder.
//!
//! **Invariant:** every value in them is an answer; the folders `theme` and `locales` hold nothing but how to use them.

use toml::Value;

use super::answers::Answers;

const THEME: &str = include_str!("theme.md");
const LOCALES: &str = include_str!("locales.md");

/// The files by name.
pub(super) fn all(answers: &Answers) -> [(&'static str, String); 4] {
    [
        ("vitrine.toml", configuration(answers)),
        ("theme/README.md", THEME.to_owned()),
        ("locales/README.md", LOCALES.to_owned()),
        (".gitignore", "/dist/\n/.vitrine/\nnode_modules/\n".to_owned()),
    ]
}

fn text(value: &str) -> Value {
    Value::String(value.to_owned())
}

fn list<'a>(values: impl IntoIterator<Item = &'a str>) -> Value {
    Value::Array(values.into_iter().map(text).collect())
}

fn configuration(answers: &Answers) -> String {
    let mut out = String::from(
        "# What only this shop can know. Everything else has a default: `vitrine.toml` of the project lists every key and what it means.\n# Secrets come from the environment: VITRINE_SHOPWARE_ACCESS_KEY, and the others that the project's file lists.\n\n",
    );
    out.push_str(&format!(
        "[site]\nbase_url = {}\ntime_zone = {}\n\n",
        text(&answers.base_url),
        text(&answers.time_zone)
    ));
    for (at, language) in answers.languages.iter().enumerate() {
        let prefix = if at == 0 {
            String::new()
        } else {
            format!("/{}", language.code)
        };
        out.push_str(&format!(
            "[[locales]]\ncode = {}\niso = {}\nname = {}\nprefix = {}\n# Statamic's handle of the site.\ncontent_site = {}\n\n",
            text(&language.code),
            text(&language.tag),
            text(&language.name),
            text(&prefix),
            text(&language.site)
        ));
    }
    out.push_str(&format!(
        "[ordering]\n# Whether people without an account may order, and on the pages of which languages.\nconsumer_ordering = true\nconsumer_locales = {}\n\n",
        list(answers.languages.iter().map(|language| language.code.as_str()))
    ));
    out.push_str(&backends(answers));
    out.push_str(&format!(
        "[server]\nlisten = {}\n# The hosts that are answered, and the origins that may write.\nhosts = {}\norigins = {}\nhttps = {}\n",
        text(&answers.listen),
        list([answers.host.as_str()]),
        list([answers.base_url.as_str()]),
        answers.https
    ));
    out
}

fn backends(answers: &Answers) -> String {
    let mut more = String::new();
    for (key, handles) in [
        ("taxonomies", &answers.taxonomies),
        ("asset_containers", &answers.asset_containers),
    ] {
        if !handles.is_empty() {
            more.push_str(&format!("{key} = {}\n", list(handles.iter().map(String::as_str))));
        }
    }
    let places: Vec<String> = answers
        .navigations
        .iter()
        .map(|(place, handle)| format!("{place} = {}", text(handle)))
        .collect();
    if !places.is_empty() {
        more.push_str(&format!("navigations = {{ {} }}\n", places.join(", ")));
    }
    format!(
        "[shopware]\nendpoint = {}\n\n[statamic]\nendpoint = {}\n# The collections to read, and the navigation of each place; places without one show Shopware's categories.\ncollections = {}\n{more}\n[images]\n# Where pictures may come from.\nhosts = {}\n\n",
        text(&answers.shopware),
        text(&answers.statamic),
        list(answers.collections.iter().map(String::as_str)),
        list(answers.image_hosts.iter().map(String::as_str))
    )
}
