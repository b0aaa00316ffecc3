//! Maps the CMS's rules, which are Laravel's (Statamic §9), and the names of R-FORM-02 to our rules.
//!
//! **Invariant:** each rule of the CMS is mapped to our rules, or requires nothing beyond the checks of the field's
//! kind, or is reported as [`Refused`]. `min`, `max`, `size` and `between` have Laravel's meaning: a number, a count,
//! kilobytes or characters, depending on the field's kind and on `numeric` or `integer` among its rules.

use serde_json::Value;
use vitrine_model::form::{FieldKind, FormRule};

use crate::{
    dates, pattern,
    rule::{Class, Letters, Rule},
    spec::FieldSpec,
};

/// File extensions that Laravel's `image` accepts.
const IMAGES: [&str; 6] = ["jpg", "jpeg", "png", "gif", "bmp", "webp"];

/// A rule that is not applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The rule as in the CMS.
    pub rule: String,
    /// Why.
    pub why: String,
}

/// The result for the rules of a field.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mapped {
    /// Our rules, in order.
    pub rules: Vec<Rule>,
    /// Those that are not applied.
    pub refused: Vec<Refused>,
}

/// Splits `validate` of a definition, a text or a list, into single rules. An element of a list that has several rules
/// is split too: `mimes:jpg,png,pdf|max:5120` is always two rules.
pub fn split(validate: &Value) -> Vec<String> {
    match validate {
        Value::String(text) => parts(text),
        Value::Array(list) => list.iter().filter_map(Value::as_str).flat_map(parts).collect(),
        _ => Vec::new(),
    }
}

/// The single rules of an already parsed rule.
pub fn texts(rule: &FormRule) -> Vec<String> {
    if rule.arguments.is_empty() {
        return parts(&rule.name);
    }
    parts(&format!("{}:{}", rule.name, rule.arguments.join(",")))
}

/// A pattern may contain `|`, so a text that starts with one is not split.
fn parts(text: &str) -> Vec<String> {
    if ["regex:", "not_regex:"]
        .iter()
        .any(|name| text.trim_start().starts_with(name))
    {
        return vec![text.trim().to_owned()];
    }
    let parts = text.split('|').map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

/// Maps the rules of a field; `field` provides its kind.
pub fn map(field: &FieldSpec, rules: &[String]) -> Mapped {
    let name_of = |rule: &String| rule.split(':').next().unwrap_or_default().trim().to_owned();
    let is_number = |rule: &String| matches!(name_of(rule).as_str(), "numeric" | "integer" | "number");
    let mapper = Mapper {
        field,
        numeric: matches!(field.kind, FieldKind::Integer | FieldKind::Decimal) || rules.iter().any(is_number),
    };
    let mut mapped = Mapped::default();
    for rule in rules {
        let (name, rest) = rule.split_once(':').unwrap_or((rule, ""));
        match mapper.rule(name.trim(), rest) {
            Ok(ours) => mapped.rules.extend(ours),
            Err(why) => mapped.refused.push(Refused {
                rule: rule.clone(),
                why,
            }),
        }
    }
    mapped
}

struct Mapper<'a> {
    field: &'a FieldSpec,
    numeric: bool,
}

/// Our rules, or the reason why there are none.
type Ours = Result<Vec<Rule>, String>;

fn one(rule: Rule) -> Ours {
    Ok(vec![rule])
}

fn missing() -> String {
    "its parameters are missing or cannot be read".to_owned()
}

fn unknown() -> String {
    "the rule is not known; it is not checked here, and the CMS may refuse what this shop takes".to_owned()
}

fn unfit() -> String {
    "the rule does not go with the field's type".to_owned()
}

/// Bounds with at most 15 digits and 6 decimals, which both sides print identically.
fn bound(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, decimals) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let digits = |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    (digits(whole, 15) && digits(decimals, 6))
        .then(|| text.parse().ok())
        .flatten()
}

