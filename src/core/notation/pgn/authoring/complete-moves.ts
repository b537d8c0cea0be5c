import type { Range } from '../../../base/text/range.ts';
import { inCheck } from '../../../games/chess/attacks.ts';
import { afterMove, legalMoves } from '../../../games/chess/chess.ts';
import { EP, FULLMOVES, hasPiece, moveFrom, movePromotion, moveTo, roleAt, TURN } from '../../../games/chess/frame.ts';
import { moveName } from '../../../games/chess/moves.ts';
import { printSan } from '../../../games/chess/san-print.ts';
import type { ChessState } from '../../../games/chess/state.ts';
import type { Completion } from '../../language.ts';
import { openingAt } from '../../openings/openings.ts';
import type { WholeGame } from '../replay.ts';
import { tagNamed } from '../tags.ts';
import {
  CLOSE_PAREN,
  GLYPH,
  isTrivia,
  MOVE,
  MOVE_MARK,
  MOVE_NUMBER,
  NAG,
  NULL_MOVE,
  OPEN_PAREN,
  RESULT,
  SUFFIX,
  WHITESPACE,
} from '../tokens.ts';
import type { GameTree } from '../tree.ts';

const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
/** The results (PGN standard 8.2.6) and their meanings. */
export const RESULT_MEANINGS: Readonly<Record<string, string>> = {
  '1-0': 'White won',
  '0-1': 'Black won',
  '1/2-1/2': 'drawn',
  '*': 'unfinished or unknown',
};

/** Token kinds after which Black's move needs no number (PGN standard 8.2.2.2). */
const CONTINUED: ReadonlySet<number> = new Set([MOVE, NULL_MOVE, MOVE_MARK, SUFFIX, NAG, GLYPH]);

/** The word under the cursor: the start of a move, number or result. */
export interface CursorWord extends Range {
  /** From its start to the cursor. */
  readonly typed: string;
}

/**
 * Returns the legal moves that match the typed text, in export format, with their number where the place requires one.
 * Order: exact prefixes before matches in the other case or by squares; then mates, moves to a named position, checks,
 * captures and promotions, castling, others; then alphabetically.
 */
export function completeMoves(
  { text, replay }: WholeGame,
  state: ChessState,
  place: MovetextPlace,
  word: CursorWord,
): Completion[] {
  const { words } = state;
  const isNumber = /^\d+$/.test(word.typed);
  const number = `${words[FULLMOVES]}${words[TURN] === 0 ? '.' : '...'}${writesTightNumbers(replay.tree) ? '' : ' '}`;
  const wantsNumber =
    isNumber ||
    (words[TURN] === 0 ? place.before !== MOVE_NUMBER : !CONTINUED.has(place.before) && place.before !== MOVE_NUMBER);
  const lead = leadAt(text, word, writesTightNumbers(replay.tree));
  const typed = isNumber ? '' : spelled(word.typed);
  const found = Array.from(legalMoves(state), (move) => {
    const san = printSan(words, 0, move);
    const { rank, detail } = describe(state, move, san);
    return { san, rank, detail, fit: rankFit(san, move, typed) };
  }).filter(({ san, fit }) => fit < 2 && (!isNumber || `${number}${san}`.startsWith(word.typed)));
  found.sort((a, b) => a.fit - b.fit || a.rank - b.rank || (a.san < b.san ? -1 : 1));
  return found.map(({ san, detail }) => {
    const whole = wantsNumber ? `${number}${san}` : san;
    return {
      label: isNumber ? whole : san,
      kind: 'move',
      range: { start: word.start, end: word.end },
      text: `${lead}${whole}`,
      ...(detail !== '' && { detail }),
    };
  });
}

