import { type Range, range } from '../../base/text/range.ts';
import {
  BEFORE,
  CUES_AFTER,
  CUES_AT,
  CUES_IN,
  CUES_OF_NAMES,
  type Cue,
  type CueMeaning,
  JUDGES_OTHER,
  LEADS_ON,
  SIGNS_BEFORE,
} from './cue-table.ts';

/** Meaning of words about a state, and their range. */
export interface CueReading {
  readonly meaning: CueMeaning;
  readonly cue: Range;
}

/** Characters of a line before a state, and of the text after it, that are read. */
const REACH = 200;
/** The end of a sentence; a number with a period begins a move. */
const SENTENCE = /[.!?;][`"'*)\]]{0,3}\s+(?=\S)/g;
/** Marks at the beginning of a line, and around a state. */
const ONLY_MARKS = /^[\s>*_`"'#|[\](){}$~:.,=\-–—+•]*(?:\d{1,3}[.)][\s*_`"'|]*)?$/;

/** Returns the words before a state: on its line, in its sentence, after the previous state. */
export function findLead(text: string, start: number, floor: number): Range {
  const reached = Math.max(floor, start - REACH);
  const line = text.slice(reached, start).lastIndexOf('\n') + 1;
  let from = reached + line;
  const words = text.slice(from, start);
  let cut = words.lastIndexOf('</');
  cut = cut < 0 ? 0 : Math.max(cut, words.indexOf('>', cut) + 1);
  for (const { index, 0: end } of words.matchAll(SENTENCE)) {
    if (end[0] === '.' && /[\d.]/.test(words.charAt(index - 1))) continue;
    if (/\b(?:vs|e\.g|i\.e|etc)$/.test(words.slice(Math.max(0, index - 4), index))) continue;
    cut = Math.max(cut, index + end.length);
  }
  from += cut;
  return range(from, start);
}

/**
 * Reads the words before a state: first its own clause, then all of them. What they say of another state does not count.
 *
 * @param isFirst true if no state stands before it
 */
export function readLead(text: string, { start, end }: Range, isFirst: boolean): CueReading | undefined {
  const words = maskBrackets(text.slice(start, end)).replace(
    isFirst ? JUDGES_OTHER.anywhere : JUDGES_OTHER.afterState,
    (judgment) => ' '.repeat(judgment.length),
  );
  const comma = Math.max(words.lastIndexOf(', '), words.lastIndexOf('; '), words.lastIndexOf(' - '));
  const clause = readClause(words.slice(comma + 1), start + comma + 1);
  if (comma < 0 || (clause !== undefined && clause.meaning !== 'label')) return clause;
  const whole = readClause(words, start);
  return clause === undefined || whole?.meaning === 'answer' ? whole : clause;
}

/** Replaces brackets with their content, marks and underscores by spaces; the length stays. */
function maskBrackets(words: string): string {
  return words
    .replace(/<[|｜][^|｜<>\n]{1,40}[|｜]>/g, (token) => ' '.repeat(token.length))
    .replace(/https?:\/\/\S*/g, (link) => ' '.repeat(link.length))
    .replace(/\([^()]*\)/g, (inner) => ' '.repeat(inner.length))
    .replace(/[`*_"\\${}<>|#~[\]]/g, ' ');
}

function readClause(words: string, start: number): CueReading | undefined {
  const trimmed = words.trimEnd();
  for (const { meaning, words: pattern } of CUES_AT) {
    const match = pattern.exec(trimmed);
    if (match !== null)
      return { meaning, cue: range(start + match.index, start + match.index + match[0].trimEnd().length) };
  }
  const before = BEFORE.exec(trimmed);
  if (before !== null) return { meaning: 'earlier', cue: range(start + before.index, start + trimmed.length) };
  let best: CueReading | undefined;
  for (const { meaning, words: pattern } of ALL_CUES_IN) {
    const match = findLastMatch(pattern, trimmed);
    if (match === undefined) continue;
    const found = { meaning, cue: range(start + match.index, start + match.index + match[0].length) };
    if (best === undefined || outranks(found, best)) best = found;
  }
  return best;
}

/** Compares two readings: labels and steps give way to everything else; of two others the one that ends last counts. */
function outranks(found: CueReading, best: CueReading): boolean {
  const weight = ({ meaning }: CueReading): number => (meaning === 'label' ? 0 : meaning === 'step' ? 1 : 2);
  return weight(found) > weight(best) || (weight(found) === weight(best) && found.cue.end > best.cue.end);
}

/** The cues as patterns for all their matches. */
const ALL_CUES_IN = CUES_IN.map(({ meaning, words }) => ({ meaning, words: new RegExp(words, `${words.flags}g`) }));

function findLastMatch(pattern: RegExp, words: string): RegExpExecArray | undefined {
  let last: RegExpExecArray | undefined;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(words); match !== null; match = pattern.exec(words)) {
    last = match;
    if (match[0] === '') pattern.lastIndex++;
  }
  return last;
}

/** Reads the sign right before a state. */
export function readSign(text: string, start: number): CueReading | undefined {
  const from = Math.max(0, start - 12);
  const signs = text.slice(from, start);
  for (const { meaning, words } of SIGNS_BEFORE) {
    const match = words.exec(signs);
    // at the beginning of a text `<s>` is a token
    if (match !== null && (from + match.index > 0 || !match[0].startsWith('<s>')))
      return { meaning, cue: range(from + match.index, start) };
  }
  return undefined;
}

/** Reads a name: a key, a tag, a heading or a cell. */
export function readName(name: string, cue: Range): CueReading | undefined {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (words.length > 80) return undefined;
  const found = first(CUES_OF_NAMES, words);
  return found === undefined ? undefined : { meaning: found, cue };
}

const first = (cues: readonly Cue[], words: string): CueMeaning | undefined =>
  cues.find(({ words: pattern }) => pattern.test(words))?.meaning;

/** The end of a value of JSON, before the next key or value. */
const ENDS_VALUE = /^["']\s{0,8}(?:[\]}]|,\s{0,40}["'{[\]])/;

/** Reads the words after a state, in its sentence. */
export function readTail(text: string, end: number, ceiling: number): CueReading | undefined {
  const stop = Math.min(text.length, ceiling, end + 120);
  const words = text
    .slice(end, stop)
    .replace(/\n.*/s, '')
    .replace(/<\/?[a-z][^<>]{0,118}>/gi, (tag) => ' '.repeat(tag.length));
  if (ENDS_VALUE.test(text.slice(end, end + 60))) return undefined;
  const arrow = ceiling - end <= 60 ? LEADS_ON.exec(text.slice(end, ceiling)) : null;
  if (arrow !== null) return { meaning: 'earlier', cue: range(end, end + arrow[0].length) };
  // words that lead to the next state without a break are about that state, unless they judge this one
  const leadsOn = ceiling < text.length && end + words.length >= ceiling && !/[.;:!?,)]/.test(words.slice(2));
  for (const { meaning, words: pattern } of CUES_AFTER) {
    const match = pattern.exec(words);
    if (match !== null && (!leadsOn || meaning === 'rejected'))
      return { meaning, cue: range(end, end + match[0].length) };
  }
  return undefined;
}

/** Returns true if the words before a state on its line are marks alone. */
export const isBare = (text: string, { start, end }: Range): boolean => ONLY_MARKS.test(text.slice(start, end));

/** Lines above a state that are skipped: empty lines, fences, names of files, lines of a drawing. */
const NO_WORDS = /^[\s>|+*_=-]*(?:```.*|~~~.*)?$|^[^A-Za-z\u00c0-\uffff]*(?:[a-h][^A-Za-z]*){0,8}$/;
/** Maximum number of lines above a state that are read. */
const MAX_LINES = 4;

/** Returns the line above a state that introduces it: it ends with a colon, or is short and no sentence. */
export function lineAbove(text: string, start: number, floor: number): Range | undefined {
  const reached = Math.max(floor, start - MAX_LINES * REACH);
  const above = text.slice(reached, start);
  let end = reached + above.lastIndexOf('\n');
  for (let lines = 0; lines < MAX_LINES && end > reached; lines++) {
    const from = Math.max(reached + above.slice(0, end - reached).lastIndexOf('\n') + 1, end - REACH);
    const line = text.slice(from, end);
    if (!NO_WORDS.test(line)) {
      const words = line.trimEnd();
      const introduces = /:["'*_`)]{0,3}$/.test(words) || (words.length <= 60 && !/[.!?]["'*_`)]{0,3}$/.test(words));
      // what follows a state on its line is about that state, unless it ends with a colon
      if (!introduces || (from === floor && floor > 0 && !words.includes(':'))) return undefined;
      // the last sentence of a line counts
      return findLead(text, end, from);
    }
    end = from - 1;
  }
  return undefined;
}
