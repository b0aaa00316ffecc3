//! The records of forms: a line with form and time of receipt, and the submission, sealed.
//!
//! **Invariant:** the id of a record is the hash of the idempotency key and the submission, so that a repeated request
//! finds its record. The sealed content is a line of JSON followed by the concatenated contents of the files.

use std::{io, sync::Arc};

use bytes::Bytes;
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use vitrine_backends::statamic::{FormFile, FormSubmission, FormValue};
use vitrine_state::{StateError, StateFolder};

use super::{kinds::FORMS, seal::Seal, store::Outbox};

/// The part of a record that is not sealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SentForm {
    /// The format of this record.
    pub format: u8,
    /// When it was received.
    pub received_at: Timestamp,
    /// The form's handle.
    pub form: String,
    /// The code of the locale.
    pub locale: String,
    /// Whether the sender gets a copy.
    pub copy: bool,
}

/// The sealed part of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FilledIn {
    /// The submission as sent to the CMS.
    pub(crate) submission: FormSubmission,
    /// The address for a copy, if the form has one.
    pub(crate) copy_to: Option<String>,
}

/// The line of JSON under the seal.
#[derive(Serialize, Deserialize)]
struct Line {
    form: String,
    copy_to: Option<String>,
    fields: Vec<(String, Stored)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stored {
    Text(Option<String>),
    Flag(bool),
    List(Vec<String>),
    Day(Option<Date>),
    Files { several: bool, files: Vec<StoredFile> },
}

#[derive(Serialize, Deserialize)]
struct StoredFile {
    name: String,
    mime: String,
    bytes: usize,
}

/// The records of a state, with the key to them.
#[derive(Debug)]
pub(crate) struct SentForms {
    outbox: Arc<Outbox>,
    seal: Option<Seal>,
}

impl SentForms {
    /// The records in a state folder; at most `most` are kept. Without a key none are accepted.
    pub(crate) fn open(state: &StateFolder, most: usize, seal: Option<Seal>) -> Result<Self, StateError> {
        let outbox = Arc::new(Outbox::open(state, &FORMS, most)?);
        Ok(Self { outbox, seal })
    }

    /// The outbox of the records.
    pub(crate) fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// Whether there is a key.
    pub(crate) fn has_key(&self) -> bool {
        self.seal.is_some()
    }

    /// The id of a submission: 32 hex digits.
    pub(crate) fn id_of(key: &str, filled: &FilledIn) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(key.as_bytes());
        write(filled, |part| {
            hasher.update(part);
        });
        hasher.finalize().to_hex().as_str().chars().take(32).collect()
    }

    /// Records a submission, synced to disk on return; `false` if it was recorded before.
    pub(crate) fn record(&self, id: &str, about: &SentForm, filled: &FilledIn) -> io::Result<bool> {
        if self.outbox.has(id)? {
            return Ok(false);
        }
        let seal = self.seal()?;
        self.outbox.put_sealed(id, about, seal, |into| {
            write(filled, |part| into.extend_from_slice(part));
        })
    }

    /// The sealed part of a record.
    pub(crate) fn filled_in(&self, id: &str) -> io::Result<FilledIn> {
        read(self.outbox.unseal(id, self.seal()?)?)
    }

    fn seal(&self) -> io::Result<&Seal> {
        let missing = || io::Error::other("there is no key to open it with (VITRINE_FORMS_KEY)");
        self.seal.as_ref().ok_or_else(missing)
    }
}

fn write(filled: &FilledIn, mut into: impl FnMut(&[u8])) {
    let fields = filled.submission.fields.iter();
    let line = Line {
        form: filled.submission.form.clone(),
        copy_to: filled.copy_to.clone(),
        fields: fields.map(|(field, value)| (field.clone(), stored(value))).collect(),
    };
    // Texts and numbers always serialise.
    into(&serde_json::to_vec(&line).unwrap_or_default());
    into(b"\n");
    for (_, value) in &filled.submission.fields {
        if let FormValue::Files { files, .. } = value {
            files.iter().for_each(|file| into(&file.content));
        }
    }
}

fn stored(value: &FormValue) -> Stored {
    match value {
        FormValue::Text(text) => Stored::Text(text.clone()),
        FormValue::Flag(on) => Stored::Flag(*on),
        FormValue::List(list) => Stored::List(list.clone()),
        FormValue::Day(day) => Stored::Day(*day),
        FormValue::Files { several, files } => Stored::Files {
            several: *several,
            files: files
                .iter()
                .map(|file| StoredFile {
                    name: file.name.clone(),
                    mime: file.mime.clone(),
                    bytes: file.content.len(),
                })
                .collect(),
        },
    }
}

fn read(content: Vec<u8>) -> io::Result<FilledIn> {
    let content = Bytes::from(content);
    let end = content.iter().position(|byte| *byte == b'\n');
    let end = end.ok_or(io::ErrorKind::InvalidData)?;
    let line: Line = serde_json::from_slice(&content.slice(..end)).map_err(io::Error::other)?;
    let mut rest = content.slice(end + 1..);
    let mut fields = Vec::with_capacity(line.fields.len());
    for (field, value) in line.fields {
        fields.push((field, sent(value, &mut rest)?));
    }
    Ok(FilledIn {
        submission: FormSubmission {
            form: line.form,
            fields,
        },
        copy_to: line.copy_to,
    })
}

