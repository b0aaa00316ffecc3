//! Validates a submission against the rules of its form.
//!
//! **Invariant:** at most one fault per field, the first one found; hidden fields have none. Values of fields that the
//! form does not have are ignored.

use jiff::civil::Date;
use vitrine_model::form::FieldKind;

use crate::{
    classes, dates,
    formats::{is_email, is_integer, is_url, number},
    rule::{Class, Letters, Rule},
    shown::{shown, value_of},
    spec::{FieldSpec, FormSpec},
    value::{File, MAX_TEXT, MAX_VALUES, Value, Values},
};

/// A fault of one field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Handle of the field.
    pub field: String,
    /// The message: `required` stands for `errors.form.required`.
    pub key: &'static str,
    /// Parameters of the message other than the field, by name; a date is `YYYY-MM-DD`.
    pub parameters: Vec<(&'static str, String)>,
}

/// The result for one value: the message and its parameters.
type Verdict = Option<(&'static str, Vec<(&'static str, String)>)>;

/// Returns the faults of a submission in the order of the form's fields; empty if it is valid.
pub fn check(spec: &FormSpec, values: &Values, today: Date) -> Vec<Fault> {
    let shown = shown(spec, values);
    let judge = Judge {
        spec,
        values,
        shown: &shown,
        today,
    };
    let visible = spec
        .fields
        .iter()
        .zip(&shown)
        .filter(|(field, shown)| **shown && field.has_value());
    visible
        .filter_map(|(field, _)| {
            let (key, parameters) = judge.field(field)?;
            Some(Fault {
                field: field.handle.clone(),
                key,
                parameters,
            })
        })
        .collect()
}

struct Judge<'a> {
    spec: &'a FormSpec,
    values: &'a Values,
    shown: &'a [bool],
    today: Date,
}

