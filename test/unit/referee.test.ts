import { describe, expect, it } from 'vitest';
import { networkOf } from '../../src/domain/referrals/address.ts';
import { customerRefereeKey, type Referee, refereeKeys } from '../../src/domain/referrals/referee.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  it.each([
    '',
    '203.0.113',
    '203.0.113.256',
    'example.com',
    '2001:db8',
    '1:2:3:4:5:6:7:8:9',
    '203.0.113.7:80',
    ' ::1',
  ])('is none of %j', (address) => expect(networkOf(address)).toBeUndefined());
});

describe('the stored key of a friend', () => {
  const secret = Buffer.alloc(32, 1);
  const fred: Referee = { email: 'fred@mail.example', ip_address: '203.0.113.7', user_agent: 'Firefox' };
  const keys = (rest: Partial<Referee> = {}, program = 1, key = secret) =>
    refereeKeys({ secret: key, formerSecrets: [] }, program, { ...fred, ...rest })[0];
  const text = (of: ReturnType<typeof keys>) => of.referee_key.toString('hex');

  it('is a hash keyed by the secret and the program', () => {
    expect(keys().referee_key).toHaveLength(32);
    expect(keys().address_key).toHaveLength(32);
    const others = [keys({}, 2), keys({}, 1, Buffer.alloc(32, 2))];
    expect(new Set([keys(), ...others].map(text)).size).toBe(3);
    expect(new Set([keys(), ...others].map((of) => of.address_key.toString('hex'))).size).toBe(3);
  });

  it('never confuses what makes it up', () => {
    const made = [
      keys(),
      keys({ email: null }),
      keys({ email: null, user_agent: '' }),
      keys({ email: null, ip_address: '203.0.113.8' }),
      keys({ email: '203.0.113.7@Firefox' }),
    ].map(text);
    const customer = customerRefereeKey(secret, 1, 7).toString('hex');
    expect(new Set([...made, customer, keys().address_key.toString('hex')]).size).toBe(7);
  });

  it('is found under the keys of before too, that of new data first', () => {
    const before = Buffer.alloc(32, 2);
    expect(refereeKeys({ secret, formerSecrets: [before] }, 1, fred)).toEqual([keys(), keys({}, 1, before)]);
  });
});
