import { describe, expect, it } from 'vitest';
import { isPublicAddress, lookupWith } from '../../src/outbound/public-addresses.ts';

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::8.8.8.8',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '4000::1',
];

describe('an address of the public internet', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('is %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each(PRIVATE)('is not %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['', 'localhost', 'shop.example', '1.2.3.4.5', '8.8.8.8:80'])(
    'is not %j, which is no address',
    (text) => expect(isPublicAddress(text)).toBe(false),
  );
});

describe('resolving a name', () => {
  const answers = (addresses: string[]) => {
    const asked: string[] = [];
    const lookup = lookupWith(
      async (host) => {
        asked.push(host);
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
      { refuse_private: true },
    );
    const resolve = (all: boolean) =>
      new Promise((answer, refuse) =>
        lookup('hooks.example', { all }, (error, address, family) =>
          error ? refuse(error) : answer(all ? address : [address, family]),
        ),
      );
    return { asked, resolve };
  };

  it('leaves the public ones of its addresses', async () => {
    const { resolve } = answers(['10.0.0.1', '93.184.216.34', '::1', '2606:4700::1111']);
    expect(await resolve(true)).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await resolve(false)).toEqual(['93.184.216.34', 4]);
  });

  it('refuses a name that has none', async () => {
    await expect(answers(['10.0.0.1', '::1']).resolve(true)).rejects.toMatchObject({
      code: 'private_address',
    });
    await expect(answers([]).resolve(false)).rejects.toMatchObject({ code: 'private_address' });
  });

  it('looks at what a name means each time that it is resolved', async () => {
    const addresses = ['93.184.216.34'];
    const { resolve } = answers(addresses);
    expect(await resolve(false)).toEqual(['93.184.216.34', 4]);
    addresses[0] = '127.0.0.1';
    await expect(resolve(false)).rejects.toMatchObject({ code: 'private_address' });
  });

  it('is done once for all who ask in the meantime, and anew after', async () => {
    const { asked, resolve } = answers(['93.184.216.34']);
    await Promise.all([resolve(true), resolve(true), resolve(true)]);
    expect(asked).toHaveLength(1);
    await resolve(true);
    expect(asked).toHaveLength(2);
  });
});
