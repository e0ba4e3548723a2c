import type { MergeConflict } from '../../../program-file/merge-values.ts';
import { formatPath } from '../../../program-file/mistakes.ts';
import { withoutPictures } from '../../../program-file/stand-ins.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { useWording } from '../language/use-wording.ts';
import { pathWords, valueText } from './change-list.tsx';
import { FileText } from './file-text.tsx';

interface ChoiceProps {
  frame: FrameView;
  title: string;
  about: string;
  /** The address to which the choice is sent. */
  action: string;
  token: string;
  /** Fields that the form sends again, so that no work is lost. */
  kept: Readonly<Record<string, string>>;
  /** The places that both sides changed; null: a text cannot be read, so that one side must be taken as a whole. */
  conflicts: readonly MergeConflict[] | null;
  /** The whole texts, if nothing can be chosen place by place. */
  texts?: { theirs: string; mine: string } | undefined;
  /** Whether there is a button that keeps all of my changes; otherwise only single places can be chosen. */
  keeps_mine: boolean;
  /** The address that shows their version and drops mine. */
  theirs_at: string;
}

/** The choice after two people changed the same thing. Nothing is lost: their change, mine, or both. */
export function ChoiceScreen(props: ChoiceProps) {
  const { frame, title, about, action, token, kept, conflicts, texts, keeps_mine, theirs_at } = props;
  const { say } = frame.wording;
  return (
    <Screen frame={frame} title={title} about={about}>
      <form class="stack" method="post" action={action}>
        <FormToken token={token} />
        {Object.entries(kept).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {conflicts?.map((conflict) => (
          <Conflict conflict={conflict} />
        ))}
        {texts && (
          <div class="grid">
            <Whole title={say('choice_theirs')} id="theirs" text={texts.theirs} />
            <Whole title={say('choice_mine')} id="mine" text={texts.mine} />
          </div>
        )}
        <div class="row">
          {conflicts && (
            <Button kind="main" name="deed" value="both">
              {say('choice_both')}
            </Button>
          )}
          {keeps_mine && (
            <Button name="deed" value="mine" {...(!conflicts && { kind: 'main' })}>
              {say('choice_keep_mine')}
            </Button>
          )}
          <ButtonLink href={theirs_at} kind="bare">
            {say(keeps_mine ? 'choice_keep_theirs' : 'leave_it')}
          </ButtonLink>
        </div>
      </form>
    </Screen>
  );
}

function Conflict({ conflict: { path, base, theirs, mine } }: { conflict: MergeConflict }) {
  const wording = useWording();
  const { say } = wording;
  const name = formatPath(path);
  return (
    <Card>
      <fieldset class="group bare-group">
        <legend>{pathWords(wording, name)}</legend>
        <p class="muted small">
          {say('choice_before')} <code>{valueText(wording, base)}</code>
        </p>
        {(['mine', 'theirs'] as const).map((side) => (
          <label class="choice">
            <input type="radio" name={`take:${name}`} value={side} checked={side === 'mine'} />
            <span>
              {say(`choice_${side}`)} <code>{valueText(wording, side === 'mine' ? mine : theirs)}</code>
            </span>
          </label>
        ))}
      </fieldset>
    </Card>
  );
}

function Whole({ title, id, text }: { title: string; id: string; text: string }) {
  return (
    <Card title={title} id={id}>
      <FileText text={withoutPictures(text)} />
    </Card>
  );
}
