import type { TextEdit } from '../../../base/text/range.ts';
import { FRAME } from '../../../games/chess/frame.ts';
import { isEnPassant, sanOf } from '../../../games/chess/san-print.ts';
import { moveOfToken } from '../game-meaning.ts';
import { markedMove } from '../habit-words.ts';
import { moveText, PLAYED, type Replay } from '../replay.ts';
import { COMMENT, GLYPH, MOVE_MARK, STRAY, WHITESPACE } from '../tokens.ts';
import { type GameTree, tokenEnd, tokenRange } from '../tree.ts';
import { isCheckMark } from '../words.ts';
import type { GameFindings } from './findings.ts';

/** Minimum number of separated signs that count as a habit of the game: one finding. */
const HABIT = 3;

/** A check sign after its move, with its problem and repair. */
interface ApartSign {
  readonly token: number;
  readonly ply: number;
  readonly message: string;
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly safe: boolean;
}

/** Checks separated marks after moves: `exd6 e.p.`, `Qh5 +`, `Qf7 mate`. SAN has none of them (PGN standard 8.2.3). */
export function checkMarks(text: string, replayed: Replay, findings: GameFindings): void {
  const { tree } = replayed;
  const { kinds } = tree.chunk;
  const signs: ApartSign[] = [];
  let move = 0;
  let signed = -1;
  for (let t = kinds.indexOf(MOVE_MARK); t >= 0; t = kinds.indexOf(MOVE_MARK, t + 1)) {
    const { start, end } = tokenRange(tree, t);
    if (!isCheckMark(text.slice(start, end))) {
      addEnPassant(text, replayed, t, findings);
      continue;
    }
    const token = markedMove(kinds, t);
    while (move < tree.moveToken.length && tree.moveToken[move]! < token) move++;
    if (tree.moveToken[move] !== token) {
      const message = 'a check sign after a move that is not checked';
      findings.add('PGN_WRONG_CHECK_SIGN', { start, end }, message, { severity: 'info' });
      continue;
    }
    signs.push(apartSign(text, replayed, move, t, signed !== token));
    signed = token;
  }
  // moves of variants are not checked, nor are their signs
  const severity = replayed.start.state === undefined ? ({ severity: 'info' } as const) : {};
  const groups = signs.length < HABIT ? signs.map((sign) => [sign]) : [signs];
  for (const group of groups) {
    const { token, ply, message, title } = group[0]!;
    const others = group.length - 1;
    findings.add(
      'PGN_WRONG_CHECK_SIGN',
      tokenRange(tree, token),
      others === 0 ? message : `${message} (the same after ${others} more moves of this game)`,
      {
        ...severity,
        ply,
        fixes: [
          {
            title: others === 0 ? title : `${title} and correct ${others} more moves of this game`,
            edits: group.flatMap(({ edits }) => edits),
            safe: group.every(({ safe }) => safe),
          },
        ],
      },
    );
  }
}

/** True if a separated check sign follows the move at a token. */
export function hasCheckMark(text: string, tree: GameTree, token: number): boolean {
  const { kinds } = tree.chunk;
  for (let t = token + 1; t < kinds.length; t++) {
    if (kinds[t] === MOVE_MARK) {
      if (markedMove(kinds, t) !== token) return false;
      const { start, end } = tokenRange(tree, t);
      if (isCheckMark(text.slice(start, end))) return true;
    } else if (kinds[t] !== WHITESPACE && (kinds[t]! <= MOVE_MARK || kinds[t]! > GLYPH)) return false;
  }
  return false;
}

/** `isFirst`: no check sign is between the mark and its move; the first replaces the sign of the move itself. */
function apartSign(text: string, replayed: Replay, move: number, token: number, isFirst: boolean): ApartSign {
  const { tree, status, frames, moves } = replayed;
  const written = moveText(text, tree, move);
  const range = tokenRange(tree, token);
  const mark = text.slice(range.start, range.end);
  const isPlayed = status[move] === PLAYED;
  const claimed = /^(?:#|\+#|‡|mate)/.test(mark) ? '#' : '+';
  const san = isPlayed ? sanOf(frames, (tree.movePrevious[move]! + 1) * FRAME, moves[move]!) : '';
  const right = isPlayed ? (/[+#]$/.exec(san)?.[0] ?? '') : claimed;
  const hasOwn = /(?:[+#†‡]|ch|mate?)$/.test(written);
  const end = tokenRange(tree, tree.moveToken[move]!).end;
  const gap = tree.chunk.kinds[token - 1] === WHITESPACE ? tokenRange(tree, token - 1).start : range.start;
  const added = isFirst && !hasOwn ? right : '';
  const edits: TextEdit[] =
    gap === end
      ? [{ range: { start: end, end: range.end }, newText: added }]
      : [
          ...(added === '' ? [] : [{ range: { start: end, end }, newText: added }]),
          { range: { start: gap, end: range.end }, newText: '' },
        ];
  const mended = hasOwn ? written : written + added;
  const message =
    hasOwn || !isFirst
      ? `${mark} after ${written} is redundant: write ${mended}`
      : right === ''
        ? `${written} does not give check, although ${mark} follows it: write ${mended}`
        : `${mark} is separated from ${written}: write ${mended}`;
  return {
    token,
    ply: tree.movePly[move]!,
    message,
    title: `Write ${mended}`,
    edits,
    // a sign that the board does not show may come from another move
    safe: isPlayed && isLast(tree, token) && (hasOwn || !isFirst || claimed === right),
  };
}

/** True if no text touches the end of a token that could be read differently without it. */
function isLast({ chunk: { kinds } }: GameTree, token: number): boolean {
  const next = kinds[token + 1];
  return next === undefined || next === WHITESPACE || next === COMMENT || (next > GLYPH && next < STRAY);
}

/** Reports a separated en passant mark: `exd6 e.p.` */
function addEnPassant(text: string, replayed: Replay, token: number, findings: GameFindings): void {
  const { tree, status, frames, moves } = replayed;
  const { chunk } = tree;
  const range = tokenRange(tree, token);
  const marked = markedMove(chunk.kinds, token);
  if (marked < 0) {
    findings.add('PGN_EN_PASSANT_MARK', range, 'an en passant mark that does not follow a move');
    return;
  }
  const move = moveOfToken(tree, marked);
  const gap = chunk.kinds[token - 1] === WHITESPACE ? tree.offset + tokenEnd(chunk, token - 2) : range.start;
  const fix = {
    title: `Delete ${text.slice(range.start, range.end)}`,
    edits: [{ range: { start: gap, end: range.end }, newText: '' }],
    safe:
      move >= 0 && status[move] === PLAYED && isEnPassant(frames, (tree.movePrevious[move]! + 1) * FRAME, moves[move]!),
  };
  findings.add('PGN_EN_PASSANT_MARK', range, 'SAN has no mark for en passant captures', { fixes: [fix] });
}
