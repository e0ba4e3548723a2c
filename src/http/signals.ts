import { channel } from 'node:diagnostics_channel';

/** A request whose answer is out, or whose connection broke. */
export interface RequestEnded {
  method: string;
  /** The pattern of the route; null: no route matches. */
  route: string | null;
  status: number;
  ms: number;
  /** The key of the program that the request is about; null: none is known. */
  program: string | null;
}
export const requestEnded = channel('loyaltyd:request');

/** Publishes the error code of an answer. */
export const requestRefused = channel('loyaltyd:refusal');
