import { type Range, range } from '../base/text/range.ts';
import { INITIAL_FEN } from '../games/chess/state.ts';
import { choose } from './choice.ts';
import type { AnswerPlace } from './places.ts';
import type { AnswerReading } from './reading.ts';
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
  [...prompt.matchAll(/\[FEN "([^"\n]{0,120})"\]/g)].at(-1)?.[1] ?? INITIAL_FEN;
