import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VariablesSchema } from '../../src/config.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { runCommand } from '../support/command.ts';
import { environmentRows, README, tableRows } from '../support/readme.ts';
import { type ServedRoute, withRoutes } from '../support/routes.ts';

let test: TestApp;
let routes: ServedRoute[];

beforeAll(async () => {
  const demo = { program_id: 0, site_id: 0, customer_merchant_id: 'nobody' };
  ({ built: test, routes } = await withRoutes(() => buildTestApp({ app: { demo } })));
});
afterAll(() => test.close());

const plain = (cell: string) => cell.replaceAll('`', '');

describe('the table of variables', () => {
  it('holds every variable in its order, with its default and what it does', () => {
    expect(tableRows('Variable')).toEqual(environmentRows());
  });

  it('is where every variable that the text names is found', () => {
    const others = ['TEST_DATABASE_URL', 'CHROMIUM_PATH'];
    const named = [...README.matchAll(/`([A-Z]{2,}(?:_[A-Z]+)*)(?:=\w+)?`/g)].map(([, name]) => name!);
    const known = [...Object.keys(VariablesSchema.properties), ...others];
    expect(
      named.filter((name) => !known.includes(name) && !/^(GET|POST|COMMAND|SIGTERM)$/.test(name)),
    ).toEqual([]);
  });
});

describe('the table of endpoints', () => {
  const described = () =>
    tableRows('Endpoint').flatMap(([endpoints = '', scope = '']) => {
      const [method = '', ...paths] = plain(endpoints).replaceAll(',', '').split(' ');
      return paths.map((path) => `${method} ${path} ${plain(scope).split(',')[0]}`);
    });

  it('holds every route with its scope', () => {
    const served = routes
      .filter(({ method, pattern }) => method !== 'HEAD' && !pattern.startsWith('/reference/'))
      .map(({ name, options }) => `${name.replaceAll(/:(\w+)/g, '{$1}')} ${options.config?.scope}`);
    expect(described().sort()).toEqual([...served].sort());
  });
});

describe('the commands', () => {
  /** A command's help, its lines unwrapped. */
  async function help(words: string[]): Promise<string> {
    const { stdout, code } = await runCommand([...words, '--help'], {});
    expect(code).toBe(0);
    return stdout;
  }

  /** Every command that can be run, with its arguments, as the help of all of them tells. */
  async function commands(words: string[] = []): Promise<string[][]> {
    const text = await help(words);
    const names = [...text.matchAll(/^ {2}([a-z-]+)(?: \[options\])?(?: <[\w-]+>)* {2,}/gm)].map(
      ([, name]) => name!,
    );
    const inner = names.filter((name) => name !== 'help' && text.includes('\nCommands:'));
    if (inner.length > 0) return (await Promise.all(inner.map((name) => commands([...words, name])))).flat();
    const [, usage = '', summary = ''] = /^Usage: loyaltyd ([^\n]*)\n\n(.*?)\n\n/s.exec(text) ?? [];
    const called = usage
      .replace(' [options]', '')
      .replaceAll(/<([\w-]+)>/g, (_match, name: string) => name.toUpperCase().replace('-', '_'));
    return [[`\`${called}\``, summary.replaceAll('\n', ' ')]];
  }

  it('stand in their table, each with what its help says', async () => {
    expect(tableRows('Command')).toEqual(await commands());
  });

  it('end with the codes that are told', async () => {
    const codes = tableRows('Exit code').map(([code]) => plain(code!));
    const told = [...(await help(['program', 'apply'])).matchAll(/^ {2}(\d+) {2}/gm)].map(([, code]) => code);
    expect(codes).toEqual(told);
  });
});

describe('the scripts', () => {
  it('are those of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const named = [...README.matchAll(/npm (?:run (?:--silent )?)?(\w[\w:]*)/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in scripts) && !['ci', 'install'].includes(name))).toEqual([]);
  });
});
