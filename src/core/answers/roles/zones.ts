import { type Range, range } from '../../base/text/range.ts';
import { SIGNS } from '../text-view.ts';
import { type CueReading, readName } from './cue-reading.ts';
import { findThoughts } from './thoughts.ts';

/** A part of an answer whose mark says what it holds. */
export interface Zone extends Range {
  readonly saying: CueReading;
}

/** Tags with a name, and the brace after `\boxed`. */
const TAG = /<(\/?)([a-z][\w-]{0,30})>|\\boxed\s{0,4}\{/gi;
/** Maximum number of open tags. */
const MAX_OPEN = 64;

/**
 * Finds the parts that tags and `\boxed` mark, in the order of their ends; one without an end extends to the end of the
 * text.
 */
export function findMarkedZones(text: string): Zone[] {
  const zones: Zone[] = [];
  const open: { readonly name: string; readonly start: number; readonly saying: CueReading }[] = [];
  for (const { 0: sign, 1: slash, 2: name, index } of text.matchAll(TAG)) {
    const start = index + sign.length;
    if (name === undefined) {
      zones.push({ start, end: braceEnd(text, start), saying: { meaning: 'answer', cue: range(index, start) } });
      continue;
    }
    const lower = name.toLowerCase();
    if (slash === '') {
      const saying = readName(lower, range(index, start));
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
  for (const { start, saying } of open)
    if (saying.meaning === 'answer') zones.push({ start, end: text.length, saying });
  return zones;
}

/** Maximum number of characters read within braces. */
const MAX_BRACES = 4000;

/** Returns the offset of the brace that closes the one before an offset; the end of the text if there is none. */
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

/** Finds the sections under headings that describe their content. A section ends with the next heading. */
export function findSections(text: string): Zone[] {
  const zones: { start: number; end: number; saying: CueReading | undefined }[] = [];
  for (const { 0: all, 1: mark, 2: bold, 3: bracket, 4: plain, index } of `\n${text}\n`.matchAll(HEADING)) {
    const name = mark ?? bold ?? bracket ?? plain ?? '';
    const saying = readName(name.replace(/\([^()]*\)/g, ''), range(Math.max(0, index), index + all.length - 1));
    // a few words alone are a heading only by their meaning
    if (plain !== undefined && saying?.meaning !== 'answer' && saying?.meaning !== 'working') continue;
    const last = zones.at(-1);
    if (last !== undefined) last.end = index;
    zones.push({ start: index + all.length - 1, end: text.length, saying });
  }
  return zones.flatMap(({ start, end, saying }) => (saying === undefined ? [] : [{ start, end, saying }]));
}

/** Finds the code fences of a text, without the fence lines. An open one extends to the end. */
export function findFences(text: string): Range[] {
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

/** Returns the last closed code fence of a text, without its marks; undefined if it has none. */
export function findLastFence(text: string): Range | undefined {
  const close = text.lastIndexOf('```');
  const open = text.slice(0, Math.max(0, close)).lastIndexOf('```');
  return open < 0 ? undefined : range(open + 3, close);
}

/** A channel of OpenAI's open models whose tokens a server has removed. */
const CHANNEL = /^\s{0,8}(?:analysis|commentary)(?=[A-Z"'\u0080-\uffff])/;
const FINAL = 'assistantfinal';

/** Finds the parts of an answer that are thoughts: between their signs, and channels without signs. */
export function findDrafts(text: string, signs: number): Range[] {
  const thoughts: Range[] = (signs & (SIGNS.angle | SIGNS.bracket | SIGNS.wide)) === 0 ? [] : findThoughts(text);
  if (!CHANNEL.test(text)) return thoughts;
  const final = text.indexOf(FINAL);
  const channel = range(0, final < 0 ? text.length : final + FINAL.length);
  return [channel, ...thoughts.filter(({ start }) => start >= channel.end)];
}

/** Tokens by which chat templates end a turn, or begin the next one. */
const TOKENS =
  /<[|｜](?:im_end|im_start|eot_id|eom_id|end|endoftext|end_of_text|end_of_turn|return|user|human|Human|system|start_header_id|END_OF_TURN_TOKEN|START_OF_TURN_TOKEN|USER_TOKEN|User|Assistant|assistant|end_of_role|start_of_role|endofprompt|eos|eod|sep|end▁of▁sentence)[|｜]>|<(?:end_of_turn|start_of_turn|eos|end_of_utterance|turn\||eom|eoa|extra_id_1)>|<\/s>|\[\/?INST\]|\[\/?SYSTEM_PROMPT\]/g;

const MARKS = String.raw`\n[ \t>]{0,4}(?:\*\*|__|#{1,6}[ \t]{0,3})?`;
/** Lines that begin with another speaker, another question, or another task in the form of the previous one. */
const LINES = new RegExp(
  [
    `${MARKS}(?:<?(?:human|user|customer|student|用户|用戶|ユーザー|사용자|benutzer(?:in)?|nutzer|utilisateur|usuario|usuário|utente|пользователь|prompt|instructions?|q|(?:follow-up |next )?question|follow-up|query|request)>?[ \\t]{0,2}\\d{0,4}[ \\t]{0,2}(?:\\*\\*|__)?(?::|(?=\\n)|[.)](?<=\\d.))|#{1,6}[ \\t]{0,3}input\\b)`,
    `(${MARKS}(?:(?:moves|pgn|input|game|example|problem|exercise|puzzle|task|(?:next|new|another) (?:game|puzzle|problem|task|position|example))[ \\t]{0,2}\\d{0,4}[ \\t]{0,2}(?:\\*\\*|__)?(?::|[.)](?<=\\d.))|\\[event "))`,
  ].join('|'),
  'gi',
);

/** A mark after which the turn may be over. `token`: nothing after it is the answer. */
export interface TurnEnd {
  readonly start: number;
  readonly end: number;
  readonly by: 'token' | 'speaker' | 'task';
}

/** Returns true if `</s>` ends text that is struck out on its line, and no turn. */
const isStruck = (text: string, at: number): boolean =>
  text[at + 4] === ' ' && /<s>\S[^\n]{0,200}$/.test(text.slice(Math.max(0, at - 204), at));

/** Finds the marks of an answer after which invented turns may follow, first to last. */
export function findTurnEnds(text: string, signs: number): TurnEnd[] {
  const ends: TurnEnd[] = [];
  if ((signs & (SIGNS.angle | SIGNS.bracket)) !== 0)
    for (const { index, 0: sign } of text.matchAll(TOKENS))
      if (!(sign === '</s>' && isStruck(text, index)))
        ends.push({ start: index, end: index + sign.length, by: 'token' });
  if ((signs & SIGNS.newline) === 0) return ends;
  for (const { index, 0: sign, 1: task } of text.matchAll(LINES))
    ends.push({ start: index, end: index + sign.length, by: task === undefined ? 'speaker' : 'task' });
  return ends.sort((a, b) => a.start - b.start);
}
