import { letterName } from '../../../base/text/characters.ts';
import { BLANK, characterClass, isControl, isOddBlank, LINE_END } from '../characters.ts';
import {
  BYTE_ORDER_MARK,
  COMMENT,
  ESCAPE,
  kindBits,
  LINE_COMMENT,
  MOVE,
  ODD_CHARACTER,
  OPEN_COMMENT,
  OPEN_TAG_VALUE,
  STRAY,
  TAG_JUNK,
  TAG_VALUE,
  WHITESPACE,
} from '../tokens.ts';
import { type GameTree, tokenEnd } from '../tree.ts';
import { classifyWord } from '../words.ts';
import type { GameFindings } from './findings.ts';

const LF = 0x0a;
const CR = 0x0d;
const REPLACEMENT = 0xfffd;
const NAMES: Readonly<Record<number, string>> = { [LF]: 'LF', [CR]: 'CR', [LF + CR]: 'CRLF' };

/** Token kinds searched for special characters; white space and tag values only if the lexer found one. */
const TO_LOOK_AT = ODD_CHARACTER | kindBits(ESCAPE, LINE_COMMENT, OPEN_COMMENT, OPEN_TAG_VALUE, TAG_JUNK, STRAY);

/**
 * Checks characters that editors do not show: different line ends, control characters, text decoded with the wrong
 * encoding, and special spaces. Each is one finding per game, at its first place. `close`: the comments to check.
 */
export function checkCharacters(text: string, tree: GameTree, close: readonly number[], findings: GameFindings): void {
  const { chunk, offset, commentToken } = tree;
  if (close.length === 0 && (chunk.has & TO_LOOK_AT) === 0) return;
  let lineEnd = 0;
  let mixed = false;
  let control = -1;
  let controls = 0;
  let replaced = -1;
  let replacements = 0;
  let nextClose = 0;
  const blanks: number[] = [];
  for (let t = 0; t < chunk.kinds.length; t++) {
    const kind = chunk.kinds[t]!;
    if (!canHold(kind)) continue;
    if (kind === COMMENT) {
      while (nextClose < close.length && commentToken[close[nextClose]!]! < t) nextClose++;
      if (nextClose === close.length || commentToken[close[nextClose]!] !== t) continue;
    }
    const start = offset + chunk.starts[t]!;
    const end = offset + tokenEnd(chunk, t);
    // a word with such characters in it is stray text
    const isWord = kind === STRAY && !isControl(text, start, end);
    // most white space tokens are one space
    if (end === start + 1 && text.charCodeAt(start) === 0x20) continue;
    for (let i = start; i < end; i++) {
      const c = text.charCodeAt(i);
      if (c >= 0x20 && c < 0x7f) continue;
      if (c === LF || c === CR) {
        const first = i;
        let form = c;
        if (c === CR && i + 1 < end && text.charCodeAt(i + 1) === LF) {
          form = CR + LF;
          i++;
        }
        if (lineEnd === 0) lineEnd = form;
        else if (form !== lineEnd && !mixed) {
          mixed = true;
          const message = `this line ends with ${NAMES[form]}, the lines before it with ${NAMES[lineEnd]}`;
          findings.add('PGN_MIXED_LINE_ENDS', { start: first, end: i + 1 }, message);
        }
      } else if (c < 0x20 ? c < 0x09 || c > 0x0c : c === 0x7f) {
        if (!isWord && controls++ === 0) control = i;
      } else if (c === REPLACEMENT) {
        if (replacements++ === 0) replaced = i;
      } else if (kind === WHITESPACE && isOddBlank(c)) blanks.push(i);
    }
  }
  if (control >= 0) {
    const code = text.charCodeAt(control).toString(16).toUpperCase().padStart(4, '0');
    const message = `the control character U+${code} does not belong in text${more(controls)}`;
    findings.add('PGN_CONTROL_CHARACTER', { start: control, end: control + 1 }, message);
  }
  if (replaced >= 0) {
    const message = `U+FFFD stands for a lost character: the file was not decoded with the encoding it was written in${more(replacements)}`;
    findings.add('PGN_REPLACEMENT_CHARACTER', { start: replaced, end: replaced + 1 }, message);
  }
  if (blanks.length > 0) addBlanks(text, blanks, findings);
}

