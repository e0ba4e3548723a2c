import type { LedgerChecks } from '../ledger/ledger-checks.ts';
import type { OperatingFigures } from './read-figures.ts';

/**
 * The figures of a server over several schemas, from the figures of each schema, the home first. Counts are added up;
 * for moments and waits the worst one counts. Backups are those of the home.
 */
export function joinFigures(figures: readonly [OperatingFigures, ...OperatingFigures[]]): OperatingFigures {
  const [home] = figures;
  if (figures.length === 1) return home;
  const sum = (count: (one: OperatingFigures) => number) =>
    figures.reduce((total, one) => total + count(one), 0);
  const most = (figure: (one: OperatingFigures) => number) => Math.max(...figures.map(figure));
  return {
    due: figures.flatMap(({ due }) => due),
    outbox: figures.flatMap(({ outbox }) => outbox),
    deliveries: joinDeliveries(figures.flatMap(({ deliveries }) => deliveries)),
    webhooks: { disabled: sum((one) => one.webhooks.disabled), failing: sum((one) => one.webhooks.failing) },
    waiting: { events: sum((one) => one.waiting.events), deliveries: sum((one) => one.waiting.deliveries) },
    horizon: { ids: most((one) => one.horizon.ids), seconds: most((one) => one.horizon.seconds) },
    code_pools: figures.flatMap(({ code_pools }) => code_pools),
    imports: {
      running: sum((one) => one.imports.running),
      interrupted: sum((one) => one.imports.interrupted),
      rows_done: sum((one) => one.imports.rows_done),
    },
    program_changes_unfinished: sum((one) => one.program_changes_unfinished),
    ledger: joinChecks(figures.map(({ ledger }) => ledger)),
    backups: home.backups,
  };
}

function joinDeliveries(all: OperatingFigures['deliveries']): OperatingFigures['deliveries'] {
  return [...new Set(all.map(({ state }) => state))].map((state) => {
    const own = all.filter((one) => one.state === state);
    return {
      state,
      seconds: Math.max(...own.map(({ seconds }) => seconds)),
      endpoints: own.reduce((total, { endpoints }) => total + endpoints, 0),
    };
  });
}

/** The rounds are those of the schema whose last complete check is oldest. */
function joinChecks(checks: readonly LedgerChecks[]): LedgerChecks {
  const [latest] = [...checks].sort((a, b) => (a.since ?? Infinity) - (b.since ?? Infinity));
  return {
    ...latest!,
    drifts: checks.reduce((total, { drifts }) => total + drifts, 0),
    findings: checks.flatMap(({ findings }) => findings),
  };
}
