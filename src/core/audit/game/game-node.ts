import { FRAME, FULLMOVES, HALFMOVES, RIGHTS, TURN } from '../../games/chess/frame.ts';
import { moveName } from '../../games/chess/moves.ts';
import { ILLEGAL } from '../../games/chess/san.ts';
import { type LooseSan, playLoose } from '../../games/chess/san-loose.ts';
import { printSan } from '../../games/chess/san-print.ts';
import { type ChessState, INITIAL_FEN, printChess, printFramePlacement } from '../../games/chess/state.ts';
import type { HistoryPly } from '../../metrics/placement.ts';

const scratch = new Int32Array(2 * FRAME);

/** Number of frames that are allocated at a time: one by one they would cost more than the moves. */
const POOLED = 256;
let pool = new Int32Array(0);
let pooled = 0;

/** Returns a new frame with the position that was played. */
function keptFrame(): Int32Array {
  if (pooled === pool.length) {
    pool = new Int32Array(POOLED * FRAME);
    pooled = 0;
  }
  const frame = pool.subarray(pooled, pooled + FRAME);
  pooled += FRAME;
  for (let i = 0; i < FRAME; i++) frame[i] = scratch[FRAME + i] ?? 0;
  return frame;
}

/** Castling rights of the rooks on h1, a1, h8 and a8, which a FEN of standard chess has. */
const CORNERS = [
  [1 << 7, 'K'],
  [1, 'Q'],
  [1 << 15, 'k'],
  [1 << 8, 'q'],
] as const;
const OTHER_RIGHTS = ~0x8181;

/** A position of a game, with the move that led to it. */
export class GameNode {
  readonly words: Int32Array;
  readonly parent: GameNode | undefined;
  /** Plies since the start. */
  readonly ply: number;
  /** True if its start was given with all six fields. */
  readonly isExact: boolean;
  /** The move to it; -1 for a start. */
  readonly #move: number;
  #children: GameNode[] | undefined;
  /** Position after each move that was tried, by the move as it was read. */
  #played: Map<LooseSan, GameNode | undefined> | undefined;
  #san: string | undefined;
  #placement: string | undefined;
  #fen: string | undefined;

  constructor(words: Int32Array, parent?: GameNode, move = -1, isExact = true) {
    this.words = words;
    this.parent = parent;
    this.#move = move;
    this.ply = parent === undefined ? 0 : parent.ply + 1;
    this.isExact = parent?.isExact ?? isExact;
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
    this.#placement ??= printFramePlacement(this.words);
    return this.#placement;
  }

  /** Castling rights as in a FEN. */
  get castling(): string {
    const rights = this.words[RIGHTS] ?? 0;
    if ((rights & OTHER_RIGHTS) !== 0) return this.fen.split(' ')[2] ?? '-';
    let text = '';
    for (const [bit, letter] of CORNERS) if ((rights & bit) !== 0) text += letter;
    return text === '' ? '-' : text;
  }

  /** Halfmove clock and fullmove number as in a FEN. */
  get counters(): readonly [string, string] {
    return [String(this.words[HALFMOVES]), String(this.words[FULLMOVES])];
  }

  /** The move to it in export format; '' for a start. */
  get san(): string {
    const { parent } = this;
    this.#san ??= parent === undefined || this.#move < 0 ? '' : printSan(parent.words, 0, this.#move);
    return this.#san;
  }

  /** The move to it in the notation of UCI; '' for a start. */
  get uci(): string {
    return this.#move < 0 ? '' : moveName(this.#move);
  }

  /** True for the initial position of chess. */
  get isInitial(): boolean {
    return this.parent === undefined && this.fen === INITIAL_FEN;
  }

  /** The last move with its number, `3.Bb5`; for a start the words for it. */
  get name(): string {
    const { parent } = this;
    if (parent === undefined) return this.isInitial ? 'the start position' : 'the given position';
    return `${parent.fullmoves}${parent.turn === 0 ? '.' : '...'}${this.san}`;
  }

  /** Plays a move; undefined if it means no legal move, or several. */
  play(loose: LooseSan): GameNode | undefined {
    this.#played ??= new Map();
    const before = this.#played.get(loose);
    if (before !== undefined || this.#played.has(loose)) return before;
    const node = this.#child(loose);
    this.#played.set(loose, node);
    return node;
  }

  #child(loose: LooseSan): GameNode | undefined {
    scratch.set(this.words, 0);
    const move = playLoose(scratch, 0, FRAME, loose);
    if (move <= ILLEGAL) return undefined;
    this.#children ??= [];
    const known = this.#children.find((child) => child.#move === move);
    if (known !== undefined) return known;
    const node = new GameNode(keptFrame(), this, move);
    this.#children.push(node);
    return node;
  }

  /** Returns the line from its start up to this position, which is last. */
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
