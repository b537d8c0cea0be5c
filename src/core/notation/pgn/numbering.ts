import { FULLMOVES, TURN } from '../../games/chess/frame.ts';
import { isStart } from '../../games/chess/start.ts';
import { type GameStart, type Tag, tagNamed } from './tags.ts';

/** The side that moves first and the first move number. */
export interface Numbering {
  /** 0 White, 1 Black. */
  readonly turn: number;
  readonly first: number;
}

/**
 * The numbering of the moves of a game, from its start position. For an unknown variant or an invalid position, only
 * the side and number of the FEN are used; undefined if they cannot be read.
 */
export function numberingOf(start: GameStart, tags: readonly Tag[]): Numbering | undefined {
  if (start.state !== undefined) return { turn: start.state.words[TURN]!, first: start.state.words[FULLMOVES]! };
  const fen = tagNamed(tags, 'FEN');
  if (fen === undefined) return { turn: 0, first: 1 };
  const [, side = '', , , , number = ''] = fen.value.trim().split(/\s+/);
  if ((side !== 'w' && side !== 'b') || !/^\d{1,6}$/.test(number)) return undefined;
  return { turn: side === 'b' ? 1 : 0, first: Number(number) };
}

/**
 * True if the moves of a game may be numbered from any number on: its FEN says move 1 of a position that is not the start of a
 * game, as programs write it that do not count.
 */
export function mayCountFromAnywhere({ fen, state }: GameStart, first: number): boolean {
  return fen !== undefined && first <= 1 && !(state !== undefined && isStart(fen.tag.value, state.words));
}

/** True if Black plays the move that leads to a ply (1: the first). */
export const isBlacks = ({ turn }: Numbering, ply: number): boolean => ((turn + ply - 1) & 1) === 1;

/** The number before a move, in export format (PGN standard 8.2.2.2): `12.` or `12...`. */
export const numberText = (numbering: Numbering, ply: number): string =>
  `${numbering.first + ((numbering.turn + ply - 1) >> 1)}${isBlacks(numbering, ply) ? '...' : '.'}`;
