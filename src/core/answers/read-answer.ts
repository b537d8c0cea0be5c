import { type Range, range } from '../base/text/range.ts';
import { INITIAL_FEN } from '../games/chess/state.ts';
import { FEN_FIELDS } from '../metrics/fen-reading.ts';
import {
  type AnswerCandidate,
  type AnswerPlace,
  type AnswerReading,
  isUnreadable,
  type ReadingOutcome,
  type ReadingRule,
  type StatedField,
} from './answer-reading.ts';
import { breaksOff, findLabelAtEnd } from './roles/broken-ends.ts';
import { WEIGHT } from './roles/cue-table.ts';
import { type JudgedState, judgeRoles } from './roles/judge-roles.ts';
import { findPromptPly } from './roles/numbered-steps.ts';
import { makeEchoTest } from './roles/prompt-echoes.ts';
import { findDrafts, findLastFence } from './roles/zones.ts';
import { readFenRank } from './states/board-rows.ts';
import { type ScannedState, scanChess } from './states/scan.ts';
import { makeTextView, originalRange, type TextView } from './text-view.ts';
import { scanWorld } from './worlds/world-states.ts';

/** The facts about a question that decide how its answer is read. */
export interface Question {
  /** The whole text of the question: its states, repeated with the words around them, are no answer. */
  readonly prompt?: string;
  /** Rule of the template or of `--take` (`resolveAnswerPlace`); by default `anywhere`. */
  readonly place?: AnswerPlace;
  /** State at the start of the game; by default that of the prompt's FEN tag, otherwise the initial position. */
  readonly startFen?: string;
  /** Test whether a text is a state; only for worlds and games other than chess. */
  readonly world?: (text: string) => boolean;
}

/**
 * Reads an answer: all its states, with their roles, and which of them is the answer. Never throws; linear in the length of the answer, and
 * a position that the rules forbid is an answer like any other.
 */
export function readAnswer(answer: string, question: Question = {}): AnswerReading {
  const { prompt = '', place = 'anywhere', world } = question;
  // most answers of a log are a single FEN without words, so no search finds more
  if (prompt === '' && place === 'anywhere' && world === undefined) {
    const only = readSingleFen(answer);
    if (only !== undefined) return only;
  }
  const view = makeTextView(answer);
  const states =
    world === undefined
      ? chessStates(view, place)
      : scanWorld(view, world, place, prompt, findDrafts(view.text, view.signs));
  if (states.length === 0) return { outcome: 'none', candidates: [] };
  const isEcho = makeEchoTest(makeTextView(prompt).text);
  const judged = judgeRoles(view, states, {
    isEcho: (i) => {
      const state = states[i];
      return state !== undefined && isEcho(view.text, state);
    },
    start: world === undefined ? (question.startFen ?? findStart(prompt)) : undefined,
    ply: world === undefined ? findPromptPly(prompt) : undefined,
  });
  const { outcome, ...choice } = chooseState(judged, place, view.text);
  const candidates = judged.map(
    ({ range: at, form, state, stated, role, cue }): AnswerCandidate => ({
      range: originalRange(view, at),
      form,
      state,
      stated,
      role,
      ...(cue !== undefined && { cue: originalRange(view, cue) }),
    }),
  );
  return { outcome, candidates, ...choice };
}

const ONLY_FEN =
  /^\s{0,8}((?:[1-8pnbrqkPNBRQK]{1,8}\/){7}[1-8pnbrqkPNBRQK]{1,8} [wb] (?:-|[KQkq]{1,4}) (?:-|[a-h][36]) \d{1,4} \d{1,4})\s{0,8}$/;
const ALL_STATED: readonly StatedField[] = ['board', ...FEN_FIELDS];

/** Reads an answer that is one whole FEN and nothing else; undefined for all others. */
function readSingleFen(answer: string): AnswerReading | undefined {
  const state = ONLY_FEN.exec(answer)?.[1];
  if (state === undefined || !hasWholeRanks(state)) return undefined;
  const start = answer.indexOf(state);
  const at = range(start, start + state.length);
  const candidate: AnswerCandidate = { range: at, form: 'fen', state, stated: ALL_STATED, role: 'plain' };
  return { outcome: 'certain', candidates: [candidate], taken: 0, rule: 'only state' };
}

/** Returns true if each rank of a FEN has eight squares. */
const hasWholeRanks = (fen: string): boolean =>
  fen
    .slice(0, fen.indexOf(' '))
    .split('/')
    .every((rank) => readFenRank(rank) !== undefined);

function chessStates(view: TextView, place: AnswerPlace): ScannedState[] {
  const part = findPlace(view.text, place);
  return part === undefined ? [] : scanChess(view).filter((state) => liesIn(state, part));
}

const liesIn = ({ range: { start, end } }: ScannedState, part: Range): boolean =>
  part.start <= start && end <= part.end;

/** Returns the part of an answer in which the state is looked for; undefined for `fence` if the answer has no fence. */
function findPlace(answer: string, place: AnswerPlace): Range | undefined {
  if (place === 'last-line') {
    const end = answer.trimEnd().length;
    return range(answer.lastIndexOf('\n', end - 1) + 1, end);
  }
  return place === 'fence' ? findLastFence(answer) : range(0, answer.length);
}

