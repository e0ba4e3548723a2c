// The editor of program files. It replaces the text field, which stays if this script does not run. Everything that it
// knows about a file comes from the server: the schema, and the mistakes.
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { pathAt, schemasAt, wordsAbout } from './schema.js';

/** @import { Schema } from './schema.js' */

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', maxHeight: '70vh' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--sunk)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--sunk) 55%, transparent)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent) !important',
  },
  // Words of any language begin at the side of their language.
  '.cm-tooltip': { unicodeBidi: 'plaintext' },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--ink)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-about': { maxWidth: '26rem', padding: '0.5rem 0.75rem', fontFamily: 'var(--font)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.keyword], color: 'var(--warn)' },
]);

/** If a text is not checked within this time, it is shown as unchecked. */
const CHECK_MS = 15_000;

/** @param {import('@codemirror/state').Text} doc @param {string} message */
const unchecked = (doc, message) => [
  { from: 0, to: doc.line(1).to, severity: /** @type {const} */ ('warning'), message },
];

/**
 * The mistakes that the server finds in a text. If the server could not check it, a note says so.
 * @param {string} address @param {string} token
 */
const mistakes = (address, token) => {
  let asking = new AbortController();
  return linter(
    async ({ state: { doc } }) => {
      asking.abort();
      const turn = new AbortController();
      asking = turn;
      const limit = setTimeout(() => turn.abort(), CHECK_MS);
      const body = new URLSearchParams({ token, file: doc.toString() });
      const answer = await fetch(address, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: turn.signal,
      }).catch(() => undefined);
      clearTimeout(limit);
      if (!answer) return unchecked(doc, 'This text is not checked: the server did not answer.');
      if (answer.type === 'opaqueredirect') {
        return unchecked(
          doc,
          'This text is not checked: your session has ended. Save it, and sign in: it is kept.',
        );
      }
      if (answer.status === 413) return unchecked(doc, 'This text is not checked: it is too long.');
      if (!answer.ok)
        return unchecked(doc, `This text is not checked: the server answered ${answer.status}.`);
      /** @type {{ mistakes: { line: number, column: number, path: string, message: string }[] }} */
      const told = await answer.json();
      return told.mistakes.map(({ line: number, column, path, message }) => {
        const line = doc.line(Math.min(number, doc.lines));
        const from = Math.min(line.from + column - 1, line.to);
        return {
          from,
          to: line.to,
          severity: 'error',
          message: path === '' ? message : `${path}: ${message}`,
        };
      });
    },
    { delay: 600 },
  );
};

/** @param {Schema} schema */
const completions = (schema) =>
  autocompletion({
    override: [
      (context) => {
        const word = context.matchBefore(/[\w-]*/);
        if (!word || (word.from === word.to && !context.explicit)) return null;
        const { path, key } = pathAt(context.state.doc, word.from);
        const place = key === null ? path : [...path, key];
        const options = schemasAt(schema, place, context.state.doc, word.from).flatMap((one) =>
          key === null
            ? Object.entries(one.properties ?? {}).map(([name, inner]) => ({
                label: name,
                type: 'property',
                apply: `${name}: `,
                ...(inner.title && { detail: inner.title }),
                ...(inner.description && { info: inner.description }),
              }))
            : valuesOf(one).map((label) => ({ label, type: 'constant' })),
        );
        const once = new Map(options.map((option) => [option.label, option]));
        return once.size === 0
          ? null
          : { from: word.from, options: [...once.values()], validFor: /^[\w-]*$/ };
      },
    ],
  });

/** @param {Schema} schema */
function valuesOf({ enum: words, type, examples }) {
  if (words) return words;
  if (type === 'boolean') return ['true', 'false'];
  return (examples ?? []).map(String);
}

/** @param {Schema} schema */
const hover = (schema) =>
  hoverTooltip((view, position) => {
    const { doc } = view.state;
    const line = doc.lineAt(position);
    const before = /[\w-]*$/.exec(line.text.slice(0, position - line.from))?.[0] ?? '';
    const after = /^[\w-]*/.exec(line.text.slice(position - line.from))?.[0] ?? '';
    const [from, to] = [position - before.length, position + after.length];
    if (from === to) return null;
    const { path, key } = pathAt(doc, from);
    const place = key === null ? [...path, before + after] : [...path, key];
    const words = wordsAbout(schemasAt(schema, place, doc, from));
    if (words === '') return null;
    const dom = Object.assign(document.createElement('p'), { className: 'cm-about', textContent: words });
    return { pos: from, end: to, above: true, create: () => ({ dom }) };
  });

/** @param {HTMLTextAreaElement} field @param {Schema} schema */
function edit(field, schema) {
  const form = field.form;
  const token = form?.querySelector('input[name="token"]');
  if (!(token instanceof HTMLInputElement)) return;
  const host = document.createElement('div');
  // The script itself makes the style sheets of a shadow root, and the page's policy allows that.
  const root = host.attachShadow({ mode: 'open' });
  const parent = document.createElement('div');
  // Keys, hints and mistakes are English, whatever the language of the screen.
  Object.assign(parent, { lang: 'en', dir: 'ltr' });
  root.append(parent);
  host.className = 'code';
  field.after(host);
  const label = field.labels?.[0]?.textContent?.trim() ?? '';
  const view = new EditorView({
    root,
    parent,
    state: EditorState.create({
      doc: field.value,
      extensions: [
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        yaml(),
        syntaxHighlighting(colours),
        look,
        completions(schema),
        hover(schema),
        mistakes(field.dataset.editor ?? '', token.value),
        // Tab leaves the editor, so nobody is trapped in it.
        keymap.of([
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...foldKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) field.value = state.doc.toString();
        }),
      ],
    }),
  });
  field.hidden = true;
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('[data-line]');
    if (!(link instanceof HTMLElement)) return;
    event.preventDefault();
    const [number = 1, column = 1] = (link.dataset.line ?? '').split(':').map(Number);
    const line = view.state.doc.line(Math.min(number, view.state.doc.lines));
    const anchor = Math.min(line.from + column - 1, line.to);
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    view.focus();
  });
}

for (const field of document.querySelectorAll('textarea[data-schema]')) {
  if (!(field instanceof HTMLTextAreaElement)) continue;
  const answer = await fetch(field.dataset.schema ?? '').catch(() => undefined);
  edit(field, answer?.ok ? await answer.json() : {});
}
