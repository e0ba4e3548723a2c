import type { FastifyRequest } from 'fastify';
import type { SignedInOperator } from '../../domain/operators/find-session.ts';
import { may } from '../../domain/operators/roles.ts';
import type { WebhookTopic } from '../../domain/outbox/topics.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { operatorOf, programsOf } from '../authenticate-operators.ts';
import { operatorFormToken } from '../operator-session.ts';
import type { FrameView } from './design/frame.tsx';
import { languageOf } from './language/languages.ts';
import { type ConsoleWording, consoleWording } from './language/wording.ts';
import { lookOf } from './look.ts';
import { consolePath } from './place.ts';
import { SCREEN_ENTRIES, type ScreenName } from './screens.ts';

/** The parts of the server, beside its dependencies, that screens show or use. */
export interface ConsoleTools {
  /** An invented payload of a topic. */
  samplePayload: (topic: WebhookTopic) => object;
  /** The version of the server. */
  version: string;
  /** Aborted when the server begins to close. */
  closing: AbortSignal;
  /** A preview of the loyalty page of a program that may not be live; undefined: there is no such customer. */
  previewPage: (
    deps: Deps,
    question: { program: Program; merchant_id: string | null; language: string | null },
  ) => Promise<{ html: string; headers: Record<string, string> } | undefined>;
}

/** A request of an operator to a screen of a program. */
export interface Visit {
  operator: SignedInOperator;
  program: Program;
  /** The path of the program's screens. */
  place: string;
  tools: ConsoleTools;
  /** The wording in the language of the operator. */
  wording: ConsoleWording;
  frame: (at: ScreenName, asked?: string) => FrameView;
}

/** The path of a program's screens. */
export function placeOf(deps: Pick<Deps, 'publicUrl'>, { key }: Pick<Program, 'key'>): string {
  return `${consolePath(deps)}/p/${encodeURIComponent(key)}`;
}

/** The first screen of a program that an operator may open; undefined: there is none. */
function beginOf(
  deps: Pick<Deps, 'publicUrl'>,
  operator: SignedInOperator,
  program: Pick<Program, 'id' | 'key'>,
): string | undefined {
  const entry = SCREEN_ENTRIES.find(({ right }) => may(operator, right, program.id));
  return entry && `${placeOf(deps, program)}/${entry.path}`;
}

/** The first address of an operator: the first screen of the first program; without a program, the account. */
export async function firstScreen(
  deps: Pick<Deps, 'db' | 'publicUrl'>,
  operator: SignedInOperator,
): Promise<string> {
  for (const program of await programsOf(deps, operator)) {
    const begin = beginOf(deps, operator, program);
    if (begin !== undefined) return begin;
  }
  return `${consolePath(deps)}/account`;
}

/** The visit of a request to a screen of a program. The request's right is checked before. */
export async function visitOf(deps: Deps, tools: ConsoleTools, request: FastifyRequest): Promise<Visit> {
  const operator = operatorOf(request);
  const { program } = request;
  const programs = await programsOf(deps, operator);
  const base = consolePath(deps);
  const place = placeOf(deps, program);
  const entries = SCREEN_ENTRIES.filter(
    (entry) => may(operator, entry.right, program.id) && (program.test || !entry.test_only),
  );
  const wording = consoleWording(languageOf(request));
  return {
    operator,
    program,
    place,
    tools,
    wording,
    frame: (at, asked) => ({
      base,
      look: lookOf(request),
      wording,
      here: base.replace(/\/console$/, '') + request.raw.url!,
      operator,
      program: { name: program.name, test: program.test },
      programs: programs.flatMap((one) => {
        const href = beginOf(deps, operator, one);
        return href ? [{ name: one.name, href, current: one.id === program.id }] : [];
      }),
      ...(may(operator, 'read_customers', program.id) && { search: `${place}/customers` }),
      ...(asked !== undefined && { asked }),
      form_token: operatorFormToken(deps, request),
      screens: entries.map(({ name, path, icon, key: letter }) => ({
        href: `${place}/${path}`,
        title: wording.say(`screen_${name}`),
        icon,
        key: letter,
        current: name === at,
      })),
    }),
  };
}
