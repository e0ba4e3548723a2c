import { Breaks } from './breaks.tsx';
import { CopyButton } from './copy-button.tsx';

/** A text that people use elsewhere, such as an id, with a button that copies it. `label`: the button's label. */
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
