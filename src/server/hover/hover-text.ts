import { type Drawing, drawingsText } from '../../core/board/drawings.ts';
import { predictionMarks } from '../../core/board/marks.ts';
import { type StoneBoard, stoneBoardSvg, stoneTextBoard } from '../../core/board/stone-board.ts';
import { isStoneGame, stonePair } from '../../core/board/stone-pair.ts';
import { boardSvg, svgDataUri } from '../../core/board/svg.ts';
import { textBoard } from '../../core/board/text-board.ts';
import type { ComparedGame } from '../../core/metrics/compared-games.ts';
import type { Comparison, NamedMove, TextComparison } from '../../core/metrics/comparison.ts';
import { formatScore, scoreFormat } from '../../core/metrics/score-format.ts';
import { labelled, verdictLine } from '../../core/metrics/wording.ts';
import { blameText, fallbackText, lagText, staleText } from '../../core/metrics/wording-details.ts';
import type { Orientation } from '../../protocol/settings.ts';

/** Width of a picture, in pixels. VS Code's hover opens 250 high, and title, board and FEN are to be seen at once. */
export const SIZE = 184;
const HEX_WIDTH = 320;
const MAX_BLAMED = 3;
const MAX_MOVES = 8;
/** Longest line of a hover, in characters. */
const MAX_LENGTH = 300;

/** The form of a client's hovers. */
export interface HoverStyle {
  /** Pictures, else boards as text. */
  readonly images: boolean;
  readonly markdown: boolean;
  readonly orientation: Orientation;
}

/** A position for a hover. */
export interface HoverPosition {
  readonly title: string;
  readonly fen: string;
  readonly lastMove: readonly [string, string] | null;
  /** Whose move it is, and how many there are; or why the position is none. */
  readonly situation: string;
  /** The notes about the move. */
  readonly notes?: string;
  /** Circles and arrows on the board. */
  readonly drawings?: readonly Drawing[];
  /** The last line: what the position is called. */
  readonly opening?: string;
}

/** Title, whose move it is and notes; board; FEN, and the opening. */
export function positionHover(shown: HoverPosition, style: HoverStyle): string {
  const { title, fen, lastMove, situation, notes = '', drawings = [], opening = '' } = shown;
  const drawn = drawings.length === 0 ? '' : drawingsText(drawings);
  const alt = `Board: ${fen}${drawn === '' ? '' : `; ${drawn}`}`;
  return boardHover(
    {
      title,
      notes: [situation, notes],
      svg: () => boardSvg({ fen, size: SIZE, orientation: sideBelow(fen, style), lastMove, drawings, title: alt }),
      text: () => textBoard({ fen }),
      state: fen,
      lines: [...(style.images ? [] : [drawn]), opening],
    },
    style,
  );
}

/** A board of any game for a hover. Empty notes and lines are left out. */
export interface HoverBoard {
  readonly title: string;
  /** Beside the title. */
  readonly notes?: readonly string[];
  readonly svg: () => string;
  /** The board where no pictures are shown. */
  readonly text: () => readonly string[];
  readonly state: string;
  /** Below the state. */
  readonly lines: readonly string[];
}

/** Title and notes, board, the state as text, and lines about it. */
export function boardHover({ title, notes = [], svg, text, state, lines }: HoverBoard, style: HoverStyle): string {
  const facts = notes.filter((note) => note !== '').map((note) => ` · ${shortened(note)}`);
  const below = lines.filter((line) => line !== '').map((line) => escaped(shortened(line), style));
  return paragraphs([
    strong(shortened(title), style) + escaped(facts.join(''), style),
    style.images ? picture(svg()) : codeBlock(text(), style),
    [code(state, style), ...below].join(lineBreak(style)),
  ]);
}

/** A line of text alone. */
export const textHover = (text: string, style: HoverStyle): string => escaped(shortened(text), style);

/** A prediction for a hover; without `comparison` the scores are not there yet. */
export interface HoverPrediction {
  readonly label: string;
  /** Null: the answer held no state. */
  readonly fen: string | null;
  readonly trueFen: string;
  readonly variant: ComparedGame;
  readonly m: number;
  readonly text: TextComparison;
  readonly comparison: Comparison | undefined;
}

/** Verdict, board with the wrong squares marked, blame, moves lost and invented, p and r by depth: ten lines at most beside the board. */
export function predictionHover(prediction: HoverPrediction, style: HoverStyle): string {
  const { label, text, comparison, m } = prediction;
  const verdict = labelled(label, comparison?.verdictText ?? verdictLine(text, undefined, m));
  const facts = [...blameLines(text), ...(comparison === undefined ? [] : scoreLines(comparison))];
  const lines = facts.map((line) => escaped(shortened(line), style)).join(lineBreak(style));
  return paragraphs([strong(shortened(verdict), style), predictedBoard(prediction, style), lines]);
}

