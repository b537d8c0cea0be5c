import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fenToNative } from '../../../src/core/mav/native-chess.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { readTrackedLabel, trackedModel } from '../../../src/core/search/language-model.ts';
import { rolloutModel, rulesForGame } from '../../../src/core/search/rule-models.ts';
import { runSearch } from '../../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from '../../../src/core/search/world-model.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
/** The pawn moved one square too short. */
const AFTER_E3 = 'rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const never = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} };

/** Values that say what they were asked for. */
function noting(): WorldModel & { readonly asked: EvaluationRequest[] } {
  const asked: EvaluationRequest[] = [];
  return {
    label: 'reference: a test',
    asked,
    evaluate: (batch) =>
      batch.map((request): Promise<Evaluation> => {
        asked.push(request);
        return Promise.resolve({ kind: 'state', state: request.state, actions: [{ action: 'a7a6', value: 0.5 }] });
      }),
  };
}

const asking = (answer: string | { readonly fault: string }) => {
  const prompts: string[] = [];
  const values = noting();
  const complete = (prompt: string) => {
    prompts.push(prompt);
    return Promise.resolve(typeof answer === 'string' ? { text: answer } : answer);
  };
  const evaluate = (form: 'state' | 'FEN', request: EvaluationRequest) =>
    trackedModel('m', complete, { form, dialect: PUBLISHED_DIALECT }, values).evaluate([request], never)[0];
  return { prompts, values, evaluate };
};
const MOVE: EvaluationRequest = { game: 'chess', state: START, action: 'e2e4' };

describe('a search in which a model tracks the states, and has the values of another world', () => {
  it('asks the model for states alone, and for the values of the state that it wrote', async () => {
    for (const [form, answer] of [
      ['FEN', `[%FEN ${AFTER_E3}]\n`],
      ['state', `[%state ${fenToNative(AFTER_E3)}]\n`],
    ] as const) {
      const { prompts, values, evaluate } = asking(answer);
      const said = await evaluate(form, MOVE);
      const prev = form === 'FEN' ? `[%prev_FEN ${START}]` : `[%prev_state ${fenToNative(START)}]`;
      assert.deepEqual(prompts, [
        `<mav game=chess> %prev_${form} %prev_action %${form} </mav>\n${prev}\n[%prev_action e2e4]\n`,
      ]);
      // castling rights and counters, too
      assert.deepEqual(values.asked, [{ game: 'chess', state: AFTER_E3 }]);
      assert.deepEqual(said, {
        kind: 'state',
        state: AFTER_E3,
        actions: [{ action: 'a7a6', value: 0.5 }],
        text: answer,
      });
    }
  });

  it('asks nothing about the root, whose state is given', async () => {
    const { prompts, values, evaluate } = asking('');
    await evaluate('FEN', { game: 'chess', state: START });
    assert.deepEqual([prompts, values.asked], [[], [{ game: 'chess', state: START }]]);
  });

  it('counts an answer without a state as a hallucination, with its text, and a fault as a fault', async () => {
    for (const [answer, reason] of [
      ['I do not know.\n', /^no state$/],
      [`[%FEN ${AFTER_E4.slice(0, 20)}`, /^cut off/],
      ['[%FEN 9/8/8/8/8/8/8/8 b - - 0 1]\n', /^not a state/],
      ['', /^no state$/],
    ] as const) {
      const { values, evaluate } = asking(answer);
      const said = await evaluate('FEN', MOVE);
      assert.ok(said?.kind === 'hallucination', answer);
      assert.match(said.reason, reason);
      assert.deepEqual([said.text, values.asked], [answer, []]);
    }
    assert.deepEqual(await asking({ fault: 'no network' }).evaluate('FEN', MOVE), {
      kind: 'fault',
      message: 'no network',
    });
  });

  it('is told apart from the true states in the tree', async () => {
    const wrong = `[%FEN ${AFTER_E3}]\n`;
    const rules = rulesForGame('chess');
    const complete = (prompt: string) => {
      const [, from = '', action = ''] = /\[%prev_FEN ([^\]]+)\]\n\[%prev_action ([^\]]+)\]/.exec(prompt) ?? [];
      return Promise.resolve({ text: action === 'e2e4' ? wrong : `[%FEN ${rules(from, action)}]\n` });
    };
    const options = { form: 'FEN', dialect: PUBLISHED_DIALECT } as const;
    const done = await runSearch({
      root: { game: 'chess', state: START, played: 0 },
      model: trackedModel('m', complete, options, rolloutModel()),
      settings: { ...DEFAULT_SEARCH, simulations: 60, k: 20, epsilon: 1, timeout: 0 },
      clock: { now: () => 0, after: (_, call) => (queueMicrotask(call), () => {}) },
      signal: never,
      rules,
    });
    assert.ok(done.ok);
    const below = (node: SearchNode): SearchNode[] => [
      node,
      ...node.children.flatMap((child) => (child ? below(child) : [])),
    ];
    const nodes = below(done.value.tree.root);
    const parted = nodes.filter(({ state, truth }) => truth !== state);
    assert.ok(parted.length > 0 && parted.length < nodes.length);
    assert.ok(parted.some(({ state, truth }) => state === AFTER_E3 && truth === AFTER_E4));
  });

  it('is named by the model and its values', () => {
    assert.equal(
      trackedModel('m', () => Promise.resolve({ text: '' }), { form: 'FEN', dialect: PUBLISHED_DIALECT }, noting())
        .label,
      'm with reference: a test',
    );
    assert.deepEqual(readTrackedLabel('m with it with reference: a test'), {
      model: 'm with it',
      values: 'reference: a test',
    });
    for (const other of ['reference: with depth 3', 'rollouts: 10', 'm with love', 'm'])
      assert.equal(readTrackedLabel(other), undefined, other);
  });
});
