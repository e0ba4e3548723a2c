import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

export function addClock(program: Command, shell: Shell): void {
  const clock = program.command('clock').description("A test program's clock.");
  add(
    clock,
    'advance <duration>',
    "Advance a test program's clock (30s, 15m, 24h, 90d), and process everything that falls due in between, in order.",
    { ok: 'turned', failed: 'there is no such program, or it is a live one' },
  )
    .requiredOption(...PROGRAM)
    .action((duration: string, options: Options & { program: string }) =>
      run(shell, options, async () =>
        (await import('../clock.ts')).advanceClockCommand(shell, duration, options),
      ),
    );
}
