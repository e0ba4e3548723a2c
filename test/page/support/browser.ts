import { createHash, X509Certificate } from 'node:crypto';
import { type Browser, chromium } from 'playwright-core';
import { SELF_SIGNED } from '../../support/tls.ts';
import { type Front, openFront } from './front.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Most documents end before optimized code has paid for its making: with it, the screens of the console take a third more
 * processor time. A bench has it.
 */
const ENGINE = '--js-flags=--no-maglev --no-opt';

/** A browser with a new profile of its own. */
export function launchBrowser(executablePath: string, flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...flags] });
}

/** A browser and the sites that it reaches. */
interface Internet {
  browser: Browser;
  front: Front;
}

let opened: Promise<Internet> | undefined;

/** Those of this worker, for one test file after the other: a browser takes seconds to begin. It ends with the worker. */
export async function openInternet(executablePath: string, origins: readonly string[]): Promise<Internet> {
  if (!(await opened)?.browser.isConnected())
    opened = begin(executablePath, origins).catch((error) => {
      // The next test file tries anew.
      opened = undefined;
      throw error;
    });
  return opened!;
}

async function begin(executablePath: string, origins: readonly string[]): Promise<Internet> {
  const front = await openFront(origins);
  return { front, browser: await openBrowser(executablePath, front) };
}

/** A browser to which there are no other sites. As it comes, it blocks third-party cookies. */
function openBrowser(executablePath: string, { origins, port }: Front): Promise<Browser> {
  const rules = origins.map((origin) => `MAP ${new URL(origin).host}:443 127.0.0.1:${port}`);
  return launchBrowser(executablePath, [
    ENGINE,
    `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND'].join(', ')}`,
    `--ignore-certificate-errors-spki-list=${certificateMark()}`,
  ]);
}

/** By this the browser takes the front's certificate for a good one: at one that it only puts up with, it makes no passkey. */
function certificateMark(): string {
  const key = new X509Certificate(SELF_SIGNED.cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
