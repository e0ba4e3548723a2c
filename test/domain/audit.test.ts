import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import type { Actor } from '../../src/domain/audit/actor.ts';
import { recordAudit } from '../../src/domain/audit/record-audit.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { advanceClock } from '../../src/domain/operations/advance-clock.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { closeMonth } from '../../src/domain/operations/close-month.ts';
import { fulfilClaim } from '../../src/domain/operations/fulfil-claim.ts';
import { importCodes } from '../../src/domain/operations/import-codes.ts';
import { addNote, deleteNote } from '../../src/domain/operations/keep-notes.ts';
import { createApiKey, revokeApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { revokeApproval } from '../../src/domain/operations/manage-approvals.ts';
import { createApp, revokeApp, rotateAppSecret } from '../../src/domain/operations/manage-apps.ts';
import { createDraft, deleteDraft, saveDraft } from '../../src/domain/operations/manage-drafts.ts';
import { endMemberSessions } from '../../src/domain/operations/manage-member-sessions.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import {
  type Resolution,
  resolveActivityReport,
} from '../../src/domain/operations/resolve-activity-report.ts';
import { setTier, unsetTier } from '../../src/domain/operations/set-tier.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import type { Draft } from '../../src/domain/programs/draft-store.ts';
import {
  entryOf,
  programDefinition,
  programSettings,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { type Joined, signedInOperator } from '../support/operators.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';
import { rowsOf } from '../support/rows-of.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();

/** Nobody: an entry of such an actor cannot be written. */
const NOBODY: Actor = { kind: 'key', id: 987_654_321, request_id: 'no-request' };

const definition = () =>
  programDefinition({
    key: domain.program.key,
    test: true,
    settings: programSettings({ tier_boundary_mode: 'points', tier_membership: { mode: 'lifetime' } }),
    tiers: [
      { key: 'base', definition: tierDefinition({ name: 'Base', lower_bound: 0 }) },
      { key: 'vip', definition: tierDefinition({ name: 'VIP', lower_bound: null }) },
    ],
    rules: [
      {
        key: 'review',
        definition: ruleDefinition({ kind: 'review', properties: {}, approval_period_seconds: 3_600 }),
      },
    ],
    rewards: [
      { key: 'pooled', definition: voucherDefinition({ codes: { kind: 'pool' } }) },
      { key: 'lesson', definition: rewardOfKind('custom') },
    ],
  });

let customer_id: number;
let claimed_reward_id: number;

beforeEach(async () => {
  await domain.begin();
  await domain.change(definition());
  customer_id = (await domain.customer({ points: 5_000 })).id;
  ({ claimed_reward_id } = await domain.claim('lesson'));
});

const entries = () => domain.rows('audit_entries');
/** The audit entries since `act` began. */
async function auditedBy(act: () => Promise<unknown>) {
  const before = (await entries()).length;
  await act();
  return (await entries()).slice(before);
}

const adjust = (points: number) => (by: Actor) =>
  adjustPoints(domain.deps, { program: domain.program, customer_id, points, note: 'for Ada', by });
const update = (changes: Parameters<typeof updateCustomer>[1]['changes']) => (by: Actor) =>
  updateCustomer(domain.deps, { program: domain.program, customer_id, changes, by });
const tier = () => ({ program: domain.program, customer_merchant_id: '1001' });
const report = () =>
  recordActivity(domain.deps, {
    program: domain.program,
    name: '$review',
    customer_id: '1001',
    customer_email: null,
    merchant_id: 'r-1',
    referral_id: null,
    channel: 'web',
    date: null,
  });
const resolve = (state: Resolution) => (by: Actor) =>
  resolveActivityReport(domain.deps, {
    program: domain.program,
    name: '$review',
    merchant_id: 'r-1',
    state,
    by,
  });
async function* codes() {
  yield* ['SECRET-1', 'SECRET-2'];
}
let approval: number;
let ann: Joined;
/** An approval of an app's, its code redeemed. */
async function approvedGrant(app_id: number): Promise<number> {
  const now = ts(domain.deps.clock.real());
  const { id } = await domain.deps.db
    .insertInto('oauth_grants')
    .values({
      program_id: domain.program.id,
      app_id,
      operator_id: 1,
      scopes: ['read_orders'],
      code_hash: Buffer.from('a code'),
      code_challenge: 'c',
      redirect_uri: 'https://partner.example',
      code_expires_at: now,
      redeemed_at: now,
      created_at: now,
      expires_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const program_key = () => domain.program.key;

interface Deed {
  /** The steps that must come before it. */
  first?: () => Promise<unknown>;
  act: (by: Actor) => Promise<unknown>;
  subject: () => { kind: string; id: string };
  details: () => object | Promise<object>;
  /** Whether the same again changes nothing. */
  once: boolean;
}

const ofCustomer = () => ({ kind: 'customer', id: String(customer_id) });
const ofClaim = () => ({ kind: 'claimed_reward', id: String(claimed_reward_id) });
const ofProgram = () => ({ kind: 'program', id: String(domain.program.id) });
const lesson = () => entryOf(domain.program.rewards, 'lesson').id;
const last = async (table: 'adjustments' | 'activities') => (await domain.rows(table)).at(-1)!.id;

let keyId = 0;
const makeKey = async (by: Actor) => {
  const { id } = await createApiKey(domain.deps, {
    program_key: program_key(),
    name: 'till',
    scopes: ['read_orders'],
    by,
  });
  keyId = id;
};
let draft: Draft;
const beginDraft = async (by: Actor) => {
  draft = await createDraft(domain.deps, {
    program_id: domain.program.id,
    file: 'key: any\n',
    note: null,
    by,
  });
};
const ofDraft = () => ({ kind: 'draft', id: String(draft.id) });
let clientId = '';
const makeApp = async (by: Actor) => {
  const { client_id } = await createApp(domain.deps, {
    program_id: domain.program.id,
    name: 'Partner',
    redirect_uris: [],
    scopes: ['read_orders'],
    public: false,
    by,
  });
  clientId = client_id;
};
const appId = async () => {
  const apps = await domain.deps.db.selectFrom('oauth_apps').select('id').orderBy('id').execute();
  return apps.at(-1)!.id;
};
let app = 0;

let note_id = 0;
const note = async (by: Actor) => {
  const about = { program: domain.program, customer_id, text: 'Ada called', by };
  ({ note_id } = await addNote(domain.deps, about));
};

let madeClaim = 0;

const DEEDS: Record<string, Deed> = {
  'note.added': { act: note, subject: ofCustomer, details: () => ({ note_id }), once: false },
  'note.deleted': {
    first: () => note(TESTER),
    act: (by) => deleteNote(domain.deps, { program: domain.program, customer_id, note_id, by }),
    subject: ofCustomer,
    details: () => ({ note_id }),
    once: true,
  },
  'program.applied': {
    act: (by) => applyProgram(domain.deps, { ...definition(), rules: [], name: 'Renamed' }, by),
    subject: ofProgram,
    details: () => ({
      version: expect.any(Number),
      changes: [
        { kind: 'program', key: program_key(), action: 'changed' },
        { kind: 'rule', key: 'review', action: 'disabled' },
      ],
    }),
    once: true,
  },
  'draft.created': {
    act: beginDraft,
    subject: () => ofDraft(),
    details: () => ({ base_version: draft.base_version }),
    once: false,
  },
  'draft.saved': {
    first: () => beginDraft(TESTER),
    act: (by) => saveDraft(domain.deps, { ...draft, revision: null, changes: { file: 'key: other\n' }, by }),
    subject: () => ofDraft(),
    details: () => ({ revision: 2, base_version: draft.base_version }),
    once: true,
  },
  'draft.deleted': {
    first: () => beginDraft(TESTER),
    act: (by) => deleteDraft(domain.deps, { ...draft, by }),
    subject: () => ofDraft(),
    details: () => ({}),
    once: false,
  },
  'clock.advanced': {
    act: (by) => advanceClock(domain.deps, { program: domain.program, advance_ms: 60_000, by }),
    subject: ofProgram,
    details: () => ({ seconds: 60 }),
    once: false,
  },
  'codes.imported': {
    act: (by) =>
      importCodes(domain.deps, { program_key: program_key(), reward_key: 'pooled', lines: codes(), by }),
    subject: () => ({ kind: 'reward', id: String(entryOf(domain.program.rewards, 'pooled').id) }),
    details: () => ({ codes: 2 }),
    once: true,
  },
  'key.created': {
    act: makeKey,
    subject: () => ({ kind: 'key', id: String(keyId) }),
    details: () => ({ name: 'till', scopes: ['read_orders'] }),
    once: false,
  },
  'key.revoked': {
    first: () => makeKey(TESTER),
    act: (by) => revokeApiKey(domain.deps, program_key(), keyId, by),
    subject: () => ({ kind: 'key', id: String(keyId) }),
    details: () => ({}),
    once: true,
  },
  'app.created': {
    act: async (by) => {
      await makeApp(by);
      app = await appId();
    },
    subject: () => ({ kind: 'app', id: String(app) }),
    details: () => ({
      name: 'Partner',
      client_id: clientId,
      scopes: ['read_orders'],
      grant_types: ['client_credentials'],
      public: false,
    }),
    once: false,
  },
  'app.rotated': {
    first: async () => {
      await makeApp(TESTER);
      app = await appId();
    },
    act: (by) => rotateAppSecret(domain.deps, { program_id: domain.program.id, client_id: clientId, by }),
    subject: () => ({ kind: 'app', id: String(app) }),
    details: () => ({}),
    once: false,
  },
  'app.revoked': {
    first: async () => {
      await makeApp(TESTER);
      app = await appId();
    },
    act: (by) => revokeApp(domain.deps, domain.program.id, clientId, by),
    subject: () => ({ kind: 'app', id: String(app) }),
    details: () => ({}),
    once: true,
  },
  'app.approval_revoked': {
    first: async () => {
      await makeApp(TESTER);
      app = await appId();
      approval = await approvedGrant(app);
    },
    act: (by) => revokeApproval(domain.deps, { program_id: domain.program.id, id: approval, by }),
    subject: () => ({ kind: 'app', id: String(app) }),
    details: () => ({ approval_id: approval }),
    once: true,
  },
  'customer.updated': {
    act: update({
      email: 'ada@shop.example',
      first_name: 'Ada',
      birthday: { day: 10, month: 12, year: 1990 },
      metadata: { shoe_size: 38 },
    }),
    subject: ofCustomer,
    details: () => ({ fields: ['email', 'first_name', 'birthday', 'metadata'] }),
    once: true,
  },
  'customer.blocked': {
    act: update({ blocked: true }),
    subject: ofCustomer,
    details: () => ({}),
    once: true,
  },
  'customer.unblocked': {
    first: () => domain.block(customer_id),
    act: update({ blocked: false }),
    subject: ofCustomer,
    details: () => ({}),
    once: true,
  },
  'points.added': {
    act: adjust(70),
    subject: ofCustomer,
    details: async () => ({ points: 70, adjustment_id: await last('adjustments') }),
    once: false,
  },
  'points.removed': {
    act: adjust(-70),
    subject: ofCustomer,
    details: async () => ({ points: 70, adjustment_id: await last('adjustments') }),
    once: false,
  },
  'activity.resolved': {
    first: report,
    act: resolve('approved'),
    subject: ofCustomer,
    details: async () => ({ state: 'approved', activity_ids: [await last('activities')] }),
    once: true,
  },
  'claim.made': {
    act: async (by) => {
      const about = { program: domain.program, reward_id: lesson(), customer_merchant_id: '1001' };
      const claimed = await claimReward(domain.deps, { ...about, channel: 'web', country: null, by });
      madeClaim = claimed.claimed_reward_id;
    },
    subject: () => ({ kind: 'claimed_reward', id: String(madeClaim) }),
    details: async () => ({
      customer_id,
      reward_id: lesson(),
      points: (await domain.claims()).at(-1)!.points_cost,
    }),
    once: false,
  },
  'claim.refunded': {
    act: (by) => refundReward(domain.deps, { program: domain.program, claimed_reward_id, by }),
    subject: ofClaim,
    details: async () => ({
      customer_id,
      reward_id: lesson(),
      points: (await domain.claims())[0]!.points_cost,
    }),
    once: false,
  },
  'claim.fulfilled': {
    act: (by) =>
      fulfilClaim(domain.deps, {
        program: domain.program,
        customer_id,
        claimed_reward_id,
        explanation: 'For Ada',
        by,
      }),
    subject: ofClaim,
    details: () => ({ customer_id, reward_id: lesson() }),
    once: true,
  },
  'tier.set': {
    act: (by) => setTier(domain.deps, { ...tier(), tier_key: 'vip', by }),
    subject: ofCustomer,
    details: () => ({ tier_key: 'vip' }),
    once: true,
  },
  'tier.unset': {
    first: () => setTier(domain.deps, { ...tier(), tier_key: 'vip', by: TESTER }),
    act: (by) => unsetTier(domain.deps, { ...tier(), by }),
    subject: ofCustomer,
    details: () => ({ tier_key: 'vip', to_tier_key: 'base' }),
    once: true,
  },
  'operator.session_revoked': {
    first: async () => {
      ann = await signedInOperator(domain.deps, { program_id: domain.program.id, role: 'support' });
    },
    act: (by) => {
      const member = { operator_id: ann.id, program_id: domain.program.id };
      return endMemberSessions(domain.deps, { ...member, which: 'all', by, whole_server: false });
    },
    subject: () => ({ kind: 'operator', id: String(ann.id) }),
    details: () => ({ session_id: ann.session_id }),
    once: true,
  },
  'month.closed': {
    act: (by) => closeMonth(domain.deps, { program: domain.program, month: '2020-01', by }),
    subject: ofProgram,
    details: () => ({ month: '2020-01', transaction_id: expect.any(Number) }),
    once: true,
  },
};

describe.each(Object.entries(DEEDS))('%s', (action, { first, act, subject, details }) => {
  it('is written down once, with who did it and to what', async () => {
    await first?.();
    const audited = await auditedBy(() => act(TESTER));
    const { kind: subject_kind, id: subject_id } = subject();
    expect(audited).toEqual([
      {
        program_id: domain.program.id,
        id: expect.any(Number),
        actor_kind: 'command',
        actor_id: null,
        actor_name: 'a test',
        action,
        subject_kind,
        subject_id,
        details: await details(),
        request_id: null,
        created_at: domain.clock.real(),
      },
    ]);
  });

  it('is not done where it cannot be written down', async () => {
    await first?.();
    const before = await rowsOf(domain.deps.db, domain.program.id);
    await expect(act(NOBODY)).rejects.toMatchObject({ code: '23502', column: 'actor_name' });
    expect(await rowsOf(domain.deps.db, domain.program.id)).toEqual(before);
  });
});

describe('a deed that changes nothing any more', () => {
  it.each(Object.entries(DEEDS).filter(([, { once }]) => once))(
    'is not written down: %s',
    async (_action, { first, act }) => {
      await first?.();
      await act(TESTER);
      expect(await auditedBy(() => act(TESTER))).toEqual([]);
    },
  );
});

describe('a deed that is refused or undone', () => {
  const failing = {
    begin: async () => {},
    beforeCommit: async () => {
      throw new Error('undone');
    },
  };

  it('leaves no entry', async () => {
    const refused: [string, () => Promise<unknown>][] = [
      ['insufficient_points', () => adjust(-1_000_000)(TESTER)],
      ['not_found', () => setTier(domain.deps, { ...tier(), tier_key: 'nobility', by: TESTER })],
      ['not_found', () => revokeApiKey(domain.deps, program_key(), 987_654_321, TESTER)],
      ['not_found', () => resolve('approved')(TESTER)],
      ['invalid_date', () => update({ birthday: { day: 31, month: 2 } })(TESTER)],
    ];
    const audited = await auditedBy(async () => {
      for (const [code, act] of refused) expect(await outcomeOf(act())).toBe(code);
      const by = TESTER;
      const input = { program: domain.program, customer_id, points: 5, note: null, by };
      await expect(adjustPoints(domain.deps, input, failing)).rejects.toThrow('undone');
      const claim = { program: domain.program, claimed_reward_id, by };
      await expect(refundReward(domain.deps, claim, failing)).rejects.toThrow('undone');
    });
    expect(audited).toEqual([]);
  });

  it('leaves none of what a customer takes back itself, which is no deed of an operator', async () => {
    const claim = { program: domain.program, claimed_reward_id };
    expect(await auditedBy(() => refundReward(domain.deps, claim))).toEqual([]);
  });
});

describe('many who do the same at once', () => {
  it.each<[string, (by: Actor) => Promise<unknown>]>([
    ['block a customer', update({ blocked: true })],
    ['fulfil a claim', DEEDS['claim.fulfilled']!.act],
    ['put it into a tier', DEEDS['tier.set']!.act],
    ['bring codes', DEEDS['codes.imported']!.act],
    ['apply a program', DEEDS['program.applied']!.act],
  ])('%s, and one of them is written down', async (_what, act) => {
    expect(await auditedBy(() => Promise.all(atOnce(8, () => act(TESTER))))).toHaveLength(1);
  });

  it('add and remove points, each written down beside its own adjustment', async () => {
    const audited = await auditedBy(async () => {
      expect(await tally(atOnce(20, (i) => adjust(i % 2 ? 10 : -10)(TESTER)))).toEqual({ done: 20 });
    });
    const adjustments = (await domain.rows('adjustments')).slice(-20);
    const told = audited.map(({ action, details }) => {
      const { points, adjustment_id } = details as { points: number; adjustment_id: number };
      return [adjustment_id, action === 'points.added' ? points : -points];
    });
    expect(told.sort()).toEqual(adjustments.map(({ id, points }) => [id, points]).sort());
  });
});

describe('an entry', () => {
  it('is in the transaction of its deed', async () => {
    await adjust(70)(TESTER);
    const { rows } = await sql<{ same: boolean }>`
      select a.xmin = e.xmin as same from audit_entries e
        join adjustments a on a.id = (e.details->>'adjustment_id')::bigint
        where e.program_id = ${domain.program.id} and e.action = 'points.added'`.execute(domain.deps.db);
    expect(rows).toEqual([{ same: true }, { same: true }]);
  });

  it('names a key or an app as it is called, with the request, and the server by itself', async () => {
    await makeKey(TESTER);
    await makeApp(TESTER);
    const actors: Actor[] = [
      { kind: 'key', id: keyId, request_id: 'request-1' },
      { kind: 'app', id: await appId(), request_id: 'request-2' },
      { kind: 'server' },
    ];
    const audited = await auditedBy(async () => {
      for (const by of actors) await adjust(1)(by);
    });
    expect(
      audited.map(({ actor_kind, actor_id, actor_name, request_id }) => [
        actor_kind,
        actor_id,
        actor_name,
        request_id,
      ]),
    ).toEqual([
      ['key', keyId, 'till', 'request-1'],
      ['app', await appId(), 'Partner', 'request-2'],
      ['server', null, 'server', null],
    ]);
  });

  it('is of a key or an app of its own program alone', async () => {
    await makeKey(TESTER);
    const theirs: Actor = { kind: 'key', id: keyId, request_id: 'request-1' };
    const before = domain.program;
    await domain.begin();
    expect(domain.program.id).not.toBe(before.id);
    const subject = { kind: 'program', id: domain.program.id } as const;
    await expect(
      runInTransaction(domain.deps, undefined, (tx) =>
        recordAudit(tx, domain.deps, {
          program_id: domain.program.id,
          actor: theirs,
          action: 'clock.advanced',
          subject,
        }),
      ),
    ).rejects.toMatchObject({ column: 'actor_name' });
  });

  it('of an activity that its guest has not been given yet tells the report', async () => {
    await domain.deps.db
      .updateTable('customers')
      .set({ enrolled_at: null })
      .where('id', '=', customer_id)
      .execute();
    await report();
    const [entry, ...more] = await auditedBy(() => resolve('void')(TESTER));
    const [reported] = await domain.rows('reported_activities');
    expect(more).toEqual([]);
    expect(entry!.details).toEqual({ state: 'declined', report_id: reported!.id });
    expect(await auditedBy(() => resolve('declined')(TESTER))).toEqual([]);
  });

  it('says that a customer was changed and blocked apart', async () => {
    const audited = await auditedBy(() => update({ last_name: 'L', blocked: true })(TESTER));
    expect(audited.map(({ action, details }) => [action, details])).toEqual([
      ['customer.updated', { fields: ['last_name'] }],
      ['customer.blocked', {}],
    ]);
  });
});
