import { describe, expect, it } from 'vitest';
import {
  addressInSchema,
  isForWriting,
  mustTakeWrites,
  parseDatabaseAddress,
  schemaOfAddress,
} from '../../src/database-address.ts';

const urlsOf = (text: string) => parseDatabaseAddress(text)?.urls;

describe('the address of a database', () => {
  it('names several servers, each with its port and with all that they share', () => {
    expect(urlsOf('postgres://me:p%40ss@one,two:5433,[::1]:5434/shop?sslmode=verify-full')).toEqual([
      'postgres://me:p%40ss@one/shop?sslmode=verify-full',
      'postgres://me:p%40ss@two:5433/shop?sslmode=verify-full',
      'postgres://me:p%40ss@[::1]:5434/shop?sslmode=verify-full',
    ]);
  });

  it('names folders of sockets, and ports for all or for each, as parameters', () => {
    expect(urlsOf('postgres://me@/shop?host=/one,/two')).toEqual([
      'postgres://me@localhost/shop?host=%2Fone',
      'postgres://me@localhost/shop?host=%2Ftwo',
    ]);
    expect(urlsOf('postgres:///shop?host=/one,two&port=1,2')).toEqual([
      'postgres:///shop?host=%2Fone&port=1',
      'postgres:///shop?host=two&port=2',
    ]);
    expect(urlsOf('postgresql://one,two/shop?port=6432')).toEqual([
      'postgresql://one/shop?port=6432',
      'postgresql://two/shop?port=6432',
    ]);
  });

  it('is none with too few ports, a broken host, or another scheme', () => {
    expect(urlsOf('postgres:///shop?host=one,two,three&port=1,2')).toBeUndefined();
    expect(urlsOf('postgres://one:x,two/shop')).toBeUndefined();
    expect(urlsOf('mysql://one/shop')).toBeUndefined();
    expect(urlsOf('/run/postgresql')).toBeUndefined();
  });

  it('names a schema beside other options, for each of its servers', () => {
    expect(schemaOfAddress('postgres://one/shop')).toBeUndefined();
    expect(schemaOfAddress('postgres://one/shop?options=-c%20geqo%3Doff')).toBeUndefined();
    const address = addressInSchema(
      'postgres://one,two/shop?options=-c%20geqo%3Doff&sslmode=require',
      'shop_a',
    );
    for (const url of [address, ...urlsOf(address)!]) {
      expect(schemaOfAddress(url)).toBe('shop_a');
      expect(new URL(url.replace('one,two', 'one')).searchParams.get('options')).toBe(
        '-c geqo=off -csearch_path=shop_a',
      );
    }
    expect(schemaOfAddress(addressInSchema(address, 'shop_b'))).toBe('shop_b');
  });

  it('shows its servers without roles and passwords', () => {
    expect(parseDatabaseAddress('postgres://me:secret@one:5433,two/shop')?.servers).toEqual([
      'one:5433',
      'two',
    ]);
  });

  it('lets a server be found where it names several, or asks for one that takes writes', () => {
    const must = (text: string) => mustTakeWrites(parseDatabaseAddress(text)!);
    expect(must('postgres://one,two/shop')).toBe(true);
    expect(must('postgres://one/shop?target_session_attrs=read-write')).toBe(true);
    expect(must('postgres://one/shop')).toBe(false);
    expect(urlsOf('postgres://one/shop?target_session_attrs=primary')).toEqual(['postgres://one/shop']);
  });

  it('is of no use to a server that writes where it asks for a standby', () => {
    const writes = (target: string) => isForWriting(`postgres://one,two/shop?target_session_attrs=${target}`);
    expect(['read-write', 'primary', 'any', 'standby', 'prefer-standby', 'read-only'].map(writes)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
