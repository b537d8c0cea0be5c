import type { Range, TextEdit } from '../../../base/text/range.ts';
import { inCheck } from '../../../games/chess/attacks.ts';
import { FRAME, TURN } from '../../../games/chess/frame.ts';
import { hasNoMove } from '../../../games/chess/mate.ts';
import type { Fix } from '../../diagnostics/diagnostic.ts';
import { hasBlank } from '../characters.ts';
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
} from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { isHabitualResult, resultOf } from '../words.ts';
import type { GameFindings } from './findings.ts';
import { isForeignSign } from './foreign-signs.ts';

/** What the final position says. */
interface BoardEnd {
  readonly result: string;
  /** The last move of the main line. */
  readonly move: number;
  /** `Qh4# mates White` */
  readonly how: string;
}

/** A result as it stands in the text. */
interface Claim {
  readonly result: string;
  readonly range: Range;
}

/** The result after the moves against the Result tag and the board (PGN standard 8.1.1.7 and 8.2.6). */
export function checkResult(text: string, replayed: Replay, tags: readonly Tag[], findings: GameFindings): void {
  const { tree } = replayed;
  const tag = tagNamed(tags, 'Result');
  const claimed = tag === undefined ? undefined : resultOf(tag.value);
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
  const given = resultOf(written) ?? written;
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
    // said already
    if (end?.result === claimed) return;
  }
  addContradiction(tree, afterMoves, [inTag, afterMoves], end, findings);
}

/** Whether one of several results is a given one: that there is more than one is said already. */
function hasResult(text: string, tree: GameTree, result: string): boolean {
  const { kinds } = tree.chunk;
  for (let t = kinds.indexOf(RESULT); t >= 0 && t < tree.result; t = kinds.indexOf(RESULT, t + 1)) {
    const { start, end } = tokenRange(tree, t);
    if (resultOf(text.slice(start, end)) === result && isLastButResults(tree, t)) return true;
  }
  return false;
}

/** Whether nothing but white space, comments and results stands behind a token. */
function isLastButResults({ chunk: { kinds } }: GameTree, token: number): boolean {
  for (let t = token + 1; t < kinds.length; t++) {
    const kind = kinds[t];
    if (!isTrivia(kind) && kind !== RESULT && !(kind >= LINE_COMMENT && kind <= OPEN_COMMENT)) return false;
  }
  return true;
}

/** A result that people read as one, while few tools do: with blanks in it many find other words. */
function addForm(written: string, { result, range }: Claim, safe: boolean, findings: GameFindings): void {
  const edits = [{ range, newText: result }];
  findings.add('PGN_RESULT_FORM', range, `this result must be written ${result} in PGN`, {
    ...(!hasBlank(written) && !isHabitualResult(written) && { severity: 'info' }),
    fixes: [{ title: `Write ${result}`, edits, safe }],
  });
}

/** Whether another result can be written in place of one and nothing around it would run into it. */
function standsApart({ chunk: { kinds } }: GameTree, token: number, written: string): boolean {
  const before = kinds[token - 1];
  if (before !== undefined && isWord(before)) return false;
  const next = kinds[token + 1];
  // a word ends where no word can go on; but with blanks in it a result is no word, and the next game may begin right behind *
  if (written === '*') return next !== undefined && !isWord(next);
  return next === undefined || !isWord(next) || !hasBlank(written);
}

const isWord = (kind: number): boolean =>
  (kind >= MOVE_NUMBER && kind <= GLYPH) || kind === RESULT || kind === RESERVED || kind === STRAY;

/** Which of the two is right only the board can tell; else the one that says more comes first. */
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
  // it may stand in the comment that is not closed
  if (tree.chunk.kinds[last] === OPEN_COMMENT) return;
  const range = tokenRange(tree, last);
  const hint = claimed === undefined ? '' : `; the Result tag says ${claimed}`;
  const fix = missingFix(text, tree, last, end?.result ?? claimed ?? '*');
  findings.add(
    'PGN_MISSING_RESULT',
    { start: Math.max(range.start, range.end - 40), end: range.end },
    `no result after the moves (1-0, 0-1, 1/2-1/2 or *)${hint}`,
    {
      // what is wrong there has a finding: a file that was cut off, or words for a result
      ...(isBroken(text, tree, last) && { severity: 'info' }),
      ...(fix !== undefined && { fixes: [fix] }),
    },
  );
}

/** Whether the last token is none of PGN, or of a tag that is not closed. */
const isBroken = (text: string, tree: GameTree, last: number): boolean => {
  const kind = tree.chunk.kinds[last];
  return (kind === STRAY && !isForeignSign(text, tree, last)) || (kind >= TAG_OPEN && kind < TAG_CLOSE);
};

/** Undefined where a result behind the last token would be part of something that is not closed. */
function missingFix(text: string, tree: GameTree, last: number, result: string): Fix | undefined {
  const kind = tree.chunk.kinds[last];
  const isOpenTag = kind >= TAG_OPEN && kind < TAG_CLOSE;
  if (isOpenTag || tree.unclosed.length > 0 || tree.tooDeep >= 0) return undefined;
  const { end } = tokenRange(tree, last);
  const line = /\r\n?|\n/.exec(text.slice(tree.offset, tree.offset + tree.chunk.length))?.[0] ?? '\n';
  const gap = kind === LINE_COMMENT ? line : kind === TAG_CLOSE ? line + line : ' ';
  return {
    title: `End the game with ${result}`,
    edits: [{ range: { start: end, end }, newText: gap + result }],
    // stray text at the end may be what is left of a result
    safe: kind !== STRAY,
  };
}

/** The result that counts, `claim`, against the board; the repair brings all that is written into line. */
function addContradiction(
  tree: GameTree,
  claim: Claim | undefined,
  written: readonly (Claim | undefined)[],
  end: BoardEnd | undefined,
  findings: GameFindings,
): void {
  if (claim === undefined || end === undefined || claim.result === '*' || claim.result === end.result) return;
  const edits: TextEdit[] = written.flatMap((one) =>
    one === undefined || one.result === end.result ? [] : [{ range: one.range, newText: end.result }],
  );
  findings.add('PGN_RESULT_BOARD', claim.range, `the result is ${claim.result}, but ${end.how}: ${end.result}`, {
    ply: tree.movePly[end.move],
    related: [{ range: tokenRange(tree, tree.moveToken[end.move]), message: 'the last move' }],
    // the last move may be the slip, not the result
    fixes: [{ title: `Set the result to ${end.result}`, edits, safe: false }],
  });
}

/** The result of a main line that ends in mate or stalemate. */
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

/** The last move of the main line, -1 when there is none. */
function lastMainMove(tree: GameTree): number {
  for (let m = tree.moveToken.length - 1; m >= 0; m--) {
    if (tree.nodeParent[tree.moveNode[m]] === 0) return m;
  }
  return -1;
}

/** The last token that is not white space, an escape line or a byte order mark. */
function lastSolidToken({ chunk }: GameTree): number {
  let t = chunk.kinds.length - 1;
  while (t >= 0 && isTrivia(chunk.kinds[t])) t--;
  return t;
}
