import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { DURATION_PATTERN, durationMs } from '../domain/core/durations.ts';
import { advanceClock } from '../domain/operations/advance-clock.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Output, Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

/** `loyaltyd clock advance DURATION`; progress goes to stderr. */
export async function advanceClockCommand(
  shell: Shell,
  duration: string,
  options: { program: string },
): Promise<Outcome> {
  if (!new RegExp(DURATION_PATTERN).test(duration)) {
    throw new CommandError(
      EXIT.usage,
      'DURATION must be a whole number from 1 to 999999 with its unit: 30s, 15m, 24h, 90d.',
    );
  }
  const { now } = await withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, (deps, program) =>
    advanceClock(deps, {
      program,
      advance_ms: durationMs(duration),
      by: { kind: 'command', name: 'clock advance' },
      onProgress: dayPrinter(shell.stderr),
    }),
  );
  const shown = new Date(now).toISOString();
  return { exit_code: EXIT.ok, text: `The program's clock says ${shown}.`, json: { now: shown } };
}

/** On a terminal, prints the day that is being processed, on one line that is overwritten. */
function dayPrinter(stderr: Output): (now: number) => void {
  let day = '';
  return (now) => {
    const reached = new Date(now).toISOString().slice(0, 10);
    if (reached === day || !stderr.isTTY) return;
    day = reached;
    stderr.write(`\r${day}`);
  };
}
