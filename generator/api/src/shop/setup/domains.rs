//! The sales channel's domains, by language. Links in Shopware's mails use the domain of the order's language with
//! Shopware's own paths, so each language needs one domain that belongs to this shop.

use url::Url;
use vitrine_backends::shopware::session::Domain;
use vitrine_model::locale::{Locale, Locales};

use super::finding::{SetupCode, SetupFinding};

/// The findings, in the order of the locales. A shop that is not public, such as one on a developer's machine, has
/// none.
pub fn of_domains(domains: &[Domain], locales: &Locales, origins: &[String]) -> Vec<SetupFinding> {
    let homes: Vec<&str> = origins
        .iter()
        .map(String::as_str)
        .filter(|origin| is_public(origin))
        .collect();
    let Some(home) = homes.first() else {
        return Vec::new();
    };
    let of = |locale: &Locale| of_locale(domains, locale, &homes, home);
    locales.iter().flat_map(|(_, locale)| of(locale)).collect()
}

fn is_public(origin: &str) -> bool {
    Url::parse(origin).is_ok_and(|url| super::endpoint::is_public(&url))
}

fn of_locale(domains: &[Domain], locale: &Locale, homes: &[&str], home: &str) -> Vec<SetupFinding> {
    // A locale without a known language cannot be checked.
    if locale.commerce_language.is_none() {
        return Vec::new();
    }
    let own: Vec<&str> = domains
        .iter()
        .filter(|domain| domain.language.is_some() && domain.language == locale.commerce_language)
        .map(|domain| domain.url.as_str())
        .collect();
    let wanted = format!("{home}{}", locale.prefix);
    let iso = &locale.iso;
    let finding = |code, message, remedy| SetupFinding {
        code,
        locale: Some(locale.code.to_string()),
        message,
        remedy,
    };
    let mut found = Vec::new();
    for url in own.iter().filter(|url| !has_scheme(url)) {
        found.push(finding(
            SetupCode::DomainWithoutScheme,
            format!("the sales channel's domain {url:?} of {iso} has no scheme: no link of a mail can begin with it"),
            format!("In Shopware, sales channel, domains: write it as an address, {wanted:?}."),
        ));
    }
    if !own
        .iter()
        .any(|url| homes.iter().any(|home| is_home(url, home, &locale.prefix)))
    {
        let instead = match own.first() {
            Some(url) => format!("mails of that language lead to {url:?}"),
            None if domains.is_empty() => "nobody can register, order as a guest or ask for a new password".to_owned(),
            None => format!("mails of that language lead to {:?}", domains[0].url),
        };
        found.push(finding(
            SetupCode::DomainMissing,
            format!("the sales channel has no domain of {iso} that is this shop's: {instead}"),
            format!("In Shopware, sales channel, domains: add {wanted:?} with the language {iso}."),
        ));
    }
    if own.len() > 1 {
        found.push(finding(
            SetupCode::DomainDouble,
            format!(
                "the sales channel has {} domains of {iso} ({}): a mail about an order may lead to any of them",
                own.len(),
                own.join(", ")
            ),
            format!("In Shopware, sales channel, domains: keep {wanted:?} alone."),
        ));
    }
    found
}

/// The best domain for the mails of a language: the shop's own, otherwise one below one of its origins, otherwise any
/// of the language, preferring valid addresses.
pub(crate) fn best_for<'d>(domains: &'d [Domain], locale: &Locale, origins: &[String]) -> Option<&'d str> {
    let rank = |domain: &Domain| {
        let own = domain.language.is_some() && domain.language == locale.commerce_language;
        let home = own
            && origins
                .iter()
                .any(|origin| is_home(&domain.url, origin, &locale.prefix));
        let below = own && origins.iter().any(|origin| is_below(&domain.url, origin));
        (
            home,
            below,
            own && has_scheme(&domain.url),
            own,
            has_scheme(&domain.url),
        )
    };
    // The first of equally good ones.
    let best = domains.iter().rev().max_by_key(|domain| rank(domain));
    best.map(|domain| domain.url.as_str())
}

