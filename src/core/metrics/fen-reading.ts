import { type PlacementReading, readPlacement } from './placement.ts';

/** FEN fields after the piece placement, in order (PGN standard 16.1.3.2 to 16.1.3.6). */
export const FEN_FIELDS = ['side', 'castling', 'en passant', 'halfmove', 'fullmove'] as const;
export type FenField = (typeof FEN_FIELDS)[number];

/** Names of the fields for display. */
export const FIELD_NAMES: Readonly<Record<FenField, string>> = {
  side: 'side to move',
  castling: 'castling rights',
  'en passant': 'en passant square',
  halfmove: 'halfmove clock',
  fullmove: 'fullmove number',
};

/** Syntax error of a FEN. Positions that the rules forbid have other faults: see `SetupFault`. */
export type FenFault =
  /** No ranks at all. */
  | { readonly kind: 'no board' }
  | { readonly kind: 'ranks'; readonly count: number }
  /** Rank (0 is rank 8) with more or fewer than eight squares. */
  | { readonly kind: 'rank'; readonly rank: number; readonly squares: number }
  | { readonly kind: 'stray'; readonly rank: number; readonly character: string }
  /** White space between the squares or ranks of the piece placement. */
  | { readonly kind: 'spaced' }
  | { readonly kind: 'missing'; readonly field: FenField }
  | { readonly kind: 'malformed'; readonly field: FenField; readonly text: string }
  /** Text that belongs to no field. */
  | { readonly kind: 'extra'; readonly text: string };

/** FEN, read as far as possible; a fault in one part does not hide the others. */
export interface LooseFen {
  /** Text, trimmed, each run of white space as one space. */
  readonly text: string;
  /** Text of the piece placement: the first field as written, without the spaces when it is spaced. */
  readonly placementText: string;
  readonly placement: PlacementReading;
  /** Number of fields, counting the piece placement as one. */
  readonly fieldCount: number;
  /** Other fields as written; undefined when missing. A malformed one is included and has a fault. */
  readonly fields: Readonly<Record<FenField, string | undefined>>;
  /** Faults in the order of the text: board, then fields. Empty exactly when the text is six well-formed fields. */
  readonly faults: readonly FenFault[];
}

/** Trims a text and collapses each run of white space to one space: predictions stand in comments, which other tools re-wrap. */
export function collapseSpace(text: string): string {
  return /[^\S ]| {2}|^ | $/.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}

/** Values that chessops' `parseFen` reads without an error, by field. */
const WELL_FORMED: Readonly<Record<FenField, RegExp>> = {
  side: /^[wb]$/,
  // One to four rights, two a side at most; the length is checked first, so that no token is scanned twice.
  castling: /^(?:-|(?=[KQkqA-Ha-h]{1,4}$)(?!(?:.*[KQA-H]){3})(?!(?:.*[kqa-h]){3}).*)$/,
  'en passant': /^(?:-|[a-h][1-8])$/,
  halfmove: /^\d{1,4}$/,
  fullmove: /^\d{1,4}$/,
};

/**
 * Reads a FEN tolerantly: five fields, missing counters, one `-` missing, spaces between squares or ranks, no slashes,
 * trailing text. Never fails; linear in the text.
 */
export function readLooseFen(source: string): LooseFen {
  const text = collapseSpace(source);
  const { placementText, rest, spaced } = splitPlacement(text);
  const placement = readPlacement(placementText);
  const faults: FenFault[] = boardFaults(placement);
  if (spaced) faults.push({ kind: 'spaced' });
  const tokens = rest === '' ? [] : rest.split(' ');
  const fields = assignFields(tokens, faults);
  return { text, placementText, placement, fieldCount: tokens.length + 1, fields, faults };
}

function splitPlacement(text: string): { placementText: string; rest: string; spaced: boolean } {
  const space = text.indexOf(' ');
  const first = space < 0 ? text : text.slice(0, space);
  const rest = space < 0 ? '' : text.slice(space + 1);
  if (countSlashes(first) >= 7 || space < 0) return { placementText: first, rest, spaced: false };
  const end = endOfSpacedBoard(text);
  if (end !== undefined) {
    const squares = text.slice(0, end).replace(/[ /]/g, '');
    return { placementText: ranksOfEight(squares), rest: text.slice(end).trimStart(), spaced: true };
  }
  const joined = text.replace(/ ?\/ ?/g, '/');
  const cut = joined.indexOf(' ');
  const head = cut < 0 ? joined : joined.slice(0, cut);
  if (countSlashes(head) < 7) return { placementText: first, rest, spaced: false };
  return { placementText: head, rest: cut < 0 ? '' : joined.slice(cut + 1), spaced: true };
}

function countSlashes(text: string): number {
  let n = 0;
  for (let i = text.indexOf('/'); i >= 0; i = text.indexOf('/', i + 1)) n++;
  return n;
}

/**
 * Returns the end of the 64 squares that start a text, with spaces anywhere, and slashes between all ranks or none
 * (with only some of them a rank is missing, and `b KQkq` would be read as pieces). Undefined if there are no such
 * squares.
 */
function endOfSpacedBoard(text: string): number | undefined {
  let squares = 0;
  let slashes = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === ' ') continue;
    if (c === '/' && squares === 8 * (slashes + 1)) {
      slashes++;
      continue;
    }
    const step = /[1-8]/.test(c) ? Number(c) : /[PNBRQKpnbrqk]/.test(c) ? 1 : 0;
    if (step === 0 || (squares % 8) + step > 8) return undefined;
    squares += step;
    if (squares === 64) return slashes === 0 || slashes === 7 ? i + 1 : undefined;
  }
  return undefined;
}