impl Judge<'_> {
    fn field(&self, field: &FieldSpec) -> Verdict {
        let value = value_of(field, self.values);
        if let Some(fault) = shape(field, &value) {
            return Some(fault);
        }
        let empty = value.is_empty();
        let absent = field.rules.iter().filter(|rule| rule.judges_nothing());
        let first = absent.into_iter().find_map(|rule| self.presence(rule, &value));
        if first.is_some() || empty {
            return first;
        }
        kind(field, &value).or_else(|| {
            let rules = field.rules.iter().filter(|rule| !rule.judges_nothing());
            rules.into_iter().find_map(|rule| self.rule(rule, &value))
        })
    }

    /// The value of another field; `Missing` if that field is hidden or does not exist.
    fn other(&self, handle: &str) -> Value {
        match self.spec.position(handle) {
            Some(at) if self.shown.get(at) == Some(&true) => self
                .spec
                .fields
                .get(at)
                .map_or(Value::Missing, |field| value_of(field, self.values)),
            _ => Value::Missing,
        }
    }

    fn has(&self, handle: &str, wanted: &[String]) -> bool {
        match self.other(handle) {
            Value::Text(text) => wanted.contains(&text),
            Value::Flag(on) => wanted
                .iter()
                .any(|w| w == if on { "true" } else { "false" } || w == if on { "1" } else { "0" }),
            Value::List(list) => list.iter().any(|item| wanted.contains(item)),
            Value::Missing => wanted.iter().any(|w| w == "null"),
            Value::Files(_) | Value::Unusable => false,
        }
    }

    /// Rules that also apply to empty fields.
    fn presence(&self, rule: &Rule, value: &Value) -> Verdict {
        let filled = |handle: &String| !self.other(handle).is_empty();
        let needed = match rule {
            Rule::Required => true,
            Rule::RequireOne(others) => !others.iter().any(filled),
            Rule::RequiredIf(other, wanted) => self.has(other, wanted),
            Rule::RequiredUnless(other, wanted) => !self.has(other, wanted),
            Rule::RequiredWith(others) => others.iter().any(filled),
            Rule::RequiredWithout(others) => !others.iter().all(filled),
            Rule::Accepted => return unless("accepted", is_accepted(value)),
            Rule::Confirm(other) => return unless("confirm", same(value, &self.other(other))),
            _ => false,
        };
        unless("required", !(needed && value.is_empty()))
    }

    fn rule(&self, rule: &Rule, value: &Value) -> Verdict {
        match (rule, value) {
            (Rule::FileKinds(_) | Rule::FileSize(_) | Rule::FileSizeMin(_), Value::Files(files)) => file(rule, files),
            (Rule::Different(other), _) => unless("different", !same(value, &self.other(other))),
            (Rule::Min(n), Value::List(list)) => count("min_count", *n, count_of(list) >= *n),
            (Rule::Max(n), Value::List(list)) => count("max_count", *n, count_of(list) <= *n),
            (Rule::Between(a, b), Value::List(list)) => {
                count("min_count", *a, count_of(list) >= *a).or_else(|| count("max_count", *b, count_of(list) <= *b))
            }
            (Rule::Is(allowed), Value::List(list)) => unless("is", list.iter().all(|item| allowed.contains(item))),
            (_, Value::Text(text)) => self.text(rule, text),
            // A rule for texts on a toggle, a list or files: `laravel` never creates one.
            _ => unless("invalid", false),
        }
    }

    fn text(&self, rule: &Rule, text: &str) -> Verdict {
        match rule {
            Rule::Number | Rule::Integer | Rule::Min(_) | Rule::Max(_) | Rule::Between(..) => numeric(rule, text),
            Rule::Alpha(_) | Rule::AlphaSpaces(_) | Rule::Alphanumeric(_) | Rule::Contains(_) => letters(rule, text),
            Rule::Lowercase => unless("lowercase", !text.chars().any(classes::is_upper)),
            Rule::Uppercase => unless("uppercase", !text.chars().any(classes::is_lower)),
            Rule::Symbol => unless("symbol", text.chars().all(classes::is_symbol)),
            Rule::Length(..) | Rule::Digits(..) => size(rule, text),
            Rule::DateFormat(formats) => {
                let fits = formats.iter().any(|format| dates::formatted(text, format).is_some());
                with("date_format", &[("format", formats.join(", "))], fits)
            }
            Rule::DateAfter(_)
            | Rule::DateFrom(_)
            | Rule::DateBefore(_)
            | Rule::DateUntil(_)
            | Rule::DateBetween(..) => self.date(rule, text),
            Rule::Email => unless("email", is_email(text)),
            Rule::Url => unless("url", is_url(text)),
            Rule::StartsWith(heads) => listed("starts_with", heads, heads.iter().any(|h| text.starts_with(h.as_str()))),
            Rule::EndsWith(tails) => listed("ends_with", tails, tails.iter().any(|t| text.ends_with(t.as_str()))),
            Rule::Is(allowed) => unless("is", allowed.iter().any(|a| a == text)),
            Rule::Not(refused) => unless("not", !refused.iter().any(|r| r == text)),
            Rule::Matches(texts) => unless("invalid", texts.iter().any(|t| t == text)),
            Rule::Pattern(program) => unless("invalid", program.finds(text)),
            Rule::NotPattern(program) => unless("invalid", !program.finds(text)),
            _ => unless("invalid", false),
        }
    }

    fn date(&self, rule: &Rule, text: &str) -> Verdict {
        let Some(date) = dates::iso(text) else {
            return unless("date", false);
        };
        // The other date is missing or invalid, so there is nothing to compare with.
        let compare = |key: &'static str, today: &'static str, other: &str, holds: fn(Date, Date) -> bool| {
            let other_date = self.day(other)?;
            let key = if matches!(other, "today" | "now") { today } else { key };
            with(key, &[("date", other_date.to_string())], holds(date, other_date))
        };
        match rule {
            Rule::DateAfter(other) => compare("date_after", "date_after_today", other, |a, b| a > b),
            Rule::DateFrom(other) => compare("date_from", "date_from_today", other, |a, b| a >= b),
            Rule::DateBefore(other) => compare("date_before", "date_before_today", other, |a, b| a < b),
            Rule::DateUntil(other) => compare("date_until", "date_until_today", other, |a, b| a <= b),
            Rule::DateBetween(from, to) => {
                let (from, to) = (self.day(from)?, self.day(to)?);
                let days = [("from", from.to_string()), ("to", to.to_string())];
                with("date_between", &days, from <= date && date <= to)
            }
            _ => None,
        }
    }

    fn day(&self, named: &str) -> Option<Date> {
        match named.strip_prefix('@') {
            None => dates::named(named, self.today),
            Some(handle) => match self.other(handle) {
                Value::Text(text) => dates::iso(&text),
                _ => None,
            },
        }
    }
}

