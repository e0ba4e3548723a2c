import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { judgeReplica, judgeReplicaAway } from '../../src/cli/doctor/examine-replicas.ts';
import { bytesText, spanText } from '../../src/cli/doctor/finding.ts';
import {
  judgeAway,
  judgeBackup,
  judgeBackupDisk,
  judgeClock,
  judgeCollation,
  judgeDisk,
  judgePostgres,
  judgeSight,
  judgeVersions,
} from '../../src/cli/doctor/judge-postgres.ts';
import { judgeProxy, judgeSettings } from '../../src/cli/doctor/judge-settings.ts';
import { judgeBackups } from '../../src/cli/doctor/judge-work.ts';
import { loadConfig } from '../../src/config.ts';
import { UnusableAddress } from '../../src/db/connection-errors.ts';
import { EmbeddedPostgresError } from '../../src/db/embedded/embedded-error.ts';
import type { PostgresFacts } from '../../src/db/inspect-postgres.ts';
import type { ReplicaFacts } from '../../src/db/inspect-replica.ts';

const SOUND: PostgresFacts = {
  version: '18.4',
  number: 180_004,
  clock_ahead_ms: 3,
  clock_exact_to_ms: 1,
  role: 'server',
  superuser: false,
  sees_transactions: true,
  read_only: false,
  settings: { fsync: true, full_page_writes: true, synchronous_commit: 'on', max_connections: 100 },
  bytes: 1e9,
  oldest_transaction_age: 1e6,
  collation: { recorded: '1', installed: '1' },
  archiver: { on: true, last_archived_ms: 9e12, last_failed_ms: null },
};

const levels = (findings: { level: string }[]) => findings.map(({ level }) => level);

