import { describe, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { StorefrontCustomer } from '../../src/domain/storefront/customer.ts';
import { HeldCustomers } from '../../src/http/headless/held-customers.ts';
import { Pieces } from '../../src/http/pieces.ts';
import { storefrontView } from '../../src/http/shared/storefront-view.ts';
import { PROPERTIES } from '../support/reward-kinds.ts';
import { claimRecord, NOON, storefrontCustomer } from '../support/sample-customer.ts';
import { sampleProgram } from '../support/sample-program.ts';

const LATER = NOON + 60_000;
const program = sampleProgram();
const TEXT = 'x'.repeat(2_000);

function readingOf(merchant_id: string, of: Program = program) {
  const site = of.sites[0]!;
  return {
    view: storefrontView(of, site, site.languages[0]!),
    channel: 'web',
    country: null,
    merchant_id,
  } as const;
}

/** Reads the customer once more, and holds what is to be held. */
function hold(
  held: HeldCustomers,
  merchant_id: string,
  parts: Partial<StorefrontCustomer> = {},
  of = program,
  text: string | Pieces = TEXT,
): void {
  const customer = storefrontCustomer(of, { steady_until: LATER, ...parts });
  const pieces = typeof text === 'string' ? new Pieces().own(text) : text;
  held.hold(readingOf(merchant_id, of), customer, pieces);
}

const isHeld = (held: HeldCustomers, merchant_id: string, now = NOON) =>
  held.find(readingOf(merchant_id), now) !== undefined;

describe('the text of a customer', () => {
  it('is held from the second time on that the customer reads the same', () => {
    const held = new HeldCustomers(100_000);
    hold(held, 'ada');
    expect(isHeld(held, 'ada')).toBe(false);
    hold(held, 'ada', { mark: '1 2' });
    expect(isHeld(held, 'ada')).toBe(false);
    hold(held, 'ada', { mark: '1 2' });
    expect(held.find(readingOf('ada'), NOON)).toMatchObject({ mark: '1 2' });
    expect(isHeld(held, 'bob')).toBe(false);
  });

  it('is given until the clock may change it, and not before it was read', () => {
    const held = new HeldCustomers(100_000);
    for (let times = 0; times < 2; times += 1) hold(held, 'ada');
    expect(isHeld(held, 'ada', LATER - 1)).toBe(true);
    expect(isHeld(held, 'ada', LATER)).toBe(false);
    expect(isHeld(held, 'ada', NOON - 1)).toBe(false);
  });

  it('is not held while a gift card is in it whose code was never shown', () => {
    const held = new HeldCustomers(100_000);
    const card = claimRecord({
      terms: PROPERTIES.gift_card,
      source_kind: 'rule_completion',
      code_seen_at: null,
    });
    for (let times = 0; times < 3; times += 1) hold(held, 'ada', { claims: [card] });
    expect(isHeld(held, 'ada')).toBe(false);
    for (let times = 0; times < 2; times += 1)
      hold(held, 'ada', { claims: [{ ...card, code_seen_at: NOON }] });
    expect(isHeld(held, 'ada')).toBe(true);
  });

  it('is forgotten with its program', () => {
    const held = new HeldCustomers(100_000);
    for (const name of ['ada', 'ada', 'bob', 'bob']) hold(held, name);
    hold(held, 'zoe', {}, sampleProgram());
    expect(isHeld(held, 'bob')).toBe(false);
  });

  it('is forgotten with all of its program once the stocks are others', () => {
    const held = new HeldCustomers(100_000);
    const stocked = { stock_hash: 'a' };
    for (const name of ['ada', 'ada', 'bob', 'bob']) hold(held, name, stocked);
    expect(isHeld(held, 'bob')).toBe(true);
    hold(held, 'zoe', { stock_hash: 'b' });
    expect(isHeld(held, 'bob')).toBe(false);
  });

  it('shares the stocks with the texts of other customers', () => {
    const held = new HeldCustomers(100_000);
    for (const name of ['ada', 'ada', 'bob', 'bob']) hold(held, name, { stock: { remaining: () => 7 } });
    const [ada, bob] = ['ada', 'bob'].map((name) => held.find(readingOf(name), NOON)?.stock);
    expect(ada).toBeDefined();
    expect(ada).toBe(bob);
  });

  it('is let go once it is no longer true, and held again when the customer reads the same', () => {
    const held = new HeldCustomers(100_000);
    for (const name of ['ada', 'ada']) hold(held, name);
    held.drop(readingOf('ada'));
    expect(isHeld(held, 'ada')).toBe(false);
    hold(held, 'ada');
    expect(isHeld(held, 'ada')).toBe(true);
  });

  it('is not held under a name that is encoded twice: its mark is not found by it', () => {
    const held = new HeldCustomers(100_000);
    for (let times = 0; times < 3; times += 1) hold(held, 'a%20da');
    expect(isHeld(held, 'a%20da')).toBe(false);
  });

  it.each<[string, { text?: string; name?: string; mark?: string }]>([
    ['a text with one letter that is not Latin', { text: `${TEXT}ж` }],
    ['a long name', { name: 'n'.repeat(TEXT.length) }],
    ['a long mark', { mark: 'm'.repeat(TEXT.length) }],
  ])('takes as much room as it does in memory: %s', (_what, { text = TEXT, name = '', mark = '1 1' }) => {
    const room = (given: string, twice: string[]) => {
      const held = new HeldCustomers(2 * TEXT.length + 3_000);
      for (const who of twice) hold(held, who, { mark }, program, given);
      return isHeld(held, twice[0]!);
    };
    const [ada, bob] = [`ada${name}`, `bob${name}`];
    expect(room(text, [ada, ada])).toBe(true);
    expect(room(text, [ada, ada, bob, bob])).toBe(false);
  });

  it('leaves room for another one where each is plain', () => {
    const held = new HeldCustomers(2 * TEXT.length + 3_000);
    for (const who of ['ada', 'ada', 'bob', 'bob']) hold(held, who);
    expect(isHeld(held, 'ada')).toBe(true);
  });

  it('has room for many that say the same, also after the stocks were others time and again', () => {
    const held = new HeldCustomers(24_000);
    const people = Array.from({ length: 30 }, (_, index) => `customer-${index}`);
    for (let times = 0; times < 20; times += 1) {
      const said = new Pieces().own('{').shared(`${times}${TEXT}`).own('}');
      for (const name of people.flatMap((name) => [name, name]))
        hold(held, name, { stock_hash: `stock ${times}` }, program, said);
      expect(people.filter((name) => isHeld(held, name))).toEqual(people);
    }
  });

  it('makes room for those that were read later', () => {
    const held = new HeldCustomers(3 * TEXT.length + 4_000);
    for (const name of ['ada', 'ada', 'bob', 'bob', 'eve', 'eve']) hold(held, name);
    expect(isHeld(held, 'ada')).toBe(true);
    for (const name of ['zoe', 'zoe']) hold(held, name);
    expect(['ada', 'bob', 'eve', 'zoe'].map((name) => isHeld(held, name))).toEqual([true, false, true, true]);
  });
});
