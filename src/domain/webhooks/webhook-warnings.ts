import type { Deps } from '../programs/deps.ts';
import { listAilingWebhooks } from './health-store.ts';

/** A webhook that needs an operator's attention. */
interface WebhookWarning {
  kind: 'webhook_disabled' | 'webhook_failing';
  /** The key of the program in its file. */
  program: string;
  webhook_id: number;
}

/** A webhook that has failed for this long becomes a warning. */
const FAILING_MS = 60 * 60 * 1000;

/** Webhooks that are disabled, or have been failing for an hour. */
export async function listWebhookWarnings(deps: Pick<Deps, 'db' | 'clock'>): Promise<WebhookWarning[]> {
  const ailing = await listAilingWebhooks(deps.db, deps.clock.real() - FAILING_MS);
  return ailing.map(({ id, program, disabled }) => ({
    kind: disabled ? 'webhook_disabled' : 'webhook_failing',
    program,
    webhook_id: id,
  }));
}
