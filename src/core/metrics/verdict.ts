import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { plural } from '../base/text/counts.ts';
import { FEN_FIELDS, type FenFault, type FenField, FIELD_NAMES, type LooseFen } from './fen-reading.ts';
import {
  EMPTY,
  fenSquareName,
  isPiece,
  isWhite,
  type PlacementReading,
  printPlacement,
  rankName,
  type Squares,
} from './placement.ts';

/**
 * Verdicts on a prediction, of which the first that matches applies (docs/metrics.md, "In words"): no state in the
 * answer; no readable board; a board, but not six well-formed FEN fields; a position that the rules forbid; wrong
 * squares; wrong side to move; wrong castling rights; wrong en passant square; wrong counters; no mistake in the stated
 * fields, but not all are stated; the same position, written differently; none. `unread`: the answer holds something
 * like a state that cannot be read, so that there is nothing to judge.
 */
export const VERDICTS = [
  'none',
  'unread',
  'unparsable',
  'format',
  'impossible',
  'squares',
  'side',
  'castling',
  'en passant',
  'clocks',
  'partial',
  'notation',
  'exact',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Inputs of the verdict. */
export interface VerdictInput {
  /** Undefined if the answer held no state. */
  readonly predicted:
    | { readonly placement: Pick<PlacementReading, 'complete'>; readonly faults: readonly unknown[] }
    | undefined;
  /** True if the predicted text is a valid state (docs/metrics.md, "Conventions"). */
  readonly valid: boolean;
  /** Number of known wrong squares. */
  readonly wrongSquares: number;
  /** Fields that differ in effect. */
  readonly fields: readonly FenField[];
  /** True if the texts are equal, as far as the predicted one states its fields. */
  readonly isEqual: boolean;
  /** True if the predicted text states all six fields. */
  readonly isWhole: boolean;
}

/** Returns the first of `VERDICTS` that matches. */
export function decideVerdict({ predicted, valid, wrongSquares, fields, isEqual, isWhole }: VerdictInput): Verdict {
  if (predicted === undefined) return 'none';
  if (isEqual && valid) return isWhole ? 'exact' : 'partial';
  if (!valid) {
    if (!predicted.placement.complete) return 'unparsable';
    return predicted.faults.length > 0 ? 'format' : 'impossible';
  }
  if (wrongSquares > 0) return 'squares';
  if (fields.includes('side')) return 'side';
  if (fields.includes('castling')) return 'castling';
  if (fields.includes('en passant')) return 'en passant';
  if (fields.includes('halfmove') || fields.includes('fullmove')) return 'clocks';
  if (!isWhole) return 'partial';
  // Such as `44` for an empty rank, or rights to castle of a king that has left its square.
  return 'notation';
}

/**
 * Returns the stated fields after the board that differ from the true ones as written. A missing field is a fault of
 * the text, not a wrong value.
 */
export function differingFields(truth: LooseFen, predicted: LooseFen): FenField[] {
  return FEN_FIELDS.filter((f) => predicted.fields[f] !== undefined && predicted.fields[f] !== truth.fields[f]);
}

/** Phrase for a missing answer. */
export const NO_FEN_PHRASE = 'no FEN in the answer';

const SIDES = { w: 'white', b: 'black' } as const;

/** Maximum number of faults in a reason. */
const MAX_FAULTS = 4;

/**
 * Returns the reasons why a text is no valid state, with their places: `5 FEN fields, one "-" missing`, `white has no
 * king`, `rank 3 has 9 squares`.
 *
 * @param fallback the parser's own reason, for faults that neither the text nor the board explains
 */
export function invalidReason(reading: LooseFen, fallback: string): string {
  const { faults } = reading;
  if (faults[0]?.kind === 'no board') return reading.text === '' ? 'empty' : `no board in ${quote(reading.text)}`;
  const parts = faults.filter((f) => f.kind !== 'missing' && f.kind !== 'extra').map(faultText);
  const count = fieldCountText(reading);
  if (count !== undefined) parts.push(count);
  if (reading.placement.complete) parts.push(...setupTexts(reading));
  if (parts.length === 0) return fallback;
  const shown = parts.slice(0, MAX_FAULTS);
  return `${shown.join('; ')}${parts.length > MAX_FAULTS ? '; …' : ''}`;
}

function faultText(fault: FenFault): string {
  switch (fault.kind) {
    case 'no board':
      return 'no board';
    case 'ranks':
      return `${fault.count} ranks instead of 8`;
    case 'rank':
      return `rank ${rankName(fault.rank)} has ${plural(fault.squares, 'square')}`;
    case 'stray':
      return `${quote(fault.character)} in rank ${rankName(fault.rank)} is not a piece`;
    case 'spaced':
      return 'spaces inside the board';
    case 'malformed':
      return `${FIELD_NAMES[fault.field]} ${quote(fault.text)} cannot be read`;
    case 'missing':
      return `${FIELD_NAMES[fault.field]} missing`;
    default:
      return `${quote(fault.text)} too many`;
  }
}

/** Describes missing or extra fields, with the number of fields; undefined if there are none. */
function fieldCountText({ faults, fieldCount }: LooseFen): string | undefined {
  const missing = faults.flatMap((f) => (f.kind === 'missing' ? [f.field] : []));
  const extra = faults.find((f) => f.kind === 'extra');
  if (missing.length === 0 && extra === undefined) return undefined;
  const parts: string[] = [];
  if (missing.length === 5) parts.push('nothing after the board');
  else if (missing.length === 1 && (missing[0] === 'castling' || missing[0] === 'en passant')) {
    parts.push('one "-" missing');
  } else if (missing.length > 0) parts.push(`${list(missing.map((f) => FIELD_NAMES[f]))} missing`);
  if (extra !== undefined) parts.push(faultText(extra));
  return `${plural(fieldCount, 'FEN field')}, ${parts.join(', ')}`;
}

function setupTexts(reading: LooseFen): string[] {
  const { side } = reading.fields;
  // Without a side to move, faults that depend on it are unknown.
  const faults = setupFaults(reading.placement.squares, side === 'b' ? 'b' : 'w');
  return faults.filter((f) => f.kind !== 'check' || side === 'w' || side === 'b').map(setupText);
}

function setupText(fault: SetupFault): string {
  switch (fault.kind) {
    case 'empty':
      return 'the board is empty';
    case 'kings':
      return `${SIDES[fault.side]} has ${fault.count === 0 ? 'no king' : `${fault.count} kings`}`;
    case 'pawn':
      return `${SIDES[fault.side]} pawn on ${fenSquareName(fault.square)}`;
    default:
      return `${SIDES[fault.toMove === 'w' ? 'b' : 'w']} is in check with ${SIDES[fault.toMove]} to move`;
  }
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Quotes a text, cut after 20 characters. */
function quote(text: string): string {
  const characters = Array.from(text.slice(0, 60));
  return `"${characters.slice(0, 20).join('')}${characters.length > 20 ? '…' : ''}"`;
}

/** Fault of a position whose FEN is well-formed (the checks of chessops' `Chess.fromSetup`). */
type SetupFault =
  | { readonly kind: 'empty' }
  /** Side with no king or with several. */
  | { readonly kind: 'kings'; readonly side: 'w' | 'b'; readonly count: number }
  /** Pawn on the first or last rank; the square in FEN order. */
  | { readonly kind: 'pawn'; readonly side: 'w' | 'b'; readonly square: number }
  /** Check to the side that is not to move. */
  | { readonly kind: 'check'; readonly toMove: 'w' | 'b' };

const PAWNS: ReadonlySet<number> = new Set(['P', 'p'].map((c) => c.charCodeAt(0)));

/** Returns everything that makes a complete board impossible with `toMove` to move, the gravest first. */
function setupFaults(squares: Squares, toMove: 'w' | 'b'): SetupFault[] {
  if (squares.every((code) => code === EMPTY)) return [{ kind: 'empty' }];
  const faults: SetupFault[] = [];
  for (const [side, letter] of [
    ['w', 'K'],
    ['b', 'k'],
  ] as const) {
    const code = letter.charCodeAt(0);
    let count = 0;
    for (const other of squares) if (other === code) count++;
    if (count !== 1) faults.push({ kind: 'kings', side, count });
  }
  for (const [square, code] of squares.entries()) {
    if (isPiece(code) && PAWNS.has(code) && (square < 8 || square >= 56)) {
      faults.push({ kind: 'pawn', side: isWhite(code) ? 'w' : 'b', square });
    }
  }
  if (!faults.some((f) => f.kind === 'kings') && leavesCheck(squares, toMove)) faults.push({ kind: 'check', toMove });
  return faults;
}

function leavesCheck(squares: Squares, toMove: 'w' | 'b'): boolean {
  return parseFen(`${printPlacement(squares)} ${toMove} - - 0 1`).unwrap(
    (setup) =>
      Chess.fromSetup(setup).unwrap(
        () => false,
        (error) => error.message === 'ERR_OPPOSITE_CHECK',
      ),
    () => false,
  );
}
