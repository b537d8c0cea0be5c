import type { ScoringFlags } from '../options.ts';

/** Formats of a run that other programs read. */
export const EXPORT_FORMATS = ['inspect', 'eee', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportFlags extends ScoringFlags {
  readonly as?: ExportFormat;
  readonly out: string;
  readonly scores: boolean;
  readonly keep: boolean;
  readonly jobs?: number;
  readonly overwrite?: boolean;
}
