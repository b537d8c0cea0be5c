import { type ChessState, parseChess } from '../games/chess/state.ts';
import type { FenVariant } from '../metrics/compare.ts';
import { err, ok, type Result } from '../result.ts';
import { isPredictionLine } from './fen-file.ts';
import { readFen } from './read-fen.ts';

/** Characters of a record that are looked at. */
const LONGEST = 1000;
const DEFAULTS = ['w', '-', '-', '0', '1'] as const;

/**
 * The position of the first record of a FEN or EPD text: chess, or Chess960 where its castling rights fit nothing else. Fields
 * that are missing at its end are taken as they mostly are. An error says why there is none.
 */
export function recordPosition(text: string, epd: boolean): Result<ChessState, string> {
  const line = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((l) => l.trim())
    .find((l) => l !== '' && !l.startsWith('#') && !isPredictionLine(l));
  const written = line?.slice(0, LONGEST);
  if (written?.includes('/') !== true) return err('there is no position here');
  const words = readFen(written, 0, written.length, { epd }).fields.map(({ start, end }) => written.slice(start, end));
  const fen = [...words, ...DEFAULTS.slice(Math.max(0, words.length - 1))].join(' ');
  const variants: readonly FenVariant[] = ['chess', 'chess960'];
  const [plain, shuffled] = variants.map((variant) => parseChess(fen, variant === 'chess960'));
  if (plain.ok) return ok(plain.value);
  return shuffled.ok ? ok(shuffled.value) : err(`this is not a position: ${shuffled.error}`);
}
