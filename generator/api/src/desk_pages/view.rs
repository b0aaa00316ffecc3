//! Renders the pages of the desk.
//!
//! **Invariant:** everything is escaped but what the filters make here; a text or a value that is missing is an error and
//! no gap.

use std::sync::{Arc, LazyLock};

use jiff::{Timestamp, tz::TimeZone};
use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, HtmlEscape, State, UndefinedBehavior, Value,
    value::{Kwargs, Object, Serde, from_args},
};
use serde::Serialize;
use vitrine_model::path::SitePath;

use super::language::Language;

/// The style sheet and the script, with a name that changes with them.
pub(super) const STYLE: &str = include_str!("desk.css");
pub(super) const SCRIPT: &str = include_str!("desk.js");

static TEMPLATES: LazyLock<Result<Environment<'static>, String>> =
    LazyLock::new(|| environment().map_err(|error| format!("{error:#}")));
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let hash = blake3::hash(format!("{STYLE}\n{SCRIPT}").as_bytes()).to_hex();
    hash.chars().take(12).collect()
});

macro_rules! templates {
    ($($name:literal),+) => { [$(($name, include_str!(concat!("templates/", $name)))),+] };
}

fn environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("fill", fill);
    environment.add_filter("href", href);
    environment.add_filter("short", |id: &str| id.chars().take(8).collect::<String>());
    environment.add_filter("seconds", |seconds: f64| format!("{seconds:.1}"));
    environment.add_filter("count", count);
    environment.add_filter("query", |text: &str| {
        url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>()
    });
    let all = templates![
        "base.html",
        "parts.html",
        "login.html",
        "lead.html",
        "saves.html",
        "save.html",
        "releases.html",
        "release.html",
        "back.html",
        "compare.html",
        "findings.html",
        "state.html",
        "problem.html"
    ];
    for (name, source) in all {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

/// The texts of a language, and how it writes moments.
#[derive(Debug)]
struct Words {
    texts: Value,
    zone: TimeZone,
    now: Timestamp,
    language: Language,
}

impl Object for Words {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.texts.get_item(key).ok().filter(|text| !text.is_undefined())
    }

    fn call_method(self: &Arc<Self>, _: &mut State<'_, '_>, method: &str, arguments: &[Value]) -> Result<Value, Error> {
        match method {
            "moment" => self.moment(&from_args::<(Value,)>(arguments)?.0),
            _ => Err(Error::new(ErrorKind::UnknownMethod, "texts have no such method")),
        }
    }
}

impl Words {
    /// A moment for people, in the shop's time zone: of RFC 3339, or of seconds since 1970.
    fn moment(&self, value: &Value) -> Result<Value, Error> {
        let read = match value.as_str() {
            Some(text) => text.parse().ok(),
            None => value.as_i64().and_then(|seconds| Timestamp::from_second(seconds).ok()),
        };
        let Some(at) = read else {
            return Err(Error::new(ErrorKind::InvalidOperation, "this is no moment"));
        };
        let words = self.language.moment(at, self.now, &self.zone);
        Ok(Value::from_safe_string(format!(
            "<time datetime=\"{at}\">{words}</time>"
        )))
    }
}

/// Renders a template; `page` are the values of the page, beside those that every page has.
pub(super) fn render(
    template: &str,
    language: Language,
    (zone, now): (&TimeZone, Timestamp),
    page: Value,
) -> Result<String, String> {
    let environment = TEMPLATES.as_ref().map_err(Clone::clone)?;
    let words = Value::from_object(Words {
        texts: language.texts(),
        zone: zone.clone(),
        now,
        language,
    });
    let languages: Vec<Value> = Language::ALL
        .into_iter()
        .map(|one| {
            let name = one.texts().get_attr("language").unwrap_or_default();
            minijinja::context! { code => one.code(), name => name }
        })
        .collect();
    let shared = minijinja::context! {
        t => words, lang => language.code(), languages, version => VERSION.as_str()
    };
    let values = minijinja::context! { ..page, ..shared };
    let rendered = environment
        .get_template(template)
        .and_then(|found| found.render(values));
    rendered.map_err(|error| format!("{error:#}"))
}

/// Data as a value of a template.
pub(super) fn data(of: &impl Serialize) -> Value {
    Value::from(Serde(of))
}

/// A text with its parameters: `{when}`.
#[expect(clippy::needless_pass_by_value, reason = "a filter gets its parameters by value")]
fn fill(text: &str, parameters: Kwargs) -> Result<Value, Error> {
    let mut filled = HtmlEscape(text).to_string();
    for name in parameters.args() {
        let value: Value = parameters.get(name)?;
        let value = match value.is_safe() {
            true => value.to_string(),
            false => HtmlEscape(&value.to_string()).to_string(),
        };
        filled = filled.replace(&format!("{{{name}}}"), &value);
    }
    Ok(Value::from_safe_string(filled))
}

/// A number with its noun: `texts` has the forms `one` and `many`.
fn count(texts: &Value, number: u64) -> Result<String, Error> {
    let form = texts.get_attr(if number == 1 { "one" } else { "many" })?;
    Ok(form.to_string().replace("{n}", &number.to_string()))
}

/// The address of a page of the shop; the path itself if it is the pattern of several.
fn href(path: &str) -> String {
    SitePath::parse(path).map_or_else(|_| path.to_owned(), |path| path.href())
}
