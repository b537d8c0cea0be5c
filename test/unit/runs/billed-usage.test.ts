import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ok } from '../../../src/core/base/result.ts';
import { Spending } from '../../../src/core/evaluation/runs/spending.ts';
import { billedUsage, leastTokens, type StatedUsage } from '../../../src/core/evaluation/runs/usage.ts';
import type { Model } from '../../../src/models/model.ts';
import { AdaptiveLimit } from '../../../src/models/runs/adaptive-limit.ts';
import { runTasks } from '../../../src/models/runs/run-engine.ts';
import { modelThat, NEVER, optionsOf, tasksOf } from './run-support.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const tokensOf = (stated: StatedUsage, written = FEN, prompt?: string) => {
  const { usage } = billedUsage(stated, prompt === undefined ? { written } : { prompt, written });
  return [usage?.inputTokens, usage?.outputTokens, usage?.reasoningTokens];
};

describe('the tokens that a request is billed for', () => {
  it('hold the reasoning that a server states beside its answer', () => {
    for (const [stated, expected] of [
      // as OpenAI counts: reasoning is part of the output
      [{ input: 50, output: 920, total: 970, reasoning: 900 }, [50, 920, 900]],
      // xAI: beside it, in the total
      [{ input: 32, output: 9, total: 135, reasoning: 94 }, [32, 103, 94]],
      // Gemini: in the total alone
      [{ input: 20, output: 424, total: 1016 }, [20, 996, undefined]],
      // gateways: no output for thoughts that ran out of tokens
      [{ input: 21, output: 0, total: 81, reasoning: 60 }, [21, 60, 60]],
      // without a total an output that cannot hold the reasoning excludes it
      [{ input: 50, output: 20, reasoning: 900 }, [50, 920, 900]],
      [{ input: 50, output: 20, reasoning: 5 }, [50, 20, 5]],
      [{ input: '50', output: '20' }, [50, 20, undefined]],
      [{ input: 50, total: 70 }, [50, 20, undefined]],
    ] as const)
      assert.deepEqual(tokensOf(stated), expected, JSON.stringify(stated));
  });

  it('are unknown where a server states none for a text', () => {
    assert.deepEqual(tokensOf({ input: 0, output: 0 }), [undefined, undefined, undefined]);
    assert.deepEqual(tokensOf({ input: 0, output: 0, total: 0 }, 'thoughts'), [undefined, undefined, undefined]);
    assert.deepEqual(tokensOf({ input: 9, output: 0 }, ''), [9, 0, undefined]);
    assert.deepEqual(tokensOf({ input: -4, output: 1.5 }), [undefined, undefined, undefined]);
  });

  it('are never fewer than any tokenizer needs, and the server is doubted then', () => {
    const prompt = 'Give the position after these moves. '.repeat(20);
    const { usage, doubt } = billedUsage({ input: 1, output: 1 }, { prompt, written: FEN });
    assert.deepEqual([usage?.inputTokens, usage?.outputTokens], [leastTokens(prompt), leastTokens(FEN)]);
    assert.equal(doubt, '1 token for a prompt of 740 characters, 1 token for an answer of 56 characters');
    assert.equal(billedUsage({ input: 400, output: 30 }, { prompt, written: FEN }).doubt, undefined);
    assert.equal(leastTokens('-'.repeat(1000)), 1);
  });

  it('are at least each number that a server states, whatever it leaves out', () => {
    const count = fc.option(fc.nat(100_000), { nil: undefined });
    fc.assert(
      fc.property(count, count, count, count, fc.string(), (input, output, total, reasoning, written) => {
        const { usage } = billedUsage({ input, output, total, reasoning }, { written });
        const billed = usage?.outputTokens;
        if (billed === undefined) return;
        assert.ok(billed >= (output ?? 0) && billed >= (reasoning ?? 0) && billed >= leastTokens(written));
        if (total !== undefined && input !== undefined) assert.ok(input + billed >= total);
      }),
    );
  });
});

/** What a server bills, and how it states that. */
const STATEMENTS: readonly ((input: number, answer: number, reasoning: number) => StatedUsage)[] = [
  (input, answer, reasoning) => ({ input, output: answer + reasoning, total: input + answer + reasoning, reasoning }),
  (input, answer, reasoning) => ({ input, output: answer, total: input + answer + reasoning, reasoning }),
  (input, answer, reasoning) => ({ input, output: answer, total: input + answer + reasoning }),
  (input, answer, reasoning) => ({ input, total: input + answer + reasoning }),
  () => ({ input: 0, output: 0, total: 0 }),
  () => ({}),
];

describe('a limit of tokens', () => {
  it('holds for what the server counts, but for one request of each worker', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(STATEMENTS.length - 1), fc.nat(900)), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 100, max: 20_000 }),
        async (kinds, concurrency, maxTokensTotal) => {
          const billed: number[] = [];
          const model: Model = modelThat((request, n) => {
            const [kind, reasoning] = kinds[n % kinds.length];
            const prompt = request.messages.map(({ content }) => content).join('');
            const [input, answer] = [Math.ceil(prompt.length / 3), 30];
            billed.push(input + answer + reasoning);
            const stated = STATEMENTS[kind](input, answer, reasoning);
            const { usage } = billedUsage(stated, { prompt, written: FEN });
            return ok({ text: FEN, finishReason: 'stop', ...(usage === undefined ? {} : { usage }) });
          });
          const base = optionsOf(model, () => Promise.resolve());
          const spending = new Spending({ maxTokensTotal }, undefined);
          const limit = new AdaptiveLimit(concurrency, base.clock, 1);
          const settings = { maxTokens: 40 };
          await runTasks(
            tasksOf().ofNumbers(tasksOf().numbersOf(undefined)),
            { ...base, concurrency, spending, limit, settings },
            NEVER,
          );
          const sum = billed.reduce((all, one) => all + one, 0);
          const most = maxTokensTotal + concurrency * Math.max(0, ...billed);
          assert.ok(sum <= most, `${sum} billed at a limit of ${maxTokensTotal}, ${concurrency} at a time`);
        },
      ),
      { numRuns: 200 },
    );
  });
});
