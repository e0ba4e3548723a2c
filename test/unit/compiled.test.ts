import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileChanged } from '../support/compiled.ts';

describe('the compiled sources of a checkout', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'loyaltyd-compiled-'));
    mkdirSync(join(root, 'src'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (name: string, code: string) => writeFileSync(join(root, 'src', name), code);
  const module = (name: string) => join(root, 'dist.tests/src', name);
  const compiled = (name: string) => readFileSync(module(name), 'utf8');

  it('are those of now, also where a run that had others ended before it was through', async () => {
    write('one.ts', 'export const word: string = "first";');
    await compileChanged(root);
    write('one.ts', 'export const word: string = "second";');
    write('other.ts', 'export const = ;');
    await expect(compileChanged(root)).rejects.toThrow('src/other.ts');
    expect(compiled('one.js')).toContain('"second"');
    write('one.ts', 'export const word: string = "first";');
    write('other.ts', '');
    await compileChanged(root);
    expect(compiled('one.js')).toContain('"first"');
  });

  it('are made again where one is missing', async () => {
    write('one.ts', 'export const word: string = "first";');
    await compileChanged(root);
    rmSync(module('one.js'));
    expect(await compileChanged(root)).toBe(true);
    expect(compiled('one.js')).toContain('"first"');
  });

  it('have no module whose source is gone, whoever made it', async () => {
    write('one.ts', '');
    await compileChanged(root);
    writeFileSync(module('former.js'), '');
    rmSync(join(root, 'src/one.ts'));
    await compileChanged(root);
    expect(['one.js', 'one.js.map', 'former.js'].filter((name) => existsSync(module(name)))).toEqual([]);
  });

  it('load a package of many modules as one, the version that is installed', async () => {
    const install = (version: string) => {
      const folder = join(root, 'node_modules/kysely');
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, 'package.json'),
        JSON.stringify({ main: 'index.js', type: 'module', version }),
      );
      writeFileSync(join(folder, 'index.js'), 'export { version } from "./version.js";');
      writeFileSync(join(folder, 'version.js'), `export const version = "${version}";`);
    };
    write('one.ts', 'import { version } from "kysely";\nexport const says = `from "kysely": ` + version;');
    await compileChanged(root);
    expect(compiled('one.js')).toContain('import { version } from "kysely";');
    install('1.0.0');
    await compileChanged(root);
    install('2.0.0');
    await compileChanged(root);
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(await import(module('one.js'))).toMatchObject({ says: 'from "kysely": 2.0.0' });
  });

  it('are left to vitest where they cannot be written', async () => {
    write('one.ts', '');
    writeFileSync(join(root, 'dist.tests'), '');
    expect(await compileChanged(root)).toBe(false);
  });
});