/** For a prediction whose true state is not known. */
export const unscoredHover = (label: string, style: HoverStyle): string =>
  strong(labelled(label, 'not scored: the moves up to here cannot be replayed'), style);

function predictedBoard({ fen, trueFen, variant, text }: HoverPrediction, style: HoverStyle): string {
  if (fen === null || text.squaresRight + text.wrongSquares.length === 0) return '';
  if (isStoneGame(variant)) {
    const { predicted } = stonePair(variant, trueFen, fen);
    if (!style.images) return codeBlock(stoneTextBoard(predicted), style);
    return picture(stoneBoardSvg({ ...predicted, size: stoneWidth(variant), title: `Predicted board: ${fen}` }));
  }
  const marks = predictionMarks(trueFen, fen, text.blame);
  if (!style.images) return codeBlock(textBoard({ fen, wrong: text.wrongSquares }), style);
  const title = marks.length === 0 ? `Predicted board: ${fen}` : `Predicted board with ${marks.length} squares marked`;
  return picture(boardSvg({ fen, size: SIZE, orientation: sideBelow(trueFen, style), marks, title }));
}

/** At most five lines. */
function blameLines({ blame, stale, lag, openingFallback }: TextComparison): string[] {
  const lines: string[] = [];
  if (stale !== null && stale.stale + stale.neverTrue > 0) {
    const where = openingFallback === null ? (lag === null ? undefined : lagText(lag)) : fallbackText(openingFallback);
    lines.push(where === undefined ? staleText(stale) : `${staleText(stale)}; ${where}`);
  }
  const squares = blame ?? [];
  lines.push(...squares.slice(0, MAX_BLAMED).map(blameText));
  if (squares.length > MAX_BLAMED) lines.push(`and ${squares.length - MAX_BLAMED} more squares`);
  return lines;
}

/** At most four lines. */
function scoreLines(comparison: Comparison): string[] {
  return [
    ...movesLine('moves lost', comparison.movesLost),
    ...movesLine('moves invented', comparison.movesInvented),
    byDepth('p', comparison),
    byDepth('r', comparison),
  ];
}

function movesLine(title: string, moves: readonly NamedMove[] | null): string[] {
  if (moves === null || moves.length === 0) return [];
  const shown = moves.slice(0, MAX_MOVES).map(({ san }) => san);
  const more = moves.length > MAX_MOVES ? ` and ${moves.length - MAX_MOVES} more` : '';
  return [`${title} (${moves.length}): ${shown.join(' ')}${more}`];
}

/** `p by depth: 1 · 0.93 · 0.81 · 0.70` */
function byDepth(which: 'p' | 'r', comparison: Comparison): string {
  const scores = comparison[which].map((score, i) => formatScore(score, scoreFormat(comparison, which, i)));
  return `${which} by depth: ${scores.join(' · ')}`;
}

export const sideBelow = (fen: string, { orientation }: HoverStyle): 'white' | 'black' => {
  if (orientation !== 'mover') return orientation;
  return fen.trim().split(/\s+/)[1] === 'b' ? 'black' : 'white';
};

/** Width of a board of stones; that of Hex is lower than it is wide and has many cells. */
export const stoneWidth = (game: StoneBoard['kind']): number => (game === 'hex' ? HEX_WIDTH : SIZE);

const picture = (svg: string): string => `![board](${svgDataUri(svg)})`;
const paragraphs = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
const lineBreak = ({ markdown }: HoverStyle): string => (markdown ? '  \n' : '\n');
const shortened = (text: string): string => (text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`);
const strong = (text: string, style: HoverStyle): string =>
  style.markdown ? `**${escaped(text, style)}**` : escaped(text, style);

function codeBlock(lines: readonly string[], { markdown }: HoverStyle): string {
  return markdown ? `\`\`\`text\n${lines.join('\n')}\n\`\`\`` : lines.join('\n');
}

/** A code span; the text of a file may hold anything, also what ends one. */
function code(text: string, { markdown }: HoverStyle): string {
  const plain = shortened(text).replace(/\s+/g, ' ');
  return markdown ? `\`${plain.replace(/`/g, "'")}\`` : plain;
}

/** Text that Markdown and HTML take for text. */
function escaped(text: string, { markdown }: HoverStyle): string {
  const plain = text.replace(/\s+/g, ' ');
  if (!markdown) return plain;
  return plain.replace(/[\\`*_[\]<>&~]/g, (c) => ENTITIES[c] ?? `\\${c}`);
}

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };
