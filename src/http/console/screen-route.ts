import type { Right } from '../../domain/operators/roles.ts';
import type { Show } from './show.ts';

/** A screen of a program, or a form on one. */
export interface ScreenRoute {
  /** The part of the path below the address of the program. */
  path: string;
  right: Right;
  /** Whether it takes a form; upload: a form that may have a file. */
  form?: true | 'upload';
  /** The longest form, in bytes; absent: the limit of other bodies. */
  most_bytes?: number;
  /** The operator must prove its identity again. */
  confirmed?: true;
  /** A screen is loaded at its first request. */
  load: () => Promise<Show>;
}
