import { isChessVariant } from '../games/chess/chess-variants.ts';
import type { ComparedGame } from '../metrics/compared-games.ts';
import { UNREAD } from '../metrics/fen-reading.ts';
import { buildWorld } from '../worlds/world-spec.ts';
import { type AnswerPlace, type AnswerReading, getTakenCandidate } from './answer-reading.ts';
import { readAnswer } from './read-answer.ts';

/** Facts about a question, besides its game, as programs send them. */
export interface AnswerFields {
  /** Place of the state in the answer; default `anywhere`. */
  readonly take?: AnswerPlace | undefined;
  readonly prompt?: string | undefined;
  /** State at the start of the game. */
  readonly start?: string | undefined;
  /** Default: chess. */
  readonly game?: ComparedGame | undefined;
  /** Name of a world, in place of a game. */
  readonly world?: string | undefined;
}

/** Reads all states of a whole answer. In a world of an unknown name no text is a state. */
export function readGameAnswer(
  answer: string,
  { take = 'anywhere', prompt, start, game, world }: AnswerFields,
): AnswerReading {
  const question = {
    place: take,
    ...(prompt !== undefined && { prompt }),
    ...(start !== undefined && { startFen: start }),
  };
  const name = world ?? (game === undefined || isChessVariant(game) ? undefined : game);
  if (name === undefined) return readAnswer(answer, question);
  const opened = buildWorld({ kind: 'named', name });
  const isState = (text: string): boolean => opened.ok && opened.value.automaton.parse(text).ok;
  return readAnswer(answer, { ...question, world: isState });
}

/**
 * Returns the extracted state for the comparison: `??` for an answer that cannot be read, null for one without a state.
 */
export const comparedState = (reading: AnswerReading): string | null =>
  reading.outcome === 'unread' ? UNREAD : (getTakenCandidate(reading)?.state ?? null);
