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
  for (const path of ['src', 'node_modules']) mkdirSync(join(folder, path));
  for (const file of ['src/boot.mjs', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    copyFileSync(file, join(folder, file));
  // Nothing is to be installed: the compiler is that of the tests.
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(folder, lock), '{ "packages": {} }');
  for (const name of ['typescript', '@types'])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  // Sources without the step that bundles the editor.
  writeFileSync(join(folder, 'src/main.ts'), 'export {};\n');
  const { status, stderr } = spawnSync(process.execPath, ['src/boot.mjs', 'build'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, existsSync(join(folder, 'dist/main.js'))]).toEqual([0, true]);
  expect(stderr).toContain('The editor of program files was not built; a plain text field serves.');
});
