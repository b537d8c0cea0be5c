// Messages between the page of a MAV file's statistics and the extension, which has the file.
import * as v from 'valibot';
import { type Message, messageSchemas, type PagePart, pageParts, schemaReader, type TypedSchema } from './messages.ts';

/** Version of the messages, increased with every change of one. */
export const MAV_STATS_VERSION = 1;

type Of<Type extends string, Content extends object = object> = Message<typeof MAV_STATS_VERSION, Type, Content>;

/** Messages from the extension to the page. */
export type ToMavStats =
  | Of<
      'show',
      {
        /** Name of the file. */
        readonly title: string;
        readonly uri: string;
        /** Number of examples, and the source of values. */
        readonly text: string;
        readonly notes: readonly string[];
        /** Sections as HTML source, made from escaped texts. */
        readonly parts: readonly PagePart[];
        /** True if values can be compared with a source, and are not yet. */
        readonly canCompare: boolean;
      }
    >
  /** The file is read, or values are compared; fraction from 0 to 1. */
  | Of<'progress', { readonly uri: string; readonly text: string; readonly share: number }>
  | Of<'notice', { readonly text: string }>
  /** Nothing can be shown. */
  | Of<'unavailable', { readonly uri: string; readonly reason: string }>;

/** Messages from the page to the extension. */
export type FromMavStats =
  | Of<'ready'>
  /** Compares the values with those of an engine, a solver or playouts. */
  | Of<'compare'>
  | Of<'cancel'>
  | Of<'save'>;

const message = messageSchemas(MAV_STATS_VERSION);
const texts = v.array(v.string());

const toMavStats: TypedSchema<ToMavStats> = v.variant('type', [
  message('show', {
    title: v.string(),
    uri: v.string(),
    text: v.string(),
    notes: texts,
    parts: pageParts,
    canCompare: v.boolean(),
  }),
  message('progress', { uri: v.string(), text: v.string(), share: v.number() }),
  message('notice', { text: v.string() }),
  message('unavailable', { uri: v.string(), reason: v.string() }),
]);

const fromMavStats: TypedSchema<FromMavStats> = v.variant('type', [
  message('ready', {}),
  message('compare', {}),
  message('cancel', {}),
  message('save', {}),
]);

export const readToMavStats = schemaReader(toMavStats);
export const readFromMavStats = schemaReader(fromMavStats);

/** State that a page keeps while it is hidden: its file, and the scroll position in pixels. */
export interface MavStatsState {
  readonly uri: string;
  readonly scroll: number;
}

const kept: TypedSchema<MavStatsState> = v.object({ uri: v.string(), scroll: v.pipe(v.number(), v.minValue(0)) });

/** Reads the state that a page kept; undefined for anything that this version did not write. */
export const readMavStatsState = schemaReader(kept);
