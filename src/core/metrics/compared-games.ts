import { Chess, normalizeMove } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import { parseUci } from 'chessops/util';
import { type Automaton, SINK } from '../base/automaton.ts';
import { chess, chess960 } from '../games/chess/chess.ts';
import type { ChessState } from '../games/chess/state.ts';
import { connectFour, discCellName } from '../games/connect-four/connect-four.ts';
import { hex } from '../games/hex/hex.ts';
import { hexCellName, printStones, readStones, type StoneFrame } from '../games/stones.ts';
import { othello, othelloCellName } from '../worlds/othello.ts';
import type { ComparisonError, NamedMove } from './comparison.ts';
import { collapseSpace } from './fen-reading.ts';
import {
  type ConditionalStates,
  type PairInput,
  type PairReading,
  readPair,
  type TextOptions,
} from './pair-reading.ts';
import { ANY_POLICIES, CHESS_POLICIES, type Policies } from './policies.ts';
import { NO_STATE_REASON } from './sentence/answer-text.ts';
import { stoneBelief } from './sentence/sentence.ts';
import { worldStringMetrics } from './string-metrics.ts';
import { decideVerdict } from './verdict.ts';

/** Operations that a comparison requires of a game. */
export interface GameAdapter<State> {
  readonly automaton: Automaton<State>;
  /** Policies of guided rollouts. */
  readonly policies: Policies<State>;
  /** Reads everything about a pair that needs no walk through its moves. Never fails. */
  read(input: PairInput, options?: TextOptions): PairReading<State>;
  /** Returns the legal actions `from` of a state that another one lacks, sorted by name. */
  movesOnlyIn(state: State, from: readonly string[], other: readonly string[]): NamedMove[];
}

const fenGame = (automaton: Automaton<ChessState>): GameAdapter<ChessState> => ({
  automaton,
  policies: CHESS_POLICIES,
  read: (input, options) => readPair(automaton, input, options),
  movesOnlyIn: (state, from, other) => movesOnlyIn(automaton.print(state), from, other),
});

const stoneGame = <State extends StoneFrame>(
  automaton: Automaton<State>,
  cellName: (cell: number, cells: number) => string,
): GameAdapter<State> => ({
  automaton,
  policies: ANY_POLICIES,
  read: (input, options) => readStonePair(automaton, cellName, input, options),
  movesOnlyIn: (_, from, other) => actionsOnlyIn(from, other),
});

/** Games whose states are compared. */
export const COMPARED_GAMES = {
  chess: fenGame(chess),
  chess960: fenGame(chess960),
  connect_four: stoneGame(connectFour, discCellName),
  hex: stoneGame(hex, (cell, cells) => hexCellName(cell, Math.round(Math.sqrt(cells)))),
  othello: stoneGame(othello.automaton, othelloCellName),
} as const;

/** Name of a game, as in `%mav game=`. */
export type ComparedGame = keyof typeof COMPARED_GAMES;

export const COMPARED_GAME_NAMES = Object.keys(COMPARED_GAMES) as readonly ComparedGame[];

/**
 * Returns the moves of one list that another lacks, in UCI and SAN, sorted by UCI.
 *
 * @param fen a valid position in which the moves of `from` are legal
 * @param from, other legal moves as UCI strings
 */
export function movesOnlyIn(fen: string, from: readonly string[], other: readonly string[]): NamedMove[] {
  const only = namesOnlyIn(from, other);
  if (only.length === 0) return [];
  const position = parseFen(fen)
    .chain((setup) => Chess.fromSetup(setup))
    .unwrap();
  return only.map((uci) => {
    const move = parseUci(uci);
    return { uci, san: move === undefined ? uci : makeSan(position, normalizeMove(position, move)) };
  });
}

const namesOnlyIn = (from: readonly string[], other: readonly string[]): string[] => {
  const known = new Set(other);
  return from.filter((name) => !known.has(name)).sort();
};

/** Returns the actions of one list that another lacks, sorted; their one name stands in both notations. */
export const actionsOnlyIn = (from: readonly string[], other: readonly string[]): NamedMove[] =>
  namesOnlyIn(from, other).map((action) => ({ uci: action, san: action }));

/** Content of every cell by name, in the order of the text. */
type Cells = ReadonlyMap<string, string>;

/**
 * Reads a pair of Connect Four, Hex or Othello. Boards are compared cell by cell, by name; a cell that only one of two
 * boards of different sizes has is wrong. Values that need the line of a game (blame, lag, opening fallback) are null.
 *
 * @param cellName name of a cell by its index in a board with the given number of cells
 */
