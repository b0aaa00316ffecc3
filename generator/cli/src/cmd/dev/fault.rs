//! An error in the sources, formatted for the terminal and for the page.
//!
//! **Invariant:** the page and the terminal show the same; everything printed into HTML is escaped.

use std::{
    fs,
    path::{Path, PathBuf},
};

use vitrine_site::{
    SiteError,
    error::{PageFailure, Reason},
    templates::TemplateError,
};

use crate::config::{Config, THEME};

/// Number of template lines shown before and after the error.
const AROUND: usize = 3;

/// The folders of templates, of which errors show lines.
#[derive(Clone, Debug)]
pub(super) struct Folders {
    /// `None`: the program carries them.
    templates: Option<PathBuf>,
    theme: PathBuf,
}

impl Folders {
    pub(super) fn of(config: &Config) -> Self {
        let templates = config.file.build.templates.as_deref();
        Self {
            templates: templates.map(|folder| config.path(folder)),
            theme: config.path(Path::new(THEME)),
        }
    }

    /// The file that an error names: `templates/x.html`, `theme/templates/x.html`.
    fn file(&self, name: &str) -> Option<PathBuf> {
        match name.strip_prefix("theme/") {
            Some(below) => Some(self.theme.join(below)),
            None => Some(self.templates.as_ref()?.join(name.strip_prefix("templates/")?)),
        }
    }
}

/// An error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// `templates/pages/product.html:12`, if it has a position in a file.
    place: Option<String>,
    /// What is wrong.
    message: String,
    /// The lines around the position, and the values available there.
    scope: Option<String>,
}

impl Fault {
    /// From an error that stopped a turn.
    pub(super) fn of(error: &anyhow::Error, folders: &Folders) -> Self {
        let site = error.chain().find_map(|cause| cause.downcast_ref::<SiteError>());
        match site {
            Some(SiteError::Template(error)) => Self::of_template(error, folders),
            Some(SiteError::Pages(failures)) if !failures.is_empty() => Self::of_pages(failures, folders),
            _ => Self {
                place: None,
                message: crate::outcome::error_line(error),
                scope: None,
            },
        }
    }

    /// From the failure of one page.
    pub(super) fn of_page(failure: &PageFailure, folders: &Folders) -> Self {
        let asked_by = format!("while making {} (from {})", failure.path, failure.source_entry);
        match &failure.reason {
            Reason::Template(error) => {
                let fault = Self::of_template(error, folders);
                Self {
                    message: format!("{}, {asked_by}", fault.message),
                    ..fault
                }
            }
            Reason::Other(words) => Self {
                place: None,
                message: format!("{words}, {asked_by}"),
                scope: None,
            },
        }
    }

    fn of_pages(failures: &[PageFailure], folders: &Folders) -> Self {
        let telling = failures.iter().find(|f| matches!(f.reason, Reason::Template(_)));
        let Some(first) = telling.or(failures.first()) else {
            return Self {
                place: None,
                message: "pages could not be made".to_owned(),
                scope: None,
            };
        };
        let mut fault = Self::of_page(first, folders);
        if failures.len() > 1 {
            fault
                .message
                .push_str(&format!("; {} pages fail in all", failures.len()));
        }
        fault
    }

    fn of_template(error: &TemplateError, folders: &Folders) -> Self {
        match error {
            TemplateError::Refused { name, line, message } => Self {
                place: Some(format!("{name}:{line}")),
                message: message.clone(),
                scope: folders.file(name).and_then(|file| excerpt(&file, *line)),
            },
            TemplateError::Failed {
                name,
                line,
                message,
                expression,
                scope,
            } => Self {
                place: Some(format!("{name}:{line}")),
                message: match expression {
                    Some(expression) => format!("{message} in {{{{ {expression} }}}}"),
                    None => message.clone(),
                },
                scope: Some(scope.clone()).filter(|scope| !scope.is_empty()),
            },
        }
    }

    /// Text for the terminal.
    pub(super) fn text(&self) -> String {
        let mut text = match &self.place {
            Some(place) => format!("{place}: {}", self.message),
            None => self.message.clone(),
        };
        if let Some(scope) = &self.scope {
            text.push('\n');
            text.push_str(scope);
        }
        text
    }

    /// HTML for the page, inserted before the end of its body.
    pub(super) fn html(&self) -> String {
        let part = |tag: &str, class: &str, text: &str| {
            format!("<{tag} class=\"dev-fault__{class}\">{}</{tag}>\n", escaped(text))
        };
        let mut html = String::from("<section class=\"dev-fault\" role=\"alert\" lang=\"en\">\n");
        html.push_str(&part(
            "p",
            "title",
            "Not everything could be made. What could not is shown as it was last.",
        ));
        if let Some(place) = &self.place {
            html.push_str(&part("p", "place", place));
        }
        html.push_str(&part("p", "message", &self.message));
        if let Some(scope) = &self.scope {
            // The element scrolls, so it must be focusable and have a name for keyboard users.
            html.push_str(&format!(
                "<pre class=\"dev-fault__scope\" role=\"region\" aria-label=\"Values at this place\" tabindex=\"0\">{}</pre>\n",
                escaped(scope)
            ));
        }
        html.push_str("</section>\n");
        html
    }
}

/// The lines around a position in a template that could not be parsed.
fn excerpt(template: &Path, line: usize) -> Option<String> {
    let source = fs::read_to_string(template).ok()?;
    let first = line.saturating_sub(AROUND).max(1);
    let lines = source.lines().enumerate().skip(first - 1).take(2 * AROUND + 1);
    let shown = lines.map(|(place, text)| {
        let mark = if place + 1 == line { '>' } else { '|' };
        format!("{:>4} {mark} {text}", place + 1)
    });
    Some(shown.collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
}

/// Escaped as the text of an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
