import type { Refusal } from '../../../domain/imports/record-store.ts';
import type { ImportTask } from '../../../domain/imports/task-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Notice } from '../design/notice.tsx';
import { countText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { ImportState, type ListedImport } from './imports-screen.tsx';
import { OutcomeCards } from './outcome-cards.tsx';
import { Progress } from './progress.tsx';

interface ImportProps {
  frame: FrameView;
  program: Program;
  place: string;
  of: ListedImport;
  /** The first refused rows. */
  refusals: readonly Refusal[];
  /** The latest order to take it back. */
  revert: ImportTask | undefined;
}

/** One import: what it did, what it refused, and how it was taken back. */
export function ImportScreen({ frame, program, place, of, refusals, revert }: ImportProps) {
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/imports/${of.id}`;
  const outcome = { ...of, rows: of.rows_done, refusals, examples: [] };
  return (
    <Screen
      frame={frame}
      title={of.file_name}
      about={
        <span class="row">
          <Moment at={of.started_at} zone={zone} /> <ImportState of={of} />
        </span>
      }
      beside={
        <span class="row">
          {of.state !== 'reverted' && revert?.state !== 'waiting' && (
            <ButtonLink href={`${path}/revert`}>Take it back</ButtonLink>
          )}
          <ButtonLink href={`${place}/imports`}>To all imports</ButtonLink>
        </span>
      }
    >
      {revert?.state === 'waiting' && <Progress task={revert} path={path} />}
      {revert?.state === 'failed' && <Notice mood="bad">{revert.mistake}</Notice>}
      {revert?.state === 'done' && <TakenBack task={revert} place={place} />}
      <OutcomeCards
        title={`${countText(of.rows_done)} rows were read`}
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
  const { customers, kept, keeps } = task.outcome as unknown as RevertOutcome;
  return (
    <>
      <Notice mood={kept > 0 ? 'warn' : 'good'}>
        It is taken back from {countText(customers)} customers.{' '}
        {kept > 0 && `Of ${countText(kept)} something stays, since they were active in the meantime.`}
      </Notice>
      {keeps.length > 0 && (
        <Card title="What stays" id="kept" flush>
          <Table
            caption="What stays"
            columns={[{ name: 'Customer' }, { name: 'Stays' }]}
            rows={keeps.map(({ merchant_id, kept: what }) => [
              <a href={`${place}/customers?q=${encodeURIComponent(merchant_id)}`}>{merchant_id}</a>,
              what,
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

/** Names what a revert destroys, before it is ordered. */
export function RevertScreen({ frame, place, token, of }: RevertProps) {
  const path = `${place}/imports/${of.id}`;
  return (
    <Screen frame={frame} title={`Take ${of.file_name} back`}>
      <Card>
        <p>
          {countText(of.created)} customers whom the import created are erased, unless they were active since.
          The {countText(of.changed)} whom it changed become as they were, as far as nobody changed the same
          again. Points that were spent meanwhile stay spent.
        </p>
        <form class="row" method="post" action={`${path}/revert`}>
          <FormToken token={token} />
          <Button kind="danger">Take the import back</Button>
          <ButtonLink href={path}>Leave it</ButtonLink>
        </form>
      </Card>
    </Screen>
  );
}
