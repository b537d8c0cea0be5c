import type { Range } from '../../base/text/range.ts';
import type { AnswerRole } from '../answer-reading.ts';
import type { ScannedState } from '../states/scan.ts';
import { SIGNS, type TextView } from '../text-view.ts';
import { isCutOff } from './broken-ends.ts';
import { type CueReading, findLead, isBare, lineAbove, readLead, readName, readSign, readTail } from './cue-reading.ts';
import {
  ASKS,
  CALLED_WRONG,
  excludeDraft,
  LOOSENS,
  OR,
  OR_ELSE,
  PLAYS_ON,
  REFUSES,
  ROLE_OF,
  type RoleDraft,
  SAN,
  SUPPOSES,
  TAKES_BACK,
  WEIGHT,
  WEIGHT_OF,
} from './cue-table.ts';
import { findKeysAbove, type KeyAbove } from './json-keys.ts';
import { markSteps } from './numbered-steps.ts';
import { makeRangeTest } from './thoughts.ts';
import { findDrafts, findFences, findMarkedZones, findSections, findTurnEnds, type Zone } from './zones.ts';

/** A state with its role and its weight among the states of an answer. */
export interface JudgedState extends ScannedState {
  readonly role: AnswerRole;
  readonly cue?: Range;
  /** Rank among the states that can be the answer: the highest is chosen. 0 for all others. */
  readonly weight: number;
  /** For a state in which the text breaks off: the weight that it would have if it were complete. */
  readonly cutOff?: number;
  /** True if the sentence that names it is a question. */
  readonly isAsked?: true;
  /** True if the words after it call it wrong. */
  readonly isTakenBack?: true;
}

/** Facts about the question. */
export interface QuestionFacts {
  /** Returns true for states that the answer repeats from the prompt, by their index. */
  readonly isEcho: (index: number) => boolean;
  /** Start of the game, as a FEN; missing in worlds. */
  readonly start: string | undefined;
  /** Plies of the game in the question, if the prompt numbers them. */
  readonly ply?: number | undefined;
}

/** Gives each state of an answer its role, by the words, marks and keys around it, and by the other states. */
export function judgeRoles(
  { text, signs }: TextView,
  states: readonly ScannedState[],
  asked: QuestionFacts,
): JudgedState[] {
  const surroundings = findSurroundings(text, signs, states);
  const drafts = states.map((state, i): RoleDraft => {
    const said = readCue(text, states, i, surroundings);
    const meaning = said?.meaning;
    const weight = meaning === undefined ? WEIGHT.plain : WEIGHT_OF[meaning];
    return { state, meaning, cue: said?.cue, weight, role: (meaning && ROLE_OF[meaning]) ?? 'plain' };
  });
  const thoughts = findDrafts(text, signs);
  const isThought = makeRangeTest(thoughts);
  drafts.forEach((draft, i) => {
    if (isThought(draft.state.range.start)) excludeDraft(draft, 'draft');
    else if (asked.isEcho(i)) excludeDraft(draft, 'echo');
  });
  markAlternatives(text, drafts);
  if (asked.start !== undefined) markStart(text, drafts, asked.start);
  markBeyond(text, signs, drafts, thoughts);
  markNextStones(drafts);
  markTakenBack(text, drafts);
  markSteps(text, drafts, asked.ply);
  markOnly(text, drafts);
  markLeft(text, drafts);
  const hasWhole = drafts.some(({ state, weight }) => weight > 0 && state.whole === 'complete');
  return drafts.map(({ state, role, cue, weight }, i) => ({
    ...state,
    role,
    weight: hasWhole && isCutOff(text, state) ? Math.min(weight, WEIGHT.working) : weight,
    ...(isCutOff(text, state) && { cutOff: weight }),
    ...(isAsked(text, state.range.end) && { isAsked: true as const }),
    ...(isTakenBack(text, state.range.end, i === drafts.length - 1) && { isTakenBack: true as const }),
    ...(cue !== undefined && role !== 'plain' && role !== 'echo' && role !== 'beyond' && { cue }),
  }));
}

/** Returns true if a sentence that ends with a question mark names a state. */
function isAsked(text: string, end: number): boolean {
  const rest = text.slice(end, end + 180);
  return rest.includes('?') && ASKS.test(rest);
}

interface Surroundings {
  readonly keys: readonly (readonly KeyAbove[])[];
  readonly zoneAt: (at: number) => CueReading | undefined;
  readonly sectionAt: (at: number) => CueReading | undefined;
}

