import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine, PROGRAM, PROGRAM_KEY, VOUCHER_KEY } from '../support/command-line.ts';

const line = commandLine();
const { loyaltyd, applyFile } = line;

describe('loyaltyd program plan', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'loyaltyd-plans-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says what a file would do, and does nothing', async () => {
    const plan = await loyaltyd('program plan -', PROGRAM);
    expect(plan).toMatchObject({ code: 0, stderr: '' });
    expect(plan.stdout).toMatch(/^Nothing was written\..*\ncreated {3}program meadow-and-vine\n/);
    expect(await loyaltyd('program list')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('There is no program yet'),
    });
  });

  it('saves a plan, which is applied once and refused when the program has moved on', async () => {
    const saved = path.join(folder, 'plan.json');
    const file = (points: number) => `key: planned
name: Planned
currency: USD
sites:
  main: { name: Shop, url: "https://shop.example", languages: [en], time_zone: UTC, country: US }
rules:
  visit: { kind: pageview, title: Visit us, result: { points: ${points} } }
`;
    await applyFile(file(5));
    const planned = await loyaltyd(`program plan - --out ${saved} --exit-code`, file(6));
    expect(planned).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^Nothing was written\. Made on version 1 of planned\..*\nchanged {3}rule visit\n {4}result\.points: 5 → 6\n2 unchanged\n$/,
      ),
    });
    expect(await loyaltyd(`program apply ${saved}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('changed   rule visit'),
    });
    expect(await loyaltyd('program plan - --exit-code', file(6))).toMatchObject({
      code: 0,
      stdout: 'Nothing was written. Made on version 2 of planned. The file would change nothing.\n',
    });
    expect(await loyaltyd(`program apply ${saved}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is at version 2, and the change was made on version 1'),
    });
    const who = await loyaltyd('program plan - --who nobody', file(7));
    expect(who).toMatchObject({ code: 1, stderr: 'The plan has no effect nobody on customers.\n' });
  });
});

describe('loyaltyd program apply', () => {
  it('prints what it did and, again, that nothing changed', async () => {
    const first = await loyaltyd('program apply -', PROGRAM);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^created {3}program meadow-and-vine/),
    });
    const again = await loyaltyd('program apply src/demo/program.yaml --json');
    const { changes } = JSON.parse(again.stdout) as { changes: { action: string }[] };
    expect(new Set(changes.map(({ action }) => action))).toEqual(new Set(['unchanged']));
  });

  it('names each mistake with its line and path, and changes nothing', async () => {
    const wrong = PROGRAM.replace(/^currency: .*$/m, 'currency: nothing');
    const line = wrong.split('\n').indexOf('currency: nothing') + 1;
    const result = await loyaltyd('program apply - --json', wrong);
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stderr).error).toMatchObject({
      code: 'invalid_program_file',
      mistakes: [{ line, path: 'currency' }],
    });
  });

  it('refuses a file that it cannot read as a wrong argument', async () => {
    expect(await loyaltyd('program apply nowhere.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nowhere.yaml'),
    });
  });
});

describe('loyaltyd program list and show', () => {
  it('tell what there is, by key and id', async () => {
    await applyFile(PROGRAM);
    const { programs } = JSON.parse((await loyaltyd('program list --json')).stdout);
    expect(programs).toContainEqual(expect.objectContaining({ key: PROGRAM_KEY, test: true }));
    const shown = JSON.parse((await loyaltyd(`program show ${PROGRAM_KEY} --json`)).stdout);
    expect(shown.rewards).toContainEqual(
      expect.objectContaining({ key: VOUCHER_KEY, id: expect.any(Number) }),
    );
    const text = (await loyaltyd(`program show ${PROGRAM_KEY}`)).stdout;
    expect(text).toMatch(new RegExp(`^ *\\d+ {2}${VOUCHER_KEY} {2}cart_discount_voucher$`, 'm'));
    expect(text).toMatch(/^ *\d+ {2}seedling {2}Seedling$/m);
    expect(await loyaltyd('program show nowhere')).toMatchObject({
      code: 1,
      stderr: 'There is no program nowhere.\n',
    });
  });
});

