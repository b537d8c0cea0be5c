import { FULLMOVES, TURN } from '../../games/chess/frame.ts';
import { type GameStart, type Tag, tagNamed } from './tags.ts';

/** Who moves first, and with which number. */
export interface Numbering {
  /** 0 White, 1 Black. */
  readonly turn: number;
  readonly first: number;
}

/**
 * How the moves of a game are numbered, from its start position. Of a variant that is not known or a position that is
 * none, only side and number of the FEN are asked; undefined when it has none that can be read.
 */
export function numberingOf(start: GameStart, tags: readonly Tag[]): Numbering | undefined {
  if (start.state !== undefined) return { turn: start.state.words[TURN], first: start.state.words[FULLMOVES] };
  const fen = tagNamed(tags, 'FEN');
  if (fen === undefined) return { turn: 0, first: 1 };
  const [, side = '', , , , number = ''] = fen.value.trim().split(/\s+/);
  if ((side !== 'w' && side !== 'b') || !/^\d{1,6}$/.test(number)) return undefined;
  return { turn: side === 'b' ? 1 : 0, first: Number(number) };
}

/** Whether Black plays the move that leads to a ply (1: the first). */
export const isBlacks = ({ turn }: Numbering, ply: number): boolean => ((turn + ply - 1) & 1) === 1;

/** The number before a move, in export format (PGN standard 8.2.2.2): `12.` or `12...`. */
export const numberText = (numbering: Numbering, ply: number): string =>
  `${numbering.first + ((numbering.turn + ply - 1) >> 1)}${isBlacks(numbering, ply) ? '...' : '.'}`;
