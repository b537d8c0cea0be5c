import { type Automaton, SINK, type Sink } from '../base/automaton.ts';
import type { ChessState } from '../games/chess/state.ts';
import { type Blame, blameSquares } from './blame.ts';
import { pieceErrors, squaresRight, wrongSquares } from './board-diff.ts';
import type { ComparisonError, FieldError, TextComparison } from './comparison.ts';
import {
  collapseSpace,
  FEN_FIELDS,
  type FenField,
  type LooseFen,
  readLooseFen,
  unstatedFields,
  withTrueFields,
} from './fen-reading.ts';
import { findLag, openingFallback } from './lag.ts';
import { fenSquareName, type HistoryInput, type LineHistory, lineHistory, printPlacement } from './placement.ts';
import type { AnswerFacts } from './sentence/answer-text.ts';
import type { EffectivePair } from './sentence/field-claims.ts';
import { describeBelief } from './sentence/sentence.ts';
import { DEFAULT_LAMBDA, type EnPassantMode, stringMetrics, withEnPassant } from './string-metrics.ts';
import { decideVerdict, differingFields, invalidReason, NO_FEN_PHRASE } from './verdict.ts';

/** True and predicted state as texts: FENs, or the notation of the games of stones (`x || . . o … ||`). */
export interface PairInput {
  readonly trueFen: string;
  /** Undefined (or empty) if the answer held no state. */
  readonly predictedFen: string | undefined;
  /** Line that leads to the true state, that state included; needed for blame, lag and opening fallback. */
  readonly history?: HistoryInput;
  /** Facts of the raw answer, for the sentence about an answer without a state. */
  readonly answer?: AnswerFacts;
}

export interface TextOptions {
  /** Lambda of the kernel; default 0.1. */
  readonly lambda?: number;
  /** Default `as-written`. */
  readonly enPassant?: EnPassantMode;
}

/** Pair, read and compared as text; an invalid text is read as the sink. */
export interface PairReading<State> {
  readonly trueState: State | Sink;
  readonly predictedState: State | Sink;
  readonly text: TextComparison;
  /** Returns the predicted board with true fields; undefined without a board. */
  readonly conditional: () => ConditionalStates | undefined;
}

