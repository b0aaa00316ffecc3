//! Lower-case keywords by which a required statement is recognised, one list per language.

/// Keywords by language.
pub(crate) struct Words {
    pub(crate) nl: &'static [&'static str],
    pub(crate) en: &'static [&'static str],
    pub(crate) de: &'static [&'static str],
}

impl Words {
    /// The keywords of a language (`nl`); `None` for an unsupported language.
    pub(crate) fn of(&self, language: &str) -> Option<&'static [&'static str]> {
        match language {
            "nl" => Some(self.nl),
            "en" => Some(self.en),
            "de" => Some(self.de),
            _ => None,
        }
    }

    /// Whether a lower-case text contains one of the keywords; true for an unsupported language.
    pub(crate) fn are_in(&self, language: &str, text: &str) -> bool {
        self.of(language)
            .is_none_or(|words| words.iter().any(|word| text.contains(word)))
    }
}
