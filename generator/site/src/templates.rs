//! The templates: MiniJinja in strict mode; everything is escaped except values marked safe by the sanitiser or this
//! module.
//!
//! **Invariant:** no template can print unescaped text: the filters `safe` and `tojson` do not exist, autoescape cannot
//! be disabled, and inline data has a single writer (`inline_json`, rule 3). A template that violates this is refused
//! when it is loaded. A printed value never looks like a leftover of a template (`leftovers`).
//!
//! A page's template gets `page`, `layout` (the template that a screen extends), `head`, `tone`, `path`, `indexable`, `locale` {code, iso, prefix, name}, `site` {name, title_separator, base_url}, `currency`,
//! `home`, `assets` (as below), `canonical` (none for a shell), `x_default`, `alternates` [{code, iso, name, href, url, current, translated}], `breadcrumbs`, `every_head`, `header`, `footer`,
//! `sheets` and `scripts` [{href, integrity}], `is_screen`, `consent` (the layer, empty without a tag manager), `consent_href` and `screen_policy` (none without one).
//! `components/head.html`, `components/header.html` and `components/footer.html` get `locale`, `locales` [{code, iso, name}], `site`, `currency`, `home` and
//! `assets` {loader {href, integrity}, styles {href, integrity}, fonts [href]}; the latter two their view under `header` and `footer`, and `tone`. What pages share is printed by
//! `fragment(view, level=0)`: its template gets `view` and `level` and nothing of the page.
//! Everywhere: `t(key, **params)`, `t_in(code, key)` (another locale's text), `plural(key, count, **params)`,
//! `json_script(value, type="application/json")`, `island_messages(name)`, `island_data(name, props)` (a script with both); `slot(name, value)`, which is filled for each page, in header, footer and what pages share:
//! `slot("alternate", code)` its href in that locale, `slot("offer", code)` a mark where it exists there, `slot("current", href)` and
//! `slot("section", hrefs)` an `aria-current` (`hrefs` parted by blanks), `slot("product", "number")` the number of the page's product, percent-encoded.

mod fragment_html;
mod inline_json;
mod marks;
mod slots;
mod texts;
mod value;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use minijinja::{
    Environment, Error, Output, State, UndefinedBehavior, Value, escape_formatter,
    syntax::SyntaxConfig,
    value::{Enumerator, Object, ValueKind},
};
use vitrine_model::{format::LocaleFormat, locale::LocaleIndex, record::RecordHash};

pub use self::{
    fragment_html::{Content, FragmentView},
    inline_json::InlineJson,
    slots::Html,
};
use self::{
    fragment_html::{fragment, printed_fragments, slot},
    inline_json::{island_files, json_script},
    texts::{add_text_functions, add_text_of_other_locales},
};
pub(crate) use self::{
    marks::{MARK, mark},
    slots::{Around, Filled, Filling, PageSlots, Slot, Slotted, alternates, has_anchor, slots_in},
    value::{failed, from_serde},
};
use crate::{assets::Asset, leftovers, messages::Messages};

/// Why a template is invalid or failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// It does not parse, or uses something that is not allowed.
    #[error("{name}:{line}: {message}")]
    Refused {
        /// `templates/pages/product.html`, or `theme/templates/…`
        name: String,
        /// 1-based.
        line: usize,
        /// What is wrong, and what to do about it.
        message: String,
    },
    /// It failed with a page's values.
    #[error("{name}:{line}: {message}{}", .expression.as_ref().map(|e| format!(" in `{e}`")).unwrap_or_default())]
    Failed {
        /// `templates/blocks/hero.html`, or `theme/templates/…`
        name: String,
        /// 1-based.
        line: usize,
        /// What failed.
        message: String,
        /// The failed expression with the names of its values.
        expression: Option<String>,
        /// For the template's author: the lines around the error, the values used there, and the names of all available
        /// values.
        scope: String,
    },
}

impl TemplateError {
    fn of(error: &Error, own: &BTreeSet<String>) -> Self {
        let mut deepest = error;
        while let Some(inner) = std::error::Error::source(deepest).and_then(|e| e.downcast_ref::<Error>()) {
            deepest = inner;
        }
        let expression = deepest
            .range()
            .and_then(|range| deepest.template_source()?.get(range))
            .map(|text| {
                text.split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
                    .chars()
                    .take(120)
                    .collect()
            });
        let message = match deepest.detail() {
            Some(detail) => format!("{}: {detail}", deepest.kind()),
            None => deepest.kind().to_string(),
        };
        Self::Failed {
            name: shown(deepest.name().unwrap_or("?"), own),
            line: deepest.line().unwrap_or(0),
            message,
            expression,
            scope: deepest.display_debug_info().to_string().trim().to_owned(),
        }
    }

