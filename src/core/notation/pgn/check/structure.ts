import type { Range, TextEdit } from '../../../base/text/range.ts';
import { BLANK, characterClass, LINE_END } from '../characters.ts';
import { swallowedComment } from '../lost-moves.ts';
import {
  BLANK_LINE,
  COMMENT,
  ESCAPE,
  isTrivia,
  kindBits,
  LINE_COMMENT,
  MOVE,
  MOVE_NUMBER,
  NULL_MOVE,
  OPEN_COMMENT,
  RESERVED,
  RESULT,
  STRAY,
  TAG_CLOSE,
  WHITESPACE,
} from '../tokens.ts';
import { type GameTree, tokenEnd, tokenRange } from '../tree.ts';
import { standardResult } from '../words.ts';
import type { GameFindings } from './findings.ts';

/** Token kinds that can have structural problems, except for results. */
const TO_LOOK_AT = BLANK_LINE | kindBits(STRAY);

/**
 * Checks the structure of a game's movetext: blank lines, results, text after them, braces in comments.
 */
export function checkStructure(text: string, tree: GameTree, close: readonly number[], findings: GameFindings): void {
  const { chunk, offset } = tree;
  const { kinds } = chunk;
  if (close.length === 0 && (chunk.has & TO_LOOK_AT) === 0 && endsWithResult(tree)) return;
  let moved = false;
  let result = -1;
  let after = false;
  let nested = -1;
  const ends = resultDepths(tree);
  const blank: number[] = [];
  let nextClose = 0;
  let candidate = -1;
  for (let t = 0; t < kinds.length; t++) {
    const kind = kinds[t]!;
    if (kind === WHITESPACE) {
      if (
        chunk.starts[t + 1]! - chunk.starts[t]! > 1 &&
        moved &&
        result < 0 &&
        candidate < 0 &&
        isBlankLine(text, offset + chunk.starts[t]!, offset + tokenEnd(chunk, t))
      )
        candidate = t;
      continue;
    }
    if (kind <= ESCAPE || (kind <= TAG_CLOSE && kind > OPEN_COMMENT)) continue;
    if (candidate >= 0) {
      blank.push(candidate);
      candidate = -1;
    }
    if (kind === MOVE && result < 0) {
      moved = true;
      continue;
    }
    if (kind === MOVE_NUMBER && result < 0) continue;
    if (kind === MOVE || kind === NULL_MOVE) moved = true;
    else if (kind === COMMENT) {
      while (nextClose < close.length && tree.commentToken[close[nextClose]!]! < t) nextClose++;
      if (nextClose === close.length || tree.commentToken[close[nextClose]!] !== t) continue;
      const brace = text.slice(offset + chunk.starts[t]! + 1, offset + tokenEnd(chunk, t)).indexOf('{');
      if (brace >= 0 && addNested(text, tokenRange(tree, t), findings)) {
        // reported
      } else if (brace >= 0 && addSwallower(text, tokenRange(tree, t), findings)) {
        // reported
      } else if (brace >= 0) {
        if (nested >= 0) addBrace(nested, false, findings);
        nested = offset + chunk.starts[t]! + 1 + brace;
      }
    } else if (kind === STRAY && nested >= 0 && text.charCodeAt(offset + chunk.starts[t]!) === 0x7d) {
      addBrace(nested, true, findings);
      nested = -1;
    }
    if (result >= 0) {
      if (kind === RESULT && ends.has(t)) addSecondResult(text, tree, result, t, findings);
      else if (!after && !isRemark(kind)) {
        after = true;
        const message = 'text after the result does not belong to any game';
        findings.add('PGN_AFTER_RESULT', tokenRange(tree, t), message, {
          related: [{ range: tokenRange(tree, result), message: 'the result' }],
        });
      }
    } else if (kind === RESULT && ends.has(t)) result = t;
  }
  if (nested >= 0) addBrace(nested, false, findings);
  if (blank.length > 0) addBlankLines(text, tree, blank, findings);
}

/** Returns true if the only result, if any, ends the game. */
function endsWithResult({ chunk: { has, kinds }, result }: GameTree): boolean {
  if ((has & kindBits(RESULT)) === 0) return true;
  if (result < 0 || kinds.indexOf(RESULT) !== result) return false;
  for (let t = kinds.length - 1; t > result; t--) if (kinds[t] !== WHITESPACE) return false;
  return true;
}

/** Returns true for tokens that may follow a result: comments; stray text has its own finding. */
const isRemark = (kind: number): boolean =>
  isTrivia(kind) || (kind >= LINE_COMMENT && kind <= OPEN_COMMENT) || kind === STRAY || kind === RESERVED;

/** Returns the results outside variations; usually only the last one, without examining the others. */
function resultDepths({ chunk, result, nodeFirst, nodeEnd, nodeKind }: GameTree): ReadonlySet<number> {
  const ends = new Set<number>();
  if (result < 0) return ends;
  const first = chunk.kinds.indexOf(RESULT);
  ends.add(result);
  if (first === result) return ends;
  // the end of the outermost variation around or before each result
  let node = 0;
  let closed = 0;
  for (let t = first; t >= 0 && t < result; t = chunk.kinds.indexOf(RESULT, t + 1)) {
    while (node < nodeFirst.length && nodeFirst[node]! <= t) {
      if (nodeKind[node] === 4) closed = Math.max(closed, nodeEnd[node]!);
      node++;
    }
    if (t >= closed) ends.add(t);
  }
  return ends;
}

