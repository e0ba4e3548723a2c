import type { OpenRequest } from '../../../domain/operators/request-store.ts';
import { useWording } from '../language/use-wording.ts';

/** The link to the file with the reason of a request; nothing if it has none. `place`: the path of the program. */
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
