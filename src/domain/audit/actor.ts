/** Who does something that is audited. */
export type Actor =
  | { kind: 'key'; id: number; request_id: string }
  | { kind: 'app'; id: number; request_id: string }
  /** `name`: the command's words, as `program apply`. */
  | { kind: 'command'; name: string }
  | { kind: 'server' };