const findSurroundings = (text: string, signs: number, states: readonly ScannedState[]): Surroundings => ({
  keys:
    (signs & (SIGNS.brace | SIGNS.bracket)) !== 0
      ? findKeysAbove(
          text,
          states.map(({ range }) => range.start),
        )
      : states.map(() => []),
  zoneAt: innermost((signs & (SIGNS.angle | SIGNS.brace)) === 0 ? [] : findMarkedZones(text)),
  sectionAt: innermost((signs & SIGNS.newline) === 0 ? [] : findSections(text)),
});

/**
 * Returns the meaning of the nearest words, key, mark or heading of a state; a label gives way to what stands above it.
 */
function readCue(
  text: string,
  states: readonly ScannedState[],
  i: number,
  { keys, zoneAt, sectionAt }: Surroundings,
): CueReading | undefined {
  const { start, end } = states[i]?.range ?? { start: 0, end: 0 };
  const floor = states[i - 1]?.range.end ?? 0;
  const zone = zoneAt(start);
  const section = sectionAt(start);
  const ceiling = states[i + 1]?.range.start ?? text.length;
  if (isPlayedOn(text, end)) return { meaning: 'start', cue: { start, end } };
  const own = ownSaying(text, start, floor, keys[i] ?? []);
  if (own !== undefined && !isWeak(own)) return own;
  const tail = readTail(text, end, ceiling);
  if (tail !== undefined && tail.meaning !== 'label') return tail;
  if (zone !== undefined && !isWeak(zone)) return zone;
  if (section !== undefined && (own === undefined || !isWeak(section))) return section;
  return own ?? zone ?? section ?? tail;
}

/** Returns true if moves that are to be played from a state follow it. */
const isPlayedOn = (text: string, end: number): boolean =>
  (text.startsWith('"]', end) || text.slice(end, end + 12).includes('moves')) &&
  PLAYS_ON.test(text.slice(end, end + 400));

const isWeak = ({ meaning }: CueReading): boolean => meaning === 'label' || meaning === 'step';

function ownSaying(text: string, start: number, floor: number, keys: readonly KeyAbove[]): CueReading | undefined {
  const lead = findLead(text, start, floor);
  const [nearest] = keys;
  if (nearest !== undefined) {
    // within JSON in a text, its own words take precedence
    const words = nearest.end < lead.start ? lead : { start: Math.min(start, nearest.end + 1), end: start };
    const said = /[A-Za-z]{3}/.test(text.slice(words.start, words.end))
      ? readLead(text, words, floor === 0)
      : undefined;
    if (said !== undefined && said.meaning !== 'label') return said;
    let weak: CueReading | undefined;
    for (const { name, start: at, end } of keys) {
      const named = readName(name, { start: at, end });
      if (named !== undefined && !isWeak(named)) return named;
      weak ??= named;
    }
    return weak;
  }
  const words = text.slice(lead.start, lead.end);
  const sign = readSign(text, start);
  if (sign !== undefined) return sign;
  if (!isBare(text, lead)) {
    const said = readLead(text, lead, floor === 0);
    // a sentence that has ended introduces a state, or is about something else
    return said !== undefined && WEIGHT_OF[said.meaning] === 0 && ENDS_SENTENCE.test(words)
      ? undefined
      : (said ?? readCellCue(words, lead.start));
  }
  const above = lineAbove(text, start, floor);
  return above === undefined ? undefined : readLead(text, above, floor === 0);
}

/** The end of a sentence of five words or more; a shorter one may be a heading. */
const ENDS_SENTENCE = /(?:\S+\s+){4}\S*[A-Za-z)]{2}[.!?]["'*_`)]{0,3}\s+["'*_`(]{0,3}$/;

/** Reads the first cell of a row of a table: `| before last | …`; else the cell with a move: `| 3 | Nf3 | …`. */
function readCellCue(words: string, start: number): CueReading | undefined {
  const cell = /^[ \t]{0,4}\|?([^|\n]{1,60})\|/.exec(words);
  if (cell === null) return undefined;
  const named = readName(cell[1] ?? '', { start, end: start + cell[0].length });
  if (named !== undefined) return named;
  const move = MOVE_CELL.exec(words);
  return move === null ? undefined : { meaning: 'step', cue: { start, end: start + move.index + move[0].length } };
}

/** A cell of a table that holds a move alone, or none yet. */
const MOVE_CELL = new RegExp(String.raw`(?:^|\|)[ \t]{0,4}(?:${SAN}|[a-h][1-8][a-h][1-8][qrbn]?)[ \t]{0,4}\|`);

/** Returns a lookup of the innermost zone around ascending offsets. */
function innermost(zones: readonly Zone[]): (at: number) => CueReading | undefined {
  const sorted = [...zones].sort((a, b) => a.start - b.start || b.end - a.end);
  const open: Zone[] = [];
  let next = 0;
  return (at) => {
    for (let zone = sorted[next]; zone !== undefined && zone.start <= at; zone = sorted[++next]) open.push(zone);
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= at) open.pop();
    return open.at(-1)?.saying;
  };
}

