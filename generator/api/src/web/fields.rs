//! Invalid fields of a request, each with its JSON pointer and a text in the page's language.
//!
//! **Invariant:** the visitor's input is never repeated, neither in responses nor in logs.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};
use vitrine_backends::shopware::session::{FieldError, FieldName, FieldProblem, FieldSection};

/// A field that may be omitted, and may be sent as `null`.
pub(crate) type Sent = Option<Option<String>>;

/// Distinguishes a field that was sent as `null` from one that was not sent.
pub(crate) fn sent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Sent, D::Error> {
    Option::<String>::deserialize(deserializer).map(Some)
}

/// An invalid field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FieldFault {
    /// A JSON pointer into the request: `/billing_address/street`.
    pub(crate) pointer: Cow<'static, str>,
    /// The key of the text in `locales/<code>/errors.json`.
    pub(crate) key: &'static str,
    /// The parameters of the text.
    pub(crate) parameters: Vec<(&'static str, String)>,
    /// The complete text, if it is composed of more than its key: faults in the CMS's forms contain the field's label.
    pub(crate) said: Option<String>,
}

impl FieldFault {
    /// A fault whose text is known.
    pub(crate) fn saying(pointer: impl Into<Cow<'static, str>>, text: String) -> Self {
        Self {
            said: Some(text),
            ..Self::new(pointer, "fields.invalid")
        }
    }

    pub(crate) fn new(pointer: impl Into<Cow<'static, str>>, key: &'static str) -> Self {
        let pointer = pointer.into();
        Self {
            key: match key {
                "fields.required" => key_of_missing(&pointer),
                _ => key,
            },
            pointer,
            parameters: Vec::new(),
            said: None,
        }
    }

    /// The field that Shopware refused, by its name in our requests.
    pub(crate) fn of_shopware(error: &FieldError) -> Self {
        let section = match error.section {
            FieldSection::Root => "",
            FieldSection::BillingAddress => "/billing_address",
            FieldSection::ShippingAddress => "/shipping_address",
        };
        let name = match error.field {
            FieldName::Email => "/email",
            FieldName::Password => "/password",
            FieldName::NewPassword => "/new_password",
            FieldName::MailHash => "/hash",
            FieldName::Salutation => "/salutation_id",
            FieldName::FirstName => "/first_name",
            FieldName::LastName => "/last_name",
            FieldName::Company | FieldName::Department => "/company",
            FieldName::VatIds => "/vat_id",
            FieldName::Street => "/street",
            FieldName::AdditionalLine1 => "/additional_line",
            FieldName::AdditionalLine2 => "/additional_line_2",
            FieldName::Zipcode => "/zipcode",
            FieldName::City => "/city",
            FieldName::Country => "/country_id",
            FieldName::CountryState => "/country_state_id",
            FieldName::PhoneNumber => "/phone",
            FieldName::DataProtection => "/accept_privacy",
            FieldName::StorefrontUrl | FieldName::Whole | FieldName::Other => "",
        };
        let key = match (error.problem, error.field) {
            (FieldProblem::Blank, _) => "fields.required",
            (FieldProblem::Format, FieldName::Email) => "fields.email",
            (FieldProblem::PostalCode, _) => "fields.zipcode",
            (FieldProblem::VatId, _) => "fields.vat_id",
            (FieldProblem::TooLong, _) if error.limit.is_some() => "fields.too_long",
            (FieldProblem::TooShort, FieldName::Password | FieldName::NewPassword) if error.limit.is_some() => {
                "fields.password_short"
            }
            (FieldProblem::WrongPassword, _) => "fields.password_wrong",
            (FieldProblem::NotEqual, _) => "fields.not_equal",
            (FieldProblem::Taken, _) => "fields.email_taken",
            (FieldProblem::NotAllowed | FieldProblem::Unknown, _) => "fields.choice",
            _ => "fields.invalid",
        };
        let limit = error.limit.map(|limit| limit.to_string()).unwrap_or_default();
        Self {
            parameters: match key {
                "fields.too_long" => vec![("max", limit)],
                "fields.password_short" => vec![("min", limit)],
                _ => Vec::new(),
            },
            ..Self::new(format!("{section}{name}"), key)
        }
    }
}

