// Messages between the comparison's page and the extension. Both sides check what arrives; a message that is not
// of this version or of no known shape is dropped.
import * as v from 'valibot';
import { comparisonResultSchema } from './comparison-schema.ts';
import type { ComparisonParams, ComparisonResult } from './lsp.ts';
import { type Message, messagesOf, readerOf, type SchemaOf } from './messages.ts';
import { ORIENTATIONS, type Orientation } from './settings.ts';

/** Raised with every change of a message: a page of an older build may outlive an update of the extension. */
export const WEBVIEW_VERSION = 3;

/** In which forms a comparison can be copied. */
export const COPY_FORMATS = ['Markdown', 'CSV', 'LaTeX', 'SVG'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

type Of<Type extends string, Content extends object = object> = Message<typeof WEBVIEW_VERSION, Type, Content>;

/** A comparison to be shown. */
export type ShowMessage = Of<
  'show',
  {
    /** The document and the position, with the label whose details are to be open; without one, all. */
    readonly place: ComparisonParams;
    readonly result: ComparisonResult;
    /** The setting `board.orientation`. */
    readonly orientation: Orientation;
  }
>;

/** From the extension to the page. */
export type ToPage =
  | ShowMessage
  /** Nothing can be shown, or no longer; what is on the page stays and is called out of date. */
  | Of<'unavailable', { readonly reason: string }>
  /** The clipboard holds what the page gave. */
  | Of<'copied', { readonly format: CopyFormat }>;

/** From the page to the extension. */
export type FromPage =
  /** The page listens. It may come again after VS Code has discarded a hidden page. */
  | Of<'ready'>
  /** Show the move that was played at `ply` in the editor; 0 is the start of the line. */
  | Of<'revealMove', { readonly ply: number }>
  /** Show a prediction or a list in the editor. */
  | Of<'revealPrediction', { readonly label: string }>
  /** One label was chosen, or with null all of them. */
  | Of<'select', { readonly label: string | null }>
  /** Compare the next or previous prediction of the document. */
  | Of<'step', { readonly to: 'next' | 'previous' }>
  | Of<'copy', { readonly format: CopyFormat; readonly text: string }>;

const message = messagesOf(WEBVIEW_VERSION);

const place: SchemaOf<ComparisonParams> = v.object({
  uri: v.string(),
  game: v.number(),
  ply: v.number(),
  path: v.array(v.object({ ply: v.number(), index: v.number() })),
  label: v.exactOptional(v.string()),
});

const show: SchemaOf<ShowMessage> = message('show', {
  place,
  result: comparisonResultSchema,
  orientation: v.picklist(ORIENTATIONS),
});

const toPage: SchemaOf<ToPage> = v.union([
  show,
  message('unavailable', { reason: v.string() }),
  message('copied', { format: v.picklist(COPY_FORMATS) }),
]);

const fromPage: SchemaOf<FromPage> = v.variant('type', [
  message('ready', {}),
  message('revealMove', { ply: v.number() }),
  message('revealPrediction', { label: v.string() }),
  message('select', { label: v.nullable(v.string()) }),
  message('step', { to: v.picklist(['next', 'previous']) }),
  message('copy', { format: v.picklist(COPY_FORMATS), text: v.string() }),
]);

/** The page's state when it was hidden. */
export interface PageState {
  /** The place that it showed. */
  readonly shown: ShowMessage;
  /** The label whose details are open; null for the table of all. */
  readonly label: string | null;
  readonly flipped: boolean;
  /** The ply whose position is on the true board. */
  readonly ply: number;
}

const pageState: SchemaOf<PageState> = v.object({
  shown: show,
  label: v.nullable(v.string()),
  flipped: v.boolean(),
  ply: v.number(),
});

/** The part of a kept state that the extension needs to ask again. */
const keptPlace = v.object({
  shown: v.object({ version: v.literal(WEBVIEW_VERSION), place }),
  label: v.nullable(v.string()),
});

/** True if two places are of one position, whatever their labels. */
export function samePosition(a: ComparisonParams, b: ComparisonParams): boolean {
  const key = ({ uri, game, ply, path }: ComparisonParams): string => JSON.stringify([uri, game, ply, path]);
  return key(a) === key(b);
}

/** The labels of a comparison: lists of actions, then predictions. */
export const comparedLabels = ({ lists, predictions }: ComparisonResult): string[] =>
  [...lists, ...predictions].map(({ label }) => label);

/** The label whose details are open at a place: the one that is asked for, or the only one there is; null for the table of all. */
export function shownLabel({ label }: ComparisonParams, result: ComparisonResult): string | null {
  const labels = comparedLabels(result);
  if (labels.length === 1) return labels[0] ?? null;
  return label !== undefined && labels.includes(label) ? label : null;
}

/** A message that arrived at the page; undefined for what is none. */
export const readToPage = readerOf(toPage);

/** A message that arrived from the page; undefined for what is none. */
export const readFromPage = readerOf(fromPage);

/** The page's saved state; undefined for other versions. */
export const readPageState = readerOf(pageState);

const readKept = readerOf<v.InferOutput<typeof keptPlace>>(keptPlace);

/** The place that a kept page showed, with the label that was open; undefined when it cannot be read. */
export function readKeptPlace(value: unknown): ComparisonParams | undefined {
  const kept = readKept(value);
  if (kept === undefined) return undefined;
  const { label: _, ...position } = kept.shown.place;
  return kept.label === null ? position : { ...position, label: kept.label };
}
