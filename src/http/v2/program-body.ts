import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/core/errors.ts';
import { ProgramChangeRefused } from '../../domain/programs/program-change-refused.ts';
import type { ProgramDefinition } from '../../domain/programs/program-definition.ts';
import { withProgramFile } from '../../program-file/apply-program-file.ts';
import { ProgramFileError } from '../../program-file/mistakes.ts';
import { yamlText } from '../../program-file/write-program-file.ts';
import { TEXT_PATTERN, Text } from '../schema-helpers.ts';

/** The program file in a body: as YAML text, or as the JSON that the same YAML would be. */
export const ProgramBodySchema = Type.Object(
  {
    program: Type.Unsafe<string | object>({
      type: ['object', 'string'],
      pattern: TEXT_PATTERN,
      description:
        'The program file: an object as `/program.schema.json` describes it, or the text of a file in YAML. ' +
        'A body of the type `application/yaml` is the text itself.',
      examples: [
        {
          key: 'my-store',
          name: 'My store',
          currency: 'USD',
          sites: {
            main: { name: 'My store', url: 'https://shop.example', languages: ['en'], time_zone: 'UTC' },
          },
        },
      ],
    }),
  },
  { title: 'ProgramBody' },
);

export const NOTE_PARAMETER = {
  note: Type.Optional(
    Text({ minLength: 1, description: 'The reason for the change, for the history of versions.' }),
  ),
};

/** The text of the file. JSON is YAML too, so its mistakes have lines as well: the lines of the indented JSON. */
export function programText({ program }: { program: string | object }): string {
  return typeof program === 'string' ? program : `${JSON.stringify(program, null, 2)}\n`;
}

/** The text of a draft's file, which people edit further: an object is written as YAML. */
export function draftText(program: string | object): string {
  return typeof program === 'string' ? program : yamlText(program);
}

/**
 * Runs `work` with the definition in a request's program file for the caller's program. Throws
 * DomainError('invalid_program_file') with every mistake, as the command lists them.
 */
export async function withProgramOf<R>(
  { program }: Pick<FastifyRequest, 'program'>,
  text: string,
  work: (definition: ProgramDefinition) => Promise<R>,
): Promise<R> {
  return refusingMistakes(() =>
    withProgramFile(text, null, async (definition) => {
      if (definition.key === program.key) return work(definition);
      const message = `must be ${program.key}: the API key or access token is of that program`;
      throw new ProgramChangeRefused([{ entry: null, property: 'key', message }]);
    }),
  );
}

/** Throws DomainError('invalid_program_file') for a program file or a change that is refused. */
export async function refusingMistakes<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProgramFileError) throw invalidFile(error.mistakes);
    if (error instanceof ProgramChangeRefused) throw invalidFile(error.refusals.map(placeless));
    throw error;
  }
}

function placeless({ entry, property, message }: ProgramChangeRefused['refusals'][number]) {
  return { path: entry ? `${entry.kind} ${entry.key}: ${property}` : property, message };
}

function invalidFile(mistakes: readonly object[]): DomainError {
  const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`;
  const message = `The program has ${count}, which details.mistakes lists. Nothing was changed.`;
  return new DomainError('invalid_program_file', message, { details: { mistakes } });
}
