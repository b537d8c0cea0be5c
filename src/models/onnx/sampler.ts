import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { DecodingSettings } from '../model.ts';

/** A chosen token with the likeliest ones at its position. Natural logarithms of probabilities. */
export interface ChosenToken {
  readonly id: number;
  readonly logprob: number;
  readonly top: readonly { readonly id: number; readonly logprob: number }[];
}

type Sampling = Pick<DecodingSettings, 'temperature' | 'topP' | 'topLogprobs'>;

/**
 * Chooses the next token. Without a temperature, or with 0, it is the likeliest one, the first among equals; else it is drawn at that
 * temperature from the likeliest ones that together have `topP` of the probability. Log probabilities are those of the model itself,
 * whatever the temperature.
 *
 * @param logits one per token of the vocabulary; NaN counts as impossible
 */
export function chooseToken(logits: Float32Array, settings: Sampling, random: RandomGenerator): ChosenToken {
  const { temperature = 0, topP = 1, topLogprobs = 0 } = settings;
  const norm = logSumExp(logits, 1);
  const id = temperature <= 0 ? argMax(logits) : draw(logits, temperature, topP, random);
  const top = topLogprobs === 0 ? [] : likeliest(logits, topLogprobs);
  const logprob = (token: number): number => readLogit(logits, token) - norm;
  return { id, logprob: logprob(id), top: top.map((other) => ({ id: other, logprob: logprob(other) })) };
}

const readLogit = (logits: Float32Array, id: number): number => logits[id] ?? Number.NaN;

function argMax(logits: Float32Array): number {
  let best = 0;
  let most = readLogit(logits, 0);
  for (let id = 1; id < logits.length; id++) {
    const logit = readLogit(logits, id);
    if (logit > most || Number.isNaN(most)) {
      best = id;
      most = logit;
    }
  }
  return best;
}

function logSumExp(logits: Float32Array, scale: number): number {
  const most = readLogit(logits, argMax(logits));
  let sum = 0;
  for (const logit of logits) if (!Number.isNaN(logit)) sum += Math.exp((logit - most) * scale);
  return most * scale + Math.log(sum);
}

function draw(logits: Float32Array, temperature: number, topP: number, random: RandomGenerator): number {
  const scale = 1 / temperature;
  const norm = logSumExp(logits, scale);
  const share = (id: number): number => {
    const logit = readLogit(logits, id);
    return Number.isNaN(logit) ? 0 : Math.exp(logit * scale - norm);
  };
  const ids = topP < 1 ? nucleus(logits, share, topP) : logits.keys();
  const kept = [...ids];
  let left = unit(random) * kept.reduce((sum, id) => sum + share(id), 0);
  for (const id of kept) {
    left -= share(id);
    if (left < 0) return id;
  }
  return argMax(logits);
}

/** Returns a number uniform in [0, 1). */
const unit = (random: RandomGenerator): number => uniformInt(random, 0, 0xffffffff) / 2 ** 32;

/** Returns the likeliest tokens that together have this much of the probability, at least one. */
function nucleus(logits: Float32Array, share: (id: number) => number, topP: number): number[] {
  const sorted = [...logits.keys()].sort((a, b) => share(b) - share(a) || a - b);
  let sum = 0;
  const end = sorted.findIndex((id) => (sum += share(id)) >= topP);
  return end < 0 ? sorted : sorted.slice(0, end + 1);
}

/** Returns the ids of the highest logits in descending order; a few of very many, so they are inserted one by one. */
function likeliest(logits: Float32Array, most: number): number[] {
  const found: number[] = [];
  const known = (at: number): number => readLogit(logits, found[at] ?? 0);
  for (let id = 0; id < logits.length; id++) {
    const logit = readLogit(logits, id);
    if (Number.isNaN(logit)) continue;
    if (found.length === most && logit <= known(most - 1)) continue;
    let at = found.length;
    while (at > 0 && known(at - 1) < logit) at--;
    found.splice(at, 0, id);
    if (found.length > most) found.pop();
  }
  return found;
}
