import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareAfterMoves, compareStates, scoreText } from '../../../src/api/metrics.ts';
import { cli } from '../../support/run-cli.ts';

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const NO_QUEEN = 'rnb1kbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

const code = (of: () => unknown): string | undefined => {
  try {
    of();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('statelens/metrics', () => {
  it('compares states as the command does', async () => {
    const { stdout } = await cli(['compare', AFTER_E4, NO_QUEEN, '--json', '-m', '3']);
    const expected = JSON.parse(stdout) as Record<string, unknown>;
    const own = compareStates(AFTER_E4, NO_QUEEN, { depth: 3 });
    for (const name of ['p', 'r', 'f', 'verdict', 'sentence', 'valid', 'boardAccuracy', 'wrongSquares', 'editDistance'])
      assert.deepEqual(own[name as keyof typeof own], expected[name], name);
    assert.deepEqual([own.isExact, own.movesInvented, own.cause], [true, ['Kd8'], 'lost']);
  });

  it('compares with the state after moves, and knows then what is stale', () => {
    const own = compareAfterMoves(['e4', 'e5'], AFTER_E4, { depth: 1 });
    assert.deepEqual(
      [own.trueState.split(' ')[0], own.verdict],
      ['rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR', 'squares'],
    );
    assert.notEqual(own.cause, compareStates(own.trueState, AFTER_E4, { depth: 1 }).cause);
    const stones = compareAfterMoves('x3 o3', 'x || . . . ||', { game: 'connect_four', depth: 1 });
    assert.deepEqual([stones.valid, stones.p], [false, [0]]);
  });

  it('gives an answer without a state 0, and one that cannot be read no number', () => {
    for (const none of [null, '', ' ? ']) {
      const { verdict, p, predictedState } = compareStates(AFTER_E4, none, { depth: 2 });
      assert.deepEqual([verdict, p, predictedState], ['none', [0, 0], null]);
    }
    const unread = compareStates(AFTER_E4, '??');
    assert.deepEqual(
      [unread.verdict, unread.p, unread.r, unread.f, unread.isExact],
      ['unread', null, null, null, false],
    );
  });

  it('throws coded errors for mistakes of the caller', () => {
    assert.equal(
      code(() => compareStates('no state', AFTER_E4)),
      'bad-state',
    );
    assert.equal(
      code(() => compareStates(AFTER_E4, AFTER_E4, { depth: 0 })),
      'bad-option',
    );
    assert.equal(
      code(() => compareStates(AFTER_E4, AFTER_E4, { depth: 1.5 })),
      'bad-option',
    );
    assert.equal(
      code(() => compareStates(AFTER_E4, AFTER_E4, { game: 'go' as 'chess' })),
      'bad-option',
    );
    assert.equal(
      code(() => compareStates(AFTER_E4, AFTER_E4, { method: 'fast' as 'auto' })),
      'bad-option',
    );
    assert.equal(
      code(() => compareAfterMoves('e4 e4', AFTER_E4)),
      'bad-moves',
    );
    assert.equal(
      code(() => compareAfterMoves('e4', AFTER_E4, { start: 'x' })),
      'bad-request',
    );
    assert.equal(
      code(() => scoreText('hello')),
      'bad-option',
    );
  });

  it('never throws for what a model wrote', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...Array.from('rnbqkp/8 wKQ-?0')) })),
        (text) => {
          const { p, verdict } = compareStates(AFTER_E4, text, { depth: 1 });
          assert.equal(p === null, verdict === 'unread');
        },
      ),
    );
  });

  it('scores the predictions of a file with their ranges', () => {
    const text = fs.readFileSync('samples/world-cup.pgn', 'utf8').slice(0, 40_000);
    const scored = scoreText(text, { depth: 1, fileName: 'world-cup.pgn' });
    assert.ok(scored.length > 5);
    for (const { start, end, line, model, game, comparison } of scored) {
      assert.match(text.slice(start, end), /^\[%pfen \S+ [^\]]*\]$/);
      assert.ok(text.slice(start, end).includes(model));
      assert.equal(text.slice(0, start).split('\n').length, line);
      assert.ok(game >= 1 && comparison !== null);
    }
  });

  it('says why a prediction is not scored', () => {
    const [own] = scoreText(`1. e4 e5 2. Ke3 { [%pfen gpt-4o@ask#2!doubtful ${AFTER_E4}] } *`, { language: 'pgn' });
    assert.deepEqual([own?.comparison, own?.unscored], [null, '2.Ke3 above is illegal']);
    assert.deepEqual([own?.model, own?.template, own?.sample, own?.note], ['gpt-4o', 'ask', '2', 'doubtful']);
    assert.deepEqual([own?.game, own?.ply, own?.move], [1, 3, 'Ke3']);
  });
});
