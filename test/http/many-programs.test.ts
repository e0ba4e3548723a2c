import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { rewardImage } from '../../src/http/page/page-images.ts';
import { pageAddress } from '../../src/http/shared/page-session.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { programDefinition, rewardDefinition } from '../support/factories.ts';
import { PNG } from '../support/images.ts';
import { SentStatements } from '../support/sent.ts';
import { TESTER } from '../support/tester.ts';

const OTHERS = 20;
const image = { src: `data:image/png;base64,${PNG.toString('base64')}`, width: 3, height: 2 };

let first: TestApp;
let sent: SentStatements;
let program: Program;
let referralId: string;

beforeAll(async () => {
  first = await buildTestApp({
    program: { rewards: [{ key: 'mug', definition: { ...rewardDefinition(), image } }] },
  });
  sent = new SentStatements(first.database.pool);
  program = await first.program();
  const [site] = program.sites;
  referralId = (await ensureCustomer(first.deps, { program, site: site!, merchant_id: '1' })).referral_id;
});
afterAll(() => first.close());

/** How many statements each address takes that names no key, on a server that has just started. */
async function statementsOfAddresses(): Promise<number[]> {
  const [site] = program.sites;
  const addresses: [path: string, status: number][] = [
    [`/r/${referralId}/email`, 302],
    [rewardImage(first.deps, program, program.rewards[0]!)!, 200],
    [pageAddress(first.deps, { program, site: site!, language: 'en' }), 403],
    ['/', 200],
    ['/health/ready', 200],
  ];
  const counts: number[] = [];
  for (const [path, status] of addresses) {
    const server = await buildTestApp({ beside: first });
    const statements = await sent.during(() => supertest(server.url).get(path).redirects(0).expect(status));
    counts.push(statements.length);
    await server.close();
  }
  return counts;
}

it('an address without a key takes as few statements among many programs as with one', async () => {
  const alone = await statementsOfAddresses();
  expect(Math.min(...alone)).toBeGreaterThan(0);
  for (let index = 0; index < OTHERS; index += 1) {
    await applyProgram(first.deps, programDefinition({ key: `other-${index}` }), TESTER);
  }
  expect(await statementsOfAddresses()).toEqual(alone);
});
