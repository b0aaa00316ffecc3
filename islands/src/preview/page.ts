// Fetches the page of a preview, which may be the page that is not there.

/** Fetched as a document, because pages may not turn text into HTML (Trusted Types). */
export function fetchPreview(href: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", href);
    request.responseType = "document";
    request.timeout = 15_000;
    request.onload = () => (request.responseXML ? resolve(request.responseXML) : reject(new Error(href)));
    request.onerror = request.ontimeout = () => reject(new Error(href));
    request.send();
  });
}
