import { SINK } from '../base/automaton.ts';
import { type Cancellation, NEVER } from '../base/cancellation.ts';
import { err, ok, type Result } from '../base/result.ts';
import { mean } from '../base/stats/descriptive.ts';
import { AffordanceScorer } from './affordance.ts';
import type { Affordance, AffordanceOptions } from './affordance-options.ts';
import { COMPARED_GAMES, type ComparedGame, type GameAdapter } from './compared-games.ts';
import type { Comparison, ConditionalScores, DepthPair, NamedMove, TextComparison } from './comparison.ts';
import type { StopReason } from './exact.ts';
import { isUnread } from './fen-reading.ts';
import type { PairInput, PairReading, TextOptions } from './pair-reading.ts';
import { UNREAD_TEXT, unreadText } from './sentence/answer-text.ts';
import type { SetScores } from './set-based.ts';
import { verdictLine } from './wording.ts';

export interface CompareOptions extends TextOptions {
  /** Options of p_m and r_m: m, method, N, seed and so on. */
  readonly affordance?: Partial<AffordanceOptions>;
  /** True to score the predicted board with true fields too; default true. It costs nothing where that changes nothing. */
  readonly conditional?: boolean;
  /** True to compute set-based precision and recall at depth m; default false. */
  readonly setBased?: boolean;
  /** True to list the lost and invented moves at depth 1; default false. */
  readonly moves?: boolean;
}

/** Compares many pairs of one game; it keeps the scorer's tables between pairs. Use one a thread. */
export class PairComparer {
  readonly #game: GameAdapter<unknown>;
  readonly #scorer: AffordanceScorer<unknown>;

  /** @param game name of the game, or the reader of pairs of its states */
  constructor(game: ComparedGame | GameAdapter<unknown>) {
    this.#game = typeof game === 'string' ? COMPARED_GAMES[game] : game;
    this.#scorer = new AffordanceScorer(this.#game.automaton, this.#game.policies);
  }

  /** Returns the cheap part: verdict, reason, string metrics, errors, blame, lag. */
  text(input: PairInput, options: TextOptions = {}): TextComparison {
    if (!isUnread(input.predictedFen)) return this.#game.read(input, options).text;
    const { text } = this.#game.read({ ...input, predictedFen: undefined }, options);
    const { text: sentence, cause } = unreadText(input.answer);
    return { ...text, verdict: 'unread', reason: UNREAD_TEXT, sentence, cause };
  }

  /**
   * Returns every metric of a pair. The error is `budget` only when `options.affordance` asks for method `exact` with a
   * finite node budget and it runs out, `cancelled` after a cancellation, `unread` for an answer whose state is not
   * known.
   */
  compare(
    input: PairInput,
    options: CompareOptions = {},
    cancel: Cancellation = NEVER,
  ): Result<Comparison, StopReason | 'unread'> {
    if (isUnread(input.predictedFen)) return err('unread');
    const pair = this.#game.read(input, options);
    const { trueState, predictedState, text } = pair;
    const scored = this.#scorer.score(trueState, predictedState, options.affordance, cancel);
    if (!scored.ok) return scored;
    const conditional = this.#conditional(pair, scored.value, options, cancel);
    if (!conditional.ok) return conditional;
    const setBased = options.setBased === true ? this.#setBased(pair, options, cancel) : ok(null);
    if (!setBased.ok) return setBased;
    const moves = options.moves === true ? this.#moves(trueState, predictedState) : { lost: null, invented: null };
    const { p, r, method, exactDepths, samples = null, seed = null, standardError = null } = scored.value;
    const { guided = null, target = null } = scored.value;
    const m = p.length;
    const vacuous = { p: this.#vacuous(predictedState, p), r: this.#vacuous(trueState, r) };
    const scores = { m, p, r, samples, standardError, conditional: conditional.value, vacuous };
    const isHollow = vacuous.p && vacuous.r && !this.#sameFuture(trueState, predictedState);
    return ok({
      ...text,
      ...scores,
      method,
      exactDepths,
      guided,
      target,
      f: isHollow ? p.map(() => 0) : jointScores({ p, r }),
      seed,
      setBased: setBased.value,
      depthMean: { p: mean(p) ?? 0, r: mean(r) ?? 0 },
      acceptance: { p: conditionalAcceptance(p), r: conditionalAcceptance(r) },
      decay: { p: fittedDecay(p), r: fittedDecay(r) },
      movesLost: moves.lost,
      movesInvented: moves.invented,
      verdictText: verdictLine(text, { ...scores, verdict: text.verdict, errors: text.errors }),
    });
  }

  #conditional(
    { trueState, predictedState, conditional }: PairReading<unknown>,
    strict: Affordance,
    options: CompareOptions,
    cancel: Cancellation,
  ): Result<Comparison['conditional'], StopReason> {
    if (options.conditional === false) return ok(null);
    const known: { state: unknown; scores: ConditionalScores }[] = [
      { state: predictedState, scores: scoresOf(strict) },
    ];
    const score = (fen: string): Result<ConditionalScores, StopReason> => {
      const parsed = this.#game.automaton.parse(fen);
      const state = parsed.ok ? parsed.value : SINK;
      const same = known.find((k) => this.#sameFuture(k.state, state));
      if (same !== undefined) return ok(same.scores);
      const scored = this.#scorer.score(trueState, state, options.affordance, cancel);
      if (!scored.ok) return scored;
      const scores = scoresOf(scored.value);
      known.push({ state, scores });
      return ok(scores);
    };
    const states = conditional();
    if (states === undefined) return ok({ trueSide: scoresOf(strict), boardOnly: scoresOf(strict) });
    const trueSide = score(states.trueSide);
    if (!trueSide.ok) return trueSide;
    const boardOnly = score(states.boardOnly);
    return boardOnly.ok ? ok({ trueSide: trueSide.value, boardOnly: boardOnly.value }) : boardOnly;
  }

  #sameFuture(a: unknown, b: unknown): boolean {
    if (a === SINK || b === SINK) return a === b;
    return this.#game.automaton.key(a) === this.#game.automaton.key(b);
  }

