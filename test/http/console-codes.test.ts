import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPooledCodes } from '../../src/domain/claims/code-pool-store.ts';
import { countCodes } from '../../src/domain/claims/code-pools.ts';
import { normaliseCode } from '../../src/domain/claims/codes.ts';
import { DomainError } from '../../src/domain/core/errors.ts';
import type { Tx } from '../../src/domain/core/transaction.ts';
import { workOnCodeImports } from '../../src/domain/operations/work-on-code-imports.ts';
import { MOST_UPLOADED_BYTES } from '../../src/http/console/upload.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer } from '../support/factories.ts';
import { joinedOperator } from '../support/operators.ts';
import { voucherDefinition } from '../support/vouchers.ts';

let test: TestApp;
let browser: ConsoleBrowser;

const CODES = '/console/p/ours/codes';
const HOSTILE = '<script>alert(1)</script>';

beforeAll(async () => {
  const cost = { kind: 'fixed', points: 10 } as const;
  const pooled = { codes: { kind: 'pool' }, cost } as const;
  test = await buildTestApp({
    program: {
      key: 'ours',
      rewards: [
        { key: 'pooled', definition: voucherDefinition({ ...pooled, title: { en: '{amount} off' } }) },
        { key: 'other', definition: voucherDefinition(pooled) },
        { key: 'made', definition: voucherDefinition({ cost }) },
      ],
    },
  });
  const program = await test.program();
  browser = browserOf(test, await joinedOperator(test.deps, { program_id: program.id, role: 'manager' }));
  await createCustomer(test.deps, program, { merchant_id: '1001', points: 100 });
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const count = (reward_key = 'pooled') => countCodes(test.deps, { program_key: 'ours', reward_key });
const paste = async (reward: string, lines: string, deed: string) =>
  browser.post(`${CODES}/${reward}`, { token: await browser.token(), lines, deed });
const file = async (text: string | Buffer, name: string, deed = 'import') =>
  browser.upload(
    `${CODES}/pooled`,
    { token: await browser.token(), deed },
    { name, bytes: Buffer.from(text) },
  );
/** The screen of a pool once a server has worked on the order that was answered so. */
async function worked(reward: string, { status }: { status: number }) {
  expect(status).toBe(303);
  await workOnCodeImports(test.deps);
  return browser.get(`${CODES}/${reward}`);
}
const find = async (code: string) => browser.post(CODES, { token: await browser.token(), code });

describe('a form that no browser sends', () => {
  it('is refused where its body ends within a file, and the server goes on', async () => {
    const type = 'multipart/form-data; boundary=x';
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nFIRST';
    expect((await browser.postRaw(`${CODES}/pooled`, type, part)).status).toBe(400);
    expect((await browser.postRaw(`${CODES}/pooled`, type, `${part}\r\n--x`)).status).toBe(400);
    expect((await browser.get(CODES)).status).toBe(200);
  });

  it('is refused where a text has a character that no text has, in a field or a file', async () => {
    expect((await paste('pooled', 'FIRST\0', 'import')).status).toBe(400);
    const done = await worked('pooled', await file('FIRST\0SECOND', 'codes.csv'));
    expect(done.text).toContain('1 line is refused.');
    expect(await count()).toEqual({ given: 0, remaining: 0 });
  });
});

describe('an import of codes', () => {
  it('shows how many lines are done while a server works on it, to whoever comes back, and then what became of it', async () => {
    const { deps } = test;
    const program = await test.program();
    const reward = program.rewards.find(({ key }) => key === 'other')!;
    const lines = Array.from({ length: 1_500 }, (_, at) => `LIVE-${String(at).padStart(5, '0')}`);
    expect((await paste('other', lines.join('\n'), 'import')).status).toBe(303);
    expect((await browser.get(`${CODES}/other`)).text).toContain('It begins in a moment.');
    // Somebody else is about to insert one of the codes of the second thousand: the import waits for the end of that.
    const { working } = await deps.db.transaction().execute(async (tx) => {
      const held = [{ code: lines[1_400]!, code_key: normaliseCode(lines[1_400]!) }];
      await insertPooledCodes(tx as Tx, program.id, reward.id, held, deps.clock.real());
      const begun = workOnCodeImports(deps);
      for (;;) {
        const { text } = await browser.get(`${CODES}/other`);
        if (text.includes('1,000 of 1,500 rows')) break;
        expect(text).toContain('data-live=');
      }
      return { working: begun };
    });
    await working;
    const { text } = await browser.get(`${CODES}/other`);
    expect(text).toContain('1,499 codes were imported.');
    expect(text).not.toContain('data-live=');
    expect((await browser.get(`${CODES}/other/progress`)).text).toContain('"ended":true');
    expect((await browser.get(`${CODES}/none/progress`)).status).toBe(404);
  });

  it('is not begun twice by a button that is pressed twice, nor beside another', async () => {
    const token = await browser.token();
    const press = () => browser.post(`${CODES}/other`, { token, lines: 'TWICE-1', deed: 'import' });
    expect([(await press()).status, (await press()).status]).toEqual([303, 303]);
    const form = { token: await browser.token(), lines: 'BESIDE-1\nBESIDE-2', deed: 'import' };
    const beside = await browser.post(`${CODES}/other`, form);
    expect([beside.status, beside.text.includes('BESIDE-1')]).toEqual([422, true]);
    expect(beside.text).toContain('Other codes are being imported into this pool');
    // The lines stay in the form: nothing loads the screen anew, with scripts or without.
    expect(beside.text).toContain('<progress');
    expect(beside.text).not.toMatch(/data-live=|http-equiv="refresh"/);
    await workOnCodeImports(test.deps);
    expect((await browser.get(`${CODES}/other`)).text).toContain('1 code was imported.');
    const again = await worked('other', await browser.post(`${CODES}/other`, form));
    expect(again.text).toContain('2 codes were imported.');
  });

  it('keeps the lines to be mended for whoever brought them alone', async () => {
    const { text } = await worked('other', await paste('other', 'MEND-1\n"MEND-2', 'import'));
    expect(text).toContain('&quot;MEND-2');
    const program = await test.program();
    const colleague = browserOf(
      test,
      await joinedOperator(test.deps, { program_id: program.id, role: 'manager' }),
    );
    const theirs = (await colleague.get(`${CODES}/other`)).text;
    expect(theirs).toContain('1 line is refused.');
    expect(theirs).not.toContain('MEND-2');
  });

  it('that fails says how many codes it brought, and gives its lines back', async () => {
    const { deps } = test;
    const before = await count('other');
    const program = await test.program();
    const lines = Array.from({ length: 1_500 }, (_, at) => `HALF-${String(at).padStart(5, '0')}`);
    expect((await paste('other', lines.join('\n'), 'import')).status).toBe(303);
    // The second thousand is refused once the first is written.
    let halves = 0;
    const now = (of: typeof program) => {
      if (halves++ > 0)
        throw new DomainError('invalid_request', 'The server failed at it. Its log says more.');
      return deps.clock.now(of);
    };
    await workOnCodeImports({ ...deps, clock: Object.assign(Object.create(deps.clock), { now }) });
    const { text } = await browser.get(`${CODES}/other`);
    expect(text).toContain('The server failed at it. Its log says more. 1,000 codes were imported.');
    expect(text).toContain('HALF-01499');
    expect(await count('other')).toEqual({ ...before, remaining: before.remaining + 1_000 });
    await browser.post('/console/look', { back: `${CODES}/other`, language: 'de' });
    expect((await browser.get(`${CODES}/other`)).text).toContain('1.000 Codes wurden importiert.');
    await browser.post('/console/look', { back: `${CODES}/other`, language: 'en' });
  });

  it('shows what one manager tried to no other, who cannot import it either', async () => {
    const before = await count('other');
    const { text } = await worked('other', await paste('other', 'THEIR-OWN-1\n"THEIR-OWN-2', 'try'));
    const trial = /name="trial" value="(\d+)"/.exec(text)![1]!;
    const program = await test.program();
    const colleague = browserOf(
      test,
      await joinedOperator(test.deps, { program_id: program.id, role: 'manager' }),
    );
    expect((await colleague.get(`${CODES}/other`)).text).not.toContain('name="trial"');
    const press = { token: await colleague.token(), deed: 'import', trial };
    const refused = await colleague.post(`${CODES}/other`, press);
    expect([refused.status, refused.text.includes('THEIR-OWN')]).toEqual([422, false]);
    await workOnCodeImports(test.deps);
    expect((await colleague.get(`${CODES}/other`)).text).not.toContain('THEIR-OWN');
    expect(await count('other')).toEqual(before);
    const own = { deed: 'import', trial, token: await browser.token() };
    expect((await worked('other', await browser.post(`${CODES}/other`, own))).text).toContain(
      '1 code was imported.',
    );
  });
});

describe('a pool', () => {
  it('is tried with pasted lines, which stay, and is then filled by them', async () => {
    const lines = `FIRST-1\r\nFIRST-2\r\n${HOSTILE}\r\nfirst 1`;
    const tried = await worked('pooled', await paste('pooled', lines, 'try'));
    expect(tried.text).toContain('Nothing was imported yet: 3 codes would be.');
    expect(tried.text).toContain('This line stands in the file twice');
    expect(tried.text).toContain('FIRST-1\r\nFIRST-2');
    expect(tried.text).not.toContain(HOSTILE);
    expect(await count()).toEqual({ given: 0, remaining: 0 });
    const trial = /name="trial" value="(\d+)"/.exec(tried.text)![1]!;
    const take = { deed: 'import', trial };
    const press = async () => browser.post(`${CODES}/pooled`, { ...take, token: await browser.token() });
    const done = await worked('pooled', await press());
    const late = await press();
    expect([late.status, late.text.includes('This trial cannot be imported any more')]).toEqual([422, true]);
    expect(done.text).toContain('3 codes were imported.');
    expect(await count()).toEqual({ given: 0, remaining: 3 });
  });

  it('is filled from a file, and says which line of it belongs to another', async () => {
    await worked('other', await paste('other', 'THEIRS-1', 'import'));
    const { text } = await worked('pooled', await file('code\nFILE-1\nFILE-2\nTHEIRS-1\n', 'codes.csv'));
    expect(text).toContain('2 codes were imported.');
    expect(text).toContain('This line is a code of other already.');
    expect(await browser.get(CODES).then((answer) => answer.text)).toContain('under 100 left');
  });

  it('takes no form without codes, no file that is too great, and nothing for a reward without codes', async () => {
    expect((await paste('pooled', ' ', 'import')).text).toContain('Paste codes, or choose a file.');
    const great = await file(Buffer.alloc(5 * 1024 * 1024 + 1, 'x'), 'great.csv');
    expect([great.status, great.text.includes('larger than 5 MB')]).toEqual([422, true]);
    expect((await file(Buffer.alloc(MOST_UPLOADED_BYTES + 1), 'greater.csv')).status).toBe(413);
    expect((await browser.get(`${CODES}/nothing`)).status).toBe(404);
  });

  it('says of a form that is cut short that it is wrong, and goes on serving', async () => {
    const before = await count();
    const cut = await fetch(`${test.url}${CODES}/pooled`, {
      method: 'POST',
      headers: {
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: '--x\r\nContent-Disposition: form-data; name="lines"\r\n\r\nCUT-1',
    });
    expect(cut.status).toBe(400);
    expect(await count()).toEqual(before);
  });
});

describe('a code', () => {
  it('is found in its pool, then with the customer who claimed it', async () => {
    await worked('other', await paste('other', 'LATER-1', 'import'));
    expect((await find('later-1')).text).toContain('it waits in the pool');
    const { body } = await test
      .post('/v2/customers/1001/claimed_rewards', { reward_id: (await test.program()).rewards[0]!.id })
      .expect(201);
    const { text } = await find('first 1');
    expect(text).toContain('as “$5 off”');
    expect(body.claimed_reward.id).toEqual(expect.any(Number));
    expect(text).toMatch(/href="\/console\/p\/ours\/customers\/\d+"/);
    expect(text).toContain('<dt>State</dt><dd>Handed over</dd>');
  });

  it('that nobody knows is not found, and runs nothing', async () => {
    const { text } = await find(HOSTILE.repeat(2));
    expect(text).toContain('The program does not know this code.');
    expect(text).not.toContain(HOSTILE);
    expect((await find('--')).text).toContain('The program does not know this code.');
  });
});
