import { describe, expect, it } from 'vitest';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import {
  type Resolution,
  resolveActivityReport,
} from '../../src/domain/operations/resolve-activity-report.ts';
import { programSettings, type RuleSketch, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();

const review = (key: string, rest: RuleSketch = {}) => ({
  key,
  definition: ruleDefinition({ kind: 'review', properties: {}, ...rest }),
});
const LATER = { approval_period_seconds: 3600 };
const GUESTS = { settings: programSettings({ enrol_on_sight: false }) };

const report = (merchant_id: string | null = 'r-1') =>
  recordActivity(domain.deps, {
    program: domain.program,
    name: '$review',
    customer_id: '1001',
    customer_email: null,
    merchant_id,
    referral_id: null,
    channel: 'web',
    date: null,
  });
const resolve = (state: Resolution, merchant_id = 'r-1', name = '$review') =>
  resolveActivityReport(domain.deps, { program: domain.program, name, merchant_id, state, by: TESTER });
const states = async () => (await domain.rows('activities')).map(({ state }) => state);
const points = async (id: number) => {
  const { points_approved, points_pending } = await domain.row(id);
  return [points_approved, points_pending];
};

describe('resolving an activity by hand', () => {
  it.each<[Resolution, string, number[]]>([
    ['approved', 'approved', [50, 0]],
    ['declined', 'declined', [0, 0]],
    ['void', 'declined', [0, 0]],
  ])('a pending one: %s makes it %s', async (wanted, state, left) => {
    await domain.begin({ rules: [review('review', LATER)] });
    const { id } = await domain.customer();
    await report();
    await resolve(wanted);
    expect(await states()).toEqual([state]);
    expect(await points(id)).toEqual(left);
  });

  it.each<[Resolution, string]>([
    ['declined', 'void'],
    ['void', 'void'],
  ])('an approved one: %s makes it %s', async (wanted, state) => {
    await domain.begin({ rules: [review('review')] });
    const { id } = await domain.customer();
    await report();
    await resolve(wanted);
    expect(await states()).toEqual([state]);
    expect(await points(id)).toEqual([0, 0]);
  });

  it('is final: the same again is without effect, another is refused', async () => {
    await domain.begin({ rules: [review('review', LATER)] });
    await domain.customer();
    await report();
    await resolve('declined');
    await resolve('declined');
    expect(await outcomeOf(resolve('approved'))).toBe('activity_already_resolved');
    expect(await outcomeOf(resolve('void'))).toBe('activity_already_resolved');
    expect(await domain.rows('transactions')).toHaveLength(2);
  });

  it.each<[string, RuleSketch, Resolution, string]>([
    ['void on a pending one', LATER, 'void', 'declined'],
    ['declined on an approved one', {}, 'declined', 'void'],
  ])('may be told again in the word in which it was told: %s', async (_case, terms, word, state) => {
    await domain.begin({ rules: [review('review', terms)] });
    await domain.customer();
    await report();
    await resolve(word);
    await resolve(word);
    await resolve(state as Resolution);
    expect(await states()).toEqual([state]);
    expect(await domain.rows('transactions')).toHaveLength(2);
    expect(await outcomeOf(resolve('approved'))).toBe('activity_already_resolved');
  });

  it('takes the later word in place of the first: what was approved and then declined is not approved again', async () => {
    await domain.begin({ rules: [review('review', LATER)] });
    await domain.customer();
    await report();
    await resolve('approved');
    await resolve('declined');
    expect(await outcomeOf(resolve('approved'))).toBe('activity_already_resolved');
    await resolve('declined');
    await resolve('void');
    expect(await states()).toEqual(['void']);
  });

  it('returns the place in the limit when it is declined, and keeps it when it is voided', async () => {
    await domain.begin({ rules: [review('review', { ...LATER, limit: { count: 1, interval: null } })] });
    await domain.customer();
    await report('r-1');
    await resolve('declined', 'r-1');
    await report('r-2');
    await resolve('approved', 'r-2');
    await resolve('void', 'r-2');
    await report('r-3');
    expect(await states()).toEqual(['declined', 'void']);
  });

  it('first does what is due: an approval whose time has come is voided, not declined', async () => {
    await domain.begin({ rules: [review('review', LATER)] });
    await domain.customer();
    await report();
    domain.clock.advance(DAY);
    await resolve('declined');
    expect(await states()).toEqual(['void']);
  });

  it('moves all that one report completed, and takes back what it gave', async () => {
    await domain.begin({
      rewards: [{ key: 'card', definition: rewardDefinition({ stock: 5 }) }],
      rules: [
        review('now'),
        review('later', LATER),
        review('gift', { result: { kind: 'reward', reward_key: 'card' } }),
      ],
    });
    const { id } = await domain.customer();
    await report();
    expect(await domain.stock()).toEqual({ '': 4 });
    await resolve('declined');
    expect(await states()).toEqual(['void', 'declined', 'void']);
    expect((await domain.claims()).map(({ state }) => state)).toEqual(['void']);
    expect(await domain.stock()).toEqual({ '': 5 });
    expect(await points(id)).toEqual([0, 0]);
    // The word that was said for all is said again without effect.
    await resolve('declined');
    await resolve('void');
    expect(await outcomeOf(resolve('approved'))).toBe('activity_already_resolved');
  });

  it('approves what of it still waits', async () => {
    await domain.begin({ rules: [review('now'), review('later', LATER)] });
    const { id } = await domain.customer();
    await report();
    await resolve('approved');
    await resolve('approved');
    expect(await points(id)).toEqual([100, 0]);
  });

  it('finds one that was given no merchant_id under its own id, and one whose names come encoded twice', async () => {
    await domain.begin({ rules: [review('review', LATER)] });
    await domain.customer();
    await report(null);
    const [activity] = await domain.rows('activities');
    expect(await outcomeOf(resolve('approved', String(activity!.id), '$signup'))).toBe('not_found');
    await resolve('approved', String(activity!.id));
    await report('a/b');
    await resolve('approved', 'a%2Fb', '%24review');
    expect(await states()).toEqual(['approved', 'approved']);
  });

  it('of nobody, of another name and of another program is not found', async () => {
    await domain.begin({ rules: [review('review')] });
    await domain.customer();
    await report();
    expect(await outcomeOf(resolve('void', 'r-2'))).toBe('not_found');
    expect(await outcomeOf(resolve('void', 'r-1', '$signup'))).toBe('not_found');
    await domain.begin({ rules: [review('review')] });
    expect(await outcomeOf(resolve('void'))).toBe('not_found');
  });

  it('happens once, however many ask at once, and whoever asks otherwise is refused', async () => {
    await domain.begin({ rules: [review('review', LATER)] });
    const { id } = await domain.customer();
    await report();
    const answers = await tally(atOnce(20, (index) => resolve(index % 2 ? 'approved' : 'declined')));
    // Whichever came first: declined is final; approved goes void with the next that declines, and that is final.
    expect(answers.done).toBeGreaterThan(0);
    expect((answers.done ?? 0) + (answers.activity_already_resolved ?? 0)).toBe(20);
    expect(['declined', 'void']).toContain((await states())[0]);
    expect(await points(id)).toEqual([0, 0]);
  });
});

describe('resolving what a guest did', () => {
  it('declined, it is not applied when the guest enrolls', async () => {
    await domain.begin({ ...GUESTS, rules: [review('review', LATER)] });
    const { id } = await domain.customer();
    await report();
    await resolve('void');
    await resolve('void');
    await resolve('declined');
    expect(await outcomeOf(resolve('approved'))).toBe('activity_already_resolved');
    await domain.enrol(id);
    expect(await states()).toEqual([]);
  });

  it('approved, its points are approved as soon as the guest enrolls, and can be voided like others', async () => {
    await domain.begin({ ...GUESTS, rules: [review('review', LATER)] });
    const { id } = await domain.customer();
    await report();
    await resolve('approved');
    await resolve('approved');
    expect(await points(id)).toEqual([0, 0]);
    await domain.enrol(id);
    expect(await points(id)).toEqual([50, 0]);
    await resolve('void');
    expect(await points(id)).toEqual([0, 0]);
  });

  it('approved and then voided before the guest enrolls, it is not applied', async () => {
    await domain.begin({ ...GUESTS, rules: [review('review')] });
    const { id } = await domain.customer();
    await report();
    await resolve('approved');
    await resolve('void');
    expect((await domain.rows('reported_activities'))[0]!.resolution).toBe('void');
    await domain.enrol(id);
    expect(await states()).toEqual([]);
  });

  it('is applied or declined, never both, where the guest enrolls at that moment', async () => {
    await domain.begin({ ...GUESTS, rules: [review('review', LATER)] });
    for (let round = 0; round < 10; round += 1) {
      await domain.begin({ ...GUESTS, rules: [review('review', LATER)] });
      const { id } = await domain.customer();
      await report();
      await Promise.all([domain.enrol(id), resolve('declined')]);
      expect(await points(id)).toEqual([0, 0]);
      expect((await states()).filter((state) => state !== 'declined')).toEqual([]);
    }
  });

  it('of a blocked customer it is known, and gives nothing', async () => {
    await domain.begin({ rules: [review('review')] });
    const { id } = await domain.customer();
    await domain.block(id);
    await report();
    await resolve('approved');
    await domain.unblock(id);
    expect(await points(id)).toEqual([0, 0]);
    await resolve('declined');
    expect(await outcomeOf(resolve('approved'))).toBe('activity_already_resolved');
  });
});

describe('an activity named by its own id', () => {
  const byId = (activity_id: number, customer_id: number) =>
    resolveActivityReport(domain.deps, {
      program: domain.program,
      activity_id,
      customer_id,
      state: 'void',
      by: TESTER,
    });

  it('is taken back from its customer, though the store has told another one under the same number', async () => {
    await domain.begin({ rules: [review('review')] });
    const { id: ada } = await domain.customer();
    await report(null);
    const [own] = await domain.rows('activities');
    const { id: bob } = await domain.customer({ merchant_id: 'bob' });
    await recordActivity(domain.deps, {
      program: domain.program,
      name: '$review',
      customer_id: 'bob',
      customer_email: null,
      merchant_id: String(own!.id),
      referral_id: null,
      channel: 'web',
      date: null,
    });
    expect(await outcomeOf(byId(own!.id, bob))).toBe('not_found');
    await byId(own!.id, ada);
    expect([await points(ada), await points(bob)]).toEqual([
      [0, 0],
      [50, 0],
    ]);
  });

  const decide = (activity_id: number, customer_id: number, state: Resolution) =>
    resolveActivityReport(domain.deps, {
      program: domain.program,
      activity_id,
      customer_id,
      only_pending: true,
      state,
      by: TESTER,
    });

  it.each(['declined', 'approved'] as const)(
    'is decided on with those that wait beside it, and what was approved at once stays: %s',
    async (state) => {
      const rules = [review('now'), review('later', LATER), review('even_later', LATER)];
      await domain.begin({ rules });
      const { id } = await domain.customer();
      await report();
      const [, second, third] = await domain.rows('activities');
      expect(await decide(second!.id, id, state)).toEqual([second!.id, third!.id]);
      expect(await states()).toEqual(['approved', state, state]);
      expect(await points(id)).toEqual([state === 'declined' ? 50 : 150, 0]);
    },
  );

  it('is declined or refused, and nothing that was approved goes, however many decide at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await domain.begin({ rules: [review('now'), review('later', LATER)] });
      const { id } = await domain.customer();
      await report();
      const [, waits] = await domain.rows('activities');
      const answers = await tally(
        atOnce(8, (index) => decide(waits!.id, id, index % 2 ? 'approved' : 'declined')),
      );
      expect(answers).toEqual({ done: 1, activity_already_resolved: 7 });
      const [first, second] = await states();
      expect(first).toBe('approved');
      expect(await points(id)).toEqual([second === 'approved' ? 100 : 50, 0]);
    }
  });

  it('is taken back with the others of its report', async () => {
    await domain.begin({ rules: [review('review'), review('more')] });
    const { id } = await domain.customer();
    await report();
    const [, second] = await domain.rows('activities');
    await byId(second!.id, id);
    expect(await states()).toEqual(['void', 'void']);
    expect(await points(id)).toEqual([0, 0]);
  });
});
