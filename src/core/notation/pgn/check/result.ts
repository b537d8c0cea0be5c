import type { Range, TextEdit } from '../../../base/text/range.ts';
import { inCheck } from '../../../games/chess/attacks.ts';
import { FRAME, TURN } from '../../../games/chess/frame.ts';
import { hasNoMove } from '../../../games/chess/movegen.ts';
import type { Fix } from '../../diagnostic.ts';
import { characterClass, DIGIT, hasBlank } from '../characters.ts';
import { moveText, PLAYED, type Replay } from '../replay.ts';
import { type Tag, tagNamed } from '../tags.ts';
import {
  GLYPH,
  isTrivia,
  LINE_COMMENT,
  MOVE_NUMBER,
  OPEN_COMMENT,
  RESERVED,
  RESULT,
  STRAY,
  TAG_CLOSE,
  TAG_OPEN,
  WHITESPACE,
} from '../tokens.ts';
import { type GameTree, TAG_SECTION, tokenRange } from '../tree.ts';
import { isHabitualResult, standardResult } from '../words.ts';
import type { GameFindings } from './findings.ts';
import { isForeignSign } from './move-marks.ts';

/** The result by the final position. */
interface BoardEnd {
  readonly result: string;
  /** The last move of the main line. */
  readonly move: number;
  /** `Qh4# mates White` */
  readonly how: string;
}

/** A result as written in the text. */
interface Claim {
  readonly result: string;
  readonly range: Range;
}

/** Compares the result after the moves with the Result tag and the board (PGN standard 8.1.1.7 and 8.2.6). */
export function checkResult(text: string, replayed: Replay, tags: readonly Tag[], findings: GameFindings): void {
  const { tree } = replayed;
  const tag = tagNamed(tags, 'Result');
  const claimed = tag === undefined ? undefined : standardResult(tag.value);
  const inTag: Claim | undefined =
    tag === undefined || claimed === undefined ? undefined : { result: claimed, range: tag.valueRange };
  const end = boardEnd(text, replayed);
  if (tree.result < 0) {
    addMissing(text, tree, end, claimed, findings);
    addContradiction(tree, inTag, [inTag], end, findings);
    return;
  }
  const range = tokenRange(tree, tree.result);
  const written = text.slice(range.start, range.end);
  const given = standardResult(written) ?? written;
  const afterMoves: Claim = { result: given, range };
  const isApart = standsApart(tree, tree.result, written);
  if (given !== written) addForm(written, afterMoves, isApart, findings);
  if (tag !== undefined && claimed !== undefined && claimed !== given && !hasResult(text, tree, claimed)) {
    const board = end !== undefined && (end.result === given || end.result === claimed) ? `; ${end.how}` : '';
    findings.add(
      'PGN_RESULT_MISMATCH',
      range,
      `the game ends with ${written}, but its Result tag says ${tag.value}${board}`,
      {
        related: [{ range: tag.range, message: 'the Result tag' }],
        fixes: mismatchFixes(tag, claimed, afterMoves, end, isApart),
      },
    );
    // already reported
    if (end?.result === claimed) return;
  }
  addContradiction(tree, afterMoves, [inTag, afterMoves], end, findings);
}

/** Returns true if one of several results is a given one: more than one result is already reported. */
function hasResult(text: string, tree: GameTree, result: string): boolean {
  const { kinds } = tree.chunk;
  for (let t = kinds.indexOf(RESULT); t >= 0 && t < tree.result; t = kinds.indexOf(RESULT, t + 1)) {
    const { start, end } = tokenRange(tree, t);
    if (standardResult(text.slice(start, end)) === result && isLastButResults(tree, t)) return true;
  }
  return false;
}