function isBlankLine(text: string, start: number, end: number): boolean {
  let lines = 0;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x0a || (c === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) lines++;
  }
  return lines > 1;
}

/** Reports a comment that contains other comments. */
function addNested(text: string, { start, end }: Range, findings: GameFindings): boolean {
  const inner = [...text.slice(start + 1, end - 1).matchAll(/[{}]/g)];
  const first = inner.find(([brace]) => brace === '{');
  if (first === undefined || !inner.some(([brace]) => brace === '}')) return false;
  const edits = inner.map(({ 0: brace, index }) => ({
    range: { start: start + 1 + index, end: start + 2 + index },
    newText: brace === '{' ? '(' : ')',
  }));
  const message = 'comments do not nest: other tools end this comment at the first } and read the rest as moves';
  const at = start + 1 + first.index;
  findings.add('PGN_NESTED_BRACE', { start: at, end: at + 1 }, message, {
    fixes: [{ title: 'Write parentheses inside the comment', edits, safe: false }],
  });
  return true;
}

/** Reports a comment that was not closed before the next one. */
function addSwallower(text: string, { start, end }: Range, findings: GameFindings): boolean {
  const swallowed = swallowedComment(text, start, end);
  if (swallowed === undefined) return false;
  const { brace, moves } = swallowed;
  const message = moves
    ? 'this comment contains moves and is not closed before the next one; the moves after it are not checked'
    : 'this comment is not closed with } before the next one begins';
  findings.add('PGN_UNCLOSED_COMMENT', { start, end: start + 1 }, message, {
    related: [{ range: { start: brace, end: brace + 1 }, message: 'the next comment' }],
    ...(!moves && {
      fixes: [
        {
          title: 'Close the comment before the next one',
          edits: [{ range: { start: brace, end: brace }, newText: '} ' }],
          safe: false,
        },
      ],
    }),
  });
  return true;
}

function addBrace(at: number, misleads: boolean, findings: GameFindings): void {
  const range = { start: at, end: at + 1 };
  if (misleads) {
    // once the game is changed, this may become one comment
    findings.doubt();
    const message = 'comments do not nest: this comment ends at the first }, and the rest is read as moves';
    findings.add('PGN_NESTED_BRACE', range, message);
  } else {
    const message = 'a { inside a comment has no effect; perhaps the previous comment is not closed';
    findings.add('PGN_NESTED_BRACE', range, message, { severity: 'info' });
  }
}

function addSecondResult(text: string, tree: GameTree, first: number, second: number, findings: GameFindings): void {
  const range = tokenRange(tree, second);
  const before = tokenRange(tree, first);
  const word = text.slice(range.start, range.end);
  const isSame = standardResult(word) === standardResult(text.slice(before.start, before.end));
  const [last, next] = [tree.chunk.kinds[second - 1], tree.chunk.kinds[second + 1]];
  // the next game may begin directly after: it must not merge with the preceding word
  const isApart =
    next === undefined
      ? last === WHITESPACE || last === RESULT
      : next === WHITESPACE || (next >= LINE_COMMENT && next <= OPEN_COMMENT);
  const safe = isApart && !holdsBack(text, tree, range);
  const message = `a second result, ${word}, ${isSame ? 'repeats the first' : 'contradicts the first'}`;
  findings.add('PGN_SECOND_RESULT', range, message, {
    related: [{ range: before, message: 'the first result' }],
    ...(isSame && { fixes: [{ title: 'Delete the second result', edits: [{ range, newText: '' }], safe }] }),
  });
}

/**
 * Returns true if a token keeps a following `[` or `%` from the start of the line, where it would open a tag or escape
 * the line.
 */
function holdsBack(text: string, { chunk, offset }: GameTree, { start, end }: Range): boolean {
  const isBlank = (i: number): boolean => characterClass(text.charCodeAt(i)) === BLANK;
  let line = start;
  while (line > offset && isBlank(line - 1)) line--;
  if (line > offset && characterClass(text.charCodeAt(line - 1)) !== LINE_END) return false;
  let next = end;
  while (next < offset + chunk.length && isBlank(next)) next++;
  return next < offset + chunk.length && '[%'.includes(text.charAt(next));
}

function addBlankLines(text: string, tree: GameTree, tokens: readonly number[], findings: GameFindings): void {
  const edits: TextEdit[] = [];
  let first: { start: number; end: number } | undefined;
  for (const t of tokens) {
    const { start, end } = tokenRange(tree, t);
    let line = start;
    while (text.charCodeAt(line) !== 0x0a && text.charCodeAt(line) !== 0x0d) line++;
    line += text.charCodeAt(line) === 0x0d && text.charCodeAt(line + 1) === 0x0a ? 2 : 1;
    // The next line keeps its indentation: a % that came into column one would be an escape.
    let last = end;
    while (text.charCodeAt(last - 1) !== 0x0a && text.charCodeAt(last - 1) !== 0x0d) last--;
    edits.push({ range: { start: line, end: last }, newText: '' });
    first ??= { start: line, end: last };
  }
  if (first === undefined) return;
  const count = tokens.length > 1 ? ` (${tokens.length} places in this game)` : '';
  const message = `a blank line inside the moves; line-based tools such as python-chess end the game here${count}`;
  const title = tokens.length > 1 ? 'Delete the blank lines inside this game' : 'Delete the blank line';
  findings.add('PGN_BLANK_LINE', first, message, { fixes: [{ title, edits, safe: true }] });
}
