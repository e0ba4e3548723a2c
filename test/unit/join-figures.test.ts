import { describe, expect, it } from 'vitest';
import { joinFigures } from '../../src/domain/operating/join-figures.ts';
import type { OperatingFigures } from '../../src/domain/operating/read-figures.ts';

const checks = (since: number | null, drifts: number): OperatingFigures['ledger'] => ({
  last: null,
  running: null,
  replaced: null,
  since,
  drifts,
  findings: [],
});

function figures(rest: Partial<OperatingFigures>): OperatingFigures {
  return {
    due: [],
    outbox: [],
    deliveries: [],
    webhooks: { disabled: 0, failing: 0 },
    waiting: { events: 0, deliveries: 0 },
    horizon: { ids: 0, seconds: 0 },
    code_pools: [],
    imports: { running: 0, interrupted: 0, rows_done: 0 },
    program_changes_unfinished: 0,
    ledger: checks(null, 0),
    backups: {
      made: null,
      proven: null,
      failures: [],
      archive: null,
    } as unknown as OperatingFigures['backups'],
    ...rest,
  };
}

describe('the figures of several schemas', () => {
  it('are those of the home where there is no other', () => {
    const home = figures({ program_changes_unfinished: 2 });
    expect(joinFigures([home])).toBe(home);
  });

  it('add up what is counted, and keep the worst of what waits', () => {
    const joined = joinFigures([
      figures({
        due: [{ program: 'a', seconds: 5 }],
        deliveries: [{ state: 'due', seconds: 3, endpoints: 1 }],
        waiting: { events: 1, deliveries: 2 },
        horizon: { ids: 7, seconds: 1 },
        ledger: checks(2_000, 1),
      }),
      figures({
        due: [{ program: 'b', seconds: 9 }],
        deliveries: [
          { state: 'due', seconds: 8, endpoints: 2 },
          { state: 'paused', seconds: 1, endpoints: 1 },
        ],
        waiting: { events: 10, deliveries: 20 },
        horizon: { ids: 2, seconds: 4 },
        ledger: checks(1_000, 2),
      }),
    ]);
    expect(joined).toMatchObject({
      due: [
        { program: 'a', seconds: 5 },
        { program: 'b', seconds: 9 },
      ],
      deliveries: [
        { state: 'due', seconds: 8, endpoints: 3 },
        { state: 'paused', seconds: 1, endpoints: 1 },
      ],
      waiting: { events: 11, deliveries: 22 },
      horizon: { ids: 7, seconds: 4 },
      ledger: { since: 1_000, drifts: 3 },
    });
  });
});
