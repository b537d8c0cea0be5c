import { LruMap } from '../../../core/base/lru.ts';
import { parseChess } from '../../../core/games/chess/state.ts';

/** FENs that are known to be one, or none. */
const MAX_READ = 4096;
/** FENs of a text that are looked at. */
const MAX_FENS = 20;

/** A FEN in a text: eight ranks, the side to move, and what follows of the other fields. */
const FEN =
  /(?:[1-8pnbrqkPNBRQK]{1,8}\/){7}[1-8pnbrqkPNBRQK]{1,8} [wb](?: (?:-|[KQkqA-Ha-h]{1,4}) (?:-|[a-h][36])(?: \d{1,4} \d{1,4})?)?/g;

/** A text that is the FEN of a position and nothing else, its last fields perhaps missing; undefined for any other. */
export function wholeFen(text: string): string | undefined {
  if (text.length > 120 || !text.includes('/')) return undefined;
  const words = text.trim().split(/\s+/);
  if (words.length < 2 || words.length > 6) return undefined;
  const fen = words.join(' ');
  return isPosition(words.length === 6 ? fen : completeFen(fen)) ? fen : undefined;
}

/** FENs that were read: a log asks about a position again, of every model and epoch, and says it several times. */
const read = new LruMap<string, boolean>(MAX_READ);

function isPosition(fen: string): boolean {
  const known = read.get(fen);
  if (known !== undefined) return known;
  const { ok } = parseChess(fen, false);
  read.set(fen, ok);
  return ok;
}

/** A FEN with all six fields: no castling, no en passant, move 1 where it does not say. */
export function completeFen(fen: string): string {
  const words = fen.split(' ');
  return [...words, ...['-', '-', '0', '1'].slice(words.length - 2)].join(' ');
}

/** The positions in a text with their places, the first few. */
export function fensWithin(text: string): readonly { readonly fen: string; readonly at: number }[] {
  const found: { readonly fen: string; readonly at: number }[] = [];
  for (const { 0: fen, index } of text.matchAll(FEN)) {
    const whole = wholeFen(fen);
    if (whole !== undefined && found.push({ fen: whole, at: index }) >= MAX_FENS) break;
  }
  return found;
}

/** Same board and side to move; the other fields may follow other habits in the same position. */
export const isSamePosition = (a: string, b: string): boolean =>
  a.trim().split(/\s+/, 2).join(' ') === b.trim().split(/\s+/, 2).join(' ');
