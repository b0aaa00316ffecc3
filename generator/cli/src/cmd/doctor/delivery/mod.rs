//! Mail, and this shop's own server at its public address: its state, and whether it accepts signed events.

mod server;

use vitrine_api::try_mail_server;

use super::{
    codes::{Area, delivery as codes},
    report::Report,
};
use crate::config::Config;

pub(super) async fn examine(config: &Config, server: Option<&str>) -> Report {
    let (mut report, own) = tokio::join!(mail(config), server::examine(config, server));
    report.append(own);
    let file = &config.file;
    if file.server.https && file.site.base_url.starts_with("http://") {
        report.add(
            &codes::HTTPS_BY_HTTP,
            format!(
                "server.https is true and site.base_url is {:?}: a browser that comes by http keeps no Secure cookie, so that the cart is always empty",
                file.site.base_url
            ),
        );
    }
    report
}

/// Greets the mail server and logs in; sends nothing.
async fn mail(config: &Config) -> Report {
    let mut report = Report::default();
    let Some(mail) = config.mail() else {
        report.not_checked(Area::Delivery, "mail", "vitrine.toml has no [mail]");
        return report;
    };
    match try_mail_server(&mail).await {
        Ok(()) => report.saw(
            Area::Delivery,
            "mail server",
            format!("{}:{} answers", mail.host, mail.port),
        ),
        Err(why) => report.add(
            &codes::MAIL_REFUSED,
            format!("{}:{} cannot be used: {why}", mail.host, mail.port),
        ),
    }
    report
}
