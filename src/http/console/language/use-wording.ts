import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type ConsoleWording, consoleWording } from './wording.ts';

/** The wording of the screen around a component. */
export const WordingContext = createContext<ConsoleWording | null>(null);

export function useWording(): ConsoleWording {
  return useContext(WordingContext) ?? consoleWording('en');
}
