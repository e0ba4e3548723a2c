import type { ProgramPlan } from '../../../domain/plans/program-plan.ts';
import type { VersionSummary } from '../../../domain/programs/version-store.ts';
import type { FileChange } from '../../../program-file/compare-files.ts';
import { withoutPictures } from '../../../program-file/stand-ins.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Sentence } from '../design/sentence.tsx';
import { ChangeList } from './change-list.tsx';
import { FileText } from './file-text.tsx';
import { reasonOf } from './history-screen.tsx';
import { PlanView } from './plan-view.tsx';

interface VersionProps {
  frame: FrameView;
  path: string;
  zone: string;
  version: VersionSummary;
  newest: number;
  /** The number of the version with which it is compared; null: it is the first. */
  against: number | null;
  changes: readonly FileChange[];
  file: string;
  may_change: boolean;
}

/** A version of the program: its changes, and its file. */
export function VersionScreen(props: VersionProps) {
  const { frame, path, zone, version, newest, against, changes, file, may_change } = props;
  const { wording } = frame;
  const { say } = wording;
  const { version: number, created_at, actor_name } = version;
  const shown = withoutPictures(file);
  return (
    <Screen
      frame={frame}
      title={say('program_version', { version: number })}
      back={{ href: `${path}/versions`, words: say('program_history') }}
      about={
        <Sentence at={created_at} zone={zone}>
          {(moment) => [moment, actor_name, reasonOf(wording, version)].filter(Boolean).join(' · ')}
        </Sentence>
      }
      beside={
        may_change &&
        number !== newest && (
          <ButtonLink kind="main" href={`${path}/versions/${number}/rollback`}>
            {say('version_go_back')}
          </ButtonLink>
        )
      }
    >
      {newest > 1 && (
        <form class="row filters" action={`${path}/versions/${number}`} method="get">
          <Field
            name="against"
            label={say('version_compared')}
            type="number"
            value={String(against ?? newest)}
            inputmode="numeric"
          />
          <Button>{say('version_compare')}</Button>
        </form>
      )}
      <Card
        title={against === null ? say('version_first') : say('version_changes', { version: against })}
        id="diff"
      >
        {changes.length === 0 ? (
          <p class="muted">{say(against === null ? 'version_nothing_before' : 'version_same')}</p>
        ) : (
          <ChangeList changes={changes} />
        )}
      </Card>
      <Card
        title={say('version_file')}
        id="file"
        beside={
          <ButtonLink href={`${path}/versions/${number}/program.yaml`} low>
            {say('version_download')}
          </ButtonLink>
        }
      >
        {shown !== file && <p class="muted small">{say('version_pictures')}</p>}
        <FileText text={shown} />
      </Card>
    </Screen>
  );
}

interface RollbackProps {
  frame: FrameView;
  path: string;
  zone: string;
  number: number;
  plan: ProgramPlan;
  who?: string | undefined;
  token: string;
  /** Whether a change of this program takes two people. Then a rollback begins with a draft. */
  takes_two: boolean;
}

/** The effects of a rollback to a version, and the button for it. */
export function RollbackScreen({ frame, path, zone, number, plan, who, token, takes_two }: RollbackProps) {
  const { say } = frame.wording;
  return (
    <Screen
      frame={frame}
      title={say('rollback_title', { version: number })}
      back={{ href: `${path}/versions/${number}`, words: say('program_version', { version: number }) }}
      about={say('rollback_about')}
    >
      <PlanView plan={plan} zone={zone} who={who} />
      {plan.changes.length > 0 && (
        <Card title={say(takes_two ? 'rollback_two' : 'rollback_go')} id="go">
          <form
            class="stack"
            method="post"
            action={takes_two ? `${path}/drafts` : `${path}/versions/${number}/rollback`}
          >
            <FormToken token={token} />
            <input type="hidden" name="built_on" value={String(plan.base_version)} />
            <input type="hidden" name="from_version" value={String(number)} />
            <Field name="note" label={say('why')} help={say('history_shows')} />
            <div class="row">
              {takes_two ? (
                <Button kind="main">{say('rollback_begin', { version: number })}</Button>
              ) : (
                <Button kind="danger">{say('rollback_title', { version: number })}</Button>
              )}
            </div>
          </form>
        </Card>
      )}
    </Screen>
  );
}
