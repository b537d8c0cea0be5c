// Messages between the page of search trees and the extension. Both sides check what arrives; messages of another
// version or an unknown shape are dropped.
import * as v from 'valibot';
import type { ComparisonRules } from '../core/metrics/comparison-rules.ts';
import {
  type ComparedNode,
  NODE_AGREEMENTS,
  type NodeComparisonResult,
} from '../core/search/comparison/compare-nodes.ts';
import type { NodeStep } from '../core/search/view/game-states.ts';
import { comparedSchema } from './comparison-schema.ts';
import type { TraceNote } from './lsp.ts';
import { type Message, messageSchemas, schemaReader, type TypedSchema } from './messages.ts';
import { ORIENTATIONS, type Orientation } from './settings.ts';

/** Version of the messages, increased with every change of one. */
export const TREE_VERSION = 2;

/** File formats for the export of a tree. */
export const EXPORT_FORMATS = ['svg', 'png', 'dot', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Sources of a tree: a file, a search that was started here, or a trace in a MAV file. */
export const TREE_SOURCES = ['file', 'search', 'trace'] as const;
export type TreeSource = (typeof TREE_SOURCES)[number];

type Of<Type extends string, Content extends object = object> = Message<typeof TREE_VERSION, Type, Content>;

/** Status of a search. */
export interface SearchStatus {
  readonly state: 'running' | 'stopping' | 'stopped' | 'done';
  /** Numbers of simulations completed and requested. */
  readonly done: number;
  readonly total: number;
  /** True if the search can be resumed with its tree. */
  readonly canResume: boolean;
  /** The error, or '' for none. */
  readonly text: string;
}

/** Note of a trace as the page has it: places in the text are the extension's. */
export type PageNote = Omit<TraceNote, 'ranges'>;

/** A trace compared with its reference. */
export interface ReferenceComparison extends NodeComparisonResult {
  /** Origin of the reference: `engine, depth 12`, the name of a file. */
  readonly label: string;
}

/** Messages from the extension to the page. */
export type ToTree =
  /** A tree follows, in pieces; it replaces the shown one. */
  | Of<
      'open',
      {
        readonly source: TreeSource;
        /** The file's name, or the position and the evaluator of a search. */
        readonly title: string;
        /** The setting `board.orientation`. */
        readonly orientation: Orientation;
        /** Number of characters that follow; null if unknown. */
        readonly size: number | null;
        /** True if reference values are available: `values` is answered. */
        readonly hasValues: boolean;
        /** Notes of a trace, by index of the node. */
        readonly notes: readonly PageNote[];
        /** Index of the node to select first. */
        readonly selected: number;
      }
    >
  /** The next lines of the tree (docs/search.md); they may be cut anywhere. */
  | Of<'lines', { readonly text: string; readonly done: boolean }>
  /** The same, compressed: raw deflate (RFC 1951) of whole characters in UTF-8. */
  | Of<'packed', { readonly bytes: Uint8Array }>
  /** The cursor in the text is at a node. */
  | Of<'select', { readonly node: number }>
  | Of<'status', { readonly status: SearchStatus }>
  /** Edges from the root for all descents with a pending answer. */
  | Of<'queued', { readonly paths: readonly (readonly number[])[] }>
  /** The reference values of a node's actions, or the reason why there are none. */
  | Of<
      'values',
      {
        readonly node: number;
        readonly values: readonly (readonly [action: string, value: number])[];
        readonly reason: string;
      }
    >
  /** The reference of a trace, whose tree is drawn under that of the trace; null: none. */
  | Of<'reference', { readonly comparison: ReferenceComparison | null }>
  /** A text to read. */
  | Of<'notice', { readonly text: string }>
  /** The content is not available, or no longer; the page keeps showing what it has. */
  | Of<'unavailable', { readonly reason: string }>;

/** Messages from the page to the extension. */
export type FromTree =
  /** The page listens. The message can come again after VS Code has discarded a hidden page. */
  | Of<'ready'>
  /** A node was selected: its range in the text is shown, without taking the focus. */
  | Of<'select', { readonly node: number }>
  /** The same, and the editor takes the focus. */
  | Of<'reveal', { readonly node: number }>
  /** Requests reference values; `state` is the true state of the node if known. */
  | Of<'values', { readonly node: number; readonly state: string }>
  /** The states on the path to the selected node, for the state view; `open`: opens the view if it is closed. */
  | Of<
      'state',
      {
        readonly open: boolean;
        /** Rules by which the states are compared and drawn. */
        readonly rules: ComparisonRules;
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
const values = v.array(v.tuple([v.string(), v.number()]));

const note: TypedSchema<PageNote> = v.object({
  node: count,
  name: v.string(),
  weighed: v.exactOptional(values),
  selected: v.exactOptional(v.nullable(v.string())),
  unlisted: v.exactOptional(v.array(count)),
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

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const comparedNode: TypedSchema<ComparedNode> = v.object({
  path: v.array(v.string()),
  node: v.nullable(count),
  name: v.string(),
  agreement: v.picklist(NODE_AGREEMENTS),
  value: v.nullable(share),
  state: text,
  differences: v.array(v.string()),
});
const comparison: TypedSchema<ReferenceComparison> = v.object({
  label: v.string(),
  summary: v.string(),
  isSame: v.boolean(),
  nodes: v.array(comparedNode),
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
  message('reference', { comparison: v.nullable(comparison) }),
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
    rules: comparedSchema,
    model: v.string(),
    steps: v.pipe(v.array(step), v.minLength(1)),
  }),
  message('stop', {}),
  message('resume', {}),
  message('copy', { text: v.string() }),
  message('export', { format: v.picklist(EXPORT_FORMATS), content: v.string() }),
]);

/** Reads a message that arrived at the page; undefined for an invalid one. */
export const readToTree = schemaReader(toTree);

/** Reads a message that arrived from the page; undefined for an invalid one. */
export const readFromTree = schemaReader(fromTree);
