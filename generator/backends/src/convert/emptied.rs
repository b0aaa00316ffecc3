//! Reports the fields that became empty since the previous pull (rule 18).
//!
//! **Invariant:** a pull reports each field once; the next pull compares with this one.

use vitrine_model::diagnostic::{Diagnostic, Place};

use super::{error::ConvertError, findings::Findings, input::Input};
use crate::pull::{EMPTIED_FIELDS, EmptiedField};

pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<(), ConvertError> {
    for emptied in input.snapshot.records::<EmptiedField>(EMPTIED_FIELDS)? {
        let EmptiedField {
            set,
            locale,
            record,
            field,
            edit_url,
        } = emptied?;
        let message = format!("the field {field} of {record} in {set} had content in the last pull and is empty now");
        let place = Place {
            source: "statamic".to_owned(),
            kind: set.split('/').next().unwrap_or("entries").to_owned(),
            id: record,
            locale: Some(locale).filter(|code| !code.is_empty()),
            field: Some(field),
            edit_url,
        };
        findings.push(
            Diagnostic::warning("field-emptied", message, place)
                .hint("Nothing is to be done if an editor emptied it; otherwise look what the CMS answers."),
        );
    }
    Ok(())
}
