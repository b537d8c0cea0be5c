import type { MavGameName } from '../mav/game-names.ts';
import { backUp } from './backup.ts';
import { finalEdge, principalVariation, selectEdge } from './edge-selection.ts';
import { type PriorParameters, priorAt, type SearchSettings, virtualCount } from './settings.ts';
import { closeEdge, makeNodeContent, SearchNode } from './tree.ts';
import type { Evaluation, EvaluationRequest } from './world-model.ts';

/** Path down from the root whose virtual counts stay in the tree until it is settled or dropped. */
export interface Descent {
  /** Number of the simulation, from 0. */
  readonly simulation: number;
  /** Nodes from the root on, and the selected edge of each. */
  readonly nodes: readonly SearchNode[];
  readonly edges: readonly number[];
  /**
   * Known node at the end (its game is over, or all its edges are closed): no request is needed. Otherwise the last
   * edge has no node yet.
   */
  readonly known: SearchNode | undefined;
  state: 'queued' | 'over';
}

/** Outcome of a simulation. */
export type SimulationOutcome =
  | { readonly kind: 'expanded' | 'known'; readonly node: SearchNode; readonly value: number }
  /** The last edge is closed; nothing was backed up. */
  | { readonly kind: 'hallucination'; readonly node: SearchNode };

/** Evaluation that a node can hold: a state or a hallucination. */
export type Answer = Exclude<Evaluation, { readonly kind: 'fault' }>;

/** Returns the state after an action; undefined if the action is illegal. */
export type Rules = (state: string, action: string) => string | undefined;

/** Positions of a game before the root of a search. */
export interface GameHistory {
  /** Keys of the positions. */
  readonly seen: ReadonlySet<string>;
  /** Returns a text that is equal for equal positions; undefined for a text that is no state. */
  readonly keyOf: (state: string) => string | undefined;
}

/** Root of a search. */
export interface SearchRoot {
  readonly game: MavGameName;
  readonly state: string;
  /** Number of plies before it, for the temperature. */
  readonly played: number;
  /**
   * With a history, a position that the game or the line from the root had before is a draw, as engines count it: the
   * side that is better must see that it makes no progress. Without one, states are all that counts, as in Algorithm 1.
   */
  readonly history?: GameHistory;
}

/** Maximum number of edges of a descent: more than any searched game has plies. */
const DEEPEST = 1000;

/**
 * Tree of a Monte Carlo tree search with its serial operations (Schultz et al., Algorithm 1 and section 3.2): `descend`
 * selects a path by PUCT and leaves virtual counts, `settle` removes them, expands the leaf and backs its value up,
 * `drop` only removes them. `run-search.ts` schedules the requests to the model.
 */
export class SearchTree {
  readonly #settings: SearchSettings;
  readonly #rules: Rules | undefined;
  readonly #prior: PriorParameters;
  readonly #start: SearchRoot;
  readonly #root: SearchNode;
  /** Virtual counts by height above a leaf, up to the highest requested one. */
  readonly #virtual: number[] = [];
  #nodes: number;
  #simulations = 0;

  private constructor(start: SearchRoot, root: SearchNode, nodes: number, settings: SearchSettings, rules?: Rules) {
    this.#start = start;
    this.#settings = settings;
    this.#rules = rules;
    this.#prior = priorAt(settings, start.played);
    this.#root = root;
    this.#nodes = nodes;
  }

  /**
   * Creates a tree of a root alone.
   *
   * @param evaluation the model's evaluation of the root
   * @param rules rules for a model that tracks states itself: the true states are stored beside its own
   */
  static at(start: SearchRoot, evaluation: Answer, settings: SearchSettings, rules?: Rules): SearchTree {
    const content = makeNodeContent(evaluation, rules === undefined ? undefined : start.state);
    const node = new SearchNode(0, content, priorAt(settings, start.played));
    return new SearchTree(start, node, 1, settings, rules);
  }

  /**
   * Creates a tree from the contents of its file.
   *
   * @param nodes number above that of every node
   * @param simulations number of started ones
   */
  static restored(
    start: SearchRoot,
    root: SearchNode,
    { nodes, simulations }: { readonly nodes: number; readonly simulations: number },
    settings: SearchSettings,
    rules?: Rules,
  ): SearchTree {
    const tree = new SearchTree(start, root, nodes, settings, rules);
    tree.#simulations = simulations;
    return tree;
  }

  get root(): SearchNode {
    return this.#root;
  }

  /** Number of nodes ever made; their numbers are below it. */
  get size(): number {
    return this.#nodes;
  }

  /** Number of started simulations. */
  get simulations(): number {
    return this.#simulations;
  }

  /** True unless the game is over at the root, or all its edges are closed or given up. */
  get canDescend(): boolean {
    const { open, givenUp } = this.#root;
    return open > (givenUp?.size ?? 0);
  }