/** Returns true if only white space, comments and results follow a token. */
function isLastButResults({ chunk: { kinds } }: GameTree, token: number): boolean {
  for (let t = token + 1; t < kinds.length; t++) {
    const kind = kinds[t]!;
    if (!isTrivia(kind) && kind !== RESULT && !(kind >= LINE_COMMENT && kind <= OPEN_COMMENT)) return false;
  }
  return true;
}

/** Reports a result that people recognize but few tools do: with spaces in it many tools read other words. */
function addForm(written: string, { result, range }: Claim, safe: boolean, findings: GameFindings): void {
  const edits = [{ range, newText: result }];
  findings.add('PGN_RESULT_FORM', range, `this result must be written ${result} in PGN`, {
    ...(!hasBlank(written) && !isHabitualResult(written) && { severity: 'info' }),
    fixes: [{ title: `Write ${result}`, edits, safe }],
  });
}

/** Returns true if a result can be replaced by another without merging with the text around it. */
function standsApart({ chunk: { kinds } }: GameTree, token: number, written: string): boolean {
  const before = kinds[token - 1];
  if (before !== undefined && isWord(before)) return false;
  const next = kinds[token + 1];
  // a word ends where no word can continue; but a result with spaces is not a word, and the next game may begin
  // directly after *
  if (written === '*') return next !== undefined && !isWord(next);
  return next === undefined || !isWord(next) || !hasBlank(written);
}

const isWord = (kind: number): boolean =>
  (kind >= MOVE_NUMBER && kind <= GLYPH) || kind === RESULT || kind === RESERVED || kind === STRAY;

/**
 * Returns the fixes of a mismatch. Only the board can decide which of the two is right; otherwise the more specific one
 * comes first.
 */
function mismatchFixes(tag: Tag, claimed: string, after: Claim, end: BoardEnd | undefined, isApart: boolean): Fix[] {
  const token: Fix = {
    title: `End the game with ${claimed}`,
    edits: [{ range: after.range, newText: claimed }],
    safe: isApart && end?.result === claimed,
  };
  if (tag.form !== 'good') return [token];
  const inTag: Fix = {
    title: `Set the Result tag to ${after.result}`,
    edits: [{ range: tag.valueRange, newText: after.result }],
    safe: end?.result === after.result,
  };
  return end?.result === claimed || (!inTag.safe && after.result === '*') ? [token, inTag] : [inTag, token];
}

function addMissing(
  text: string,
  tree: GameTree,
  end: BoardEnd | undefined,
  claimed: string | undefined,
  findings: GameFindings,
): void {
  const last = lastSolidToken(tree);
  if (last < 0 || (tree.unclosed.length > 0 && tree.chunk.kinds[last] === RESULT)) return;
  // it may be in the unclosed comment
  if (tree.chunk.kinds[last] === OPEN_COMMENT) return;
  // Moves that belong to the previous game, after its result, have a finding.
  if (isRemainder(tree, findings)) return;
  const range = tokenRange(tree, last);
  const hint = claimed === undefined ? '' : `; the Result tag says ${claimed}`;
  // where tag and board contradict each other, the last move may be wrong
  const isAgreed = end === undefined || claimed === undefined || claimed === '*' || claimed === end.result;
  const fix = missingFix(text, tree, last, end?.result ?? claimed ?? '*', isAgreed);
  findings.add(
    'PGN_MISSING_RESULT',
    { start: Math.max(range.start, range.end - 40), end: range.end },
    `no result after the moves (1-0, 0-1, 1/2-1/2 or *)${hint}`,
    {
      // the problem there has a finding: a truncated file, or words instead of a result
      ...(isBroken(text, tree, last) && { severity: 'info' }),
      ...(fix !== undefined && { fixes: [fix] }),
    },
  );
}

/** Returns true if the last token is not valid PGN, or belongs to an unclosed tag. */
const isBroken = (text: string, tree: GameTree, last: number): boolean => {
  const kind = tree.chunk.kinds[last]!;
  return (kind === STRAY && !isForeignSign(text, tree, last)) || (kind >= TAG_OPEN && kind < TAG_CLOSE);
};

