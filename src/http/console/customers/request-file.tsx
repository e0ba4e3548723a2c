import type { OpenRequest } from '../../../domain/operators/request-store.ts';
import { useWording } from '../language/use-wording.ts';

/** The way to the file beside the reason of a request; nothing if it has none. `place`: of the program. */
export function RequestFile({ of: { id, file_name }, place }: { of: OpenRequest; place: string }) {
  const { say } = useWording();
  if (file_name === null) return null;
  return (
    <>
      {' '}
      <a href={`${place}/queue/${id}/file`} download>
        {say('note_file_save', { name: file_name })}
      </a>
    </>
  );
}
