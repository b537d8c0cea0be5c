import { SINK } from '../base/automaton.ts';
import { plural } from '../base/text/counts.ts';
import type { World } from '../worlds/world.ts';
import {
  actionsOnlyIn,
  COMPARED_GAME_NAMES,
  COMPARED_GAMES,
  type ComparedGame,
  type GameAdapter,
} from './compared-games.ts';
import type { ComparisonError } from './comparison.ts';
import { collapseSpace } from './fen-reading.ts';
import type { PairInput, PairReading, TextOptions } from './pair-reading.ts';
import { ANY_POLICIES } from './policies.ts';
import { NO_STATE_REASON, withoutState } from './sentence/answer-text.ts';
import { causeWithoutPlace } from './sentence/causes.ts';
import type { Belief } from './sentence/sentence.ts';
import { DEFAULT_LAMBDA, worldStringMetrics } from './string-metrics.ts';
import type { Verdict } from './verdict.ts';

/** Returns the game that a world is, if it is one of those with their own comparisons; undefined otherwise. */
export const worldGame = ({ automaton }: World<unknown>): ComparedGame | undefined =>
  COMPARED_GAME_NAMES.find((name) => name === automaton.id);

/**
 * Returns the reader of pairs of states of a world: that of its game, or one that compares the parts that all its
 * states have.
 */
export function worldReader(world: World<unknown>): GameAdapter<unknown> {
  const game = worldGame(world);
  return game === undefined ? partsReader(world) : COMPARED_GAMES[game];
}

const partsReader = <State>(world: World<State>): GameAdapter<State> => ({
  automaton: world.automaton,
  policies: ANY_POLICIES,
  read: (input, options) => readWorldPair(world, input, options),
  movesOnlyIn: (_, from, other) => actionsOnlyIn(from, other),
});

/** Part that differs from the true state. */
interface WrongPart {
  readonly kind: 'swapped';
  readonly square: string;
  readonly predicted: string;
  readonly actual: string;
}

/**
 * Reads a pair of states of a world. Compared are the parts of both, by name (cells, places, items): in the terms of a
 * comparison they are its squares. A text that is no state has no parts. Values that need the line of a game are null.
 */
function readWorldPair<State>(
  world: World<State>,
  input: PairInput,
  { lambda = DEFAULT_LAMBDA }: TextOptions = {},
): PairReading<State> {
  const trueText = collapseSpace(input.trueFen);
  const predictedText = collapseSpace(input.predictedFen ?? '');
  const answered = predictedText !== '';
  const truth = world.automaton.parse(trueText);
  const predicted = answered ? world.automaton.parse(predictedText) : undefined;
  const trueState = truth.ok ? truth.value : SINK;
  const predictedState = predicted?.ok === true ? predicted.value : SINK;
  const valid = predictedState !== SINK;
  const trueParts = trueState === SINK ? new Map<string, string>() : world.parts(trueState);
  const errors = predictedState === SINK ? [] : wrongParts(trueParts, world.parts(predictedState));
  const squares = trueParts.size;
  const squaresRight = valid ? squares - errors.length : 0;
  const own = (text: string): string => {
    const state = text === trueText ? trueState : predictedState;
    return state === SINK ? text : collapseSpace(world.automaton.print(state));
  };
  const strings = worldStringMetrics(trueText, answered ? predictedText : undefined, own, lambda, {
    truth: own(trueText),
    predicted: answered ? own(predictedText) : '',
  });
  const isRight = valid && errors.length === 0 && squares > 0;
  const reason = predicted === undefined ? NO_STATE_REASON : predicted.ok ? null : predicted.error;
  const isKnown = trueState !== SINK;
  // A true text that is no state has no parts, and no state is right beside it.
  const verdict = verdictOf(answered, valid, isKnown ? errors.length : 1);
  return {
    trueState,
    predictedState,
    conditional: () => undefined,
    text: {
      ...beliefOf(world.part, verdict, errors, reason, input),
      verdict,
      valid,
      reason,
      truthReason: truth.ok ? null : truth.error,
      ...strings,
      positionMatch: isRight,
      boardMatch: isRight,
      part: world.part,
      squares,
      squaresRight,
      boardAccuracy: squares === 0 ? 0 : squaresRight / squares,
      wrongSquares: errors.map(({ square }) => square),
      errors: errors satisfies ComparisonError[],
      blame: null,
      stale: null,
      lag: null,
      openingFallback: null,
    },
  };
}

/** Content of a part that the predicted state lacks, in worlds whose states have different parts, as Countdown has. */
const MISSING = 'missing';

/** Names of parts that are no instances of the noun of their world. */
const OWN_NOUNS: ReadonlySet<string> = new Set(['side', 'target', 'count']);

function wrongParts(truth: ReadonlyMap<string, string>, predicted: ReadonlyMap<string, string>): WrongPart[] {
  const wrong: WrongPart[] = [];
  for (const [square, actual] of truth) {
    const put = predicted.get(square) ?? MISSING;
    if (put !== actual) wrong.push({ kind: 'swapped', square, predicted: put, actual });
  }
  return wrong;
}

/** Possible verdicts in a world. Never `notation`: equal states have one text. */
type WorldVerdict = Extract<Verdict, 'none' | 'unparsable' | 'squares' | 'exact'>;

function verdictOf(answered: boolean, valid: boolean, wrong: number): WorldVerdict {
  if (!answered) return 'none';
  if (!valid) return 'unparsable';
  return wrong > 0 ? 'squares' : 'exact';
}

/** Maximum number of parts in a sentence; of more it states the number. */
const NAMED = 2;

function beliefOf(
  part: string,
  verdict: WorldVerdict,
  errors: readonly WrongPart[],
  reason: string | null,
  { answer }: PairInput,
): Belief {
  switch (verdict) {
    case 'none': {
      const { text, cause } = withoutState(answer);
      return { sentence: text, cause };
    }
    case 'unparsable':
      return { sentence: `not a state: ${reason ?? ''}`, cause: causeWithoutPlace('unparsable') };
    case 'exact':
      return { sentence: 'exact', cause: causeWithoutPlace('exact') };
    case 'squares': {
      const named = errors.slice(0, NAMED).map(({ square, predicted, actual }) => {
        const what = square === part || OWN_NOUNS.has(square) ? square : `${part} ${square}`;
        return predicted === MISSING ? `sees no ${what}` : `thinks ${what} is ${predicted}, not ${actual}`;
      });
      const left = errors.length - named.length;
      if (errors.length === 0) named.push('nothing to compare with: the true state is not valid');
      if (left > 0) named.push(`${plural(left, `more ${part}`)} wrong`);
      return { sentence: named.join('; '), cause: causeWithoutPlace('swapped') };
    }
  }
}
