import { escapeHtml } from './highlight.ts';

const STEP = /^\s*(\w+)(?:\[\(?([^\])]+)\)?\])?\s*-->\s*\|([^|]+)\|\s*(\w+)(?:\[\(?([^\])]+)\)?\])?\s*$/;

/**
 * A Mermaid flow chart as a list of its arrows: it needs no script, and a screen reader can read it. undefined if the
 * chart has more than boxes and named arrows.
 */
export function flowChart(text: string): string | undefined {
  const [first = '', ...lines] = text.trim().split('\n');
  const steps = lines.map((line) => STEP.exec(line));
  if (!first.startsWith('flowchart') || steps.includes(null)) return undefined;
  const names = new Map<string, string>();
  for (const [, from, from_name, , to, to_name] of steps.map((step) => step!)) {
    if (from_name) names.set(from!, from_name);
    if (to_name) names.set(to!, to_name);
  }
  const box = (id: string) => `<b>${escapeHtml(names.get(id) ?? id)}</b>`;
  const items = steps.map((step) => {
    const [, from, , verb, to] = step!;
    return `<li>${box(from!)} <span>${escapeHtml(verb!)} <span aria-hidden="true">→</span></span> ${box(to!)}</li>`;
  });
  return `<ul class="flow">${items.join('')}</ul>`;
}
