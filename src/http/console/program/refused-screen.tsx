import { ButtonLink } from '../design/button.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { ComplaintList } from './complaint-list.tsx';
import type { Complaint } from './refused-change.ts';

interface RefusedProps {
  frame: FrameView;
  title: string;
  complaints: readonly Complaint[];
  /** The link to the place of the remedy. */
  back: { href: string; words: string };
}

/** A refused change of the program, with every reason. */
export function RefusedScreen({ frame, title, complaints, back }: RefusedProps) {
  return (
    <Screen frame={frame} title={title} about={frame.wording.say('complaint_nothing')}>
      <ComplaintList complaints={complaints} />
      <p>
        <ButtonLink kind="main" href={back.href}>
          {back.words}
        </ButtonLink>
      </p>
    </Screen>
  );
}
