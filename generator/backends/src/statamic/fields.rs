//! The fields of the shop's own collections that are read. A list requested with `fields=` omits unused ones: an empty
//! relation costs Statamic a search of all entries of the site, for each entry (part C of the contract).
//!
//! **Invariant:** `convert` reads no field of these collections that is not listed here (a test reads every kind and
//! compares).

/// Fields of every entry.
const OF_EVERY_ENTRY: &str = "id,title,slug,uri,url,locale,status,published,private,date,order,parent,mount,origin_id,updated_at,edit_url,\
collection,protect,redirect,blocks,seo_title,seo_description,seo_og_image,seo_noindex,seo_sitemap_enabled";

const OF_COLLECTIONS: [(&str, &str); 11] = [
    ("pages", "hide_title,theme,breadcrumb_title"),
    (
        "brands",
        "brand_code,logo,logo_dark,image,intro,text,country,founded,website,designers,categories,featured,delivery_time,\
usps",
    ),
    (
        "designers",
        "portrait,first_name,last_name,country,born,died,quote,bio,brands,website",
    ),
    (
        "collections",
        "brand,designer,year,image,gallery,intro,text,product_skus,materials,categories",
    ),
    (
        "projects",
        "client,location,year,sector,architect,photographer,surface_m2,image,gallery,intro,brands,product_skus,contact",
    ),
    (
        "events",
        "start,end,all_day,type,showroom,location,image,intro,registration,registration_form,registration_url,capacity,brands",
    ),
    (
        "news",
        "image,intro,content,topics,author,brands,designers,projects,reading_time",
    ),
    (
        "showrooms",
        "city,address,phone,email,image,gallery,intro,opening_hours,special_hours,facilities,appointment_enabled,appointment_types,latitude,\
longitude,team,parking,route_url,brands,store_code",
    ),
    (
        "vacancies",
        "department,location,region,experience,hours_min,hours_max,employment,salary_min,salary_max,closing_date,image,intro,text,offer,\
requirements,contact_name,contact_phone,contact_email,application_form",
    ),
    ("faq", "answer,categories,helpful_links"),
    ("catalogues", "cover,file,brand,year,pages,orderable,languages,intro"),
];

/// Fields of a navigation node (content model §5).
pub(super) const NAVIGATION_FIELDS: &str = "id,title,url,entry_id,dropdown_type,expand_on_mobile,is_highlighted,highlight,call_to_action,logo_light,\
featured_image,image,label,columns,shop_category_code,open_in_new_tab";

/// The fields that are read of a collection's entries; `None` = every field may be.
pub(crate) fn read_of(collection: &str) -> Option<impl Iterator<Item = &'static str>> {
    let (_, own) = OF_COLLECTIONS.iter().find(|(handle, _)| *handle == collection)?;
    Some(OF_EVERY_ENTRY.split(',').chain(own.split(',')))
}
