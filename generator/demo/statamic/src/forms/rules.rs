//! Validation with Laravel's rules, in the order of the form and with Laravel's English messages. Conditions of fields
//! are not evaluated: they work because a hidden field is not sent, and through `sometimes` (Statamic §9).
//!
//! **Invariant:** a form with a rule that is not in [`KNOWN`] is an error at start, so no rule is skipped silently.

use indexmap::IndexMap;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::super::dates::parse_date;
use super::super::files::FormFile;
use super::super::options::StatamicVersion;
use super::dates;
use super::input::Input;
use super::shapes::{float, is_accepted, is_email, is_url, matches, parse_day, plain};
use super::upload::Upload;
use super::values::DECORATION;

/// Every supported rule; those of the first line check whether a value is present, the others check a present value.
const KNOWN: &[&str] = &[
    "required",
    "required_if",
    "required_with",
    "sometimes",
    "nullable",
    "accepted",
    "after",
    "after_or_equal",
    "array",
    "before",
    "before_or_equal",
    "between",
    "boolean",
    "confirmed",
    "date",
    "digits",
    "email",
    "file",
    "image",
    "in",
    "integer",
    "max",
    "mimes",
    "min",
    "numeric",
    "regex",
    "same",
    "string",
    "url",
];

/// Messages by field, in the order of the form.
pub(crate) type Errors = IndexMap<String, Vec<String>>;

/// The rules of a field's config: `validate` as text or list, and `required` as a key of its own. The text of a field with
/// files is one rule, whatever stands in it: `mimes:jpg,png,pdf|max:5120` takes files of the type `pdf|max:5120`.
pub(crate) fn of(config: &Value) -> Vec<String> {
    let has_files = matches!(config.get("type").and_then(Value::as_str), Some("assets" | "files"));
    let mut rules: Vec<String> = match config.get("validate") {
        Some(Value::String(text)) if has_files => vec![text.clone()],
        // The pattern of a `regex` rule may contain the separator; such a rule is written in a list.
        Some(Value::String(text)) => text.split('|').map(str::to_owned).collect(),
        Some(Value::Array(list)) => list
            .iter()
            .map(|rule| rule.as_str().map_or_else(|| rule.to_string(), str::to_owned))
            .collect(),
        _ => Vec::new(),
    };
    if config.get("required") == Some(&json!(true)) && !rules.iter().any(|rule| rule == "required") {
        rules.insert(0, "required".to_owned());
    }
    rules
}

/// The rules as in GraphQL: with `nullable` appended for a field that is not required.
pub(crate) fn shown(config: &Value) -> Vec<String> {
    let mut rules = of(config);
    if !rules.iter().any(|rule| rule == "required" || rule == "nullable") {
        rules.push("nullable".to_owned());
    }
    rules
}

/// Whether a rule is supported.
pub(crate) fn is_known(rule: &str) -> bool {
    KNOWN.contains(&split(rule).0)
}

fn split(rule: &str) -> (&str, &str) {
    rule.split_once(':').unwrap_or((rule, ""))
}

/// One field with its input.
struct Sent<'i> {
    /// Its name in messages.
    name: String,
    handle: &'i str,
    value: &'i Value,
    files: &'i [Upload],
    /// Whether size rules apply to its numeric value.
    is_number: bool,
    input: &'i Input,
    form: &'i FormFile,
    now: Timestamp,
}

/// Validates all fields, or the listed ones.
pub(crate) fn check(
    form: &FormFile,
    input: &Input,
    only: Option<&[String]>,
    version: StatamicVersion,
    now: Timestamp,
) -> Errors {
    let mut errors = Errors::new();
    for (handle, config) in &form.fields {
        let kind = config.get("type").and_then(Value::as_str).unwrap_or("text");
        let asked = only.is_none_or(|only| only.is_empty() || only.contains(handle));
        let mut rules = of(config);
        if DECORATION.contains(&kind) || !asked || (rules.iter().any(|rule| rule == "sometimes") && !input.has(handle))
        {
            continue;
        }
        match kind {
            "integer" => rules.push("integer".to_owned()),
            "float" => rules.push("numeric".to_owned()),
            _ => {}
        }
        let mut value = input.value(handle).clone();
        if dates::is_date(config) && !value.is_null() {
            match dates::read(&value, version) {
                Ok(date) => value = Value::String(date),
                Err(message) => {
                    errors.insert(handle.clone(), vec![message.to_owned()]);
                    continue;
                }
            }
        }
        let sent = Sent {
            name: display(handle, config),
            handle,
            value: &value,
            files: input.files(handle),
            is_number: rules.iter().any(|rule| rule == "integer" || rule == "numeric"),
            input,
            form,
            now,
        };
        let mut messages: Vec<String> = rules.iter().filter_map(|rule| sent.broken(rule)).collect();
        if matches!(kind, "assets" | "files") {
            messages.extend(sent.broken_list(config.get("max_files").and_then(Value::as_u64)));
        }
        if !messages.is_empty() {
            errors.insert(handle.clone(), messages);
        }
        if kind == "assets" {
            errors.extend(sent.broken_items());
        }
    }
    errors
}

