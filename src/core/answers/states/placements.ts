/** A text that was meant as the placement field of a FEN. */
export interface FoundPlacement {
  readonly start: number;
  readonly end: number;
  /** Its ranks as written, without the blanks between their squares; of padded ranks (`r.bqkb.r`) the dots are counted. */
  readonly ranks: readonly string[];
}

const MAX_RANKS = 16;
/** One rank short (a lost slash) is still meant as a board; less is a fragment. */
const MIN_RANKS = 7;
const MAX_RANK_LENGTH = 20;
const MAX_SPACED_RANK_LENGTH = 64;

const SQUARES: ReadonlySet<number> = new Set(Array.from('12345678pnbrqkPNBRQK', (c) => c.charCodeAt(0)));
const isSquares = (c: number): boolean => SQUARES.has(c);
const isWord = (c: number): boolean => (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
const isBlank = (c: number): boolean => c === 32 || c === 9;
const isSpace = (c: number): boolean => isBlank(c) || c === 10;
const DOT = 46;

/** Squares that a rank stands for; a letter that is no piece counts as one. */
export const rankWidth = (rank: string): number => {
  let squares = 0;
  for (const c of rank) squares += c >= '0' && c <= '9' ? Number(c) : 1;
  return squares;
};

/** True if a word was meant as a rank: at most two characters, and less than half of it, are neither piece nor digit. */
const isRankLike = (word: string): boolean => {
  if (word.length === 0 || word.length > MAX_RANK_LENGTH) return false;
  let odd = 0;
  for (let i = 0; i < word.length; i++) if (!isSquares(word.charCodeAt(i))) odd++;
  return odd <= 2 && odd * 2 < word.length;
};

const PADDED = /^[pnbrqkPNBRQK.]{8}$/;
/** A rank of eight characters with dots for empty squares, as a FEN has it; undefined of other text. */
const unpadded = (rank: string): string | undefined =>
  rank.includes('.') && PADDED.test(rank) ? rank.replace(/\.+/g, (dots) => String(dots.length)) : undefined;

/** The rank between two slashes, which may have spaces around its squares. */
function innerRank(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!/\s/.test(trimmed))
    return unpadded(trimmed) ?? (/^[A-Za-z0-9.]+$/.test(trimmed) && isRankLike(trimmed) ? trimmed : undefined);
  // With spaces inside it could be prose between two boards: pieces and digits only, on one line, about a rank's width.
  const squares = trimmed.replace(/[ \t]/g, '');
  return /^[1-8pnbrqkPNBRQK]+$/.test(squares) && rankWidth(squares) <= 12 ? squares : undefined;
}

/** The rank before the first slash, its squares perhaps apart (`r n b q k b n r/`). */
function firstRank(text: string, end: number): { start: number; rank: string } | undefined {
  let stop = end;
  while (stop > end - 2 && isBlank(text.charCodeAt(stop - 1))) stop--;
  const padded = stop >= 8 && !isWord(text.charCodeAt(stop - 9)) ? unpadded(text.slice(stop - 8, stop)) : undefined;
  if (padded !== undefined) return { start: stop - 8, rank: padded };
  let start = stop;
  while (start > stop - MAX_RANK_LENGTH - 1 && isWord(text.charCodeAt(start - 1))) start--;
  const word = text.slice(start, stop);
  if (!isRankLike(word)) return undefined;
  if (word.length > 1 || rankWidth(word) === 8) return { start, rank: word };
  let squares = rankWidth(word);
  let from = start;
  while (squares < 8 && from >= 2 && isBlank(text.charCodeAt(from - 1)) && isSquares(text.charCodeAt(from - 2))) {
    if (from >= 3 && isWord(text.charCodeAt(from - 3))) break;
    from -= 2;
    squares += rankWidth(text.charAt(from));
  }
  return squares === 8 ? { start: from, rank: text.slice(from, stop).replace(/[ \t]/g, '') } : { start, rank: word };
}

/** The rank after the last slash; apart squares are joined until there are eight, so that `b` for Black stays a field. */
function lastRank(text: string, at: number): { end: number; rank: string } | undefined {
  let start = at;
  while (start < at + 3 && isSpace(text.charCodeAt(start))) start++;
  const padded = isWord(text.charCodeAt(start + 8)) ? undefined : unpadded(text.slice(start, start + 8));
  // a full stop after a rank of seven letters is none of its squares
  if (
    padded !== undefined &&
    (text.charCodeAt(start + 7) !== DOT || !isSpace(text.charCodeAt(start + 8)) || isBlank(text.charCodeAt(start + 8)))
  )
    return { end: start + 8, rank: padded };
  let end = start;
  while (end < start + MAX_RANK_LENGTH + 1 && isWord(text.charCodeAt(end))) end++;
  const word = text.slice(start, end);
  if (!isRankLike(word)) return undefined;
  if (word.length > 1) return { end, rank: word };
  let squares = rankWidth(word);
  let to = end;
  while (squares < 8 && isBlank(text.charCodeAt(to)) && isSquares(text.charCodeAt(to + 1))) {
    if (isWord(text.charCodeAt(to + 2))) break;
    to += 2;
    squares += rankWidth(text.charAt(to - 1));
  }
  return squares === 8 ? { end: to, rank: text.slice(start, to).replace(/[ \t]/g, '') } : { end, rank: word };
}

/** Every text that was meant as a placement, first to last. Each slash is looked at once, with bounded context. */
export function* placementsIn(text: string): Generator<FoundPlacement> {
  let ranks: string[] = [];
  let start = 0;
  let slash = text.indexOf('/');
  let before: string | undefined;
  while (slash >= 0) {
    if (before === undefined) {
      const first = firstRank(text, slash);
      ranks = first === undefined ? [] : [first.rank];
      start = first?.start ?? slash + 1;
    } else if (ranks.length <= MAX_RANKS) {
      ranks.push(before);
    }
    const next = text.indexOf('/', slash + 1);
    const isNear = next >= 0 && next - slash <= MAX_SPACED_RANK_LENGTH;
    const after = isNear ? innerRank(text.slice(slash + 1, next)) : undefined;
    if (after === undefined) {
      const last = lastRank(text, slash + 1);
      const whole = last === undefined ? ranks : [...ranks, last.rank];
      if (whole.length >= MIN_RANKS && whole.length <= MAX_RANKS)
        yield { start, end: last?.end ?? slash, ranks: whole };
    }
    before = after;
    slash = next;
  }
}
