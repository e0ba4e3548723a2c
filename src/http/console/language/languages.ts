import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNamed } from '../../operator-session.ts';
import { wantedLanguage } from '../../shared/wanted-language.ts';
import { dropChoice, keepChoice } from '../kept-choice.ts';

/** The languages of the console, each by its own name. */
export const CONSOLE_LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  ar: 'العربية',
} as const;
export type ConsoleLanguage = keyof typeof CONSOLE_LANGUAGES;
export const LANGUAGE_TAGS = Object.keys(CONSOLE_LANGUAGES) as ConsoleLanguage[];

const COOKIE = 'console_language';

export function isConsoleLanguage(word: string | undefined): word is ConsoleLanguage {
  return word !== undefined && Object.hasOwn(CONSOLE_LANGUAGES, word);
}

/**
 * The language that the reader chose, as an operator or else in this browser; otherwise the first known one that the
 * browser asks for; otherwise English. A choice in a browser stays there, even while the operator leaves the language
 * to each browser.
 */
export function languageOf(request: FastifyRequest): ConsoleLanguage {
  const chosen = request.operator?.language ?? cookieNamed(COOKIE, request);
  if (isConsoleLanguage(chosen)) return chosen;
  const wanted = wantedLanguage(request, isConsoleLanguage);
  return isConsoleLanguage(wanted) ? wanted : 'en';
}

export function forgetLanguage(reply: FastifyReply, deps: { publicUrl: string }): void {
  dropChoice(reply, deps, COOKIE);
}

export function keepLanguage(
  reply: FastifyReply,
  deps: { publicUrl: string },
  language: ConsoleLanguage,
): void {
  keepChoice(reply, deps, COOKIE, language);
}
