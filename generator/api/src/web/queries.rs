//! The query of a row: one declaration of its parameters, from which the parser and the document come.
//!
//! **Invariant:** the document describes a parameter exactly as its type reads it; a parameter that is not declared, or
//! has a value that its type does not read, is refused with its name (R-BACK-07).

use serde_json::{Map, Value};
use vitrine_backends::query::{ARRAY_LIMIT, parse_query};

use super::{fields::FieldFault, problem::Problem};

/// Maximum length of an unknown parameter's name in an error, in characters.
const MAX_NAME: usize = 40;

/// A query parameter of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueryRule {
    /// Its name.
    pub name: &'static str,
    /// A sentence for the document.
    pub description: &'static str,
    /// A regular expression for the document.
    pub pattern: &'static str,
    /// Whether a request without it is refused.
    pub required: bool,
    /// Whether the parameter may be repeated, each time with another value.
    pub repeated: bool,
    /// A value that the pattern allows.
    pub example: &'static str,
}

/// The type of a parameter.
pub(crate) trait Parameter: Default {
    /// The accepted values, as a regular expression for the document.
    const PATTERN: &'static str;
    /// Whether a request without it is refused.
    const REQUIRED: bool = false;
    /// Whether it may be repeated, each time with another value.
    const REPEATED: bool = false;

    /// Reads the parameter of a query; `None` if the query has none. The error is the value to use where nothing may be
    /// refused.
    fn read(value: Option<Value>, query: &str) -> Result<Self, Self>;
}

/// The parameters of a query; made by [`query!`].
pub(crate) trait Query: Sized {
    /// The parameters, for the document.
    const RULES: &'static [QueryRule];

    /// Takes the declared parameters; adds a fault for each that cannot be read.
    fn take(parameters: &mut Map<String, Value>, query: &str, faults: &mut Vec<FieldFault>) -> Self;

    /// The query of a request.
    fn parse(query: Option<&str>) -> Result<Self, Problem> {
        let query = query.unwrap_or_default();
        let (mut parameters, mut faults) = (parse_query(query), Vec::new());
        let read = Self::take(&mut parameters, query, &mut faults);
        faults.extend(parameters.keys().map(|name| {
            let plain = name.chars().filter(|c| c.is_alphanumeric() || *c == '_');
            fault(&plain.take(MAX_NAME).collect::<String>())
        }));
        faults.truncate(ARRAY_LIMIT);
        if faults.is_empty() {
            Ok(read)
        } else {
            Err(Problem::fields(faults))
        }
    }

    /// The query of another server, whose next version may send undeclared parameters. `None` if a declared parameter
    /// is missing or invalid.
    fn of_server(query: &str) -> Option<Self> {
        let (mut parameters, mut faults) = (parse_query(query), Vec::new());
        let read = Self::take(&mut parameters, query, &mut faults);
        faults.is_empty().then_some(read)
    }

    /// The query of a page: undeclared and invalid parameters are ignored, because links may have additional ones.
    /// `None` if it has no declared parameter.
    fn of_page(query: &str) -> Option<Self> {
        let mut parameters = parse_query(query);
        let all = parameters.len();
        let read = Self::take(&mut parameters, query, &mut Vec::new());
        (parameters.len() < all).then_some(read)
    }
}

/// A parameter's value, or its replacement and a fault.
pub(crate) fn read_or_fault<P: Parameter>(
    name: &str,
    parameters: &mut Map<String, Value>,
    query: &str,
    faults: &mut Vec<FieldFault>,
) -> P {
    P::read(parameters.remove(name), query).unwrap_or_else(|rest| {
        faults.push(fault(name));
        rest
    })
}

fn fault(name: &str) -> FieldFault {
    FieldFault::new(format!("/{name}"), "fields.invalid")
}