function ranksOfEight(squares: string): string {
  let text = '';
  let file = 0;
  for (const c of squares) {
    if (file === 8) {
      text += '/';
      file = 0;
    }
    text += c;
    file += c >= '1' && c <= '8' ? Number(c) : 1;
  }
  return text;
}

function boardFaults(placement: PlacementReading): FenFault[] {
  if (placement.complete) return [];
  if (placement.ranks.length === 1) return [{ kind: 'no board' }];
  const faults: FenFault[] = [];
  if (placement.ranks.length !== 8) faults.push({ kind: 'ranks', count: placement.ranks.length });
  if (placement.stray !== undefined) faults.push({ kind: 'stray', ...placement.stray });
  for (const [rank, squares] of placement.ranks.slice(0, 8).entries()) {
    if (squares !== 8 && rank !== placement.stray?.rank) faults.push({ kind: 'rank', rank, squares });
  }
  return faults;
}

/** Assigns each token to a field and records missing, malformed and extra ones. */
function assignFields(tokens: readonly string[], faults: FenFault[]): Record<FenField, string | undefined> {
  const fields: Record<FenField, string | undefined> = {
    side: undefined,
    castling: undefined,
    'en passant': undefined,
    halfmove: undefined,
    fullmove: undefined,
  };
  const inPlace = tokens.length === FEN_FIELDS.length || fitsFromStart(tokens);
  if (inPlace) {
    for (const [i, field] of FEN_FIELDS.entries()) {
      const token = tokens[i] ?? '';
      fields[field] = token;
      if (!WELL_FORMED[field].test(token)) faults.push({ kind: 'malformed', field, text: token });
    }
    if (tokens.length > FEN_FIELDS.length) faults.push({ kind: 'extra', text: tokens.slice(5).join(' ') });
    return fields;
  }
  // Too few or too many: each token goes to the next field that it fits, others are extra.
  let next = 0;
  const extra: string[] = [];
  for (const token of tokens) {
    const at = FEN_FIELDS.findIndex((field, i) => i >= next && WELL_FORMED[field].test(token));
    const field = FEN_FIELDS[at];
    if (field === undefined) extra.push(token);
    else {
      fields[field] = token;
      next = at + 1;
    }
  }
  for (const field of FEN_FIELDS) if (fields[field] === undefined) faults.push({ kind: 'missing', field });
  if (extra.length > 0) faults.push({ kind: 'extra', text: extra.join(' ') });
  return fields;
}

function fitsFromStart(tokens: readonly string[]): boolean {
  return tokens.length > FEN_FIELDS.length && FEN_FIELDS.every((f, i) => WELL_FORMED[f].test(tokens[i] ?? ''));
}

/** Field of a predicted FEN that the answer does not state. */
const NOT_STATED = '?';

/** Predicted text of an answer that holds something like a state which cannot be read, as in `[%pfen gpt-4o ??]`. */
export const UNREAD = '??';

/** Returns the state that a text predicts; null for an answer without one, which is empty or `?`. */
export const predictedState = (text: string): string | null => (['', NOT_STATED].includes(text.trim()) ? null : text);

/** Returns true for an unread answer: it has no p_m, since its state is unknown. */
export const isUnread = (predicted: string | null | undefined): boolean => predicted?.trim() === UNREAD;

/** Returns the fields after the board that a predicted FEN of six fields writes as `?`, in order; none for other texts. */
export function unstatedFields(predicted: string): readonly FenField[] {
  if (!predicted.includes(NOT_STATED)) return [];
  const tokens = collapseSpace(predicted).split(' ');
  if (tokens.length !== FEN_FIELDS.length + 1) return [];
  return FEN_FIELDS.filter((_, i) => tokens[i + 1] === NOT_STATED);
}

/**
 * Returns a predicted FEN with the fields of the true state in place of the unstated ones, which are then neither
 * errors nor edits. The text itself where all fields are stated, or where the true state lacks the field.
 */
export function withTrueFields(predicted: string, unstated: readonly FenField[], truth: string): string {
  if (unstated.length === 0) return predicted;
  const fields = collapseSpace(truth).split(' ');
  const tokens = collapseSpace(predicted).split(' ');
  return tokens
    .map((token, i) => {
      const field = FEN_FIELDS[i - 1];
      return field !== undefined && unstated.includes(field) ? (fields[i] ?? token) : token;
    })
    .join(' ');
}

/**
 * Formats unstated fields: `not stated: side to move, clocks`; for a board alone `only the board is stated`. Empty
 * where all are stated.
 */
export function unstatedText(unstated: readonly FenField[] | undefined): string {
  if (unstated === undefined || unstated.length === 0) return '';
  if (unstated.length === FEN_FIELDS.length) return 'only the board is stated';
  const isWithoutClocks = unstated.includes('halfmove') && unstated.includes('fullmove');
  const named = isWithoutClocks ? unstated.filter((field) => field !== 'halfmove' && field !== 'fullmove') : unstated;
  return `not stated: ${[...named.map((field) => FIELD_NAMES[field]), ...(isWithoutClocks ? ['clocks'] : [])].join(', ')}`;
}