describe('the versions of a program', () => {
  const file = (name: string, points: number, more = '') => `# The words of the operator
key: ${name}
name: Corner shop
currency: USD
sites:
  main: { name: Shop, url: "https://shop.example", languages: [en], time_zone: UTC, country: US }
rules:
  visit: { kind: pageview, title: Visit us, result: { points: ${points} } }
${more}`;

  it('are read, compared, and brought back as a new version', async () => {
    await applyFile(file('versioned', 5));
    await loyaltyd(
      'program apply - --note Spring',
      file('versioned', 7, '  tea: { kind: custom, name: tea, title: Tea, result: { points: 1 } }\n'),
    );
    const changed = await loyaltyd('program diff versioned 1');
    expect(changed).toMatchObject({
      code: 0,
      stdout: '~ rule visit\n    result.points: 5 → 7\n+ rule tea\n',
    });
    expect((await loyaltyd('program diff versioned 2 2')).stdout).toBe('Versions 2 and 2 are the same.\n');
    expect((await loyaltyd('program pull versioned 1')).stdout).toBe(file('versioned', 5));
    const asked = await loyaltyd('program rollback versioned 1');
    expect([asked.code, asked.stdout]).toEqual([
      1,
      `Nothing was written. Version 1 again would make it so:
changed   rule visit
    result.points: 7 → 5
disabled  rule tea
2 unchanged

With --yes the command does it.
`,
    ]);
    const back = await loyaltyd('program rollback versioned 1 --yes --note Autumn --json');
    expect([back.code, JSON.parse(back.stdout).rollback_of]).toEqual([0, 1]);
    expect((await loyaltyd('program diff versioned 1 3')).stdout).toBe('Versions 1 and 3 are the same.\n');
    expect((await loyaltyd('program history versioned')).stdout).toMatch(
      /^ +3 .* \(version 1 again; Autumn\)\n +2 .* \(Spring\)\n +1 .*apply$/m,
    );
    const again = await loyaltyd('program rollback versioned 1');
    expect([again.code, again.stdout]).toEqual([0, '4 unchanged\n']);
  });

  it('are pulled as files that change nothing when they are applied, from whatever folder', async () => {
    await applyFile(PROGRAM);
    const pulled = (await loyaltyd(`program pull ${PROGRAM_KEY}`)).stdout;
    expect(
      pulled.replaceAll(/(logo|logo_dark|banner|image): "data:image\/\w+;base64,[^"]+"/g, '$1: PICTURE'),
    ).toBe(PROGRAM.replaceAll(/(logo|logo_dark|banner|image): \S+/g, '$1: PICTURE'));
    expect(pulled.match(/"data:image/g)).toHaveLength(7);
    const applied = await loyaltyd('program apply - --json', pulled);
    const { changes } = JSON.parse(applied.stdout) as { changes: { action: string }[] };
    expect(changes.filter(({ action }) => action !== 'unchanged')).toEqual([]);
  });

  it('are refused by what they lack', async () => {
    await applyFile(file('few', 5));
    expect(await loyaltyd('program pull few 9')).toMatchObject({
      code: 1,
      stderr: 'few has no version 9.\n',
    });
    expect(await loyaltyd('program diff few 0')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('above 0'),
    });
    expect((await loyaltyd('program rollback few one')).code).toBe(2);
    expect(await loyaltyd('program pull nowhere')).toMatchObject({ code: 1 });
    expect(await loyaltyd('program pull few --out src/demo/program.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The file cannot be written'),
    });
  });

  it('of which the program can no longer be are refused, and nothing is changed', async () => {
    const live = file('live', 5);
    const { program_id } = JSON.parse(
      (await loyaltyd('program apply - --json', live.replace('USD', 'EUR'))).stdout,
    );
    await applyFile(live);
    await line.database.asOwner(
      `insert into customers (program_id, site_id, merchant_id, merchant_key, referral_id, last_entry_at, created_at, updated_at)
        select ${program_id}, id, '1', '1', 'r', now(), now(), now() from program_entries where program_id = ${program_id} and kind = 'site'`,
    );
    const refused = await loyaltyd('program rollback live 1');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('currency') });
    expect((await loyaltyd('program diff live 2')).stdout).toBe('Versions 2 and 2 are the same.\n');
  });
});

