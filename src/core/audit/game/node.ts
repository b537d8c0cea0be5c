import { FRAME, FULLMOVES, TURN } from '../../games/chess/frame.ts';
import { ILLEGAL } from '../../games/chess/san.ts';
import { type LooseSan, playLoose } from '../../games/chess/san-loose.ts';
import { sanOf } from '../../games/chess/san-print.ts';
import { type ChessState, printChess } from '../../games/chess/state.ts';
import type { HistoryPly } from '../../metrics/placement.ts';

const scratch = new Int32Array(2 * FRAME);

/** What is known of a start. */
export interface StartKind {
  readonly isDrifted: boolean;
  readonly isExact: boolean;
}

const EXACT: StartKind = { isDrifted: false, isExact: true };

/** A position of a game, with the move that led to it. */
export class GameNode {
  readonly words: Int32Array;
  readonly parent: GameNode | undefined;
  /** The move to it in export format; '' for a start. */
  readonly san: string;
  /** Half-moves since the start. */
  readonly ply: number;
  /** It follows from a state that was found to be wrong. */
  readonly isDrifted: boolean;
  /** Its start was given with all six fields. */
  readonly isExact: boolean;
  readonly #children = new Map<number, GameNode>();
  #fen: string | undefined;

  constructor(words: Int32Array, parent?: GameNode, san = '', start: StartKind = EXACT) {
    this.words = words;
    this.parent = parent;
    this.san = san;
    this.ply = parent === undefined ? 0 : parent.ply + 1;
    this.isDrifted = parent?.isDrifted ?? start.isDrifted;
    this.isExact = parent?.isExact ?? start.isExact;
  }

  /** 0: White is to move. */
  get turn(): number {
    return this.words[TURN] ?? 0;
  }

  get fullmoves(): number {
    return this.words[FULLMOVES] ?? 1;
  }

  get fen(): string {
    this.#fen ??= printChess(this.state);
    return this.#fen;
  }

  get state(): ChessState {
    return { words: this.words };
  }

  get placement(): string {
    return this.fen.slice(0, this.fen.indexOf(' '));
  }

  /** The last move with its number, `3.Bb5`; `the start` for none. */
  get name(): string {
    const { parent } = this;
    if (parent === undefined) return 'the start position';
    return `${parent.fullmoves}${parent.turn === 0 ? '.' : '...'}${this.san}`;
  }

  /** Plays a move; undefined if none or more than one is meant. */
  play(loose: LooseSan): GameNode | undefined {
    scratch.set(this.words, 0);
    const move = playLoose(scratch, 0, FRAME, loose);
    if (move <= ILLEGAL) return undefined;
    const known = this.#children.get(move);
    if (known !== undefined) return known;
    const node = new GameNode(scratch.slice(FRAME), this, sanOf(this.words, 0, move));
    this.#children.set(move, node);
    return node;
  }

  /** The line from its start up to this position, which is last. */
  history(): HistoryPly[] {
    const line: HistoryPly[] = [];
    const add = ({ ply, fen, san }: GameNode): number => line.push(san === '' ? { ply, fen } : { ply, fen, san });
    add(this);
    for (let node = this.parent; node !== undefined; node = node.parent) add(node);
    return line.reverse();
  }

  isAncestorOf(other: GameNode): boolean {
    let node: GameNode | undefined = other;
    while (node !== undefined && node.ply > this.ply) node = node.parent;
    return node === this;
  }
}
