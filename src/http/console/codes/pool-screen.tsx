import type { PoolLevel } from '../../../domain/claims/code-pools.ts';
import type { CodeImport } from '../../../domain/imports/code-import-store.ts';
import type { HalfImported, ImportedCodes } from '../../../domain/operations/import-codes.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { FileField, TextArea } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Notice } from '../design/notice.tsx';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';
import { Progress } from '../imports/progress.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import type { LiveState } from '../live.ts';
import { nameOf } from '../program-names.ts';
import { Level } from './pools-screen.tsx';

interface PoolProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  pool: PoolLevel;
  /** The latest work on this pool's codes. */
  latest: CodeImport | undefined;
  /** Whether this operator ordered it. */
  isTheirs: boolean;
  form: PoolForm;
}

export interface PoolForm {
  /** The lines, to be corrected or sent again. */
  lines: string;
  /** The mistake in the sent form. */
  wrong?: string;
}

/** One pool: its level, and a form for more codes. */
export function PoolScreen({ frame, program, place, token, pool, latest, isTheirs, form }: PoolProps) {
  const { wording } = frame;
  const { say, count, language } = wording;
  const path = `${place}/codes/${encodeURIComponent(pool.reward.key)}`;
  const isWaiting = latest?.state === 'waiting';
  return (
    <Screen
      frame={frame}
      title={nameOf(program, 'reward', pool.reward.key, language)}
      narrow
      back={{ href: `${place}/codes`, words: say('screen_codes') }}
      about={<Level of={pool} />}
    >
      {!pool.in_use && <Notice mood="warn">{say('codes_not_in_use')}</Notice>}
      <Stats
        stats={[
          { name: say('codes_left'), figure: count(pool.remaining) },
          { name: say('codes_given'), figure: count(pool.given) },
        ]}
      />
      {isWaiting && (
        <Progress
          title={say('codes_import')}
          path={path}
          state={codeProgress(wording, latest)}
          // A reload of the screen would discard the lines that the operator is about to send again.
          still={form.wrong !== undefined}
        />
      )}
      {latest?.state === 'failed' && <Failed latest={latest} />}
      {latest?.state === 'done' && (
        <Result {...{ latest, isTheirs, path, token }} zone={program.sites[0]!.time_zone} />
      )}
      {(!isWaiting || form.wrong !== undefined) && <More {...{ path, token, form }} />}
    </Screen>
  );
}

function More({ path, token, form: { lines, wrong } }: { path: string; token: string; form: PoolForm }) {
  const { say } = useWording();
  return (
    <Card title={say('codes_import')} id="import">
      <form class="stack" method="post" enctype="multipart/form-data" action={path}>
        <FormToken token={token} />
        <TextArea
          name="lines"
          label={say('codes_lines')}
          value={lines}
          rows={8}
          codes
          {...(wrong && { wrong })}
        />
        <FileField
          name="file"
          label={say('codes_file')}
          accept=".csv,.txt,text/csv,text/plain"
          help={say('codes_file_about')}
        />
        <div class="row">
          <Button kind="main" name="deed" value="try">
            {say('codes_try')}
          </Button>
          <Button name="deed" value="import">
            {say('codes_do_import')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** The progress of work on codes; undefined: the work was deleted. */
export function codeProgress({ say, count }: ConsoleWording, latest: CodeImport | undefined): LiveState {
  if (latest?.state !== 'waiting') return { text: '', done: 0, of_all: null, ended: true };
  const { done, of_all, leased_until } = latest;
  const text =
    leased_until === null && done === 0
      ? say('progress_begins')
      : say('progress_rows', { done: count(done), all: count(of_all) });
  return { text, done, of_all, ended: false };
}

/** A failed import shows the number of codes that it had added: these codes are in the pool. */
function Failed({ latest: { kind, mistake, kept } }: { latest: CodeImport }) {
  const { say } = useWording();
  const count = (kept as HalfImported | null)?.result.imported ?? 0;
  return (
    <Notice mood="bad">
      <DomainSentence>{mistake!}</DomainSentence> {kind === 'run' && say('codes_were', { count })}
    </Notice>
  );
}

interface ResultProps {
  latest: CodeImport;
  isTheirs: boolean;
  path: string;
  token: string;
  zone: string;
}

/** The result of an import, or of a trial. The operator who ordered the trial can import its codes. */
function Result({ latest, isTheirs, path, token, zone }: ResultProps) {
  const { say, count } = useWording();
  const { imported, already_there, refused, refusals } = latest.outcome as unknown as ImportedCodes;
  const isTrial = latest.kind === 'check';
  const words = say(isTrial ? 'codes_would' : 'codes_were', { count: imported });
  return (
    <>
      <div role="status">
        <Notice mood={refused > 0 ? 'warn' : 'good'}>
          {words} {already_there > 0 && `${say('codes_there', { count: already_there })} `}
          {refused > 0 && say('codes_refused', { count: refused })}{' '}
          <span class="muted">
            <Moment at={latest.finished_at!} zone={zone} />
          </span>
        </Notice>
      </div>
      {isTrial && isTheirs && imported > 0 && (
        <form class="row" method="post" action={path} enctype="multipart/form-data">
          <FormToken token={token} />
          <input type="hidden" name="trial" value={latest.id} />
          <Button kind="main" name="deed" value="import">
            {say('codes_import_tried', { count: imported })}
          </Button>
        </form>
      )}
      {refused > 0 && (
        <Card title={say('codes_refused_lines')} id="refused" flush>
          <Table
            caption={say('codes_refused_lines')}
            columns={[{ name: say('codes_line') }, { name: say('codes_why') }]}
            rows={refusals.map(({ line, reason }) => [
              count(line),
              <DomainSentence>{`This line ${reason}.`}</DomainSentence>,
            ])}
          />
        </Card>
      )}
      {refused > refusals.length && (
        <p class="muted small">{say('codes_more', { count: count(refused - refusals.length) })}</p>
      )}
    </>
  );
}
