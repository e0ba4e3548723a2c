import { describe, expect, it } from 'vitest';
import { bannerFields, bannerText, commandHere, type Started } from '../../src/cli/banner.ts';
import { loadConfig } from '../../src/config.ts';

const KEY = 'loyalty_10AOhycyamkKyENaw2sLSsN3q0V0VW2D5';

const started: Started = {
  config: loadConfig({ PUBLIC_URL: 'https://shop.example/loyalty', DATA_DIR: '/var/lib/loyaltyd' }),
  command: 'loyaltyd',
  local_url: 'http://127.0.0.1:3000',
  database: 'embedded Postgres 18.4 in /var/lib/loyaltyd',
  applied: ['0001-foundation'],
  has_program: true,
  has_admin: false,
  admin_link: 'https://shop.example/loyalty/console/join?link=loyalty_ol_secret',
  demo: {
    base_url: 'http://127.0.0.1:3000',
    site_id: 2,
    api_key: KEY,
    customer: { id: 4, merchant_id: '1001' },
    rules: { social_follow: 10 },
    rewards: { product_cart: { id: 18, variant_id: '8101' } },
  },
};

describe('the message of a start', () => {
  it('gives people at a terminal the addresses and commands that work as they stand', () => {
    const text = bannerText(started);
    for (const part of [
      'https://shop.example/loyalty',
      'https://shop.example/loyalty/docs',
      'https://shop.example/loyalty/reference',
      'http://127.0.0.1:3000/demo',
      'embedded Postgres 18.4 in /var/lib/loyaltyd',
      'applied 0001-foundation',
      `curl -X POST http://127.0.0.1:3000/headless/2025-06/2/rules/social_follow/complete -H "Authorization: Bearer ${KEY}" -H 'Content-Type: application/json' -d '{"rule_id":10,"customer_merchant_id":"1001"}'`,
      `-d '{"reward_id":18,"customer_merchant_id":"1001","variant_id":"8101","cart_id":"my-cart"}'`,
      `curl http://127.0.0.1:3000/v2/customers/1001/transactions -H "Authorization: Bearer ${KEY}"`,
    ]) {
      expect(text).toContain(part);
    }
  });

  it('sends whoever is on another machine, as the host of a container is, to a command that works there', () => {
    const config = { ...started.config, host: '0.0.0.0' };
    const fields = JSON.stringify(bannerFields({ ...started, config }));
    expect(fields).toContain('docker compose exec loyaltyd loyaltyd demo');
    expect(fields).not.toContain('/demo"');
    expect(fields).not.toContain('demo.json');
    expect(bannerText({ ...started, config })).toContain('docker compose exec loyaltyd loyaltyd demo');
  });

  it('shows the link for the first admin to people, and never to a log', () => {
    expect(bannerText(started)).toContain(
      `by this link. It works once, within 30 minutes:\n\n  ${started.admin_link}`,
    );
    const fields = JSON.stringify(bannerFields(started));
    expect(fields).not.toContain('loyalty_ol_');
    expect(fields).toContain('operator invite EMAIL --admin');
    const { admin_link: _link, ...joined } = { ...started, has_admin: true };
    expect(bannerText(joined)).not.toContain('Become the admin');
    expect(bannerFields(joined)).not.toHaveProperty('first_admin');
  });

  it('gives logs the addresses by which others reach it', () => {
    expect(bannerFields(started)).toMatchObject({
      api: 'https://shop.example/loyalty',
      console: 'https://shop.example/loyalty/console',
      docs: 'https://shop.example/loyalty/docs',
      reference: 'https://shop.example/loyalty/reference',
    });
  });

  it.each([
    { started_by: 'npm start', env: { npm_package_name: 'loyaltyd' }, command: 'npm run loyaltyd --' },
    { started_by: 'the image', env: {}, command: 'loyaltyd' },
  ])('names commands as they are run where $started_by started it', ({ env, command }) => {
    const bare = { ...started, command: commandHere(env), demo: undefined, has_program: false };
    const first_steps = [
      `${command} program apply program.yaml`,
      `${command} key create --program KEY --name my-store --scopes all`,
    ];
    const first_admin = `${command} operator invite EMAIL --admin`;
    expect(bannerFields(bare)).toMatchObject({ first_steps, first_admin });
    expect(bannerText(bare)).toContain(`\n  ${first_steps.join('\n  ')}\n`);
  });

  it('uses no colours', () => {
    expect(bannerText(started)).not.toContain('\u001b');
  });

  it('puts no key in a log: there the commands read it from demo.json', () => {
    const fields = JSON.stringify(bannerFields(started));
    expect(fields).not.toContain(KEY);
    expect(fields).toContain('/var/lib/loyaltyd/demo.json');
  });

  it('says how to make a program and a key where there is none', () => {
    const bare = { ...started, demo: undefined, has_program: false, applied: [] };
    expect(bannerText(bare)).toMatch(/program apply .*\n.*key create/);
    expect(bannerText(bare)).toContain('up to date');
    expect(bannerFields(bare)).toMatchObject({ first_steps: [expect.any(String), expect.any(String)] });
    expect(bannerText({ ...bare, has_program: true })).not.toContain('program apply');
  });
});
