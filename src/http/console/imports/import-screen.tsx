import type { Refusal } from '../../../domain/imports/record-store.ts';
import type { ImportTask } from '../../../domain/imports/task-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Notice } from '../design/notice.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import { ImportState, type ListedImport } from './imports-screen.tsx';
import { OutcomeCards } from './outcome-cards.tsx';
import { TaskProgress } from './progress.tsx';

interface ImportProps {
  frame: FrameView;
  program: Program;
  place: string;
  of: ListedImport;
  /** The first refused rows. */
  refusals: readonly Refusal[];
  /** The latest order to revert the import. */
  revert: ImportTask | undefined;
}

/** One import: its results, its refused rows, and its revert. */
export function ImportScreen({ frame, program, place, of, refusals, revert }: ImportProps) {
  const { say } = frame.wording;
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/imports/${of.id}`;
  const outcome = { ...of, rows: of.rows_done, refusals, examples: [] };
  return (
    <Screen
      frame={frame}
      title={of.file_name}
      back={{ href: `${place}/imports`, words: say('screen_imports') }}
      about={
        <span class="row">
          <Moment at={of.started_at} zone={zone} /> <ImportState of={of} />
        </span>
      }
      beside={
        of.state !== 'reverted' &&
        revert?.state !== 'waiting' && <ButtonLink href={`${path}/revert`}>{say('take_it_back')}</ButtonLink>
      }
    >
      {revert?.state === 'waiting' && <TaskProgress task={revert} path={path} />}
      {revert?.state === 'failed' && (
        <Notice mood="bad">
          <DomainSentence>{revert.mistake!}</DomainSentence>
        </Notice>
      )}
      {revert?.state === 'done' && <TakenBack task={revert} place={place} />}
      <OutcomeCards
        title={say('import_read', { count: of.rows_done })}
        outcome={outcome}
        refused={`${path}/refused.csv`}
      />
    </Screen>
  );
}

interface RevertOutcome {
  customers: number;
  kept: number;
  keeps: readonly { merchant_id: string; kept: string }[];
}

function TakenBack({ task, place }: { task: ImportTask; place: string }) {
  const { say } = useWording();
  const { customers, kept, keeps } = task.outcome as unknown as RevertOutcome;
  return (
    <>
      <Notice mood={kept > 0 ? 'warn' : 'good'}>
        {say('import_taken_back', { count: customers })} {kept > 0 && say('import_kept', { count: kept })}
      </Notice>
      {keeps.length > 0 && (
        <Card title={say('import_stays')} id="kept" flush>
          <Table
            caption={say('import_stays')}
            columns={[{ name: say('customer') }, { name: say('import_stays') }]}
            rows={keeps.map(({ merchant_id, kept: what }) => [
              <a href={`${place}/customers?q=${encodeURIComponent(merchant_id)}`}>{merchant_id}</a>,
              <DomainSentence>{what}</DomainSentence>,
            ])}
          />
        </Card>
      )}
    </>
  );
}

interface RevertProps {
  frame: FrameView;
  place: string;
  token: string;
  of: ListedImport;
}

/** Names everything that a revert destroys, before it is ordered. */
export function RevertScreen({ frame, place, token, of }: RevertProps) {
  const { say } = frame.wording;
  const path = `${place}/imports/${of.id}`;
  return (
    <Screen
      frame={frame}
      title={say('import_revert_title', { file: of.file_name })}
      narrow
      back={{ href: path, words: of.file_name }}
    >
      <Card>
        <p>
          {say('import_revert_created', { count: of.created })}{' '}
          {say('import_revert_changed', { count: of.changed })} {say('import_revert_spent')}
        </p>
        <form class="row" method="post" action={`${path}/revert`}>
          <FormToken token={token} />
          <Button kind="danger">{say('import_revert')}</Button>
          <ButtonLink href={path}>{say('leave_it')}</ButtonLink>
        </form>
      </Card>
    </Screen>
  );
}
