import { readdirSync } from 'node:fs';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { consoleAssets, SCRIPT_PARTS } from '../../src/http/console/assets.ts';
import { compactScript, readScript } from '../../src/http/shared/read-script.ts';

const namesIn = (folder: string) =>
  readdirSync(`src/http/browser/${folder}`).flatMap((file) => /^(.+)\.js$/.exec(file)?.slice(1) ?? []);
const NAMES = [...namesIn('.'), ...namesIn('console').map((name) => `console/${name}`)];

describe('a script for browsers as it is sent', () => {
  it('has no comments, types or indentation', () => {
    const written = `// Why.
/** @param {string} id */
function find(id) {
  // Why this.
  return /** @type {HTMLElement} */ (document.getElementById('//' + id));
}
`;
    expect(compactScript(written)).toBe(
      "function find(id) {\nreturn (document.getElementById('//' + id));\n}\n",
    );
  });

  it.each(NAMES)('can be read by a browser: %s', (name) => {
    const sent = readScript(name);
    expect(sent).not.toMatch(/\/\*\*|^\s/m);
    expect(() => new Script(sent)).not.toThrow();
  });

  it('has all its parts in the console, whose names do not meet', () => {
    expect([...SCRIPT_PARTS].sort()).toEqual(namesIn('console').sort());
    expect(() => new Script(consoleAssets().script.text)).not.toThrow();
  });
});
