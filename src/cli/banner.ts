import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { DemoFacts } from '../demo/demo-facts.ts';
import { VERSION } from '../version.ts';

export interface Started {
  config: Config;
  /** The words before a command's name, as the server was started: `npm run loyaltyd --`. */
  command: string;
  /** The server's address on this machine, such as `http://127.0.0.1:3000`. */
  local_url: string;
  database: string;
  applied: string[];
  has_program: boolean;
  has_admin: boolean;
  /** The link with which somebody becomes the first admin. It is made only if people read the output. */
  admin_link?: string;
  demo?: DemoFacts;
}

/** The message to people after a start. `key` is the shell's expression for the demo's API key, or the key itself. */
export function bannerText(started: Started): string {
  const { config, database, applied, admin_link, demo } = started;
  const lines = [
    `loyaltyd ${VERSION}`,
    '',
    `  API         ${config.public_url}`,
    `  Console     ${config.public_url}/console`,
    `  Docs        ${config.public_url}/docs`,
    `  Reference   ${config.public_url}/reference`,
    ...(demo ? [`  Page        ${pageHint(started)}`] : []),
    `  Database    ${database}`,
    `  Migrations  ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'up to date'}`,
  ];
  if (admin_link !== undefined) {
    lines.push(
      '',
      'Become the admin of the console by this link. It works once, within 30 minutes:',
      '',
      `  ${admin_link}`,
    );
  }
  if (demo) {
    lines.push('', 'Earn points, redeem them for a product, and see the transactions that prove it:');
    for (const command of demoCurls(demo, demo.api_key)) lines.push('', command);
  } else if (!started.has_program) {
    lines.push(
      '',
      'There is no program yet. Make one, and a key for it:',
      '',
      ...firstSteps(started).map((step) => `  ${step}`),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The fields of this message for logs. They contain no key: the commands read it from demo.json. */
export function bannerFields(started: Started): object {
  const { config, database, applied, has_admin, demo } = started;
  return {
    version: VERSION,
    api: config.public_url,
    console: `${config.public_url}/console`,
    ...(!has_admin && { first_admin: firstAdmin(started) }),
    docs: `${config.public_url}/docs`,
    reference: `${config.public_url}/reference`,
    ...(demo && { page: pageHint(started) }),
    ...(demo && isForThisMachine(config) && { try: demoCurls(demo, keyFrom(config.data_dir)) }),
    ...(!demo && !started.has_program && { first_steps: firstSteps(started) }),
    database,
    applied,
  };
}

/**
 * `/demo` exists on this machine only. A user on another machine, such as the host of the server's container, runs a
 * command instead.
 */
function pageHint({ config, local_url }: Started): string {
  return isForThisMachine(config)
    ? `${local_url}/demo`
    : 'run "loyaltyd demo" beside the server for its address (docker compose exec loyaltyd loyaltyd demo)';
}

function isForThisMachine({ host }: Config): boolean {
  return /^(localhost|127\.|::1$)/.test(host);
}

/**
 * npm passes the name of the package whose script it runs. An installed package and the image have the command itself.
 */
export function commandHere(env: Readonly<Record<string, string | undefined>>): string {
  return env.npm_package_name === 'loyaltyd' ? 'npm run loyaltyd --' : 'loyaltyd';
}

/** Logs contain no link: the command prints one. */
function firstAdmin({ command }: Started): string {
  return `${command} operator invite EMAIL --admin`;
}

function firstSteps({ command }: Started): string[] {
  return [
    `${command} program apply program.yaml`,
    `${command} key create --program KEY --name my-store --scopes all`,
  ];
}

function keyFrom(dataDir: string): string {
  const file = resolve(dataDir, 'demo.json');
  return `$(node -p 'JSON.parse(fs.readFileSync("${file}")).api_key')`;
}

/** Commands that work as they are, one after the other, at every start. */
export function demoCurls(demo: DemoFacts, key: string): string[] {
  const headless = `${demo.base_url}/headless/2025-06/${demo.site_id}`;
  const merchant_id = demo.customer.merchant_id;
  const product = demo.rewards.product_cart!;
  const authorization = `-H "Authorization: Bearer ${key}"`;
  const post = (url: string, body: object) =>
    `curl -X POST ${url} ${authorization} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return [
    post(`${headless}/rules/social_follow/complete`, {
      rule_id: demo.rules.social_follow,
      customer_merchant_id: merchant_id,
    }),
    post(`${headless}/rewards/product_cart/redeem`, {
      reward_id: product.id,
      customer_merchant_id: merchant_id,
      variant_id: product.variant_id,
      cart_id: 'my-cart',
    }),
    `curl ${demo.base_url}/v2/customers/${encodeURIComponent(merchant_id)}/transactions ${authorization}`,
  ];
}
