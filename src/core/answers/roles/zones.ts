import { type Range, range } from '../../base/text/range.ts';
import { SIGNS } from '../text/signs.ts';
import { type Saying, sayingOfName } from './context.ts';
import { thoughtsIn } from './marks.ts';

/** A part of an answer of which a mark says what stands in it. */
export interface Zone extends Range {
  readonly saying: Saying;
}

/** Tags with a name, and the brace behind `\boxed`. */
const TAG = /<(\/?)([a-z][\w-]{0,30})>|\\boxed\s{0,4}\{/gi;
/** Tags open at a time. */
const MAX_OPEN = 64;

/** The parts that tags and `\boxed` mark, in the order of their ends; one that does not end goes on to the end of the text. */
export function markedZones(text: string): Zone[] {
  const zones: Zone[] = [];
  const open: { readonly name: string; readonly start: number; readonly saying: Saying }[] = [];
  for (const { 0: sign, 1: slash, 2: name, index } of text.matchAll(TAG)) {
    const start = index + sign.length;
    if (name === undefined) {
      zones.push({ start, end: braceEnd(text, start), saying: { says: 'answer', cue: range(index, start) } });
      continue;
    }
    const lower = name.toLowerCase();
    if (slash === '') {
      const saying = sayingOfName(lower, range(index, start));
      if (saying !== undefined && open.length < MAX_OPEN) open.push({ name: lower, start, saying });
      continue;
    }
    for (let i = open.length - 1; i >= 0; i--) {
      const tag = open[i];
      if (tag?.name !== lower) continue;
      zones.push({ start: tag.start, end: index, saying: tag.saying });
      open.length = i;
      break;
    }
  }
  for (const { start, saying } of open) if (saying.says === 'answer') zones.push({ start, end: text.length, saying });
  return zones;
}

/** Characters within braces that are looked at. */
const MAX_BRACES = 4000;

/** The brace that closes the one before an offset; the end of the text if there is none. */
function braceEnd(text: string, start: number): number {
  let depth = 1;
  const most = Math.min(text.length, start + MAX_BRACES);
  for (let at = start; at < most; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return most;
}

/** Lines that are headings: by Markdown, bold, in square brackets, or a few words alone. */
const HEADING =
  /\n[ \t]{0,4}(?:#{1,6}[ \t]{1,4}([^\n]{1,80})|\*\*([^*\n]{1,60})\*\*[ \t]{0,4}:?|\[([A-Z][^\]\n"]{2,40})\]|([A-Z][A-Za-z' -]{2,36}))[ \t]{0,4}(?=\n)/g;

/** The sections under headings that say what stands in them. A section ends with the next heading. */
export function sections(text: string): Zone[] {
  const zones: { start: number; end: number; saying: Saying | undefined }[] = [];
  for (const { 0: all, 1: mark, 2: bold, 3: bracket, 4: plain, index } of `\n${text}\n`.matchAll(HEADING)) {
    const name = mark ?? bold ?? bracket ?? plain ?? '';
    const saying = sayingOfName(name.replace(/\([^()]*\)/g, ''), range(Math.max(0, index), index + all.length - 1));
    // a few words alone are a heading by their meaning
    if (plain !== undefined && saying?.says !== 'answer' && saying?.says !== 'working') continue;
    const last = zones.at(-1);
    if (last !== undefined) last.end = index;
    zones.push({ start: index + all.length - 1, end: text.length, saying });
  }
  return zones.flatMap(({ start, end, saying }) => (saying === undefined ? [] : [{ start, end, saying }]));
}

/** The code fences of a text, their own lines left out. An open one goes on to the end. */
export function fencesIn(text: string): Range[] {
  const fences: Range[] = [];
  let open: number | undefined;
  for (let at = text.indexOf('```'); at >= 0; at = text.indexOf('```', at + 3)) {
    if (open === undefined) open = at + 3;
    else {
      fences.push(range(open, at));
      open = undefined;
    }
  }
  if (open !== undefined) fences.push(range(open, text.length));
  return fences;
}

/** A channel of OpenAI's open models whose tokens a server has taken out. */
const CHANNEL = /^\s{0,8}(?:analysis|commentary)(?=[A-Z"'\u0080-\uffff])/;
const FINAL = 'assistantfinal';

/** The parts of an answer that are thoughts: between their signs, and channels without signs. */
export function draftsIn(text: string, signs: number): Range[] {
  const thoughts: Range[] = (signs & (SIGNS.angle | SIGNS.bracket | SIGNS.wide)) === 0 ? [] : thoughtsIn(text);
  if (!CHANNEL.test(text)) return thoughts;
  const final = text.indexOf(FINAL);
  const channel = range(0, final < 0 ? text.length : final + FINAL.length);
  return [channel, ...thoughts.filter(({ start }) => start >= channel.end)];
}
