import { ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace-node';
import { describe, expect, it } from 'vitest';
import { OwnSampler } from '../../src/tracing/own-sampler.ts';

const IDS = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

describe('a span', () => {
  const isTraced = (share: number, chance: number, parent?: { remote: boolean; sampled: boolean }) => {
    const within = parent
      ? trace.setSpanContext(ROOT_CONTEXT, {
          ...IDS,
          isRemote: parent.remote,
          traceFlags: parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        })
      : ROOT_CONTEXT;
    const { decision } = new OwnSampler(share, () => chance).shouldSample(within);
    return decision === SamplingDecision.RECORD_AND_SAMPLED;
  };

  it('of a request is traced by chance, whatever its caller says of it', () => {
    for (const parent of [undefined, { remote: true, sampled: true }, { remote: true, sampled: false }]) {
      expect([isTraced(0.1, 0.09, parent), isTraced(0.1, 0.1, parent)]).toEqual([true, false]);
      expect([isTraced(1, 0.999, parent), isTraced(0, 0, parent)]).toEqual([true, false]);
    }
  });

  it('within a request is traced as that is', () => {
    expect(isTraced(0, 0, { remote: false, sampled: true })).toBe(true);
    expect(isTraced(1, 0, { remote: false, sampled: false })).toBe(false);
  });
});