fn has_scheme(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

fn is_below(url: &str, origin: &str) -> bool {
    let path = url.strip_prefix(origin);
    path.is_some_and(|path| path.is_empty() || path.starts_with('/'))
}

/// Whether a domain is the address of a locale below an origin.
fn is_home(url: &str, origin: &str, prefix: &str) -> bool {
    url.strip_prefix(origin) == Some(prefix)
}

#[cfg(test)]
mod tests {
    use vitrine_model::ids::{LanguageId, SiteHandle};

    use super::*;

    fn locales() -> Locales {
        let locale = |code: &str, prefix: &str, id: char| Locale {
            code: code.into(),
            iso: code.into(),
            name: code.to_owned(),
            prefix: prefix.to_owned(),
            commerce_language: LanguageId::parse(&id.to_string().repeat(32)).ok(),
            content_site: SiteHandle::parse(code).expect("a handle"),
        };
        Locales::new(vec![locale("nl", "", 'a'), locale("en", "/en", 'b')]).expect("locales")
    }

    fn domain(url: &str, language: char) -> Domain {
        Domain {
            url: url.to_owned(),
            language: LanguageId::parse(&language.to_string().repeat(32)).ok(),
        }
    }

    fn codes(domains: &[Domain], origin: &str) -> Vec<(SetupCode, String)> {
        let found = of_domains(domains, &locales(), &[origin.to_owned()]);
        let told = found.into_iter();
        told.map(|found| (found.code, found.locale.expect("a locale")))
            .collect()
    }

    #[test]
    fn each_language_has_one_domain_and_it_is_the_shops() {
        let (nl, en) = (|code| (code, "nl".to_owned()), |code| (code, "en".to_owned()));
        use SetupCode::{DomainDouble, DomainMissing, DomainWithoutScheme};
        let shop = "https://shop.example";
        let home = [
            domain("https://shop.example", 'a'),
            domain("https://shop.example/en", 'b'),
        ];
        for (domains, expected) in [
            (home.to_vec(), vec![]),
            (vec![], vec![nl(DomainMissing), en(DomainMissing)]),
            (vec![home[0].clone()], vec![en(DomainMissing)]),
            // The same address, or one of another site, in the other language.
            (
                vec![home[0].clone(), domain("https://shop.example/english", 'b')],
                vec![en(DomainMissing)],
            ),
            (
                vec![home[0].clone(), domain("https://shop.example.test/en", 'b')],
                vec![en(DomainMissing)],
            ),
            (
                vec![home[0].clone(), domain("http://shop.example/en", 'b')],
                vec![en(DomainMissing)],
            ),
            (
                vec![domain("default.headless0", 'a'), home[1].clone()],
                vec![nl(DomainWithoutScheme), nl(DomainMissing)],
            ),
            (
                vec![home[0].clone(), home[1].clone(), domain("https://old.example", 'b')],
                vec![en(DomainDouble)],
            ),
        ] {
            assert_eq!(codes(&domains, shop), expected, "{domains:?}");
        }
        for origin in ["http://127.0.0.1:3000", "http://localhost:3000", "https://shop.test"] {
            assert_eq!(codes(&[], origin), [], "{origin}");
        }
    }

    #[test]
    fn mails_lead_home_where_they_can_and_to_an_address_where_there_is_one() {
        let origins = ["https://shop.example".to_owned()];
        let best = |domains: &[Domain], code: &str| {
            let locales = locales();
            let locale = locales.get(locales.by_code(code)?)?;
            best_for(domains, locale, &origins).map(str::to_owned)
        };
        let all = [
            domain("default.headless0", 'b'),
            domain("https://old.example", 'b'),
            domain("https://shop.example/english", 'b'),
            domain("https://shop.example/en", 'b'),
            domain("https://shop.example", 'a'),
        ];
        assert_eq!(best(&all, "en").as_deref(), Some("https://shop.example/en"));
        assert_eq!(best(&all[..3], "en").as_deref(), Some("https://shop.example/english"));
        assert_eq!(best(&all[..2], "en").as_deref(), Some("https://old.example"));
        assert_eq!(best(&all[..1], "en").as_deref(), Some("default.headless0"));
        assert_eq!(best(&all[..3], "nl").as_deref(), Some("https://old.example"));
        assert_eq!(best(&[], "nl"), None);
    }
}
