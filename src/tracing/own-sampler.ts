import { type Context, TraceFlags, trace } from '@opentelemetry/api';
import { type Sampler, SamplingDecision, type SamplingResult } from '@opentelemetry/sdk-trace-node';

/**
 * Decides by chance which requests are traced, and traces all or nothing of each. The caller does not decide: anybody
 * may call a storefront, and could have every request traced by its `traceparent`, or by ids of its choice.
 */
export class OwnSampler implements Sampler {
  /** `share`: the share of requests that are traced, from 0 to 1. `chance` gives numbers from 0 up to 1. */
  constructor(
    private readonly share: number,
    private readonly chance: () => number,
  ) {}

  shouldSample(within: Context): SamplingResult {
    const parent = trace.getSpanContext(within);
    const isTraced =
      parent && !parent.isRemote
        ? (parent.traceFlags & TraceFlags.SAMPLED) !== 0
        : this.chance() < this.share;
    return { decision: isTraced ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
  }

  toString(): string {
    return `OwnSampler{${this.share}}`;
  }
}
