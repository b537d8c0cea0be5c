import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ok } from '../../../src/core/base/result.ts';
import { fnv1a } from '../../../src/core/base/text/hash.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';
import { ActionNames, modelActions, nextWords } from '../../../src/models/lab-models.ts';
import { type Model, OFFLINE_CAPABILITIES, type TokenLogprob } from '../../../src/models/model.ts';

const PIECES = ['a', 'b', 'ab', 'ba', ' ', ' a', ' b', ' ab', 'a ', '', 'z'];
const NAMES = ['a', 'b', 'ab', 'aba', 'bb', 'abb'];

/** A language model over pieces: uneven probabilities by a hash of the text so far. */
function pieceModel(seed: number): (text: string) => TokenLogprob['top'] {
  return (text) => {
    const weights = PIECES.map((piece) => (fnv1a(`${seed}|${text}|${piece}`) >>> 9) % 50);
    const sum = weights.reduce((a, b) => a + b, 0);
    return PIECES.map((token, i) => ({ token, logprob: Math.log((weights[i] ?? 0) / sum) }));
  };
}

/** The probability of each name as the next word, by writing out every text piece by piece. */
function written(model: (text: string) => TokenLogprob['top'], text: string): Map<string, number> {
  const found = new Map<string, number>();
  const write = (tail: string, p: number, steps: number): void => {
    for (const { token, logprob } of model(text + tail)) {
      const q = p * Math.exp(logprob);
      if (q === 0) continue;
      const word = (tail + token).trimStart();
      const isOver =
        token === '' || /\s/.test(word) || !NAMES.some((name) => name.length > word.length && name.startsWith(word));
      if (word === '') {
        // the same rule as the reader has: one space at most
        if (token !== '' && steps === 0) write(tail + token, q, steps + 1);
      } else if (!isOver) write(tail + token, q, steps + 1);
      else {
        const name = word.split(/\s/)[0] ?? '';
        if (NAMES.includes(name)) found.set(name, (found.get(name) ?? 0) + q);
      }
    }
  };
  write('', 1, 0);
  return found;
}

describe('the next word of a language model', () => {
  it('has the probability of all ways to write it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 10_000 }), async (seed) => {
        const model = pieceModel(seed);
        const found = await nextWords('go', new ActionNames(NAMES), (text) => Promise.resolve(ok(model(text))));
        assert.ok(found.ok);
        const all = written(model, 'go');
        for (const name of NAMES) {
          const difference = (all.get(name) ?? 0) - (found.value.probs.get(name) ?? 0);
          // beginnings with very little probability, or beyond the number of requests, are not followed
          assert.ok(difference > -1e-9 && difference < 0.03, `${name}: ${difference}`);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('asks a model for one token at a time behind the actions so far', async () => {
    const prompts: string[] = [];
    const model: Model = {
      label: 'fake',
      capabilities: () => Promise.resolve(ok({ ...OFFLINE_CAPABILITIES, topLogprobs: 20 })),
      complete({ messages, settings, isRaw }) {
        const [{ content }] = messages;
        prompts.push(content);
        assert.deepEqual([settings.maxTokens, isRaw], [1, true]);
        const top = content.endsWith('x')
          ? [
              ['3', 0.5],
              ['9', 0.5],
            ]
          : [
              [' x', 0.5],
              [' x2', 0.25],
              [' hello', 0.25],
            ];
        const tokens = top.map(([token, p]) => ({ token: String(token), logprob: Math.log(Number(p)) }));
        return Promise.resolve(
          ok({ text: 'x', finishReason: 'length' as const, logprobs: [{ token: 'x', logprob: 0, top: tokens }] }),
        );
      },
    };
    const world = findWorld('connect_four');
    assert.ok(world.ok);
    const next = modelActions(model, world.value, { prompt: 'Game: {actions}', actions: [] });
    const answer = await next.next([['x0', 'o1'], []], new AbortController().signal);
    assert.ok(answer.ok);
    assert.deepEqual(Object.fromEntries(answer.value[0].probs), { x2: 0.25, x3: 0.25 });
    assert.deepEqual(prompts.filter((prompt) => !prompt.endsWith('x')).sort(), ['Game:', 'Game: x0 o1']);
  });
});
