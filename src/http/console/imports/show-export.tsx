import { Readable } from 'node:stream';
import { DomainError } from '../../../domain/core/errors.ts';
import { EXPORT_FORMATS, EXPORTS } from '../../../domain/exports/export-names.ts';
import { startExport } from '../../../domain/operations/export-rows.ts';
import { actorOf } from '../../actor-of.ts';
import { describeFailure, logFailure } from '../../errors.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { sendScreen } from '../access/screens.tsx';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import type { Show } from '../show.ts';
import { whileAdmitted } from './while-admitted.ts';

export const showExport: Show = async (deps, { place, frame }, request, reply) => {
  const view = { place, token: operatorFormToken(deps, request) };
  return sendScreen(reply, 200, <ExportScreen {...view} frame={frame('imports')} />);
};

/** Sends the rows while they are read: a download of any size takes little memory. */
export const sendExport: Show = async (deps, { program }, request, reply) => {
  const { what: asked, format: form } = parametersOfForm(request).parameters;
  const what = EXPORTS.find((one) => one === asked);
  const format = EXPORT_FORMATS.find((one) => one === form);
  if (!what || !format) throw new DomainError('invalid_request', 'There is no such export.');
  const { bytes } = await startExport(deps, { program, what, format, since_id: 0, by: actorOf(request) });
  reply.header('content-disposition', `attachment; filename="${program.key}-${what}.${format}"`);
  reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8');
  const stream = Readable.from(whileAdmitted(deps, request, bytes), { objectMode: false });
  // A part of the answer is already sent. So the connection breaks off, and only the log can give the reason.
  stream.once('error', (error) => logFailure(describeFailure(error), error, request));
  return reply.send(stream);
};

function ExportScreen({ frame, place, token }: { frame: FrameView; place: string; token: string }) {
  const { say } = frame.wording;
  return (
    <Screen
      frame={frame}
      title={say('export')}
      narrow
      back={{ href: `${place}/imports`, words: say('screen_imports') }}
      about={say('export_about')}
    >
      <Card>
        <form class="stack" method="post" action={`${place}/imports/export`}>
          <FormToken token={token} />
          <Field
            name="what"
            label={say('export')}
            value="customers"
            options={EXPORTS.map((name) => [name, say(`export_${name}`)] as const)}
          />
          <Field
            name="format"
            label={say('export_as')}
            value="csv"
            options={[
              ['csv', say('export_csv')],
              ['jsonl', say('export_jsonl')],
            ]}
          />
          <div class="row">
            <Button kind="main" icon="download">
              {say('export_download')}
            </Button>
            <ButtonLink href={`${place}/imports`}>{say('leave_it')}</ButtonLink>
          </div>
        </form>
      </Card>
    </Screen>
  );
}
