import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

export function addTier(program: Command, shell: Shell): void {
  const tiers = program.command('tier').description('Tiers that are given by hand.');
  add(
    tiers,
    'set <merchant-id> <tier>',
    'Put a customer into a conditional tier, until you remove it again.',
    {
      ok: 'the customer is in it, now or before',
      failed:
        'there is no such program, customer or conditional tier, or the customer is not enrolled or blocked',
    },
  )
    .requiredOption(...PROGRAM)
    .action((merchantId: string, tier: string, options: Options & { program: string }) =>
      run(shell, options, async () =>
        (await import('../tier.ts')).setTierCommand(shell, merchantId, tier, options),
      ),
    );
  add(tiers, 'unset <merchant-id>', 'Remove a customer from a conditional tier, back to the earned tier.', {
    ok: 'the customer is in the tier that it has earned, now or before',
    failed: 'there is no such program or customer',
  })
    .requiredOption(...PROGRAM)
    .action((merchantId: string, options: Options & { program: string }) =>
      run(shell, options, async () =>
        (await import('../tier.ts')).unsetTierCommand(shell, merchantId, options),
      ),
    );
}
