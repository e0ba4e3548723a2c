import { useWording } from '../language/use-wording.ts';

/** A moment in a zone, in the form of its reader's language; a pointer over it shows UTC. `at`: in ms. */
export function Moment({ at, zone }: { at: number; zone: string }) {
  const { moment } = useWording();
  const iso = new Date(at).toISOString();
  return (
    <time class="unbroken" dateTime={iso} title={`${iso.slice(0, 19).replace('T', ' ')} UTC`}>
      {moment(at, zone)}
    </time>
  );
}
