//! The kinds of files that a form accepts, by extension.
//!
//! **Invariant:** a field for files always has a rule of kinds, and that rule never names a kind that a web server or a
//! browser runs.

use crate::rule::Rule;

/// Kinds that a field without a rule of kinds accepts: pictures, PDF, office documents. The API recognises all of them by
/// their content. Statamic's own list of extensions contains them.
pub const USUAL: [&str; 20] = [
    "jpg", "jpeg", "png", "gif", "webp", "bmp", "tif", "tiff", "heic", "heif", "pdf", "doc", "docx", "xls", "xlsx",
    "ppt", "pptx", "odt", "ods", "rtf",
];

/// Kinds that a web server or a browser runs, or that a desktop runs on a double click.
const RUN: &[&str] = &[
    // Web servers.
    "php", "php3", "php4", "php5", "php7", "php8", "phtml", "pht", "phps", "phar", "inc", "cgi", "fcgi", "pl", "pm",
    "py", "pyc", "rb", "sh", "asp", "aspx", "ashx", "asmx", "cer", "jsp", "jspx", "cfm", "htaccess", "htpasswd",
    "ini", // Browsers.
    "html", "htm", "shtml", "xhtml", "xht", "mht", "mhtml", "svg", "svgz", "xml", "xsl", "xslt", "js", "mjs", "cjs",
    "css", "wasm", "swf", // Desktops.
    "exe", "com", "bat", "cmd", "msi", "scr", "vbs", "ps1", "jar", "hta",
];

/// Whether a web server, a browser or a desktop runs files with this extension (lower case, without dot).
pub fn is_run(extension: &str) -> bool {
    RUN.contains(&extension)
}

/// Removes the kinds that are run from the rules of a field for files and returns them. Without a rule of kinds, or if
/// nothing is left of it, the rule becomes [`USUAL`].
pub(crate) fn limit(rules: &mut Vec<Rule>) -> Vec<String> {
    let mut removed = Vec::new();
    for rule in rules.iter_mut() {
        if let Rule::FileKinds(kinds) = rule {
            removed.extend(kinds.extract_if(.., |kind| is_run(kind)));
        }
    }
    rules.retain(|rule| !matches!(rule, Rule::FileKinds(kinds) if kinds.is_empty()));
    if !rules.iter().any(|rule| matches!(rule, Rule::FileKinds(_))) {
        rules.insert(0, Rule::FileKinds(USUAL.map(str::to_owned).to_vec()));
    }
    removed
}
