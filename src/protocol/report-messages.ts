import * as v from 'valibot';
import { GROUPINGS, type Grouping, type SampleGroup } from '../core/evaluation/report/list/groupings.ts';
import type { PageSample } from '../core/evaluation/report/list/listed-sample.ts';
import {
  POSITION_ORDERS,
  type PositionOrder,
  type PositionPage,
} from '../core/evaluation/report/list/position-table.ts';
import {
  CHANGES,
  LIST_COLUMNS,
  MAX_ROWS,
  type SampleQuery,
  SCOPES,
} from '../core/evaluation/report/list/sample-query.ts';
import type { SampleFacts, SamplePage, SampleRow } from '../core/evaluation/report/list/sample-table.ts';
import { isSampleVariant, type SampleVariant } from '../core/evaluation/sample/column.ts';
import { columnSchemas } from '../core/evaluation/sample/columns.ts';
import type { SquareBlame } from '../core/metrics/blame.ts';
import { squareBlameSchema } from './comparison-schema.ts';
import { type Message, messageSchemas, type PagePart, pageParts, schemaReader, type TypedSchema } from './messages.ts';
import type { StoredAnswer } from './state.ts';
import { storedAnswerSchema } from './state-messages.ts';

// Messages between the page of a report and the extension. The extension has the samples; the page requests those it
// shows.

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const texts = v.array(v.string());
const only = v.object(
  Object.fromEntries(GROUPINGS.map((by) => [by, v.exactOptional(v.string())])) as Record<
    (typeof GROUPINGS)[number],
    v.ExactOptionalSchema<v.StringSchema<undefined>, undefined>
  >,
);

const querySchema: TypedSchema<SampleQuery> = v.object({
  sort: v.picklist(LIST_COLUMNS),
  descending: v.boolean(),
  by: v.nullable(v.picklist(GROUPINGS)),
  scope: v.picklist(SCOPES),
  only,
  change: v.nullable(v.picklist(CHANGES)),
  search: v.string(),
});

const orderSchema = v.picklist(POSITION_ORDERS);

const groupSchema: TypedSchema<SampleGroup> = v.object({ key: v.string(), name: v.string(), count: whole });

const row: TypedSchema<SampleRow> = v.union([
  v.object({ sample: whole, cells: texts }),
  v.object({ group: groupSchema }),
]);

const pageSchema: TypedSchema<SamplePage> = v.object({ samples: whole, total: whole, rows: v.array(row) });

const factsSchema: TypedSchema<SampleFacts> = v.object({ groups: v.array(groupSchema), row: v.nullable(whole) });

const positionsSchema: TypedSchema<PositionPage> = v.object({
  total: whole,
  series: texts,
  rows: v.array(
    v.object({
      game: v.string(),
      move: v.string(),
      variant: v.custom<SampleVariant>(isSampleVariant),
      trueFen: v.string(),
      cells: v.array(
        v.nullable(
          v.object({
            sample: whole,
            predicted: v.nullable(v.string()),
            cause: v.string(),
            sentence: v.string(),
            p: v.nullable(v.number()),
          }),
        ),
      ),
    }),
  ),
});

/** All that is shown of one sample of a report. */
export interface SampleDetail {
  /** Index among the samples of the report. */
  readonly sample: number;
  readonly listed: PageSample;
  /** The line of numbers, verdict first. */
  readonly verdictText: string;
  /** Squares of the move before; null if unknown. */
  readonly lastMove: readonly [string, string] | null;
  readonly blame: readonly SquareBlame[] | null;
  /** Null if the run was not stored, or can no longer be read. */
  readonly answer: StoredAnswer | null;
}

// the compiler knows the columns of the output, but not that their schemas are these
const listed = v.object(columnSchemas('page')) as unknown as TypedSchema<PageSample>;

const sampleDetailSchema: TypedSchema<SampleDetail> = v.object({
  sample: v.number(),
  listed,
  verdictText: v.string(),
  lastMove: v.nullable(v.tuple([v.string(), v.string()])),
  blame: v.nullable(v.array(squareBlameSchema)),
  answer: v.nullable(storedAnswerSchema),
});

/** Version of the messages, increased with every change of one. */
export const REPORT_VERSION = 2;

type Of<Type extends string, Content extends object = object> = Message<typeof REPORT_VERSION, Type, Content>;

/** Content of a report. */
export interface ReportContent {
  readonly title: string;
  /** URIs of the runs. The page keeps them, so that the report can be restored. */
  readonly uris: readonly string[];
  /** Sections as HTML source, made by the report from escaped texts. */
  readonly parts: readonly PagePart[];
  /** Depth of p and r. */
  readonly m: number;
  /** All groups of the samples, by grouping. */
  readonly groups: Readonly<Record<Grouping, readonly SampleGroup[]>>;
  readonly samples: number;
  /** The initial query, from a link that opened the report; null for none. */
  readonly query: SampleQuery | null;
  /** Indices of the samples with the worst answers, in the order of their boards. */
  readonly worst: readonly number[];
  readonly changes?: { readonly better: number; readonly worse: number; readonly same: number } | undefined;
  /** Files of the runs with display names: the model's name if it distinguishes them. */
  readonly runs: readonly { readonly file: string; readonly name: string }[];
  readonly notes: readonly string[];
  /** False if scoring was interrupted and can be resumed. */
  readonly isComplete: boolean;
}

