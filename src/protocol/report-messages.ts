// Messages between the page of a report and the extension. The extension has the samples; the page asks for those it shows.
import * as v from 'valibot';
import { CHANGES, SAMPLE_COLUMNS, type SampleQuery, type SampleRow } from '../core/evaluation/report/sample-table.ts';
import { type Message, messagesOf, readerOf, type SchemaOf } from './messages.ts';

/** Raised with every change of a message. */
export const REPORT_VERSION = 1;

/** Rows that the page may ask for at once. */
export const MAX_ROWS = 200;

type Of<Type extends string, Content extends object = object> = Message<typeof REPORT_VERSION, Type, Content>;

/** A report to be shown. */
export interface ReportContent {
  readonly title: string;
  /** The URIs of the runs: the page keeps them, so that the report can be restored. */
  readonly uris: readonly string[];
  /** Sections as source of HTML, made by the report's own code from escaped texts. */
  readonly parts: readonly { readonly id: string; readonly title: string; readonly body: readonly string[] }[];
  readonly series: readonly string[];
  readonly verdicts: readonly string[];
  readonly groups: readonly { readonly from: number; readonly to: number | null }[];
  readonly samples: number;
  /** Numbers of the worst answers among the samples, in the order of their boards. */
  readonly worst: readonly number[];
  readonly changes?: { readonly better: number; readonly worse: number; readonly same: number } | undefined;
  readonly runs: readonly string[];
  readonly notes: readonly string[];
  /** False where scoring was cut short, and can go on. */
  readonly isComplete: boolean;
}

/** From the extension to the page. */
export type ToReport =
  | Of<'show', ReportContent>
  /** Samples are being scored. */
  | Of<
      'progress',
      { readonly text: string; readonly done: number; readonly total: number; readonly uris: readonly string[] }
    >
  /** Rows of the question with that number. */
  | Of<
      'rows',
      { readonly question: number; readonly from: number; readonly total: number; readonly rows: readonly SampleRow[] }
    >
  | Of<'notice', { readonly text: string }>
  /** Nothing can be shown. */
  | Of<'unavailable', { readonly reason: string }>;

/** From the page to the extension. */
export type FromReport =
  | Of<'ready'>
  | Of<
      'rows',
      { readonly question: number; readonly query: SampleQuery; readonly from: number; readonly count: number }
    >
  /** Show the move in its PGN. */
  | Of<'open', { readonly sample: number }>
  | Of<'compare', { readonly sample: number }>
  | Of<'save'>
  | Of<'cancel'>
  /** Score again, or go on where it was cancelled. */
  | Of<'again'>;

const message = messagesOf(REPORT_VERSION);
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const texts = v.array(v.string());
const group = v.object({ from: v.number(), to: v.nullable(v.number()) });

const query: SchemaOf<SampleQuery> = v.object({
  sort: v.picklist(SAMPLE_COLUMNS),
  descending: v.boolean(),
  series: v.nullable(v.string()),
  verdict: v.nullable(v.string()),
  group: v.nullable(group),
  change: v.nullable(v.picklist(CHANGES)),
  search: v.string(),
});

const toReport: SchemaOf<ToReport> = v.variant('type', [
  message('show', {
    title: v.string(),
    uris: texts,
    parts: v.array(v.object({ id: v.string(), title: v.string(), body: texts })),
    series: texts,
    verdicts: texts,
    groups: v.array(group),
    samples: whole,
    worst: v.array(v.number()),
    changes: v.optional(v.object({ better: whole, worse: whole, same: whole })),
    runs: texts,
    notes: texts,
    isComplete: v.boolean(),
  }),
  message('progress', { text: v.string(), done: whole, total: whole, uris: texts }),
  message('rows', {
    question: whole,
    from: whole,
    total: whole,
    rows: v.array(v.object({ sample: whole, cells: texts })),
  }),
  message('notice', { text: v.string() }),
  message('unavailable', { reason: v.string() }),
]);

const fromReport: SchemaOf<FromReport> = v.variant('type', [
  message('ready', {}),
  message('rows', { question: whole, query, from: whole, count: v.pipe(whole, v.maxValue(MAX_ROWS)) }),
  message('open', { sample: whole }),
  message('compare', { sample: whole }),
  message('save', {}),
  message('cancel', {}),
  message('again', {}),
]);

export const readToReport = readerOf(toReport);
export const readFromReport = readerOf(fromReport);

/** How far somebody had come in a page of a report. */
export interface ReportView {
  readonly query: SampleQuery;
  /** The row that the keyboard is on. */
  readonly row: number;
  /** The first row in view. */
  readonly first: number;
  /** Pixels that the page was scrolled by. */
  readonly top: number;
}

const pixels = v.pipe(v.number(), v.minValue(0));
const reportView: SchemaOf<ReportView> = v.object({ query, row: whole, first: whole, top: pixels });

/** What a page keeps: the URIs of its runs, and how far somebody had come. */
const keptSchema = v.object({ uris: texts });
const keptView = v.object({ view: reportView });

/** How far somebody had come in a kept page; undefined where it kept nothing of that. */
export function readKeptView(value: unknown): ReportView | undefined {
  const kept = v.safeParse(keptView, value);
  return kept.success ? kept.output.view : undefined;
}

/** The URIs of the runs that a page kept; undefined where it kept none. */
export function readKeptReport(value: unknown): readonly string[] | undefined {
  const kept = v.safeParse(keptSchema, value);
  return kept.success && kept.output.uris.length > 0 ? kept.output.uris : undefined;
}
