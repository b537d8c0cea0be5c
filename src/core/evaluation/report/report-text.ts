import { reportCsv } from './csv.ts';
import { reportHtml } from './html/page.ts';
import type { LinkOf } from './html/worst-boards.ts';
import { reportJunit } from './junit.ts';
import { reportMarkdown } from './markdown.ts';
import type { Report } from './report.ts';
import type { ThresholdResult } from './thresholds.ts';

/** Report formats by file extension; JUnit's is xml. */
export const REPORT_FORMATS = ['html', 'md', 'csv', 'json', 'junit'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportTextOptions {
  readonly thresholds?: readonly ThresholdResult[];
  /** Where places of answers lead, in HTML. */
  readonly linkOf?: LinkOf;
}

/** The report in one of its formats. */
export function reportText(report: Report, format: ReportFormat, options: ReportTextOptions = {}): string {
  const { thresholds = [], linkOf } = options;
  switch (format) {
    case 'html':
      return reportHtml(report, linkOf);
    case 'md':
      return reportMarkdown(report);
    case 'csv':
      return reportCsv(report);
    case 'json':
      return `${JSON.stringify({ ...report, thresholds }, undefined, 2)}\n`;
    case 'junit':
      return reportJunit(report, thresholds);
  }
}
