import { type Range, range } from '../base/text/range.ts';
import { INITIAL_FEN } from '../games/chess/state.ts';
import { FEN_FIELDS } from '../metrics/fen-reading.ts';
import type { AnswerPlace } from './places.ts';
import type { AnswerReading, Candidate, Role, Rule, StatedState } from './reading.ts';
import { echoesOf } from './roles/echoes.ts';
import { marksIn, thoughtsIn, within } from './roles/marks.ts';
import { type FoundState, qualityOf, statesIn } from './states/fens.ts';
import { readWorldAnswer } from './worlds/world-states.ts';

/** The facts about a question that decide how its answer is read. */
export interface Question {
  /** The whole text that was asked: its states, repeated with the words around them, are no answer. */
  readonly prompt?: string;
  /** True for a text that the model continues: of several states alike the first counts. */
  readonly isRaw?: boolean;
  /** Rule of the template or of `--take`; by default `anywhere`. */
  readonly place?: AnswerPlace;
  /** State at the start of the game; by default that of the prompt's FEN tag, else the usual one. */
  readonly startFen?: string;
  /** Of worlds and games other than chess: a test whether a text is a state. */
  readonly world?: (text: string) => boolean;
}

/** A state of chess with its role and its quality as a FEN. */
type Found = FoundState & { readonly role: Role };

/**
 * Reads an answer: all its states, with their roles, and which of them is the answer. Never throws; linear in the length of the answer, and
 * a position that the rules forbid is an answer like any other.
 */
export function readAnswer(answer: string, question: Question = {}): AnswerReading {
  const place = question.place ?? (question.isRaw === true ? 'first' : 'anywhere');
  if (question.world !== undefined) return readWorldAnswer(answer, question.world, place, question.prompt ?? '');
  const part = placeIn(answer, place);
  if (part === undefined) return { outcome: 'none', candidates: [] };
  const found = rolesOf(answer, part, place, question);
  let taken: number | undefined;
  found.forEach((state, i) => {
    if (state.role === 'draft' || state.role === 'echo') return;
    const best = taken === undefined ? undefined : found[taken];
    if (best === undefined || isBetter(state, best, place)) taken = i;
  });
  const candidates = found.map((state): Candidate => ({ ...statedFen(state), role: state.role }));
  if (taken === undefined) return { outcome: 'none', candidates };
  const rule = ruleOf(candidates, taken, place);
  return { outcome: 'certain', candidates, taken, rule };
}

/** A FEN of a text as a stated state: as written, the fields after its last one left out. */
const statedFen = ({ fen, fields, range: at }: FoundState): StatedState => ({
  range: at,
  form: 'fen',
  state: fen,
  stated: ['board', ...FEN_FIELDS.slice(0, fields - 1)],
});

/** The part of an answer in which its place lies. An answer without a fence has none. */
function placeIn(answer: string, place: AnswerPlace): Range | undefined {
  if (place === 'last-line') {
    const end = answer.trimEnd().length;
    const before = Math.max(answer.lastIndexOf('\n', end - 1), answer.lastIndexOf('\r', end - 1));
    return range(before + 1, end);
  }
  if (place !== 'fence') return range(0, answer.length);
  const close = answer.lastIndexOf('```');
  const open = close < 0 ? -1 : answer.lastIndexOf('```', close - 1);
  return open < 0 ? undefined : range(open + 3, close);
}

function rolesOf(answer: string, part: Range, place: AnswerPlace, { prompt = '', startFen }: Question): Found[] {
  const isEcho = echoesOf(prompt);
  const isThought = within(thoughtsIn(answer));
  const isAnywhere = place === 'anywhere' || place === 'last';
  const isMarked = within(isAnywhere ? marksIn(answer) : []);
  const start = isAnywhere ? (startFen ?? startIn(prompt)) : undefined;
  let isBehind = false;
  return [...statesIn(answer.slice(part.start, part.end))].map((found): Found => {
    const state = { ...found, range: range(found.range.start + part.start, found.range.end + part.start) };
    const at = state.range.start;
    const isStart = isBehind && state.fen === start;
    isBehind ||= state.form === 'complete' && start !== undefined && boardOf(state.fen) !== boardOf(start);
    if (isThought(at)) return { ...state, role: 'draft' };
    if (isEcho(answer, state)) return { ...state, role: 'echo' };
    if (isMarked(at)) return { ...state, role: 'final' };
    return { ...state, role: isStart ? 'start' : 'plain' };
  });
}

const boardOf = (fen: string): string => fen.slice(0, fen.indexOf(' '));

/** The start of the game that a prompt asks about: its last FEN tag, else the usual one. */
const startIn = (prompt: string): string => [...prompt.matchAll(/\[FEN "([^"\n]*)"\]/g)].at(-1)?.[1] ?? INITIAL_FEN;

/**
 * True if a state counts rather than one that stands before it. Where the first counts, only a state with all six fields replaces one that
 * has fewer: a board that is drawn or breaks off before the answer is given.
 */
function isBetter(state: Found, before: Found, place: AnswerPlace): boolean {
  if (place === 'first') return before.fields < 6 && state.fields === 6;
  if ((state.role === 'final') !== (before.role === 'final')) return state.role === 'final';
  if (state.role === 'start' && before.form === 'complete') return false;
  return qualityOf(state) >= qualityOf(before);
}

function ruleOf(candidates: readonly Candidate[], taken: number, place: AnswerPlace): Rule {
  if (place === 'last-line') return 'last line';
  if (place === 'fence') return 'fence';
  if (candidates[taken]?.role === 'final') return 'labelled';
  const open = candidates.filter(({ role }) => role !== 'draft' && role !== 'echo');
  if (open.length === 1) return 'only state';
  return place === 'first' ? 'first' : 'last';
}
