import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app-types.ts';
import { TransportError } from '../errors.ts';
import { holdsNul } from '../shared/form-parameters.ts';

/** A file that came with a form. */
export interface UploadedFile {
  /** The name without a path; '' if the browser sent none. */
  name: string;
  bytes: Buffer;
}

/** A form as `acceptForms` reads it, with its files. */
interface UploadedForm {
  parameters: Record<string, string>;
  repeated: string[];
  /** The chosen files, by field. */
  files: Record<string, UploadedFile>;
}

/** The largest file in a form. Commands take larger files. */
export const MOST_UPLOADED_BYTES = 32 * 1024 * 1024;

/** The longest text of a field. */
export const FIELD_BYTES = 1024 * 1024;
/**
 * A reward with 250 product variants and a dozen tiers has more than 1,200 fields. The bytes of a form limit them too.
 */
const MOST_FIELDS = 5_000;
const MOST_FILES = 4;

/**
 * Reads forms with a file into memory, for routes that say `body: 'upload'`, up to the bytes of their `bodyLimit`:
 * Fastify does not apply it to parsers of streams. The operator's right is checked before.
 */
export function acceptUploads(app: App): void {
  app.addContentTypeParser(
    'multipart/form-data',
    async ({ routeOptions }: FastifyRequest, payload: IncomingMessage) =>
      readUpload(payload, routeOptions.bodyLimit),
  );
}

/** `most`: the bytes of the whole form, with room for one text field beside the file. */
async function readUpload(payload: IncomingMessage, most: number): Promise<UploadedForm> {
  const { Busboy } = await import('@fastify/busboy');
  const form: UploadedForm = { parameters: Object.create(null), repeated: [], files: Object.create(null) };
  const limits = {
    fields: MOST_FIELDS,
    fieldSize: FIELD_BYTES,
    files: MOST_FILES,
    fileSize: most - FIELD_BYTES,
    parts: MOST_FIELDS + MOST_FILES,
  };
  await new Promise<void>((resolve, reject) => {
    const refuse = (status: 400 | 413) => {
      payload.unpipe();
      payload.resume();
      reject(new TransportError(status));
    };
    let busboy: InstanceType<typeof Busboy>;
    try {
      const headers = { ...payload.headers, 'content-type': payload.headers['content-type'] ?? '' };
      busboy = new Busboy({ headers, limits });
    } catch {
      return refuse(400);
    }
    busboy.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) return refuse(413);
      if (value === '') return;
      if (name in form.parameters) form.repeated.push(name);
      else form.parameters[name] = value;
    });
    busboy.on('file', (field, stream, name) => {
      const chunks: Buffer[] = [];
      // Without a listener, a body that ends within the file would stop the process.
      stream.on('error', () => refuse(400));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => refuse(413));
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks);
        // A browser sends an empty part if no file was chosen.
        if (name || bytes.length > 0)
          form.files[field] = { name: (name ?? '').replace(/^.*[/\\]/, ''), bytes };
      });
    });
    let taken = 0;
    payload.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      if (taken > most) refuse(413);
    });
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      busboy.on(event, () => refuse(413));
    busboy.on('error', () => refuse(400));
    busboy.on('finish', () => resolve());
    payload.on('error', reject);
    payload.pipe(busboy);
  });
  const names = Object.values(form.files).map(({ name }) => name);
  if (holdsNul(form.parameters) || names.some((name) => name.includes('\0'))) throw new TransportError(400);
  return form;
}

/** The files of a form, by field. */
export function filesOfForm({ body }: { body: unknown }): Readonly<Record<string, UploadedFile>> {
  return (body as Partial<UploadedForm> | undefined)?.files ?? {};
}

/** The file of a form that takes one; null: no file was chosen. */
export function fileOfForm(request: { body: unknown }): UploadedFile | null {
  return Object.values(filesOfForm(request))[0] ?? null;
}
