import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type ConsoleWording, consoleWording } from './wording.ts';

/**
 * The wording of the part of a screen that a component stands in. A screen that has no translation yet is English
 * inside its frame, so its parts are English with it.
 */
export const WordingContext = createContext<ConsoleWording | null>(null);

export function useWording(): ConsoleWording {
  return useContext(WordingContext) ?? consoleWording('en');
}
