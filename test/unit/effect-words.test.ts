import { describe, expect, it } from 'vitest';
import { describeEffect } from '../../src/domain/plans/describe-effect.ts';
import { EFFECT_KINDS, type PlanEffect } from '../../src/domain/plans/effect.ts';
import type { Programs } from '../../src/domain/plans/program-after.ts';
import type { ProgramPlan } from '../../src/domain/plans/program-plan.ts';
import { LANGUAGE_TAGS } from '../../src/http/console/language/languages.ts';
import { consoleWording } from '../../src/http/console/language/wording.ts';
import { effectText } from '../../src/http/console/program/effect-words.ts';

const NOW = Date.UTC(2026, 10, 23);
const THEN = Date.UTC(2026, 11, 3, 12);
const TIERS = [
  { key: 'base', name: 'Member' },
  { key: 'gold', name: { en: 'Gold', de: 'Goldstufe' } },
];
const SITE = { languages: ['en', 'de'], time_zone: 'UTC' };
const program = { tiers: TIERS, conditional_tiers: [], sites: [SITE] };
const programs = { before: program, after: program } as unknown as Programs;
const definition = {
  tiers: TIERS.map(({ key, name }) => ({ key, definition: { name } })),
  sites: [{ key: 'home', definition: SITE }],
};
const plan = { before: definition, after: definition } as unknown as Pick<ProgramPlan, 'before' | 'after'>;

const tiers = { from_tier: 'gold', to_tier: 'base' };
const stock = (before: number | null, after: number | null, variant_id: string | null = null) =>
  ({ kind: 'stock_changes', reward: 'card', stock: { variant_id, before, after } }) as const;
const EFFECTS: Omit<PlanEffect, 'name'>[] = [
  ...[1, 1_234].flatMap((customers): Omit<PlanEffect, 'name'>[] => [
    { kind: 'tier_rises', customers, from_tier: null, to_tier: 'gold' },
    { kind: 'tier_rises', customers, from_tier: 'base', to_tier: 'gold' },
    { kind: 'tier_leaves', customers, from_tier: 'silver', to_tier: null },
    { kind: 'tier_falls', customers, ...tiers },
    { kind: 'tier_falls', customers, ...tiers, first_at: THEN },
    { kind: 'tier_stays', customers, ...tiers, first_at: null },
    { kind: 'tier_stays', customers, ...tiers, first_at: THEN },
    { kind: 'limit_opens', customers, rule: 'visit' },
    { kind: 'limit_opens', customers, reward: 'card' },
    { kind: 'limit_closes', customers, rule: 'visit' },
    { kind: 'limit_closes', customers, reward: 'card' },
    { kind: 'points_expire', customers, points: customers },
    { kind: 'points_expiry_moves', customers, points: 5_000, first_at: null },
    { kind: 'points_expiry_moves', customers, points: 5_000, first_at: THEN },
    { kind: 'claims_outstanding', claims: customers, reward: 'card' },
    { kind: 'codes_missing', reward: 'card', codes: { remaining: customers, wanted: 2_000 } },
  ]),
  { kind: 'codes_missing', reward: 'card', codes: { remaining: 0, wanted: null } },
  stock(3, null),
  stock(null, 3_000),
  stock(3, 0),
  stock(3, 0, '77'),
  stock(3_000, 2_000, '77'),
  { kind: 'change_unfinished', version: 7 },
];

describe('the effects of a plan', () => {
  it('read in English as commands and the API tell them, but for the form of days', () => {
    const wording = consoleWording('en');
    const told = EFFECTS.map((effect) => {
      const english = describeEffect({ name: '', ...effect }, programs, NOW);
      return english.replace('3 December', wording.date(THEN, 'UTC'));
    });
    expect(EFFECTS.map((effect) => effectText(wording, plan, { name: '', ...effect }, 'UTC'))).toEqual(told);
    expect([...new Set(EFFECTS.map(({ kind }) => kind))].sort()).toEqual([...EFFECT_KINDS].sort());
  });

  it.each(LANGUAGE_TAGS)('name tiers, numbers and days in %s', (language) => {
    const wording = consoleWording(language);
    const falls: PlanEffect = { name: '', kind: 'tier_falls', customers: 12, ...tiers, first_at: THEN };
    const text = effectText(wording, plan, falls, 'UTC');
    const gold = language === 'de' ? 'Goldstufe' : 'Gold';
    for (const part of [gold, 'Member', wording.count(12), wording.date(THEN, 'UTC')])
      expect(text).toContain(part);
  });
});
