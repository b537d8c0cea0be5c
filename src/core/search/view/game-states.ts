import { SINK } from '../../base/automaton.ts';
import type { ChessState } from '../../games/chess/state.ts';
import { knownGame, moveNumber } from '../../mav/author/prompt-position.ts';
import { fieldDifferences } from '../../mav/check/state-comparison.ts';
import { sideName } from '../../mav/features/state-board.ts';
import type { MavGameName } from '../../mav/game-names.ts';
import type { MavGame, StateReading } from '../../mav/games.ts';
import { boardToPlacement } from '../../mav/native-chess.ts';
import type { SearchNode } from '../tree.ts';
import type { TreeFileHeader } from '../tree-header.ts';
import type { Divergence } from '../without-diverged.ts';
import { chessActionName } from './action-names.ts';
import { differsFromTruth } from './node-values.ts';

/** Node of a displayed line: `12.Nf3`, `e5`, `12...e5` at the start of the line. */
export interface TreeLineMove {
  readonly node: SearchNode;
  readonly text: string;
}

/** Comparison of the state of a node with the rules. */
export interface NodeTruth {
  /** State by rule in the form that boards read; undefined if unknown. */
  readonly state: string | undefined;
  /** `illegal`: the action that leads here. `lost`: an action above, or the root is no state. */
  readonly kind: 'same' | 'differs' | 'illegal' | 'lost';
  /** Differences in words. Clocks are listed, but alone they are no difference. */
  readonly words: string;
}

/** Cached states of a node. */
interface Known {
  /** State by rule; undefined if unknown. */
  readonly truth: unknown;
  readonly isIllegal: boolean;
}

const CLOCKS: readonly string[] = ['halfmove clock', 'fullmove number'];

/** Returns the node nearest to the root above a node for which a condition holds. */
export function firstAbove(node: SearchNode, holds: (node: SearchNode) => boolean): SearchNode | undefined {
  let first: SearchNode | undefined;
  for (let at = node.parent; at !== undefined; at = at.parent) if (holds(at)) first = at;
  return first;
}

/** Board of a node of chess, for the names of its actions. */
interface NamingBoard {
  readonly node: SearchNode;
  /** True state, then the believed one; undefined for a text that is no state. */
  readonly states: readonly (ChessState | undefined)[];
  /** Undefined where no board can be read. */
  readonly placement: string | undefined;
}

/** States of a tree under the rules of its game. Results are cached. */
export class GameStates {
  readonly game: MavGame<unknown>;
  readonly #name: MavGameName;
  readonly #known = new Map<SearchNode, Known>();
  readonly #names = new Map<SearchNode, (string | undefined)[]>();
  readonly #differs = new Map<SearchNode, boolean>();
  readonly #divergence = new Map<SearchNode, Divergence | undefined>();
  /** Board of the node whose actions were named last: it is read once for all of them. */
  #named: NamingBoard | undefined;

  constructor(name: MavGameName) {
    this.#name = name;
    this.game = knownGame(name);
  }

  /** Reads a native state. */
  read(text: string): StateReading<unknown> {
    return this.game.read(text, 'native');
  }

  /** Returns a state's text in the form that boards read, a FEN or stones; undefined where the text has no board. */
  shown(text: string): string | undefined {
    const { state, fields } = this.read(text);
    if (state !== undefined) return this.game.automaton.print(state);
    const { board, side } = fields;
    if (board === undefined || board === '') return undefined;
    return this.game.hasFen ? `${boardToPlacement(board)} ${side ?? 'w'}` : text;
  }

  /** True if actions have names in SAN. */
  get hasSan(): boolean {
    return this.game.hasFen;
  }

  /** Returns the side to move at a node: `White`, `Black`, `x`, `o`. */
  moverAt(node: SearchNode): string {
    const truth = node.kind === 'hallucination' ? undefined : node.truth;
    return sideName(this.read(truth ?? node.state).fields.side);
  }

