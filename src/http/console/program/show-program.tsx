import { may } from '../../../domain/operators/roles.ts';
import { listDrafts } from '../../../domain/programs/draft-store.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { sendScreen } from '../access/screens.tsx';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { languageNamed } from './languages.ts';
import { partNamed } from './program-parts.ts';
import { ProgramScreen } from './program-screen.tsx';
import { readLive } from './read-program.ts';

/** Whether the operator may change the program. */
export function mayChange({ operator, program }: Visit): boolean {
  return may(operator, 'write_configuration', program.id);
}

export const showProgram: Show = async (deps, visit, request, reply) => {
  const { program, place, frame } = visit;
  const { part, language } = textsOf(request.query);
  const [live, drafts] = await Promise.all([
    readLive(deps, program),
    listDrafts(deps.db, program.id, { published: false, limit: 100 }),
  ]);
  const token = mayChange(visit) ? operatorFormToken(deps, request) : undefined;
  return sendScreen(
    reply,
    200,
    <ProgramScreen
      {...live}
      {...{ place, drafts, token }}
      frame={frame('program')}
      part={partNamed(part)}
      language={languageNamed(program, language)}
    />,
  );
};
