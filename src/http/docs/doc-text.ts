import type { Token, Tokens } from 'marked';

/** A heading with the text below it, up to the next heading. The search finds sections. */
export interface DocSection {
  /** The anchor of the heading; empty: the beginning of the page. */
  id: string;
  title: string;
  text: string;
}

/** The words of a token, without markup. Comments and other HTML are not words. */
export function wordsOf(token: Token): string {
  switch (token.type) {
    case 'html':
      return '';
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows]
        .map((cells) => cells.map(({ tokens }) => wordsOfAll(tokens)).join(' '))
        .join('\n');
    }
    case 'list':
      return (token as Tokens.List).items.map(wordsOf).join('\n');
    case 'space':
      return ' ';
    default: {
      const { tokens, text } = token as { tokens?: Token[]; text?: string };
      return tokens?.length ? wordsOfAll(tokens) : (text ?? '');
    }
  }
}

export function wordsOfAll(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join('');
}

/** The anchor of a heading, as GitHub makes it: links work both there and here. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export function sectionsOf(tokens: readonly Token[]): DocSection[] {
  const sections: DocSection[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = wordsOfAll((token as Tokens.Heading).tokens);
      const isTitle = (token as Tokens.Heading).depth === 1;
      sections.push({ id: isTitle ? '' : anchorOf(title), title, text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text += ` ${wordsOf(token)}`;
    }
  }
  return sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ').trim() }));
}