fn count<T>(list: &[T]) -> u64 {
    u64::try_from(list.len()).unwrap_or(u64::MAX)
}

/// `display`, otherwise the handle as words.
fn display(handle: &str, config: &Value) -> String {
    let words = || {
        let mut words = handle.replace(['_', '-'], " ");
        if let Some(first) = words.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        words
    };
    config
        .get("display")
        .and_then(Value::as_str)
        .map_or_else(words, str::to_owned)
}

impl Sent<'_> {
    fn is_empty(&self) -> bool {
        let no_value = match self.value {
            Value::Null => true,
            Value::Array(list) => list.is_empty(),
            _ => false,
        };
        no_value && self.files.is_empty()
    }

    /// The message if a rule is violated. An empty value violates only rules that require a value.
    fn broken(&self, rule: &str) -> Option<String> {
        let (rule, argument) = split(rule);
        let name = &self.name;
        let asked = match rule {
            "required" => self.is_empty().then(|| format!("The {name} field is required.")),
            "accepted" => (!is_accepted(self.value)).then(|| format!("The {name} field must be accepted.")),
            "required_if" => self.required_if(argument),
            "required_with" => self.required_with(argument),
            _ => None,
        };
        if asked.is_some() || self.is_empty() {
            return asked;
        }
        if self.files.is_empty() {
            self.broken_value(rule, argument)
        } else {
            self.broken_file(rule, argument)
        }
    }

    fn required_if(&self, argument: &str) -> Option<String> {
        let mut parts = argument.split(',').map(str::trim);
        let other = parts.next()?;
        let sent = plain(self.input.value(other));
        let value = parts.find(|value| *value == sent)?;
        self.is_empty().then(|| {
            format!(
                "The {} field is required when {} is {value}.",
                self.name,
                self.other(other)
            )
        })
    }

    fn required_with(&self, argument: &str) -> Option<String> {
        let other = argument
            .split(',')
            .map(str::trim)
            .find(|other| !self.input.value(other).is_null())?;
        self.is_empty().then(|| {
            format!(
                "The {} field is required when {} is present.",
                self.name,
                self.other(other)
            )
        })
    }

    /// The name of another field in messages.
    fn other(&self, handle: &str) -> String {
        self.form
            .fields
            .get(handle)
            .map_or_else(|| handle.to_owned(), |config| display(handle, config))
    }

    fn broken_file(&self, rule: &str, argument: &str) -> Option<String> {
        let types: Vec<&str> = argument.split(',').map(str::trim).collect();
        let kilobytes = argument.parse::<u64>().ok();
        let fits = |file: &Upload| match (rule, kilobytes) {
            ("mimes", _) => file.is_one_of(&types),
            ("image", _) => file.is_image(),
            ("max", Some(most)) => file.bytes <= most.saturating_mul(1024),
            ("min", Some(least)) => file.bytes >= least.saturating_mul(1024),
            _ => true,
        };
        let says = match rule {
            "mimes" => format!("must be a file of type: {}.", types.join(", ")),
            "image" => "must be an image.".to_owned(),
            "max" => format!("must not be greater than {argument} kilobytes."),
            _ => format!("must be at least {argument} kilobytes."),
        };
        (!self.files.iter().all(fits)).then(|| format!("The {} field {says}", self.name))
    }

    /// The messages about a field with files as a list.
    fn broken_list(&self, most: Option<u64>) -> Vec<String> {
        // A text instead of files has as many items as characters.
        let (is_list, items) = match self.value {
            Value::Null => (true, count(self.files)),
            Value::Array(list) => (true, count(list)),
            value => (false, plain(value).chars().map(|_| 1).sum()),
        };
        let no_list = (!is_list).then(|| format!("The {} field must be an array.", self.name));
        let most = most.filter(|most| items > *most);
        let too_many = most.map(|most| format!("The {} field must not have more than {most} items.", self.name));
        no_list.into_iter().chain(too_many).collect()
    }

    /// The messages about each file: only uploads whose type is allowed are files.
    fn broken_items(&self) -> Errors {
        const NOT_ALLOWED: &str = "The upload failed.";
        let key = |at: usize| format!("{}.{at}", self.handle);
        let uploads = self.files.iter().enumerate().filter(|(_, file)| !file.is_allowed());
        let uploads = uploads.map(|(at, _)| (key(at), vec![NOT_ALLOWED.to_owned()]));
        let others = self.value.as_array().into_iter().flatten().enumerate();
        let others = others.map(|(at, _)| {
            let no_file = format!("The {} field must be a file.", key(at));
            (key(at), vec![no_file, NOT_ALLOWED.to_owned()])
        });
        uploads.chain(others).collect()
    }

    fn broken_value(&self, rule: &str, argument: &str) -> Option<String> {
        let text = plain(self.value);
        let (holds, says) = match rule {
            "email" => (is_email(&text), "must be a valid email address.".to_owned()),
            "url" => (is_url(&text), "must be a valid URL.".to_owned()),
            "numeric" => (
                text.parse::<f64>().is_ok_and(f64::is_finite),
                "must be a number.".to_owned(),
            ),
            "integer" => (text.parse::<i64>().is_ok(), "must be an integer.".to_owned()),
            "string" => (self.value.is_string(), "must be a string.".to_owned()),
            "array" => (self.value.is_array(), "must be an array.".to_owned()),
            "boolean" => (
                matches!(text.as_str(), "0" | "1" | "true" | "false"),
                "must be true or false.".to_owned(),
            ),
            "digits" => (
                text.bytes().all(|b| b.is_ascii_digit()) && argument.parse() == Ok(text.len()),
                format!("must be {argument} digits."),
            ),
            "regex" => (matches(&text, argument), "format is invalid.".to_owned()),
            "same" => (
                self.input.value(argument) == self.value,
                format!("must match {}.", self.other(argument)),
            ),
            "confirmed" => {
                let again = self.input.value(&format!("{}_confirmation", self.handle));
                (again == self.value, "confirmation does not match.".to_owned())
            }
            "mimes" => (
                false,
                format!("must be a file of type: {}.", argument.replace(',', ", ")),
            ),
            "image" => (false, "must be an image.".to_owned()),
            "file" => (false, "must be a file.".to_owned()),
            "in" => {
                let holds = argument.split(',').any(|one| one.trim().trim_matches('"') == text);
                return (!holds).then(|| format!("The selected {} is invalid.", self.name));
            }
            "min" | "max" | "between" => return self.broken_size(rule, argument),
            _ => return self.broken_date(rule, argument, &text),
        };
        (!holds).then(|| format!("The {} field {says}", self.name))
    }

    /// Size rules compare the number, the number of items, or the number of characters.
    fn broken_size(&self, rule: &str, argument: &str) -> Option<String> {
        let (size, unit) = match self.value {
            Value::Array(list) => (float(list.len()), " items"),
            value if self.is_number => (plain(value).parse().ok()?, ""),
            value => (float(plain(value).chars().count()), " characters"),
        };
        let (least, most) = match rule {
            "min" => (argument.parse::<f64>().ok()?, f64::INFINITY),
            "max" => (f64::NEG_INFINITY, argument.parse::<f64>().ok()?),
            _ => {
                let (least, most) = argument.split_once(',')?;
                (least.trim().parse().ok()?, most.trim().parse().ok()?)
            }
        };
        if (least..=most).contains(&size) {
            return None;
        }
        let name = &self.name;
        Some(match (rule, unit) {
            ("min", " items") => format!("The {name} field must have at least {argument} items."),
            ("min", unit) => format!("The {name} field must be at least {argument}{unit}."),
            ("max", " items") => format!("The {name} field must not have more than {argument} items."),
            ("max", unit) => format!("The {name} field must not be greater than {argument}{unit}."),
            (_, " items") => format!("The {name} field must have between {least} and {most} items."),
            (_, unit) => format!("The {name} field must be between {least} and {most}{unit}."),
        })
    }

    fn broken_date(&self, rule: &str, argument: &str, text: &str) -> Option<String> {
        let says = match rule {
            "date" => "must be a valid date.".to_owned(),
            "after" => format!("must be a date after {argument}."),
            "after_or_equal" => format!("must be a date after or equal to {argument}."),
            "before" => format!("must be a date before {argument}."),
            "before_or_equal" => format!("must be a date before or equal to {argument}."),
            _ => return None,
        };
        let date = parse_date(text);
        let limit = || parse_day(argument, self.now).or_else(|| parse_date(&plain(self.input.value(argument))));
        let holds = match (rule, date) {
            ("date", date) => date.is_some(),
            (_, None) => false,
            (rule, Some(date)) => limit().is_some_and(|limit| match rule {
                "after" => date > limit,
                "after_or_equal" => date >= limit,
                "before" => date < limit,
                _ => date <= limit,
            }),
        };
        (!holds).then(|| format!("The {} field {says}", self.name))
    }
}

/// The first unsupported rule of a form, with its field.
pub(crate) fn unknown_rule(form: &FormFile) -> Option<(String, String)> {
    form.fields.iter().find_map(|(handle, config)| {
        let unknown = of(config).into_iter().find(|rule| !is_known(rule))?;
        Some((handle.clone(), unknown))
    })
}
