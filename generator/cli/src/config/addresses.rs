//! Checks the addresses in the file: of the shop, of its backends, of images, and of trusted proxies.
//!
//! **Invariant:** an origin is written exactly as browsers send it, so that bytes can be compared; cookies are Secure
//! on public networks.

use std::net::{IpAddr, SocketAddr};

use url::{Host, Url};

use super::{
    file::{ConfigFile, MailTls, StatamicTable},
    wrong::{NOT_SETTLED, Wrong},
};

/// Checks all addresses.
pub(super) fn check(file: &ConfigFile, listen: Option<SocketAddr>, wrong: &mut Wrong) {
    let base = wrong.keep("site.base_url", origin(&file.site.base_url));
    shopware(&file.shopware.endpoint, wrong);
    statamic(&file.statamic, wrong);
    for host in &file.images.hosts {
        wrong.keep("images.hosts", origin(host));
    }
    if let Some(tiles) = &file.stores.tiles {
        wrong.keep("stores.tiles.template", tile_origin(&tiles.template));
    }
    server(file, wrong);
    mail(file, wrong);
    secure(file, base.as_ref(), listen, wrong);
}

fn is_in_no_host(c: char) -> bool {
    matches!(c, '/' | ':') || c.is_whitespace() || c.is_control()
}

/// The mail server; the server reads its addresses at start.
fn mail(file: &ConfigFile, wrong: &mut Wrong) {
    let alert = file.builder.alert_mail.as_deref();
    let Some(table) = &file.mail else {
        if alert.is_some() {
            wrong.add(
                "builder.alert_mail",
                "needs a mail server: add the table [mail], or leave it out",
            );
        }
        return;
    };
    let on_this_machine = ["127.0.0.1", "::1", "localhost"].contains(&table.host.as_str());
    if table.host.is_empty() || table.host.contains(is_in_no_host) {
        let shown = shown(&table.host);
        wrong.add(
            "mail.host",
            format!("is {shown}: name the host alone, like mail.shop.example"),
        );
    } else if table.tls == MailTls::None && !on_this_machine {
        wrong.add(
            "mail.tls",
            "is \"none\" for a host on another machine: use \"starttls\" or \"tls\", since mails hold what customers wrote",
        );
    }
    if table.port == 0 {
        wrong.add("mail.port", "cannot be used: it is 0; use 1 to 65535");
    }
    let of_shop = [("mail.from", table.from.as_str()), ("mail.shop", &table.shop)];
    for (key, address) in of_shop
        .into_iter()
        .chain(alert.map(|alert| ("builder.alert_mail", alert)))
    {
        if !address.contains('@') {
            wrong.add(
                key,
                "is no e-mail address: use one like \"The shop <shop@shop.example>\"",
            );
        }
    }
}

/// The origin of a tile URL template with placeholders for zoom, column and row.
pub(super) fn tile_origin(template: &str) -> Result<String, String> {
    let shown = shown(template);
    let missing = ["{z}", "{x}", "{y}"].into_iter().find(|part| !template.contains(part));
    if let Some(part) = missing {
        return Err(format!(
            "is {shown}, without {part}: use one like https://tiles.shop.example/{{z}}/{{x}}/{{y}}.png"
        ));
    }
    let (scheme, rest) = template.split_once("://").unwrap_or(("", ""));
    let host = rest.split('/').next().unwrap_or("");
    origin(&format!("{scheme}://{host}")).map(|url| url.origin().ascii_serialization())
}

/// Parses an origin: scheme and host, with a port if it is not the default, and nothing else.
pub(super) fn origin(text: &str) -> Result<Url, String> {
    let shown = shown(text);
    let scheme = ["https://", "http://"].into_iter().find(|s| text.starts_with(s));
    if scheme.is_none() {
        return Err(format!(
            "is {shown}: it must begin with https:// or http://, like https://shop.example"
        ));
    }
    let url = Url::parse(text).map_err(|error| format!("is {shown}, which is no address ({error})"))?;
    if !plain_host(&url) {
        return Err(format!("is {shown}: name one host in full, like https://shop.example"));
    }
    let written = url.origin().ascii_serialization();
    if written == text {
        Ok(url)
    } else {
        Err(format!(
            "is {shown}: write it as {written:?}, scheme and host alone without a trailing slash"
        ))
    }
}

/// Whether a host consists of letters, digits, dots and hyphens, or is an IP address: no wildcards, and nothing that
/// ends a value in a content security policy.
fn plain_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b".-_".contains(&b))
        }
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        None => false,
    }
}

