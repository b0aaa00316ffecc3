//! Words by which a duty is recognised, in lower case, one list a language.

/// Words of the three languages.
pub(super) struct Words {
    pub(super) nl: &'static [&'static str],
    pub(super) en: &'static [&'static str],
    pub(super) de: &'static [&'static str],
}

impl Words {
    /// The words of a language (`nl`); `None` for another one.
    pub(super) fn of(&self, language: &str) -> Option<&'static [&'static str]> {
        match language {
            "nl" => Some(self.nl),
            "en" => Some(self.en),
            "de" => Some(self.de),
            _ => None,
        }
    }

    /// Whether a text in lower case holds one of the words of a language; true for a language without words.
    pub(super) fn are_in(&self, language: &str, text: &str) -> bool {
        self.of(language)
            .is_none_or(|words| words.iter().any(|word| text.contains(word)))
    }
}