  /** Computes the set-based scores; an exceeded budget omits them alone. */
  #setBased(
    { trueState, predictedState }: PairReading<unknown>,
    options: CompareOptions,
    cancel: Cancellation,
  ): Result<SetScores | null, StopReason> {
    const scores = this.#scorer.setBased(trueState, predictedState, options.affordance, cancel);
    return scores.ok || scores.error === 'cancelled' ? scores : ok(null);
  }

  #moves(truth: unknown, predicted: unknown): { lost: readonly NamedMove[]; invented: readonly NamedMove[] } {
    const { automaton } = this.#game;
    const [inTruth, inPredicted] = [automaton.legal(truth), automaton.legal(predicted)];
    return {
      lost: truth === SINK ? [] : this.#game.movesOnlyIn(truth, inTruth, inPredicted),
      invented: predicted === SINK ? [] : this.#game.movesOnlyIn(predicted, inPredicted, inTruth),
    };
  }

  /** Returns true if a score of 1 rests on no move at all. */
  #vacuous(sampled: unknown, scores: readonly number[]): boolean {
    return sampled !== SINK && scores.at(-1) === 1 && this.#game.automaton.outcome(sampled) !== undefined;
  }
}

/** Returns the harmonic means of p and r by depth; 0 where either is 0. */
export const jointScores = ({ p, r }: DepthPair): number[] =>
  p.map((precision, i) => harmonicMean(precision, r[i] ?? 0));

const harmonicMean = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : (2 * a * b) / (a + b));

const scoresOf = ({ p, r, samples }: Affordance): ConditionalScores => ({ p, r, exact: samples === undefined });

/** Compares one pair; for many, keep a `PairComparer`. */
export function compareStates(
  input: PairInput & { readonly variant: ComparedGame },
  options: CompareOptions = {},
  cancel: Cancellation = NEVER,
): Result<Comparison, StopReason | 'unread'> {
  return new PairComparer(input.variant).compare(input, options, cancel);
}

/**
 * Returns v_i = p_i / p_(i-1), with p_0 = 1: the share of sequences still alive that survive one more action (section
 * 4.1). Null after a depth that nothing reaches, where it is 0 / 0.
 *
 * @param scores p_1..p_m
 */
export function conditionalAcceptance(scores: readonly number[]): (number | null)[] {
  let before = 1;
  return scores.map((score) => {
    const v = before === 0 ? null : score / before;
    before = score;
    return v;
  });
}

/**
 * Returns the decay lambda of p_i = exp(-lambda i) (section 4): least squares on log p_i through p_0 = 1. 0 or more;
 * null when a score is 0, since no finite lambda fits.
 */
export function fittedDecay(scores: readonly number[]): number | null {
  let products = 0;
  let squares = 0;
  for (const [i, score] of scores.entries()) {
    if (score <= 0) return null;
    products -= (i + 1) * Math.log(score);
    squares += (i + 1) ** 2;
  }
  return squares === 0 ? null : Math.max(0, products / squares);
}

/**
 * Returns N of independent playouts for a relative standard error: (1 - p) / (p e^2), from the Bernoulli variance
 * (section 4). 0 when p is 1; Infinity when p is 0.
 *
 * @param relativeError standard error over p, above 0
 */
export function independentSamplesNeeded(p: number, relativeError: number): number {
  return p <= 0 ? Infinity : Math.ceil((1 - p) / (p * relativeError ** 2));
}

/**
 * Returns N of the intermediate estimator for a standard error e, from the paper's error sum (1 - v_i) sqrt(v_i / N)
 * (section 4.1). Infinity when the sequences die out within the depth.
 */
export function intermediateSamplesNeeded(scores: readonly number[], error: number): number {
  let sum = 0;
  for (const v of conditionalAcceptance(scores)) {
    if (v === null || v === 0) return Infinity;
    sum += Math.max(0, 1 - v) * Math.sqrt(v);
  }
  return Math.ceil((sum / error) ** 2);
}
