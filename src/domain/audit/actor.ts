/** The actor of an audited deed. */
export type Actor =
  | { kind: 'key'; id: number; request_id: string }
  | { kind: 'app'; id: number; request_id: string }
  /** A person who is signed in to the console. */
  | { kind: 'operator'; id: number; request_id: string }
  /** `name`: the words of the command, such as `program apply`. */
  | { kind: 'command'; name: string }
  | { kind: 'server' };
