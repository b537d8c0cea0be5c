import { plural } from '../../../base/text/counts.ts';
import type { Range } from '../../../base/text/range.ts';
import type { Fix } from '../../diagnostic.ts';
import { isControl } from '../characters.ts';
import { lostMoves, swallowingComments } from '../lost-moves.ts';
import {
  kindBits,
  MOVE,
  MOVE_NUMBER,
  NULL_MOVE,
  OPEN_COMMENT,
  OPEN_PAREN,
  RESERVED,
  RESULT,
  STRAY,
  SUFFIX,
  TAG_CLOSE,
  TAG_OPEN,
  WHITESPACE,
} from '../tokens.ts';
import { type GameTree, MAX_DEPTH, tokenEnd, tokenRange, VARIATION } from '../tree.ts';
import { isForeignNumber } from '../words.ts';
import { homoglyphFix } from './characters.ts';
import { type GameFindings, quoted } from './findings.ts';
import type { LostParen } from './missing-parenthesis.ts';
import { addForeignSign, isForeignSign } from './move-marks.ts';

const TO_LOOK_AT = kindBits(STRAY, OPEN_COMMENT, RESERVED);

/**
 * Checks stray text and unclosed constructs. Stray words of one line are one finding. `isUnknown`: the game is of an
 * unknown variant, whose moves may be among the stray text.
 */
export function checkSyntax(text: string, tree: GameTree, isUnknown: boolean, findings: GameFindings): void {
  const { chunk, offset } = tree;
  const { kinds } = chunk;
  const count = (chunk.has & TO_LOOK_AT) === 0 ? 0 : kinds.length;
  const commas: number[] = [];
  const numbers: number[] = [];
  let second = -1;
  const { words: lost } = count === 0 ? { words: new Set<number>() } : lostMoves(text, tree);
  for (let t = 0; t < count; t++) {
    const kind = kinds[t];
    if (kind === STRAY && t !== second) {
      if (isComma(text, tree, t)) {
        commas.push(t);
        continue;
      }
      if (isForeignSign(text, tree, t)) {
        addForeignSign(text, tree, t, findings);
        continue;
      }
      if (isNumbering(text, tree, t)) {
        numbers.push(t);
        continue;
      }
      let last = t;
      for (let i = t + 1; i < kinds.length; i++) {
        if (
          kinds[i] === STRAY &&
          !isForeignSign(text, tree, i) &&
          !isComma(text, tree, i) &&
          !isNumbering(text, tree, i)
        )
          last = i;
        // a URL with a question mark
        else if (kinds[i] === SUFFIX && kinds[i - 1] === STRAY && kinds[i + 1] === STRAY) continue;
        else if (kinds[i] !== WHITESPACE || hasLineEnd(text, offset + chunk.starts[i]!, offset + tokenEnd(chunk, i)))
          break;
      }
      const range = { start: offset + chunk.starts[t]!, end: offset + tokenEnd(chunk, last) };
      if (isControl(text, range.start, range.end)) {
        // Has a separate finding.
      } else if (text.charCodeAt(range.start) === 0x25) addEscape(text, tree, t, last, findings);
      else if (isUnknown) {
        const message = `${quoted(text.slice(range.start, range.end))} is not valid PGN; it may be a move of the variant`;
        findings.add('PGN_STRAY_TEXT', range, message, { severity: 'info' });
      } else {
        let isLost = false;
        for (let i = t; i <= last; i++) isLost ||= lost.has(i);
        const suffix = isLost ? '; the moves after it are not checked' : '';
        const word = text.slice(range.start, range.end);
        const fixed = homoglyphFix(word);
        const tags = STRAY_TAG.test(word) ? strayTags(text, tree, last) : [];
        const message = fixed?.message ?? strayMessage(word, tags.length);
        last = tags.at(-1) ?? last;
        const fixes = fixed && [{ title: `Write ${fixed.text}`, edits: [{ range, newText: fixed.text }], safe: false }];
        findings.add('PGN_STRAY_TEXT', range, message + suffix, fixes && { fixes });
      }
      t = last;
      // [[Event "x"]] has an extra bracket on either side
      if (kinds[t + 1] === TAG_OPEN && text.charAt(range.end - 1) === '[') second = closingBracket(text, tree, t + 1);
    } else if (kind === OPEN_COMMENT) {
      const { start } = tokenRange(tree, t);
      findings.add('PGN_UNCLOSED_COMMENT', { start, end: start + 1 }, 'this comment is never closed with }');
    } else if (kind === RESERVED) {
      const first = t;
      // adjoining text is one piece of foreign text, such as <b>
      while (kinds[t + 1] === STRAY || kinds[t + 1] === RESERVED) t++;
      const range = { start: offset + chunk.starts[first]!, end: offset + tokenEnd(chunk, t) };
      const message = `${text.charAt(range.start)} is reserved for future expansion of PGN and has no meaning`;
      findings.add('PGN_RESERVED', range, message);
    }
  }
  if (commas.length > 0) addCommas(tree, commas, findings);
  if (numbers.length > 0) addNumbers(text, tree, numbers, isUnknown, findings);
  checkNesting(tree, findings);
}

