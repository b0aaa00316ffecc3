//! `/api/forms`: what is judged, recorded, sent and told (R-FORM-02 to -06, contract "Forms: the page, the API and the CMS").

mod delivery;
mod fixture;
mod hostile;
mod judged;
mod kills;
mod newsletter;
mod no_script;
mod ready;
mod same_verdict;
