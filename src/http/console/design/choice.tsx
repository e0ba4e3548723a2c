import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface ChoiceProps {
  /** The name, and also the id: unique on the screen. */
  name: string;
  checked?: boolean;
  /** The words for the choice. */
  children: ComponentChildren;
}

/** A checkbox. It is sent as `on`. */
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
  /** The mistake in the sent form. */
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

interface OneOfProps extends Omit<ChoicesProps, 'children'> {
  name: string;
  value: string;
  /** The options: their values and their words. */
  options: readonly (readonly [value: string, words: ComponentChildren])[];
}

/** A choice of one option among a few with long words: the reader sees all of them at once. */
export function OneOf({ name, value, options, ...about }: OneOfProps) {
  return (
    <Choices {...about}>
      {options.map(([option, words]) => (
        <label class="choice" for={`${name}-${option}`}>
          <input
            type="radio"
            id={`${name}-${option}`}
            name={name}
            value={option}
            checked={option === value}
            required
          />
          <span>{words}</span>
        </label>
      ))}
    </Choices>
  );
}
