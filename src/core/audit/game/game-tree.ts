import { FRAME } from '../../games/chess/frame.ts';
import type { LooseSan } from '../../games/chess/san-loose.ts';
import { INITIAL_FEN, parseChess } from '../../games/chess/state.ts';
import { GameNode, type StartKind } from './node.ts';

/** A tree of more positions is given up, and the next game begins a new one. */
const MAX_NODES = 20_000;
/** So is a longer game: walks back through it stay short. */
const MAX_PLIES = 1500;
const MAX_HYPOTHESES = 4;
const MAX_IMAGINED = 8;

/** All positions that a conversation has named, and those that it may be at. */
export class GameTree {
  #initial: GameNode | undefined;
  #roots: GameNode[] = [];
  #count = 0;
  /** Entered, and not yet in `#byPlacement`: most positions are never looked for by their boards. */
  #unplaced: GameNode[] = [];
  readonly #byPlacement = new Map<string, GameNode[]>();
  readonly #byNumber = new Map<number, GameNode[]>();
  /** The positions that the text may be at, the likeliest first; empty before any game. */
  focus: readonly GameNode[] = [];
  /** Positions behind moves that the text only thinks of: what it says next may be said of them. */
  imagined: readonly GameNode[] = [];
  /** The positions behind a move that a sentence names, and where that sentence ends in its text. */
  saidOf: { readonly nodes: readonly GameNode[]; readonly until: number } | undefined;
  /** What the numbers of moves in the text lack, where it counts from a start that was given. */
  shift: { readonly root: GameNode; readonly by: number } | undefined;
  /** A fault hides what follows it: the position is uncertain until the next state or list of moves. */
  isLost = false;

  /** The latest start that is not the initial position. */
  get customRoot(): GameNode | undefined {
    return this.#roots.at(-1);
  }

  get isFull(): boolean {
    return this.#count > MAX_NODES || (this.focus[0]?.ply ?? 0) > MAX_PLIES;
  }

  /** The initial position, in the tree from now on. */
  initial(): GameNode {
    if (this.#initial === undefined) {
      const parsed = parseChess(INITIAL_FEN, false);
      this.#initial = new GameNode(parsed.ok ? parsed.value.words : new Int32Array(FRAME));
      this.#add(this.#initial);
    }
    return this.#initial;
  }

  get knowsInitial(): boolean {
    return this.#initial !== undefined;
  }

  /** Adds a position that begins a line. */
  addRoot(words: Int32Array, start: StartKind): GameNode {
    const node = new GameNode(words, undefined, -1, start);
    if (!start.isDrifted) this.#roots.push(node);
    this.#add(node);
    return node;
  }

  play(from: GameNode, move: LooseSan): GameNode | undefined {
    const played = from.play(move);
    if (played !== undefined) this.enter(played);
    return played;
  }

  /** Positions with this board, the latest first. */
  withPlacement(placement: string): readonly GameNode[] {
    for (const node of this.#unplaced) {
      const same = this.#byPlacement.get(node.placement);
      if (same === undefined) this.#byPlacement.set(node.placement, [node]);
      else if (same.length < 50) same.unshift(node);
    }
    this.#unplaced = [];
    return this.#byPlacement.get(placement) ?? [];
  }

  /** Positions in which the move with this number is next, the latest first. */
  before(number: number, isBlack: boolean): readonly GameNode[] {
    return this.#byNumber.get(2 * number + (isBlack ? 1 : 0)) ?? [];
  }

  /** The positions that a place of the current text may speak of. */
  focusAt(place: number): readonly GameNode[] {
    return this.saidOf !== undefined && place < this.saidOf.until ? this.saidOf.nodes : this.focus;
  }

  setFocus(nodes: Iterable<GameNode>): void {
    this.focus = [...new Set(nodes)].slice(0, MAX_HYPOTHESES);
    this.isLost = false;
  }

  /** Thinks a move on from where the text is, or from what it thinks of. */
  imagine(move: LooseSan): void {
    const next = [...this.focus, ...this.imagined].flatMap((node) => node.play(move) ?? []);
    if (next.length > 0) this.imagined = [...new Set([...next, ...this.imagined])].slice(0, MAX_IMAGINED);
  }

  /** Adds a position that was played from one of the tree, unless it is there. */
  enter(node: GameNode): void {
    if (!node.isEntered) this.#add(node);
  }

  #add(node: GameNode): void {
    this.#count++;
    node.isEntered = true;
    this.#unplaced.push(node);
    const number = 2 * node.fullmoves + node.turn;
    const next = this.#byNumber.get(number);
    if (next === undefined) this.#byNumber.set(number, [node]);
    else if (next.unshift(node) > 20) next.pop();
  }
}
