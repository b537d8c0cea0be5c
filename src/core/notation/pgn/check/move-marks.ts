import { plural } from '../../../base/text/counts.ts';
import type { Range, TextEdit } from '../../../base/text/range.ts';
import { FRAME } from '../../../games/chess/frame.ts';
import { isEnPassant, printSan } from '../../../games/chess/san-print.ts';
import { tokenMove } from '../game-meaning.ts';
import { readNag } from '../nags.ts';
import { moveText, PLAYED, type Replay } from '../replay.ts';
import {
  CLOSE_PAREN,
  COMMENT,
  GLYPH,
  kindBits,
  MOVE,
  MOVE_MARK,
  NAG,
  NULL_MOVE,
  OPEN_PAREN,
  STRAY,
  SUFFIX,
  WHITESPACE,
} from '../tokens.ts';
import { type GameTree, tokenEnd, tokenRange } from '../tree.ts';
import { isCheckMark, markedMove } from '../words.ts';
import { type GameFindings, quoted } from './findings.ts';

const TO_LOOK_AT = kindBits(SUFFIX, NAG, GLYPH);
const MAX_NAG = 255;

/** Groups of glyphs of which a move can have one: the quality of the move, and the evaluation of the position. */
const ALTERNATIVES: readonly ((nag: number) => boolean)[] = [
  (nag) => nag >= 1 && nag <= 6,
  (nag) => nag >= 10 && nag <= 21,
];
/** Unifies the three kinds of equality, for which most programs have one sign. */
const plain = (nag: number): number => (nag === 11 || nag === 12 ? 10 : nag);

/** Checks glyphs (PGN standard 8.2.3.8 and 10): their form, and contradictions between those of one move. */
export function checkGlyphs(text: string, tree: GameTree, findings: GameFindings): void {
  const { chunk } = tree;
  if ((chunk.has & TO_LOOK_AT) === 0) return;
  const { kinds } = chunk;
  /** The glyph of each group that the last move has. */
  let given: (MoveGlyph | undefined)[] = [];
  for (let t = 0; t < kinds.length; t++) {
    const kind = kinds[t];
    if (kind === MOVE || kind === NULL_MOVE || kind === OPEN_PAREN || kind === CLOSE_PAREN) {
      given = [];
      continue;
    }
    if (kind !== SUFFIX && kind !== NAG && kind !== GLYPH) continue;
    const range = tokenRange(tree, t);
    const written = text.slice(range.start, range.end);
    if (kind === NAG) checkNag(written, range, findings);
    else if (isForeignText(written)) addForeignSign(text, tree, t, findings);
    const nag = readNag(written);
    if (kind === SUFFIX && nag === undefined) addUnknown(written, range, findings);
    else if (kind === SUFFIX && kinds[t - 1] === GLYPH) addJoined(text, tree, t, findings);
    if (nag === undefined) continue;
    const group = ALTERNATIVES.findIndex((isOne) => isOne(nag));
    if (group < 0) continue;
    const before = given[group];
    if (before === undefined) given[group] = { nag, range };
    else if (plain(before.nag) !== plain(nag)) addConflict(text, before, range, findings);
  }
}

interface MoveGlyph {
  readonly nag: number;
  readonly range: Range;
}

function checkNag(written: string, range: Range, findings: GameFindings): void {
  const { length } = written;
  const number = length > 1 && length < 12 ? Number(written.slice(1)) : Number.NaN;
  if (number > 0 && number <= MAX_NAG) return;
  if (number === 0) {
    findings.add('PGN_BAD_NAG', range, `${written} means that there is no annotation`, { severity: 'info' });
    return;
  }
  const message =
    length === 1
      ? 'this $ must be followed by a number from 0 to 255'
      : `${written.slice(0, 12)} is not a valid glyph: glyph numbers range from 0 to 255`;
  findings.add('PGN_BAD_NAG', range, message);
}

function addUnknown(written: string, range: Range, findings: GameFindings): void {
  const message = `${quoted(written)} is none of the six suffixes !, ?, !!, ??, !? and ?!, and other tools drop it or stop at it`;
  findings.add('PGN_UNKNOWN_GLYPH', range, message);
}

