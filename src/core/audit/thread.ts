import { FRAME } from '../games/chess/frame.ts';
import { INITIAL_FEN, parseChess } from '../games/chess/state.ts';
import { GameNode } from './game/node.ts';
import type { ReadState } from './game/read-state.ts';
import { MoveLetters } from './reading/move-letters.ts';

const MAX_POSITIONS = 6;
/** A longer line begins again: walks back through it stay short. */
const MAX_PLIES = 1500;
/** Games that are played from one initial position before a new one takes its place. */
const MAX_GAMES = 200;

/** Where a conversation, or the moves of a record, may be. */
export class Thread {
  #now: readonly GameNode[] = [];
  #initial: GameNode | undefined;
  #games = 0;
  /** False after a move that could not be played or placed: the position is unknown until it is shown again. */
  isSure = true;
  /** Records of its game show their positions. */
  isShown = false;
  /** A move was named before any position was known: the first one that is read need not be the first of its game. */
  hasMissed = false;
  /** The text said that the game begins as games do. */
  knowsStart = false;
  /** The text mentions Chess960: castling letters may name any rook. */
  is960 = false;
  readonly letters = new MoveLetters();

  /** The positions that the text may be at, the likeliest first; none before any game. */
  get now(): readonly GameNode[] {
    return this.#now;
  }

  /** Positions of which one is surely that of now. */
  set(nodes: Iterable<GameNode>): void {
    this.#now = [...new Set(nodes)].slice(0, MAX_POSITIONS);
    if ((this.#now[0]?.ply ?? 0) > MAX_PLIES) this.#now = [];
    this.isSure = true;
  }

  /** Adds positions that are possible, too. */
  add(nodes: Iterable<GameNode>): void {
    this.#now = [...new Set([...this.#now, ...nodes])].slice(0, MAX_POSITIONS);
  }

  /** The initial position of chess. */
  initial(): GameNode {
    if (this.#initial === undefined || this.#games++ > MAX_GAMES) {
      const parsed = parseChess(INITIAL_FEN, false);
      this.#initial = new GameNode(parsed.ok ? parsed.value.words : new Int32Array(FRAME));
      this.#games = 0;
    }
    return this.#initial;
  }
}

/** The positions that a state may be, each the start of a line. */
export const rootsOf = ({ frames, counters }: ReadState): GameNode[] =>
  frames.map((frame) => new GameNode(frame, undefined, -1, counters !== undefined));
