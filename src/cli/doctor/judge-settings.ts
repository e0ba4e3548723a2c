import type { Config } from '../../config.ts';
import { type Finding, note, problem, warning } from './finding.ts';

const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\]|0\.0\.0\.0)/;

/** Settings that are allowed but contradict each other. `env`: all variables, not only the server's. */
export function judgeSettings(config: Config, env: Readonly<Record<string, string | undefined>>): Finding[] {
  const findings: Finding[] = [];
  const misspelt = Object.keys(env).filter((name) => MISSPELT.some((pattern) => pattern.test(name)));
  for (const name of misspelt)
    findings.push(warning(`No setting is called ${name}.`, 'See docs/configuration.md for its name.'));
  if (config.secret_key === null) {
    findings.push(
      note(
        'SECRET_KEY is not set: a copy of the database includes the keys under which codes and secrets stand.',
        'Set SECRET_KEY before real customers come: openssl rand -hex 32.',
      ),
    );
  }
  if (config.demo && config.database !== null) {
    findings.push(
      warning('DEMO is on with a database of your own.', 'Set DEMO=off where real customers are.'),
    );
  }
  if (config.outbound_private_addresses) {
    findings.push(
      warning(
        'OUTBOUND_PRIVATE_ADDRESSES is on: whoever has a key reaches into your network by a webhook.',
        'Set OUTBOUND_PRIVATE_ADDRESSES=off, unless receivers stand beside this server.',
      ),
    );
  }
  return findings;
}

/** The names of variables, with names that people mistake for them. */
const MISSPELT = [
  /^(DATABASE_URI|DB_URL|POSTGRES_URL|PG_URL)$/,
  /^(SECRET|LOYALTYD_SECRET_KEY)$/,
  /^PUBLIC_URI$/,
];

/** Whether TRUST_PROXY fits the proxy in front of the server. */
export function judgeProxy(config: Pick<Config, 'public_url' | 'trust_proxy' | 'host'>): Finding[] {
  const { public_url, trust_proxy, host } = config;
  const isLocal = LOCAL.test(public_url);
  const isOpen = !/^(127\.|localhost$|::1$)/.test(host);
  if (!isLocal && public_url.startsWith('http:')) {
    return [
      problem(
        `PUBLIC_URL ${public_url} is without TLS: keys, codes and cookies can be read on the way.`,
        'Put a proxy with TLS before the server and set PUBLIC_URL to its https address.',
      ),
    ];
  }
  if (public_url.startsWith('https:') && trust_proxy === false) {
    return [
      problem(
        'PUBLIC_URL is https, so there is a proxy, and TRUST_PROXY is off: all callers have the address of the proxy, and share its limits.',
        'Set TRUST_PROXY to the number of proxies in front.',
      ),
    ];
  }
  if (isLocal && isOpen) {
    return [
      warning(
        `HOST ${host} takes connections from everywhere, and PUBLIC_URL is of this machine.`,
        'Set PUBLIC_URL to the address at which shoppers and integrators reach the server.',
      ),
    ];
  }
  return [];
}