/** Gives a state that a condition leads to the weight of the state for the other case. */
function markAlternatives(text: string, drafts: readonly RoleDraft[]): void {
  drafts.forEach((draft, i) => {
    const before = drafts[i - 1];
    if (before?.meaning !== 'later') return;
    const between = text.slice(before.state.range.end, Math.min(draft.state.range.start, before.state.range.end + 80));
    const isElse = draft.weight > 0 && OR_ELSE.test(between);
    if (!isElse && !(draft.meaning === 'later' && OR.test(between))) return;
    for (const one of [before, draft]) {
      one.role = 'plain';
      one.weight = Math.max(draft.weight, WEIGHT.plain);
    }
  });
}

/** Excludes the start of the game where another board can be the answer, and after words of refusal. */
function markStart(text: string, drafts: readonly RoleDraft[], start: string): void {
  const isStart = ({ state }: RoleDraft): boolean => agrees(state, start);
  const live = drafts.filter(({ weight }) => weight > 0);
  const hasOther = live.some((draft) => !isStart(draft) && !start.startsWith(findBoard(draft.state.state)));
  let refusal: number | undefined;
  for (const draft of live) {
    if (!isStart(draft) || draft.meaning === 'answer') continue;
    if (!hasOther) refusal ??= text.search(REFUSES);
    if (hasOther || (refusal !== undefined && refusal >= 0 && refusal < draft.state.range.start))
      excludeDraft(draft, 'start');
  }
}

const findBoard = (state: string): string => state.replace(/ .*/s, '');

/** Returns true if all fields that a state states are those of a FEN. */
function agrees({ state }: ScannedState, fen: string): boolean {
  const theirs = fen.split(' ');
  return state.split(' ').every((field, i) => field === '?' || field === theirs[i]);
}

/** Excludes states after the end of the turn, or after an answer that another speaker or task follows. */
function markBeyond(text: string, signs: number, drafts: readonly RoleDraft[], thoughts: readonly Range[]): void {
  const isThought = makeRangeTest(thoughts);
  const heaviestFrom: number[] = [];
  for (let i = drafts.length - 1, most = 0; i >= 0; i--)
    heaviestFrom[i] = most = Math.max(most, drafts[i]?.weight ?? 0);
  let next = 0;
  let before = 0;
  let hasWords = false;
  let read = 0;
  let passed = 0;
  for (const { start, end, by } of findTurnEnds(text, signs)) {
    for (; next < drafts.length && (drafts[next]?.state.range.end ?? 0) <= start + 1; next++)
      before = Math.max(before, drafts[next]?.weight ?? 0);
    if (next >= drafts.length) return;
    const isInThought = isThought(start);
    for (let thought = thoughts[passed]; thought !== undefined && thought.end <= start; thought = thoughts[++passed])
      read = Math.max(read, thought.end);
    hasWords ||= !isInThought && hasText(text.slice(read, start));
    read = end;
    if (isInThought) continue;
    const isEnd =
      by === 'token'
        ? hasWords
        : before > 0 && (by === 'speaker' || (heaviestFrom[next] ?? 0) <= Math.max(before, WEIGHT.label));
    if (!isEnd) continue;
    for (const draft of drafts.slice(next)) if (draft.role !== 'draft') excludeDraft(draft, 'beyond');
    return;
  }
}

/** Returns true if a text between two tokens is more than the name of a speaker. */
const hasText = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text) && !/^\s{0,40}(?:assistant|model|final|analysis|commentary)\s{0,40}$/.test(text);

/** Returns the words after a state, and after the end of its fence. */
const wordsAfter = (text: string, end: number): string => text.slice(end, end + 120).replace(/^[\s\S]{0,8}?```/, '');

/** Returns true if the words after a state call it wrong, or take back the last one as the text breaks off. */
function isTakenBack(text: string, end: number, isLast: boolean): boolean {
  const words = wordsAfter(text, end);
  return (
    CALLED_WRONG.test(words) || (isLast && TAKES_BACK.test(words) && !/[.!?)\]}`"'*✓✅]\s*$/u.test(text.slice(-8)))
  );
}