/** Reads everything about a pair that needs no walk through its moves: about ten microseconds, more with a history. */
export function readPair(
  automaton: Automaton<ChessState>,
  input: PairInput,
  options: TextOptions = {},
): PairReading<ChessState> {
  const trueParse = automaton.parse(input.trueFen);
  const answered = input.predictedFen !== undefined && input.predictedFen.trim() !== '';
  const unstated = answered ? unstatedFields(input.predictedFen) : [];
  const predictedText = answered ? withTrueFields(input.predictedFen, unstated, input.trueFen) : undefined;
  const predictedParse = predictedText === undefined ? undefined : automaton.parse(predictedText);
  const trueState = trueParse.ok ? trueParse.value : SINK;
  const predictedState = predictedParse?.ok === true ? predictedParse.value : SINK;

  const legalOnly = options.enPassant === 'when-legal';
  const read = (text: string, state: ChessState | Sink): LooseFen =>
    readLooseFen(legalOnly ? withLegalEnPassant(automaton, text, state) : text);
  const truth = read(input.trueFen, trueState);
  const predicted = predictedText === undefined ? undefined : read(predictedText, predictedState);

  const strings = stringMetrics(truth.text, predicted?.text, options.lambda ?? DEFAULT_LAMBDA, {
    truth: truth.placementText,
    predicted: predicted?.placementText ?? '',
  });
  const valid = predictedParse?.ok === true;
  const wrong = predicted === undefined ? [] : wrongSquares(truth.placement.squares, predicted.placement.squares);
  const right = predicted === undefined ? 0 : squaresRight(truth.placement.squares, predicted.placement.squares);
  const boardMatch = right === 64;
  const differing = predicted === undefined ? [] : differingFields(truth, predicted);
  const harmless = (kind: FenField): boolean => sameInEffect(automaton, trueState, predictedState, kind);
  const errors: ComparisonError[] =
    predicted === undefined
      ? []
      : [
          ...pieceErrors(truth.placement.squares, predicted.placement.squares, wrong),
          ...fieldErrors(truth, predicted, harmless),
        ];
  const verdict = decideVerdict({
    predicted,
    valid,
    wrongSquares: wrong.length,
    fields: differing.filter((field) => !harmless(field)),
    isEqual: strings.exactMatch,
    isWhole: unstated.length === 0,
  });
  const isKnownToAgree = (field: FenField): boolean =>
    unstated.includes(field)
      ? hasOneValue(automaton, truth, field)
      : predicted?.fields[field] === truth.fields[field] || harmless(field);
  const line = input.history === undefined ? undefined : lineHistory(input.history);
  const inGame = inLine(automaton, truth, predicted, { wrong, line, unstated });
  const { placementDistance, editDistance, kernel } = strings;
  const exactMatch = strings.exactMatch && unstated.length === 0;
  const judged: Omit<TextComparison, 'sentence' | 'cause'> = {
    verdict,
    valid,
    reason: valid ? null : predicted === undefined ? NO_FEN_PHRASE : invalidReason(predicted, errorOf(predictedParse)),
    truthReason: trueParse.ok ? null : invalidReason(truth, trueParse.error),
    editDistance,
    placementDistance,
    kernel,
    exactMatch,
    positionMatch: boardMatch && POSITION_FIELDS.every(isKnownToAgree),
    ...(unstated.length > 0 && { unstated }),
    boardMatch,
    squares: 64,
    squaresRight: right,
    boardAccuracy: right / 64,
    wrongSquares: wrong.map(fenSquareName),
    errors,
    blame: inGame.blame?.squares ?? null,
    stale: inGame.blame === undefined ? null : staleOf(inGame.blame),
    lag: inGame.lag,
    openingFallback: inGame.openingFallback,
  };
  const effective = () => effectiveFields(automaton, trueState, predictedState);
  const belief = describeBelief({ judged, truth, predicted, wrong, history: line, effective, answer: input.answer });
  const conditional = () => (predicted === undefined ? undefined : conditionalStates(truth, predicted));
  return { trueState, predictedState, text: { ...judged, ...belief }, conditional };
}

const POSITION_FIELDS = ['side', 'castling', 'en passant'] as const;

const errorOf = (parse: { ok: boolean; error?: string } | undefined): string => parse?.error ?? '';

const staleOf = ({ stale, neverTrue, oldestMissed }: Blame): TextComparison['stale'] => ({
  stale,
  neverTrue,
  oldestMissed,
});

/** Returns errors of the fields after the board, in their order, the missing ones included. */
function fieldErrors(truth: LooseFen, predicted: LooseFen, harmless: (kind: FenField) => boolean): FieldError[] {
  const errors: FieldError[] = [];
  for (const kind of FEN_FIELDS) {
    const actual = truth.fields[kind];
    const value = predicted.fields[kind];
    if (actual === undefined || value === actual) continue;
    const error = { kind, predicted: value ?? null, actual };
    errors.push(harmless(kind) ? { ...error, harmless: true } : error);
  }
  return errors;
}

/** Returns true if two valid states agree in castling rights or en passant, though their texts differ. */
function sameInEffect(
  automaton: Automaton<ChessState>,
  a: ChessState | Sink,
  b: ChessState | Sink,
  kind: FenField,
): boolean {
  if (a === SINK || b === SINK || (kind !== 'castling' && kind !== 'en passant')) return false;
  return printedField(automaton, a, kind) === printedField(automaton, b, kind);
}

/** Files of a board, for squares that a pawn may have skipped. */
const FILES = 'abcdefgh';

/**
 * Returns true if an unstated field has only one possible value in effect: no king or rook has a right to castle
 * whatever is written, no pawn can capture en passant. False for an invalid true state.
 */