fn natural(text: &str) -> Option<u32> {
    text.bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

/// A date in a rule: a word, a date, or `@` with another field's handle.
fn day(text: &str) -> Option<String> {
    let is_handle = || !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if dates::WORDS.contains(&text) || dates::iso(text).is_some() {
        Some(text.to_owned())
    } else {
        is_handle().then(|| format!("@{text}"))
    }
}

/// PHP's `d-m-Y` as `DD-MM-YYYY`; our own formats are unchanged.
fn format(text: &str) -> Option<String> {
    if dates::is_format(text) {
        return Some(text.to_owned());
    }
    let token = |c: char| match c {
        'Y' => "YYYY".to_owned(),
        'y' => "YY".to_owned(),
        'm' => "MM".to_owned(),
        'n' => "M".to_owned(),
        'd' => "DD".to_owned(),
        'j' => "D".to_owned(),
        other => other.to_string(),
    };
    let ours: String = text.chars().map(token).collect();
    dates::is_format(&ours).then_some(ours)
}

impl Mapper<'_> {
    fn rule(&self, name: &str, rest: &str) -> Ours {
        let all: Vec<String> = rest
            .split(',')
            .map(|part| part.trim().to_owned())
            .filter(|part| !part.is_empty())
            .collect();
        let first = all.first().map(String::as_str);
        let some = |make: fn(Vec<String>) -> Rule| {
            if all.is_empty() {
                Err(missing())
            } else {
                one(make(all.clone()))
            }
        };
        match name {
            "min" | "max" | "size" | "between" => self.size(name, &all),
            "digits" | "digits_between" | "min_digits" | "max_digits" | "length" => lengths(name, &all),
            "required" => one(Rule::Required),
            "accepted" => one(Rule::Accepted),
            "require_one" => some(Rule::RequireOne),
            "required_with" => some(Rule::RequiredWith),
            "required_without" => some(Rule::RequiredWithout),
            "required_if" | "required_unless" => {
                let (other, wanted) = all
                    .split_first()
                    .filter(|(_, wanted)| !wanted.is_empty())
                    .ok_or_else(missing)?;
                let make = if name == "required_if" {
                    Rule::RequiredIf
                } else {
                    Rule::RequiredUnless
                };
                one(make(other.clone(), wanted.to_vec()))
            }
            "same" | "confirm" => one(Rule::Confirm(self.other(first).ok_or_else(missing)?)),
            "confirmed" => one(Rule::Confirm(format!("{}_confirmation", self.field.handle))),
            "mimes" | "extensions" | "image" => self.kinds(name, &all),
            _ if self.asks_nothing(name) => Ok(Vec::new()),
            "in" | "is" => some(Rule::Is),
            _ if self.field.is_list() || matches!(self.field.kind, FieldKind::Files | FieldKind::Toggle) => {
                Err(if self.text(name, rest, &all).is_ok() {
                    unfit()
                } else {
                    unknown()
                })
            }
            _ => self.text(name, rest, &all),
        }
    }

    /// The handle of the field that `confirm` refers to: the given one, otherwise the field's own without `_confirm`.
    fn other(&self, named: Option<&str>) -> Option<String> {
        let own = || self.field.handle.strip_suffix("_confirm");
        named.or_else(own).map(str::to_owned)
    }

    /// Rules that describe how a value is sent, or that the field's kind implies.
    fn asks_nothing(&self, name: &str) -> bool {
        match name {
            "sometimes" | "nullable" | "bail" => true,
            "string" => !self.field.is_list(),
            "array" => self.field.is_list() || matches!(self.field.kind, FieldKind::Files | FieldKind::Date),
            "file" => self.field.kind == FieldKind::Files,
            "date" => self.field.kind == FieldKind::Date,
            "boolean" => self.field.kind == FieldKind::Toggle,
            _ => false,
        }
    }

    fn size(&self, name: &str, all: &[String]) -> Ours {
        let bounds: Option<Vec<f64>> = all.iter().map(|text| bound(text)).collect();
        let (least, most) = match (name, bounds.as_deref()) {
            ("min", Some([n])) => (Some(*n), None),
            ("max", Some([n])) => (None, Some(*n)),
            ("size", Some([n])) => (Some(*n), Some(*n)),
            ("between", Some([a, b])) if a <= b => (Some(*a), Some(*b)),
            _ => return Err(missing()),
        };
        if self.numeric || self.field.is_list() {
            return match (least, most) {
                (Some(least), Some(most)) => one(Rule::Between(least, most)),
                (Some(least), None) => one(Rule::Min(least)),
                (None, Some(most)) => one(Rule::Max(most)),
                (None, None) => Err(missing()),
            };
        }
        let whole = |n: f64| natural(&n.to_string()).ok_or_else(missing);
        let least = least.map(whole).transpose()?;
        let most = most.map(whole).transpose()?;
        match self.field.kind {
            FieldKind::Files => Ok(most
                .map(Rule::FileSize)
                .into_iter()
                .chain(least.map(Rule::FileSizeMin))
                .collect()),
            FieldKind::Toggle | FieldKind::Date | FieldKind::Time => Err(unfit()),
            _ => one(Rule::Length(least.unwrap_or(0), most)),
        }
    }

    fn kinds(&self, name: &str, all: &[String]) -> Ours {
        if self.field.kind != FieldKind::Files {
            return Err(unfit());
        }
        let named: Vec<String> = if name == "image" {
            IMAGES.map(str::to_owned).to_vec()
        } else {
            all.iter().map(|kind| kind.to_ascii_lowercase()).collect()
        };
        let mut kinds: Vec<String> = Vec::new();
        for kind in named {
            // Laravel checks the content, which has the same type for both extensions.
            let twin = match kind.as_str() {
                "jpg" => Some("jpeg".to_owned()),
                "jpeg" => Some("jpg".to_owned()),
                _ => None,
            };
            for kind in std::iter::once(kind).chain(twin.filter(|_| name == "mimes")) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
        }
        if kinds.is_empty() {
            Err(missing())
        } else {
            one(Rule::FileKinds(kinds))
        }
    }

    /// Rules on a text.
    fn text(&self, name: &str, rest: &str, all: &[String]) -> Ours {
        let first = all.first().map(String::as_str);
        let some = |make: fn(Vec<String>) -> Rule| {
            if all.is_empty() {
                Err(missing())
            } else {
                one(make(all.to_vec()))
            }
        };
        let letters = match first {
            None | Some("default") => Some(Letters::All),
            Some("latin" | "ascii") => Some(Letters::Latin),
            Some(_) => None,
        };
        let set = |make: fn(Letters) -> Rule| letters.map(make).map(one).unwrap_or_else(|| Err(missing()));
        match name {
            "alpha" => set(Rule::Alpha),
            "alpha_spaces" => set(Rule::AlphaSpaces),
            "alphanumeric" | "alpha_num" => set(Rule::Alphanumeric),
            "numeric" | "number" => one(Rule::Number),
            "integer" => one(Rule::Integer),
            "boolean" => one(Rule::Is(["0", "1", "true", "false"].map(str::to_owned).to_vec())),
            "email" => one(Rule::Email),
            "url" | "active_url" => one(Rule::Url),
            "lowercase" => one(Rule::Lowercase),
            "uppercase" => one(Rule::Uppercase),
            "symbol" => one(Rule::Symbol),
            "starts_with" => some(Rule::StartsWith),
            "ends_with" => some(Rule::EndsWith),
            "not" | "not_in" => some(Rule::Not),
            "matches" => some(Rule::Matches),
            "different" => one(Rule::Different(self.other(first).ok_or_else(missing)?)),
            "regex" | "not_regex" => {
                let program = pattern::compile(rest).map_err(|refusal| refusal.0)?;
                one(if name == "regex" {
                    Rule::Pattern(program)
                } else {
                    Rule::NotPattern(program)
                })
            }
            _ => contains(name).map_or_else(|| date(name, all), |class| one(Rule::Contains(class))),
        }
    }
}

