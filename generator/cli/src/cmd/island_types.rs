//! `vitrine theme types`: the types of what islands of the shop's own folder import, and of their texts.
//!
//! **Invariant:** the types are those of this program; a `tsconfig.json` of the shop's own stays as it is.

use std::{fmt::Write as _, fs, path::Path};

use anyhow::{Context, Result};
use serde_json::Value;
use vitrine_site::{
    messages::{CatalogueFile, Messages},
    theme::{IslandSource, island_sources},
};

use crate::config::{Config, THEME};

/// What the program publishes, made by `scripts/api-types`.
const PUBLISHED: &str = include_str!("../../../../islands/src/published/vitrine.d.ts");

/// For editors, and for `npx tsc --project theme/islands`.
const TSCONFIG: &str = r#"{
  "compilerOptions": {
    "target": "ES2022",
    "lib": ["ES2022", "DOM", "DOM.Iterable"],
    "module": "ESNext",
    "moduleResolution": "bundler",
    "jsx": "react-jsx",
    "types": [],
    "strict": true,
    "isolatedModules": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["."]
}
"#;

/// Writes the files; returns what was written.
pub(super) fn write(config: &Config) -> Result<String> {
    let theme = config.path(Path::new(THEME));
    let islands = island_sources(&theme)?;
    let folder = theme.join("islands");
    fs::create_dir_all(&folder).with_context(|| format!("could not make the folder {}", folder.display()))?;
    let types = folder.join("vitrine.d.ts");
    let text = format!("{PUBLISHED}\n{}", texts(config, &islands)?);
    fs::write(&types, text).with_context(|| format!("could not write {}", types.display()))?;
    let mut out = format!("{}\n", types.display());
    let settings = folder.join("tsconfig.json");
    if !settings.exists() {
        fs::write(&settings, TSCONFIG).with_context(|| format!("could not write {}", settings.display()))?;
        writeln!(out, "{}", settings.display())?;
    }
    Ok(out)
}

/// The keys of each island's texts, in the first language.
fn texts(config: &Config, islands: &[IslandSource]) -> Result<String> {
    let head =
        "declare module \"vitrine/texts\" {\n  /** The keys of the texts of each island. */\n  export type Texts = {\n";
    let mut out = head.to_owned();
    for island in islands {
        let keys: Vec<String> = keys(config, island)?
            .into_iter()
            .map(|key| Value::from(key).to_string())
            .collect();
        let keys = if keys.is_empty() {
            "never".to_owned()
        } else {
            keys.join(" | ")
        };
        writeln!(out, "    {}: {keys};", Value::from(island.name.as_str()))?;
    }
    out.push_str("  };\n}\n");
    Ok(out)
}

fn keys(config: &Config, island: &IslandSource) -> Result<Vec<String>> {
    let own = config.own_files().locales;
    let first = config.locales.iter().next().map(|(_, locale)| locale.code.to_string());
    let Some((own, code)) = own.zip(first) else {
        return Ok(Vec::new());
    };
    let name = format!("islands/{}.json", island.name);
    let file = own.join(&code).join(&name);
    if !file.is_file() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&file).with_context(|| format!("could not read {}", file.display()))?;
    let texts = Messages::read(&code, &[CatalogueFile { name, text }])?;
    Ok(texts.islands().flat_map(|(_, texts)| texts.keys().cloned()).collect())
}
