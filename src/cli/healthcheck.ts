import { loadConfig, reachableHost } from '../config.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

const TIMEOUT_MS = 3_000;

/** `loyaltyd healthcheck`: asks the server of these settings on this machine whether it can serve requests. */
export async function healthcheck(shell: Shell): Promise<Outcome> {
  const { host, port } = loadConfig(shell.env);
  const url = `http://${reachableHost(host)}:${port}/health/ready`;
  let answer: Response;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const reason =
      (error as Error).cause instanceof Error ? ((error as Error).cause as Error) : (error as Error);
    throw new CommandError(EXIT.unavailable, `${url} does not answer: ${reason.message}`);
  }
  return {
    exit_code: answer.ok ? EXIT.ok : EXIT.failed,
    text: answer.ok ? 'ready' : `not ready (status ${answer.status})`,
    json: { ready: answer.ok, status: answer.status, url },
  };
}
