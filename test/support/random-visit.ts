import fc from 'fast-check';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { NamedStatements } from '../../src/db/named-statements.ts';
import type { DB } from '../../src/db/tables.ts';
import type { GivenCart } from '../../src/domain/claims/carts/cart.ts';
import type { ClaimView } from '../../src/domain/claims/claim-record.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { CHANNELS } from '../../src/domain/programs/program-settings.ts';
import type { StorefrontCustomer } from '../../src/domain/storefront/customer.ts';
import { type CustomerQuestion, loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import type { CustomerParts } from '../../src/domain/storefront/statement.ts';
import { type StorefrontView, storefrontView } from '../../src/http/shared/storefront-view.ts';
import { type RandomParts, randomParts, randomRow } from './random-customer.ts';
import { randomProgram } from './random-program.ts';
import { customerRow, NOON } from './sample-customer.ts';
import { sampleProgram } from './sample-program.ts';
import { ownFields, tuplesOf } from './tuples.ts';

/** One customer's visit of a storefront, as the storefront reads it. */
export interface Visit {
  program: Program;
  view: StorefrontView;
  question: CustomerQuestion;
  parts: RandomParts;
  customer: StorefrontCustomer;
}

const CARTS: (GivenCart | null)[] = [
  null,
  { kind: 'empty' },
  {
    kind: 'platform',
    id: 'c1',
    total_minor: 3_000,
    lines: [{ id: '1', quantity: 2, merchandise_id: '901', attributes: [] }],
  },
];

const SITES = 3;

const circumstances = fc.record({
  row: randomRow,
  parts: randomParts,
  cart: fc.constantFrom(...CARTS),
  channel: fc.constantFrom(...CHANNELS),
  country: fc.constantFrom('US', 'DE', null),
  site: fc.nat(SITES - 1),
  language: fc.nat(1),
  tells_codes: fc.boolean(),
});

/** Finds no uses, where a counter of other terms is counted again. */
const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (own) => new PostgresIntrospector(own),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type Random<A> = A extends fc.Arbitrary<infer T> ? T : never;

/** Any customers of any one program, who visit in any of its languages and currencies. */
export const randomVisits = fc.record({
  sample: randomProgram,
  visits: fc.array(circumstances, { minLength: 1, maxLength: 4 }),
});

/** Reads the visits without a database. They share a program, as visits of one server do. */
export async function readVisits({ sample, visits }: Random<typeof randomVisits>): Promise<Visit[]> {
  const program = sampleProgram(sample);
  return Promise.all(visits.map((visit) => visitOf(program, visit, NOON)));
}

/** Reads each visit at these moments, between which nothing is written. */
export async function readVisitsAt(
  { sample, visits }: Random<typeof randomVisits>,
  moments: readonly number[],
): Promise<Visit[][]> {
  const program = sampleProgram(sample);
  return Promise.all(
    visits.map((visit) => Promise.all(moments.map((moment) => visitOf(program, visit, moment)))),
  );
}

async function visitOf(
  program: Program,
  { row, parts, cart, channel, country, site: at, language, tells_codes }: Random<typeof circumstances>,
  now: number,
): Promise<Visit> {
  const site = program.sites[at]!;
  const own = customerRow(row);
  const answer: { ord: number } & CustomerParts = { ord: 0, ...parts, own: tuplesOf([ownFields(own)])! };
  const question = { program, customer_id: own.id, channel, country, cart };
  const deps = {
    db,
    hot: { runEach: async () => answer } as unknown as NamedStatements,
    clock: { now: () => now, real: () => now, shared: async () => now },
  };
  const customer = await loadStorefrontCustomer(deps, question);
  return {
    program,
    view: storefrontView(program, site, site.languages[language] ?? site.languages[0]!),
    question,
    parts,
    customer: tells_codes ? { ...customer, claims: customer.claims.map(withCode) } : customer,
  };
}

function withCode(claim: ClaimView): ClaimView {
  return claim.kind === 'gift_card' ? { ...claim, full_code: 'ABCD-EFGH' } : claim;
}
