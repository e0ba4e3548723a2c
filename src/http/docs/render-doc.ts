import { Marked, type RendererObject, type Tokens } from 'marked';
import { anchorOf, type DocSection, sectionsOf, wordsOfAll } from './doc-text.ts';
import { flowChart } from './flow-chart.ts';
import { escapeHtml, highlighted } from './highlight.ts';

/** The address of each file that pages link to. */
export interface DocPlaces {
  /** The address of a page relative to the page that links; undefined: it is not served. */
  page(file: string): string | undefined;
  /** The address of an image relative to the page that shows it; undefined: it is not served. */
  image(file: string): string | undefined;
}

export interface DocHeading {
  depth: number;
  id: string;
  title: string;
}

export interface RenderedDoc {
  title: string;
  html: string;
  /** The headings below the title, in order. */
  headings: DocHeading[];
  sections: DocSection[];
}

/** A page of the documentation as HTML. `file`: its path; its relative links begin there. */
export function renderDoc(file: string, text: string, places: DocPlaces): RenderedDoc {
  const marked = new Marked({ gfm: true, renderer: rendererOf(file, places) });
  const tokens = marked.lexer(text);
  const headings = tokens
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ depth, tokens: words }) => ({ depth, title: wordsOfAll(words) }));
  return {
    title: headings.find(({ depth }) => depth === 1)?.title ?? file,
    html: marked.parser(tokens),
    headings: headings
      .filter(({ depth }) => depth > 1)
      .map((heading) => ({ ...heading, id: anchorOf(heading.title) })),
    sections: sectionsOf(tokens),
  };
}

/** The path from the top of the project to the target of a link in `file`. */
export function fileOfLink(file: string, link: string): string {
  return decodeURI(new URL(link, `file:///${file}`).pathname).slice(1);
}

function rendererOf(file: string, places: DocPlaces): RendererObject {
  return {
    heading({ depth, tokens }) {
      const words = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1>${words}</h1>\n`;
      const id = anchorOf(wordsOfAll(tokens));
      return `<h${depth} id="${escapeHtml(id)}"><a class="anchor" href="#${encodeURIComponent(id)}">${words}</a></h${depth}>\n`;
    },
    code({ text, lang = '' }) {
      const drawn = lang === 'mermaid' ? flowChart(text) : undefined;
      return drawn ?? codeBlock(highlighted(text, lang), lang);
    },
    table({ header, rows }) {
      const names = header.map(({ tokens }) => wordsOfAll(tokens));
      const heads = header.map(({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`);
      // On a phone the cells of a row stand below each other. The first one heads them; a second one alone needs no name.
      const cell = ({ tokens }: Tokens.TableCell, at: number) =>
        `<td${at > 0 && names.length > 2 ? ` data-name="${escapeHtml(names[at]!)}"` : ''}>${this.parser.parseInline(tokens)}</td>`;
      return (
        `<div class="scroll" role="group" tabindex="0" aria-label="Table: ${escapeHtml(names.join(', '))}"><table>` +
        `<thead><tr>${heads.join('')}</tr></thead>` +
        `<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</tbody></table></div>\n`
      );
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      const address = addressOfLink(file, href, places);
      return address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
    },
    image({ href, text }) {
      const address = places.image(fileOfLink(file, href));
      return address === undefined
        ? ''
        : `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
    html({ text }) {
      return ownHtml(file, text, places);
    },
  };
}

/** A block of code with a button to copy it, for readers whose browsers run scripts. */
export function codeBlock(html: string, language: string): string {
  const name = escapeHtml(language || 'text');
  return (
    `<figure class="block"><figcaption>${name}<button type="button" class="copy scripted" data-copy>Copy</button></figcaption>` +
    `<pre role="group" tabindex="0" aria-label="Code: ${name}"><code>${html}</code></pre></figure>\n`
  );
}

/** undefined: the link leads to a file that is not served, and only its words are shown. */
function addressOfLink(file: string, href: string, places: DocPlaces): string | undefined {
  if (href.startsWith('#')) return href;
  // `http://HOST:PORT` looks like an address, but it is a pattern.
  if (/^https?:/.test(href)) return URL.canParse(href) ? href : undefined;
  if (/^[a-z]+:/i.test(href)) return undefined;
  const [path = '', anchor] = href.split('#');
  const address = places.page(fileOfLink(file, path));
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`;
}

/**
 * Keeps the pictures in a page's HTML, their versions for dark mode, and the paragraphs around them. The pages use no
 * other HTML, and other HTML must not pass unread.
 */
function ownHtml(file: string, html: string, places: DocPlaces): string {
  const pictures = [
    ...html.matchAll(/(?:<source media="\(prefers-color-scheme: dark\)"([^>]*)>\s*)?<img(\s[^>]*)>/g),
  ].map(([, source = '', image = '']) => {
    const address = places.image(fileOfLink(file, attributeOf(image, 'src')));
    if (address === undefined) return '';
    const alternative = attributeOf(image, 'alt').replaceAll('<', '&lt;');
    const written = `<img src="${escapeHtml(address)}" alt="${alternative}" loading="lazy">`;
    const dark = places.image(fileOfLink(file, attributeOf(source, 'srcset')));
    return dark === undefined
      ? written
      : `<picture><source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(dark)}">${written}</picture>`;
  });
  const found = pictures.join('');
  return found && `<p class="pictures">${found}</p>\n`;
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}
