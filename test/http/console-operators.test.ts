import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser } from '../support/console.ts';
import { programDefinition } from '../support/factories.ts';
import { joinedOperator, plainOperator } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';

const OPERATORS = '/console/p/ours/server/operators';

let test: TestApp;
let admin: ConsoleBrowser;
/** All but the admin, as they should stand: by email without regard to case, revoked ones last. */
const emails: string[] = [];

beforeAll(async () => {
  test = await buildTestApp({ program: { key: 'ours' } });
  admin = browserOf(test, await joinedOperator(test.deps, 'admin'));
  const now = test.deps.clock.real();
  const people = Array.from({ length: 120 }, (_, at) => {
    const number = String(at).padStart(3, '0');
    return { email: `${at % 2 ? 'zed' : 'Zed'}${number}@many.example`, gone: at === 3 || at === 60 };
  });
  emails.push(...people.filter(({ gone }) => !gone).map(({ email }) => email));
  emails.push(...people.filter(({ gone }) => gone).map(({ email }) => email));
  const row = ({ email, gone }: (typeof people)[number]) => ({
    ...{ email, name: email, is_admin: false, created_at: ts(now) },
    disabled_at: gone ? ts(now) : null,
  });
  await test.deps.db.insertInto('operators').values(people.reverse().map(row)).execute();
});
afterAll(() => test.close());

const read = async (path: string) => (await admin.get(path)).text;
const shown = (text: string) =>
  (text.replaceAll('<wbr/>', '').match(/zed\d+@many\.example/gi) ?? []) as string[];
const wayFrom = (text: string, name: string) =>
  new RegExp(`href="([^"]+)"[^>]*>${name}</a>`).exec(text)?.[1]?.replaceAll('&amp;', '&');

describe('the operators of a large server', () => {
  it('come page by page, each once, in the order of emails with revoked ones last, and back again', async () => {
    const pages = [await read(OPERATORS)];
    for (let next = wayFrom(pages[0]!, 'Next'); next; next = wayFrom(pages.at(-1)!, 'Next'))
      pages.push(await read(next));
    expect(pages.map((page) => shown(page).length)).toEqual([49, 50, 21]);
    expect(pages.flatMap(shown)).toEqual(emails);
    const middle = await read(wayFrom(pages[2]!, 'Previous')!);
    expect(shown(middle)).toEqual(shown(pages[1]!));
    const first = await read(wayFrom(middle, 'Previous')!);
    expect(shown(first)).toEqual(shown(pages[0]!));
    expect(wayFrom(first, 'Previous')).toBeUndefined();
  });

  it.each(['after=999999999', 'before=x', 'after=99999999999999999999'])(
    'an address with %s is answered',
    async (query) => {
      expect((await admin.get(`${OPERATORS}?${query}`)).status).toBe(200);
    },
  );

  it('with more roles than fit stand with the first five and how many there are beside', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const key of keys) await applyProgram(test.deps, programDefinition({ key }), TESTER);
    const programs = (await test.deps.programs.all()).filter(({ key }) => keys.includes(key));
    const [first, ...rest] = programs;
    const one = await plainOperator(test.deps, { program_id: first!.id, role: 'analyst' });
    const roles = rest.map(({ id }) => ({ program_id: id, operator_id: one.id, role: 'analyst' as const }));
    await test.deps.db.insertInto('operator_roles').values(roles).execute();
    const row = (await read(OPERATORS))
      .split('<tr')
      .find((text) => text.replaceAll('<wbr/>', '').includes(one.email))!;
    expect(row.match(/\/console\/p\/\w\/team\/\d+/g)).toEqual(
      keys.slice(0, 5).map((key) => `/console/p/${key}/team/${one.id}`),
    );
    expect(row).toContain('and 2 more');
  });
});