/// The text as shown in errors, without a password.
fn shown(text: &str) -> String {
    if text.contains('@') {
        return "an address with a user name or password".to_owned();
    }
    let mut short: String = text.chars().take(200).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// The address of a backend, which is required (R-BACK-05).
fn endpoint(key: &str, text: &str, wrong: &mut Wrong) -> Option<Url> {
    if text.trim().is_empty() {
        wrong.add(&format!("{NOT_SETTLED}: {key}"), "is empty");
        return None;
    }
    let shown = shown(text);
    let url = Url::parse(text).ok().filter(plain_host);
    let refused = match &url {
        _ if !text.starts_with("https://") && !text.starts_with("http://") => "it must begin with https:// or http://",
        None => "it is no address: name scheme and host, like https://shop.example",
        Some(url) if url.query().is_some() || url.fragment().is_some() => "write it without a query",
        Some(url) if !url.username().is_empty() || url.password().is_some() => {
            "write it without; secrets come from the environment"
        }
        _ if text.ends_with('/') => "write it without a trailing slash",
        _ => return url,
    };
    wrong.add(key, format!("is {shown}: {refused}"));
    None
}

/// `https://shop.example/store-api`; the host alone is also accepted.
fn shopware(text: &str, wrong: &mut Wrong) {
    const KEY: &str = "shopware.endpoint";
    let Some(url) = endpoint(KEY, text, wrong) else { return };
    if url.path() == "/" || url.path().ends_with("/store-api") {
        return;
    }
    let before = text.split("/store-api").next().unwrap_or(text);
    let right = before.strip_suffix("/api").unwrap_or(before);
    wrong.add(
        KEY,
        format!("is {text:?}: the Store API's address ends in /store-api, write \"{right}/store-api\""),
    );
}

fn statamic(table: &StatamicTable, wrong: &mut Wrong) {
    const KEY: &str = "statamic.endpoint";
    let (text, route) = (table.endpoint.as_str(), table.api_route.trim_matches('/'));
    let graphql = table.graphql_route.trim_matches('/');
    let segment = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    if !graphql.split('/').all(segment) {
        wrong.add(
            "statamic.graphql_route",
            format!("is {}: write the route of GraphQL, like \"graphql\"", shown(graphql)),
        );
    }
    if !route.split('/').all(segment) {
        wrong.add(
            "statamic.api_route",
            format!("is {}: write the route of the REST API, like \"api\"", shown(route)),
        );
        return;
    }
    if endpoint(KEY, text, wrong).is_none() {
        return;
    }
    let twice = [format!("/{route}"), "/api".to_owned()];
    if let Some(before) = twice.iter().find_map(|end| text.strip_suffix(end.as_str())) {
        wrong.add(
            KEY,
            format!("is {text:?}: write {before:?}, statamic.api_route ({route:?}) is added to it"),
        );
    }
}

fn server(file: &ConfigFile, wrong: &mut Wrong) {
    let server = &file.server;
    if server.hosts.is_empty() {
        wrong.add(
            "server.hosts",
            "is empty: name at least the host visitors use, like \"shop.example\"",
        );
    }
    for host in &server.hosts {
        wrong.keep("server.hosts", host_header(host, server.https));
    }
    if server.origins.is_empty() {
        wrong.add(
            "server.origins",
            format!(
                "is empty, so that no page could change a cart: name at least {:?}",
                file.site.base_url
            ),
        );
    }
    for text in &server.origins {
        let one = match text.as_str() {
            "*" | "null" => Err(format!(
                "names {text:?}, by which any site could write: name each origin, like {:?}",
                file.site.base_url
            )),
            _ => origin(text),
        };
        wrong.keep("server.origins", one);
    }
}

fn host_header(text: &str, https: bool) -> Result<Url, String> {
    let shown = shown(text);
    if text.contains("://") {
        return Err(format!(
            "names {shown}: write the host alone without a scheme, like \"shop.example\""
        ));
    }
    let scheme = if https { "https" } else { "http" };
    let refused = || format!("names {shown}: write one host in full, like \"shop.example\" or \"127.0.0.1:3000\"");
    let url = Url::parse(&format!("{scheme}://{text}"))
        .ok()
        .filter(plain_host)
        .ok_or_else(refused)?;
    let written = url.origin().ascii_serialization();
    let host = written.split_once("://").map_or("", |(_, host)| host);
    if host.eq_ignore_ascii_case(text) {
        Ok(url)
    } else {
        Err(format!("names {shown}: write {host:?}, as a browser sends it"))
    }
}

/// Cookies must be Secure if visitors come over a public network, and can only be Secure where browsers store such
/// cookies.
fn secure(file: &ConfigFile, base: Option<&Url>, listen: Option<SocketAddr>, wrong: &mut Wrong) {
    let is = |url: &Url, scheme: &str| url.scheme() == scheme;
    if file.server.https {
        if base.is_some_and(|url| is(url, "http") && !url.host().is_some_and(|h| loopback(&h))) {
            wrong.add(
                "site.base_url",
                format!(
                    "is {:?}, and server.https is true: browsers keep no Secure cookie there, write https://",
                    file.site.base_url
                ),
            );
        }
        return;
    }
    let mut places = Vec::new();
    if base.is_some_and(|url| is(url, "https") || url.host().is_some_and(|h| public(&h))) {
        places.push(format!("site.base_url ({:?})", file.site.base_url));
    }
    if let Some(address) = listen.filter(|a| a.ip().is_unspecified() || public_address(a.ip())) {
        places.push(format!("server.listen ({:?})", address.to_string()));
    }
    for text in &file.server.origins {
        if origin(text).is_ok_and(|url| is(&url, "https") || url.host().is_some_and(|h| public(&h))) {
            places.push(format!("server.origins ({text:?})"));
        }
    }
    if !places.is_empty() {
        wrong.add(
            "server.https",
            format!(
                "is false, but visitors come from outside by {}: set it to true and serve the shop by https, or use an address of this machine or of a private network, like 127.0.0.1:3000",
                places.join(", ")
            ),
        );
    }
}

/// Whether an address leads to this machine only.
pub(super) fn is_of_this_machine(text: &str) -> bool {
    let url = Url::parse(text).ok();
    url.as_ref().and_then(Url::host).is_some_and(|host| loopback(&host))
}

fn loopback(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => *name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => ip.is_loopback(),
    }
}

/// Whether a host may be reachable from the internet.
fn public(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => {
            let private = [".localhost", ".local", ".internal", ".home.arpa", ".lan", ".test"];
            name.contains('.') && !private.iter().any(|end| name.ends_with(end))
        }
        Host::Ipv4(ip) => public_address(IpAddr::V4(*ip)),
        Host::Ipv6(ip) => public_address(IpAddr::V6(*ip)),
    }
}

fn public_address(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => !(ip.is_loopback() || ip.is_private() || ip.is_link_local() || ip.is_unspecified()),
        IpAddr::V6(ip) => {
            !(ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local() || ip.is_unspecified())
        }
    }
}