fn unless(key: &'static str, fine: bool) -> Verdict {
    (!fine).then(|| (key, Vec::new()))
}

fn with(key: &'static str, parameters: &[(&'static str, String)], fine: bool) -> Verdict {
    (!fine).then(|| (key, parameters.to_vec()))
}

fn count(key: &'static str, n: f64, fine: bool) -> Verdict {
    with(key, &[("n", n.to_string())], fine)
}

fn listed(key: &'static str, values: &[String], fine: bool) -> Verdict {
    with(key, &[("values", values.join(", "))], fine)
}

#[allow(clippy::cast_precision_loss, reason = "at most MAX_VALUES")]
fn count_of<T>(list: &[T]) -> f64 {
    list.len() as f64
}

fn same(a: &Value, b: &Value) -> bool {
    a == b || (a.is_empty() && b.is_empty())
}

fn is_accepted(value: &Value) -> bool {
    match value {
        Value::Flag(on) => *on,
        Value::Text(text) => matches!(text.as_str(), "yes" | "on" | "1" | "true"),
        _ => false,
    }
}

/// Values that no field accepts, whatever its rules: wrong shape, too long, control characters.
fn shape(field: &FieldSpec, value: &Value) -> Verdict {
    let many = field.kind == FieldKind::Textarea;
    let unfit = |c: char| {
        if many {
            classes::is_control(c) && c != '\n' && c != '\t'
        } else {
            classes::is_control(c) || classes::is_turn(c)
        }
    };
    match value {
        Value::Unusable => unless("invalid", false),
        Value::Text(text) => {
            let limit = [("n", MAX_TEXT.to_string())];
            with("length_max", &limit, text.chars().count() <= MAX_TEXT)
                .or_else(|| unless("invalid", !text.chars().any(unfit)))
        }
        Value::List(list) => unless("invalid", list.len() <= MAX_VALUES && are_different(list)),
        Value::Missing | Value::Flag(_) | Value::Files(_) => None,
    }
}

/// Whether all values are distinct; lists have at most [`MAX_VALUES`].
fn are_different(list: &[String]) -> bool {
    list.iter()
        .enumerate()
        .all(|(at, item)| !list.iter().take(at).any(|other| other == item))
}

/// Checks that follow from the kind of a field, which Statamic itself does not make.
fn kind(field: &FieldSpec, value: &Value) -> Verdict {
    let is_option = |key: &String| field.options.is_empty() || field.options.contains(key);
    match (field.kind, value) {
        (FieldKind::Select | FieldKind::Radio, Value::Text(text)) => unless("is", is_option(text)),
        (_, Value::List(list)) => unless("is", list.iter().all(is_option)),
        (FieldKind::Integer, Value::Text(text)) => unless("integer", is_integer(text)),
        (FieldKind::Decimal, Value::Text(text)) => unless("number", number(text).is_some()),
        (FieldKind::Date, Value::Text(text)) => unless("date", dates::iso(text).is_some()),
        (FieldKind::Time, Value::Text(text)) => unless("invalid", dates::is_time(text)),
        (FieldKind::Files, Value::Files(files)) => {
            let most = field.max_files.unwrap_or(u32::MAX);
            with("file_count", &[("n", most.to_string())], files.len() <= most as usize)
        }
        _ => None,
    }
}