/** Reports unclosed variations, and parentheses that close none; `lost` is the missing one. */
export function checkParens(text: string, tree: GameTree, findings: GameFindings, lost?: LostParen): void {
  if (tree.unclosed.length + tree.strayParens.length === 0) return;
  // An unclosed comment contains parentheses of the lines before and after it.
  const comments = swallowingComments(text, tree);
  const holds = (t: number, sign: string): boolean =>
    comments.some((comment) => {
      const { start, end } = tokenRange(tree, comment);
      return (sign === ')' ? comment > t : comment < t) && text.slice(start, end).includes(sign);
    });
  const fix = (title: string, range: Range, newText: string): Fix => ({
    title,
    edits: [{ range, newText }],
    safe: false,
  });
  const insert = (title: string, at: number, newText: string): Fix => fix(title, { start: at, end: at }, newText);
  for (const t of tree.unclosed) {
    if (holds(t, ')')) continue;
    const message = 'this variation is never closed with )';
    if (lost === undefined) {
      // The extent of the surrounding line is unknown: all of it stays in the variation.
      const close = insert('Close it after the last move, with the rest of the game in it', movesEnd(tree), ')');
      const fixes = [{ ...close, isGuess: true as const }];
      findings.add('PGN_UNCLOSED_PAREN', tokenRange(tree, t), message, { fixes });
    } else {
      const fixes = [insert(`Close it before ${lost.name}`, endBefore(tree, lost.at), ')')];
      const where = `${message}; ${lost.name} goes on in the line around it`;
      findings.add('PGN_UNCLOSED_PAREN', tokenRange(tree, lost.open), where, { fixes });
    }
  }
  for (const t of tree.strayParens) {
    if (holds(t, '(')) continue;
    const range = tokenRange(tree, t);
    const message = 'there is no variation to close here';
    const fixes = [fix('Delete )', range, '')];
    if (lost === undefined) findings.add('PGN_STRAY_PAREN', range, message, { fixes });
    else {
      const related = [{ range: { start: lost.at, end: lost.at + 1 }, message: '( is missing before this' }];
      fixes.unshift(insert(`Write ( before ${lost.name}`, lost.at, '('));
      findings.add('PGN_STRAY_PAREN', range, `${message}: ( is missing before ${lost.name}`, { fixes, related });
    }
  }
}

/** Returns the end of the text before an offset, without white space. */
function endBefore(tree: GameTree, at: number): number {
  let t = tree.chunk.kinds.length - 1;
  while (t > 0 && (tokenRange(tree, t).start >= at || tree.chunk.kinds[t] === WHITESPACE)) t--;
  return tokenRange(tree, t).end;
}

