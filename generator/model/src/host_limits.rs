//! Limits of static hosts on `_redirects` and `_headers`: the lowest of Cloudflare Pages, Netlify and others that read
//! these files. Hosts ignore lines beyond them, or refuse the upload.

/// Lines of `_redirects` without a pattern (Cloudflare Pages: 2,000; Netlify advises against 10,000).
pub const REDIRECTS: usize = 2_000;
/// Lines of `_redirects` with a pattern (Cloudflare Pages).
pub const PATTERNS: usize = 100;
/// Characters of a line of `_redirects` (Cloudflare Pages).
pub const REDIRECT_LINE: usize = 1_000;
/// Bytes of `_redirects`. Cloudflare Pages documents no such limit, but drops what lies behind it without a word.
pub const REDIRECTS_BYTES: usize = 100_000;
/// Rules of `_headers` (Cloudflare Pages).
pub const HEADER_RULES: usize = 100;
/// Characters of a line of `_headers` (Cloudflare Pages).
pub const HEADER_LINE: usize = 2_000;
