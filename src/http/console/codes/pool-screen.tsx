import type { PoolLevel } from '../../../domain/claims/code-pools.ts';
import type { ImportedCodes } from '../../../domain/operations/import-codes.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { FileField, TextArea } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { Said } from '../design/said.tsx';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import type { LiveState } from '../live.ts';
import { nameOf } from '../program-names.ts';
import { Level } from './pools-screen.tsx';

interface PoolProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  pool: PoolLevel;
  form: PoolForm;
  /** How far imports are. */
  progress: LiveState;
}

export interface PoolForm {
  /** The lines, to be sent again. */
  lines: string;
  /** The mistake in what was sent. */
  wrong?: string;
  /** null: nothing was sent. */
  result: (ImportedCodes & { dry_run: boolean }) | null;
}

/** One pool: its level, and more codes for it. */
export function PoolScreen({ frame, program, place, token, pool, form, progress }: PoolProps) {
  const { lines, wrong, result } = form;
  const { say, count, language } = frame.wording;
  const path = `${place}/codes/${encodeURIComponent(pool.reward.key)}`;
  return (
    <Screen
      frame={frame}
      title={nameOf(program, 'reward', pool.reward.key, language)}
      about={<Level of={pool} />}
      beside={<ButtonLink href={`${place}/codes`}>{say('codes_all')}</ButtonLink>}
    >
      {!pool.in_use && <Notice mood="warn">{say('codes_not_in_use')}</Notice>}
      <Stats
        stats={[
          { name: say('codes_left'), figure: count(pool.remaining) },
          { name: say('codes_given'), figure: count(pool.given) },
        ]}
      />
      {result && <Result result={result} />}
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
          <Progress path={`${path}/progress`} {...progress} />
        </form>
      </Card>
    </Screen>
  );
}

/** Lines that are done, shown while an import goes on. Before the answer to its form comes, the form itself shows them. */
function Progress({ path, text, done, of_all }: LiveState & { path: string }) {
  const { say } = useWording();
  return (
    <div class="stack tight" data-live={path} hidden={text === ''}>
      <progress
        aria-label={say('codes_import')}
        max={of_all ?? undefined}
        value={of_all === null ? undefined : done}
      />
      <p class="muted" data-live-text>
        {text}
      </p>
    </div>
  );
}

function Result({ result }: { result: NonNullable<PoolForm['result']> }) {
  const { say, count } = useWording();
  const { dry_run, imported, already_there, refused, refusals } = result;
  const words = say(dry_run ? 'codes_would' : 'codes_were', { count: imported });
  return (
    <>
      <div role="status">
        <Notice mood={refused > 0 ? 'warn' : 'good'}>
          {words} {already_there > 0 && `${say('codes_there', { count: already_there })} `}
          {refused > 0 && say('codes_refused', { count: refused })}
        </Notice>
      </div>
      {refused > 0 && (
        <Card title={say('codes_refused_lines')} id="refused" flush>
          <Table
            caption={say('codes_refused_lines')}
            columns={[{ name: say('codes_line') }, { name: say('codes_why') }]}
            rows={refusals.map(({ line, reason }) => [count(line), <Said>{`This line ${reason}.`}</Said>])}
          />
        </Card>
      )}
      {refused > refusals.length && (
        <p class="muted small">{say('codes_more', { count: count(refused - refusals.length) })}</p>
      )}
    </>
  );
}
