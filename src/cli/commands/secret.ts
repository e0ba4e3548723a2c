import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addSecret(program: Command, shell: Shell): void {
  const secrets = program
    .command('secret')
    .description("SECRET_KEY, which wraps the keys that a database's gift cards and cursors stand under.");
  add(secrets, 'check', 'Say whether SECRET_KEY opens the keys of the database.', {
    ok: 'it does, or none is needed',
    failed: 'the database lacks migrations',
  }).action((options: Options) =>
    run(shell, options, async () => (await import('../secret.ts')).checkSecret(shell), 'all'),
  );
  add(
    secrets,
    'rotate',
    'Wrap the keys by another SECRET_KEY, beside running servers; SECRET_KEY is the present one.',
    {
      ok: 'wrapped anew, now or before; servers need the new SECRET_KEY at their next start',
      failed: 'the database lacks migrations',
    },
  )
    .option('--to <file>', 'the file that holds the new SECRET_KEY (- reads standard input)')
    .option('--to-none', 'keep the keys unwrapped: servers then need no SECRET_KEY')
    .action((options: Options & { to?: string; toNone?: boolean }) =>
      run(shell, options, async () => (await import('../secret.ts')).rotateSecretKey(shell, options), 'all'),
    );
  add(
    secrets,
    'renew',
    'Make new keys where the SECRET_KEY is lost. Codes of gift cards given so far are refused until each is revealed anew; friends who were referred, stored answers and cursors are forgotten; webhooks need new secrets.',
    { ok: 'new keys are made', failed: 'SECRET_KEY opens every key: nothing was changed' },
  ).action((options: Options) =>
    run(shell, options, async () => (await import('../secret.ts')).renewSecret(shell)),
  );
  add(secrets, 'recover', 'Bring back what was made under a SECRET_KEY of before, beside the present one.', {
    ok: 'brought back, now or before',
    failed: 'the database lacks migrations',
  })
    .requiredOption('--from <file>', 'the file that holds the SECRET_KEY of before (- reads standard input)')
    .action((options: Options & { from: string }) =>
      run(shell, options, async () => (await import('../secret.ts')).recoverSecret(shell, options)),
    );
}