/** Messages from the extension to the page. */
export type ToReport =
  | Of<'show', ReportContent>
  /** Samples are being scored. */
  | Of<
      'progress',
      { readonly text: string; readonly done: number; readonly total: number; readonly uris: readonly string[] }
    >
  /** The answer to the question with that number. */
  | Of<'rows', { readonly question: number; readonly page: SamplePage }>
  | Of<'facts', { readonly question: number; readonly facts: SampleFacts }>
  | Of<'positions', { readonly question: number; readonly page: PositionPage }>
  | Of<'detail', { readonly question: number; readonly detail: SampleDetail | null }>
  | Of<'notice', { readonly text: string }>
  /** Nothing can be shown. */
  | Of<'unavailable', { readonly reason: string }>;

/** A query with the number of its question. */
interface NumberedQuery {
  readonly question: number;
  readonly query: SampleQuery;
}

/** Messages from the page to the extension. */
export type FromReport =
  | Of<'ready'>
  | Of<'rows', NumberedQuery & { readonly from: number; readonly count: number }>
  /** Requests facts about a query; the row of a sample, with -1 for none. */
  | Of<'facts', NumberedQuery & { readonly sample: number }>
  | Of<'positions', NumberedQuery & { readonly order: PositionOrder; readonly from: number; readonly count: number }>
  | Of<'detail', { readonly question: number; readonly sample: number }>
  /** Shows the move in its PGN. */
  | Of<'open', { readonly sample: number }>
  | Of<'compare', { readonly sample: number }>
  /** Copies a link that restores a query to the clipboard. */
  | Of<'link', { readonly query: SampleQuery }>
  | Of<'save'>
  | Of<'cancel'>
  /** Scores again, or resumes where scoring was canceled. */
  | Of<'again'>;

const message = messageSchemas(REPORT_VERSION);
const rows = v.pipe(whole, v.maxValue(MAX_ROWS));
const groupings: TypedSchema<ReportContent['groups']> = v.object({
  cause: v.array(groupSchema),
  length: v.array(groupSchema),
  opening: v.array(groupSchema),
  template: v.array(groupSchema),
  series: v.array(groupSchema),
  verdict: v.array(groupSchema),
});

const toReport: TypedSchema<ToReport> = v.variant('type', [
  message('show', {
    title: v.string(),
    uris: texts,
    parts: pageParts,
    m: whole,
    groups: groupings,
    samples: whole,
    query: v.nullable(querySchema),
    worst: v.array(v.number()),
    changes: v.optional(v.object({ better: whole, worse: whole, same: whole })),
    runs: v.array(v.object({ file: v.string(), name: v.string() })),
    notes: texts,
    isComplete: v.boolean(),
  }),
  message('progress', { text: v.string(), done: whole, total: whole, uris: texts }),
  message('rows', { question: whole, page: pageSchema }),
  message('facts', { question: whole, facts: factsSchema }),
  message('positions', { question: whole, page: positionsSchema }),
  message('detail', { question: whole, detail: v.nullable(sampleDetailSchema) }),
  message('notice', { text: v.string() }),
  message('unavailable', { reason: v.string() }),
]);

const fromReport: TypedSchema<FromReport> = v.variant('type', [
  message('ready', {}),
  message('rows', { question: whole, query: querySchema, from: whole, count: rows }),
  message('facts', { question: whole, query: querySchema, sample: v.number() }),
  message('positions', { question: whole, query: querySchema, order: orderSchema, from: whole, count: rows }),
  message('detail', { question: whole, sample: whole }),
  message('open', { sample: whole }),
  message('compare', { sample: whole }),
  message('link', { query: querySchema }),
  message('save', {}),
  message('cancel', {}),
  message('again', {}),
]);

export const readToReport = schemaReader(toReport);
export const readFromReport = schemaReader(fromReport);

/** Layouts of the samples: a list, or the answers of all models to a position side by side. */
const SAMPLE_VIEWS = ['list', 'positions'] as const;
export type SampleView = (typeof SAMPLE_VIEWS)[number];

/** State of a report's page: query, layout and scroll position. */
export interface ReportView {
  readonly query: SampleQuery;
  readonly shown: SampleView;
  readonly order: PositionOrder;
  /** Index of the sample beside the list; -1 for none. */
  readonly sample: number;
  /** The first visible row. */
  readonly first: number;
  /** Scroll position of the page, in pixels. */
  readonly top: number;
}

const pixels = v.pipe(v.number(), v.minValue(0));
const reportView: TypedSchema<ReportView> = v.object({
  query: querySchema,
  shown: v.picklist(SAMPLE_VIEWS),
  order: orderSchema,
  sample: v.number(),
  first: whole,
  top: pixels,
});

/** State that a page keeps: the URIs of its runs, and its view. */
const keptSchema = v.object({ uris: texts });
const keptView = v.object({ view: reportView });

/** Reads the view from the state of a page; undefined if it has none. */
export function readKeptView(value: unknown): ReportView | undefined {
  const kept = v.safeParse(keptView, value);
  return kept.success ? kept.output.view : undefined;
}

/** Reads the URIs of the runs from the state of a page; undefined if it has none. */
export function readKeptReport(value: unknown): readonly string[] | undefined {
  const kept = v.safeParse(keptSchema, value);
  return kept.success && kept.output.uris.length > 0 ? kept.output.uris : undefined;
}
