import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bundled } from '../support/bundled.ts';

/** Runs a process that logs so and ends. One that does not end by itself is killed. */
function run(work: string, stdout: number | 'pipe') {
  const script = `
    import { makeLogger } from '${bundled('src/cli/logger.ts')}';
    const logger = makeLogger('info');
    ${work}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', stdout, 'inherit'],
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
}

it('a process ends while the disk of its log is full', () => {
  const full = openSync('/dev/full', 'w');
  const { status, signal } = run("logger.info('lost');", full);
  closeSync(full);
  expect([status, signal]).toEqual([0, null]);
});

it('a process that ends at once writes the lines that wait', () => {
  const { stdout } = run("logger.info('first'); logger.info('last'); process.exit();", 'pipe');
  expect(stdout).toContain('"msg":"last"');
});