describe('the doctor on a database that it cannot examine', () => {
  const refusal = (code: string, message: string) =>
    Object.assign(new pg.DatabaseError(message, 0, 'error'), { code });
  const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

  it.each([
    [failure('ECONNREFUSED', 'connect ECONNREFUSED'), 'cannot be reached', 'Start it'],
    [
      new AggregateError([new Error('no ::1'), new Error('no 127.0.0.1')]),
      'no ::1; no 127.0.0.1',
      'Start it',
    ],
    [failure('CERT_HAS_EXPIRED', 'certificate has expired'), 'cannot be reached', 'Renew the certificate'],
    [failure('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify'), 'cannot be reached', 'sslrootcert'],
    ...['SSLV3_ALERT_CERTIFICATE_EXPIRED', 'SSL/TLS_ALERT_BAD_CERTIFICATE', 'TLSV1_ALERT_UNKNOWN_CA'].map(
      (alert): [Error, string, string] => [
        failure(`ERR_SSL_${alert}`, alert),
        'cannot be reached',
        'Renew the certificate that sslcert',
      ],
    ),
    [failure('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'no cipher'), 'cannot be reached', 'Start it'],
    [new UnusableAddress(new Error('EACCES')), 'EACCES', 'Let this user read the files'],
    [refusal('28P01', 'password authentication failed'), 'refuses this server', 'its password'],
    [refusal('53300', 'sorry, too many clients already'), 'no more connections', 'max_connections'],
    [new EmbeddedPostgresError('DATA_DIR ./data cannot be used.'), 'cannot be used.', 'set DATABASE_URL'],
    [
      Object.assign(refusal('42501', 'could not open file "base/5/2608": Read-only file system'), {
        file: 'md.c',
      }),
      'cannot read its files',
      'fsck',
    ],
  ])('names the cure of: %s', (error, message, cure) => {
    expect(judgeAway(error, 'DATABASE_URL')).toMatchObject({
      level: 'problem',
      message: expect.stringContaining(message),
      cure: expect.stringContaining(cure),
    });
  });

  it.each([
    [failure('ECONNREFUSED', 'connect ECONNREFUSED'), 'Start it, or mend DATABASE_READ_URL.'],
    [failure('CERT_HAS_EXPIRED', 'certificate has expired'), '(sslrootcert in DATABASE_READ_URL)'],
    [failure('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'alert'), 'Renew the certificate that sslcert'],
    [refusal('28P01', 'password authentication failed'), 'Look at DATABASE_READ_URL, its role'],
  ])('names the cure of a replica by its error: %s', (error, cure) => {
    expect(judgeReplicaAway('db2:5432', error)).toEqual({
      level: 'warning',
      message: `The replica db2:5432 cannot be read from: ${error.message}. The primary answers in its place.`,
      cure: expect.stringContaining(cure),
    });
  });
});

describe('the doctor on settings', () => {
  const judged = (env: Record<string, string>) => judgeSettings(loadConfig(env), env);
  const proxy = (env: Record<string, string>) => judgeProxy(loadConfig(env));

  it('finds nothing in those of a careful operator', () => {
    const env = { SECRET_KEY: 's'.repeat(40), DATABASE_URL: 'postgres://db/x', TRUST_PROXY: '1' };
    expect(judged(env)).toEqual([]);
    expect(proxy({ ...env, PUBLIC_URL: 'https://shop.example', HOST: '0.0.0.0' })).toEqual([]);
    expect(proxy({})).toEqual([]);
  });

  it('finds a missing secret, the demo beside real data, a way into the network and a misspelt name', () => {
    expect(levels(judged({}))).toEqual(['note']);
    const careless = {
      DEMO: 'on',
      DATABASE_URL: 'postgres://db/x',
      OUTBOUND_PRIVATE_ADDRESSES: 'on',
      SECRET: 'x',
      SECRET_KEY: 's'.repeat(40),
    };
    expect(judged(careless).map(({ message }) => message.split(' ', 6).join(' '))).toEqual([
      'No setting is called SECRET.',
      'DEMO is on with a database',
      'OUTBOUND_PRIVATE_ADDRESSES is on: whoever has a',
    ]);
  });

  it.each([
    ['an address without TLS', { PUBLIC_URL: 'http://shop.example', TRUST_PROXY: '1' }, 'problem'],
    ['a proxy that is not believed', { PUBLIC_URL: 'https://shop.example' }, 'problem'],
    ['an open port with a local address', { HOST: '0.0.0.0' }, 'warning'],
  ])('finds %s', (_what, env, level) => {
    expect(levels(proxy(env))).toEqual([level]);
  });
});

describe('the doctor on Postgres', () => {
  it('finds nothing in a sound one', () => {
    expect([
      judgeVersions('v24.1.0', SOUND),
      judgePostgres(SOUND, 16, 'DATABASE_URL'),
      judgeSight(SOUND),
      judgeClock(SOUND),
      judgeCollation(SOUND.collation),
      judgeBackup(SOUND, 9e12 + 1000),
      judgeDisk({ free: 50e9, total: 100e9 }),
    ]).toEqual([[], [], [], [], [], [], []]);
  });

  it('notes that it cannot see the transactions of other roles', () => {
    expect(judgeSight({ role: 'my server', sees_transactions: false })).toMatchObject([
      { level: 'note', cure: 'As a superuser: grant pg_read_all_stats to "my server"' },
    ]);
  });

  it.each([
    ['v20.19.0', true],
    ['v21.7.3', false],
    ['v22.11.0', false],
    ['v22.12.0', true],
    ['v23.0.0', true],
  ])('takes Node %s for a good one: %s', (node, isGood) => {
    expect(judgeVersions(node, SOUND).length === 0).toBe(isGood);
  });

  it('finds old versions, and one that was not tried', () => {
    expect(levels(judgeVersions('v18.1.0', { version: '14.2', number: 140_002 }))).toEqual([
      'problem',
      'problem',
    ]);
    expect(levels(judgeVersions('v20.18.0', { version: '19.0', number: 190_000 }))).toEqual([
      'problem',
      'warning',
    ]);
  });

  it.each<[string, Partial<PostgresFacts>]>([
    ['fsync is off', { settings: { ...SOUND.settings, fsync: false } }],
    ['full_page_writes is off', { settings: { ...SOUND.settings, full_page_writes: false } }],
    ['synchronous_commit is off', { settings: { ...SOUND.settings, synchronous_commit: 'off' } }],
    ['takes no writes', { read_only: true }],
    ['is a superuser', { superuser: true }],
    ['allows 18 connections', { settings: { ...SOUND.settings, max_connections: 18 } }],
    ['million transactions old', { oldest_transaction_age: 1.5e9 }],
  ])('finds that it %s', (words, fault) => {
    const findings = judgePostgres({ ...SOUND, ...fault }, 16, 'DATABASE_URL');
    expect(findings).toHaveLength(1);
    expect(findings[0]!.message).toContain(words);
    expect(findings[0]!.cure).not.toBe('');
  });

  it('finds a clock that differs by more than it can tell', () => {
    expect(judgeClock({ clock_ahead_ms: 1_900, clock_exact_to_ms: 950 })).toEqual([]);
    const [ahead] = judgeClock({ clock_ahead_ms: 90_000, clock_exact_to_ms: 2 });
    expect(ahead!.message).toContain('90.0 seconds ahead of');
    const [behind] = judgeClock({ clock_ahead_ms: -1_500, clock_exact_to_ms: 2 });
    expect(behind!.message).toContain('1.5 seconds behind');
  });

  it('finds another version of the collation, unless there is none', () => {
    expect(judgeCollation({ recorded: null, installed: '2' })).toEqual([]);
    expect(levels(judgeCollation({ recorded: '1', installed: '2' }))).toEqual(['problem']);
  });

  it('finds a disk that runs full, by how full it is', () => {
    expect(levels(judgeDisk({ free: 0.5e9, total: 10e9 }))).toEqual(['problem']);
    expect(levels(judgeDisk({ free: 4e9, total: 40e9 }))).toEqual(['warning']);
    expect(judgeDisk({ free: 20e9, total: 1000e9 })).toMatchObject([{ level: 'warning' }]);
    expect(judgeDisk({ free: 40e9, total: 1000e9 })).toEqual([]);
  });

  it('finds backups on the disk of the database, and of the system: a mount may be missing', () => {
    const judged = (of_backups: number, of_data: number, of_system: number) =>
      judgeBackupDisk('/backups', { of_backups, of_data, of_system });
    expect(judged(7, 7, 7)).toMatchObject([
      { level: 'warning', message: expect.stringContaining('of DATA_DIR') },
    ]);
    expect(levels(judged(7, 7, 1))).toEqual(['warning']);
    expect(judged(1, 7, 1)).toMatchObject([{ level: 'note', cure: expect.stringContaining('Mount') }]);
    expect(judged(9, 7, 1)).toEqual([]);
    expect(judged(9, 1, 1)).toEqual([]);
  });

  it('finds an archive that fails, is old or is not there', () => {
    const archiver = { on: true, last_archived_ms: 1e12, last_failed_ms: null };
    expect(levels(judgeBackup({ archiver: { ...archiver, on: false } }, 1e12))).toEqual(['note']);
    expect(levels(judgeBackup({ archiver: { ...archiver, last_failed_ms: 2e12 } }, 2e12))).toEqual([
      'problem',
    ]);
    expect(levels(judgeBackup({ archiver }, 1e12 + 2 * 86_400_000))).toEqual(['warning']);
    expect(levels(judgeBackup({ archiver: { ...archiver, last_archived_ms: null } }, 1e12))).toEqual([
      'warning',
    ]);
  });

  it('says spans and sizes so that people read them', () => {
    expect([90, 600, 10_000, 300_000].map(spanText)).toEqual([
      '90 seconds',
      '10 minutes',
      '3 hours',
      '3 days',
    ]);
    expect(bytesText(1_540_000_000)).toBe('1.5 GB');
  });
});

describe('the doctor on replicas', () => {
  const SOUND: ReplicaFacts = {
    name: 'two.example',
    same_database: true,
    follows: true,
    same_timeline: true,
    paused: false,
    bytes_behind: 20_000,
    hot_standby_feedback: true,
  };
  const judged = (rest: Partial<ReplicaFacts>) => levels(judgeReplica({ ...SOUND, ...rest }));

  it('finds nothing in one that follows', () => {
    expect(judged({})).toEqual([]);
  });

  it('finds why nothing is read there, and what may end an export', () => {
    expect(judged({ same_database: false })).toEqual(['problem']);
    expect(judged({ follows: false, bytes_behind: null })).toEqual(['warning']);
    expect(judged({ same_timeline: null })).toEqual(['warning']);
    expect(judged({ bytes_behind: 2e9 })).toEqual(['warning']);
    expect(judged({ paused: true, hot_standby_feedback: false })).toEqual(['warning', 'note']);
  });
});

describe('the doctor on backups', () => {
  const NOW = 1e12;
  const DAY = 86_400_000;
  const run = (kind: 'create' | 'verify', days: number, error: string | null = null) => ({
    kind,
    started_at: NOW - days * DAY,
    finished_at: NOW - days * DAY,
    backup: null,
    error,
  });

  it('finds nothing where there are none, or where the last was made and proven lately', () => {
    expect(judgeBackups({ made: null, proven: null, failures: [] }, NOW)).toEqual([]);
    const state = { made: run('create', 1), proven: run('verify', 20), failures: [] };
    expect(judgeBackups(state, NOW)).toEqual([]);
  });

  it('warns of an old backup and of one that was never proven, and names what failed', () => {
    const state = { made: run('create', 9), proven: null, failures: [run('verify', 1, 'it is damaged.')] };
    const findings = judgeBackups(state, NOW);
    expect(levels(findings)).toEqual(['problem', 'warning', 'warning']);
    expect(findings[0]!.message).toBe('The last attempt to prove a backup failed: it is damaged.');
  });
});
