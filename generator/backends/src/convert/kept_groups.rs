//! Reports the products whose cross-selling could not be read, so that they have that of an earlier pull.

use vitrine_model::diagnostic::{Diagnostic, Place};

use super::{error::ConvertError, findings::Findings, input::Input};
use crate::pull::{KEPT_GROUPS, KeptGroups};

pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<(), ConvertError> {
    for kept in input.snapshot.records::<KeptGroups>(KEPT_GROUPS)? {
        let KeptGroups {
            product,
            reason,
            edit_url,
        } = kept?;
        let message =
            format!("the cross-selling of {product} is that of an earlier pull, because it cannot be read: {reason}");
        let place = Place {
            source: "shopware".to_owned(),
            kind: "product".to_owned(),
            id: product,
            field: Some("crossSellings".to_owned()),
            edit_url: Some(edit_url),
            ..Place::default()
        };
        findings.push(
            Diagnostic::error("cross-selling-kept", message, place)
                .hint("Save the product's cross-selling again, or look into Shopware's log."),
        );
    }
    Ok(())
}