/** Rejects a state that the text takes back right after it, if another one follows. */
function markTakenBack(text: string, drafts: readonly RoleDraft[]): void {
  let hasLater = false;
  for (let i = drafts.length - 1; i >= 0; i--) {
    const draft = drafts[i];
    if (draft === undefined || draft.weight === 0) continue;
    if (hasLater && TAKES_BACK.test(wordsAfter(text, draft.state.range.end))) excludeDraft(draft, 'rejected');
    hasLater = true;
  }
}

/** Gives a board with one stone more than the board before it the weight of that one: a player has answered the move. */
function markNextStones(drafts: readonly RoleDraft[]): void {
  drafts.forEach((draft, i) => {
    const [, cells = ''] = STONES.exec(draft.state.state) ?? [];
    const [, fewer = ''] = STONES.exec(drafts[i - 1]?.state.state ?? '') ?? [];
    const changed = Array.from(cells).filter((cell, at) => cell !== fewer[at]).length;
    const isNext = cells !== '' && cells.length === fewer.length && changed === 1;
    if (isNext && draft.weight > 0) draft.weight = Math.max(draft.weight, drafts[i - 1]?.weight ?? 0);
  });
}

/** A board of stones as worlds write it. */
const STONES = /^[xo] \|\| ([.xo]+) \|\|$/;

/** Characters before the words of a state that are read with them. */
const REACH = 120;

/**
 * Gives weight to states that are left if there are no others: one with reserve (`the FEN would be`) is the answer, and
 * unless the text refuses, the last state before the last move may still be meant.
 */
function markLeft(text: string, drafts: readonly RoleDraft[]): void {
  if (drafts.some(({ weight }) => weight > 0)) return;
  const reserved = drafts.filter(({ role, cue, state }) => {
    if (role !== 'later' || cue === undefined || !LOOSENS.test(text.slice(cue.start, cue.end))) return false;
    const { start, end } = findLead(text, state.range.start, Math.max(0, cue.start - REACH));
    return !SUPPOSES.test(text.slice(Math.min(start, cue.start), end));
  });
  for (const draft of reserved) {
    draft.role = 'plain';
    draft.weight = REFUSES.test(text) ? WEIGHT.left : WEIGHT.plain;
  }
  if (reserved.length > 0) return;
  const left = [...drafts]
    .reverse()
    .find(({ role, meaning }) => (role === 'earlier' || role === 'start') && meaning !== 'example');
  if (left !== undefined && !REFUSES.test(text)) left.weight = WEIGHT.left;
}

/** Marks the single fence, otherwise the single bold text, among states without words. */
function markOnly(text: string, drafts: readonly RoleDraft[]): void {
  const plain = drafts.filter(({ weight }) => weight === WEIGHT.plain);
  if (plain.length < 2) return;
  const fences = text.includes('```') ? findFences(text) : [];
  let next = 0;
  const fenceOf = new Map<RoleDraft, Range>();
  for (const draft of plain) {
    while ((fences[next]?.end ?? Number.POSITIVE_INFINITY) <= draft.state.range.start) next++;
    const fence = fences[next];
    if (fence !== undefined && fence.start <= draft.state.range.start) fenceOf.set(draft, fence);
  }
  const fenced = [...fenceOf.keys()];
  const isBold = ({ state: { range } }: RoleDraft): boolean =>
    /\*\*["'`]{0,2}$/.test(text.slice(Math.max(0, range.start - 4), range.start)) &&
    /^["'`.]{0,2}\*\*/.test(text.slice(range.end, range.end + 5));
  const isOneFence = new Set(fenceOf.values()).size === 1;
  const chosen = isOneFence && fenced.length < plain.length ? fenced : plain.filter(isBold);
  if (chosen.length === 0 || chosen.length === plain.length || (chosen !== fenced && chosen.length !== 1)) return;
  for (const draft of chosen) {
    draft.role = 'only';
    draft.weight = WEIGHT.only;
    draft.meaning = undefined;
    const fence = chosen === fenced ? fenceOf.get(draft) : undefined;
    draft.cue =
      fence === undefined
        ? { start: draft.state.range.start - 2, end: draft.state.range.start }
        : { start: fence.start - 3, end: fence.start };
  }
}
