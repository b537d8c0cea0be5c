import { type Range, range } from '../base/text/range.ts';
import { INITIAL_FEN } from '../games/chess/state.ts';
import { FEN_FIELDS } from '../metrics/fen-reading.ts';
import { choose } from './choice.ts';
import type { AnswerPlace } from './places.ts';
import type { AnswerReading, Candidate, StatedField } from './reading.ts';
import { echoesOf } from './roles/echoes.ts';
import { judge } from './roles/judge.ts';
import { plyAsked } from './roles/step-plies.ts';
import { draftsIn } from './roles/zones.ts';
import { type ScannedState, scanChess } from './states/scan.ts';
import { originalRange, type TextView, viewOf } from './text/view.ts';
import { scanWorld } from './worlds/world-states.ts';

/** The facts about a question that decide how its answer is read. */
export interface Question {
  /** The whole text that was asked: its states, repeated with the words around them, are no answer. */
  readonly prompt?: string;
  /** Rule of the template or of `--take` (`answerPlaceOf`); by default `anywhere`. */
  readonly place?: AnswerPlace;
  /** State at the start of the game; by default that of the prompt's FEN tag, else the usual one. */
  readonly startFen?: string;
  /** Of worlds and games other than chess: a test whether a text is a state. */
  readonly world?: (text: string) => boolean;
}

/**
 * Reads an answer: all its states, with their roles, and which of them is the answer. Never throws; linear in the length of the answer, and
 * a position that the rules forbid is an answer like any other.
 */
export function readAnswer(answer: string, question: Question = {}): AnswerReading {
  const { prompt = '', place = 'anywhere', world } = question;
  // most answers of a log are one FEN: nothing is said of it, so no search finds more
  if (prompt === '' && place === 'anywhere' && world === undefined) {
    const only = onlyFen(answer);
    if (only !== undefined) return only;
  }
  const view = viewOf(answer);
  const states =
    world === undefined
      ? chessStates(view, place)
      : scanWorld(view, world, place, prompt, draftsIn(view.text, view.signs));
  if (states.length === 0) return { outcome: 'none', candidates: [] };
  const isEcho = prompt === '' || world !== undefined ? () => false : echoesOf(viewOf(prompt).text);
  const judged = judge(view, states, {
    isEcho: (i) => {
      const state = states[i];
      return state !== undefined && isEcho(view.text, state);
    },
    starts: world === undefined ? [question.startFen ?? startIn(prompt)] : [],
    ply: world === undefined && prompt !== '' ? plyAsked(prompt) : undefined,
  });
  const reading = choose(judged, place);
  const candidates = reading.candidates.map((candidate) => ({
    ...candidate,
    range: originalRange(view, candidate.range),
    ...(candidate.cue !== undefined && { cue: originalRange(view, candidate.cue) }),
  }));
  return { ...reading, candidates };
}

const ONLY_FEN =
  /^\s{0,8}((?:[1-8pnbrqkPNBRQK]{1,8}\/){7}[1-8pnbrqkPNBRQK]{1,8} [wb] (?:-|[KQkq]{1,4}) (?:-|[a-h][36]) \d{1,4} \d{1,4})\s{0,8}$/;
/** More characters than a FEN and the spaces around it have. */
const MAX_ONLY = 120;
const ALL_STATED: readonly StatedField[] = ['board', ...FEN_FIELDS];

/** The reading of an answer that is one whole FEN and nothing else; undefined for all others. */
function onlyFen(answer: string): AnswerReading | undefined {
  if (answer.length > MAX_ONLY) return undefined;
  const [, state = ''] = ONLY_FEN.exec(answer) ?? [];
  if (state === '' || !hasWholeRanks(state)) return undefined;
  const start = answer.indexOf(state);
  const at = range(start, start + state.length);
  const candidate: Candidate = { range: at, form: 'fen', state, stated: ALL_STATED, role: 'plain' };
  return { outcome: 'certain', candidates: [candidate], taken: 0, rule: 'only state' };
}

/** True if each rank of a placement has eight squares. */
function hasWholeRanks(fen: string): boolean {
  let squares = 0;
  for (let i = 0; i < fen.length; i++) {
    const c = fen.charCodeAt(i);
    if (c === SLASH || c === SPACE) {
      if (squares !== 8) return false;
      if (c === SPACE) return true;
      squares = 0;
    } else squares += c <= DIGIT_9 ? c - DIGIT_0 : 1;
  }
  return false;
}

const SLASH = 0x2f;
const SPACE = 0x20;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

function chessStates(view: TextView, place: AnswerPlace): ScannedState[] {
  const part = placeIn(view.text, place);
  return part === undefined ? [] : scanChess(view).filter((state) => liesIn(state, part));
}

const liesIn = ({ range: { start, end } }: ScannedState, part: Range): boolean =>
  part.start <= start && end <= part.end;

/** The part of an answer in which its place lies. An answer without a fence has none. */
function placeIn(answer: string, place: AnswerPlace): Range | undefined {
  if (place === 'last-line') {
    const end = answer.trimEnd().length;
    return range(answer.lastIndexOf('\n', end - 1) + 1, end);
  }
  if (place !== 'fence') return range(0, answer.length);
  const close = answer.lastIndexOf('```');
  const open = close < 0 ? -1 : answer.lastIndexOf('```', close - 1);
  return open < 0 ? undefined : range(open + 3, close);
}

/** The start of the game that a prompt asks about: its last FEN tag, else the usual one. */
const startIn = (prompt: string): string =>
  (prompt === '' ? [] : [...prompt.matchAll(/\[FEN "([^"\n]{0,120})"\]/g)]).at(-1)?.[1] ?? INITIAL_FEN;
