import { csvRow } from '../../base/text/escape.ts';
import { escapeXml } from '../../board/board-svg.ts';
import { costText } from './cost.ts';
import { reportCsv } from './csv.ts';
import { type PageOptions, reportHtml } from './html/page.ts';
import { latexMainTable, reportLatex } from './latex.ts';
import { markdownBlocks, reportMarkdown } from './markdown.ts';
import { type CellFigures, type Report, reportModels } from './report.ts';
import { mainTable } from './report-sections.ts';
import { servedSentences } from './served.ts';
import { NO_MODEL, type ThresholdResult } from './thresholds.ts';
import { finding, unbeatenNote } from './words.ts';

/** Report formats by file extension; that of JUnit is xml, that of LaTeX tex. */
export const REPORT_FORMATS = ['html', 'md', 'latex', 'csv', 'json', 'junit'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Options; `linkOf` and `answers` are for HTML. */
export interface ReportTextOptions extends PageOptions {
  readonly thresholds?: readonly ThresholdResult[];
}

/** Returns the report in one of its formats. */
export function reportText(report: Report, format: ReportFormat, options: ReportTextOptions = {}): string {
  const { thresholds = [] } = options;
  switch (format) {
    case 'html':
      return reportHtml(report, options);
    case 'md':
      return reportMarkdown(report);
    case 'latex':
      return reportLatex(report);
    case 'csv':
      return reportCsv(report);
    case 'json':
      return `${JSON.stringify({ ...report, thresholds }, undefined, 2)}\n`;
    case 'junit':
      return reportJunit(report, thresholds);
  }
}

/** Formats in which the main table is written alone. */
export const TABLE_FORMATS = ['md', 'latex', 'csv'] as const satisfies readonly ReportFormat[];
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Returns the main table of the report alone. */
export function mainTableText(report: Report, format: TableFormat): string {
  if (format === 'latex') return latexMainTable(report);
  const main = mainTable(report);
  if (format === 'md') return `${markdownBlocks([main]).join('\n\n')}\n`;
  return [main.head, ...main.rows.map(({ head, cells }) => [head, ...cells])].map(csvRow).join('');
}

/**
 * Returns the report as JUnit XML, for continuous integration: a suite per model, a case per threshold. A model without
 * thresholds has one case, which fails when none of its answers could be scored.
 */
export function reportJunit(report: Report, results: readonly ThresholdResult[]): string {
  const suites = reportModels(report).map(({ name, all }) => {
    const own = results.filter(({ series }) => series === name);
    const cases = own.length > 0 ? own.map(thresholdCase) : [plainCase(all.scored > 0, finding(all, report))];
    return suiteOf(name, cases, spoken(all, report));
  });
  if (suites.length === 0) {
    const text = 'the runs have no samples';
    const cases = results.length > 0 ? results.map(thresholdCase) : [plainCase(false, text)];
    suites.push(suiteOf(NO_MODEL, cases, text));
  }
  const sum = (of: 'tests' | 'failures'): number => suites.reduce((n, suite) => n + suite[of], 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="statelens report" tests="${sum('tests')}" failures="${sum('failures')}" errors="0">\n${suites.map(({ xml }) => xml).join('')}</testsuites>\n`;
}

function suiteOf(name: string, cases: readonly Case[], output: string) {
  const failures = cases.filter(({ failed }) => failed).length;
  const lines = cases.map(({ xml }) => xml(escapeXml(name))).join('');
  return {
    failures,
    tests: cases.length,
    xml: `  <testsuite name="${escapeXml(name)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">\n${lines}    <system-out>${escapeXml(output)}</system-out>\n  </testsuite>\n`,
  };
}

const spoken = (all: CellFigures, report: Report): string =>
  [
    `${finding(all, report)}${costOf(all)}`,
    unbeatenNote(report),
    ...report.gaps,
    ...report.runs.flatMap(servedSentences),
  ]
    .filter((text) => text !== '')
    .join('; ');

const costOf = (all: CellFigures): string =>
  all.cost === null ? '' : `; cost ${costText(all.cost)} (prices of ${all.cost.dates.join(' and ')})`;

interface Case {
  readonly failed: boolean;
  readonly xml: (suite: string) => string;
}

function thresholdCase({ metric, least, value, met }: ThresholdResult): Case {
  const got = value === null ? 'but nothing is scored' : `but is ${value.toFixed(4)}`;
  return testCase(`${metric} at least ${least}`, met ? undefined : `${metric} must be at least ${least}, ${got}`);
}

const plainCase = (scored: boolean, text: string): Case => testCase('answers scored', scored ? undefined : text);

function testCase(name: string, failure: string | undefined): Case {
  const open = (suite: string): string => `    <testcase classname="${suite}" name="${escapeXml(name)}"`;
  if (failure === undefined) return { failed: false, xml: (suite) => `${open(suite)}/>\n` };
  const message = escapeXml(failure);
  return {
    failed: true,
    xml: (suite) => `${open(suite)}>\n      <failure message="${message}">${message}</failure>\n    </testcase>\n`,
  };
}
