import {
  fullestState,
  type MavPosition,
  type MavState,
  positionFromReading,
  successor,
} from '../mav/check/example-model.ts';
import { differencesFrom, nearestState } from '../mav/check/state-comparison.ts';
import { isTracePrompt, type TraceModel } from '../mav/check/trace-model.ts';
import { type MavGameName, mavGameName } from '../mav/game-names.ts';
import type { MavDialect } from '../mav/syntax.ts';
import { bucketMiddle, isBucket } from '../mav/values.ts';
import type { Diagnostic } from '../notation/diagnostic.ts';
import { readExampleEvaluation } from './mav-prompt.ts';
import type { Answer } from './mcts.ts';
import { DEFAULT_SEARCH, priorAt, type SearchSettings } from './settings.ts';
import { type Branch, makeBranches, type TraceTreeNote, traceNotes } from './trace-notes.ts';
import { makeNodeContent, type NodeContent, SearchNode } from './tree.ts';
import { endLine, nodeWriter, simulationLine } from './tree-file.ts';
import { headerLine, TRACE_MODEL, type TreeFileHeader } from './tree-header.ts';
import type { ListedAction } from './world-model.ts';

/** Trace in the form of a search. */
export interface MavTraceTree {
  /** Lines of a `.mcts.jsonl` file (docs/search.md). */
  readonly lines: string;
  /** Notes by number of the node. */
  readonly notes: readonly TraceTreeNote[];
}

/** Inputs for reading a trace. */
export interface TraceReading {
  /** Document that the ranges of the trace refer to. */
  readonly text: string;
  readonly dialect: MavDialect;
  /** Diagnostics of the trace, in any order. */
  readonly findings: readonly Diagnostic[];
}

/** Inputs for reading the nodes of a trace. */
interface NodeReading extends Pick<TraceReading, 'text' | 'dialect'> {
  /** True for a prompt without an answer: its root is an unevaluated state, not a hallucination. */
  readonly isPrompt: boolean;
}

/** An unknown value counts as a draw. */
const UNKNOWN = 0.5;

/**
 * Returns an internal search (Schultz et al., section 4) in the form of an external one: a node for each evaluation, a
 * simulation for each evaluation below the root, in the order of the text, backed up by minimax over the expanded
 * nodes. States and lists are the model's; beside them are the states that the rules derive from the root's. An
 * unreadable evaluation is a hallucination, unless nodes are below it: its readable parts are then used. Unevaluated
 * nodes above an evaluated one are added, so that it has a place.
 */
export function mavTraceTree(model: TraceModel, { text, dialect, findings }: TraceReading): MavTraceTree {
  const branches = makeBranches(model);
  const settings = settingsOf(model, branches.evaluated.length);
  const header: TreeFileHeader = {
    game: gameOf(model),
    state: stateIn(branches.root)?.word.text ?? '',
    played: 0,
    model: `${TRACE_MODEL}${shapeOf(model)}`,
    settings,
  };
  const growth = new Growth(nodeWriter(header), settings, {
    text,
    dialect,
    isPrompt: stateIn(branches.root) !== undefined && isTracePrompt(model),
  });
  let lines = headerLine(header) + growth.grow(branches.root);
  let number = 0;
  for (const branch of branches.evaluated) {
    if (branch === branches.root) continue;
    const isKnown = growth.has(branch);
    lines += growth.grow(branch);
    const leaf = growth.nodeOf(branch);
    const kind = leaf.kind === 'hallucination' ? 'hallucination' : isKnown ? 'known' : 'expanded';
    const value = kind === 'hallucination' ? undefined : leaf.value;
    lines += simulationLine({ number, path: edgesTo(leaf), kind, leaf, value, after: number, ms: 0 });
    number++;
  }
  const isWhole = model.trace.playing !== undefined || model.root?.decision !== undefined;
  if (isWhole) lines += endLine('done', undefined);
  return { lines, notes: traceNotes(model, branches, growth.made, dialect, findings) };
}

/** Returns the title of a trace: `breadth 3, depth 1`, as far as it says so. */
export const traceTitle = (model: TraceModel): string => shapeOf(model).replace(/^, /, '');

const shapeOf = ({ trace: { breadth, depth } }: TraceModel): string =>
  (breadth?.value === undefined ? '' : `, breadth ${breadth.value}`) +
  (depth?.value === undefined ? '' : `, depth ${depth.value}`);

/** Returns settings of a search. A trace states no prior: Eq. 1 over as many actions as are expanded stands for it. */
const settingsOf = ({ trace: { breadth } }: TraceModel, evaluated: number): SearchSettings => ({
  ...DEFAULT_SEARCH,
  simulations: Math.max(0, evaluated - 1),
  k: Math.max(1, Math.min(breadth?.value ?? DEFAULT_SEARCH.k, 1000)),
  timeout: 0,
  virtual: { kind: 'fixed', count: 0 },
  unvisited: 'zero',
  backup: 'minimax',
  final: 'value',
});

/** Returns the game of the root, or of the first node that has one. */
function gameOf({ root, nodes }: TraceModel): MavGameName {
  const named = [...(root === undefined ? [] : [root]), ...nodes.values()];
  for (const { example } of named) {
    const game = mavGameName(example?.header.game?.text ?? '');
    if (game !== undefined) return game;
  }
  return 'chess';
}

/** Returns the text that a node prints as its state, valid or not. */
const stateIn = ({ node }: Branch): MavState | undefined =>
  fullestState(node?.model?.current ?? []) ?? node?.model?.current[0];

function edgesTo(node: SearchNode): number[] {
  const edges: number[] = [];
  for (let at: SearchNode = node; at.parent !== undefined; at = at.parent) edges.push(at.edge);
  return edges.reverse();
}

