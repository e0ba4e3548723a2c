import { sendScreen } from '../access/screens.tsx';
import { pagePlace } from '../page-place.ts';
import { type Show, textsOf } from '../show.ts';
import { AuditScreen } from './audit-screen.tsx';
import { auditQuestion, readAudit } from './read-audit.ts';

export const showAudit: Show = async (deps, { operator, program, place, frame }, request, reply) => {
  const query = textsOf(request.query);
  const asked = auditQuestion(query);
  const audit = await readAudit(deps, program, asked, pagePlace(query));
  return sendScreen(
    reply,
    200,
    <AuditScreen {...audit} {...{ operator, program, place, asked }} frame={frame('audit')} />,
  );
};