/** Returns the start of the game that a prompt asks about: its last FEN tag, otherwise the initial position. */
const findStart = (prompt: string): string =>
  [...prompt.matchAll(/\[FEN "([^"\n]{0,120})"\]/g)].at(-1)?.[1] ?? INITIAL_FEN;

/** Ranks of states of one weight, by how much of a state they hold. */
const WHOLE: Readonly<Record<JudgedState['whole'], number>> = { malformed: 0, partial: 1, complete: 2 };
const quality = ({ whole, stated }: JudgedState): number => WHOLE[whole] * 8 + stated.length;

/**
 * Chooses the answer among the states of an answer. By their roles: the heaviest counts; of several alike the fullest,
 * and of those the last.
 * By a place that a template or a person has fixed: the first or the last, whatever their roles.
 */
function chooseState(
  states: readonly JudgedState[],
  place: AnswerPlace,
  text: string,
): Omit<AnswerReading, 'candidates'> {
  const open = states.filter(({ weight, role }) => weight > 0 || (place !== 'anywhere' && isOpen(role)));
  const readable = open.filter((state) => !isUnreadable(state));
  const heaviest = readable.reduce((most, { weight }) => Math.max(most, weight), 0);
  const unreadable = open.find(
    (state) => isUnreadable(state) && (readable.length === 0 || (place === 'anywhere' && state.weight > heaviest + 1)),
  );
  if (unreadable !== undefined)
    return { outcome: 'unread', reason: 'The answer holds something like a state that cannot be read.' };
  const top = place === 'anywhere' ? readable.filter(({ weight }) => weight === heaviest) : readable;
  const [first, ...others] = top;
  if (first === undefined) return { outcome: 'none' };
  const chosen = others.reduce((one, other) => (isBetter(other, one, place) ? other : one), first);
  const best = place === 'anywhere' ? findFullest(chosen, readable) : chosen;
  const taken = states.indexOf(best);
  const rule = findRule(chosen, top, place);
  const reason =
    place === 'anywhere'
      ? (formatDoubt(chosen, top) ?? formatCutOffDoubt(best, chosen, states, text) ?? formatUnreadDoubt(chosen, states))
      : undefined;
  const outcome: ReadingOutcome = reason === undefined ? 'certain' : 'doubtful';
  return { outcome, taken, rule, ...(reason !== undefined && { reason }) };
}

/** Returns the fullest notation of the same state: a FEN, say, after a drawn board below a heading. */
function findFullest(best: JudgedState, readable: readonly JudgedState[]): JudgedState {
  const isFuller = (state: JudgedState): boolean => state.stated.length > best.stated.length && !differs(state, best);
  return readable.reduce((one, other) => (isFuller(other) && quality(other) > quality(one) ? other : one), best);
}

/** Returns the reason why a choice among the best states is doubtful; undefined if it is certain. */
function formatDoubt(best: JudgedState, top: readonly JudgedState[]): string | undefined {
  if (best.weight === WEIGHT.left) return 'The words around the only state say that it is not the answer.';
  if (best.isAsked === true) return 'The state stands in a question.';
  if (best.doubt !== undefined) return best.doubt;
  if (best.isTakenBack === true) return 'The words after the state say that it is wrong, and no other follows.';
  if (best.cutOff !== undefined && best.form === 'fragment' && best.stated.length === 1)
    return 'The answer breaks off within the state.';
  return top.some((other) => differs(other, best)) ? `${top.length} states have the same role and differ.` : undefined;
}

/**
 * Returns the reason for doubt if the answer breaks off within another state of at least the same rank, or at its label: it may have been
 * the one that was meant.
 */
function formatCutOffDoubt(
  best: JudgedState,
  chosen: JudgedState,
  states: readonly JudgedState[],
  text: string,
): string | undefined {
  const last = states.at(-1);
  if (last === undefined) return undefined;
  const isCut = states.some(
    (state) =>
      (state.cutOff ?? 0) >= chosen.weight && state !== chosen && (state.form === 'fragment' || differs(state, chosen)),
  );
  if (isCut || findLabelAtEnd(text, last.range.end) >= chosen.weight)
    return 'The answer breaks off within another state.';
  return best === last && breaksOff(text, last) ? 'The answer breaks off after the state.' : undefined;
}

/** Returns the reason for doubt if a state of at least the same rank that cannot be read follows. */
const formatUnreadDoubt = (best: JudgedState, states: readonly JudgedState[]): string | undefined =>
  states.slice(states.indexOf(best) + 1).some((state) => isUnreadable(state) && state.weight >= best.weight)
    ? 'A later state of the same rank cannot be read.'
    : undefined;

/** Returns false for roles that a fixed place skips. */
const isOpen = (role: JudgedState['role']): boolean => role !== 'draft' && role !== 'echo' && role !== 'beyond';

/**
 * Compares two states for a fixed place. For `first`, only a state with all six fields replaces one that has fewer: a
 * board that is drawn or breaks off before the answer.
 */
function isBetter(state: JudgedState, before: JudgedState, place: AnswerPlace): boolean {
  if (place === 'first') return before.stated.length < 6 && state.stated.length === 6;
  return quality(state) >= quality(before);
}

/** Returns true if two states state a field differently. */
function differs(a: JudgedState, b: JudgedState): boolean {
  if (a.stated.length === 0) return a.state !== b.state;
  const theirs = b.state.split(' ');
  return a.state.split(' ').some((one, i) => {
    const other = theirs[i] ?? '?';
    return one !== '?' && other !== '?' && one !== other;
  });
}

function findRule(best: JudgedState, top: readonly JudgedState[], place: AnswerPlace): ReadingRule {
  if (place === 'last-line') return 'last line';
  if (place === 'fence') return 'fence';
  if (place === 'anywhere' && best.role === 'final') return 'labelled';
  if (place === 'anywhere' && best.role === 'only')
    return best.cue !== undefined && best.cue.end - best.cue.start === 2 ? 'only bold' : 'only fence';
  if (top.length === 1) return 'only state';
  return place === 'first' ? 'first' : 'last';
}