/// The text for a missing field, which names it: several are listed above a form (FORM-5).
pub(crate) fn key_of_missing(pointer: &str) -> &'static str {
    match pointer.rsplit('/').next().unwrap_or_default() {
        "phone" => "fields.required_phone",
        "additional_line" => "fields.required_additional_line",
        "additional_line_2" => "fields.required_additional_line_2",
        "company" => "fields.required_company",
        "vat_id" => "fields.required_vat_id",
        "first_name" => "fields.required_first_name",
        "last_name" => "fields.required_last_name",
        "street" => "fields.required_street",
        "zipcode" => "fields.required_zipcode",
        "city" => "fields.required_city",
        "country_id" => "fields.required_country",
        "country_state_id" => "fields.required_state",
        "email" => "fields.required_email",
        _ => "fields.required",
    }
}

/// Reads the texts of a form and collects the invalid fields.
#[derive(Default)]
pub(crate) struct Form {
    faults: Vec<FieldFault>,
}

impl Form {
    /// The invalid fields; `Ok` if there are none.
    pub(crate) fn done(self) -> Result<(), Vec<FieldFault>> {
        if self.faults.is_empty() {
            return Ok(());
        }
        Err(self.faults)
    }

    /// Adds an invalid field.
    pub(crate) fn fault(&mut self, pointer: impl Into<Cow<'static, str>>, key: &'static str) {
        self.faults.push(FieldFault::new(pointer, key));
    }

    /// Adds a field that is longer than `max` characters.
    pub(crate) fn too_long(&mut self, pointer: impl Into<Cow<'static, str>>, max: usize) {
        self.faults.push(FieldFault {
            parameters: vec![("max", max.to_string())],
            ..FieldFault::new(pointer, "fields.too_long")
        });
    }

    /// A required text of one line: trimmed, at most `max` characters, no control characters. A text that consists of
    /// HTML tags counts as missing, because Shopware removes them.
    pub(crate) fn text(&mut self, pointer: String, text: &str, max: usize) -> String {
        let trimmed = text.trim();
        if is_of_tags(trimmed) {
            self.fault(pointer, "fields.required");
        } else {
            self.check(pointer, trimmed, max, false);
        }
        trimmed.to_owned()
    }

    /// As [`Self::text`], but may be missing or empty.
    pub(crate) fn optional(&mut self, pointer: String, text: Option<&str>, max: usize) -> Option<String> {
        let trimmed = text.map(str::trim).filter(|text| !is_of_tags(text))?;
        self.check(pointer, trimmed, max, false);
        Some(trimmed.to_owned())
    }

    /// As [`Self::optional`], but may have several lines.
    pub(crate) fn lines(&mut self, pointer: String, text: Option<&str>, max: usize) -> Option<String> {
        let trimmed = text.map(str::trim).filter(|text| !text.is_empty())?;
        self.check(pointer, trimmed, max, true);
        Some(trimmed.to_owned())
    }

    /// A VAT id that may be missing, without the blanks, dots and dashes that people write.
    pub(crate) fn vat_id(&mut self, pointer: &'static str, text: Option<&str>) -> Option<String> {
        let text = text.map(tidy_vat_id);
        self.optional(pointer.to_owned(), text.as_deref(), MAX_VAT_ID)
    }

    /// An e-mail address; only its form is checked.
    pub(crate) fn email(&mut self, pointer: &'static str, text: &str) -> String {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            self.fault(pointer, "fields.required");
        } else if !is_email(trimmed) {
            self.fault(pointer, "fields.email");
        }
        trimmed.to_owned()
    }

    /// A required id.
    pub(crate) fn id<T, E>(
        &mut self,
        pointer: String,
        text: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        if text.is_empty() {
            self.fault(pointer, "fields.required");
            return None;
        }
        let parsed = parse(text).ok();
        if parsed.is_none() {
            self.fault(pointer, "fields.choice");
        }
        parsed
    }

    /// An id that may be missing or empty.
    pub(crate) fn optional_id<T, E>(
        &mut self,
        pointer: String,
        text: Option<&str>,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = text.filter(|text| !text.is_empty())?;
        self.id(pointer, text, parse)
    }

    fn check(&mut self, pointer: String, text: &str, max: usize, several_lines: bool) {
        if text.chars().count() > max {
            self.too_long(pointer, max);
        } else if text
            .chars()
            .any(|c| is_unfit(c) && !(several_lines && matches!(c, '\n' | '\r' | '\t')))
        {
            self.fault(pointer, "fields.characters");
        }
    }
}

