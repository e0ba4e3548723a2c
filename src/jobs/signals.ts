import { channel } from 'node:diagnostics_channel';

/** One run of a job that a server does again and again. */
export interface JobEnded {
  name: string;
  ms: number;
  failed: boolean;
}
export const jobEnded = channel('loyaltyd:job');
