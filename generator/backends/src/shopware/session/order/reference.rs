//! The customer's own reference of an order. Shopware has no field for it, so it is the first line of the customer's
//! comment, where the shop's staff sees it.
//!
//! **Invariant:** [`parted`] is the inverse of [`joined`].

/// Begins the line of the reference; the same in every language, so that any order can be read.
const MARK: &str = "Ref.: ";

/// The customer's comment with the reference as its first line; `None` if there is neither.
pub(super) fn joined(reference: Option<&str>, comment: Option<&str>) -> Option<String> {
    match (reference, comment) {
        (Some(reference), Some(comment)) => Some(format!("{MARK}{reference}\n\n{comment}")),
        (Some(reference), None) => Some(format!("{MARK}{reference}")),
        (None, comment) => comment.map(str::to_owned),
    }
}

/// Reference and comment of a stored comment.
pub(super) fn parted(stored: Option<&str>) -> (Option<String>, Option<String>) {
    let Some(stored) = stored else { return (None, None) };
    let filled = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let Some(marked) = stored.strip_prefix(MARK) else {
        return (None, filled(stored));
    };
    let (reference, comment) = marked.split_once('\n').unwrap_or((marked, ""));
    (filled(reference), filled(comment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_comes_back_from_the_comment() {
        let cases = [
            (None, None, None),
            (None, Some("Bel even van tevoren."), Some("Bel even van tevoren.")),
            (Some("PO 2026-118"), None, Some("Ref.: PO 2026-118")),
            (
                Some("PO 2026-118"),
                Some("Twee regels\nmet een wens."),
                Some("Ref.: PO 2026-118\n\nTwee regels\nmet een wens."),
            ),
        ];
        for (reference, comment, stored) in cases {
            assert_eq!(joined(reference, comment).as_deref(), stored);
            let (read_reference, read_comment) = parted(stored);
            assert_eq!(
                (read_reference.as_deref(), read_comment.as_deref()),
                (reference, comment)
            );
        }
    }

    #[test]
    fn what_staff_or_plugins_write_is_a_comment() {
        assert_eq!(parted(Some("")), (None, None));
        assert_eq!(parted(Some("Ref.: \r\nlater")), (None, Some("later".to_owned())));
        assert_eq!(
            parted(Some("Ref.: A-1\r\nlater")),
            (Some("A-1".to_owned()), Some("later".to_owned()))
        );
        assert_eq!(parted(Some(" Ref.: A-1")), (None, Some("Ref.: A-1".to_owned())));
    }
}