function hasOneValue(automaton: Automaton<ChessState>, truth: LooseFen, kind: FenField): boolean {
  if (kind === 'side') return false;
  const [board, side, castling, , halfmove, fullmove] = truth.text.split(' ');
  const texts =
    kind === 'castling'
      ? [`${board} ${side} KQkq - ${halfmove} ${fullmove}`]
      : Array.from(
          FILES,
          (file) => `${board} ${side} ${castling} ${file}${side === 'w' ? 6 : 3} ${halfmove} ${fullmove}`,
        );
  return texts.every((text) => {
    const parsed = automaton.parse(text);
    return !parsed.ok || printedField(automaton, parsed.value, kind === 'castling' ? kind : 'en passant') === '-';
  });
}

/** Returns a field of a state's own FEN: only existing rights, and only a square on which a capture is legal. */
const printedField = (automaton: Automaton<ChessState>, state: ChessState, kind: 'castling' | 'en passant'): string =>
  automaton.print(state).split(' ')[kind === 'castling' ? 2 : 3] ?? '-';

/** Returns castling rights and en passant as two valid states have them. */
function effectiveFields(
  automaton: Automaton<ChessState>,
  truth: ChessState | Sink,
  predicted: ChessState | Sink,
): EffectivePair | undefined {
  if (truth === SINK || predicted === SINK) return undefined;
  const of = (state: ChessState): EffectivePair['truth'] => ({
    castling: printedField(automaton, state, 'castling'),
    enPassant: printedField(automaton, state, 'en passant'),
  });
  return { truth: of(truth), predicted: of(predicted) };
}

/** Returns the relation of a prediction to the line: blame of its squares, lag, opening fallback; nulls without a line. */
function inLine(
  automaton: Automaton<ChessState>,
  truth: LooseFen,
  predicted: LooseFen | undefined,
  {
    wrong,
    line,
    unstated,
  }: {
    readonly wrong: readonly number[];
    readonly line: LineHistory | undefined;
    readonly unstated: readonly FenField[];
  },
): { blame: Blame | undefined } & Pick<TextComparison, 'lag' | 'openingFallback'> {
  if (line === undefined || predicted === undefined) return { blame: undefined, lag: null, openingFallback: null };
  const { squares, complete } = predicted.placement;
  const blame = blameSquares(truth.placement.squares, squares, wrong, line);
  if (!complete) return { blame, lag: null, openingFallback: null };
  return {
    blame,
    lag: findLag(squares, unstated.includes('side') ? undefined : predicted.fields.side, line) ?? null,
    openingFallback: wrong.length === 0 ? null : (openingFallback(squares, line, automaton.id === 'chess960') ?? null),
  };
}

function withLegalEnPassant(automaton: Automaton<ChessState>, text: string, state: ChessState | Sink): string {
  return state === SINK ? text : withEnPassant(collapseSpace(text), printedField(automaton, state, 'en passant'));
}

/** Predicted board with fields of the true state, as FENs. */
export interface ConditionalStates {
  /** With the true side to move; castling and en passant as predicted, `-` where they are unreadable. */
  readonly trueSide: string;
  /** With the true side, castling rights and en passant square: tests the board alone. */
  readonly boardOnly: string;
}

/**
 * Returns the predicted board with corrected fields (docs/metrics.md, "Conditional scores"). The board is read even
 * from a text that is no valid state. Undefined without a complete board.
 */
function conditionalStates(truth: LooseFen, predicted: LooseFen): ConditionalStates | undefined {
  if (!predicted.placement.complete) return undefined;
  const board = printPlacement(predicted.placement.squares);
  const side = truth.fields.side ?? 'w';
  const malformed = new Set(predicted.faults.flatMap((f) => (f.kind === 'malformed' ? [f.field] : [])));
  const own = (field: 'castling' | 'en passant'): string =>
    malformed.has(field) ? '-' : (predicted.fields[field] ?? '-');
  return {
    trueSide: `${board} ${side} ${own('castling')} ${own('en passant')} 0 1`,
    boardOnly: `${board} ${side} ${truth.fields.castling ?? '-'} ${truth.fields['en passant'] ?? '-'} 0 1`,
  };
}
