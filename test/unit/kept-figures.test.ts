import { expect, it } from 'vitest';
import { KeptFigures } from '../bench/kept.ts';
import type { Finding } from '../bench/report.ts';

const finding = (name: string, ratio: number, better: Finding['better'] = 'more'): Finding => ({
  name,
  ours: '',
  limit: '',
  ratio,
  better,
  aim: null,
});

it('The kept figures tell a slip from what the next run measures otherwise', () => {
  const kept = new KeptFigures();
  const name = 'order recorded, 16 connections';
  const ratio = kept.ratioOf(finding(name, 0))!;
  expect(ratio).toBeGreaterThan(0);
  expect(kept.isSlip(finding(name, ratio * 0.51))).toBe(false);
  expect(kept.isSlip(finding(name, ratio * 0.49))).toBe(true);
  expect(kept.isSlip(finding(name, ratio * 1.99, 'less'))).toBe(false);
  expect(kept.isSlip(finding(name, ratio * 2.01, 'less'))).toBe(true);
  expect(kept.isSlip(finding('a figure that nobody kept', 0))).toBe(false);
});

it('A figure is found again when the size of the answer has changed', () => {
  const kept = new KeptFigures();
  const name = 'customer read, 10 history entries';
  expect(kept.ratioOf(finding(`${name} (1 KB)`, 0))).toBe(kept.ratioOf(finding(`${name} (9 KB)`, 0)));
  expect(kept.ratioOf(finding(name, 0))).toBeDefined();
});
