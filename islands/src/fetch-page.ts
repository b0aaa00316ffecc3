// Loads a page of the shop as a document.

/** Fetched as a document, because pages may not turn text into HTML (Trusted Types). Rejects after 10 seconds. */
export function fetchPage(href: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", href);
    request.responseType = "document";
    request.timeout = 10_000;
    request.onload = () =>
      request.status === 200 && request.responseXML ? resolve(request.responseXML) : reject(new Error(href));
    request.onerror = request.ontimeout = () => reject(new Error(href));
    request.send();
  });
}