/** Reports a suffix that touches an evaluation: `=?`. */
function addJoined(text: string, tree: GameTree, token: number, findings: GameFindings): void {
  const range = { start: tokenRange(tree, token - 1).start, end: tokenRange(tree, token).end };
  const message = `${quoted(text.slice(range.start, range.end))} is not a sign of PGN: it is read as an evaluation and a suffix of the move`;
  findings.add('PGN_UNKNOWN_GLYPH', range, message);
}

function addConflict(text: string, before: MoveGlyph, range: Range, findings: GameFindings): void {
  const [first, second] = [before.range, range].map(({ start, end }) => text.slice(start, end));
  const message = `${second} contradicts ${first}: a move has one of these glyphs`;
  findings.add('PGN_GLYPH_CONFLICT', range, message, {
    related: [{ range: before.range, message: 'the other glyph' }],
  });
}

/**
 * Signs after moves that some programs write for glyphs (PGN standard 10; above 139 those of ChessBase and SCID), as
 * books print them.
 */
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['‼', 3],
  ['⁇', 4],
  ['⁉', 5],
  ['⁈', 6],
  ['□', 7],
  ['~', 13],
  ['inf', 13],
  ['+--', 20],
  ['--+', 21],
  ['⊙', 22],
  ['⨀', 22],
  ['○', 26],
  ['⟳', 32],
  ['↑', 36],
  ['→', 40],
  ['⇆', 132],
  ['⇄', 132],
  ['⊕', 138],
  ['∆', 140],
  ['Δ', 140],
  ['△', 140],
  ['⌓', 142],
  ['RR', 145],
  ['N', 146],
  ['TN', 146],
  ['D', 220],
]);

/** Returns true for a sign that some programs write for a glyph. */
const isForeignText = (written: string): boolean => NUMBERS.has(written);

function isSign(text: string, tree: GameTree, token: number): boolean {
  const { start, end } = tokenRange(tree, token);
  return end - start <= 3 && NUMBERS.has(text.slice(start, end));
}

/** Returns true if a stray token is a sign that annotates the move before it. */
export function isForeignSign(text: string, tree: GameTree, token: number): boolean {
  const { kinds } = tree.chunk;
  if (!isSign(text, tree, token)) return false;
  let before = token - 1;
  while (before >= 0 && kinds[before] === WHITESPACE) before--;
  return before >= 0 && (annotates(kinds[before]!) || (kinds[before] === STRAY && isSign(text, tree, before)));
}

/** Returns the move that a letter may be the first part of, as in `N f6`; undefined if it can only be a sign. */
function splitMove(text: string, tree: GameTree, token: number): string | undefined {
  const { kinds } = tree.chunk;
  const { start, end } = tokenRange(tree, token);
  const next = kinds[token + 1] === WHITESPACE ? token + 2 : token + 1;
  if (end - start !== 1 || !/[NBRQK]/.test(text.charAt(start)) || kinds[next] !== MOVE) return undefined;
  const range = tokenRange(tree, next);
  const move = text.slice(range.start, range.end);
  return /^[a-h][1-8]|^x/.test(move) ? text.charAt(start) + move : undefined;
}

const annotates = (kind: number): boolean =>
  kind === MOVE || kind === NULL_MOVE || kind === SUFFIX || kind === NAG || kind === GLYPH || kind === COMMENT;

export function addForeignSign(text: string, tree: GameTree, token: number, findings: GameFindings): void {
  const range = tokenRange(tree, token);
  const sign = text.slice(range.start, range.end);
  const number = NUMBERS.get(sign) ?? 0;
  const message = `${quoted(sign)} is a program-specific sign for the glyph $${number}, which other tools do not understand`;
  const move = splitMove(text, tree, token);
  if (move === undefined) findings.add('PGN_STRAY_TEXT', range, message, { severity: 'info' });
  else findings.add('PGN_STRAY_TEXT', range, `${message}; or it belongs to ${move}`, { severity: 'warning' });
}

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
  let move = 0;
  const marks: { readonly move: number; readonly tokens: number[] }[] = [];
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
    const last = marks.at(-1);
    if (last?.move === move) last.tokens.push(t);
    else marks.push({ move, tokens: [t] });
  }
  const signs = marks.flatMap((marked) => apartSigns(text, replayed, marked.move, marked.tokens));
  // moves of variants are not checked, nor are their signs
  const severity = replayed.start.state === undefined ? ({ severity: 'info' } as const) : {};
  const groups = signs.length < HABIT ? signs.map((sign) => [sign]) : [signs];
  for (const group of groups) {
    const { token, ply, message, title } = group[0]!;
    const others = group.length - 1;
    findings.add(
      'PGN_WRONG_CHECK_SIGN',
      tokenRange(tree, token),
      others === 0 ? message : `${message} (the same after ${plural(others, 'more move')} of this game)`,
      {
        ...severity,
        ply,
        fixes: [
          {
            title: others === 0 ? title : `${title} and correct ${plural(others, 'more move')} of this game`,
            edits: group.flatMap(({ edits }) => edits).sort(inPlaceOrder),
            safe: group.every(({ safe }) => safe),
          },
        ],
      },
    );
  }
}

