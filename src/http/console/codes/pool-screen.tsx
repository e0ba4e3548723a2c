import type { PoolLevel } from '../../../domain/claims/code-pools.ts';
import type { ImportedCodes } from '../../../domain/operations/import-codes.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { FileField, TextArea } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { countText } from '../design/numbers.ts';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';
import { nameOf } from '../program-names.ts';
import { Level } from './pools-screen.tsx';

interface PoolProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  pool: PoolLevel;
  form: PoolForm;
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
export function PoolScreen({ frame, program, place, token, pool, form }: PoolProps) {
  const { lines, wrong, result } = form;
  return (
    <Screen
      frame={frame}
      title={nameOf(program, 'reward', pool.reward.key)}
      about={<Level of={pool} />}
      beside={<ButtonLink href={`${place}/codes`}>To all pools</ButtonLink>}
    >
      {!pool.in_use && (
        <Notice mood="warn">
          The program file says that the codes of this reward are made by the server. Codes in the pool wait
          until it says <code>codes: pool</code>.
        </Notice>
      )}
      <Stats
        stats={[
          { name: 'Left', figure: countText(pool.remaining) },
          { name: 'Given', figure: countText(pool.given) },
        ]}
      />
      {result && <Result result={result} />}
      <Card title="Import codes" id="import">
        <form
          class="stack"
          method="post"
          enctype="multipart/form-data"
          action={`${place}/codes/${encodeURIComponent(pool.reward.key)}`}
        >
          <FormToken token={token} />
          <TextArea
            name="lines"
            label="Codes, one a line"
            value={lines}
            rows={8}
            codes
            {...(wrong && { wrong })}
          />
          <FileField
            name="file"
            label="Or a file"
            accept=".csv,.txt,text/csv,text/plain"
            help="A code a line, or a csv’s first column, up to 5 MB. loyaltyd codes import takes any size."
          />
          <div class="row">
            <Button kind="main" name="deed" value="try">
              Try it
            </Button>
            <Button name="deed" value="import">
              Import
            </Button>
          </div>
        </form>
      </Card>
    </Screen>
  );
}

function Result({ result }: { result: NonNullable<PoolForm['result']> }) {
  const { dry_run, imported, already_there, refused, refusals } = result;
  const words = dry_run
    ? `Nothing was imported yet: ${countText(imported)} codes would be, as the lines below say.`
    : `${countText(imported)} codes were imported.`;
  return (
    <>
      <div role="status">
        <Notice mood={refused > 0 ? 'warn' : 'good'}>
          {words} {already_there > 0 && `${countText(already_there)} were there already. `}
          {refused > 0 && `${countText(refused)} lines are refused.`}
        </Notice>
      </div>
      {refused > 0 && (
        <Card title="Refused lines" id="refused" flush>
          <Table
            caption="Refused lines"
            columns={[{ name: 'Line' }, { name: 'Why' }]}
            rows={refusals.map(({ line, reason }) => [countText(line), `This line ${reason}.`])}
          />
        </Card>
      )}
      {refused > refusals.length && (
        <p class="muted small">… and {countText(refused - refusals.length)} more.</p>
      )}
    </>
  );
}
