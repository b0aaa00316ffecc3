//! The host of the Store API. Shopware builds the address to which a payment provider returns the customer from the
//! host of the call, so it must be the shop's public one.

use url::{Host, Url};

use super::finding::{SetupCode, SetupFinding};

/// Suffixes of names that exist only in private networks, or nowhere.
const PRIVATE: [&str; 11] = [
    "localhost",
    "local",
    "internal",
    "lan",
    "intranet",
    "corp",
    "home",
    "svc",
    "docker",
    "test",
    "invalid",
];

/// The finding, if there is one. A shop that is not public itself, such as one on a developer's machine, has none.
pub fn of_endpoint(endpoint: &str, origins: &[String]) -> Option<SetupFinding> {
    let mut homes = origins.iter().filter_map(|origin| Url::parse(origin).ok());
    let home = homes.find(is_public)?;
    let endpoint = Url::parse(endpoint).ok()?;
    let host = endpoint.host_str().unwrap_or_default();
    let why = if !is_public(&endpoint) {
        format!("{host} is no public name")
    } else if endpoint.scheme() == "http" && home.scheme() == "https" {
        "it is reached by http".to_owned()
    } else {
        return None;
    };
    Some(SetupFinding {
        code: SetupCode::EndpointNotPublic,
        locale: None,
        message: format!(
            "payment providers send customers back to the host of shopware.endpoint, and {why}: after paying they meet an error"
        ),
        remedy: "Set shopware.endpoint to Shopware's public address, such as \"https://commerce.example/store-api\"; a name that leads there on a shorter way inside the network may be resolved to it.".to_owned(),
    })
}

/// Whether customers can reach a host: its name does not belong to a private network.
pub(super) fn is_public(url: &Url) -> bool {
    let Some(Host::Domain(name)) = url.host() else {
        return false;
    };
    let name = name.trim_end_matches('.');
    let ending = name.rsplit('.').next().unwrap_or_default();
    name.contains('.') && !PRIVATE.contains(&ending) && !name.ends_with(".cluster.local")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_shop_reaches_shopware_by_its_public_name() {
        let told = |endpoint: &str, origin: &str| of_endpoint(endpoint, &[origin.to_owned()]).is_some();
        for endpoint in [
            "http://shopware/store-api",
            "http://shopware:8000/store-api",
            "http://10.0.0.7/store-api",
            "https://203.0.113.7/store-api",
            "http://[fd00::7]/store-api",
            "http://localhost:8000/store-api",
            "https://shopware.internal/store-api",
            "http://shopware.shop.svc.cluster.local/store-api",
            "http://commerce.example/store-api",
        ] {
            assert!(told(endpoint, "https://shop.example"), "{endpoint}");
            assert!(!told(endpoint, "http://127.0.0.1:3000"), "developed: {endpoint}");
            assert!(!told(endpoint, "https://shop.test"), "{endpoint}");
        }
        assert!(!told("https://commerce.example/store-api", "https://shop.example"));
        assert!(!told("http://commerce.example/store-api", "http://shop.example"));
    }
}
