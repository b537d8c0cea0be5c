import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { EP, hasPiece, RIGHTS, TURN } from '../../src/core/games/chess/frame.ts';
import type { ChessState } from '../../src/core/games/chess/state.ts';
import { isCastling, isEnPassant } from './view.ts';
import type { Step } from './walks.ts';

/** Kinds of moves. From castling on they are too rare in play to be learned from it alone. */
export const KINDS = [
  'quiet move',
  'capture',
  'castling kingside',
  'castling queenside',
  'en passant',
  'promotion to knight',
  'promotion to bishop',
  'promotion to rook',
  'promotion to queen',
] as const;
const CASTLING = 2;
const EN_PASSANT = 4;
const PROMOTION = 4;
/** Moves of a kind that are kept; later ones take the place of the first. */
const KEPT = 128;

/** The kind of a legal move, an index in KINDS. */
export function kindOf({ words }: ChessState, move: number): number {
  if (move >>> 12 !== 0) return PROMOTION + (move >>> 12);
  if (isEnPassant(words, move)) return EN_PASSANT;
  const to = (move >>> 6) & 63;
  if (isCastling(words, move)) return to > (move & 63) ? CASTLING : CASTLING + 1;
  return hasPiece(words, 0, words[TURN] ^ 1, to) ? 1 : 0;
}

/** Rare moves, collected from the positions that games pass. */
export class Specials {
  readonly #kept: Step[][] = KINDS.map(() => []);
  #count = 0;

  collect(state: ChessState, moves: Int32Array): void {
    const { words } = state;
    const rights = words[RIGHTS] & (words[TURN] === 0 ? 0xff : 0xff00);
    for (const move of moves)
      if (
        move >>> 12 !== 0 ||
        (rights !== 0 && isCastling(words, move)) ||
        (words[EP] >= 0 && isEnPassant(words, move))
      )
        this.#add({ state, move });
  }

  /** Takes one of a random kind among those that there are, or undefined. */
  take(random: RandomGenerator): Step | undefined {
    const kinds = this.#kept.filter((steps) => steps.length > 0);
    const steps = kinds[uniformInt(random, 0, Math.max(0, kinds.length - 1))];
    if (steps === undefined) return undefined;
    const [step] = steps.splice(uniformInt(random, 0, steps.length - 1), 1);
    return step;
  }

  #add(step: Step): void {
    const steps = this.#kept[kindOf(step.state, step.move)] ?? [];
    if (steps.length < KEPT) steps.push(step);
    else steps[this.#count++ % KEPT] = step;
  }
}
