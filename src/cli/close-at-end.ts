import { setTimeout as delay } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import type { Closers } from './closers.ts';

/** A second signal within this time comes from the same Ctrl-C: npm gets it too, and passes it on. */
const ECHO_MS = 1_000;

/** The time that unawaited file operations may take at the end. */
const FILES_PATIENCE_MS = 1_000;
const LOOK_MS = 10;

type EndLogger = Pick<Logger, 'info' | 'error' | 'fatal'>;

/**
 * If a signal or an unexpected error ends the process, closes everything within `limit_ms`. A second signal ends the
 * process at once.
 */
export function closeAtEnd(closers: Closers, logger: EndLogger, limit_ms: number): void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const grace = {
    delay: limit_ms,
    skip: [...signals],
    logger: { error: (reason: unknown) => logger.error({ err: reason }, 'closing') },
    onTimeout: () => {
      waitForNoFiles();
      logger.error(`not closed within ${limit_ms} ms; ending at once`);
    },
  };
  let begun_at: number | undefined;
  let asked: NodeJS.Signals | undefined;
  const { close } = closeWithGrace(grace, async ({ err, signal = asked }) => {
    begun_at = performance.now();
    if (err) logger.fatal({ err }, 'an unexpected error; closing');
    else logger.info({ signal }, 'closing');
    await closers.closeAll();
    if (!(await endOfFileWork())) {
      waitForNoFiles();
      logger.info('file operations have not ended; ending without them');
    }
    logger.info('closed');
  });
  for (const signal of signals) {
    process.on(signal, () => {
      asked = signal;
      if (begun_at === undefined) close();
      else if (performance.now() - begun_at > ECHO_MS) {
        waitForNoFiles();
        logger.error({ signal }, 'asked again; ending at once');
        process.exit(1);
      }
    });
  }
}

async function endOfFileWork(): Promise<boolean> {
  for (let waited = 0; waited < FILES_PATIENCE_MS; waited += LOOK_MS) {
    if (!isWorkingOnFiles()) return true;
    await delay(LOOK_MS);
  }
  return false;
}

/** At its end, Node waits for its threads. A hanging operation in a mounted folder occupies a thread for ever. */
function waitForNoFiles(): void {
  if (isWorkingOnFiles()) process.on('exit', () => process.kill(process.pid, 'SIGKILL'));
}

function isWorkingOnFiles(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}
