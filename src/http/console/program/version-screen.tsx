import type { ProgramPlan } from '../../../domain/plans/program-plan.ts';
import type { VersionSummary } from '../../../domain/programs/version-store.ts';
import type { FileChange } from '../../../program-file/compare-files.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { momentText } from '../design/numbers.ts';
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
  /** The number of the version that it is compared with; null: it is the first. */
  against: number | null;
  changes: readonly FileChange[];
  file: string;
  may_change: boolean;
}

/** A version of the program: what it changed, and its file. */
export function VersionScreen(props: VersionProps) {
  const { frame, path, zone, version, newest, against, changes, file, may_change } = props;
  const { version: number, created_at, actor_name } = version;
  return (
    <Screen
      frame={frame}
      title={`Version ${number}`}
      about={[`${momentText(created_at, zone)} by ${actor_name}`, reasonOf(version)]
        .filter(Boolean)
        .join(' · ')}
      beside={
        <div class="row">
          <ButtonLink href={`${path}/versions`}>History</ButtonLink>
          {may_change && number !== newest && (
            <ButtonLink kind="main" href={`${path}/versions/${number}/rollback`}>
              Go back to this version
            </ButtonLink>
          )}
        </div>
      }
    >
      {newest > 1 && (
        <form class="row filters" action={`${path}/versions/${number}`} method="get">
          <Field
            name="against"
            label="Compared with version"
            type="number"
            value={String(against ?? number)}
            inputmode="numeric"
          />
          <Button>Compare</Button>
        </form>
      )}
      <Card title={against === null ? 'The first version' : `Changes since version ${against}`} id="diff">
        {changes.length === 0 ? (
          <p class="muted">{against === null ? 'There is nothing before it.' : 'Both are the same.'}</p>
        ) : (
          <ChangeList changes={changes} />
        )}
      </Card>
      <Card title="The file" id="file" beside={<CopyButton text={file} label="Copy the file" />}>
        <FileText text={file} />
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
  /** Whether a change of this program takes two people, so that going back begins with a draft. */
  takes_two: boolean;
}

/** The effects of going back to a version, and the button that does it. */
export function RollbackScreen({ frame, path, zone, number, plan, who, token, takes_two }: RollbackProps) {
  return (
    <Screen
      frame={frame}
      title={`Go back to version ${number}`}
      about="It becomes a new version. Nothing leaves the history, and points, claims and orders stay as they are."
      beside={<ButtonLink href={`${path}/versions/${number}`}>Leave it</ButtonLink>}
    >
      <PlanView plan={plan} zone={zone} who={who} />
      {plan.changes.length > 0 && (
        <Card title={takes_two ? 'A change takes two people' : 'Go back'} id="go">
          <form
            class="stack"
            method="post"
            action={takes_two ? `${path}/drafts` : `${path}/versions/${number}/rollback`}
          >
            <FormToken token={token} />
            <input type="hidden" name="built_on" value={String(plan.base_version)} />
            <input type="hidden" name="from_version" value={String(number)} />
            <Field name="note" label="Why" help="The history shows it." />
            <div class="row">
              {takes_two ? (
                <Button kind="main">Begin a draft with version {number}</Button>
              ) : (
                <Button kind="danger">Go back to version {number}</Button>
              )}
            </div>
          </form>
        </Card>
      )}
    </Screen>
  );
}
