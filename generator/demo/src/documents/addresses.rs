//! What a product's custom fields say of its documents, as the shop hands it out: the address of this server and the true size.

use serde_json::{Map, Value};

use super::Documents;
use super::plan::{ENERGY, downloads, energy_name, light_of, name_of};

impl Documents {
    /// Puts `base_url`'s addresses and the sizes served there into custom fields of one language. What names no document of the shop stays.
    pub(crate) fn address(&self, fields: &mut Map<String, Value>, base_url: &str, iso: &str) {
        if self.made.is_empty() {
            return;
        }
        if let Some(field) = fields.get_mut("vitrine_downloads") {
            let mut list = downloads(field);
            for download in &mut list {
                self.address_download(download, base_url);
            }
            // A shop may store the list as text; a reader finds it the way it was stored.
            let addressed = match field {
                Value::String(_) => Value::String(Value::Array(list).to_string()),
                Value::Array(_) => Value::Array(list),
                _ => field.take(),
            };
            *field = addressed;
        }
        if let Some(energy) = fields.get_mut("vitrine_energy") {
            for key in ENERGY {
                let light = energy
                    .get(key)
                    .and_then(Value::as_str)
                    .and_then(|url| light_of(&self.plan.base, url));
                let name = light
                    .map(|light| energy_name(light, key, iso))
                    .filter(|name| self.has(name));
                if let (Some(name), Some(field)) = (name, energy.get_mut(key)) {
                    *field = url(base_url, &name).into();
                }
            }
        }
    }

    fn address_download(&self, download: &mut Value, base_url: &str) {
        let name = download
            .get("url")
            .and_then(Value::as_str)
            .and_then(|url| name_of(&self.plan.base, url));
        let Some(name) = name.filter(|name| self.has(name)).map(str::to_owned) else {
            return;
        };
        let size = self.document(&name).map(|stored| stored.bytes.len());
        let Some(download) = download.as_object_mut() else {
            return;
        };
        download.insert("url".to_owned(), url(base_url, &name).into());
        match size {
            Some(size) => download.insert("bytes".to_owned(), size.into()),
            None => download.shift_remove("bytes"),
        };
    }
}

fn url(base_url: &str, name: &str) -> String {
    format!("{base_url}/documents/{name}.pdf")
}
