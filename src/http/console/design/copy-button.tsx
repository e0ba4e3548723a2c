import { useWording } from '../language/use-wording.ts';
import { Icon } from './icon.tsx';

/** A button that copies a text. Without a script it is hidden. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { say } = useWording();
  return (
    <button type="button" class="copy scripted" data-copy={text} aria-label={label} title={say('copy')}>
      <Icon name="copy" />
    </button>
  );
}
