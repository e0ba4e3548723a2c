import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'loyaltyd-boot-'));
afterAll(() => rmSync(folder, { recursive: true }));

for (const path of ['src/http/console/program', 'src/db/embedded', 'test/bench', 'node_modules'])
  mkdirSync(join(folder, path), { recursive: true });
for (const file of ['src/boot.mjs', 'src/bundle.mjs', 'package.json', 'tsconfig.json'])
  copyFileSync(file, join(folder, file));
// Nothing is to be installed: the bundler is that of the tests.
for (const lock of ['package-lock.json', 'node_modules/.package-lock.json'])
  writeFileSync(join(folder, lock), '{ "packages": {} }');
symlinkSync(resolve('node_modules/rolldown'), join(folder, 'node_modules/rolldown'));
writeFileSync(join(folder, 'src/main.ts'), "await import('./late.ts');\n");
writeFileSync(join(folder, 'src/db/embedded/build-binaries.ts'), 'export {};\n');
const editor = 'src/http/console/program/build-editor.ts';
writeFileSync(join(folder, editor), "throw new Error('its libraries are not installed');\n");

/** Builds the project with these words in a part that is loaded late. Returns what the build says. */
function build(words: string): string {
  writeFileSync(join(folder, 'src/late.ts'), `console.log('${words}');\n`);
  const { status, stderr } = spawnSync(process.execPath, ['src/boot.mjs', 'build'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, existsSync(join(folder, 'dist/main.js'))]).toEqual([0, true]);
  return stderr;
}

const lateParts = () => readdirSync(join(folder, 'dist')).filter((name) => name.startsWith('late-'));

it('a build without the editor of program files succeeds, and says so', () => {
  const said = build('first');
  expect(said).toContain('The editor of program files was not built; a plain text field serves.');
});

it('a second build of the same sources does nothing', () => {
  build('first');
  expect(build('first')).toBe('');
});

it('a build keeps what a server of the build before may still load, and nothing older', () => {
  build('first');
  const [first] = lateParts();
  build('second');
  const second = lateParts().find((name) => name !== first);
  expect(lateParts()).toHaveLength(2);
  expect(lateParts()).toContain(first);
  build('third');
  expect(lateParts()).toHaveLength(2);
  expect(lateParts()).toContain(second);
  expect(lateParts()).not.toContain(first);
});

// Node runs sources through a loader, where each use of an import is a call. Nobody's server runs so.
it('the bench runs as one bundle, as a server does, finds files where its sources lie, and leaves nothing', () => {
  build('first');
  writeFileSync(
    join(folder, 'test/bench/server.ts'),
    `export const fileOfCode = (): string => new Error().stack!.split('\\n')[1]!.replace(/^.*\\/|:.*$/g, '');
     export const place: string = import.meta.url;`,
  );
  writeFileSync(
    join(folder, 'test/bench/main.ts'),
    `import { fileOfCode, place } from './server.ts';
     console.log(JSON.stringify({ words: process.argv.slice(2), code: fileOfCode(), place }));`,
  );
  const { stdout } = spawnSync(process.execPath, ['src/boot.mjs', 'bench', '--smoke'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const place = pathToFileURL(join(folder, 'test/bench/server.ts')).href;
  expect(JSON.parse(stdout)).toEqual({ words: ['--smoke'], code: 'main.js', place });
  expect(readdirSync(folder).filter((name) => name.startsWith('dist.process'))).toEqual([]);
});