describe('loyaltyd program draft', () => {
  const file = (points: number, more = '') => `key: drafted
name: Corner shop
currency: USD
sites:
  main: { name: Shop, url: "https://shop.example", languages: [en], time_zone: UTC, country: US }
rules:
  visit: { kind: pageview, title: Visit us, result: { points: ${points} } }
${more}`;
  const create = async (text: string, options = '') => {
    const created = await loyaltyd(`program draft create - --json ${options}`.trim(), text);
    expect(created).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(created.stdout).id as number;
  };

  it('saves a file, says what it would do, and publishes it with what others changed', async () => {
    await applyFile(file(5));
    expect((await loyaltyd('program draft list drafted')).stdout).toBe('There is no open draft.\n');
    const id = await create(file(6), '--note Spring');
    expect((await loyaltyd('program draft list drafted')).stdout).toMatch(
      new RegExp(
        `^ +${id} {2}on version 1, revision 1, saved .*Z by program draft create {2}\\(Spring\\)\\n$`,
      ),
    );
    await applyFile(file(5).replace('Corner shop', 'Corner'));
    const shown = await loyaltyd(`program draft show drafted ${id}`);
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /\nPublished, it would make it so:\nchanged {3}rule visit\n {4}result\.points: 5 → 6\n2 unchanged\n$/,
      ),
    });
    const published = await loyaltyd(`program draft publish drafted ${id}`);
    expect(published).toMatchObject({ code: 0, stdout: expect.stringContaining('changed   rule visit') });
    expect((await loyaltyd('program pull drafted')).stdout).toBe(
      file(6).replace('Corner shop', 'Corner').replace('[en]', '[ en ]'),
    );
    expect((await loyaltyd('program history drafted')).stdout).toMatch(
      /^ +3 .*draft publish {2}\(Spring\)\n/,
    );
    expect((await loyaltyd(`program draft show drafted ${id}`)).stdout).toContain('It became version 3.');
  });

  it('names what stands in its way', async () => {
    await applyFile(file(5));
    await applyFile(file(7));
    const { version } = JSON.parse((await loyaltyd('program pull drafted --json')).stdout);
    const id = await create(file(8), `--base ${version - 1}`);
    expect((await loyaltyd(`program draft show drafted ${id}`)).stdout).toContain(
      `conflict with version ${version}: rules.visit.result\nIt cannot be published so.\n`,
    );
    expect(await loyaltyd(`program draft publish drafted ${id}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('changed the same: rules.visit.result'),
    });
    expect((await loyaltyd(`program draft delete drafted ${id}`)).code).toBe(0);
    expect((await loyaltyd(`program draft show drafted ${id}`)).code).toBe(1);
    expect((await loyaltyd('program draft show drafted one')).code).toBe(2);
    const wrong = await loyaltyd('program draft create -', file(5).replace('USD', 'XXQ'));
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('3:11 currency') });
  });

  it('is one person to a program that asks for two', async () => {
    const asked = (points: number) => file(points, 'approvals: { publish: 2 }\n').replace('drafted', 'asked');
    await applyFile(asked(5));
    const refused = { code: 1, stderr: expect.stringContaining('take two people') };
    expect(await loyaltyd('program apply -', asked(6))).toMatchObject(refused);
    const id = await create(asked(6));
    expect(await loyaltyd(`program draft publish asked ${id}`)).toMatchObject(refused);
    expect((await loyaltyd('program diff asked 1')).stdout).toBe('Versions 1 and 1 are the same.\n');
  });
});

describe('loyaltyd clock advance', () => {
  it("turns a test program's clock and says where it stands", async () => {
    await applyFile(PROGRAM);
    const before = Date.now();
    const { code, stdout } = await loyaltyd(`clock advance 90d --program ${PROGRAM_KEY} --json`);
    const ahead = Date.parse((JSON.parse(stdout) as { now: string }).now) - before;
    expect(code).toBe(0);
    expect(ahead).toBeGreaterThanOrEqual(90 * 86_400_000);
    expect(await loyaltyd('clock advance 90d --program nothing')).toMatchObject({
      code: 1,
      stderr: 'There is no program nothing.\n',
    });
    expect(await loyaltyd(`clock advance soon --program ${PROGRAM_KEY}`)).toMatchObject({ code: 2 });
  });

  it('refuses a live program', async () => {
    const live = PROGRAM.replace(/^test: true$/m, '').replace(/^key: .*$/m, 'key: live');
    expect(await loyaltyd('program apply -', live)).toMatchObject({ code: 0 });
    expect(await loyaltyd('clock advance 1d --program live --json')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not_a_test_program'),
    });
  });
});

describe('loyaltyd codes', () => {
  const POOLED = PROGRAM.replace(/^key: .*$/m, 'key: pooled');
  const folder = mkdtempSync(path.join(tmpdir(), 'loyaltyd-codes-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    const written = path.join(folder, name);
    writeFileSync(written, text);
    return written;
  };
  const pool = `--program pooled --reward ${VOUCHER_KEY}`;

  it('imports a file, tells of its progress, and counts', async () => {
    await applyFile(POOLED);
    const codes = Array.from({ length: 2500 }, (_, index) => `CODE-${index}`);
    const names = file('codes.csv', `code,value\r\n${codes.join(',5\r\n')}\r\n`);
    const imported = await loyaltyd(`codes import ${names} ${pool} --json`);
    expect(imported.code).toBe(0);
    expect(JSON.parse(imported.stdout)).toMatchObject({ imported: 2500, already_there: 0, refused: 0 });
    expect(imported.stderr).toBe('1001 of 2501 lines\n2001 of 2501 lines\n2501 of 2501 lines\n');
    expect(await loyaltyd(`codes count ${pool}`)).toMatchObject({
      code: 0,
      stdout: '2500 codes remain, 0 were given.\n',
    });
    const again = await loyaltyd(`codes import ${names} ${pool}`);
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 imported, 2500 already there'),
    });
  });

  it('lists the lines that it refuses and ends with status 1', async () => {
    await applyFile(POOLED);
    const names = file('twice.txt', 'TWICE\ntwice\n"\nONCE');
    const { code, stdout } = await loyaltyd(`codes import ${names} ${pool}`);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'line 2: stands in the file twice, or another import brought it meanwhile\nline 3: begins with a quotation mark that does not end\n2 imported, 0 already there, 2 refused.',
    );
  });

  it.each([
    [`codes import nowhere.csv ${pool}`, 2, 'nowhere.csv'],
    [`codes import src ${pool}`, 2, 'src is not a file'],
    ['codes import package.json --program pooled', 2, "required option '--reward <key>'"],
    ['codes import package.json --program nothing --reward x', 1, 'There is no program nothing.'],
    ['codes count --program pooled --reward nothing', 1, 'has no reward nothing'],
  ])('answers %j with status %i', async (args, code, message) => {
    await applyFile(POOLED);
    expect(await loyaltyd(args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});

describe('loyaltyd tier', () => {
  const TIERED = `
key: tiered
name: Tiered
currency: USD
sites:
  main: { name: Shop, url: https://shop.example, languages: [en], time_zone: America/New_York, country: US }
tiers:
  boundary_mode: spend
  membership: { mode: rolling, duration_months: 12 }
  levels:
    base: { name: Base, lower_bound: 0 }
    gold: { name: Gold, lower_bound: 500 }
    friends: { name: Friends, conditional: true }
`;

  beforeAll(async () => {
    const applied = await loyaltyd('program apply - --json', TIERED);
    const { changes, program_id } = JSON.parse(applied.stdout) as {
      changes: { kind: string; id: number }[];
      program_id: number;
    };
    const site = changes.find(({ kind }) => kind === 'site')!.id;
    for (const [merchant, enrolled] of [
      ['1001', true],
      ['guest', false],
    ] as const) {
      await line.database.pool.query(
        `insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, enrolled_at, last_entry_at, created_at, updated_at)
           values ($1, $2, $2, $3, $2, case when $4 then now() end, now(), now(), now()) on conflict do nothing`,
        [program_id, merchant, site, enrolled],
      );
    }
  });

  it('gives a tier by hand and takes it again', async () => {
    expect(await loyaltyd('tier set 1001 friends --program tiered')).toEqual({
      code: 0,
      stdout: 'Customer 1001 is in friends now.\n',
      stderr: '',
    });
    const again = await loyaltyd('tier set 1001 friends --program tiered --json');
    expect(JSON.parse(again.stdout)).toEqual({
      customer_id: expect.any(Number),
      merchant_id: '1001',
      tier: 'friends',
      changed: false,
    });
    expect(await loyaltyd('tier unset 1001 --program tiered')).toMatchObject({
      code: 0,
      stdout: 'Customer 1001 is in base now.\n',
    });
    expect(await loyaltyd('tier unset 1001 --program tiered')).toMatchObject({
      code: 0,
      stdout: 'Customer 1001 is in base, which is not given by hand.\n',
    });
  });

  it.each([
    ['tier set 1001 gold --program tiered', 1, 'The tier gold is earned'],
    ['tier set 1001 silver --program tiered', 1, 'The program tiered has no tier silver'],
    ['tier set nobody friends --program tiered', 1, 'There is no such customer'],
    ['tier set guest friends --program tiered', 1, 'not enrolled'],
    ['tier unset nobody --program tiered', 1, 'There is no such customer'],
    ['tier set 1001 friends --program nothing', 1, 'There is no program nothing'],
    ['tier set 1001 --program tiered', 2, "missing required argument 'tier'"],
    ['tier unset 1001', 2, "required option '--program <key>'"],
  ])('answers %j with status %i', async (args, code, message) => {
    expect(await loyaltyd(args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});
