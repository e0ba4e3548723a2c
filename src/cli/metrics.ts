import { parse } from 'yaml';
import { alertRules } from '../metrics/alerts.ts';
import { dashboard } from '../metrics/dashboard.ts';
import { EXIT } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';

/** `loyaltyd metrics dashboard` */
export async function metricsDashboard(): Promise<Outcome> {
  const json = dashboard();
  return { exit_code: EXIT.ok, text: JSON.stringify(json, null, 2), json };
}

/** `loyaltyd metrics alerts` */
export async function metricsAlerts(): Promise<Outcome> {
  const text = alertRules();
  return { exit_code: EXIT.ok, text: text.trimEnd(), json: parse(text) as object };
}