/// Maximum length of a VAT id in characters.
const MAX_VAT_ID: usize = 30;

/// A VAT id as the backend compares it with the form of its country.
pub(crate) fn tidy_vat_id(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '.' | '-'));
    kept.flat_map(char::to_uppercase).collect()
}

/// Whether a trimmed text is empty once HTML tags are removed: a tag begins with `<` and anything but a blank, and one
/// that does not end extends to the end of the text.
fn is_of_tags(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(tag) = rest.strip_prefix('<') {
        if tag.chars().next().is_none_or(char::is_whitespace) {
            return false;
        }
        rest = tag.split_once('>').map_or("", |(_, after)| after.trim_start());
    }
    rest.is_empty()
}

/// Characters that are invalid in names, addresses and comments: control characters, marks that change the text
/// direction, and noncharacters.
fn is_unfit(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{ffff}')
}

/// Maximum length of an e-mail address in bytes (RFC 5321).
const MAX_EMAIL: usize = 254;

fn is_email(text: &str) -> bool {
    let unfit =
        |c: char| is_unfit(c) || c.is_whitespace() || matches!(c, '<' | '>' | '(' | ')' | ',' | ';' | '"' | '\\');
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let labels = || domain.split('.');
    text.len() <= MAX_EMAIL
        && !text.contains(unfit)
        && (1..=64).contains(&local.len())
        && !local.contains('@')
        && labels().count() >= 2
        && labels()
            .all(|label| !label.is_empty() && label.len() <= 63 && !label.starts_with('-') && !label.ends_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e_mail_addresses_by_their_form() {
        for good in [
            "a@b.nl",
            "noor.visser+shop@sub.example.test",
            "ü@exämple.de",
            "o'neil@example.ie",
        ] {
            assert!(is_email(good), "{good}");
        }
        let long = format!("{}@example.test", "a".repeat(65));
        for bad in [
            "",
            "a",
            "@b.nl",
            "a@",
            "a@b",
            "a@b..nl",
            "a@-b.nl",
            "a b@c.nl",
            "a@b.nl\r\nBcc: x@y.nl",
            "a@b@c.nl",
            "<a@b.nl>",
            &long,
        ] {
            assert!(!is_email(bad), "{bad:?}");
        }
    }

    #[test]
    fn texts_that_consist_of_tags_are_missing() {
        for empty in ["", "<svg onload=alert(1)>", "<b></b>", " <b> <i>", "<unfinished"] {
            assert!(is_of_tags(empty.trim()), "{empty}");
        }
        for text in ["<", "< 3", "a<b>", "<b>a</b>", "1 < 2"] {
            assert!(!is_of_tags(text), "{text}");
        }
    }

    #[test]
    fn names_of_people_are_taken_as_they_are_and_unfit_characters_are_not() {
        let read = |text: &str| {
            let mut form = Form::default();
            let read = form.text("/first_name".to_owned(), text, 10);
            (read, form.done().err().map(|faults| faults[0].key))
        };
        assert_eq!(read("  Zoë-Łucja "), ("Zoë-Łucja".to_owned(), None));
        assert_eq!(read("Ö"), ("Ö".to_owned(), None), "one letter is a name");
        assert_eq!(read(" \u{a0} ").1, Some("fields.required_first_name"));
        assert_eq!(read(&"ä".repeat(10)).1, None, "characters are counted, not bytes");
        assert_eq!(read(&"ä".repeat(11)).1, Some("fields.too_long"));
        for unfit in ["a\0b", "a\nb", "a\u{202e}b", "a\u{7f}b", "a\u{ffff}b"] {
            assert_eq!(read(unfit).1, Some("fields.characters"), "{unfit:?}");
        }
        let mut form = Form::default();
        assert_eq!(
            form.lines("/comment".to_owned(), Some(" a\nb\t"), 10),
            Some("a\nb".to_owned())
        );
        assert!(form.done().is_ok());
    }
}
