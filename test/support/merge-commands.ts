import fc from 'fast-check';
import { expect } from 'vitest';
import { mergeCustomers } from '../../src/domain/operations/merge-customers.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { expectAlike } from './expect-model.ts';
import { type Happening, OF_ONE } from './ledger-commands.ts';
import { DAY, LedgerModel, type Terms } from './ledger-model.ts';
import { outcomeOf } from './outcomes.ts';
import type { TestDomain } from './test-domain.ts';
import { TESTER } from './tester.ts';

const HOUR = 3_600_000;

/** A person that a merchant_id names, and its model. */
interface Person {
  merchant_id: string;
  id: number;
  model: LedgerModel;
  /** The survivor into which it was merged. */
  into: Person | null;
}

/** Customers of one program. Some of them are merged. */
export class People {
  private constructor(readonly all: readonly Person[]) {}

  static async arrive(domain: TestDomain, terms: Terms, merchantIds: readonly string[]): Promise<People> {
    const all: Person[] = [];
    for (const merchant_id of merchantIds) {
      const { id } = await domain.customer({ merchant_id });
      all.push({ merchant_id, id, model: new LedgerModel(terms, domain.clock.real()), into: null });
    }
    return new People(all);
  }

  /** The present customer at that place. */
  who(place: number): Person {
    let person = this.all[place % this.all.length]!;
    while (person.into) person = person.into;
    return person;
  }

  get present(): Person[] {
    return this.all.filter((person) => person.into === null);
  }
}

type Command = fc.AsyncCommand<object, People>;

/** Runs something in the model and in the domain, and compares everybody's books with the model's. */
function command(
  domain: TestDomain,
  name: string,
  run: (people: People) => Promise<[expected: string, came: string]>,
): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(_, people) {
      const [expected, came] = await run(people);
      expect(came).toBe(expected);
      for (const { model, id, merchant_id } of people.present)
        await expectAlike(domain, model, { id, merchant_id });
    },
  };
}

/** An event under the merchant_id of a merged customer is an event of its survivor. */
function happening(domain: TestDomain, place: number, { name, expected, act }: Happening): Command {
  return command(domain, `${name} by ${place}`, async (people) => {
    const { model, id } = people.who(place);
    const { merchant_id } = people.all[place % people.all.length]!;
    const outcome = expected(model);
    return [outcome, await outcomeOf(act(domain, { id, merchant_id }, model))];
  });
}

function passing(domain: TestDomain, ms: number, swept: boolean): Command {
  return command(domain, `${ms / HOUR} hours pass${swept ? ', swept' : ''}`, async (people) => {
    const now = domain.clock.real() + ms;
    domain.turnTo(now);
    for (const { model, id } of people.present) {
      model.turnTo(now);
      if (!swept) await domain.settle(id);
    }
    if (swept) await sweepOnce(domain.deps);
    return ['done', 'done'];
  });
}

function merging(domain: TestDomain, place: number, other: number): Command {
  return command(domain, `${place} turns out to be ${other}`, async (people) => {
    const [from, into] = [people.who(place), people.who(other)];
    const names = [place, other].map((named) => people.all[named % people.all.length]!.merchant_id);
    const [merchant_id = '', intoName = ''] = names;
    if (from !== into) {
      into.model.absorb(from.model);
      from.into = into;
    }
    const input = { program: domain.program, merchant_id, into: intoName, by: TESTER };
    const outcome = await outcomeOf(mergeCustomers(domain.deps, input));
    return [merchant_id === intoName ? 'invalid_request' : 'done', outcome];
  });
}

const days = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 30, max: 200 }));

/** Sequences of events of several customers, with merges among them. */
export function mergeCommands(domain: TestDomain, most: number) {
  const place = fc.nat(2);
  const ofOne = OF_ONE.map((arbitrary) =>
    fc.tuple(place, arbitrary).map(([who, chosen]) => happening(domain, who, chosen)),
  );
  const time = fc
    .record({ days, hours: fc.nat(23), swept: fc.boolean() })
    .map((chosen) => passing(domain, chosen.days * DAY + chosen.hours * HOUR, chosen.swept));
  const merges = fc.tuple(place, place).map(([from, into]) => merging(domain, from, into));
  return fc.commands([...ofOne, ...ofOne, time, time, time, merges, merges, merges], {
    maxCommands: most,
    size: 'max',
  });
}
