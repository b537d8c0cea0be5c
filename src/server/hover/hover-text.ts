import { boardSvg } from '../../core/board/board-svg.ts';
import { textBoard } from '../../core/board/board-text.ts';
import { type Drawing, drawingsText } from '../../core/board/drawings.ts';
import { predictionMarks } from '../../core/board/marks.ts';
import {
  isStoneGame,
  type StoneBoard,
  stoneBoardSvg,
  stonePair,
  stoneTextBoard,
} from '../../core/board/stone-board.ts';
import { worldBoard } from '../../core/board/world-board.ts';
import {
  blameText,
  type Comparison,
  fallbackText,
  lagText,
  type NamedMove,
  staleText,
  type TextComparison,
} from '../../core/metrics/comparison.ts';
import { type ComparisonRules, isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { formatScore, scoreFormat } from '../../core/metrics/score-format.ts';
import { conventionText, hasNoBoard, verdictLine, withLabel, withNote } from '../../core/metrics/wording.ts';
import type { LabelNote } from '../../core/notation/predictions/prediction.ts';
import { buildWorld, type WorldSpec } from '../../core/worlds/world-spec.ts';
import {
  boardSize,
  type HoverContent,
  type HoverLine,
  type HoverLink,
  type HoverStyle,
  layout,
  worldPicture,
} from './hover-layout.ts';

const HEX_WIDTH = 320;
const MAX_BLAMED = 3;
const MAX_MOVES = 8;

/** A position for a hover. */
export interface HoverPosition {
  readonly title: string;
  readonly fen: string;
  readonly lastMove: readonly [string, string] | null;
  /** Side to move and number of legal moves, or the reason why the position is invalid. */
  readonly situation: string;
  /** Notes about the move. */
  readonly notes?: string;
  /** Circles and arrows on the board. */
  readonly drawings?: readonly Drawing[];
  /** Name of the opening, the last line. */
  readonly opening?: string;
  readonly links?: readonly HoverLink[];
}

/** Formats a position: title, situation and notes; board; FEN, and the opening. */
export function positionHover(shown: HoverPosition, style: HoverStyle): string {
  const { title, fen, lastMove, situation, notes = '', drawings = [], opening = '', links } = shown;
  const drawn = drawings.length === 0 ? '' : drawingsText(drawings);
  const alt = `Board: ${fen}${drawn === '' ? '' : `; ${drawn}`}`;
  const size = boardSize(style);
  return boardHover(
    {
      title,
      notes: [situation, notes],
      svg: () => boardSvg({ fen, size, orientation: sideBelow(fen, style), lastMove, drawings, title: alt }),
      text: () => textBoard({ fen }),
      state: fen,
      lines: [...(style.images ? [] : [drawn]), opening],
      ...(links !== undefined && { links }),
    },
    style,
  );
}

/** A board of any game for a hover. Empty notes and lines are omitted. */
export interface HoverBoard {
  readonly title: string;
  /** Notes beside the title. */
  readonly notes?: readonly string[];
  readonly svg: () => string;
  /** Returns the board for clients without images. */
  readonly text: () => readonly string[];
  readonly state: string;
  /** Lines below the state. */
  readonly lines: readonly string[];
  readonly links?: readonly HoverLink[];
}

/** Formats a board: title and notes, board, the state as text, and lines about it. */
export function boardHover(shown: HoverBoard, style: HoverStyle): string {
  const { title, notes = [], svg, text, state, lines, links = [] } = shown;
  const facts = notes.filter((note) => note !== '').map((note) => ` · ${note}`);
  const below = lines.filter((line) => line !== '').map((line): HoverLine => ({ text: line, rank: 1 }));
  return layout(
    {
      title,
      facts: facts.join(''),
      board: { svg, text },
      lines: [{ text: state, rank: 0, isCode: true }, ...below],
      links,
    },
    style,
  );
}

/** A prediction for a hover; without `comparison` the scores are not known yet. */
export interface HoverPrediction {
  readonly label: string;
  /** Reading of the state, if that is not certain. */
  readonly note?: LabelNote | undefined;
  /** Predicted state; null if the answer contained none. */
  readonly fen: string | null;
  readonly trueFen: string;
  readonly variant: ComparisonRules;
  /** Specification of the world, if `variant` is one. */
  readonly world?: WorldSpec | undefined;
  readonly m: number;
  readonly text: TextComparison;
  readonly comparison: Comparison | undefined;
  readonly links: readonly HoverLink[];
}

/**
 * Formats a prediction: the model's belief, board with the wrong squares marked, verdict and numbers, blame, moves lost
 * and invented, p and r by depth, in at most ten lines. For an answer without a valid state, moves and depths are
 * omitted, and its 0 is a convention.
 */
export function predictionHover(prediction: HoverPrediction, style: HoverStyle): string {
  const { label, note, text, comparison, m, links } = prediction;
  const board = predictedBoard(prediction, style);
  const verdict = comparison?.verdictText ?? verdictLine(text, undefined, m);
  const lines: HoverLine[] = [];
  if (text.verdict !== 'exact' && !hasNoBoard(text)) lines.push({ text: verdict, rank: 0 });
  if (!text.valid) lines.push({ text: conventionText(text), rank: 1 });
  lines.push(...blameLines(text));
  if (comparison !== undefined && text.valid && text.verdict !== 'exact') lines.push(...scoreLines(comparison));
  const title = withLabel(label, withNote(text.sentence, note));
  return layout({ title, lines, links, ...(board !== undefined && { board }) }, style);
}

/** Formats a prediction whose true state is unknown. */
export const unscoredHover = (label: string, reason: string, style: HoverStyle): string =>
  layout({ title: withLabel(label, `not scored: ${reason}`), lines: [] }, style);

function predictedBoard(
  { fen, trueFen, variant, world, text }: HoverPrediction,
  style: HoverStyle,
): HoverContent['board'] | undefined {
  if (fen === null || text.squaresRight + text.wrongSquares.length === 0) return undefined;
  if (isComparedWorld(variant)) {
    const built = world === undefined ? undefined : buildWorld(world);
    const board = built?.ok === true ? worldBoard(built.value, fen, trueFen, 'predicted') : undefined;
    return board && worldPicture(board, `Believed state: ${fen}`, style);
  }
  if (isStoneGame(variant)) {
    const { predicted } = stonePair(variant, trueFen, fen);
    return {
      svg: () => stoneBoardSvg({ ...predicted, size: stoneWidth(variant, style), title: `Believed board: ${fen}` }),
      text: () => stoneTextBoard(predicted),
    };
  }
  const marks = predictionMarks(trueFen, fen, text.blame);
  const title = marks.length === 0 ? `Believed board: ${fen}` : `Believed board with ${marks.length} squares marked`;
  return {
    svg: () => boardSvg({ fen, size: boardSize(style), orientation: sideBelow(trueFen, style), marks, title }),
    text: () => textBoard({ fen, wrong: text.wrongSquares }),
  };
}

/** Returns the lines about blame, at most five. */
function blameLines({ blame, stale, lag, openingFallback }: TextComparison): HoverLine[] {
  const lines: HoverLine[] = [];
  if (stale !== null && stale.stale + stale.neverTrue > 0) {
    const where = openingFallback === null ? (lag === null ? undefined : lagText(lag)) : fallbackText(openingFallback);
    lines.push({ text: where === undefined ? staleText(stale) : `${staleText(stale)}; ${where}`, rank: 3 });
  }
  const squares = blame ?? [];
  lines.push(...squares.slice(0, MAX_BLAMED).map((square) => ({ text: blameText(square), rank: 6 })));
  if (squares.length > MAX_BLAMED) lines.push({ text: `and ${squares.length - MAX_BLAMED} more squares`, rank: 7 });
  return lines;
}

/** Returns the lines of scores, at most four. */
function scoreLines(comparison: Comparison): HoverLine[] {
  return [
    ...movesLine('moves lost', comparison.movesLost),
    ...movesLine('moves invented', comparison.movesInvented),
    { text: byDepth('p', comparison), rank: 2 },
    { text: byDepth('r', comparison), rank: 2 },
  ];
}

function movesLine(title: string, moves: readonly NamedMove[] | null): HoverLine[] {
  if (moves === null || moves.length === 0) return [];
  const shown = moves.slice(0, MAX_MOVES).map(({ san }) => san);
  const more = moves.length > MAX_MOVES ? ` and ${moves.length - MAX_MOVES} more` : '';
  return [{ text: `${title} (${moves.length}): ${shown.join(' ')}${more}`, rank: 4 }];
}

/** Formats scores as `p by depth: 1 · 0.93 · 0.81 · 0.70`. */
function byDepth(which: 'p' | 'r', comparison: Comparison): string {
  const scores = comparison[which].map((score, i) => formatScore(score, scoreFormat(comparison, which, i)));
  return `${which} by depth: ${scores.join(' · ')}`;
}

export const sideBelow = (fen: string, { orientation }: HoverStyle): 'white' | 'black' => {
  if (orientation !== 'mover') return orientation;
  return fen.trim().split(/\s+/)[1] === 'b' ? 'black' : 'white';
};

/** Returns the width of a board of stones, in pixels; a Hex board is wider than high and has many cells. */
export const stoneWidth = (game: StoneBoard['kind'], style: HoverStyle): number =>
  game === 'hex' ? HEX_WIDTH : boardSize(style);
