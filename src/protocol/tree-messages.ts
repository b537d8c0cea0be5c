// Messages between the page of search trees and the extension. Both sides check what arrives; a message that is not
// of this version or of no known shape is dropped.
import * as v from 'valibot';
import { MAV_GAMES, type MavGameName } from '../core/mav/games.ts';
import type { NodeStep } from '../core/search/view/game-states.ts';
import type { TraceNote } from './lsp.ts';
import { type Message, messageSchemas, schemaReader, type TypedSchema } from './messages.ts';
import { ORIENTATIONS, type Orientation } from './settings.ts';

/** Raised with every change of a message. */
export const TREE_VERSION = 1;

/** In which forms a tree can be exported. */
export const EXPORT_FORMATS = ['svg', 'png', 'dot', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Where a tree comes from: a file, a search that was started here, or a trace in a MAV file. */
export const TREE_SOURCES = ['file', 'search', 'trace'] as const;
export type TreeSource = (typeof TREE_SOURCES)[number];

type Of<Type extends string, Content extends object = object> = Message<typeof TREE_VERSION, Type, Content>;

/** The state of a search. */
export interface SearchStatus {
  readonly state: 'running' | 'stopping' | 'stopped' | 'done';
  /** Simulations that have ended, and that were asked for. */
  readonly done: number;
  readonly total: number;
  /** True if it can go on with its tree. */
  readonly canResume: boolean;
  /** The error, or '' for none. */
  readonly text: string;
}

/** From the extension to the page. */
export type ToTree =
  /** A tree follows, in pieces; what was shown goes. */
  | Of<
      'open',
      {
        readonly source: TreeSource;
        /** The file's name, or what is searched by whom. */
        readonly title: string;
        /** The setting `board.orientation`. */
        readonly orientation: Orientation;
        /** Characters that follow, where that is known. */
        readonly size: number | null;
        /** True if reference values can be had: `values` is answered. */
        readonly hasValues: boolean;
        /** For a trace: by number of the node. */
        readonly notes: readonly TraceNote[];
        /** The node to select first. */
        readonly selected: number;
      }
    >
  /** The next lines of the tree (docs/search-tree.md); they may be cut anywhere. */
  | Of<'lines', { readonly text: string; readonly done: boolean }>
  /** The same, compressed: raw deflate (RFC 1951) of whole characters in UTF-8. */
  | Of<'packed', { readonly bytes: Uint8Array }>
  /** The cursor in the text stands at a node. */
  | Of<'select', { readonly node: number }>
  | Of<'status', { readonly status: SearchStatus }>
  /** Edges from the root of all descents whose answers are waited for. */
  | Of<'queued', { readonly paths: readonly (readonly number[])[] }>
  /** The reference values of a node's actions, or why there are none. */
  | Of<
      'values',
      {
        readonly node: number;
        readonly values: readonly (readonly [action: string, value: number])[];
        readonly reason: string;
      }
    >
  /** Something to be read. */
  | Of<'notice', { readonly text: string }>
  /** Nothing can be shown, or no longer; what is on the page stays. */
  | Of<'unavailable', { readonly reason: string }>;

/** From the page to the extension. */
export type FromTree =
  /** The page listens. It may come again after VS Code has discarded a hidden page. */
  | Of<'ready'>
  /** A node was selected: its place in the text is shown, without taking the focus. */
  | Of<'select', { readonly node: number }>
  /** The same, and the editor takes the focus. */
  | Of<'reveal', { readonly node: number }>
  /** Asks for reference values; `state` is the true state of the node where that is known. */
  | Of<'values', { readonly node: number; readonly state: string }>
  /** The states on the way to the node that is selected, for the state view; `open`: which opens where it is not. */
  | Of<
      'state',
      {
        readonly open: boolean;
        readonly game: MavGameName;
        readonly model: string;
        readonly steps: readonly NodeStep[];
      }
    >
  | Of<'stop'>
  | Of<'resume'>
  | Of<'copy', { readonly text: string }>
  /** Saves an export; `content` of a PNG is base64. */
  | Of<'export', { readonly format: ExportFormat; readonly content: string }>;

const message = messageSchemas(TREE_VERSION);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const point = v.object({ line: count, character: count });
const values = v.array(v.tuple([v.string(), v.number()]));

const note: TypedSchema<TraceNote> = v.object({
  node: count,
  name: v.string(),
  ranges: v.array(v.object({ start: point, end: point })),
  weighed: values,
  selected: v.nullable(v.string()),
  unlisted: v.array(count),
  findings: v.array(v.string()),
});

const text = v.nullable(v.string());
const step: TypedSchema<NodeStep> = v.object({
  ply: count,
  move: text,
  truth: v.string(),
  believed: text,
  text,
  fault: text,
});

const status: TypedSchema<SearchStatus> = v.object({
  state: v.picklist(['running', 'stopping', 'stopped', 'done']),
  done: count,
  total: count,
  canResume: v.boolean(),
  text: v.string(),
});

const toTree: TypedSchema<ToTree> = v.variant('type', [
  message('open', {
    source: v.picklist(TREE_SOURCES),
    title: v.string(),
    orientation: v.picklist(ORIENTATIONS),
    size: v.nullable(count),
    hasValues: v.boolean(),
    notes: v.array(note),
    selected: count,
  }),
  message('lines', { text: v.string(), done: v.boolean() }),
  message('packed', { bytes: v.instance(Uint8Array) }),
  message('select', { node: count }),
  message('status', { status }),
  message('queued', { paths: v.array(v.array(count)) }),
  message('values', { node: count, values, reason: v.string() }),
  message('notice', { text: v.string() }),
  message('unavailable', { reason: v.string() }),
]);

const fromTree: TypedSchema<FromTree> = v.variant('type', [
  message('ready', {}),
  message('select', { node: count }),
  message('reveal', { node: count }),
  message('values', { node: count, state: v.string() }),
  message('state', {
    open: v.boolean(),
    game: v.picklist(MAV_GAMES),
    model: v.string(),
    steps: v.pipe(v.array(step), v.minLength(1)),
  }),
  message('stop', {}),
  message('resume', {}),
  message('copy', { text: v.string() }),
  message('export', { format: v.picklist(EXPORT_FORMATS), content: v.string() }),
]);

/** A message that arrived at the page; undefined for what is none. */
export const readToTree = schemaReader(toTree);

/** A message that arrived from the page; undefined for what is none. */
export const readFromTree = schemaReader(fromTree);
