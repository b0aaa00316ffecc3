//! The shop's own texts over those of the program.
//!
//! **Invariant:** an own text replaces one that exists in the program's file of the same name, or is in `own.json`.

use serde_json::{Map, Value};

use crate::messages::{CatalogueFile, MessageError, flatten};

/// The file of texts that the program does not have.
const OWN: &str = "own.json";

/// The program's catalogues of a locale with the own texts in their places, and those of own islands.
pub(crate) fn laid_over(
    code: &str,
    program: Vec<CatalogueFile>,
    own: &[CatalogueFile],
    islands: &[String],
) -> Result<Vec<CatalogueFile>, MessageError> {
    let mut all = program;
    let of_islands: Vec<String> = islands.iter().map(|name| format!("islands/{name}.json")).collect();
    for file in own {
        let texts = texts(code, file)?;
        if file.name == OWN || of_islands.contains(&file.name) {
            all.push(file.clone());
            continue;
        }
        let Some(at) = all.iter().position(|known| known.name == file.name) else {
            return Err(refuse(
                code,
                file,
                "the program has no file of this name: texts of your own templates stand in own.json, those of an island in theme/islands/NAME in islands/NAME.json".to_owned(),
            ));
        };
        let mut merged = all
            .get(at)
            .map(|known| self::texts(code, known))
            .transpose()?
            .unwrap_or_default();
        for (key, text) in texts {
            if !merged.contains_key(&key) {
                let message = unknown(code, &key, &all)?;
                return Err(refuse(code, file, message));
            }
            merged.insert(key, text);
        }
        if let Some(known) = all.get_mut(at) {
            known.text = Value::Object(merged).to_string();
        }
    }
    // An island may have no texts.
    let missing = of_islands
        .into_iter()
        .filter(|name| !own.iter().any(|file| file.name == *name));
    all.extend(missing.map(|name| CatalogueFile {
        name,
        text: "{}".to_owned(),
    }));
    Ok(all)
}

/// The texts of a file by their full keys; `_plural` is one of them.
fn texts(code: &str, file: &CatalogueFile) -> Result<Map<String, Value>, MessageError> {
    let value = serde_json::from_str(&file.text).map_err(|error| refuse(code, file, error.to_string()))?;
    let mut flat = Map::new();
    flatten("", value, &mut flat).map_err(|message| refuse(code, file, message))?;
    Ok(flat)
}

/// What is said of a text that the program does not have.
fn unknown(code: &str, key: &str, all: &[CatalogueFile]) -> Result<String, MessageError> {
    let mut nearest = (0.0, String::new());
    for file in all {
        for known in texts(code, file)?.keys() {
            let alike = strsim::jaro_winkler(key, known);
            if alike > nearest.0 {
                nearest = (alike, format!("{known:?} in {}", file.name));
            }
        }
    }
    Ok(format!(
        "the text {key:?} is none of the program's; the nearest is {}. Texts of your own templates stand in {OWN}",
        nearest.1
    ))
}

fn refuse(code: &str, file: &CatalogueFile, message: String) -> MessageError {
    MessageError::File {
        file: format!("locales/{code}/{}", file.name),
        message,
    }
}
