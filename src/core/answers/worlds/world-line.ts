import { type Range, range } from '../../base/text/range.ts';

/** A text that may be a state: its range in the answer, and its text as read. */
export interface LineReading {
  readonly range: Range;
  readonly text: string;
  /** Why the text may not be the state that is meant, as a sentence. */
  readonly doubt?: string;
}

/** A state in another notation than its world's. */
export interface RespelledState {
  readonly range: Range;
  /** In the world's own notation; missing if a part is not stated, such as the player to move. */
  readonly text?: string;
  /** True if it is meant as a state even if the world knows no such state. */
  readonly isExplicit?: boolean;
  /** True for a list of facts, of which a part alone is no state. */
  readonly isList?: boolean;
  /** Why the text may not be the state that is meant, as a sentence. */
  readonly doubt?: string;
}

/** Maximum number of words and opening signs of a line at which a state may begin. */
const MAX_WORDS = 25;
const MAX_OPENERS = 25;
/** Maximum number of signs that are removed after a state. */
const MAX_CLOSERS = 10;
/** Maximum number of places inside a line at which a state may end. */
const MAX_CUTS = 4;
/** Maximum length of a state. */
export const MAX_STATE = 4000;

/** Signs around a state that are not part of it. */
export const SPACE_OR_MARKUP = /[\s*_`"']/;
/** Signs after which a state may begin: quotation marks, markup, brackets, colons, arrows, `<tag>`, `\boxed{`. */
const OPENER = /[*_`"'>#([{$「『“«：:=→,|]/;
/** Signs that may follow a state: one sign, a tag, or a token that ends a turn. A separate period is an empty cell. */
const CLOSER = /(?:(?<=\S)\.|<\/?[\w:|-]{1,40}>|<\|[^|<>\s]{1,40}\|>|[,;!。！；,)\]}>$」』”’»|✓\\])[\s*_`"']*$/u;
/** Places at which a state may end inside a sentence (`2 1 3 4 5, I think`). */
const CUT = /[,;(（]|(?<=\S)\s-\s|(?<=[^\s.])\.\s/g;
/** Words right before a state that name it as one. */
const LABEL = /(?:state|answer|result|position)["'*_`]*\s*(?:[:=：]|\bis\b)[\s"'*_`]*$/i;
/** Words in the part of a sentence before a state that deny it (`I cannot tell what follows action 4`). */
const DENIAL =
  /(?:\b(?:not|never|no longer|cannot|unable|unsure|uncertain|unclear|unknown|whether|lost|instead of|rather than)\b|n['’]t\b)/i;
const PART_OF_SENTENCE = /[:：=;,.→]|->|\b(?:but|so|therefore|thus|hence)\b/gi;
/** Words in the clause before a state for the start, and those that exclude it. */
const OF_START = /\b(?:start|starting|started|initial|initially|beginning|previous|previously)\b/i;
const OF_END = /\b(?:final|finally|end|result|resulting|after|now|current|currently|last|answer)\b/i;
const CLAUSE = /[;,.→]|->|\b(?:but|so|therefore|thus|hence)\b/gi;
/** A label of a count or measure, which in some worlds looks like a state. */
const MEASURE =
  /^[\s*_`"'>#|-]*(?:(?:number of |total )?(?:steps|actions|moves)\b(?![^:=]*\d)|(?:my )?(?:confidence|certainty|probability|length|count|depth|time|score)\b)[^:=]{0,30}[:=][\s*_`"']*$/i;

/** Returns true for a text that is a count or measure after its label. */
export const isMeasure = (text: string): boolean => MEASURE.test(/^[^:=]*[:=][\s*_`"']*/.exec(text)?.[0] ?? '');

/** Returns the first offset from `start` whose character does not match `passed`. */
export function skipForward(text: string, start: number, end: number, passed: RegExp): number {
  let at = start;
  while (at < end && passed.test(text.charAt(at))) at++;
  return at;
}

/** Returns the last offset before `end` after which all characters match `passed`. */
export function skipBackward(text: string, start: number, end: number, passed: RegExp): number {
  let at = end;
  while (at > start && passed.test(text.charAt(at - 1))) at--;
  return at;
}

/**
 * Yields the texts of a line that may be its state, the likeliest first: of all that end with the line, or with a sign
 * that closes it, the longest; otherwise what a comma, a bracket or a dash ends, if more than a word stands before it.
 * Texts cut out of a longer list of like items, and texts in a sentence that denies them, are left out.
 */
export function* readLine(answer: string, line: Range): Generator<LineReading> {
  const starts = findStarts(answer, line);
  const ends = findEnds(answer, line.start, line.end);
  for (const start of starts) {
    for (const end of ends) if (isPossible(answer, line, start, end)) yield makeReading(answer, start, end);
  }
  const whole = answer.slice(line.start, line.end);
  const cuts = [...whole.matchAll(CUT)]
    .slice(-MAX_CUTS)
    .flatMap(({ index }) => findEnds(answer, line.start, line.start + index))
    .sort((a, b) => b - a);
  for (const start of starts) {
    for (const end of cuts) {
      if (isPossible(answer, line, start, end) && isPhrase(answer, line, start, end))
        yield makeReading(answer, start, end);
    }
  }
}

const makeReading = (answer: string, start: number, end: number): LineReading => ({
  range: range(start, end),
  text: answer.slice(start, end),
});

/** Returns the offsets at which a state may begin: with the line, a word, or after a sign that opens something. */
function findStarts(answer: string, { start, end }: Range): number[] {
  const starts: number[] = [];
  let words = 0;
  let openers = 0;
  let isWord = true;
  let isOpened = false;
  for (let at = start; at < end && openers < MAX_OPENERS; at++) {
    const sign = answer.charAt(at);
    const isBlank = /\s/.test(sign);
    if (!isBlank && isOpened) openers++;
    if (!isBlank && isWord && !isOpened) words++;
    if (!isBlank && (isOpened || (isWord && words <= MAX_WORDS))) starts.push(at);
    isOpened = OPENER.test(sign) || (isBlank && isOpened);
    // a separate dash is that of a list; another is a number's sign
    isWord = isBlank;
  }
  return starts;
}

/** Returns the offsets at which a state in the text up to `end` may end, the longest first. */
function findEnds(answer: string, start: number, end: number): number[] {
  let last = skipBackward(answer, start, end, SPACE_OR_MARKUP);
  const ends = [last];
  for (let closers = 0; closers < MAX_CLOSERS; closers++) {
    const from = Math.max(start, last - 60);
    const closer = CLOSER.exec(answer.slice(from, last))?.[0];
    if (closer === undefined) break;
    last = skipBackward(answer, start, last - closer.length, SPACE_OR_MARKUP);
    ends.push(last);
  }
  return ends;
}

/** Returns true if a text is more than a separator: worlds may read a comma alone as an empty list. */
export const hasContent = (text: string): boolean => /[^\s,;:.…*_`"'|-]/.test(text);

function isPossible(answer: string, line: Range, start: number, end: number): boolean {
  if (end - start > MAX_STATE || !hasContent(answer.slice(start, end))) return false;
  const before = answer.slice(Math.max(line.start, start - 200), start);
  if (MEASURE.test(before) || isContinuation(before, answer.slice(start, Math.min(end, start + 40)))) return false;
  const clause = before.split(CLAUSE).at(-1) ?? '';
  if (OF_START.test(clause) && !OF_END.test(clause)) return false;
  return !isDenial(before.split(PART_OF_SENTENCE).at(-1) ?? '');
}

/** Returns true if a text says that it names no state. */
export const isDenial = (text: string): boolean => DENIAL.test(text);

/** Returns true if a text only continues what stands before it: numbers, atoms in brackets, cells between bars. */
function isContinuation(before: string, text: string): boolean {
  if (/^\d+(?:\s|$)/.test(text) && /(?:^|\s)\d+\s+$/.test(before)) return true;
  if (text.startsWith('(') && /(?:^|[\s`"'*_(])\([^()]*\)[\s,;`"'*_]*$/.test(before)) return true;
  // cells of a table stand between bars, as do parts of a state
  if (/\S\s*\|\s*$/.test(before) && !before.endsWith('||') && !/^\s*\|/.test(before)) return true;
  const [word = ''] = /^[A-Z]+(?=\s)/.exec(text) ?? [];
  const [last = ''] = /(?<=^|\s)[A-Z]+(?=\s+$)/.exec(before) ?? [];
  return word !== '' && last.length === word.length && Array.from(last).every((letter) => text.includes(letter));
}

/**
 * Returns true if a text inside a sentence is more than one word of it, or a label says that it is a state. Atoms in
 * brackets are whole if their list ends there: not before a further one, which may be cut off.
 */
function isPhrase(answer: string, line: Range, start: number, end: number): boolean {
  const text = answer.slice(start, end);
  if (text.startsWith('(')) return text.endsWith(')') && !/^[\s,;`"'*_]*\(/.test(answer.slice(end, line.end));
  return /\s/.test(text) || LABEL.test(answer.slice(Math.max(line.start, start - 40), start));
}
