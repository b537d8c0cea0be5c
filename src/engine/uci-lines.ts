// The output of an engine in the Universal Chess Interface (Meyer-Kahlen and Huber, April 2006, "engine to GUI"), line by line.

/** A score from the point of view of the side to move. */
export type UciScore =
  | { readonly kind: 'cp'; readonly centipawns: number }
  /** Moves (not plies) to the mate; negative if the side to move is mated. */
  | { readonly kind: 'mate'; readonly moves: number };

/** An `info` line with the score of a variation. */
export interface UciInfo {
  readonly depth: number;
  /** Rank of the variation, 1 for the best. */
  readonly multipv: number;
  readonly score: UciScore;
  /** `lower` and `upper`: the score is only known to be at least or at most this. */
  readonly bound: 'exact' | 'lower' | 'upper';
  /** Wins, draws and losses per 1,000 games, if the engine reports them. */
  readonly wdl: readonly [number, number, number] | undefined;
  /** First move of the variation, as written. */
  readonly move: string;
}

/** Length limit of a message, in UTF-16 units. */
const MAX_REASON_LENGTH = 300;

const INTEGER = /^-?\d{1,9}$/;
const integer = (word: string | undefined): number | undefined =>
  word !== undefined && INTEGER.test(word) ? Number(word) : undefined;

/** Reads an `info` line; undefined for other lines and for one without the score of a variation. */
export function parseInfo(line: string): UciInfo | undefined {
  if (!line.startsWith('info ')) return undefined;
  const words = line.split(/\s+/);
  let depth: number | undefined;
  let multipv = 1;
  let score: UciScore | undefined;
  let bound: UciInfo['bound'] = 'exact';
  let wdl: UciInfo['wdl'];
  let move: string | undefined;
  for (let i = 1; i < words.length; i++) {
    const value = integer(words[i + 1]);
    switch (words[i]) {
      case 'depth':
        depth = value;
        break;
      case 'multipv':
        multipv = value ?? 1;
        break;
      case 'cp':
        if (value !== undefined) score = { kind: 'cp', centipawns: value };
        break;
      case 'mate':
        if (value !== undefined) score = { kind: 'mate', moves: value };
        break;
      case 'lowerbound':
        bound = 'lower';
        break;
      case 'upperbound':
        bound = 'upper';
        break;
      case 'wdl': {
        const [w, d, l] = [value, integer(words[i + 2]), integer(words[i + 3])];
        if (w !== undefined && d !== undefined && l !== undefined) wdl = [w, d, l];
        break;
      }
      case 'pv':
        move = words[i + 1];
        i = words.length;
        break;
      case 'string':
        // The rest of the line is free text.
        i = words.length;
        break;
      default:
    }
  }
  if (depth === undefined || score === undefined || move === undefined || move === '') return undefined;
  return { depth, multipv, score, bound, wdl, move };
}

/** Returns the move of a `bestmove` line, `(none)` if there is no legal one; undefined for other lines. */
export const parseBestMove = (line: string): string | undefined => /^bestmove\s+(\S+)/.exec(line)?.[1];

const REFUSAL = 'info string CRITICAL ERROR';
const REASON = 'Reason:';

/**
 * Returns the reason why the engine gives up, from the line that Stockfish 19 writes before it ends; undefined for other lines.
 */
export function parseRefusal(line: string): string | undefined {
  if (!line.startsWith(REFUSAL)) return undefined;
  const reason = line.indexOf(REASON);
  const text = reason < 0 ? line.slice(REFUSAL.length) : line.slice(reason + REASON.length);
  return text.trim().slice(0, MAX_REASON_LENGTH);
}

/** An option of the engine. */
export interface UciOption {
  readonly name: string;
  readonly type: string;
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Reads an `option` line; undefined for other lines. */
export function parseOption(line: string): UciOption | undefined {
  const found = /^option\s+name\s+(\S+(?: \S+)*?)\s+type\s+(\w+)(.*)$/.exec(line);
  if (found === null) return undefined;
  const [, name = '', type = '', rest = ''] = found;
  const number = (word: 'min' | 'max'): number | undefined =>
    integer(new RegExp(`\\s${word}\\s+(-?\\d+)`).exec(rest)?.[1]);
  return { name, type, min: number('min'), max: number('max') };
}

/** Returns the name in an `id name` line; undefined for other lines. */
export const parseName = (line: string): string | undefined => /^id\s+name\s+(.*\S)/.exec(line)?.[1];
