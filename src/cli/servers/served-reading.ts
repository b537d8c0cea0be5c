import type { AnswerPlace } from '../../core/answers/places.ts';
import { readAnswer } from '../../core/answers/read-answer.ts';
import { type AnswerReading, type Candidate, type Rule, takenCandidate } from '../../core/answers/reading.ts';
import type { ComparedGame } from '../../core/metrics/compared-games.ts';
import { UNREAD } from '../../core/metrics/stated-fields.ts';
import { builtWorld } from '../../core/worlds/world-spec.ts';

/** A state of an answer, with its place in it. */
export interface ServedCandidate extends Pick<Candidate, 'state' | 'role' | 'form'> {
  readonly start: number;
  readonly end: number;
}

/** How the state of a whole answer was taken. */
export interface ServedReading {
  readonly outcome: AnswerReading['outcome'];
  /** Null where nothing was taken. */
  readonly rule: Rule | null;
  readonly doubtful: boolean;
  /** Number of states in the answer. */
  readonly candidates: number;
  /** Why it is doubtful or unread. */
  readonly reason?: string;
}

/** Fields of a request that say how its answer is read. */
export interface AskedFor {
  readonly take?: AnswerPlace | undefined;
  readonly prompt?: string | undefined;
  readonly start?: string | undefined;
  readonly game?: ComparedGame | undefined;
  readonly world?: string | undefined;
}

/** Candidates that an answer lists, at most. */
const MAX_CANDIDATES = 100;

/** All states of a whole answer. The world of a request was opened before. */
export function readingOf(answer: string, { take = 'anywhere', prompt, start, game, world }: AskedFor): AnswerReading {
  const question = {
    place: take,
    ...(prompt !== undefined && { prompt }),
    ...(start !== undefined && { startFen: start }),
  };
  const name = world ?? (game === undefined || game === 'chess' || game === 'chess960' ? undefined : game);
  if (name === undefined) return readAnswer(answer, question);
  const opened = builtWorld({ kind: 'named', name });
  const isState = (text: string): boolean => opened.ok && opened.value.automaton.parse(text).ok;
  return readAnswer(answer, { ...question, world: isState });
}

/** The state that was taken as it is compared: `??` for an answer that cannot be read, null for one without a state. */
export const takenOf = (reading: AnswerReading): string | null =>
  reading.outcome === 'unread' ? UNREAD : (takenCandidate(reading)?.state ?? null);

export const servedReading = ({ outcome, rule, candidates, reason }: AnswerReading): ServedReading => ({
  outcome,
  rule: rule ?? null,
  doubtful: outcome === 'doubtful',
  candidates: candidates.length,
  ...(reason !== undefined && { reason }),
});

/** The states of a whole answer, the first ones. */
export const servedCandidates = ({ candidates }: AnswerReading): ServedCandidate[] =>
  candidates.slice(0, MAX_CANDIDATES).map(servedCandidate);

const servedCandidate = ({ state, role, form, range: { start, end } }: Candidate): ServedCandidate => ({
  state,
  role,
  form,
  start,
  end,
});
