import { err } from '../../base/result.ts';
import { actionSan } from '../../games/chess/chess.ts';
import type { ChessState } from '../../games/chess/state.ts';
import type { World } from '../../worlds/world.ts';
import { buildWorld, programRefusal } from '../../worlds/world-spec.ts';
import type { SearchNode } from '../tree.ts';
import { isGameTree, type TreeFileHeader, treeWorldSpec } from '../tree-header.ts';
import type { Divergence } from '../without-diverged.ts';
import { firstAbove, GameStates, type NodeTruth, type TreeLineMove } from './game-states.ts';

/** Maximum number of differing parts that are named. */
const MAX_DIFFERENCES = 4;

/**
 * States of a tree of any world. The file has the comparison with the rules: no rule is applied again, so that worlds
 * that are slow, or cannot be built here, are shown as well.
 */
export class WorldStates {
  /** True for chess, whose actions have a notation besides their names. */
  readonly hasSan: boolean;
  /** SAN of the actions of a node, by index. */
  readonly #sans = new WeakMap<SearchNode, (string | undefined)[]>();
  readonly #world: World<unknown> | undefined;

  constructor({ game }: Pick<TreeFileHeader, 'game'>) {
    // No file starts a program.
    const built = buildWorld(treeWorldSpec(game), (spec) => err([{ message: programRefusal(spec) }]));
    this.#world = built.ok ? built.value : undefined;
    this.hasSan = this.#world?.automaton.id === 'chess';
  }

  /** Returns a state's text as the world prints it; undefined for a text that is no state. Without a world any text is one. */
  shown(text: string): string | undefined {
    if (text === '') return undefined;
    if (this.#world === undefined) return text;
    const { automaton } = this.#world;
    const read = automaton.parse(text);
    return read.ok ? automaton.print(read.value) : undefined;
  }

  /** Returns the side to move at a node; '' in worlds without sides. */
  moverAt(node: SearchNode): string {
    return this.#parts(node.truth ?? node.state)?.get('side') ?? '';
  }

  nameOf(node: SearchNode, edge: number): string {
    const action = node.actions[edge] ?? '';
    if (!this.hasSan) return action;
    const known = this.#sans.get(node) ?? [];
    if (known.length === 0) this.#sans.set(node, known);
    return (known[edge] ??= this.nameOfAction(node, action));
  }

  /** Returns the SAN of a move; a move that is not legal keeps its name, and so do actions of other worlds. */
  nameOfAction({ truth, state }: SearchNode, action: string): string {
    const read = this.hasSan ? this.#world?.automaton.parse(truth ?? state) : undefined;
    return read?.ok === true ? (actionSan(read.value as ChessState, action) ?? action) : action;
  }

  /** Returns the action that leads to a node; `start` for the root. */
  readonly nameTo = ({ parent, edge }: SearchNode): string =>
    parent === undefined ? 'start' : this.nameOf(parent, edge);

  /** Returns the nodes from the root's child to a node. */
  lineTo(node: SearchNode): readonly TreeLineMove[] {
    const line: TreeLineMove[] = [];
    for (let at = node; at.parent !== undefined; at = at.parent) line.push({ node: at, text: this.nameTo(at) });
    return line.reverse();
  }

  /** Returns the action that leads to a node; undefined for the root. */
  readonly moveTo = (node: SearchNode): string | undefined =>
    node.parent === undefined ? undefined : this.nameTo(node);

  /** Returns the comparison of a node's state with the rules. */
  truthOf({ state, truth = state, marks }: SearchNode): NodeTruth {
    if (marks?.illegal !== undefined) return { state: undefined, kind: 'illegal', words: marks.illegal };
    if (marks?.isLost === true) return { state: undefined, kind: 'lost', words: 'not a state under the rules' };
    const shown = this.shown(truth);
    if (truth === state) return { state: shown, kind: 'same', words: '' };
    return { state: shown, kind: 'differs', words: this.#differences(state, truth) };
  }

  /** Returns true if the believed state is another than the true one. */
  readonly differs = ({ truth, state }: SearchNode): boolean => truth !== undefined && truth !== state;

  /** Returns the divergence of a node from the truth; undefined where there is none, or the truth is unknown. */
  divergenceAt(node: SearchNode): Divergence | undefined {
    if (node.kind === 'hallucination') return 'hallucination';
    if (node.marks?.illegal !== undefined) return 'illegal';
    return node.marks?.status === 'wrong' || this.differs(node) ? 'untrue' : undefined;
  }

  divergesAt(node: SearchNode): boolean {
    return this.divergenceAt(node) !== undefined;
  }

  /** Returns the first node above a node at which the believed world diverges from the true one. */
  divergedAbove(node: SearchNode): SearchNode | undefined {
    return firstAbove(node, (above) => this.divergesAt(above));
  }

  /** Returns the actions of a node that the file says are illegal. */
  illegalIn(node: SearchNode): ReadonlySet<string> {
    if (node.isLeaf) return new Set();
    return new Set(node.children.flatMap((child) => (child?.marks?.illegal === undefined ? [] : [this.nameTo(child)])));
  }

  #parts(text: string): ReadonlyMap<string, string> | undefined {
    const read = this.#world?.automaton.parse(text);
    return read?.ok === true ? this.#world?.parts(read.value) : undefined;
  }

  /** Names the parts that differ, with both contents. */
  #differences(state: string, truth: string): string {
    const [own, others] = [this.#parts(state), this.#parts(truth)];
    if (own === undefined || others === undefined) return '';
    const names = [...new Set([...others.keys(), ...own.keys()])].filter((name) => own.get(name) !== others.get(name));
    const part = this.#world?.part ?? '';
    const words = names.slice(0, MAX_DIFFERENCES).map((name) => {
      const [said, actual] = [own.get(name), others.get(name)];
      const named = name === part ? name : `${part} ${name}`;
      if (said === undefined) return `${named} is missing`;
      return actual === undefined ? `${named} does not exist` : `${named} is ${actual}, not ${said}`;
    });
    const left = names.length - words.length;
    return [...words, ...(left > 0 ? [`${left} more`] : [])].join('; ');
  }
}

/** States of a tree under the rules of its world: true and believed ones, and names of actions. */
export type TreeStates = Pick<
  GameStates,
  | 'hasSan'
  | 'shown'
  | 'moverAt'
  | 'nameOf'
  | 'nameOfAction'
  | 'nameTo'
  | 'lineTo'
  | 'moveTo'
  | 'truthOf'
  | 'differs'
  | 'divergenceAt'
  | 'divergesAt'
  | 'divergedAbove'
  | 'illegalIn'
>;

/** Returns the states of a tree: by the rules of a game of MAV, or as the file compares them. */
export const treeStates = (header: TreeFileHeader): TreeStates =>
  isGameTree(header) ? new GameStates(header.game) : new WorldStates(header);
