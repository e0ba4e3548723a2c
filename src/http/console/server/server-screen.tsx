import type { LedgerChecks } from '../../../domain/ledger/ledger-checks.ts';
import type { DatabaseFacts } from '../../../domain/listings/database-store.ts';
import type { BackupState } from '../../../domain/operating/backup-state.ts';
import type { Mood } from '../design/badge.tsx';
import { Breaks } from '../design/breaks.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { English } from '../design/english.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Notice } from '../design/notice.tsx';
import { Sentence } from '../design/sentence.tsx';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
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

const MOODS = {
  code_pool_empty: 'bad',
  code_pool_low: 'warn',
  webhook_disabled: 'bad',
  webhook_failing: 'warn',
  program_change_unfinished: 'warn',
  ledger_drift: 'bad',
  backup_failed: 'bad',
  archive_failing: 'bad',
  ledger_unchecked: 'warn',
} as const satisfies Record<string, Mood>;

type WarningKind = keyof typeof MOODS;

interface ServerProps {
  frame: FrameView;
  facts: ServerFacts;
  zone: string;
  path: string;
  token: string;
  /** Whether the operator ordered a check of the ledger while an earlier one was running. */
  tooLate: boolean;
}

/** The whole server: everything that needs attention, its database, the check of its ledger, its backups. */
export function ServerScreen({ frame, facts, zone, path, token, tooLate }: ServerProps) {
  const { say, count } = frame.wording;
  const { version, node, programs, database, ledger, backups, warnings } = facts;
  return (
    <Screen
      frame={frame}
      title={say('screen_server')}
      about={say('server_programs', { count: programs, zone })}
      beside={
        <ButtonLink href={`${path}/operators`} icon="people">
          {say('server_operators')}
        </ButtonLink>
      }
    >
      {warnings.length === 0 ? (
        <Notice mood="good">{say('server_well')}</Notice>
      ) : (
        <section class="stack tight" aria-label={say('server_attention')}>
          {warnings.map(({ kind, program, reward, webhook_id }) => (
            <Notice mood={MOODS[kind]}>
              {say(`warning_${kind}`)}{' '}
              {[program, reward, webhook_id && say('server_webhook', { id: String(webhook_id) })]
                .filter(Boolean)
                .join(' · ')}
            </Notice>
          ))}
        </section>
      )}
      <Stats
        stats={[
          {
            name: 'loyaltyd',
            figure: `\u2066${version}\u2069`,
            aside: say('server_node', { version: node }),
          },
          { name: 'Postgres', figure: database.version },
          { name: say('server_database'), figure: sizeText(frame.wording, database.bytes) },
          {
            name: say('server_migration'),
            figure: count(database.migration.number),
            aside: <Moment at={database.migration.applied_at} zone={zone} />,
          },
        ]}
      />
      <div class="grid">
        <LedgerCard {...{ ledger, zone, path, token, tooLate }} />
        <Card title={say('backups')} id="backups">
          <Backups archive={database.archive} backups={backups} zone={zone} />
        </Card>
      </div>
      <Card title={say('server_tables')} id="tables" flush>
        <Table
          caption={say('server_tables')}
          columns={[
            { name: say('server_table') },
            { name: say('server_size'), number: true },
            { name: say('server_rows'), number: true },
          ]}
          rows={database.tables.map(({ name, bytes, rows }) => [
            <Breaks of={name} />,
            sizeText(frame.wording, bytes),
            count(rows),
          ])}
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
  const { say } = useWording();
  if (archive === null && made === null) return <p>{say('backups_unknown')}</p>;
  const shown = (at: number | null | undefined) => (at ? <Moment at={at} zone={zone} /> : say('never'));
  return (
    <>
      <dl class="facts">
        <dt>{say('backups_last')}</dt>
        <dd>{made ? shown(made.finished_at) : say('backups_none')}</dd>
        <dt>{say('backups_proven')}</dt>
        <dd>{shown(proven?.finished_at)}</dd>
        <dt>{say('backups_archived')}</dt>
        <dd>{shown(archive?.last_archived_at)}</dd>
        <dt>{say('backups_failed')}</dt>
        <dd>{shown(archive?.last_failed_at)}</dd>
      </dl>
      {failures.map(({ kind, finished_at, error }) => (
        <Notice mood="bad">
          <Sentence at={finished_at} zone={zone}>
            {(moment) => say(kind === 'create' ? 'backups_not_made' : 'backups_not_proven', { moment })}
          </Sentence>{' '}
          <English>{error}</English>
        </Notice>
      ))}
    </>
  );
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** 1234567 → "1.2 MB", with the decimals of the language. */
function sizeText({ language }: ConsoleWording, bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const digits = unit === 0 ? 0 : 1;
  const size = (bytes / 1000 ** unit).toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${size} ${UNITS[unit]}`;
}
