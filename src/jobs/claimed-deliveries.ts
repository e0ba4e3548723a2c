import { isMoving } from '../domain/core/database-errors.ts';
import { cancelDeliveries, recordAttempts } from '../domain/operations/record-attempts.ts';
import type { Deps } from '../domain/programs/deps.ts';
import type { Attempt } from '../domain/webhooks/attempt-delivery.ts';
import { giveBack } from '../domain/webhooks/attempt-store.ts';
import { byProgram } from '../domain/webhooks/delivery-store.ts';
import type { LeasedDelivery } from '../domain/webhooks/lease-store.ts';

// Each program is handled separately: a program that is being moved takes no writes, and must not affect the others.
// These functions never reject.

/**
 * Records attempts. Returns the programs that are being moved: their attempts are not recorded, and their next schema
 * sends the deliveries again, like deliveries whose claims end. The promise is delivery at least once.
 */
export async function keepAttempts(
  deps: Parameters<typeof recordAttempts>[0],
  attempts: readonly Attempt[],
): Promise<Set<number>> {
  const moving = new Set<number>();
  const rows = attempts.map((attempt) => ({ attempt, program_id: attempt.delivery.program_id }));
  for (const [programId, own] of byProgram(rows)) {
    try {
      await recordAttempts(
        deps,
        own.map(({ attempt }) => attempt),
      );
    } catch (error) {
      if (isMoving(error)) moving.add(programId);
      else deps.logger.error({ err: error }, 'attempts of webhooks could not be recorded');
    }
  }
  return moving;
}

/**
 * Cancels claimed deliveries that nobody needs any more. If it fails, another process cancels them later.
 */
export async function cancelClaims(
  deps: Parameters<typeof cancelDeliveries>[0],
  deliveries: readonly LeasedDelivery[],
): Promise<void> {
  for (const own of byProgram(deliveries).values()) {
    try {
      await cancelDeliveries(deps, own);
    } catch (error) {
      if (!isMoving(error)) deps.logger.error({ err: error }, 'webhooks could not be cancelled');
    }
  }
}

/** Releases deliveries that were claimed but not tried. */
export async function releaseClaims(
  deps: Pick<Deps, 'db' | 'clock' | 'logger'>,
  deliveries: readonly LeasedDelivery[],
): Promise<void> {
  for (const own of byProgram(deliveries).values()) {
    try {
      await giveBack(deps.db, own, await deps.clock.shared(deps.db));
    } catch (error) {
      if (!isMoving(error))
        deps.logger.error({ err: error }, 'webhooks that were not sent wait until their claims run out');
    }
  }
}
