// Creates elements. Not shared with `product/`, because a shared chunk would be one more request on every product page.

export function element(name: string, attributes: Readonly<Record<string, string>>, text: string): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(text);
  return made;
}
