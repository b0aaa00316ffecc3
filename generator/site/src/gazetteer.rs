//! The gazetteer: places by whose name or postcode visitors look for the nearest shop (R-STORE-01). The format is
//! described at the top of `locales/places.csv`.
//!
//! **Invariant:** the output depends only on the source and the language; the file's name contains the hash of its
//! content, so that a page and its gazetteer are of one build.

/// A line that is not a valid place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LineError {
    pub(crate) line: usize,
    pub(crate) message: &'static str,
}

/// A place with its coordinates and names, some of which have a language.
#[derive(Clone, PartialEq, Debug)]
struct Place<'a> {
    country: &'a str,
    postcode: &'a str,
    latitude: f64,
    longitude: f64,
    names: Vec<(Option<&'a str>, &'a str)>,
}

/// The gazetteer of a locale: a file below `site/`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GazetteerFile {
    pub(crate) file: String,
    /// A list of `[name, [further names], country, postcode, latitude, longitude]`, the largest places of a country first.
    pub(crate) json: String,
}

/// The file for a locale, by its code (`nl`); `None` if the source has no places.
pub(crate) fn file_for(source: &str, locale: &str) -> Result<Option<GazetteerFile>, LineError> {
    let places = parse(source)?;
    let language = locale.split('-').next().unwrap_or(locale);
    let rows: Vec<_> = places.iter().map(|place| row(place, language)).collect();
    let json = serde_json::to_string(&rows).ok().filter(|_| !rows.is_empty());
    Ok(json.map(|json| {
        let hash = blake3::hash(json.as_bytes()).to_hex().to_ascii_uppercase();
        let file = format!("assets/places-{locale}-{}.json", hash.get(..8).unwrap_or(&hash));
        GazetteerFile { file, json }
    }))
}

type Row<'a> = (&'a str, Vec<&'a str>, &'a str, &'a str, f64, f64);

/// The name in the page's language comes first; names in other languages are found too.
fn row<'a>(place: &Place<'a>, language: &str) -> Row<'a> {
    let own = place
        .names
        .iter()
        .position(|(of, _)| *of == Some(language))
        .unwrap_or(0);
    let name = place.names.get(own).map_or("", |(_, name)| *name);
    let others = place.names.iter().map(|(_, name)| *name);
    let others = others.filter(|other| *other != name).collect();
    (
        name,
        others,
        place.country,
        place.postcode,
        place.latitude,
        place.longitude,
    )
}

fn parse(source: &str) -> Result<Vec<Place<'_>>, LineError> {
    let lines = source.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            place(line).map_err(|message| LineError {
                line: index + 1,
                message,
            })
        })
        .collect()
}

fn place(line: &str) -> Result<Place<'_>, &'static str> {
    let mut parts = line.split(';').map(str::trim);
    let mut next = || parts.next().unwrap_or("");
    let (country, postcode, latitude, longitude) = (next(), next(), next(), next());
    if country.len() != 2 || !country.bytes().all(|b| b.is_ascii_uppercase()) {
        return Err("the country is not two capital letters");
    }
    let names: Vec<_> = parts.filter(|name| !name.is_empty()).map(name).collect();
    if names.is_empty() {
        return Err("it has no name");
    }
    Ok(Place {
        country,
        postcode,
        latitude: degrees(latitude, 90.0).ok_or("the latitude is not a number of degrees")?,
        longitude: degrees(longitude, 180.0).ok_or("the longitude is not a number of degrees")?,
        names,
    })
}

fn degrees(text: &str, most: f64) -> Option<f64> {
    text.parse().ok().filter(|degrees: &f64| degrees.abs() <= most)
}

/// `en:Cologne`, or a name without a language.
fn name(text: &str) -> (Option<&str>, &str) {
    match text.split_once(':') {
        Some((language, name)) if language.len() == 2 => (Some(language), name),
        _ => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "# places\nDE;50667;50.938;6.957;Köln;nl:Keulen;en:Cologne\n\nNL;2511;52.079;4.311;Den Haag;en:The Hague;'s-Gravenhage\n";

    /// R-STORE-01: a place is found by its names in all languages, and shown with its name in the page's language.
    #[test]
    fn r_store_01_a_place_is_named_in_the_language_of_the_page_and_found_by_all_names() {
        let json = |locale| file_for(SOURCE, locale).unwrap().unwrap().json;
        assert_eq!(
            json("nl"),
            r#"[["Keulen",["Köln","Cologne"],"DE","50667",50.938,6.957],["Den Haag",["The Hague","'s-Gravenhage"],"NL","2511",52.079,4.311]]"#
        );
        assert!(json("de").starts_with(r#"[["Köln",["Keulen","Cologne"]"#));
        assert!(json("en-GB").contains(r#"["The Hague",["Den Haag","'s-Gravenhage"]"#));
    }

    #[test]
    fn an_invalid_place_is_reported_with_its_line_number() {
        for (line, message) in [
            (
                "Netherlands;1012;52.3;4.9;Amsterdam",
                "the country is not two capital letters",
            ),
            ("NL;1012;north;4.9;Amsterdam", "the latitude is not a number of degrees"),
            ("NL;1012;52.3;NaN;Amsterdam", "the longitude is not a number of degrees"),
            ("NL;1012;52.3;4.9", "it has no name"),
        ] {
            let error = file_for(&format!("# places\n{line}\n"), "nl").unwrap_err();
            assert_eq!(error, LineError { line: 2, message });
        }
        assert_eq!(file_for("# nothing\n", "nl"), Ok(None));
    }

    /// The project's own file is valid, and contains each name once per country.
    #[test]
    fn the_own_places_are_read() {
        let source = include_str!("../../../locales/places.csv");
        let places = parse(source).unwrap();
        assert!(places.len() >= 300, "{}", places.len());
        let mut names: Vec<_> = places
            .iter()
            .flat_map(|place| place.names.iter().map(|(_, name)| (place.country, name.to_lowercase())))
            .collect();
        names.sort();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair.first() == pair.last()).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
