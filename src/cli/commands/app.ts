import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

interface AppOptions {
  program: string;
  name: string;
  scopes: string;
  redirectUri?: string[];
  grants?: string;
  public?: boolean;
}

export function addApp(program: Command, shell: Shell): void {
  const apps = program.command('app').description('Apps of others, which use a program by OAuth 2.0.');
  add(apps, 'create', 'Register an app. Its secret is printed now and never again.', {
    ok: 'made',
    failed: 'there is no such program',
  })
    .requiredOption(...PROGRAM)
    .requiredOption('--name <text>', 'what operators who are to approve it read')
    .requiredOption('--scopes <list>', 'the most it may be granted: all, or scopes separated by commas')
    .option('--redirect-uri <url...>', 'where codes may be sent: https, or http on a loopback address')
    .option(
      '--grants <list>',
      'authorization_code (an operator approves), client_credentials (its secret is enough), or both, by commas or as the word both; by default the first where there is a redirect URI, else the second',
    )
    .option('--public', 'it cannot keep a secret, and gets none')
    .action((options: Options & AppOptions) =>
      run(shell, options, async () => (await import('../app.ts')).createAppCommand(shell, options)),
    );
  add(apps, 'list', 'List the apps, revoked ones included, newest first.', {
    ok: 'listed',
    failed: 'there is no such program',
  })
    .requiredOption(...PROGRAM)
    .action((options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../app.ts')).listAppsCommand(shell, options)),
    );
  add(apps, 'rotate <id>', 'Give an app a new secret, by its client_id. Its tokens stay valid.', {
    ok: 'rotated; the secret is printed now and never again',
    failed: 'the program has no such app, or it is a public one',
  })
    .requiredOption(...PROGRAM)
    .action((id: string, options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../app.ts')).rotateAppCommand(shell, id, options)),
    );
  add(apps, 'revoke <id>', 'Revoke an app and all its tokens, by its client_id, from the next request on.', {
    ok: 'revoked, now or before',
    failed: 'the program has no such app',
  })
    .requiredOption(...PROGRAM)
    .action((id: string, options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../app.ts')).revokeAppCommand(shell, id, options)),
    );
}
