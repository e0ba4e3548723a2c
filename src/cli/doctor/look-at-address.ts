import { type Finding, problem, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;

/** Whether the server answers at its public address, seen from this machine. */
export async function lookAtAddress(publicUrl: string): Promise<Finding[]> {
  const url = `${publicUrl}/health/live`;
  let answer: Response;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message || message : message;
    return [
      warning(
        `${url} does not answer here: ${reason}.`,
        'Start the server and its proxy. If only this machine cannot reach its own public address, look from outside.',
      ),
    ];
  }
  const text = await answer.text().catch(() => '');
  if (answer.ok && text.includes('"live"')) return [];
  return [
    problem(
      `${url} is answered by something else, with status ${answer.status}.`,
      'Let the proxy pass the path of PUBLIC_URL on to this server: docs/installing.md, "Behind a proxy".',
    ),
  ];
}