/** Returns true for token kinds that may contain any character. */
const canHold = (kind: number): boolean =>
  kind === WHITESPACE ||
  (kind >= ESCAPE && kind <= OPEN_COMMENT) ||
  (kind >= TAG_VALUE && kind <= TAG_JUNK) ||
  kind === STRAY;

const more = (count: number): string => (count > 1 ? ` (${count} in this game)` : '');

function addBlanks(text: string, blanks: readonly number[], findings: GameFindings): void {
  const first = blanks[0]!;
  const code = text.charCodeAt(first).toString(16).toUpperCase().padStart(4, '0');
  const message = `the space U+${code} is not an ordinary space; other tools read it as part of the word${more(blanks.length)}`;
  const edits = blanks.map((start) => ({ range: { start, end: start + 1 }, newText: ' ' }));
  const fixes = [{ title: 'Write ordinary spaces', edits, safe: true }];
  findings.add('PGN_ODD_BLANK', { start: first, end: first + 1 }, message, { fixes });
}

/** Reports byte order marks: at the start of a file, or where files were joined. */
export function checkByteOrderMarks(text: string, tree: GameTree, findings: GameFindings): void {
  const { chunk, offset } = tree;
  if ((chunk.has & kindBits(BYTE_ORDER_MARK)) === 0) return;
  for (let t = chunk.kinds.indexOf(BYTE_ORDER_MARK); t >= 0; t = chunk.kinds.indexOf(BYTE_ORDER_MARK, t + 1)) {
    const range = { start: offset + chunk.starts[t]!, end: offset + tokenEnd(chunk, t) };
    const how = range.end - range.start === 3 ? ', decoded with an encoding other than UTF-8' : '';
    // within a line it separates the surrounding tokens; before another one of three characters it makes that one text
    const startsLine = range.start === 0 || /[\n\r]/.test(text.charAt(range.start - 1));
    // a line that contains only the mark becomes an empty one, after which a tag may start a game
    const isAlone =
      characterClass(text.charCodeAt(range.end)) === LINE_END || characterClass(text.charCodeAt(range.end)) === BLANK;
    const safe = startsLine && !isAlone && !text.startsWith('\u00ef\u00bb\u00bf', range.end);
    findings.add('PGN_BYTE_ORDER_MARK', range, `a byte order mark${how}; some tools read it as text`, {
      fixes: [{ title: 'Delete the byte order mark', edits: [{ range, newText: '' }], safe }],
    });
  }
}

/** Letters, digits and hyphens that look like those of moves. */
const STRANGE = 'аЬсԁеѓɡһхоОзЗ‐‑−КВΚΒΝΟοχ';
const PLAIN = 'abcdefghxOO33---KBKBNOOx';
const LATIN: ReadonlyMap<string, string> = new Map(
  Array.from(STRANGE, (letter, i): [string, string] => [letter, PLAIN.charAt(i)]),
);

/** A word that is a move but for letters of another alphabet that look alike. */
export interface Homoglyph {
  readonly message: string;
  /** The word with English letters. */
  readonly text: string;
}

/** Longest examined word, in UTF-16 units. */
const MAX_LENGTH = 16;

export function homoglyphFix(word: string): Homoglyph | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const strange = Array.from(word).filter((letter) => letter > '\x7f');
  const [first] = strange;
  if (first === undefined || !strange.every((letter) => LATIN.has(letter) || isWide(letter))) return undefined;
  const text = Array.from(word, (letter) => LATIN.get(letter) ?? narrow(letter)).join('');
  if (classifyWord(text, 0, text.length) !== MOVE) return undefined;
  const name = letterName(first);
  const right = LATIN.get(first) ?? narrow(first);
  return { text, message: `${JSON.stringify(word)} has ${name}, which only looks like ${right}: write ${text}` };
}

/** Returns true for a letter or digit of full width, as East Asian input methods write them. */
const isWide = (letter: string): boolean => letter >= '！' && letter <= '～';

const narrow = (letter: string): string =>
  isWide(letter) ? String.fromCharCode(letter.charCodeAt(0) - 0xfee0) : letter;
