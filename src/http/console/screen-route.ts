import type { Right } from '../../domain/operators/roles.ts';
import type { Show } from './show.ts';

/** A screen of a program, or a form on one. */
export interface ScreenRoute {
  /** Below the address of the program. */
  path: string;
  right: Right;
  /** Takes a form; upload: one that may have a file. */
  form?: true | 'upload';
  /** The longest form, in bytes; absent: as long as any other body. */
  most_bytes?: number;
  /** The operator proves once more who it is. */
  confirmed?: true;
  /** Screens are loaded when somebody first asks for one. */
  load: () => Promise<Show>;
}
