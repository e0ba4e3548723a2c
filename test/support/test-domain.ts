import type { Selectable } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import type { DB } from '../../src/db/tables.ts';
import { ts } from '../../src/db/timestamps.ts';
import type { ClaimRecord } from '../../src/domain/claims/claim-record.ts';
import type { Hooks } from '../../src/domain/core/transaction.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { findCustomerById } from '../../src/domain/customers/store.ts';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { type Claimed, claimReward } from '../../src/domain/operations/claim-reward.ts';
import { type CompletedRule, completeRule } from '../../src/domain/operations/complete-rule.ts';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import { processDue } from '../../src/domain/operations/process-due.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type { ClaimInput } from '../../src/domain/rewards/claim-input.ts';
import { TestClock } from './clock.ts';
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './database.ts';
import { createCustomer, entryOf, programDefinition } from './factories.ts';
import { depsOn } from './test-domain-deps.ts';
import { TESTER } from './tester.ts';

type Table =
  | 'activities'
  | 'reported_activities'
  | 'transactions'
  | 'tier_entries'
  | 'adjustments'
  | 'expiries'
  | 'lots'
  | 'orders'
  | 'audit_entries'
  | 'usage_counters';

/** The actor of an action, if it is not customer 1001 on this server. */
export interface Caller {
  /** The merchant_id. */
  customer?: string;
  /** The dependencies of another server. */
  deps?: Deps;
  hooks?: Hooks<unknown> | undefined;
}

/** The domain on the test file's own database; each test has a program of its own and turns the clock. */
export class TestDomain {
  readonly clock = new TestClock();
  /** Lines that the domain logged. */
  readonly logged: string[] = [];
  /** The name of the test that began a program, by the program's id. */
  readonly testOf = new Map<number, string | undefined>();
  database!: TestDatabase;
  deps!: Deps;
  /** The program as last applied. */
  program!: Program;
  private definition!: ProgramDefinition;
  private programs = 0;

  async open(options: TestDatabaseOptions): Promise<void> {
    this.database = await createTestDatabase({ patient: true, ...options });
    this.deps = depsOn(this.database, this.clock, this.logged);
  }

  /**
   * Begins with a new program, with the given differences from `programDefinition()`, on a Wednesday at 7 in New York.
   */
  async begin(rest: Partial<ProgramDefinition> = {}): Promise<Program> {
    this.turnTo(new TestClock().real());
    this.programs += 1;
    this.definition = programDefinition({ key: `shop-${this.programs}`, ...rest });
    return this.load();
  }

  /** Applies the program again with the given differences. */
  async change(rest: Partial<ProgramDefinition>): Promise<Program> {
    this.definition = { ...this.definition, ...rest };
    return this.load();
  }

  private async load(): Promise<Program> {
    const { program_id } = await applyProgram(this.deps, this.definition, TESTER);
    this.testOf.set(program_id, expect.getState().currentTestName);
    const [program] = await this.deps.programs.some([program_id]);
    this.program = program!;
    return this.program;
  }

  /** To a moment, even a past one. */
  turnTo(moment: string | number): void {
    this.clock.advance(new Date(moment).getTime() - this.clock.real());
  }

  customer(options?: Parameters<typeof createCustomer>[2]): Promise<CustomerRow> {
    return createCustomer(this.deps, this.program, options);
  }

  async row(customerId: number): Promise<CustomerRow> {
    return (await findCustomerById(this.deps.db, this.program.id, customerId))!;
  }

  /** Completes the rule of that key, one of following on a social network, for customer 1001. */
  complete(key: string, by: Caller = {}): Promise<CompletedRule> {
    const { program } = this;
    const rule_id = entryOf(program.rules, key).id;
    const customer_merchant_id = by.customer ?? '1001';
    const input = { program, rule_id, kind: 'social_follow', customer_merchant_id, channel: 'web' } as const;
    return completeRule(by.deps ?? this.deps, input, by.hooks);
  }

  /** Claims the reward of that key for customer 1001, on the web and in the US. */
  claim(key: string, rest: Partial<ClaimInput> = {}, by: Caller = {}): Promise<Claimed> {
    const { program } = this;
    const reward_id = entryOf(program.rewards, key).id;
    const customer_merchant_id = by.customer ?? '1001';
    const input = { program, reward_id, customer_merchant_id, channel: 'web', country: 'US' } as const;
    return claimReward(by.deps ?? this.deps, { ...input, ...rest }, by.hooks);
  }

  /** Processes the customer's due work. */
  async settle(customerId: number): Promise<CustomerRow> {
    return processDue(this.deps, this.program, await this.row(customerId));
  }

  /** Enrols a guest. */
  async enrol(customerId: number): Promise<CustomerRow> {
    const { customer } = await enrolCustomer(this.deps, { program: this.program, customer_id: customerId });
    return customer;
  }

  block(customerId: number): Promise<void> {
    return this.setBlocked(customerId, this.clock.real());
  }

  unblock(customerId: number): Promise<void> {
    return this.setBlocked(customerId, null);
  }

  private async setBlocked(customerId: number, at: number | null): Promise<void> {
    await this.deps.db
      .updateTable('customers')
      .set({ blocked_at: at === null ? null : ts(at) })
      .where('program_id', '=', this.program.id)
      .where('id', '=', customerId)
      .execute();
  }

  /** The program's rows of a table, in the order of recording. */
  async rows<T extends Table>(table: T): Promise<Selectable<DB[T]>[]> {
    const rows = await this.deps.db
      .selectFrom(table as 'activities')
      .selectAll()
      .where('program_id', '=', this.program.id)
      .orderBy(table === 'usage_counters' ? ('subject_id' as 'id') : 'id')
      .execute();
    return rows as unknown as Selectable<DB[T]>[];
  }

  async claims(): Promise<ClaimRecord[]> {
    const claims = await this.deps.db
      .selectFrom('claimed_rewards')
      .selectAll()
      .where('program_id', '=', this.program.id)
      .orderBy('id')
      .execute();
    return claims as ClaimRecord[];
  }

  /** The rest of the program's stocks, by variant id. */
  async stock(): Promise<Record<string, number>> {
    const rows = await this.deps.db
      .selectFrom('reward_stock')
      .select(['variant_id', 'remaining'])
      .where('program_id', '=', this.program.id)
      .execute();
    return Object.fromEntries(rows.map((row) => [row.variant_id, row.remaining]));
  }
}

/**
 * The domain for the test file that calls it, open from its first test to its last. It ends with a proof of the ledgers
 * of all programs, which names the test of each drift: no later test makes one good, since the ledger is not changed.
 */
export function testDomain(options: TestDatabaseOptions = {}): TestDomain {
  const domain = new TestDomain();
  beforeAll(() => domain.open(options));
  afterAll(async () => {
    const { drifts } = await verifyLedger(domain.deps);
    expect(drifts.map((drift) => ({ test: domain.testOf.get(drift.program_id), ...drift }))).toEqual([]);
    await domain.database.close();
  });
  return domain;
}
