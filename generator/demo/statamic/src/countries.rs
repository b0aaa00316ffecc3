//! The countries dictionary, limited to countries relevant for a European furniture shop. For other codes, the label is
//! the code.

use serde_json::{Map, Value, json};

/// ISO 3166 alpha-3, alpha-2, names in nl, en, de, subregion in nl.
const COUNTRIES: &[(&str, &str, [&str; 3], &str)] = &[
    ("AUT", "AT", ["Oostenrijk", "Austria", "Österreich"], "West-Europa"),
    ("BEL", "BE", ["België", "Belgium", "Belgien"], "West-Europa"),
    ("CHE", "CH", ["Zwitserland", "Switzerland", "Schweiz"], "West-Europa"),
    ("CZE", "CZ", ["Tsjechië", "Czechia", "Tschechien"], "Oost-Europa"),
    ("DEU", "DE", ["Duitsland", "Germany", "Deutschland"], "West-Europa"),
    ("DNK", "DK", ["Denemarken", "Denmark", "Dänemark"], "Noord-Europa"),
    ("ESP", "ES", ["Spanje", "Spain", "Spanien"], "Zuid-Europa"),
    ("EST", "EE", ["Estland", "Estonia", "Estland"], "Noord-Europa"),
    ("FIN", "FI", ["Finland", "Finland", "Finnland"], "Noord-Europa"),
    ("FRA", "FR", ["Frankrijk", "France", "Frankreich"], "West-Europa"),
    (
        "GBR",
        "GB",
        ["Verenigd Koninkrijk", "United Kingdom", "Vereinigtes Königreich"],
        "Noord-Europa",
    ),
    ("IRL", "IE", ["Ierland", "Ireland", "Irland"], "Noord-Europa"),
    ("ITA", "IT", ["Italië", "Italy", "Italien"], "Zuid-Europa"),
    ("LTU", "LT", ["Litouwen", "Lithuania", "Litauen"], "Noord-Europa"),
    ("LUX", "LU", ["Luxemburg", "Luxembourg", "Luxemburg"], "West-Europa"),
    ("LVA", "LV", ["Letland", "Latvia", "Lettland"], "Noord-Europa"),
    ("NLD", "NL", ["Nederland", "Netherlands", "Niederlande"], "West-Europa"),
    ("NOR", "NO", ["Noorwegen", "Norway", "Norwegen"], "Noord-Europa"),
    ("POL", "PL", ["Polen", "Poland", "Polen"], "Oost-Europa"),
    ("PRT", "PT", ["Portugal", "Portugal", "Portugal"], "Zuid-Europa"),
    ("SVN", "SI", ["Slovenië", "Slovenia", "Slowenien"], "Zuid-Europa"),
    ("SWE", "SE", ["Zweden", "Sweden", "Schweden"], "Noord-Europa"),
];

/// The answered option of a country.
pub(crate) fn option(key: &str, lang: &str) -> Value {
    let Some((iso3, iso2, names, subregion)) = COUNTRIES.iter().find(|country| country.0 == key) else {
        return json!({"value": key, "label": key, "key": key});
    };
    let [nl, en, de] = names;
    let name = match lang {
        "nl" => nl,
        "de" => de,
        _ => en,
    };
    let flag: String = iso2
        .chars()
        .filter_map(|letter| char::from_u32(u32::from(letter) + 0x1F1A5))
        .collect();
    let label = format!("{flag} {name}");
    let mut result = Map::new();
    for (field, value) in [
        ("value", key),
        ("name", name),
        ("iso3", iso3),
        ("iso2", iso2),
        ("region", "Europa"),
        ("subregion", subregion),
        ("emoji", &flag),
        ("label", &label),
        ("key", key),
    ] {
        result.insert(field.to_owned(), json!(value));
    }
    Value::Object(result)
}
