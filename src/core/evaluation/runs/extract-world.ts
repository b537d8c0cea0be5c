import { type Range, range } from '../../base/text/range.ts';
import type { AnswerPlace } from './extract-answer.ts';
import { withoutThoughts } from './thoughts.ts';

/** The state of a world that an answer names. */
export interface WorldExtraction {
  /** The state as the model wrote it: only runs of white space are one space. Nothing is repaired. */
  readonly fen: string;
  /** Its range in the answer; the text outside of it was dropped. */
  readonly range: Range;
  /** Number of texts in the answer that are states, the repeated ones of the prompt left out. */
  readonly candidates: number;
}

/** Readings of parts of an answer as a state, at most: an answer of any length takes bounded time. */
const MAX_READINGS = 4000;
/** Words before a state on its line, at most, such as `The final state is`. */
const MAX_WORDS_BEFORE = 24;
/** No state is longer. */
const MAX_STATE = 4000;

/**
 * The state that an answer names, of a world whose texts only the world can tell. A state stands on one line: alone, behind words
 * (`State:`, `The state is`), within backticks, quotation marks, asterisks or a list's dash, with a full stop behind it. Of a line the
 * longest end that is a state counts, of the answer the last such line, or the first where the template says so. A line that the
 * prompt holds as it is, with words around its state, is repeated from it and no answer; nor are thoughts.
 *
 * Where nothing is a state, what stands behind the last `State:`, or an answer of one line that is no sentence, was meant as one: it is extracted as it is and
 * scored as invalid.
 *
 * @param raw the whole answer
 * @param isState whether a text is a state of the world
 * @param place where the template asked for the state; an answer that has to hold it in a fence and has none holds none
 * @param prompt the text that was asked, if it is known
 */
export function extractWorldState(
  raw: string,
  isState: (text: string) => boolean,
  place: AnswerPlace = 'anywhere',
  prompt = '',
): WorldExtraction | undefined {
  const answer = withoutThoughts(raw);
  const part = partOf(answer, place);
  if (part === undefined) return undefined;
  const lines = linesIn(answer, part);
  const wanted = place === 'last-line' ? lines.slice(-1) : lines;
  const echoed = new Set(prompt.split(/\r\n|\r|\n/).map((line) => line.trim()));
  const order = place === 'first' ? wanted : [...wanted].reverse();
  let readings = 0;
  let found: Range | undefined;
  let candidates = 0;
  for (const line of order) {
    if (readings >= MAX_READINGS) break;
    const ends = endsOf(answer, line);
    const at = ends.findIndex(({ start, end }) => readings++ < MAX_READINGS && isState(answer.slice(start, end)));
    const state = at < 0 ? undefined : ends[at];
    const isEcho = at > 0 && echoed.has(answer.slice(line.start, line.end).trim());
    if (state === undefined || isEcho) continue;
    candidates++;
    found ??= state;
  }
  found ??= meantAsState(answer, wanted);
  if (found === undefined) return undefined;
  return { fen: answer.slice(found.start, found.end).trim().replace(/\s+/g, ' '), range: found, candidates };
}

function partOf(answer: string, place: AnswerPlace): Range | undefined {
  if (place !== 'fence') return range(0, answer.length);
  const close = answer.lastIndexOf('```');
  const open = close < 0 ? -1 : answer.lastIndexOf('```', close - 1);
  return open < 0 ? undefined : range(open + 3, close);
}

/** The lines of a part of an answer that hold something, a fence's own line left out. */
function linesIn(answer: string, part: Range): Range[] {
  const lines: Range[] = [];
  let start = part.start;
  while (start <= part.end) {
    const newline = answer.indexOf('\n', start);
    const end = newline < 0 || newline > part.end ? part.end : newline;
    const text = answer.slice(start, end).trim();
    if (text !== '' && !text.startsWith('```')) lines.push(range(start, end));
    start = end + 1;
  }
  return lines;
}

/** What stands around a state and is none of it. */
const BEFORE = /[\s*_`"'>#-]/;
const BEHIND = /[\s*_`"']/;

/** The ends of a line that may be its state, the longest first: the whole line, then without its first words. */
function endsOf(answer: string, line: Range): Range[] {
  let { start, end } = line;
  while (end > start && BEHIND.test(answer[end - 1] ?? '')) end--;
  const stops = answer[end - 1] === '.' ? trimmedStop(answer, start, end) : undefined;
  const ends: Range[] = [];
  // As it is before anything is cut away: a dash or a quotation mark may be the state's own.
  start = firstOf(answer, start, end, /\s/);
  for (let words = 0; words <= MAX_WORDS_BEFORE && start < end; words++) {
    const bare = firstOf(answer, start, end, BEFORE);
    for (const from of bare === start ? [start] : [start, bare]) {
      if (end - from <= MAX_STATE) ends.push(range(from, end));
      if (stops !== undefined && stops > from && stops - from <= MAX_STATE) ends.push(range(from, stops));
    }
    start = firstOf(answer, wordEnd(answer, bare, end), end, /\s/);
  }
  return ends;
}

/** The end of a line without its full stop, and what closes before that. */
function trimmedStop(answer: string, start: number, end: number): number {
  let stop = end - 1;
  while (stop > start && BEHIND.test(answer[stop - 1] ?? '')) stop--;
  return stop;
}

function firstOf(answer: string, start: number, end: number, passed: RegExp): number {
  let at = start;
  while (at < end && passed.test(answer[at] ?? '')) at++;
  return at;
}

function wordEnd(answer: string, start: number, end: number): number {
  let at = start;
  while (at < end && !/\s/.test(answer[at] ?? '')) at++;
  return at;
}

/** What was meant as a state and is none: behind the last label, else an answer of one line. */
function meantAsState(answer: string, lines: readonly Range[]): Range | undefined {
  for (const line of [...lines].reverse()) {
    const label = /^[\s*_`"'>#-]*(?:final |current |resulting )?state\s*(?:[*_`"']*\s*):[\s*_`"']*/i.exec(
      answer.slice(line.start, Math.min(line.end, line.start + MAX_STATE)),
    );
    const start = line.start + (label?.[0].length ?? 0);
    if (label !== null && start < line.end) return trimmed(answer, start, line.end);
  }
  const [only, ...others] = lines;
  const isSentence =
    only !== undefined && /[.!?][\s*_`"']*$/.test(answer.slice(Math.max(only.start, only.end - 80), only.end));
  return only === undefined || others.length > 0 || isSentence ? undefined : trimmed(answer, only.start, only.end);
}

function trimmed(answer: string, from: number, to: number): Range | undefined {
  const start = firstOf(answer, from, to, BEHIND);
  let end = to;
  while (end > start && BEHIND.test(answer[end - 1] ?? '')) end--;
  return end - start === 0 || end - start > MAX_STATE ? undefined : range(start, end);
}
