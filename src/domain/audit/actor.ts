/** A person who is signed in to the console. */
export interface OperatorActor {
  kind: 'operator';
  id: number;
  request_id: string;
}

/** The actor of an audited action. */
export type Actor =
  | { kind: 'key'; id: number; request_id: string }
  | { kind: 'app'; id: number; request_id: string }
  | OperatorActor
  /** `name`: the words of the command, such as `program apply`. */
  | { kind: 'command'; name: string }
  | { kind: 'server' };
