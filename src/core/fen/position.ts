import { RIGHTS } from '../games/chess/frame.ts';
import { type ChessState, parseChess } from '../games/chess/state.ts';
import type { FenReading } from './reading.ts';

/** Counters that an EPD record leaves out. */
const COUNTERS = ['0', '1'] as const;

/** The position of a record: of Chess960 when its castling rights fit nothing else. */
export function positionOf(
  text: string,
  reading: FenReading,
): { readonly state: ChessState | undefined; readonly variant: 'chess' | 'chess960' } {
  const words = reading.fields.map((field) => text.slice(field.start, field.end));
  const fen = words.length < 4 ? '' : [...words, ...COUNTERS.slice(words.length - 4)].join(' ');
  const plain = parseChess(fen, false);
  if (!plain.ok) return { state: undefined, variant: 'chess' };
  const shuffled = parseChess(fen, true);
  return shuffled.ok && shuffled.value.words[RIGHTS] !== plain.value.words[RIGHTS]
    ? { state: shuffled.value, variant: 'chess960' }
    : { state: plain.value, variant: 'chess' };
}
