//! Dates of forms (Statamic, Part C): version 5 takes `{"date": "2026-12-24", "time": null}` and no text, version 6 an
//! instant with milliseconds and no other text, and fails at the object.

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;

use super::super::files::FormFile;
use super::super::options::StatamicVersion;
use super::input::Input;

const NO_ARRAY: &str = "Must be an array.";
const NO_DATE: &str = "Not a valid date.";

/// Whether a field's config is that of a date.
pub(super) fn is_date(config: &Value) -> bool {
    config.get("type").and_then(Value::as_str) == Some("date")
}

/// Whether Statamic itself fails at what was sent.
pub(crate) fn breaks(form: &FormFile, input: &Input, version: StatamicVersion) -> bool {
    let object = |(handle, config): (&String, &Value)| is_date(config) && input.value(handle).is_object();
    version == StatamicVersion::Six && form.fields.iter().any(object)
}

/// The date as it is stored, or the message about it.
pub(super) fn read(sent: &Value, version: StatamicVersion) -> Result<String, &'static str> {
    match version {
        StatamicVersion::Five => match sent {
            Value::Object(parts) => {
                let day = parts.get("date").and_then(Value::as_str).and_then(day).ok_or(NO_DATE)?;
                let time = parts.get("time").and_then(Value::as_str);
                Ok(time.map_or_else(|| day.to_string(), |time| format!("{day} {time}")))
            }
            _ => Err(NO_ARRAY),
        },
        StatamicVersion::Six => {
            let text = sent.as_str().filter(|text| has_milliseconds(text)).ok_or(NO_DATE)?;
            let instant: Timestamp = text.parse().map_err(|_| NO_DATE)?;
            Ok(instant.strftime("%Y-%m-%d %H:%M").to_string())
        }
    }
}

fn day(text: &str) -> Option<Date> {
    text.parse::<Date>().ok().filter(|day| day.to_string() == text)
}

/// `2026-12-24T00:00:00.000Z`, to the letter.
fn has_milliseconds(text: &str) -> bool {
    let shape = "0000-00-00T00:00:00.000Z";
    let same = |(found, wanted): (u8, u8)| {
        if wanted == b'0' {
            found.is_ascii_digit()
        } else {
            found == wanted
        }
    };
    text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(same)
}
