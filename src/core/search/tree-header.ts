import * as v from 'valibot';
import { describeIssue } from '../base/text/schema-issues.ts';
import { MAV_GAMES, type MavGameName } from '../mav/game-names.ts';
import { COMPARED_GAME_NAMES, type ComparedGame } from '../metrics/compared-games.ts';
import { type ComparisonRules, worldRules } from '../metrics/comparison-rules.ts';
import type { WorldSpec } from '../worlds/world-spec.ts';
import { worldSpecSchema } from '../worlds/world-spec-schema.ts';
import { DEFAULT_SEARCH, type SearchSettings } from './settings.ts';
import { SEARCH_FIELDS } from './settings-fields.ts';
import type { TraceHeader } from './tree-status.ts';

/**
 * Version of the file of a search, `*.mcts.jsonl`: a header line; then a line a node, when it is created, and a line a
 * simulation, when it ends; then a line with the reason why the search ended. Counts are not stored: they follow from
 * the simulations, so that the tree can be seen after any of them. The version is raised only when a reader of the old
 * one would misread the new one. Since version 2 the game is any world, and nodes of traces have a status instead of
 * values.
 */
export const TREE_FILE_VERSION = 2;
export const TREE_FILE_FORMAT = 'statelens-mcts';

/** World of a tree: a name as in `--world`, or a description with its text. */
export type TreeWorld = string | WorldSpec;

/** Header of a tree file. */
export interface TreeFileHeader {
  readonly game: TreeWorld;
  /** State at the root. */
  readonly state: string;
  /** Number of plies before it. */
  readonly played: number;
  /** Label of the model. */
  readonly model: string;
  readonly settings: SearchSettings;
  /** Undefined for a tree whose nodes have values. */
  readonly trace?: TraceHeader;
}

/** Header of the tree of a game that MAV has, with values. */
export interface GameTreeHeader extends TreeFileHeader {
  readonly game: MavGameName;
}

/** Model name in the tree of a trace. */
export const TRACE_MODEL = 'internal search';

/** Settings in the header of a trace, which has no search settings: nothing is backed up. */
const TRACE_SETTINGS: SearchSettings = { ...DEFAULT_SEARCH, simulations: 0, backup: 'minimax', unvisited: 'zero' };

/** Returns true for the tree of a game whose nodes have values, and states and lists of MAV. */
export const isGameTree = (header: TreeFileHeader): header is GameTreeHeader =>
  header.trace === undefined && (MAV_GAMES as readonly unknown[]).includes(header.game);

/** Returns true if a tree can be searched further: a trace cannot, and neither can a search without open edges. */
export const canContinue = (header: TreeFileHeader, end: string | undefined): header is GameTreeHeader =>
  end !== 'closed' && isGameTree(header) && !header.model.startsWith(TRACE_MODEL);

/** Returns the name of the world of a tree. */
export const treeWorldName = (game: TreeWorld): string =>
  typeof game === 'string' ? game : game.kind === 'renamed' ? treeWorldName(game.world) : game.name;

/** Returns the rules by which states of a tree are compared and drawn. */
export function treeRules(game: TreeWorld): ComparisonRules {
  const spec = treeWorldSpec(game);
  return spec.kind === 'named' && (COMPARED_GAME_NAMES as readonly string[]).includes(spec.name)
    ? (spec.name as ComparedGame)
    : worldRules(spec);
}

/** Returns the description of the world of a tree. */
export const treeWorldSpec = (game: TreeWorld): WorldSpec =>
  typeof game === 'string' ? { kind: 'named', name: game } : game;

/** Returns the first line of a file. */
export function headerLine({ settings, ...header }: TreeFileHeader): string {
  const isTrace = header.trace !== undefined;
  const record = { format: TREE_FILE_FORMAT, version: TREE_FILE_VERSION, ...header, ...(!isTrace && { settings }) };
  return `${JSON.stringify(record)}\n`;
}

/** Returns the header of a trace whose nodes have a status. */
export const traceHeader = (header: Omit<Required<TreeFileHeader>, 'settings' | 'played'>): TreeFileHeader => ({
  ...header,
  played: 0,
  settings: TRACE_SETTINGS,
});

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.string();
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const positive = v.pipe(v.number(), v.minValue(0));

/** Returns a schema of the words of an option. */
const wordOf = <Name extends 'queueing' | 'unvisited' | 'backup' | 'final'>(name: Name) =>
  v.picklist(Object.keys(SEARCH_FIELDS[name].words ?? {}) as SearchSettings[Name][]);

const virtualSchema = v.variant('kind', [
  v.object({ kind: v.literal('fixed'), count }),
  v.object({ kind: v.literal('dynamic'), most: count, least: count }),
]);

const settingsSchema = v.object({
  simulations: count,
  batch: v.pipe(count, v.minValue(1)),
  queueing: wordOf('queueing'),
  timeout: positive,
  exploration: positive,
  k: v.pipe(count, v.minValue(1)),
  epsilon: share,
  temperature: v.object({ from: positive, to: positive, plies: positive }),
  unvisited: wordOf('unvisited'),
  backup: wordOf('backup'),
  virtual: virtualSchema,
  virtualLoss: v.boolean(),
  final: wordOf('final'),
  seed: v.pipe(v.number(), v.integer()),
}) satisfies v.GenericSchema<SearchSettings>;

/** Longest name of a world: generators of permutations have the longest. */
const MAX_NAME = 1000;

const traceSchema = v.object({
  dialect: text,
  algorithm: v.exactOptional(text),
  verdict: v.exactOptional(text),
  isFault: v.exactOptional(v.literal(true)),
  fault: v.exactOptional(count),
}) satisfies v.GenericSchema<TraceHeader>;

const shared = {
  game: v.union([v.pipe(text, v.minLength(1), v.maxLength(MAX_NAME)), worldSpecSchema]),
  state: text,
  played: count,
  model: text,
};
const searchHeader = v.object({ ...shared, settings: settingsSchema });
const traceOnly = v.object({ ...shared, trace: traceSchema });

/** Reads the header, or returns the reason why the line has none. */
export function readTreeHeader(record: unknown): TreeFileHeader | string {
  const { format, version, trace } = (typeof record === 'object' && record !== null ? record : {}) as Record<
    string,
    unknown
  >;
  if (format !== TREE_FILE_FORMAT) return 'not a search tree: its first line has no "format": "statelens-mcts"';
  if (typeof version === 'number' && version > TREE_FILE_VERSION)
    return `a newer StateLens wrote this search tree (version ${version}; this one reads up to ${TREE_FILE_VERSION})`;
  const parsed = trace === undefined ? v.safeParse(searchHeader, record) : v.safeParse(traceOnly, record);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return `the header is damaged: ${v.getDotPath(issue) ?? ''}: ${describeIssue(issue)}`;
  }
  return 'settings' in parsed.output ? parsed.output : { ...parsed.output, settings: TRACE_SETTINGS };
}