fn numeric(rule: &Rule, text: &str) -> Verdict {
    if *rule == Rule::Integer {
        return unless("integer", is_integer(text));
    }
    let Some(value) = number(text) else {
        return unless("number", false);
    };
    match rule {
        Rule::Min(n) => count("min", *n, value >= *n),
        Rule::Max(n) => count("max", *n, value <= *n),
        Rule::Between(a, b) => with(
            "between",
            &[("from", a.to_string()), ("to", b.to_string())],
            *a <= value && value <= *b,
        ),
        _ => None,
    }
}

fn letters(rule: &Rule, text: &str) -> Verdict {
    let letter = |set: Letters, c: char| {
        if set == Letters::Latin {
            c.is_ascii_alphabetic()
        } else {
            classes::is_letter(c)
        }
    };
    let all = |fits: &dyn Fn(char) -> bool| text.chars().all(fits);
    let any = |fits: &dyn Fn(char) -> bool| text.chars().any(fits);
    match rule {
        Rule::Alpha(set) => unless("alpha", all(&|c| letter(*set, c))),
        Rule::AlphaSpaces(set) => unless("alpha_spaces", all(&|c| letter(*set, c) || classes::is_blank(c))),
        Rule::Alphanumeric(set) => unless("alphanumeric", all(&|c| letter(*set, c) || c.is_ascii_digit())),
        Rule::Contains(class) => match class {
            Class::Alpha => unless("contains_alpha", any(&classes::is_letter)),
            Class::AlphaSpaces => unless(
                "contains_alpha_spaces",
                any(&|c| classes::is_letter(c) || classes::is_blank(c)),
            ),
            Class::Alphanumeric => unless(
                "contains_alphanumeric",
                any(&|c| classes::is_letter(c) || c.is_ascii_digit()),
            ),
            Class::Lowercase => unless("contains_lowercase", any(&classes::is_lower)),
            Class::Numeric => unless("contains_numeric", any(&|c| c.is_ascii_digit())),
            Class::Symbol => unless("contains_symbol", any(&classes::is_symbol)),
            Class::Uppercase => unless("contains_uppercase", any(&classes::is_upper)),
        },
        _ => None,
    }
}

/// Rules about the number of characters, counted in code points.
fn size(rule: &Rule, text: &str) -> Verdict {
    let length = text.chars().count();
    match rule {
        Rule::Length(least, most) => {
            let least_fault = || with("length", &[("n", least.to_string())], length >= *least as usize);
            let most = most.unwrap_or(u32::MAX);
            least_fault().or_else(|| with("length_max", &[("n", most.to_string())], length <= most as usize))
        }
        Rule::Digits(least, most) => {
            let fine = (*least as usize..=*most as usize).contains(&length) && text.bytes().all(|b| b.is_ascii_digit());
            if least == most {
                with("digits", &[("n", least.to_string())], fine)
            } else {
                with(
                    "digits_between",
                    &[("from", least.to_string()), ("to", most.to_string())],
                    fine,
                )
            }
        }
        _ => None,
    }
}

fn file(rule: &Rule, files: &[File]) -> Verdict {
    let all = |fits: &dyn Fn(&File) -> bool| files.iter().all(fits);
    match rule {
        Rule::FileKinds(kinds) => {
            let kind = |file: &File| file.name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
            listed(
                "file_kind",
                kinds,
                all(&|file| kind(file).is_some_and(|kind| kinds.contains(&kind))),
            )
        }
        Rule::FileSize(most) => with(
            "file_size",
            &[("n", most.to_string())],
            all(&|f| f.size <= u64::from(*most) * 1024),
        ),
        Rule::FileSizeMin(least) => with(
            "file_size_min",
            &[("n", least.to_string())],
            all(&|f| f.size >= u64::from(*least) * 1024),
        ),
        _ => None,
    }
}
