//! What a customer says with an order and Shopware has no field for: the own reference, that the right of withdrawal is
//! waived for downloads, and whether an old device is handed over. They are the first lines of the customer's comment,
//! where the shop's staff sees them.
//!
//! **Invariant:** [`Notes::parted`] is the inverse of [`Notes::joined`].

/// Begins the line of the reference; the same in every language, so that any order can be read.
const REFERENCE: &str = "Ref.: ";
/// Begins the line with the instant of the waiver.
const WAIVED: &str = "Withdrawal waived: ";
/// Begins the line about the old device.
const OLD_DEVICE: &str = "Old device: ";
const YES: &str = "yes";
const NO: &str = "no";

/// The notes of an order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Notes {
    /// The customer's own reference, on one line.
    pub(super) reference: Option<String>,
    /// When the customer waived the right of withdrawal for downloads, as RFC 3339.
    pub(super) waived: Option<String>,
    /// Whether an old device is handed over.
    pub(super) old_device: Option<bool>,
    /// The rest of the comment.
    pub(super) comment: Option<String>,
}

impl Notes {
    /// The customer's comment, with its notes as the first lines; `None` if there is nothing.
    pub(super) fn joined(&self) -> Option<String> {
        let answer = self.old_device.map(|yes| if yes { YES } else { NO });
        let marked = [
            (REFERENCE, self.reference.as_deref()),
            (WAIVED, self.waived.as_deref()),
            (OLD_DEVICE, answer),
        ];
        let lines: Vec<String> = marked
            .into_iter()
            .filter_map(|(mark, text)| Some(format!("{mark}{}", text?)))
            .collect();
        match (lines.is_empty(), &self.comment) {
            (true, None) => None,
            // A comment that looks like a note begins after an empty line.
            (true, Some(comment)) if marked.iter().any(|(mark, _)| comment.starts_with(mark)) => {
                Some(format!("\n{comment}"))
            }
            (true, Some(comment)) => Some(comment.clone()),
            (false, None) => Some(lines.join("\n")),
            (false, Some(comment)) => Some(format!("{}\n\n{comment}", lines.join("\n"))),
        }
    }

    /// The notes of a stored comment.
    pub(super) fn parted(stored: Option<&str>) -> Self {
        let mut notes = Self::default();
        let mut rest = stored.unwrap_or_default();
        loop {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if !notes.takes(line) {
                break;
            }
            rest = after;
        }
        notes.comment = filled(rest);
        notes
    }

    /// Takes a line that is a note; `false` if it is none, or a second one of its kind.
    fn takes(&mut self, line: &str) -> bool {
        if let Some(text) = line.strip_prefix(REFERENCE).filter(|_| self.reference.is_none()) {
            self.reference = filled(text);
        } else if let Some(text) = line.strip_prefix(WAIVED).filter(|_| self.waived.is_none()) {
            self.waived = filled(text);
        } else if let Some(text) = line.strip_prefix(OLD_DEVICE).filter(|_| self.old_device.is_none()) {
            self.old_device = match text.trim() {
                YES => Some(true),
                NO => Some(false),
                _ => return false,
            };
        } else {
            return false;
        }
        true
    }
}

fn filled(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(reference: Option<&str>, waived: Option<&str>, comment: Option<&str>) -> Notes {
        Notes {
            reference: reference.map(str::to_owned),
            waived: waived.map(str::to_owned),
            old_device: None,
            comment: comment.map(str::to_owned),
        }
    }

    fn with_device(old_device: bool, notes: Notes) -> Notes {
        Notes {
            old_device: Some(old_device),
            ..notes
        }
    }

    #[test]
    fn notes_come_back_from_the_comment() {
        const AT: &str = "2026-11-21T09:00:00Z";
        let cases = [
            (notes(None, None, None), None),
            (
                notes(None, None, Some("Bel even van tevoren.")),
                Some("Bel even van tevoren."),
            ),
            (notes(Some("PO 2026-118"), None, None), Some("Ref.: PO 2026-118")),
            (
                notes(Some("PO 2026-118"), None, Some("Twee regels\nmet een wens.")),
                Some("Ref.: PO 2026-118\n\nTwee regels\nmet een wens."),
            ),
            (
                notes(None, Some(AT), None),
                Some("Withdrawal waived: 2026-11-21T09:00:00Z"),
            ),
            (
                notes(Some("A-1"), Some(AT), Some("Dank.")),
                Some("Ref.: A-1\nWithdrawal waived: 2026-11-21T09:00:00Z\n\nDank."),
            ),
            (with_device(true, notes(None, None, None)), Some("Old device: yes")),
            (
                with_device(false, notes(Some("A-1"), Some(AT), Some("Dank."))),
                Some("Ref.: A-1\nWithdrawal waived: 2026-11-21T09:00:00Z\nOld device: no\n\nDank."),
            ),
            // What a customer writes is no note.
            (notes(None, None, Some("Old device: yes")), Some("\nOld device: yes")),
            (
                notes(None, None, Some("Withdrawal waived: no")),
                Some("\nWithdrawal waived: no"),
            ),
            (
                notes(Some("A-1"), None, Some("Withdrawal waived: no")),
                Some("Ref.: A-1\n\nWithdrawal waived: no"),
            ),
        ];
        for (given, stored) in cases {
            assert_eq!(given.joined().as_deref(), stored);
            assert_eq!(Notes::parted(stored), given);
        }
    }

    #[test]
    fn what_staff_or_plugins_write_is_a_comment() {
        assert_eq!(Notes::parted(Some("")), notes(None, None, None));
        assert_eq!(Notes::parted(Some("Ref.: \r\nlater")), notes(None, None, Some("later")));
        assert_eq!(
            Notes::parted(Some("Ref.: A-1\r\nlater")),
            notes(Some("A-1"), None, Some("later"))
        );
        assert_eq!(Notes::parted(Some(" Ref.: A-1")), notes(None, None, Some("Ref.: A-1")));
    }
}