  /** Selects a path by PUCT to an edge without a node, or to a node without open edges, and adds virtual counts along it. */
  descend(): Descent {
    const nodes: SearchNode[] = [];
    const edges: number[] = [];
    let known: SearchNode | undefined;
    for (let node = this.#root; ; ) {
      const edge = edges.length < DEEPEST ? selectEdge(node, this.#settings) : -1;
      if (edge < 0) {
        known = node;
        break;
      }
      nodes.push(node);
      edges.push(edge);
      const child = node.children[edge];
      if (child === undefined) break;
      node = child;
    }
    for (let i = 0; i < edges.length; i++) nodes[i]!.addVirtual(edges[i]!, this.#virtualAt(edges.length - 1 - i));
    return { simulation: this.#simulations++, nodes, edges, known, state: 'queued' };
  }

  /** Returns the request for a descent that ends at an unknown leaf. */
  requestOf({ nodes, edges }: Descent): EvaluationRequest {
    const last = edges.length - 1;
    return { game: this.#start.game, state: nodes[last]!.state, action: nodes[last]!.actions[edges[last]!] };
  }

  /**
   * Ends a descent with the model's evaluation of its leaf; `undefined` where the leaf is known. A leaf that another
   * descent expanded meanwhile is backed up as it is. Undefined when the descent is already over: a late answer changes
   * nothing.
   */
  settle(descent: Descent, evaluation?: Answer): SimulationOutcome | undefined {
    if (!this.#release(descent)) return undefined;
    const { nodes, edges } = descent;
    const [parent, edge = -1] = [nodes.at(-1), edges.at(-1)];
    let leaf = descent.known ?? parent?.children[edge];
    const isNew = leaf === undefined && parent !== undefined && evaluation !== undefined;
    if (isNew) {
      const truth = parent.truth === undefined ? undefined : this.#rules?.(parent.truth, parent.actions[edge]!);
      const content = makeNodeContent(this.#withRepetition(evaluation, nodes), truth);
      leaf = new SearchNode(this.#nodes++, content, this.#prior, { parent, edge });
      parent.children[edge] = leaf;
      if (leaf.kind === 'hallucination') closeEdge(parent, edge);
    }
    if (leaf === undefined) throw new Error('an unknown leaf was settled without an evaluation');
    if (leaf.kind === 'hallucination') return { kind: 'hallucination', node: leaf };
    backUp(nodes, edges, leaf.value, this.#settings);
    return { kind: isNew ? 'expanded' : 'known', node: leaf, value: leaf.value };
  }

  /** Returns a draw in place of a state that the game or the line to it had before. */
  #withRepetition(evaluation: Answer, line: readonly SearchNode[]): Answer {
    const { history } = this.#start;
    if (history === undefined || evaluation.kind !== 'state') return evaluation;
    const { state, text } = evaluation;
    const key = history.keyOf(state);
    if (key === undefined) return evaluation;
    const isRepeated = history.seen.has(key) || line.some((node) => history.keyOf(node.state) === key);
    if (!isRepeated) return evaluation;
    return { kind: 'terminal', state, outcome: '1/2-1/2', value: 1 / 2, ...(text !== undefined && { text }) };
  }

  /** Ends a descent without an answer. False when it is already over. */
  drop(descent: Descent): boolean {
    return this.#release(descent);
  }

  /** Gives up the last edge of a descent: this search does not select it again. */
  giveUp({ nodes, edges }: Descent): void {
    const last = edges.length - 1;
    nodes[last]?.giveUp(edges[last]!);
  }

  #release(descent: Descent): boolean {
    if (descent.state === 'over') return false;
    descent.state = 'over';
    const { nodes, edges } = descent;
    for (let i = 0; i < edges.length; i++) nodes[i]!.addVirtual(edges[i]!, -this.#virtualAt(edges.length - 1 - i));
    return true;
  }

  #virtualAt(height: number): number {
    this.#virtual[height] ??= virtualCount(this.#settings.virtual, height);
    return this.#virtual[height];
  }

  /** Returns the edge to play at the root by the setting (`edge-selection.ts`); -1 when there is none. */
  finalEdge(): number {
    return finalEdge(this.#root, this.#settings.final);
  }

  /** Returns the line from the root that the search expects both sides to play: the most visited edges. */
  principalVariation(): readonly SearchNode[] {
    return principalVariation(this.#root, this.#settings.final);
  }

  /**
   * Returns the tree below actions that were played from the root, for the next search: counts, values and priors are
   * kept, nodes are renumbered, and their depth and the plies before them count from the new root. Undefined where it
   * has no node. Descents of this tree must not be settled in the new one.
   */
  advance(...actions: readonly string[]): SearchTree | undefined {
    let from: SearchNode | undefined = this.#root;
    const passed: SearchNode[] = [];
    for (const action of actions) {
      if (from === undefined) return undefined;
      passed.push(from);
      from = from.children[from.actions.indexOf(action)];
    }
    if (from === undefined || from.kind !== 'state') return undefined;
    const { game, played, history } = this.#start;
    const old: SearchNode[] = [from];
    const copies: SearchNode[] = [from.copy(0)];
    for (let i = 0; i < old.length; i++) {
      if (old[i]!.isLeaf) continue;
      old[i]!.children.forEach((child, edge) => {
        if (child === undefined) return;
        const copy = child.copy(copies.length, { parent: copies[i]!, edge });
        copies[i]!.children[edge] = copy;
        old.push(child);
        copies.push(copy);
      });
    }
    const state = from.truth ?? from.state;
    const start = {
      game,
      state,
      played: played + actions.length,
      ...(history && { history: extendHistory(history, passed) }),
    };
    return new SearchTree(start, copies[0]!, copies.length, this.#settings, this.#rules);
  }
}

/** Returns the history with the positions of nodes that a game has passed. */
function extendHistory({ seen, keyOf }: GameHistory, passed: readonly SearchNode[]): GameHistory {
  const keys = passed.map((node) => keyOf(node.truth ?? node.state)).filter((key) => key !== undefined);
  return { seen: new Set([...seen, ...keys]), keyOf };
}
