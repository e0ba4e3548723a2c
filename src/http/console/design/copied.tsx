import { Breaks } from './breaks.tsx';
import { CopyButton } from './copy-button.tsx';

/** A text that people take elsewhere, such as an id, with the button that copies it. `label`: of the button. */
export function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span class="cut">
      <span>
        <Breaks of={text} />
      </span>
      <CopyButton text={text} label={label} />
    </span>
  );
}
