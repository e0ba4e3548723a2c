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

interface OneOfProps extends Omit<ChoicesProps, 'children'> {
  name: string;
  value: string;
  /** Words to choose from, by their values. */
  options: readonly (readonly [value: string, words: ComponentChildren])[];
}

/** One of a few things whose words are long: all of them are read at once. */
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
