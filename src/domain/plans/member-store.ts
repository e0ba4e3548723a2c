import { isDeepStrictEqual } from 'node:util';
import { CompiledQuery } from 'kysely';
import { msOf, timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';
import { earliestFact } from '../tiers/evaluation-window.ts';
import { type FactTuple, factSource, factsText, factTotalText, tierFacts } from '../tiers/fact-store.ts';
import type { Programs } from './program-after.ts';
import type { FactsOfBoth } from './tier-change.ts';
import type { TierMember } from './tier-outlook.ts';

/** The number of customers that one statement reads. At most two pages are in memory at a time. */
export const MEMBERS_PER_PAGE = 4_000;

/** An id that no tier has. */
const NO_TIER_OF_ANYBODY = 0;

/**
 * A customer's values as Postgres writes them, moments in ms. The facts of `after` are missing if they equal those of
 * `before`.
 */
type MemberTuple = [
  id: number,
  site_id: number,
  enrolled_at: number,
  blocked_at: number | null,
  tier_id: number | null,
  tier_started_at: number | null,
  tier_expires_at: number | null,
  before: FactTuple[] | null,
  after?: FactTuple[] | null,
];

/** An enrolled customer with its facts under the terms of both programs. */
export interface Member extends TierMember {
  id: number;
  facts: FactsOfBoth;
}

export interface MemberPage {
  /** The id of the last customer that was read; null: there are no more customers. */
  last: number | null;
  /**
   * The enrolled customers whose tier the change may affect, lowest id first. Each object is made when the caller asks
   * for it.
   */
  members: Iterable<Member>;
}

/**
 * The next customers above an id. Most customers are in the lowest tier: they cannot fall, and without enough facts for
 * the next tier they cannot rise. A page is one text with a line for each customer: objects that live as long as their
 * page would move to V8's old generation, whose collection is expensive.
 */
export async function readMembers(
  tx: Tx,
  programs: Programs,
  now: number,
  after_id: number,
): Promise<MemberPage> {
  const { before, after } = programs;
  const parameters: unknown[] = [];
  const given = (value: unknown, type: string) => `$${parameters.push(value)}::${type}`;
  const programId = given(before.id, 'bigint');
  const facts = (program: Program) => ({
    program_id: programId,
    customer_id: 'c.id',
    since: sinceText(program, now, given),
  });
  const [lowest, next] = after.tiers;
  const cannotFall = before.tiers[0]?.id === lowest?.id ? (lowest?.id ?? null) : NO_TIER_OF_ANYBODY;
  const ofBefore = factsText(factSource(before), facts(before));
  const isSameSource =
    factSource(before) === factSource(after) &&
    sinceOf(before, now) === sinceOf(after, now) &&
    takesGuestTime(before) === takesGuestTime(after);
  const ofAfter = isSameSource ? '' : `, ${factsText(factSource(after), facts(after))}`;
  const mayRise =
    next && !asksMore(before, after)
      ? `${factTotalText(factSource(after), facts(after))} >= ${given(next.lower_bound, 'bigint')}`
      : 'false';
  const text = `
    select max(c.id) as last, string_agg(
        json_build_array(c.id, c.site_id, ${msOf('c.enrolled_at')}, ${msOf('c.blocked_at')}, c.tier_id,
          ${msOf('c.tier_started_at')}, ${msOf('c.tier_expires_at')}, ${ofBefore}${ofAfter})::text, e'\\n' order by c.id
      ) filter (where c.enrolled_at is not null
        and (c.tier_id is distinct from ${given(cannotFall, 'bigint')}
          or c.blocked_at is null and ${mayRise})) as members
      from (
        select id, site_id, enrolled_at, blocked_at, tier_id, tier_started_at, tier_expires_at from customers
          where program_id = ${programId} and id > ${given(after_id, 'bigint')} order by id limit ${MEMBERS_PER_PAGE}
      ) c`;
  const { rows } = await tx.executeQuery<{ last: number | null; members: string | null }>(
    CompiledQuery.raw(text, parameters),
  );
  const { last, members } = rows[0]!;
  return { last, members: membersOf(members ?? '') };
}

function* membersOf(lines: string): Generator<Member> {
  for (let from = 0; from < lines.length; ) {
    const end = lines.indexOf('\n', from);
    const until = end === -1 ? lines.length : end;
    yield memberOf(JSON.parse(lines.slice(from, until)));
    from = until + 1;
  }
}

function memberOf([
  id,
  site_id,
  enrolled_at,
  blocked_at,
  tier_id,
  tier_started_at,
  tier_expires_at,
  ...facts
]: MemberTuple): Member {
  const before = tierFacts(facts[0]);
  const after = facts[1] === undefined ? before : tierFacts(facts[1]);
  const held = { site_id, enrolled_at, blocked_at, tier_id, tier_started_at, tier_expires_at };
  return { id, ...held, facts: { before, after } };
}

/**
 * Whether the lowest tier is as hard to leave as before or harder, so that the change moves nobody from it to a higher
 * tier.
 */
function asksMore(before: Program, after: Program): boolean {
  const [was, is] = [before.tiers[1]?.lower_bound, after.tiers[1]?.lower_bound];
  const terms = ({ settings, sites }: Program) => [
    settings.tier_boundary_mode,
    settings.tier_membership,
    sites.map(({ id, time_zone }) => [id, time_zone]),
  ];
  return was !== undefined && is !== undefined && is >= was && isDeepStrictEqual(terms(before), terms(after));
}

/** null: every fact may count. */
function sinceOf({ settings }: Program, now: number): string | null {
  const rules = settings.tier_membership;
  return rules && rules.mode !== 'lifetime' ? timestampText(earliestFact(rules, now)) : null;
}

/** Whether all facts of newcomers may count, whatever their age. */
function takesGuestTime({ settings }: Program): boolean {
  return settings.tier_membership?.mode === 'enrollment_anniversary';
}

/**
 * A membership that has ended was earned by older facts. The same is true for newcomers with anniversary memberships.
 */
function sinceText(program: Program, now: number, given: (value: unknown, type: string) => string): string {
  const since = sinceOf(program, now);
  if (since === null) return `'-infinity'::timestamptz`;
  const earliest = given(since, 'timestamptz');
  const isNewcomer = takesGuestTime(program) ? `c.enrolled_at >= ${earliest} or ` : '';
  return `case when ${isNewcomer}c.tier_expires_at <= ${given(timestampText(now), 'timestamptz')} then '-infinity' else ${earliest} end`;
}