fn contains(name: &str) -> Option<Class> {
    Some(match name {
        "contains_alpha" => Class::Alpha,
        "contains_alpha_spaces" => Class::AlphaSpaces,
        "contains_alphanumeric" => Class::Alphanumeric,
        "contains_lowercase" => Class::Lowercase,
        "contains_numeric" => Class::Numeric,
        "contains_symbol" => Class::Symbol,
        "contains_uppercase" => Class::Uppercase,
        _ => return None,
    })
}

fn date(name: &str, all: &[String]) -> Ours {
    let days: Option<Vec<String>> = all.iter().map(|text| day(text)).collect();
    let single = |make: fn(String) -> Rule| match days.as_deref() {
        Some([day]) => one(make(day.clone())),
        // As in FormKit: today if no date is given.
        Some([]) => one(make("today".to_owned())),
        _ => Err(missing()),
    };
    match name {
        "after" | "date_after" => single(Rule::DateAfter),
        "after_or_equal" => single(Rule::DateFrom),
        "before" | "date_before" => single(Rule::DateBefore),
        "before_or_equal" => single(Rule::DateUntil),
        "date_between" => match days.as_deref() {
            Some([from, to]) => one(Rule::DateBetween(from.clone(), to.clone())),
            _ => Err(missing()),
        },
        "date" => one(Rule::DateFormat(vec!["YYYY-MM-DD".to_owned()])),
        "date_format" => {
            let formats: Option<Vec<String>> = all.iter().map(|text| format(text)).collect();
            let formats = formats.filter(|formats| !formats.is_empty());
            one(Rule::DateFormat(formats.ok_or_else(missing)?))
        }
        _ => Err(unknown()),
    }
}

fn lengths(name: &str, all: &[String]) -> Ours {
    /// More digits than the longest text has characters.
    const MANY: u32 = 20_000;
    let counts: Option<Vec<u32>> = all.iter().map(|text| natural(text)).collect();
    one(match (name, counts.as_deref()) {
        ("digits", Some([n])) => Rule::Digits(*n, *n),
        ("digits_between", Some([a, b])) if a <= b => Rule::Digits(*a, *b),
        ("min_digits", Some([n])) => Rule::Digits(*n, MANY.max(*n)),
        ("max_digits", Some([n])) => Rule::Digits(1, (*n).max(1)),
        ("length", Some([n])) => Rule::Length(*n, None),
        ("length", Some([a, b])) if a <= b => Rule::Length(*a, Some(*b)),
        _ => return Err(missing()),
    })
}
