import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Outcome } from '../../core/base/automaton.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { BUCKETS, bucketToken, toBucket } from '../../core/mav/values.ts';
import type { DecodingSettings, TokenLogprob } from '../model.ts';
import { type ChosenToken, chooseToken } from '../onnx/sampler.ts';
import type { BoardAction, BoardGame, BoardState } from './board-game.ts';
import type { Look } from './board-network.ts';

/** An alternative of a piece of text, with the natural logarithm of its probability. */
export interface TextChance {
  readonly token: string;
  readonly logprob: number;
}

/** The text of an answer, in pieces with the probabilities that the network gives them. */
export class AnswerText {
  readonly #pieces: TokenLogprob[] = [];

  /** Adds text that nothing decides: it is certain. */
  add(text: string): void {
    if (text !== '') this.#pieces.push({ token: text, logprob: 0, top: [{ token: text, logprob: 0 }] });
  }

  /** Adds text that the network decided, with its alternatives, the likeliest first. */
  decide(token: string, logprob: number, top: readonly TextChance[] = [{ token, logprob }]): void {
    this.#pieces.push({ token, logprob, top });
  }

  get text(): string {
    return this.#pieces.map(({ token }) => token).join('');
  }

  /** The pieces, which together are the text. */
  get pieces(): readonly TokenLogprob[] {
    return this.#pieces;
  }
}

/** An action that looks legal, with its value. */
interface ReadAction {
  readonly action: BoardAction;
  /** Probability that its squares are those of a legal action. */
  readonly chance: number;
  /** Win probability of the mover, 0 to 1: the mean over the buckets. */
  readonly value: number;
  /** Probabilities of the 64 buckets. */
  readonly shares: Float64Array;
}

/** Reading of a state: its actions, the best first; or, if none looks legal, the result. */
export type ListReading =
  | { readonly kind: 'actions'; readonly actions: readonly ReadAction[] }
  | { readonly kind: 'over'; readonly outcome: Outcome };

/**
 * Reads the actions of a state with their values, the best first. If none looks legal, the result is read off the same board with the other
 * side to move.
 */
export async function readList(game: BoardGame, state: BoardState, look: Look): Promise<ListReading> {
  const { found } = await look(state.codes, undefined);
  const actions = found.flatMap((pair) =>
    game.actionsOf(pair, state).map((action): ReadAction => {
      const row = action.promotion * BUCKETS;
      const shares = softmax(pair.worth.subarray(row, row + BUCKETS));
      const value = shares.reduce((sum, share, bucket) => sum + (share * (bucket + 0.5)) / BUCKETS, 0);
      return { action, chance: pair.chance, value, shares };
    }),
  );
  if (actions.length === 0) {
    const replies = await look(game.passed(state).codes, undefined);
    return { kind: 'over', outcome: game.outcome(state, replies.found) };
  }
  return {
    kind: 'actions',
    actions: actions.sort((a, b) => b.value - a.value || game.compare(a.action, b.action, state)),
  };
}

/** A state that was read off, with the choice for each square as the side that moved sees them. */
export interface StepReading {
  readonly state: BoardState;
  readonly squares: readonly ChosenToken[];
}

/** Reads the state after an action: each square its likeliest code, or one drawn at the temperature of the settings. */
export async function readStep(
  game: BoardGame,
  state: BoardState,
  action: BoardAction,
  look: Look,
  settings: DecodingSettings,
  random: RandomGenerator,
): Promise<StepReading> {
  const { next } = await look(state.codes, action);
  const { temperature, topP } = settings;
  const sampling = {
    topLogprobs: game.codes,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
  };
  const squares = Array.from(state.codes, (_, square) =>
    chooseToken(next.subarray(square * game.codes, (square + 1) * game.codes), sampling, random),
  );
  const codes = Uint8Array.from(squares, ({ id }) => id);
  return { state: game.after(state, action, codes), squares };
}

function softmax(logits: Float32Array): Float64Array {
  const most = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const shares = Float64Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / sum);
}

/** Returns the token of a value and its alternatives, the likeliest first. The written bucket is that of the mean. */
export function valueToken(
  { value, shares }: ReadAction,
  dialect: MavDialect,
): {
  readonly token: string;
  readonly logprob: number;
  readonly top: readonly TextChance[];
} {
  const top = Array.from(shares, (share, bucket) => ({
    token: bucketToken(bucket + dialect.base, dialect),
    logprob: Math.log(share),
  })).sort((a, b) => b.logprob - a.logprob);
  const bucket = toBucket(value, dialect);
  return { token: bucketToken(bucket, dialect), logprob: Math.log(shares[bucket - dialect.base] ?? 0), top };
}
