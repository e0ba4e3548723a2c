import { Icon } from './icon.tsx';

/** Copies a text. Without a script it is not there. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <button type="button" class="copy scripted" data-copy={text} aria-label={label} title="Copy">
      <Icon name="copy" />
    </button>
  );
}
