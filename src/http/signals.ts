import { channel } from 'node:diagnostics_channel';

/** A request whose connection is done with it. */
export interface RequestEnded {
  method: string;
  /** The pattern of the route; null: none fits the address. */
  route: string | null;
  status: number;
  ms: number;
  /** The key of the program that it is about; null: none is known. */
  program: string | null;
}
export const requestEnded = channel('loyaltyd:request');

/** Publishes the code of an error that a caller is answered with. */
export const requestRefused = channel('loyaltyd:refusal');
