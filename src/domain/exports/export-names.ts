/** The names and formats of exports. */
export const EXPORTS = ['customers', 'transactions', 'activities'] as const;
export type ExportName = (typeof EXPORTS)[number];

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
