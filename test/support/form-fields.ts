/** The fields of the forms in a text of HTML as a browser sends them when nobody touches them, by their names. */
export function fieldsOfHtml(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, attributes] of html.matchAll(/<input\b([^>]*?)\/?>/g)) {
    const name = attributeOf(attributes!, 'name');
    const type = attributeOf(attributes!, 'type');
    if (name === undefined) continue;
    if ((type === 'checkbox' || type === 'radio') && !/\bchecked\b/.test(attributes!)) continue;
    // A box without a value of its own is sent as `on`.
    fields[name] = attributeOf(attributes!, 'value') ?? (type === 'checkbox' ? 'on' : '');
  }
  for (const [, attributes, text] of html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)) {
    const name = attributeOf(attributes!, 'name');
    if (name !== undefined) fields[name] = unescaped(text!).replaceAll('\n', '\r\n');
  }
  for (const [, attributes, options] of html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const name = attributeOf(attributes!, 'name');
    const all = [...options!.matchAll(/<option\b([^>]*)>/g)].map(([, of]) => of!);
    const chosen = all.find((of) => /\bselected\b/.test(of)) ?? all[0];
    if (name !== undefined && chosen !== undefined) fields[name] = attributeOf(chosen, 'value') ?? '';
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

function attributeOf(attributes: string, name: string): string | undefined {
  const [, value] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes) ?? [];
  return value === undefined ? undefined : unescaped(value);
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