  /** Returns the display name of an action: in chess SAN, also where it is illegal. */
  nameOf(node: SearchNode, edge: number): string {
    let names = this.#names.get(node);
    if (names === undefined) this.#names.set(node, (names = []));
    names[edge] ??= this.nameOfAction(node, node.actions[edge] ?? '');
    return names[edge];
  }

  /** Returns the display name of an action that a node may lack; not cached. */
  nameOfAction(node: SearchNode, action: string): string {
    if (!this.game.hasFen || node.kind === 'hallucination') return action;
    if (this.#named?.node !== node) this.#named = this.#namingBoard(node);
    return chessActionName(action, this.#named.states, this.#named.placement);
  }

  /** Returns the action that leads to a node; `start` for the root. */
  readonly nameTo = ({ parent, edge }: SearchNode): string =>
    parent === undefined ? 'start' : this.nameOf(parent, edge);

  /** Returns the nodes from the root's child to a node, with move numbers in chess. */
  lineTo(node: SearchNode): readonly TreeLineMove[] {
    const line: TreeLineMove[] = [];
    for (let at = node; at.parent !== undefined; at = at.parent) line.push({ node: at, text: '' });
    line.reverse();
    return line.map(({ node }, i) => ({ node, text: this.#numbered(node, i === 0) }));
  }

  /** Returns the move that leads to a node as it stands alone, in chess `12...e5`; undefined for the root. */
  readonly moveTo = (node: SearchNode): string | undefined =>
    node.parent === undefined ? undefined : this.#numbered(node, true);

  /** Compares the state of a node with the one by the rules. */
  truthOf(node: SearchNode): NodeTruth {
    const { truth, isIllegal } = this.#truthAt(node);
    if (isIllegal) return { state: undefined, kind: 'illegal', words: 'illegal move' };
    if (truth === undefined) return { state: undefined, kind: 'lost', words: 'not a state under the rules' };
    const state = this.game.automaton.print(truth);
    if (node.kind === 'hallucination') return { state, kind: 'same', words: '' };
    const found = fieldDifferences(this.game, this.read(node.state).fields, this.game.fieldsOf(truth));
    const isOther = found.some(({ field }) => !CLOCKS.includes(field));
    return { state, kind: isOther ? 'differs' : 'same', words: found.map(({ message }) => message).join('; ') };
  }

  /** Returns true if the model's state means another than the true one. Cached: a drawing reads it in every frame. */
  readonly differs = (node: SearchNode): boolean => {
    if (!differsFromTruth(node)) return false;
    let known = this.#differs.get(node);
    if (known === undefined) this.#differs.set(node, (known = this.truthOf(node).kind !== 'same'));
    return known;
  };

  /**
   * Returns the divergence of a node from the truth; undefined where there is none, and where the truth is unknown:
   * below an illegal action, or where the root is no state. Cached: large trees are read node by node.
   */
  divergenceAt(node: SearchNode): Divergence | undefined {
    if (node.kind === 'hallucination') return 'hallucination';
    const known = this.#divergence.get(node);
    if (known !== undefined || this.#divergence.has(node)) return known;
    const found = this.#divergenceOf(node);
    this.#divergence.set(node, found);
    return found;
  }

  #divergenceOf(node: SearchNode): Divergence | undefined {
    const { truth, isIllegal } = this.#truthAt(node);
    if (isIllegal) return 'illegal';
    // Most states are written as the rules write them: comparing their fields takes ten times as long.
    if (truth === undefined || this.game.automaton.print(truth) === node.state) return undefined;
    return this.truthOf(node).kind === 'differs' ? 'untrue' : undefined;
  }

  /** Returns true if a node is a hallucination, was reached by an illegal action, or has a wrong state. */
  divergesAt(node: SearchNode): boolean {
    return this.divergenceAt(node) !== undefined;
  }

  /** Returns the first node above a node at which the model's world diverges from the true one: the cause of its divergence. */
  divergedAbove(node: SearchNode): SearchNode | undefined {
    return firstAbove(node, (above) => this.divergesAt(above));
  }

  /** Returns the actions of a node that are illegal in its true state; none if that is unknown. */
  illegalIn(node: SearchNode): ReadonlySet<string> {
    const { truth } = this.#truthAt(node);
    if (truth === undefined || node.kind !== 'state') return new Set();
    const legal = new Set(this.game.automaton.legal(truth));
    return new Set(node.actions.filter((action) => !legal.has(action)));
  }

  #namingBoard(node: SearchNode): NamingBoard {
    const texts = node.truth === undefined ? [node.state] : [node.truth, node.state];
    const states = texts.map((text) => this.read(text).state as ChessState | undefined);
    const board = texts.map((text) => this.shown(text)).find((text) => text !== undefined);
    return { node, states, placement: board?.split(' ', 1)[0] };
  }

  #numbered(node: SearchNode, isFirst: boolean): string {
    const name = this.nameTo(node);
    const parent = node.parent as SearchNode;
    if (!this.game.hasFen) return name;
    const { state, fields } = this.read(parent.truth ?? parent.state);
    if (state === undefined) return name;
    if (fields.side === 'w') return `${moveNumber(this.#name, state)}.${name}`;
    return isFirst ? `${moveNumber(this.#name, state)}...${name}` : name;
  }

  #truthAt(node: SearchNode): Known {
    // Down from the nearest known node above: trees may be deeper than the call stack.
    const open: SearchNode[] = [];
    let known: Known | undefined;
    for (let at: SearchNode | undefined = node; at !== undefined && known === undefined; at = at.parent) {
      known = this.#known.get(at);
      if (known === undefined) open.push(at);
    }
    for (let i = open.length - 1; i >= 0; i--) {
      known = this.#step(open[i]!, known);
      // Most nodes are leaves: their states are a step away, and caching them would take more memory than the tree.
      if (!open[i]!.isLeaf) this.#known.set(open[i]!, known);
    }
    return known as Known;
  }

  #step(node: SearchNode, above: Known | undefined): Known {
    if (above === undefined) return { truth: this.read(node.truth ?? node.state).state, isIllegal: false };
    const { parent, edge } = node;
    if (above.truth === undefined || parent === undefined) return { truth: undefined, isIllegal: false };
    const next = this.game.automaton.step(above.truth, parent.actions[edge]!);
    return next === SINK ? { truth: undefined, isIllegal: true } : { truth: next, isIllegal: false };
  }
}

/** State on the path from the root to a node. */
export interface NodeStep {
  /** Plies from the start of the game. */
  readonly ply: number;
  /** Display name of the action that leads there; null at the root. */
  readonly move: string | null;
  /** State by the rules, in the form that boards read. */
  readonly truth: string;
  /** State printed by the model; null if it is not a state. */
  readonly believed: string | null;
  /** Text of the language model; null if it was not kept. */
  readonly text: string | null;
  /** Reason why the text is not a state; null if it is one. */
  readonly fault: string | null;
}

/**
 * Returns the states on the path from the root to a node, as far as the rules know them: an illegal action ends it.
 * Empty where the root is no state.
 */
export function listNodeSteps(
  node: SearchNode,
  states: Pick<GameStates, 'truthOf' | 'nameTo' | 'shown'>,
  { played }: Pick<TreeFileHeader, 'played'>,
): readonly NodeStep[] {
  const nodes: SearchNode[] = [];
  for (let at: SearchNode | undefined = node; at !== undefined; at = at.parent) nodes.push(at);
  const steps: NodeStep[] = [];
  for (const at of nodes.reverse()) {
    const truth = states.truthOf(at).state;
    if (truth === undefined) break;
    const isLost = at.kind === 'hallucination';
    steps.push({
      ply: played + at.depth,
      move: at.parent === undefined ? null : states.nameTo(at),
      truth,
      believed: isLost ? null : (states.shown(at.state) ?? null),
      text: isLost ? at.state : (at.text ?? null),
      fault: isLost ? (at.reason ?? 'it is no state') : null,
    });
  }
  return steps;
}
