import type { LedgerChecks } from '../../../domain/ledger/ledger-checks.ts';
import type { DatabaseFacts } from '../../../domain/listings/database-store.ts';
import type { BackupState } from '../../../domain/operating/backup-state.ts';
import { Card } from '../design/card.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';
import { LedgerCard } from './ledger-card.tsx';

export interface ServerFacts {
  version: string;
  /** The version of Node. */
  node: string;
  programs: number;
  database: DatabaseFacts;
  ledger: LedgerChecks;
  backups: BackupState;
  warnings: readonly { kind: WarningKind; program?: string; reward?: string; webhook_id?: number }[];
}

type WarningKind = keyof typeof WARNINGS;

const WARNINGS = {
  code_pool_empty: ['bad', 'A pool of codes is empty: import more.'],
  code_pool_low: ['warn', 'A pool of codes has under 100 left.'],
  webhook_disabled: ['bad', 'A webhook is switched off.'],
  webhook_failing: ['warn', 'A webhook has failed for an hour.'],
  program_change_unfinished: ['warn', 'A change of a program has not reached every customer yet.'],
  ledger_drift: ['bad', 'The ledger does not add up: see below.'],
  backup_failed: ['bad', 'The last attempt at a backup failed: see below.'],
  archive_failing: ['bad', 'The log of Postgres cannot be archived: see the log of the server.'],
  ledger_unchecked: ['warn', 'The check of the ledger has come to no end for three days.'],
} as const;

interface ServerProps {
  frame: FrameView;
  facts: ServerFacts;
  zone: string;
  path: string;
  token: string;
  /** Whether a check of the ledger was to be ordered while one went on that was ordered before. */
  tooLate: boolean;
}

/** The server as a whole: what needs attention, its database, the check of its ledger, its backups. */
export function ServerScreen({ frame, facts, zone, path, token, tooLate }: ServerProps) {
  const { version, node, programs, database, ledger, backups, warnings } = facts;
  return (
    <Screen
      frame={frame}
      title="Server"
      about={`${programs === 1 ? 'One program' : `All ${countText(programs)} programs together`} · ${zone}`}
    >
      {warnings.length === 0 ? (
        <Notice mood="good">Nothing needs attention.</Notice>
      ) : (
        <section class="stack tight" aria-label="Needs attention">
          {warnings.map(({ kind, program, reward, webhook_id }) => (
            <Notice mood={WARNINGS[kind][0]}>
              {WARNINGS[kind][1]}{' '}
              {[program, reward, webhook_id && `webhook ${webhook_id}`].filter(Boolean).join(', ')}
            </Notice>
          ))}
        </section>
      )}
      <Stats
        stats={[
          { name: 'loyaltyd', figure: version, aside: `on Node ${node}` },
          { name: 'Postgres', figure: database.version },
          { name: 'Database', figure: sizeText(database.bytes) },
          {
            name: 'Last migration',
            figure: countText(database.migration.number),
            aside: momentText(database.migration.applied_at, zone),
          },
        ]}
      />
      <div class="grid">
        <LedgerCard {...{ ledger, zone, path, token, tooLate }} />
        <Card title="Backups" id="backups">
          <Backups archive={database.archive} backups={backups} zone={zone} />
        </Card>
      </div>
      <Card title="Greatest tables" id="tables" flush>
        <Table
          caption="Greatest tables"
          columns={[{ name: 'Table' }, { name: 'Size', number: true }, { name: 'Rows, about', number: true }]}
          rows={database.tables.map(({ name, bytes, rows }) => [name, sizeText(bytes), countText(rows)])}
        />
      </Card>
    </Screen>
  );
}

interface BackupsProps {
  archive: DatabaseFacts['archive'];
  backups: BackupState;
  zone: string;
}

function Backups({ archive, backups: { made, proven, failures }, zone }: BackupsProps) {
  if (archive === null && made === null) {
    return (
      <p>
        This Postgres archives no log. If backups are made otherwise, the server does not know of them: try
        them by restoring one.
      </p>
    );
  }
  const text = (at: number | null | undefined) => (at ? momentText(at, zone) : 'never');
  return (
    <>
      <dl class="facts">
        <dt>Last backup</dt>
        <dd>{made ? text(made.finished_at) : 'none by loyaltyd'}</dd>
        <dt>Last proven</dt>
        <dd>{text(proven?.finished_at)}</dd>
        <dt>Log last archived</dt>
        <dd>{text(archive?.last_archived_at)}</dd>
        <dt>Last failed</dt>
        <dd>{text(archive?.last_failed_at)}</dd>
      </dl>
      {failures.map(({ kind, finished_at, error }) => (
        <Notice mood="bad">
          {kind === 'create' ? 'No backup was made' : 'The backup was not proven'} ({text(finished_at)}):{' '}
          {error}
        </Notice>
      ))}
    </>
  );
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** 1234567 → "1.2 MB". */
function sizeText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** unit).toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}