/// A comment without its leading space.
pub(crate) const fn words(comment: &'static str) -> &'static str {
    match comment.as_bytes() {
        [b' ', ..] => comment.split_at(1).1,
        _ => comment,
    }
}

/// Declares a query: `name: Type = "example"` below the sentence for the document, and `name as "its-name": Type` for a
/// parameter whose name is not a Rust identifier.
macro_rules! query {
    ($(#[$about:meta])* $vis:vis $name:ident {
        $(#[doc = $doc:literal] $field:ident $(as $called:literal)?: $type:ty = $example:literal,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        $vis struct $name { $(#[doc = $doc] $vis $field: $type,)+ }

        impl $crate::web::queries::Query for $name {
            const RULES: &'static [$crate::web::queries::QueryRule] = &[$($crate::web::queries::QueryRule {
                name: [$($called,)? stringify!($field)][0],
                description: $crate::web::queries::words($doc),
                pattern: <$type as $crate::web::queries::Parameter>::PATTERN,
                required: <$type as $crate::web::queries::Parameter>::REQUIRED,
                repeated: <$type as $crate::web::queries::Parameter>::REPEATED,
                example: $example,
            },)+];

            fn take(
                parameters: &mut serde_json::Map<String, serde_json::Value>,
                query: &str,
                faults: &mut Vec<$crate::web::fields::FieldFault>,
            ) -> Self {
                Self {
                    $($field: $crate::web::queries::read_or_fault(
                        [$($called,)? stringify!($field)][0], parameters, query, faults,
                    ),)+
                }
            }
        }
    };
}

pub(crate) use query;

/// The text of a parameter that may occur once; the error means that it is repeated.
pub(crate) fn once(value: Option<Value>) -> Result<Option<String>, ()> {
    match value {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(()),
    }
}

/// The number of a page, from 1 to 9999.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PageNumber(pub(crate) u32);

impl Default for PageNumber {
    fn default() -> Self {
        Self(1)
    }
}

impl Parameter for PageNumber {
    const PATTERN: &'static str = "^[1-9][0-9]{0,3}$";

    fn read(value: Option<Value>, _query: &str) -> Result<Self, Self> {
        let Some(text) = once(value).map_err(|()| Self::default())? else {
            return Ok(Self::default());
        };
        let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0') && text.len() <= 4;
        let number = text.parse().ok().filter(|_| digits);
        number.map(Self).ok_or_else(Self::default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    query!(/// A query.
    Paged {
        /// The page.
        page: PageNumber = "7",
        /// The page of another list.
        other_page as "other-page": PageNumber = "1",
    });

    #[test]
    fn r_back_07_one_declaration_is_rule_and_parser() {
        let [page, other] = Paged::RULES else {
            panic!("{:?}", Paged::RULES)
        };
        assert_eq!((page.name, page.description, page.example), ("page", "The page.", "7"));
        assert_eq!((other.name, other.pattern), ("other-page", PageNumber::PATTERN));
        assert!(!page.required && !page.repeated);
        let read = Paged::parse(Some("page=7")).expect("a query");
        assert_eq!((read.page, read.other_page), (PageNumber(7), PageNumber(1)));
        for refused in [
            "page=0",
            "page=1&page=2",
            "page[]=1",
            "page=1&term=x",
            "other-page=a",
            "other_page=1",
        ] {
            assert!(Paged::parse(Some(refused)).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_server_may_send_more_than_is_declared_and_nothing_else() {
        let read = Paged::of_server("page=2&other-page=3&version=6.8").expect("declared parameters");
        assert_eq!((read.page, read.other_page), (PageNumber(2), PageNumber(3)));
        for refused in ["page=0", "page=1&page=2", "page=1&other-page=a"] {
            assert_eq!(Paged::of_server(refused), None, "{refused}");
        }
    }

    #[test]
    fn a_page_only_reads_known_parameters_of_a_link() {
        let read = Paged::of_page("page=2&other-page=x&utm_source=mail").expect("declared parameters");
        assert_eq!((read.page, read.other_page), (PageNumber(2), PageNumber(1)));
        assert_eq!(Paged::of_page("utm_source=mail"), None);
    }
}