    /// Adds the names that the template may use.
    fn with_names(mut self, values: &Value) -> Self {
        if let Self::Failed { scope, .. } = &mut self {
            scope.push_str("\nAt hand: ");
            scope.push_str(&names(values));
        }
        self
    }
}

/// What the shop has itself.
#[derive(Clone, Debug, Default)]
pub struct OwnParts {
    /// The names of its templates.
    pub templates: BTreeSet<String>,
    /// Its islands by name.
    pub islands: BTreeMap<String, Asset>,
}

/// All templates, prepared for every locale.
#[derive(Clone, Debug)]
pub struct Templates {
    by_locale: Vec<Environment<'static>>,
    /// The names of the shop's own templates.
    own: BTreeSet<String>,
    hash: RecordHash,
}

impl Templates {
    /// Compiles the templates by name (`pages/product.html`), with the texts of each locale. `own` is what the shop
    /// has itself of them.
    pub fn new(
        sources: &BTreeMap<String, String>,
        own: OwnParts,
        locales: &[(Arc<Messages>, Arc<LocaleFormat>)],
    ) -> Result<Self, TemplateError> {
        let OwnParts {
            templates: own,
            islands,
        } = own;
        let islands = Arc::new(island_files(&islands));
        let mut base = Environment::new();
        base.set_undefined_behavior(UndefinedBehavior::Strict);
        base.set_auto_escape_callback(|_| minijinja::AutoEscape::Html);
        base.set_debug(true);
        base.set_syntax(whitespace()?);
        base.set_formatter(print_value);
        base.remove_filter("safe");
        base.remove_filter("tojson");
        base.add_function("json_script", json_script);
        base.add_function("slot", slot);
        base.add_function("fragment", fragment);
        for (name, source) in sources {
            refuse_unsafe(&shown(name, &own), source)?;
            base.add_template_owned(name.clone(), without_indentation(source))
                .map_err(|e| TemplateError::Refused {
                    name: shown(name, &own),
                    line: e.line().unwrap_or(0),
                    message: e.detail().map_or_else(|| e.to_string(), str::to_owned),
                })?;
        }
        let all: Vec<Arc<Messages>> = locales.iter().map(|(messages, _)| Arc::clone(messages)).collect();
        let by_locale = locales
            .iter()
            .map(|(messages, format)| {
                let mut environment = base.clone();
                add_text_functions(&mut environment, messages, format, &islands);
                add_text_of_other_locales(&mut environment, &all);
                environment
            })
            .collect();
        Ok(Self {
            by_locale,
            own,
            hash: RecordHash::of(sources),
        })
    }

    /// The hash of all templates.
    pub fn hash(&self) -> RecordHash {
        self.hash
    }

    /// Whether a template exists.
    pub fn has(&self, name: &str) -> bool {
        self.by_locale.first().is_some_and(|e| e.get_template(name).is_ok())
    }

    /// Renders a template, appending to `out`; returns the fragments for its marks.
    pub fn render(
        &self,
        locale: LocaleIndex,
        name: &str,
        values: &Value,
        out: &mut Vec<u8>,
    ) -> Result<Vec<Arc<Html>>, TemplateError> {
        let missing = |message: String| TemplateError::Refused {
            name: shown(name, &self.own),
            line: 0,
            message,
        };
        let environment = self
            .by_locale
            .get(usize::from(locale.0))
            .ok_or_else(|| missing(format!("the locale {} has no texts", locale.0)))?;
        let template = environment
            .get_template(name)
            .map_err(|_| missing("this template does not exist".to_owned()))?;
        template
            .render_captured_to(values.clone(), out)
            .map(|mut rendered| rendered.with_state_mut(printed_fragments))
            .map_err(|e| TemplateError::of(&e, &self.own).with_names(values))
    }
}

/// The file of a template, for messages.
fn shown(name: &str, own: &BTreeSet<String>) -> String {
    match name.strip_prefix("vitrine:") {
        Some(name) => format!("templates/{name}"),
        None if own.contains(name) && name.ends_with(".svg") => format!("theme/{name}"),
        None if own.contains(name) => format!("theme/templates/{name}"),
        None => format!("templates/{name}"),
    }
}

