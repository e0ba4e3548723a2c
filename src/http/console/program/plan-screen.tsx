import type { ProgramPlan } from '../../../domain/plans/program-plan.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { Field } from '../design/field.tsx';
import type { FrameView } from '../design/frame.tsx';
import { useWording } from '../language/use-wording.ts';
import { ComplaintList } from './complaint-list.tsx';
import { DraftFrame, writersText } from './draft-frame.tsx';
import { PlanView } from './plan-view.tsx';
import type { ReadDraft } from './read-draft.ts';
import type { Complaint } from './refused-change.ts';

interface PlanScreenProps {
  frame: FrameView;
  path: string;
  zone: string;
  read: ReadDraft;
  /** Absent: the draft cannot be published, for the reasons in `complaints`. */
  plan?: ProgramPlan | undefined;
  complaints: readonly Complaint[];
  previews: boolean;
  who?: string | undefined;
  /** The publisher: this operator, a second person, or only an operator who may change the program. */
  publisher: 'me' | 'another' | 'not_me';
  takes_two: boolean;
  /** The full address of the screen, for a colleague. */
  address: string;
  token: string;
}

/** The effects of a draft's publication, and the button that publishes it. */
export function PlanScreen(props: PlanScreenProps) {
  const { frame, path, zone, read, plan, complaints, previews, who } = props;
  return (
    <DraftFrame {...read} {...{ frame, path, previews }} at="plan">
      <ComplaintList complaints={complaints} file={`${path}/file`} />
      {plan && <PlanView plan={plan} zone={zone} who={who} />}
      {plan && plan.changes.length > 0 && <Publication {...props} plan={plan} />}
    </DraftFrame>
  );
}

function Publication({
  path,
  read,
  plan,
  publisher,
  takes_two,
  address,
  token,
}: PlanScreenProps & { plan: ProgramPlan }) {
  const { say } = useWording();
  const { draft, state } = read;
  if (publisher === 'not_me') return null;
  if (publisher === 'another') {
    return (
      <Card title={say('publish_other')} id="publication">
        <p>{say('publish_other_about')}</p>
        <p>
          <span class="secret" dir="ltr">
            {address}
          </span>
          <CopyButton text={address} label={say('publish_copy')} />
        </p>
      </Card>
    );
  }
  return (
    <Card title={say(takes_two ? 'publish_approve' : 'publish')} id="publication">
      <form class="stack" method="post" action={`${path}/publish`}>
        <FormToken token={token} />
        <input type="hidden" name="revision" value={String(draft.revision)} />
        <input type="hidden" name="version" value={String(state.version)} />
        {takes_two && <p>{say('publish_second', { writers: writersText(draft) })}</p>}
        <Field name="note" label={say('why')} value={draft.note ?? ''} help={say('history_shows')} />
        <div class="row">
          <Button kind="main">{say(takes_two ? 'publish_approve' : 'publish')}</Button>
          <span class="muted small">{say('publish_becomes', { version: (plan.base_version ?? 0) + 1 })}</span>
        </div>
      </form>
    </Card>
  );
}
