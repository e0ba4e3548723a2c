import { spawnSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Chromium that the tests drive. */
    chromium: string;
  }
}

/** Debian's. The one without a window of its own takes a third less of the processor, and comes first. */
const DEBIANS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const PACKAGE = 'chromium-headless-shell';

/** Set-up of the run: without a Chromium every test fails, and the reason names what to install. */
export default function setup(project: TestProject): void {
  project.provide(
    'chromium',
    ensureChromium((text) => process.stderr.write(`${text}\n`)),
  );
}

/**
 * The browser of CHROMIUM_PATH, else Debian's, which is installed where this is root on Debian.
 * Throws where there is none.
 */
export function ensureChromium(tell: (text: string) => void): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!isRunnable(given)) throw new Error(`CHROMIUM_PATH names ${given}, which cannot be run.`);
    return given;
  }
  const found = DEBIANS.find(isRunnable);
  if (found) return found;
  if (process.getuid?.() === 0 && isRunnable('apt-get')) {
    tell(`Installing the Debian package ${PACKAGE} …`);
    const apt = (...words: string[]) =>
      spawnSync('apt-get', words, {
        stdio: ['ignore', 2, 2],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update');
    apt('install', '-y', '--no-install-recommends', PACKAGE);
    const installed = DEBIANS.find(isRunnable);
    if (installed) return installed;
  }
  throw new Error(
    `The tests of the page need a Chromium: install the Debian package ${PACKAGE}, run them as root on Debian, or name another in CHROMIUM_PATH.`,
  );
}

function isRunnable(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}
