import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '../support/command.ts';
import { addressOf, control, type Node, ownerOf, run, runOn } from './nodes.ts';

/** A copy of a node's files and its log since then, and the node that is restored from both. */
export class NodeBackup {
  private restored: Node | undefined;

  private constructor(
    private readonly node: Node,
    private readonly folder: string,
    private readonly receiving: ChildProcess,
  ) {}

  static async make(node: Node): Promise<NodeBackup> {
    const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-citus-backup-'));
    const { uid, gid } = ownerOf(node);
    if (uid !== undefined) chownSync(folder, uid, gid!);
    const from = ['--host', node.host, '--port', String(node.port), '--username=postgres'];
    const receiving = spawn(
      join(node.programs, 'pg_receivewal'),
      [...from, `--directory=${folder}`, '--no-loop'],
      { ...ownerOf(node), cwd: '/', stdio: 'ignore' },
    );
    const made = new NodeBackup(node, folder, receiving);
    // The log of the copy begins in the segment that is received first, or later.
    await vi.waitFor(() => expect(readdirSync(folder)).not.toEqual([]), { timeout: 60_000, interval: 20 });
    run(node, 'pg_basebackup', [
      ...from,
      `--pgdata=${made.data}`,
      '--wal-method=none',
      '--checkpoint=fast',
      '--no-sync',
    ]);
    return made;
  }

  /** Starts the node as it was at a restore point, on a port of its own. */
  async restoreTo(point: string): Promise<void> {
    await this.receiveAll();
    const port = await freePort();
    this.restored = { ...this.node, data: this.data, port };
    appendFileSync(
      join(this.data, 'postgresql.conf'),
      `
port = ${port}
restore_command = 'cp ${this.folder}/%f %p'
recovery_target_name = '${point}'
recovery_target_action = 'promote'
# It knows the other nodes by the addresses of those that live, and would end their transactions.
citus.recover_2pc_interval = -1
`,
    );
    appendFileSync(join(this.data, 'recovery.signal'), '');
    control(this.restored, ['start', `--log=${this.data}/log`, '--timeout=120']);
    await vi.waitFor(
      async () => {
        const { rows } = await runOn(this.address('postgres'), 'select pg_is_in_recovery() as recovering');
        if (rows[0].recovering) throw new Error('The node has not reached its point.');
      },
      { timeout: 60_000, interval: 100 },
    );
  }

  /** The address of a database of the restored node, as a superuser. */
  address(database: string): string {
    return addressOf('postgres://postgres@127.0.0.1', this.restored!, database);
  }

  async remove(): Promise<void> {
    this.receiving.kill('SIGINT');
    if (this.restored && existsSync(join(this.data, 'postmaster.pid')))
      control(this.restored, ['stop', '--mode=immediate']);
    await rm(this.folder, { recursive: true });
  }

  private get data(): string {
    return join(this.folder, 'node');
  }

  /** All of the log up to now is in the folder, in whole segments. */
  private async receiveAll(): Promise<void> {
    const { host, port } = this.node;
    const { rows } = await runOn(
      addressOf('postgres://postgres@127.0.0.1', { host, port }, 'postgres'),
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment, pg_switch_wal()',
    );
    await vi.waitFor(
      () => {
        if (!existsSync(join(this.folder, rows[0].segment))) throw new Error('The log is not received.');
      },
      { timeout: 60_000, interval: 50 },
    );
    this.receiving.kill('SIGINT');
    if (this.receiving.exitCode === null) await once(this.receiving, 'exit');
  }
}
