import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { isStillAdmitted } from '../../authenticate-operators.ts';
import { unlessRefused } from '../../csv.ts';

/** The rows of a download, until its operator loses the session or a right: then the download breaks off. */
export function whileAdmitted(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  request: FastifyRequest,
  rows: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  return unlessRefused(deps.clock, rows, async () => {
    if (await isStillAdmitted(deps, request)) return;
    throw new DomainError('authentication_required', 'The session or a right ended while the file was sent.');
  });
}
