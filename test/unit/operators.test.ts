import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, passwordComplaint, verifyPassword } from '../../src/domain/operators/password.ts';
import { may, type Operator, type Right, ROLE_SCOPES, ROLES } from '../../src/domain/operators/roles.ts';
import {
  newTotpSecret,
  openTotpSecret,
  sealTotpSecret,
  totpAddress,
  totpCode,
  totpStep,
} from '../../src/domain/operators/totp.ts';
import { SCOPES } from '../../src/domain/programs/scopes.ts';
import { browserOf } from '../../src/http/console/access/browser-name.ts';
import { consoleWording } from '../../src/http/console/language/wording.ts';
import { LIGHT_PASSWORDS } from '../support/light-passwords.ts';

const random = { bytes: randomBytes };
const light = { random, password_cost: LIGHT_PASSWORDS };

describe('a code of the second factor', () => {
  // RFC 6238, appendix B: the last six of the eight digits.
  const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i is %s', (second, code) => {
    expect(totpCode(SECRET, Math.floor(second / 30))).toBe(code);
  });

  it('is taken in its step and in the one before and after, and never again', () => {
    const step = 50_000;
    const at = (steps: number) => ({ now: (step + steps) * 30_000, after: null });
    const code = totpCode(SECRET, step);
    expect([-2, -1, 0, 1, 2].map((steps) => totpStep(SECRET, code, at(steps)))).toEqual([
      undefined,
      step,
      step,
      step,
      undefined,
    ]);
    expect(totpStep(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, at(0))).toBe(step);
    expect(totpStep(SECRET, code, { ...at(0), after: step })).toBeUndefined();
    expect(totpStep(SECRET, '', at(0))).toBeUndefined();
  });

  it('comes of a secret that only its operator can use, and that apps take over', () => {
    const secret = newTotpSecret(random);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const deps = { secret: Buffer.alloc(32, 1), formerSecrets: [], random };
    const sealed = sealTotpSecret(deps, 7, secret);
    expect(openTotpSecret(deps, 7, sealed)).toBe(secret);
    expect(openTotpSecret(deps, 8, sealed)).toBeUndefined();
    expect(totpAddress('ABC', 'ada@shop.example')).toBe(
      'otpauth://totp/loyaltyd%3Aada%40shop.example?secret=ABC&issuer=loyaltyd',
    );
  });
});

describe('a password', () => {
  const ada = { email: 'ada@shop.example' };

  it.each([
    ['eleven char', 'at least 12'],
    ['aaaaaaaaaaaaaaaa', 'repeats'],
    ['x'.repeat(100) + 'abcdefgh'.repeat(20), 'at most 200'],
    ['ada@shop.example', 'too close to the email'],
  ])('is refused if it is %s', (password, complaint) => {
    expect(passwordComplaint(password, ada)).toContain(complaint);
  });

  it('may be any other text, in any script', () => {
    expect(passwordComplaint('correct horse battery', ada)).toBeUndefined();
    expect(passwordComplaint('пароль длинный 1', ada)).toBeUndefined();
  });

  it('is known again, however its letters are composed, and by no other text', async () => {
    const stored = await hashPassword(light, 'Bläuliche Katze');
    expect(stored).not.toContain('Katze');
    expect(await verifyPassword(light, stored, 'Bläuliche Katze'.normalize('NFD'))).toBe(true);
    expect(await verifyPassword(light, stored, 'bläuliche Katze')).toBe(false);
    expect(await verifyPassword(light, null, 'Bläuliche Katze')).toBe(false);
    expect(await verifyPassword(light, null, '')).toBe(false);
  });
});

describe('a role', () => {
  const HERE = 1;
  const ELSEWHERE = 2;
  const RIGHTS: readonly Right[] = [...SCOPES, 'member', 'owner', 'self', 'admin'];
  const rightsOf = (operator: Pick<Operator, 'is_admin' | 'roles'>, program: number | null) =>
    RIGHTS.filter((right) => may(operator, right, program));

  it('gives these rights in its program, and no others', () => {
    const has = Object.fromEntries(
      ROLES.map((role) => [role, rightsOf({ is_admin: false, roles: { [HERE]: role } }, HERE)]),
    );
    expect(has).toEqual({
      owner: [...SCOPES, 'member', 'owner', 'self'],
      manager: [...SCOPES, 'member', 'self'],
      support: ['read_customers', 'write_customers', 'read_orders', 'read_configuration', 'member', 'self'],
      analyst: ['read_configuration', 'read_reports', 'member', 'self'],
    });
    expect(Object.keys(ROLE_SCOPES)).toEqual([...ROLES]);
  });

  it('gives none in another program, nor where there is none', () => {
    for (const role of ROLES) {
      const operator = { is_admin: false, roles: { [HERE]: role } };
      expect(rightsOf(operator, ELSEWHERE)).toEqual(['self']);
      expect(rightsOf(operator, null)).toEqual(['self']);
    }
    expect(rightsOf({ is_admin: false, roles: {} }, HERE)).toEqual(['self']);
  });

  it('is not needed by an admin, who may do everything everywhere', () => {
    expect(rightsOf({ is_admin: true, roles: {} }, HERE)).toEqual(RIGHTS);
    expect(rightsOf({ is_admin: true, roles: {} }, null)).toEqual(['self', 'admin']);
  });
});

describe('a browser', () => {
  const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36';

  it.each([
    [CHROME, 'Chrome on Linux'],
    [`${CHROME} Edg/126.0`, 'Edge on Linux'],
    ['Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1', 'Safari on iPhone'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', 'An unknown browser'],
  ])('that says %j is called %s', (agent, name) => {
    expect(browserOf(consoleWording('en'), { agent })).toBe(name);
  });
});
