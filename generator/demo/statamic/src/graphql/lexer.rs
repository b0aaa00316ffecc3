//! Tokens of a GraphQL document (specification of October 2021, section 2.1), with line and column for errors.

use super::document::{Problem, Spot};

/// Kind of a token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// One of the punctuators.
    Mark(&'static str),
    Name(String),
    Int(String),
    Float(String),
    Text(String),
    End,
}

/// A token with its position.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) spot: Spot,
}

impl Kind {
    /// Its description in errors.
    pub(super) fn described(&self) -> String {
        match self {
            Self::Mark(mark) => (*mark).to_owned(),
            Self::Name(name) => format!("Name \"{name}\""),
            Self::Int(number) => format!("Int \"{number}\""),
            Self::Float(number) => format!("Float \"{number}\""),
            Self::Text(text) => format!("String \"{text}\""),
            Self::End => "<EOF>".to_owned(),
        }
    }
}

const MARKS: &[&str] = &["...", "{", "}", "(", ")", "[", "]", ":", "=", "!", "|", "@", "$", "&"];

struct Reader<'t> {
    rest: &'t str,
    spot: Spot,
}

/// All tokens of a document; the last one is its end.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Problem> {
    let mut reader = Reader {
        rest: text,
        spot: Spot { line: 1, column: 1 },
    };
    let mut tokens = Vec::new();
    loop {
        reader.skip();
        let spot = reader.spot;
        let kind = reader.token()?;
        let ended = kind == Kind::End;
        tokens.push(Token { kind, spot });
        if ended {
            return Ok(tokens);
        }
    }
}

impl<'t> Reader<'t> {
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        for letter in taken.chars() {
            if letter == '\n' {
                self.spot = Spot {
                    line: self.spot.line + 1,
                    column: 1,
                };
            } else {
                self.spot.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let bytes = self.rest.find(|letter| !belongs(letter)).unwrap_or(self.rest.len());
        self.take(bytes)
    }

    /// Skips whitespace, commas and comments.
    fn skip(&mut self) {
        loop {
            self.take_while(|letter| letter.is_ascii_whitespace() || letter == ',' || letter == '\u{feff}');
            if !self.rest.starts_with('#') {
                return;
            }
            self.take_while(|letter| letter != '\n');
        }
    }

    fn token(&mut self) -> Result<Kind, Problem> {
        let Some(first) = self.rest.chars().next() else {
            return Ok(Kind::End);
        };
        if let Some(mark) = MARKS.iter().find(|mark| self.rest.starts_with(**mark)) {
            self.take(mark.len());
            return Ok(Kind::Mark(mark));
        }
        match first {
            'a'..='z' | 'A'..='Z' | '_' => Ok(Kind::Name(
                self.take_while(|letter| letter.is_ascii_alphanumeric() || letter == '_')
                    .to_owned(),
            )),
            '0'..='9' | '-' => Ok(self.number()),
            '"' if self.rest.starts_with("\"\"\"") => self.block(),
            '"' => self.text(),
            other => Err(Problem::syntax(
                &format!("Cannot parse the unexpected character \"{other}\"."),
                self.spot,
            )),
        }
    }

    fn number(&mut self) -> Kind {
        let text = self
            .take_while(|letter| letter.is_ascii_digit() || "+-.eE".contains(letter))
            .to_owned();
        if text.contains(['.', 'e', 'E']) {
            Kind::Float(text)
        } else {
            Kind::Int(text)
        }
    }

    /// `"""…"""`, unchanged except for its own escape.
    fn block(&mut self) -> Result<Kind, Problem> {
        let start = self.spot;
        self.take(3);
        let Some(end) = self.rest.find("\"\"\"") else {
            return Err(Problem::syntax("Unterminated string.", start));
        };
        let text = self.take(end).trim().to_owned();
        self.take(3);
        Ok(Kind::Text(text))
    }

    fn text(&mut self) -> Result<Kind, Problem> {
        let start = self.spot;
        self.take(1);
        let mut text = String::new();
        loop {
            let Some(letter) = self.rest.chars().next().filter(|letter| *letter != '\n') else {
                return Err(Problem::syntax("Unterminated string.", start));
            };
            self.take(letter.len_utf8());
            match letter {
                '"' => return Ok(Kind::Text(text)),
                '\\' => text.push(self.escape()?),
                other => text.push(other),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Problem> {
        let spot = self.spot;
        let wrong = |what: &str| Problem::syntax(&format!("Invalid character escape sequence: \\{what}"), spot);
        let letter = self.rest.chars().next().ok_or_else(|| wrong(""))?;
        self.take(letter.len_utf8());
        Ok(match letter {
            '"' | '\\' | '/' => letter,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let digits = self.take(4);
                let code = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                code.ok_or_else(|| wrong(&format!("u{digits}")))?
            }
            other => return Err(wrong(&other.to_string())),
        })
    }
}