/** Returns true if a game without tags begins with a later number, or with an unplayable move. */
const isRemainder = ({ nodeKind }: GameTree, { list }: GameFindings): boolean =>
  !nodeKind.includes(TAG_SECTION) &&
  list.some(({ code, ply }) => ply === 1 && (code === 'PGN_WRONG_MOVE_NUMBER' || code === 'PGN_ILLEGAL_MOVE'));

/** Returns the fix that adds a result; undefined if after the last token it would be part of an unclosed construct. */
function missingFix(text: string, tree: GameTree, last: number, result: string, isAgreed: boolean): Fix | undefined {
  const kind = tree.chunk.kinds[last]!;
  const isOpenTag = kind >= TAG_OPEN && kind < TAG_CLOSE;
  if (isOpenTag || tree.unclosed.length > 0 || tree.tooDeep >= 0) return undefined;
  const { end } = tokenRange(tree, last);
  // A stray tag among the moves extends to the end of its line.
  if (kind === STRAY && isOpenStray(text.slice(tokenRange(tree, last).start, end))) return undefined;
  const line = /\r\n?|\n/.exec(text.slice(tree.offset, tree.offset + tree.chunk.length))?.[0] ?? '\n';
  const gap = kind === LINE_COMMENT ? line : kind === TAG_CLOSE ? line + line : ' ';
  return {
    title: `End the game with ${result}`,
    edits: [{ range: { start: end, end }, newText: gap + result }],
    // stray text at the end, or a number without a dot, may be the remains of a result
    safe: kind !== STRAY && !isBareNumber(text, tree, last) && isAgreed,
  };
}

/** Returns true for a number without dots. */
function isBareNumber(text: string, tree: GameTree, token: number): boolean {
  const { end } = tokenRange(tree, token);
  return tree.chunk.kinds[token] === MOVE_NUMBER && characterClass(text.charCodeAt(end - 1)) === DIGIT;
}

/** Returns true for stray text that starts like a tag and has no end. */
const isOpenStray = (written: string): boolean =>
  written.length > 1 && written.startsWith('[') && !written.endsWith(']');

/** Compares the decisive result, `claim`, with the board; the repair makes all written results agree. */
function addContradiction(
  tree: GameTree,
  claim: Claim | undefined,
  written: readonly (Claim | undefined)[],
  end: BoardEnd | undefined,
  findings: GameFindings,
): void {
  if (claim === undefined || end === undefined || claim.result === '*' || claim.result === end.result) return;
  const edits: TextEdit[] = written.flatMap((entry) =>
    entry === undefined || entry.result === end.result ? [] : [{ range: entry.range, newText: end.result }],
  );
  findings.add('PGN_RESULT_BOARD', claim.range, `the result is ${claim.result}, but ${end.how}: ${end.result}`, {
    ply: tree.movePly[end.move]!,
    related: [{ range: tokenRange(tree, tree.moveToken[end.move]!), message: 'the last move' }],
    // the last move may be wrong rather than the result
    fixes: [{ title: `Set the result to ${end.result}`, edits, safe: false }],
  });
}

/** Returns the result of a main line that ends in mate or stalemate. */
function boardEnd(text: string, { tree, status, frames }: Replay): BoardEnd | undefined {
  const move = lastMainMove(tree);
  if (move < 0 || status[move] !== PLAYED) return undefined;
  const at = (move + 1) * FRAME;
  if (!hasNoMove(frames, at)) return undefined;
  const written = moveText(text, tree, move);
  if (!inCheck(frames, at)) return { result: '1/2-1/2', move, how: `${written} is stalemate` };
  const isBlack = frames[at + TURN] === 1;
  return { result: isBlack ? '1-0' : '0-1', move, how: `${written} mates ${isBlack ? 'Black' : 'White'}` };
}