/** Creates the nodes on first use, parents before children. */
class Growth {
  readonly #write: (node: SearchNode) => string;
  readonly #settings: SearchSettings;
  readonly #reading: NodeReading;
  readonly #nodes = new Map<Branch, SearchNode>();
  readonly #truths = new Map<Branch, MavPosition | undefined>();
  /** Edges of a node by action: a damaged trace may have thousands. */
  readonly #edges = new Map<Branch, ReadonlyMap<string, number>>();

  constructor(write: (node: SearchNode) => string, settings: SearchSettings, reading: NodeReading) {
    this.#write = write;
    this.#settings = settings;
    this.#reading = reading;
  }

  /** Nodes in the order of their numbers. */
  get made(): ReadonlyMap<Branch, SearchNode> {
    return this.#nodes;
  }

  has(branch: Branch): boolean {
    return this.#nodes.has(branch);
  }

  nodeOf(branch: Branch): SearchNode {
    const node = this.#nodes.get(branch);
    if (node === undefined) throw new Error('a node was not made');
    return node;
  }

  /** Creates a node and all missing ones above it; returns their lines. */
  grow(branch: Branch): string {
    const missing: Branch[] = [];
    for (let at: Branch | undefined = branch; at !== undefined && !this.#nodes.has(at); at = at.parent)
      missing.push(at);
    let lines = '';
    for (const one of missing.reverse()) lines += this.#write(this.#make(one));
    return lines;
  }

  #make(branch: Branch): SearchNode {
    const above = branch.parent && this.nodeOf(branch.parent);
    const place = above && { parent: above, edge: this.#edgeTo(branch) };
    const truth = this.#truthOf(branch);
    this.#truths.set(branch, truth);
    const content = contentAt(branch, truth, this.#reading);
    const node = new SearchNode(this.#nodes.size, content, priorAt(this.#settings, 0), place);
    this.#nodes.set(branch, node);
    this.#edges.set(branch, new Map(node.actions.map((action, edge) => [action, edge])));
    return node;
  }

  #edgeTo({ parent, action }: Branch): number {
    const edge = parent && this.#edges.get(parent)?.get(action);
    if (edge === undefined) throw new Error('a node has no edge to one below it');
    return edge;
  }

  /** Returns the position by rule: at the root the printed one, below it the successor; undefined from an illegal action on. */
  #truthOf(branch: Branch): MavPosition | undefined {
    if (branch.parent !== undefined) {
      const before = this.#truths.get(branch.parent);
      return before && successor(before, branch.action);
    }
    const stated = stateIn(branch);
    const game = branch.node?.model?.game;
    return game === undefined || stated === undefined ? undefined : positionFromReading(game, stated.reading);
  }
}

/** Returns the content of a node: its evaluation, and an edge for each child that its list lacks. */
function contentAt(
  branch: Branch,
  truth: MavPosition | undefined,
  { text, dialect, isPrompt }: NodeReading,
): NodeContent {
  const { node } = branch;
  const stated = stateIn(branch);
  const truthText = truth && textOf(truth, stated);
  const said = isPrompt ? undefined : sayings(branch, stated, text, dialect);
  const isInner = [...branch.children.values()].some(({ isWanted }) => isWanted);
  if (said !== undefined && said.kind !== 'state' && !isInner) return makeNodeContent(said, truthText);
  const actions = said?.kind === 'state' ? said.actions : readable(branch, dialect);
  const listed = new Set(actions.map(({ action }) => action));
  const unlisted = [...branch.children.values()]
    .filter((child) => (child.isWanted || child.node !== undefined) && !listed.has(child.action))
    .map(({ action }) => ({ action, value: 0 }));
  const best = node?.model?.best?.action;
  return makeNodeContent(
    {
      kind: 'state',
      state: stated?.word.text ?? '',
      actions: [...actions, ...unlisted],
      ...(best !== undefined && { best }),
      ...(actions.length === 0 && { value: UNKNOWN }),
    },
    truthText,
  );
}

/** Returns the evaluation of a node; undefined without one. An unreadable state keeps its text as the state, too. */
function sayings(
  { node, parent }: Branch,
  stated: MavState | undefined,
  text: string,
  dialect: MavDialect,
): Answer | undefined {
  const { evaluation, example, model } = node ?? {};
  if (evaluation === undefined) {
    const reason = 'the root is not evaluated';
    return parent === undefined ? { kind: 'hallucination', text: '', reason } : undefined;
  }
  const { start, end } = (example ?? evaluation).range;
  const own = text.slice(start, end);
  if (model === undefined) return { kind: 'hallucination', text: own, reason: 'no example' };
  const said = readExampleEvaluation(model, stated, own, dialect);
  if (said.kind === 'hallucination') return said;
  const { text: _, ...rest } = said;
  return rest;
}

/** Returns the readable actions of a list that breaks the format. */
function readable({ node }: Branch, dialect: MavDialect): ListedAction[] {
  const body = node?.model?.list?.body;
  const found = new Map<string, ListedAction>();
  for (const { move, bucket } of body?.kind === 'list' ? body.actions : []) {
    const action = node?.nameOf(move.text) ?? move.text;
    const value = bucket !== undefined && isBucket(bucket, dialect) ? bucketMiddle(bucket, dialect) : 0;
    if (!found.has(action)) found.set(action, { action, value });
  }
  return [...found.values()];
}

/** Returns the true state, where a node prints another one or none. */
function textOf(truth: MavPosition, stated: MavState | undefined): string | undefined {
  const { automaton } = truth.game;
  if (stated?.reading.state === undefined) return automaton.print(truth.state);
  if (differencesFrom(stated, truth).length === 0) return undefined;
  return automaton.print(nearestState(stated, truth) ?? truth.state);
}
