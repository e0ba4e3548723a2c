/** The addresses of this server that a page leads to, shows or sends forms to; those of other hosts are left out. */
export function targetsOf(page: URL, html: string): URL[] {
  const shown = html.replaceAll(/<(style|script|code)[^>]*>.*?<\/\1>/gs, '');
  return [...shown.matchAll(/<(?:a|img|form)\s[^>]*?\b(?:href|src|action)="([^"]*)"/g)]
    .map(([, address]) => new URL(address!.replaceAll('&amp;', '&'), page))
    .filter(({ origin }) => origin === page.origin);
}
