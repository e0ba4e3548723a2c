import { createRequire } from 'node:module';
import type { CSSToken } from '@csstools/css-tokenizer';

type Tokenizer = typeof import('@csstools/css-tokenizer');
/** Loaded with the first style sheet: most programs have none. */
let tokenizer: Tokenizer | undefined;

/** Functions whose texts are addresses. url() is checked separately. */
const LOADING = new Set([
  'src',
  'image-set',
  '-webkit-image-set',
  'image',
  'cross-fade',
  '-webkit-cross-fade',
]);
const CLOSED_BY: Record<string, string> = { '{-token': '}-token', '[-token': ']-token' };
const CLOSING = new Set(['}-token', ']-token', ')-token']);
const DATA_IMAGE = /^data:image\//i;

/**
 * The first mistake in a style sheet of an operator; undefined: it may be used in a page. The page's policy prevents
 * loading from other hosts anyway. Without this check, such a style sheet would look different than its author meant.
 */
export function cssMistake(css: string): string | undefined {
  if (css.includes('</')) return 'has "</" in it, which ends a style sheet within a page';
  if (css.includes('\0')) return 'has a character that no text has';
  tokenizer ??= createRequire(import.meta.url)('@csstools/css-tokenizer') as Tokenizer;
  const broken: string[] = [];
  const tokens = tokenizer.tokenize(
    { css },
    { onParseError: ({ message, sourceStart }) => broken.push(`${lineAt(css, sourceStart)}: ${message}`) },
  );
  return broken[0] ?? loadingMistake(css, tokens) ?? nestingMistake(css, tokens);
}

function loadingMistake(css: string, tokens: readonly CSSToken[]): string | undefined {
  for (const [index, token] of tokens.entries()) {
    const mistake = mistakeOf(token, () => textAfter(tokens, index));
    if (mistake !== undefined) return `${lineAt(css, token[2])}: ${mistake}`;
  }
  return undefined;
}

/** `text`: the quoted text after the token. */
function mistakeOf([type, , , , about]: CSSToken, text: () => string): string | undefined {
  const name = about && 'value' in about ? String(about.value).toLowerCase() : '';
  switch (type) {
    case 'bad-url-token':
    case 'bad-string-token':
      return 'is broken off';
    case 'at-keyword-token':
      return name === 'import' ? '@import loads another style sheet; write its rules here' : undefined;
    case 'url-token':
      return addressMistake(name);
    case 'function-token':
      if (LOADING.has(name)) return `${name}() may load something; only url() of a data: image is allowed`;
      return name === 'url' ? addressMistake(text()) : undefined;
    default:
      return undefined;
  }
}

function addressMistake(address: string): string | undefined {
  return DATA_IMAGE.test(address) ? undefined : 'url() is of no data: image; the page loads nothing else';
}

/** Empty if the next token is no quoted text. */
function textAfter(tokens: readonly CSSToken[], index: number): string {
  const next = tokens.slice(index + 1).find(([type]) => type !== 'whitespace-token' && type !== 'comment');
  return next?.[0] === 'string-token' ? next[4].value : '';
}

/** Every bracket must be closed: otherwise the rules after it would not apply, and nobody would see why. */
function nestingMistake(css: string, tokens: readonly CSSToken[]): string | undefined {
  const open: { closes: string; start: number }[] = [];
  for (const [type, , start] of tokens) {
    if (type in CLOSED_BY) open.push({ closes: CLOSED_BY[type]!, start });
    else if (type === '(-token' || type === 'function-token') open.push({ closes: ')-token', start });
    else if (CLOSING.has(type) && open.pop()?.closes !== type)
      return `${lineAt(css, start)}: closes what is not open`;
  }
  const last = open.at(-1);
  return last && `${lineAt(css, last.start)}: is never closed`;
}

function lineAt(css: string, offset: number): string {
  return `line ${css.slice(0, offset).split('\n').length}`;
}
