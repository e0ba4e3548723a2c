import { Readable } from 'node:stream';
import { DomainError } from '../../../domain/core/errors.ts';
import { EXPORT_FORMATS, EXPORTS } from '../../../domain/exports/export-names.ts';
import { startExport } from '../../../domain/operations/export-rows.ts';
import { actorOf } from '../../actor-of.ts';
import { describeFailure, logFailure } from '../../errors.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { FormToken } from '../access/alone.tsx';
import { sendScreen } from '../access/screens.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import type { Show } from '../show.ts';

export const showExport: Show = async (deps, { place, frame }, request, reply) => {
  const view = { place, token: operatorFormToken(deps, request) };
  return sendScreen(reply, 200, <ExportScreen {...view} frame={frame('imports')} />);
};

/** The rows as they are read: a download of any size takes little memory. */
export const sendExport: Show = async (deps, { program }, request, reply) => {
  const { what: asked, format: form } = parametersOfForm(request).parameters;
  const what = EXPORTS.find((one) => one === asked);
  const format = EXPORT_FORMATS.find((one) => one === form);
  if (!what || !format) throw new DomainError('invalid_request', 'There is no such export.');
  const { bytes } = await startExport(deps, { program, what, format, since_id: 0, by: actorOf(request) });
  reply.header('content-disposition', `attachment; filename="${program.key}-${what}.${format}"`);
  reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8');
  const stream = Readable.from(bytes, { objectMode: false });
  // Half of the answer is out: the connection breaks off, and only the log can say why.
  stream.once('error', (error) => logFailure(describeFailure(error), error, request));
  return reply.send(stream);
};

const WORDS: Record<(typeof EXPORTS)[number], string> = {
  customers: 'Customers, with points and tiers',
  transactions: 'Transactions: every change of points',
  activities: 'Activities: everything that earned',
};

function ExportScreen({ frame, place, token }: { frame: FrameView; place: string; token: string }) {
  return (
    <Screen
      frame={frame}
      title="Export"
      about="Everything up to now. A file of customers can be imported again, here or elsewhere."
    >
      <Card>
        <form class="stack" method="post" action={`${place}/imports/export`}>
          <FormToken token={token} />
          <Field
            name="what"
            label="Export"
            value="customers"
            options={EXPORTS.map((name) => [name, WORDS[name]] as const)}
          />
          <Field
            name="format"
            label="As"
            value="csv"
            options={[
              ['csv', 'csv, for spreadsheets'],
              ['jsonl', 'JSON lines, for programs'],
            ]}
          />
          <div class="row">
            <Button kind="main" icon="download">
              Download
            </Button>
            <ButtonLink href={`${place}/imports`}>Leave it</ButtonLink>
          </div>
        </form>
      </Card>
    </Screen>
  );
}