/// The names of a template's values, with those one level below: `page {blocks, title}, path`.
fn names(values: &Value) -> String {
    let keys = |value: &Value| -> Vec<String> {
        let mut keys: Vec<String> = value
            .try_iter()
            .map_or_else(|_| Vec::new(), |keys| keys.map(|k| k.to_string()).collect());
        keys.sort_unstable();
        keys
    };
    let told = keys(values).into_iter().map(|key| {
        let below = values
            .get_attr(&key)
            .ok()
            .filter(|value| value.kind() == ValueKind::Map);
        match below {
            Some(value) => format!("{key} {{{}}}", keys(&value).join(", ")),
            None => key,
        }
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Lines with only a tag leave no whitespace.
fn whitespace() -> Result<SyntaxConfig, TemplateError> {
    SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()
        .map_err(|e| TemplateError::of(&e, &BTreeSet::new()))
}

/// A template before compilation, without indentation, which would be a twelfth of every page. Line numbers stay those
/// of the source, for error messages. Elements with significant whitespace (`<pre>`) occur only in content.
fn without_indentation(source: &str) -> String {
    source.split('\n').map(str::trim_start).collect::<Vec<_>>().join("\n")
}

/// Finds forbidden syntax: disabled escaping, and scripts other than files.
fn refuse_unsafe(name: &str, source: &str) -> Result<(), TemplateError> {
    for (number, line) in source.lines().enumerate() {
        let refuse = |message: &str| {
            Err(TemplateError::Refused {
                name: name.to_owned(),
                line: number + 1,
                message: message.to_owned(),
            })
        };
        if line.contains("autoescape") {
            return refuse("escaping cannot be switched: let the view give sanitised text (rule 2)");
        }
        let lower = line.to_ascii_lowercase();
        if lower
            .match_indices("<script")
            .any(|(at, _)| !lower[at..].contains(" src="))
        {
            return refuse("a script must have its src on the same line; data is written by json_script(…) (rule 3)");
        }
        if lower.contains("<style") || lower.contains(" onclick=") || lower.contains("javascript:") {
            return refuse(
                "inline styles and handlers are refused by the site's own policy: use a style sheet or an island",
            );
        }
    }
    Ok(())
}

/// Prints a value with `<`, `>`, `&` and quotes escaped. Unlike MiniJinja's formatter it does not escape slashes, and
/// it refuses undefined values.
fn print_value(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    if value.is_none() {
        return Err(failed(
            "a value that is none was printed; ask for it with {% if %} first",
        ));
    }
    match value.as_str() {
        Some(text) if !value.is_safe() => escape(out, text).map_err(Error::from),
        _ => escape_formatter(out, state, value),
    }
}

/// The bytes that may need an escape, which most bytes of a text do not.
static LOOKED_AT: [bool; 256] = {
    let mut table = [false; 256];
    let mut place = 0;
    let looked_at = *b"<>&\"'{[s";
    while place < looked_at.len() {
        table[looked_at[place] as usize] = true;
        place += 1;
    }
    table
};

fn escape(out: &mut Output<'_>, text: &str) -> std::fmt::Result {
    let bytes = text.as_bytes();
    let (mut begin, mut at) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        if LOOKED_AT[usize::from(*byte)]
            && let Some(escaped) = escape_at(bytes, at)
        {
            out.write_str(text.get(begin..at).unwrap_or(""))?;
            out.write_str(escaped)?;
            begin = at + 1;
        }
        at += 1;
    }
    out.write_str(text.get(begin..).unwrap_or(""))
}

fn escape_at(bytes: &[u8], at: usize) -> Option<&'static str> {
    match bytes.get(at..)? {
        [b'<', ..] => Some("&lt;"),
        [b'>', ..] => Some("&gt;"),
        [b'&', ..] => Some("&amp;"),
        [b'"', ..] => Some("&quot;"),
        [b'\'', ..] => Some("&#39;"),
        rest @ ([b'{', b'{', ..] | [b'[', b'o', ..] | [b's', b't', ..]) => {
            leftovers::escape_of(rest).map(|(reference, _)| reference)
        }
        _ => None,
    }
}

/// The values of a template by name, followed by those of its locale. A page looks up about a thousand names, so they
/// are compared directly.
#[derive(Debug)]
pub(crate) struct Values {
    pub(crate) own: Vec<(&'static str, Value)>,
    pub(crate) shared: Arc<[(&'static str, Value)]>,
}

impl Object for Values {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let mut all = self.own.iter().chain(self.shared.iter());
        all.find(|(name, _)| *name == key).map(|(_, value)| value.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let all = self.own.iter().chain(self.shared.iter());
        Enumerator::Values(all.map(|(name, _)| Value::from(*name)).collect())
    }
}
