import type { MoveState } from '../../db/move/watch.ts';
import { LEDGER_LATE_MS, type LedgerChecks } from '../../domain/ledger/ledger-checks.ts';
import type { BackupState } from '../../domain/operating/backup-state.ts';
import type { OperatingFigures } from '../../domain/operating/read-figures.ts';
import { type Finding, problem, spanText, warning } from './finding.ts';

const RUNNING = 'See that a server runs, and what its log says of the job';

/** Work that is late, or that no process does. */
export function judgeWork(figures: OperatingFigures): Finding[] {
  const findings: Finding[] = [];
  const longest = (waits: readonly { seconds: number }[]) =>
    Math.max(0, ...waits.map(({ seconds }) => seconds));
  const late = (seconds: number, limit: number, what: string, cure: string) => {
    if (seconds > limit) findings.push(problem(`${what} ${spanText(seconds)}.`, cure));
  };
  late(longest(figures.due), 600, 'The oldest thing that is due has waited for', `${RUNNING} sweep.`);
  late(
    longest(figures.outbox),
    600,
    'The oldest event has waited to be delivered for',
    `${RUNNING} webhooks.`,
  );
  const due = figures.deliveries.filter(({ state }) => state === 'due');
  late(longest(due), 900, 'The oldest delivery of a webhook has waited for', `${RUNNING} webhooks.`);
  late(
    figures.horizon.seconds,
    60,
    'A transaction has kept listings back for',
    'See the check "transactions".',
  );
  const { imports, program_changes_unfinished } = figures;
  if (imports.interrupted > 0) {
    findings.push(
      problem(
        `${imports.interrupted} imports were broken off.`,
        'Run loyaltyd import customers again with the same file, or loyaltyd import revert.',
      ),
    );
  }
  if (program_changes_unfinished > 0) {
    findings.push(
      warning(
        `${program_changes_unfinished} changes of programs have not reached every customer.`,
        'Wait: a server is at it. If it stays so, see the job program_changes in its log.',
      ),
    );
  }
  return findings;
}

export function judgeMove(broken: MoveState | undefined): Finding[] {
  if (!broken) return [];
  const { program_key, target, stage } = broken;
  const effect = stage === 'copying' ? '' : ' The program takes no writes here until then.';
  return [
    problem(
      `The move of ${program_key} to ${target} was broken off.`,
      `Run loyaltyd program move again, or with --undo.${effect}`,
    ),
  ];
}

export function judgeWebhooks(
  webhooks: readonly { kind: string; program: string; webhook_id: number }[],
): Finding[] {
  return webhooks.map(({ kind, program, webhook_id }) => {
    const name = `Webhook ${webhook_id} of ${program}`;
    return kind === 'webhook_disabled'
      ? problem(
          `${name} is disabled: its receiver is told nothing more.`,
          'Mend the receiver and subscribe it again.',
        )
      : problem(
          `Nothing got through to ${name} for an hour.`,
          'Look at its deliveries, and at the receiver.',
        );
  });
}

export function judgePools(pools: readonly { kind: string; program: string; reward: string }[]): Finding[] {
  return pools.map(({ kind, program, reward }) => {
    const cure = `Run loyaltyd codes import for the reward ${reward} of ${program}.`;
    return kind === 'code_pool_empty'
      ? problem(`The pool of codes of ${reward} in ${program} is empty.`, cure)
      : warning(`The pool of codes of ${reward} in ${program} has under 100 codes left.`, cure);
  });
}

export function judgeLedger(
  { since, drifts }: Pick<LedgerChecks, 'since' | 'drifts'>,
  now: number,
): Finding[] {
  if (drifts > 0) {
    const things = drifts === 1 ? 'one thing that does' : `${drifts} things that do`;
    const message = `The ledger check found ${things} not add up.`;
    return [problem(message, 'Run loyaltyd verify-ledger: it names each of them.')];
  }
  const cure = 'Servers check the ledger by themselves: see that one runs, or run loyaltyd verify-ledger.';
  if (since === null) return [warning('The ledger was never checked.', cure)];
  const late = now - since;
  return late > LEDGER_LATE_MS
    ? [warning(`The ledger check has come to no end for ${spanText(late / 1000)}.`, cure)]
    : [];
}

const DAYS_MS = 86_400_000;

/** The attempts at backups that loyaltyd itself made. An operator who uses other tools has none. */
export function judgeBackups(
  { made, proven, failures }: Omit<BackupState, 'archive'>,
  now: number,
): Finding[] {
  const findings = failures.map(({ kind, error }) =>
    problem(
      `The last attempt to ${kind === 'create' ? 'make' : 'prove'} a backup failed: ${error}`,
      `Mend the cause, and run loyaltyd backup ${kind}.`,
    ),
  );
  if (made === null) return findings;
  const age = now - made.finished_at;
  if (age > 8 * DAYS_MS) {
    findings.push(
      warning(
        `The last backup was made ${spanText(age / 1000)} ago.`,
        'Set BACKUP_SCHEDULE, or run loyaltyd backup create.',
      ),
    );
  }
  if (proven === null || now - proven.finished_at > 32 * DAYS_MS) {
    findings.push(
      warning(
        proven === null
          ? 'No backup was ever restored to prove it.'
          : `A backup was last proven ${spanText((now - proven.finished_at) / 1000)} ago.`,
        'Run loyaltyd backup verify.',
      ),
    );
  }
  return findings;
}
