import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { getPlayerModel, type PlayerMethod, playerLabel, readPlayer } from '../../../src/core/league/players.ts';

const read = (text: string): PlayerMethod | string => {
  const found = readPlayer(text);
  return found.ok ? found.value : found.error;
};

const refusal = (text: string): string => {
  const found = readPlayer(text);
  return found.ok ? '' : found.error;
};

describe('players by name', () => {
  it('are read as what they are called', () => {
    const model = 'builtin:mav-small';
    assert.deepEqual(read('random'), { kind: 'random' });
    assert.deepEqual(read(' rollouts:50 '), { kind: 'rollouts', simulations: 50 });
    assert.deepEqual(read('reference'), { kind: 'reference', depth: undefined });
    assert.deepEqual(read('reference:4'), { kind: 'reference', depth: 4 });
    assert.deepEqual(read(`${model}/raw`), { kind: 'raw', model });
    assert.deepEqual(read(`${model}/search:100`), { kind: 'search', model, simulations: 100, world: 'rules' });
    assert.deepEqual(read(`${model}/search:100:rules`), read(`${model}/search:100`));
    assert.deepEqual(read(`${model}/search:0:model`), { kind: 'search', model, simulations: 0, world: 'model' });
    assert.deepEqual(read(`${model}/internal:3x1`), { kind: 'internal', model, breadth: 3, depth: 1 });
  });

  it('may ask models whose labels have colons and slashes of their own', () => {
    for (const model of ['onnx:test/fixtures/mav-tiny', 'openai:org/model:v2', 'reference:rules', 'onnx:./raw/x']) {
      assert.deepEqual(read(`${model}/search:8`), { kind: 'search', model, simulations: 8, world: 'rules' });
      assert.deepEqual(read(model), { kind: 'raw', model }, 'a label alone is the raw best action');
    }
    assert.equal(getPlayerModel({ kind: 'raw', model: 'a:b' }), 'a:b');
    assert.equal(getPlayerModel({ kind: 'random' }), undefined);
  });

  it('are refused with what they may be', () => {
    assert.match(refusal('nobody'), /"nobody" is no player: expected random, rollouts:N, /);
    assert.match(refusal('rollouts:0'), /rollouts are from 1 to 1,000,000/);
    assert.match(refusal('reference:99'), /a depth is from 1 to 60/);
    assert.match(refusal('a:b/internal:3'), /internal:BREADTHxDEPTH, each from 1 to 20/);
    assert.match(refusal('a:b/internal:0x1'), /internal:BREADTHxDEPTH/);
    assert.match(refusal('a:b/search:x'), /search:M, search:M:rules or search:M:model/);
    assert.match(refusal('a:b/search:5:world'), /search:M, search:M:rules or search:M:model/);
  });

  it('have labels that are read as them', () => {
    const model = fc.constantFrom('a:b', 'onnx:some/folder', 'openai:org/m:1');
    const count = fc.integer({ min: 1, max: 20 });
    const method: fc.Arbitrary<PlayerMethod> = fc.oneof(
      fc.constant({ kind: 'random' } as const),
      count.map((simulations) => ({ kind: 'rollouts', simulations }) as const),
      fc.option(count, { nil: undefined }).map((depth) => ({ kind: 'reference', depth }) as const),
      model.map((label) => ({ kind: 'raw', model: label }) as const),
      fc
        .tuple(model, count, fc.constantFrom('rules' as const, 'model' as const))
        .map(([label, simulations, world]) => ({ kind: 'search', model: label, simulations, world }) as const),
      fc
        .tuple(model, count, count)
        .map(([label, breadth, depth]) => ({ kind: 'internal', model: label, breadth, depth }) as const),
    );
    fc.assert(fc.property(method, (one) => assert.deepEqual(read(playerLabel(one)), one)));
  });
});
