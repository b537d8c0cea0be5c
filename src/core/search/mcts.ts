import type { MavGameName } from '../mav/games.ts';
import { backUp } from './backup.ts';
import { finalEdge, principalVariation, selectEdge } from './edge-selection.ts';
import { type PriorParameters, priorAt, type SearchSettings, virtualCount } from './settings.ts';
import { closeEdge, makeNodeContent, SearchNode } from './tree.ts';
import type { Evaluation, EvaluationRequest } from './world-model.ts';

/** A way down from the root whose virtual counts are in the tree until it is settled or dropped. */
export interface Descent {
  /** Number of the simulation, from 0. */
  readonly simulation: number;
  /** Nodes from the root on, and the edge taken at each. */
  readonly nodes: readonly SearchNode[];
  readonly edges: readonly number[];
  /** A node that is known (its game is over, or all its edges are closed): no request is needed. Otherwise the last edge has no node yet. */
  readonly known: SearchNode | undefined;
  state: 'queued' | 'over';
}

/** Outcome of a simulation. */
export type SimulationOutcome =
  | { readonly kind: 'expanded' | 'known'; readonly node: SearchNode; readonly value: number }
  /** Its edge is closed; nothing was backed up. */
  | { readonly kind: 'hallucination'; readonly node: SearchNode };

/** An evaluation that a node can hold: a state or a hallucination. */
export type Answer = Exclude<Evaluation, { readonly kind: 'fault' }>;

/** Returns the state after an action; undefined if the action is illegal. */
export type Rules = (state: string, action: string) => string | undefined;

/** Root of a search. */
export interface SearchRoot {
  readonly game: MavGameName;
  readonly state: string;
  /** Plies played before it, for the temperature. */
  readonly played: number;
}

/** Most edges of a descent: a longer game than any that is searched. */
const DEEPEST = 1000;

/**
 * The tree of a Monte Carlo tree search and its serial parts (Schultz et al., Algorithm 1 and section 3.2): `descend` goes down by PUCT
 * and leaves virtual counts, `settle` takes them away, expands the leaf and backs its value up, `drop` takes them away alone.
 * Who asks the model, and when, is `run-search.ts`.
 */
export class SearchTree {
  readonly #settings: SearchSettings;
  readonly #rules: Rules | undefined;
  readonly #prior: PriorParameters;
  readonly #start: SearchRoot;
  readonly #root: SearchNode;
  /** Virtual counts by height above a leaf, as far as they were asked for. */
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
   * A tree of a root alone.
   *
   * @param evaluation what the model said of the root
   * @param rules where the model tracks states itself: what they should have been is stored beside
   */
  static at(start: SearchRoot, evaluation: Answer, settings: SearchSettings, rules?: Rules): SearchTree {
    const content = makeNodeContent(evaluation, rules === undefined ? undefined : start.state);
    const node = new SearchNode(0, content, priorAt(settings, start.played));
    return new SearchTree(start, node, 1, settings, rules);
  }

  /**
   * A tree that was read from its file.
   *
   * @param nodes more than the highest number of a node
   * @param simulations that were begun
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

  /** Nodes that were made; their numbers are below it. */
  get size(): number {
    return this.#nodes;
  }

  /** Simulations that were begun. */
  get simulations(): number {
    return this.#simulations;
  }

  /** True if there is anywhere to go: not when the game is over at the root, or all its edges are closed or given up. */
  get canDescend(): boolean {
    const { open, givenUp } = this.#root;
    return open > (givenUp?.size ?? 0);
  }

  /** Goes down by PUCT to an edge without a node, or to a node that has none to go to, and adds virtual counts on the way. */
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
   * Ends a descent with what the model said of its leaf; `undefined` where the leaf is known. A leaf that another descent expanded
   * meanwhile is backed up as it is. Undefined when the descent is over already: a late answer changes nothing.
   */
  settle(descent: Descent, evaluation?: Answer): SimulationOutcome | undefined {
    if (!this.#release(descent)) return undefined;
    const { nodes, edges } = descent;
    const [parent, edge = -1] = [nodes.at(-1), edges.at(-1)];
    let leaf = descent.known ?? parent?.children[edge];
    const isNew = leaf === undefined && parent !== undefined && evaluation !== undefined;
    if (isNew) {
      const truth = parent.truth === undefined ? undefined : this.#rules?.(parent.truth, parent.actions[edge]!);
      leaf = new SearchNode(this.#nodes++, makeNodeContent(evaluation, truth), this.#prior, { parent, edge });
      parent.children[edge] = leaf;
      if (leaf.kind === 'hallucination') closeEdge(parent, edge);
    }
    if (leaf === undefined) throw new Error('an unknown leaf was settled without an evaluation');
    if (leaf.kind === 'hallucination') return { kind: 'hallucination', node: leaf };
    backUp(nodes, edges, leaf.value, this.#settings);
    return { kind: isNew ? 'expanded' : 'known', node: leaf, value: leaf.value };
  }

  /** Ends a descent without an answer. False when it is over already. */
  drop(descent: Descent): boolean {
    return this.#release(descent);
  }

  /** Gives the last edge of a descent up: no other takes it in this search. */
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

  /** The edge to play at the root by the setting (`final-move.ts`); -1 when there is none. */
  finalEdge(): number {
    return finalEdge(this.#root, this.#settings.final);
  }

  /** The edges from the root that are visited most: what the search expects both sides to play. */
  principalVariation(): readonly SearchNode[] {
    return principalVariation(this.#root, this.#settings.final);
  }

  /**
   * The tree below actions that were played from the root, for the search after them: counts, values and priors are kept, nodes are
   * numbered anew, and their depth and the plies played before them count from the new root. Undefined where it has no node.
   * Descents of this tree are not to be settled in the new one.
   */
  advance(...actions: readonly string[]): SearchTree | undefined {
    let from: SearchNode | undefined = this.#root;
    for (const action of actions) from = from?.children[from.actions.indexOf(action)];
    if (from === undefined || from.kind !== 'state') return undefined;
    const { game, played } = this.#start;
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
    const start = { game, state: from.truth ?? from.state, played: played + actions.length };
    return new SearchTree(start, copies[0]!, copies.length, this.#settings, this.#rules);
  }
}