/** Returns the last move of the main line, -1 if there is none. */
function lastMainMove(tree: GameTree): number {
  for (let m = tree.moveToken.length - 1; m >= 0; m--) {
    if (tree.nodeParent[tree.moveNode[m]!] === 0) return m;
  }
  return -1;
}

/** Returns the last token that is not white space, an escape line or a byte order mark. */
function lastSolidToken({ chunk }: GameTree): number {
  let t = chunk.kinds.length - 1;
  while (t >= 0 && isTrivia(chunk.kinds[t]!)) t--;
  return t;
}

/** The center squares on which the kings stand for a result: white ones, black ones, one of each. */
const SQUARES: Readonly<Record<string, readonly string[]>> = {
  '1-0': ['e4', 'd5'],
  '0-1': ['d4', 'e5'],
  '1/2-1/2': ['d4', 'e4', 'd5', 'e5'],
};

/** Number of kings moved to the center. */
const MAX_KINGS = 2;

/**
 * Reports unplayable king moves at the end of the main line: at the end of a game both kings are put into the center of
 * an electronic board (DGT) to show the result, and the board writes that as moves. Returns false for other moves.
 */
export function addBoardResult(
  text: string,
  { tree }: Replay,
  m: number,
  tags: readonly Tag[],
  findings: GameFindings,
): boolean {
  const main = tree.moveNode[0]!;
  if (tree.moveNode[m] !== main) return false;
  const kings = [m];
  for (let next = m + 1; next < tree.moveToken.length && kings.length <= MAX_KINGS; next++)
    if (tree.moveNode[next] === main) kings.push(next);
  const last = kings.at(-1)!;
  const result = resultIn(text, tree, tags);
  const squares = result === undefined ? undefined : SQUARES[result];
  if (squares === undefined || kings.length > MAX_KINGS) return false;
  const words = kings.map((king) => moveText(text, tree, king));
  if (!words.every((word) => /^K[a-h][1-8]$/.test(word) && squares.includes(word.slice(1)))) return false;
  const range = { start: tokenRange(tree, tree.moveToken[m]!).start, end: tokenRange(tree, tree.moveToken[last]!).end };
  const named = words.join(' ');
  const what = kings.length === 1 ? `${named} is no move` : `${named} are no moves`;
  const edits = deletion(tree, tree.moveToken[m]!, tree.moveToken[last]!);
  findings.add(
    'PGN_BOARD_RESULT',
    range,
    `${what}: kings in the center show the result ${result} to an electronic board`,
    {
      ply: tree.movePly[m]!,
      ...(edits !== undefined && {
        fixes: [
          { title: `Delete ${named}, which shows the result`, edits: [{ range: edits, newText: '' }], safe: false },
        ],
      }),
    },
  );
  return true;
}

function resultIn(text: string, tree: Replay['tree'], tags: readonly Tag[]): string | undefined {
  if (tree.result >= 0) {
    const { start, end } = tokenRange(tree, tree.result);
    return standardResult(text.slice(start, end));
  }
  const tag = tagNamed(tags, 'Result');
  return tag === undefined ? undefined : standardResult(tag.value);
}

/**
 * Returns the range of the moves with the number before them and the white space after them; undefined if something
 * else stands between them.
 */
function deletion(tree: Replay['tree'], first: number, last: number): Range | undefined {
  const { kinds } = tree.chunk;
  for (let t = first + 1; t < last; t++) if (kinds[t] !== WHITESPACE && kinds[t] !== MOVE_NUMBER) return undefined;
  let from = first;
  for (let t = first - 1; t >= 0 && (kinds[t] === WHITESPACE || kinds[t] === MOVE_NUMBER); t--)
    if (kinds[t] === MOVE_NUMBER) from = t;
  const to = kinds[last + 1] === WHITESPACE ? last + 1 : last;
  return { start: tokenRange(tree, from).start, end: tokenRange(tree, to).end };
}