function readStonePair<State extends StoneFrame>(
  automaton: Automaton<State>,
  cellName: (cell: number, cells: number) => string,
  input: PairInput,
  options: TextOptions = {},
): PairReading<State> {
  const trueText = collapseSpace(input.trueFen);
  const predictedText = input.predictedFen === undefined ? '' : collapseSpace(input.predictedFen);
  const answered = predictedText !== '';
  const trueParse = automaton.parse(trueText);
  const predictedParse = answered ? automaton.parse(predictedText) : undefined;
  const truth = readStones(trueText);
  const read = answered ? readStones(predictedText) : undefined;
  const trueFrame = truth.ok ? truth.value : undefined;
  const valid = predictedParse?.ok === true;
  // In a text that is no state, cells have their names only where none is missing.
  const isBoard = read?.ok === true && (valid || read.value.cells.length === trueFrame?.cells.length);
  const predicted = isBoard ? read.value : undefined;

  const named = (frame: StoneFrame | undefined): Cells =>
    new Map(
      Array.from(frame?.cells ?? '', (stone, cell, { length } = frame?.cells ?? '') => [cellName(cell, length), stone]),
    );
  const [trueCells, predictedCells] = [named(trueFrame), named(predicted)];
  const errors = predicted === undefined ? [] : stoneErrors(trueCells, predictedCells);
  const wrong = errors.length;
  const right = predicted === undefined ? 0 : countRight(trueCells, predictedCells);
  const sideWrong = read?.ok === true && trueFrame !== undefined && read.value.side !== trueFrame.side;
  const strings = worldStringMetrics(trueText, answered ? predictedText : undefined, ownStoneText, options.lambda, {
    truth: trueFrame?.cells ?? '',
    predicted: predicted?.cells ?? '',
  });
  const boardMatch = predicted !== undefined && wrong === 0;
  const judged = {
    verdict: decideVerdict({
      predicted: answered ? { placement: { complete: predicted !== undefined }, faults: [] } : undefined,
      valid,
      wrongSquares: wrong,
      fields: sideWrong ? ['side'] : [],
      isEqual: strings.exactMatch,
      isWhole: true,
    }),
    valid,
    reason: predictedParse === undefined ? NO_STATE_REASON : predictedParse.ok ? null : predictedParse.error,
    truthReason: trueParse.ok ? null : trueParse.error,
    ...strings,
    positionMatch: boardMatch && !sideWrong,
    boardMatch,
    part: 'cell',
    squares: trueCells.size,
    squaresRight: right,
    boardAccuracy: trueCells.size === 0 ? 0 : right / trueCells.size,
    wrongSquares: errors.map(({ square }) => square),
    errors: [
      ...errors,
      ...(sideWrong && read.ok
        ? [{ kind: 'side' as const, predicted: read.value.side, actual: trueFrame?.side ?? '' }]
        : []),
    ],
    blame: null,
    stale: null,
    lag: null,
    openingFallback: null,
  };
  const size = predicted && { truth: trueCells.size, predicted: predictedCells.size };
  const stone = automaton.id === 'hex' ? 'stone' : 'disc';
  const text = { ...judged, ...stoneBelief({ judged, stone, answered, size, answer: input.answer }) };
  const conditional = (): ConditionalStates | undefined => {
    if (predicted === undefined || trueFrame === undefined) return undefined;
    const written = `${trueFrame.side} || ${predicted.cells} ||`;
    return { trueSide: written, boardOnly: written };
  };
  return {
    trueState: trueParse.ok ? trueParse.value : SINK,
    predictedState: predictedParse?.ok === true ? predictedParse.value : SINK,
    text,
    conditional,
  };
}

/** Returns the text of a board with the spaces that the games print; a text that is no board unchanged. */
function ownStoneText(text: string): string {
  const read = readStones(text);
  return read.ok ? printStones(read.value) : text;
}

type StoneError = Extract<ComparisonError, { readonly square: string }>;

/** Returns mistakes by cell, one a cell: those of the true board first, then cells that it does not have. */
function stoneErrors(truth: Cells, predicted: Cells): StoneError[] {
  const errors: StoneError[] = [];
  for (const [square, actual] of truth) {
    const put = predicted.get(square);
    if (put === actual) continue;
    if (put === undefined || put === '.') errors.push({ kind: 'missing', square, actual });
    else if (actual === '.') errors.push({ kind: 'phantom', square, predicted: put });
    else errors.push({ kind: 'swapped', square, predicted: put, actual });
  }
  for (const [square, put] of predicted)
    if (!truth.has(square)) errors.push({ kind: 'phantom', square, predicted: put });
  return errors;
}

function countRight(truth: Cells, predicted: Cells): number {
  let right = 0;
  for (const [square, actual] of truth) if (predicted.get(square) === actual) right++;
  return right;
}