const inPlaceOrder = ({ range: a }: TextEdit, { range: b }: TextEdit): number => a.start - b.start || a.end - b.end;

/** Returns true if a separated check sign follows the move at a token. */
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

/** Matches the check sign of a move. */
const OWN_SIGN = /(?:[+#†‡]|ch|mate?)$/;

/** Returns the sign of SAN that a check sign claims. */
const claimOf = (sign: string): '+' | '#' => (/^(?:#|\+#|‡|mat)/.test(sign) ? '#' : '+');

/**
 * Returns the separated check signs of a move with their problems. One of them is its sign, unless the move has the
 * right one: the first that agrees with the board, else the first if the move has none. The others are redundant.
 *
 * @param marks the tokens of the signs
 */
function apartSigns(text: string, replayed: Replay, move: number, marks: readonly number[]): ApartSign[] {
  const { tree, status, frames, moves } = replayed;
  const written = moveText(text, tree, move);
  const isPlayed = status[move] === PLAYED;
  const san = isPlayed ? printSan(frames, (tree.movePrevious[move]! + 1) * FRAME, moves[move]!) : '';
  const right = isPlayed ? (/[+#]$/.exec(san)?.[0] ?? '') : undefined;
  const own = OWN_SIGN.exec(written)?.[0];
  const markText = (token: number): string => {
    const { start, end } = tokenRange(tree, token);
    return text.slice(start, end);
  };
  const agreeing = marks.find((token) => claimOf(markText(token)) === right);
  const isRight = own !== undefined && (right === undefined || claimOf(own) === right);
  const chosen = isRight ? undefined : (agreeing ?? (own === undefined ? marks[0] : undefined));
  return marks.map((token): ApartSign => {
    const mark = markText(token);
    const range = tokenRange(tree, token);
    const end = tokenRange(tree, tree.moveToken[move]!).end;
    const gap = tree.chunk.kinds[token - 1] === WHITESPACE ? tokenRange(tree, token - 1).start : range.start;
    const sign = token === chosen ? (right ?? claimOf(mark)) : '';
    const ownRange = { start: end - (sign === '' ? 0 : (own ?? '').length), end };
    const mended = `${text.slice(end - written.length, ownRange.start)}${sign}`;
    const edits: TextEdit[] =
      gap === end
        ? [{ range: { start: ownRange.start, end: range.end }, newText: sign }]
        : [
            ...(sign === '' ? [] : [{ range: ownRange, newText: sign }]),
            { range: { start: gap, end: range.end }, newText: '' },
          ];
    return {
      token,
      ply: tree.movePly[move]!,
      message:
        token !== chosen
          ? `${mark} after ${written} is redundant: delete it`
          : sign === ''
            ? `${written} does not give check, although ${mark} follows it: write ${mended}`
            : `${mark} is separated from ${written}: write ${mended}`,
      title: token === chosen ? `Write ${mended}` : `Delete ${mark}`,
      edits,
      // a sign that the board does not show may come from another move
      safe: isPlayed && isLast(tree, token) && (token !== chosen || claimOf(mark) === right),
    };
  });
}

/** Returns true if no text touches the end of a token that could be read differently without it. */
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
  const move = tokenMove(tree, marked);
  const gap = chunk.kinds[token - 1] === WHITESPACE ? tree.offset + tokenEnd(chunk, token - 2) : range.start;
  const fix = {
    title: `Delete ${text.slice(range.start, range.end)}`,
    edits: [{ range: { start: gap, end: range.end }, newText: '' }],
    safe:
      move >= 0 && status[move] === PLAYED && isEnPassant(frames, (tree.movePrevious[move]! + 1) * FRAME, moves[move]!),
  };
  findings.add('PGN_EN_PASSANT_MARK', range, 'SAN has no mark for en passant captures', { fixes: [fix] });
}
