import { describe, expect, it } from 'vitest';
import { type Lane, Lanes } from '../../src/jobs/lanes.ts';

const begin = (lanes: Lanes, lane: Lane, times: number) => {
  for (let i = 0; i < times; i++) lanes.noteBegun(lane);
};

describe('an endpoint', () => {
  it('has a slot as long as it has fewer attempts than slots', () => {
    const lanes = new Lanes(10);
    begin(lanes, lanes.of(1), 9);
    expect(lanes.hasSlot(lanes.of(1))).toBe(true);
    begin(lanes, lanes.of(1), 1);
    expect(lanes.hasSlot(lanes.of(1))).toBe(false);
    expect(lanes.isHeld(lanes.of(1))).toBe(false);
  });

  it('has a first slot always, and another one only while few attempts run to all endpoints', () => {
    const lanes = new Lanes(10);
    for (let id = 1; id <= 20; id++) begin(lanes, lanes.of(id), 10);
    expect(lanes.hasSlot(lanes.of(21))).toBe(true);
    begin(lanes, lanes.of(21), 1);
    expect(lanes.hasSlot(lanes.of(21))).toBe(false);
    expect(lanes.isHeld(lanes.of(21))).toBe(true);
    // Its own first one and one of another endpoint.
    for (const id of [1, 2]) lanes.noteEnded(lanes.of(id));
    expect(lanes.hasSlot(lanes.of(21))).toBe(true);
  });

  it('is not held by attempts that wait to be recorded, until they are a thousand', () => {
    const lanes = new Lanes(10);
    const send = (times: number) => {
      for (let i = 0; i < times; i++) {
        lanes.noteBegun(lanes.of(1));
        lanes.noteEnded(lanes.of(1));
      }
    };
    send(999);
    expect(lanes.hasSlot(lanes.of(1))).toBe(true);
    send(1);
    expect(lanes.hasSlot(lanes.of(1))).toBe(false);
    expect(lanes.unrecorded).toBe(1000);
    lanes.noteRecorded(lanes.of(1));
    expect(lanes.hasSlot(lanes.of(1))).toBe(true);
  });
});

it('an endpoint that failed is tried again once all of its attempts are recorded', () => {
  const lanes = new Lanes(10);
  begin(lanes, lanes.of(1), 2);
  lanes.of(1).failing = true;
  lanes.noteRecorded(lanes.of(1));
  expect(lanes.of(1).failing).toBe(true);
  lanes.noteRecorded(lanes.of(1));
  expect(lanes.of(1).failing).toBe(false);
});