fn sent(value: Stored, rest: &mut Bytes) -> io::Result<FormValue> {
    Ok(match value {
        Stored::Text(text) => FormValue::Text(text),
        Stored::Flag(on) => FormValue::Flag(on),
        Stored::List(list) => FormValue::List(list),
        Stored::Day(day) => FormValue::Day(day),
        Stored::Files { several, files } => {
            let mut read = Vec::with_capacity(files.len());
            for StoredFile { name, mime, bytes } in files {
                if bytes > rest.len() {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                let content = rest.split_to(bytes);
                read.push(FormFile { name, mime, content });
            }
            FormValue::Files { several, files: read }
        }
    })
}

#[cfg(test)]
mod tests {
    use secrecy::SecretString;

    use super::*;
    use crate::outbox::DeliveryState;

    fn filled() -> FilledIn {
        let file = |name: &str, content: &'static [u8]| FormFile {
            name: name.to_owned(),
            mime: "application/pdf".to_owned(),
            content: Bytes::from_static(content),
        };
        let fields = [
            ("name", FormValue::Text(Some("Noor\n\u{1f4e6}".to_owned()))),
            ("phone", FormValue::Text(None)),
            ("privacy", FormValue::Flag(true)),
            ("rooms", FormValue::List(vec!["a".to_owned()])),
            ("date", FormValue::Day(Some(jiff::civil::date(2026, 12, 24)))),
            (
                "files",
                FormValue::Files {
                    several: true,
                    files: vec![file("a.pdf", b"%PDF-\n1"), file("b.pdf", b"")],
                },
            ),
            (
                "cv",
                FormValue::Files {
                    several: false,
                    files: vec![file("c.pdf", b"%PDF-2")],
                },
            ),
        ];
        FilledIn {
            submission: FormSubmission {
                form: "contact".to_owned(),
                fields: fields.map(|(field, value)| (field.to_owned(), value)).into(),
            },
            copy_to: Some("noor@example.test".to_owned()),
        }
    }

    fn about() -> SentForm {
        SentForm {
            format: 1,
            received_at: "2026-11-23T18:40:12Z".parse().expect("a time"),
            form: "contact".to_owned(),
            locale: "nl".to_owned(),
            copy: true,
        }
    }

    fn open(folder: &std::path::Path, digit: Option<&str>) -> SentForms {
        let seal = digit.map(|digit| Seal::of(&SecretString::from(digit.repeat(64))).expect("a key"));
        SentForms::open(&StateFolder::at(folder), 2, seal).expect("opened")
    }

    #[test]
    fn a_record_is_sealed_found_again_and_gone_when_it_is_delivered() {
        let folder = tempfile::tempdir().expect("a folder");
        let (forms, filled) = (open(folder.path(), Some("a")), filled());
        let id = SentForms::id_of("key", &filled);
        assert!(forms.record(&id, &about(), &filled).expect("recorded"));
        assert!(!forms.record(&id, &about(), &filled).expect("seen"), "once");
        let file = folder.path().join(format!("forms/{id}.sealed"));
        let raw = std::fs::read(&file).expect("a file");
        for hidden in [b"Noor".as_slice(), b"%PDF", b"noor@"] {
            assert!(!raw.windows(hidden.len()).any(|part| part == hidden));
        }
        assert_eq!(forms.filled_in(&id).expect("read"), filled);
        assert_eq!(forms.outbox().read::<SentForm>(&id).expect("read"), about());
        assert!(open(folder.path(), Some("b")).filled_in(&id).is_err(), "another key");
        let mut delivery = forms.outbox().delivery(&id).expect("read");
        delivery.set(
            "cms",
            DeliveryState::Delivered {
                at: about().received_at,
            },
        );
        forms.outbox().note(&id, &delivery).expect("noted");
        assert!(file.exists(), "the copy is not sent yet");
        delivery.set("copy", DeliveryState::Absent);
        forms.outbox().note(&id, &delivery).expect("noted");
        assert!(!file.exists() && forms.outbox().ids().expect("read").is_empty());
        assert!(!forms.record(&id, &about(), &filled).expect("seen"), "it was sent");
    }

    #[test]
    fn what_was_given_up_stays_and_what_is_beyond_the_bound_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let forms = open(folder.path(), Some("a"));
        for id in ["00", "01"] {
            assert!(forms.record(id, &about(), &filled()).expect("recorded"));
        }
        assert!(forms.record("02", &about(), &filled()).is_err(), "bounded in number");
        let mut delivery = forms.outbox().delivery("00").expect("read");
        let cause = "refused".to_owned();
        delivery.set(
            "cms",
            DeliveryState::GivenUp {
                at: about().received_at,
                cause,
            },
        );
        forms.outbox().note("00", &delivery).expect("noted");
        assert_eq!(forms.outbox().entries().expect("read").len(), 2);
        assert!(
            open(folder.path(), None).record("03", &about(), &filled()).is_err(),
            "no key"
        );
    }
}
