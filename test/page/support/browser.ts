import { createHash, X509Certificate } from 'node:crypto';
import { type Browser, chromium } from 'playwright-core';
import { SELF_SIGNED } from '../../support/tls.ts';
import type { Front } from './front.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with a new profile of its own. */
export function launchBrowser(executablePath: string, flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...flags] });
}

/** A browser to which there are no other sites. As it comes, it blocks third-party cookies. */
export function openBrowser(executablePath: string, { origins, port }: Front): Promise<Browser> {
  const rules = origins.map((origin) => `MAP ${new URL(origin).host}:443 127.0.0.1:${port}`);
  return launchBrowser(executablePath, [
    `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND'].join(', ')}`,
    `--ignore-certificate-errors-spki-list=${certificateMark()}`,
  ]);
}

/** By this the browser takes the front's certificate for a good one: at one that it only puts up with, it makes no passkey. */
function certificateMark(): string {
  const key = new X509Certificate(SELF_SIGNED.cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
