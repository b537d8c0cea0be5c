import { ANSWER_PLACES, type AnswerCandidate, getTakenCandidate } from '../core/answers/answer-reading.ts';
import { comparedState, readGameAnswer } from '../core/answers/read-game-answer.ts';
import { formatReading } from '../core/answers/reading-text.ts';
import { COMPARED_GAME_NAMES } from '../core/metrics/compared-games.ts';
import { buildWorld } from '../core/worlds/world-spec.ts';
import { CodedError } from './coded-error.ts';

/** Facts about the question; each makes the reading of the answer surer. */
export interface ReadStateOptions {
  /** The whole question: states that the answer repeats from it are not taken. */
  readonly prompt?: string;
  /** Place of the state in the answer; default `anywhere`, by what the words around the states say. */
  readonly take?: 'anywhere' | 'first' | 'last' | 'last-line' | 'fence';
  /** Default: chess. */
  readonly game?: 'chess' | 'chess960' | 'connect_four' | 'hex' | 'othello';
  /** Name of a built-in world, in place of a game: `cube`, `s5`, `sokoban`. */
  readonly world?: string;
  /** State at the start of the game; default: that of the prompt, or the usual one. */
  readonly start?: string;
}

/** A state that an answer states. */
export interface StateCandidate {
  /** Chess: FEN fields, `?` for each that is not stated, as written and never repaired; otherwise the world's notation. */
  readonly state: string;
  /** Range in the answer, in UTF-16 code units; `end` is after the last one. */
  readonly start: number;
  readonly end: number;
  /** Notation; `fragment` is meant as a state and cannot be read. */
  readonly form: 'fen' | 'fields' | 'json' | 'drawing' | 'pieces' | 'world' | 'fragment';
  /** Role in the answer; `final`, `only` and `plain` can be the answer, the others not where one of those exists. */
  readonly role: 'final' | 'only' | 'plain' | 'draft' | 'rejected' | 'later' | 'earlier' | 'start' | 'echo' | 'beyond';
}

/** The state of a model's answer, and how it was found. */
export interface StateReading {
  /** `doubtful`: states of equal rank differ; `unread`: something like a state cannot be read; `none`: no state. */
  readonly outcome: 'certain' | 'doubtful' | 'unread' | 'none';
  /** The state; null if the outcome is `unread` or `none`. */
  readonly state: string | null;
  /** The same for `compareStates`: `??` if the outcome is `unread`, which is no wrong answer. */
  readonly predicted: string | null;
  /** True if the outcome is `doubtful`: the state is a choice among several. */
  readonly doubtful: boolean;
  /** Rule by which it was chosen: `labelled`, `only fence`, `only bold`, `only state`, `last` and so on. */
  readonly rule: string | null;
  /** Reason why it is doubtful or unread, one sentence; null otherwise. */
  readonly reason: string | null;
  /** All of it in words; empty if no state was chosen. */
  readonly description: string;
  /** All states in the order of the answer. */
  readonly candidates: readonly StateCandidate[];
  /** Index of the chosen candidate; null if none was chosen. */
  readonly taken: number | null;
}

/**
 * Reads the state that a model's answer states. Any text is accepted; time is linear in its length.
 *
 * @throws an Error whose `code` is `bad-option`: an unknown game, world or place
 */
export function readState(answer: string, options: ReadStateOptions = {}): StateReading {
  const { take, game, world } = options;
  if (take !== undefined && !ANSWER_PLACES.includes(take))
    throw new CodedError('bad-option', `take must be one of ${ANSWER_PLACES.join(', ')}, not ${take}`);
  if (game !== undefined && !COMPARED_GAME_NAMES.includes(game))
    throw new CodedError('bad-option', `game must be one of ${COMPARED_GAME_NAMES.join(', ')}, not ${game}`);
  if (game !== undefined && world !== undefined)
    throw new CodedError('bad-option', 'game and world exclude each other');
  const opened = world === undefined ? undefined : buildWorld({ kind: 'named', name: world });
  if (opened?.ok === false) throw new CodedError('bad-option', opened.error[0]?.message ?? 'there is no such world');
  const reading = readGameAnswer(answer, options);
  return {
    outcome: reading.outcome,
    state: getTakenCandidate(reading)?.state ?? null,
    predicted: comparedState(reading),
    doubtful: reading.outcome === 'doubtful',
    rule: reading.rule ?? null,
    reason: reading.reason ?? null,
    description: formatReading(reading, answer),
    candidates: reading.candidates.map(plainCandidate),
    taken: reading.taken ?? null,
  };
}

const plainCandidate = ({ state, range, form, role }: AnswerCandidate): StateCandidate => ({
  state,
  ...range,
  form,
  role,
});