/** Reports variations that are empty, too early or too deep. */
function checkNesting(tree: GameTree, findings: GameFindings): void {
  const { kinds } = tree.chunk;
  const empty = emptyVariations(tree);
  for (const [t, end] of empty.nodes) {
    const range = { start: tokenRange(tree, t).start, end: tokenRange(tree, end - 1).end };
    findings.add('PGN_EMPTY_VARIATION', range, 'this variation has no moves', {
      fixes: [{ title: 'Delete the variation', edits: [{ range, newText: '' }], safe: false }],
    });
  }
  let before = -1;
  for (const t of tree.earlyVariations) {
    // the first of ((( is enough
    const isInner = before >= 0 && t <= before + 2 && (t === before + 1 || kinds[t - 1] === WHITESPACE);
    before = t;
    if (isInner || empty.stray.has(t)) continue;
    findings.add(
      'PGN_EARLY_VARIATION',
      tokenRange(tree, t),
      'there is no move before this variation, so it has nothing to vary',
    );
  }
  if (tree.tooDeep >= 0) {
    const message = `variations nested deeper than ${MAX_DEPTH} are not checked`;
    findings.add('PGN_NESTING', tokenRange(tree, tree.tooDeep), message);
  }
}

interface EmptyVariations {
  /** First token and end of each closed one; those before the first move of their line have a finding. */
  readonly nodes: readonly (readonly [first: number, end: number])[];
  /** First tokens of variations with stray text, which has a finding. */
  readonly stray: ReadonlySet<number>;
}

/** Returns the variations without a move or a variation in them. */
function emptyVariations(tree: GameTree): EmptyVariations {
  const { kinds, has } = tree.chunk;
  const nodes: [number, number][] = [];
  const stray = new Set<number>();
  if ((has & kindBits(OPEN_PAREN)) === 0) return { nodes, stray };
  const { nodeKind, nodeParent, nodeFirst, nodeEnd, moveNode, unclosed, earlyVariations } = tree;
  const isFull = new Uint8Array(nodeKind.length);
  for (const node of moveNode) isFull[node] = 1;
  for (const parent of nodeParent) if (parent >= 0) isFull[parent] = 1;
  const reported = new Set([...unclosed, ...earlyVariations]);
  for (let node = 0; node < nodeKind.length; node++) {
    if (nodeKind[node] !== VARIATION || isFull[node] === 1) continue;
    const first = nodeFirst[node]!;
    if (kinds.subarray(first, nodeEnd[node]).includes(STRAY)) stray.add(first);
    else if (!reported.has(first) && tree.tooDeep < 0) nodes.push([first, nodeEnd[node]!]);
  }
  return { nodes, stray };
}

/** Returns the stray `]` directly after the tag whose bracket is a token; -1 if there is none. */
function closingBracket(text: string, tree: GameTree, tag: number): number {
  const { kinds } = tree.chunk;
  let t = tag + 1;
  while (t < kinds.length && (kinds[t] === WHITESPACE || (kinds[t]! > TAG_OPEN && kinds[t]! < TAG_CLOSE))) t++;
  return kinds[t] === TAG_CLOSE && kinds[t + 1] === STRAY && text.charAt(tokenRange(tree, t + 1).start) === ']'
    ? t + 1
    : -1;
}

/** Returns true if a stray token is a comma directly after movetext: `e4, e5`. */
const isComma = (text: string, tree: GameTree, token: number): boolean =>
  text.charCodeAt(tree.offset + tree.chunk.starts[token]!) === 0x2c &&
  tokenEnd(tree.chunk, token) === tree.chunk.starts[token]! + 1 &&
  [MOVE, RESULT, MOVE_NUMBER, NULL_MOVE].includes(tree.chunk.kinds[token - 1]!);

/** Returns true if a stray token is a move number in another system, directly before a move: `1A. e4`. */
function isNumbering(text: string, tree: GameTree, token: number): boolean {
  const { kinds } = tree.chunk;
  const { start, end } = tokenRange(tree, token);
  const next = kinds[token + 1] === WHITESPACE ? kinds[token + 2] : kinds[token + 1];
  return (next === MOVE || next === NULL_MOVE) && isForeignNumber(text.slice(start, end));
}

/** Reports such numbers in one finding per game. */
function addNumbers(
  text: string,
  tree: GameTree,
  numbers: readonly number[],
  isUnknown: boolean,
  findings: GameFindings,
): void {
  const range = tokenRange(tree, numbers[0]!);
  const others = numbers.length - 1;
  const many = others === 0 ? '' : ` (and ${others} more in this game)`;
  const word = text.slice(range.start, range.end);
  const hint = /\p{L}/u.test(word) ? 'games on two boards have such numbers' : 'dots follow a number';
  const message = `${quoted(word)} is not a move number of PGN${many}: ${hint}`;
  findings.add('PGN_STRAY_TEXT', range, message, isUnknown ? { severity: 'info' } : {});
}