/** Returns a space if there is none before the place. */
function leadAt(text: string, { start, typed }: CursorWord, tight: boolean): string {
  if (typed !== '' || start === 0) return '';
  const c = text.charAt(start - 1);
  return /[\s(\uFEFF]/.test(c) || (tight && c === '.') ? '' : ' ';
}

/** Returns the typed part of a move without optional signs. */
const spelled = (typed: string): string =>
  (/^0(?:-|$)/.test(typed) ? typed.replace(/0/g, 'O') : typed).replace(/[x=+#]/g, '');

/**
 * Returns 0 if the spelling starts with the typed text; 1 if it does in the other case, or the squares of the move do;
 * 2 otherwise.
 */
function rankFit(san: string, move: number, typed: string): number {
  const plain = spelled(san);
  if (plain.startsWith(typed)) return 0;
  const lower = typed.toLowerCase();
  return plain.toLowerCase().startsWith(lower) || moveName(move).startsWith(lower) ? 1 : 2;
}

function describe(state: ChessState, move: number, san: string): { rank: number; detail: string } {
  const { words } = state;
  const after = afterMove(state, move);
  const opening = openingAt(after.words, 0);
  const parts: string[] = [];
  if (opening !== undefined) parts.push(`${opening.eco} ${opening.name}`);
  if (san.endsWith('#')) parts.push('mate');
  else if (san.endsWith('+')) parts.push('check');
  const captured = capturedRole(words, move, san);
  if (captured !== undefined) parts.push(`captures a ${ROLES[captured]}`);
  if (san.includes('=')) parts.push(`promotes to a ${ROLES[movePromotion(move)]}`);
  const rank = san.endsWith('#')
    ? 0
    : opening !== undefined
      ? 1
      : san.endsWith('+')
        ? 2
        : captured !== undefined || san.includes('=')
          ? 3
          : san.startsWith('O')
            ? 4
            : 5;
  return { rank, detail: parts.join(', ') };
}

function capturedRole(words: Int32Array, move: number, san: string): number | undefined {
  if (!san.includes('x')) return undefined;
  const target = moveTo(move);
  if (target === words[EP] && roleAt(words, 0, moveFrom(move)) === 0) return 0;
  return hasPiece(words, 0, words[TURN]! ^ 1, target) ? roleAt(words, 0, target) : undefined;
}

/** Returns the results that may end the game here, starting with that of the board or of the Result tag. */
export function completeResults(
  { text, tags }: WholeGame,
  state: ChessState | undefined,
  word: CursorWord,
): Completion[] {
  const board = state === undefined ? undefined : resultOnBoard(state);
  const tag = tagNamed(tags, 'Result')?.value;
  const all = Object.entries(RESULT_MEANINGS);
  const likely = board ?? tag;
  const isLikely = ([result]: [string, string]): boolean => result === likely;
  const ordered = [...all.filter(isLikely), ...all.filter((entry) => !isLikely(entry))];
  const lead = leadAt(text, word, false);
  return ordered
    .filter(([result]) => result.startsWith(word.typed))
    .map(([result, meaning]) => ({
      label: result,
      kind: 'result',
      range: { start: word.start, end: word.end },
      text: `${lead}${result}`,
      detail: meaning,
    }));
}

/** Returns the result of a game that is over by mate or stalemate. */
function resultOnBoard(state: ChessState): string | undefined {
  if (legalMoves(state).length > 0) return undefined;
  if (!inCheck(state.words, 0)) return '1/2-1/2';
  return state.words[TURN] === 0 ? '0-1' : '1-0';
}

/** The context of a place in the movetext. */
export interface MovetextPlace {
  /** The last move before it in its line, through the start of variations; -1 at the start of the game. */
  readonly last: number;
  /** The number of variations around it. */
  readonly depth: number;
  /** Kind of the token before it, ignoring white space and escaped lines; -1 if there is none. */
  readonly before: number;
  /** True if a result precedes it, outside variations. */
  readonly ended: boolean;
  /** True if moves, numbers or variations precede it. */
  readonly inMovetext: boolean;
}

/** Returns the context of the token `limit`, or of the place where it would be: later text is not examined. */
export function placeBefore(tree: GameTree, limit: number): MovetextPlace {
  const { kinds } = tree.chunk;
  // For each open line: its last move, and true if it has its own moves.
  const lines = [{ last: -1, moved: false }];
  let move = 0;
  let before = -1;
  let ended = false;
  let inMovetext = false;
  for (let t = 0; t < limit; t++) {
    const kind = kinds[t]!;
    if (isTrivia(kind)) continue;
    before = kind;
    inMovetext ||= kind === MOVE || kind === NULL_MOVE || kind === MOVE_NUMBER || kind === OPEN_PAREN;
    const line = lines[lines.length - 1]!;
    if (tree.moveToken[move] === t) {
      line.last = move++;
      line.moved = true;
    } else if (kind === OPEN_PAREN) {
      lines.push({ last: line.moved ? tree.movePrevious[line.last]! : line.last, moved: false });
    } else if (kind === CLOSE_PAREN) {
      if (lines.length > 1) lines.pop();
    } else if (kind === RESULT && lines.length === 1) ended = true;
  }
  return { last: lines[lines.length - 1]!.last, depth: lines.length - 1, before, ended, inMovetext };
}

/** Returns true if this game writes `1.e4`, without a space after the number. */
function writesTightNumbers({ chunk }: GameTree): boolean {
  const { kinds } = chunk;
  for (let t = 0; t + 1 < kinds.length; t++) {
    if (kinds[t] !== MOVE_NUMBER) continue;
    if (kinds[t + 1] === MOVE) return true;
    if (kinds[t + 1] === WHITESPACE) return false;
  }
  return false;
}
