/** The beginning of a comment, by the language of a block. */
const COMMENTS: Readonly<Record<string, string>> = {
  sh: '(?<=^|\\s)#[^\\n]*',
  yaml: '(?<=^|\\s)#[^\\n]*',
  ini: '(?<=^)[#;][^\\n]*',
  nginx: '#[^\\n]*',
  caddy: '(?<=^|\\s)#[^\\n]*',
  js: '//[^\\n]*',
  sql: '--[^\\n]*',
  html: '<!--[\\s\\S]*?-->',
};

const STRINGS = `"(?:\\\\.|[^"\\\\])*"|(?<!\\w)'(?:\\\\.|[^'\\\\])*'`;

/** A block of code as HTML. Only comments and strings are marked: more would need a parser for each language. */
export function highlighted(text: string, language: string): string {
  const comment = COMMENTS[language];
  const pattern = new RegExp(comment ? `(${comment})|(${STRINGS})` : `($^)|(${STRINGS})`, 'gm');
  let html = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    html += escapeHtml(text.slice(end, match.index));
    html += `<span class="${match[1] === undefined ? 'string' : 'comment'}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(end));
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}
