import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'loyaltyd-boot-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a build without the editor of program files succeeds, and says so', () => {
  for (const path of ['src/http/console/program', 'src/db/embedded', 'node_modules'])
    mkdirSync(join(folder, path), { recursive: true });
  for (const file of ['src/boot.mjs', 'src/bundle.mjs', 'package.json', 'tsconfig.json'])
    copyFileSync(file, join(folder, file));
  // Nothing is to be installed: the bundler is that of the tests.
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(folder, lock), '{ "packages": {} }');
  symlinkSync(resolve('node_modules/rolldown'), join(folder, 'node_modules/rolldown'));
  for (const entry of ['src/main.ts', 'src/db/embedded/build-binaries.ts'])
    writeFileSync(join(folder, entry), 'export {};\n');
  const editor = 'src/http/console/program/build-editor.ts';
  writeFileSync(join(folder, editor), "throw new Error('its libraries are not installed');\n");
  const { status, stderr } = spawnSync(process.execPath, ['src/boot.mjs', 'build'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, existsSync(join(folder, 'dist/main.js'))]).toEqual([0, true]);
  expect(stderr).toContain('The editor of program files was not built; a plain text field serves.');
});
