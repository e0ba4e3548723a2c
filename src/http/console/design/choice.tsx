import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface ChoiceProps {
  /** Its id too: unique on the screen. */
  name: string;
  checked?: boolean;
  /** The thing that is chosen. */
  children: ComponentChildren;
}

/** Something to choose or to leave. It is sent as `on`. */
export function Choice({ name, checked = false, children }: ChoiceProps) {
  return (
    <label class="choice" for={name}>
      <input type="checkbox" id={name} name={name} checked={checked} />
      <span>{children}</span>
    </label>
  );
}

interface ChoicesProps {
  legend: string;
  help?: string;
  /** The mistake in what was sent. */
  wrong?: ComponentChildren;
  children: ComponentChildren;
}

/** Choices of one kind. */
export function Choices({ legend, help, wrong, children }: ChoicesProps) {
  return (
    <fieldset class="field choices">
      <legend>{legend}</legend>
      {help && <p class="help">{help}</p>}
      {children}
      {wrong && (
        <p class="wrong">
          <Icon name="alert" />
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