/** Reports commas between moves in one finding per game: they usually occur many times. */
function addCommas(tree: GameTree, commas: readonly number[], findings: GameFindings): void {
  const others = commas.length - 1;
  const many = others === 0 ? '' : ` (and ${others} more in this game)`;
  const { kinds } = tree.chunk;
  const edits = commas.map((t) => ({ range: tokenRange(tree, t), newText: kinds[t + 1] === WHITESPACE ? '' : ' ' }));
  findings.add(
    'PGN_STRAY_TEXT',
    edits[0]!.range,
    `commas have no meaning in PGN: moves are separated by spaces${many}`,
    {
      severity: 'warning',
      fixes: [{ title: others === 0 ? 'Delete the comma' : `Delete ${commas.length} commas`, edits, safe: false }],
    },
  );
}

/** Reports a `%` that is not the first character of its line; if the line has only such text, it can become one. */
function addEscape(text: string, tree: GameTree, first: number, last: number, findings: GameFindings): void {
  const { start } = tokenRange(tree, first);
  const { end } = tokenRange(tree, last);
  const message = `% escapes a line only in column one; here ${quoted(text.slice(start, end))} is stray text`;
  let line = start;
  while (line > tree.offset && (text.charCodeAt(line - 1) === 0x20 || text.charCodeAt(line - 1) === 0x09)) line--;
  const ownLine = line < start && line > tree.offset && hasLineEnd(text, line - 1, line);
  const edits = [{ range: { start: line, end: start }, newText: '' }];
  const fixes = [{ title: 'Move % to column one', edits, safe: true }];
  // at the end of the game, more text may follow on the line
  const alone = startsLineEnd(text, end, tree.offset + tree.chunk.length);
  findings.add('PGN_MISPLACED_ESCAPE', { start, end }, message, ownLine && alone ? { fixes } : {});
}

function startsLineEnd(text: string, at: number, end: number): boolean {
  let i = at;
  while (i < end && (text.charCodeAt(i) === 0x20 || text.charCodeAt(i) === 0x09)) i++;
  return i < end && hasLineEnd(text, i, i + 1);
}

/** Returns the offset after the last token that is not white space, or before the result if that is the last. */
function movesEnd(tree: GameTree): number {
  const { kinds } = tree.chunk;
  let t = kinds.length - 1;
  while (t > 0 && kinds[t] === WHITESPACE) t--;
  if (kinds[t] === RESULT) {
    t--;
    while (t > 0 && kinds[t] === WHITESPACE) t--;
  }
  return tokenRange(tree, t).end;
}

function hasLineEnd(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x0a || c === 0x0d) return true;
  }
  return false;
}

const STRAY_TAG = /^\[[ \t]*[A-Za-z]\w*[ \t]*"[^"]*"[ \t]*\]$/;

/** Returns the tokens of the tags that follow a tag among the moves, with nothing but white space between them. */
function strayTags(text: string, tree: GameTree, token: number): number[] {
  const { kinds } = tree.chunk;
  const found: number[] = [];
  const isTag = (t: number): boolean => {
    const { start, end } = tokenRange(tree, t);
    return STRAY_TAG.test(text.slice(start, end));
  };
  for (let t = token + 2; kinds[t - 1] === WHITESPACE && kinds[t] === STRAY && isTag(t); t += 2) found.push(t);
  return found;
}

/** @param more number of tags that follow a tag among the moves: they are one mistake */
function strayMessage(text: string, more: number): string {
  if (text === '}') return 'there is no comment to close here';
  if (STRAY_TAG.test(text)) {
    const [what, them] = more === 0 ? ['is', 'it'] : [`and ${plural(more, 'tag')} below it are`, 'them'];
    return `the tag ${quoted(text)} ${what} among the moves, where no tool looks for ${them}: move ${them} above the moves`;
  }
  return `${quoted(text)} is not a move, tag, comment, glyph or result`;
}
