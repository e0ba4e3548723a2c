import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

export function addWebhook(program: Command, shell: Shell): void {
  const webhooks = program.command('webhook').description('Addresses that are told what happens.');
  add(webhooks, 'list', 'List the webhooks with their state.', {
    ok: 'listed',
    failed: 'there is no such program',
  })
    .requiredOption(...PROGRAM)
    .action((options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../webhook.ts')).listWebhooksCommand(shell, options)),
    );
  add(
    webhooks,
    'listen',
    'Send each event once to an address of this machine, until Ctrl-C: to try a receiver.',
    { ok: 'ended by a signal', failed: 'there is no such program' },
  )
    .requiredOption(...PROGRAM)
    .requiredOption('--forward-to <url>', 'where to send it, a private address too')
    .option('--topics <list>', 'separated by commas; all of them by default')
    .action((options: Options & { program: string; forwardTo: string; topics?: string }) =>
      run(shell, options, async () => (await import('../webhook-listen.ts')).listenCommand(shell, options)),
    );
  add(webhooks, 'replay <id>', 'Send a finished delivery again, with the same message id.', {
    ok: 'delivered',
    failed: 'it was not delivered, and is tried again by the server; or there is no such delivery',
  })
    .requiredOption(...PROGRAM)
    .action((id: string, options: Options & { program: string }) =>
      run(shell, options, async () =>
        (await import('../webhook.ts')).replayWebhookCommand(shell, id, options),
      ),
    );
  add(webhooks, 'test <topic>', 'Send a sample message to every address that is subscribed to a topic.', {
    ok: 'delivered to all',
    failed: 'not delivered to some, where it is tried again by the server; or there is no such program',
  })
    .requiredOption(...PROGRAM)
    .action((topic: string, options: Options & { program: string }) =>
      run(shell, options, async () =>
        (await import('../webhook.ts')).tryWebhooksCommand(shell, topic, options),
      ),
    );
  add(
    webhooks,
    'rotate <id>',
    'Give the address of a webhook a new secret. The former one also signs for 24 hours.',
    {
      ok: 'rotated; the secret is printed now and never again',
      failed: 'the program has no such webhook',
    },
  )
    .requiredOption(...PROGRAM)
    .action((id: string, options: Options & { program: string }) =>
      run(shell, options, async () =>
        (await import('../webhook.ts')).rotateWebhookCommand(shell, id, options),
      ),
    );
}
