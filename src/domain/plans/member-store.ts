import { isDeepStrictEqual } from 'node:util';
import { CompiledQuery, sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';
import { earliestFact } from '../tiers/evaluation-window.ts';
import { type FactTuple, factSource, factsText, factTotalText } from '../tiers/fact-store.ts';
import type { Programs } from './program-after.ts';
import type { TierMember } from './tier-outlook.ts';

/** Customers that are looked at in one statement. A statement stays short, and a page small. */
const PAGE_SIZE = 20_000;

/** An id that no tier has. */
const NO_TIER_OF_ANYBODY = 0;

interface MemberRow extends TierMember {
  id: number;
  before: FactTuple[] | null;
  after: FactTuple[] | null;
}

/** The id of the last customer of the next page; undefined: there are no more customers. */
export async function endOfPage(tx: Tx, programId: number, after: number): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from customers where program_id = ${programId} and id > ${after} order by id limit ${PAGE_SIZE}
    ) page`.execute(tx);
  return rows[0]?.last ?? undefined;
}

/**
 * The enrolled customers of a page whose tier the change may touch, each with its facts under the terms of both
 * programs. Most customers are in the lowest tier: they cannot fall, and without enough facts for the next tier they
 * cannot rise.
 */
export async function listMembers(
  tx: Tx,
  programs: Programs,
  now: number,
  page: { after: number; last: number },
): Promise<MemberRow[]> {
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
    factSource(before) === factSource(after) && sinceOf(before, now) === sinceOf(after, now);
  const ofAfter = isSameSource ? 'null::json' : factsText(factSource(after), facts(after));
  const mayRise =
    next && !asksMore(before, after)
      ? `${factTotalText(factSource(after), facts(after))} >= ${given(next.lower_bound, 'bigint')}`
      : 'false';
  const text = `
    select c.id, c.site_id, c.enrolled_at, c.blocked_at, c.tier_id, c.tier_started_at, c.tier_expires_at,
        ${ofBefore} as before, ${ofAfter} as after
      from customers c
      where c.program_id = ${programId} and c.id > ${given(page.after, 'bigint')} and c.id <= ${given(page.last, 'bigint')}
        and c.enrolled_at is not null
        and (c.tier_id is distinct from ${given(cannotFall, 'bigint')}
          or c.blocked_at is null and ${mayRise})
      order by c.id`;
  const { rows } = await tx.executeQuery<MemberRow>(CompiledQuery.raw(text, parameters));
  return isSameSource ? rows.map((row) => ({ ...row, after: row.before })) : rows;
}

/** Whether the lowest tier is as hard to leave as before, or harder, so that the change raises nobody out of it. */
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

/** A membership that ended already was earned by older facts. So were those of newcomers of anniversary memberships. */
function sinceText(program: Program, now: number, given: (value: unknown, type: string) => string): string {
  const since = sinceOf(program, now);
  if (since === null) return `'-infinity'::timestamptz`;
  const earliest = given(since, 'timestamptz');
  const isNewcomer =
    program.settings.tier_membership?.mode === 'enrollment_anniversary'
      ? `c.enrolled_at >= ${earliest} or `
      : '';
  return `case when ${isNewcomer}c.tier_expires_at <= ${given(timestampText(now), 'timestamptz')} then '-infinity' else ${earliest} end`;
}
