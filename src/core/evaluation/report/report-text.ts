import { reportCsv } from './csv.ts';
import { type PageOptions, reportHtml } from './html/page.ts';
import { reportJunit } from './junit.ts';
import { reportMarkdown } from './markdown.ts';
import type { Report } from './report.ts';
import type { ThresholdResult } from './thresholds.ts';

/** Report formats by file extension; JUnit's is xml. */
export const REPORT_FORMATS = ['html', 'md', 'csv', 'json', 'junit'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** `linkOf` and `answers` are for HTML. */
export interface ReportTextOptions extends PageOptions {
  readonly thresholds?: readonly ThresholdResult[];
}

/** The report in one of its formats. */
export function reportText(report: Report, format: ReportFormat, options: ReportTextOptions = {}): string {
  const { thresholds = [] } = options;
  switch (format) {
    case 'html':
      return reportHtml(report, options);
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
