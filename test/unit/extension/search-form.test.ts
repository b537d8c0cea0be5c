import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import {
  choiceSummary,
  choiceTexts,
  DEFAULT_CHOICE,
  readChoice,
  SEARCH_FIELDS,
  type SearchChoice,
  treeChoice,
  worldName,
} from '../../../src/extension/search/form.ts';

const choiceOf = (value: unknown): SearchChoice => {
  const read = readChoice(value);
  assert.ok(read?.ok === true, read === undefined ? 'nothing was given' : JSON.stringify(read));
  return read.value;
};
const faultOf = (value: unknown): string => {
  const read = readChoice(value);
  assert.ok(read?.ok === false);
  return read.error;
};

describe('the choice of a search', () => {
  it('is read from arguments of any simple kind, the rest as usual', () => {
    const choice = choiceOf({ model: 'rollouts', simulations: 50, seed: '7', virtualLoss: true, timeout: 2.5 });
    assert.equal(choice.model, 'rollouts');
    assert.deepEqual(choice.settings, {
      ...DEFAULT_CHOICE.settings,
      simulations: 50,
      seed: 7,
      virtualLoss: true,
      timeout: 2500,
    });
  });

  it('reads temperatures and virtual counts', () => {
    const { settings } = choiceOf({ temperature: '0.2..0.1 by 30', virtual: '6..3' });
    assert.deepEqual(settings.temperature, { from: 0.2, to: 0.1, plies: 30 });
    assert.deepEqual(settings.virtual, { kind: 'dynamic', most: 6, least: 3 });
    assert.deepEqual(choiceOf({ temperature: '0.2..0.1 by 10' }).settings.temperature, {
      from: 0.2,
      to: 0.1,
      plies: 10,
    });
    const { settings: plain } = choiceOf({ temperature: 0.3, virtual: 3 });
    assert.deepEqual(plain.temperature, { from: 0.3, to: 0.3, plies: 0 });
    assert.deepEqual(plain.virtual, { kind: 'fixed', count: 3 });
  });

  it('is none where nothing of it is given, as when the editor hands a URI over', () => {
    for (const value of [undefined, null, 'file:///a.pgn', { scheme: 'file', path: '/a.pgn' }, {}, []])
      assert.equal(readChoice(value), undefined);
  });

  it('says which field is wrong and what it may be', () => {
    assert.equal(faultOf({ simulations: -1 }), 'simulations is a whole number from 0 to 10,000,000, not -1');
    assert.equal(faultOf({ epsilon: '1.5' }), 'epsilon is a number from 0 to 1, not "1.5"');
    assert.equal(faultOf({ seed: 1.5 }), 'seed is a whole number from 0 to 4,294,967,295, not 1.5');
    assert.equal(faultOf({ scoring: 'best' }), 'scoring is written, or max, or mean, not "best"');
    assert.match(faultOf({ virtual: '8.2' }), /^virtual is a number such as 3, or two such as 8\.\.2/);
    assert.match(faultOf({ temperature: '0.1..0.05' }), /^temperature is a number from 0 to 100/);
    assert.match(faultOf({ model: ' ' }), /^model is reference, rollouts/);
  });

  it('comes back from its texts, whatever was chosen', () => {
    const given = fc.record({
      model: fc.constantFrom('reference', 'rollouts', 'openai:x'),
      world: fc.constantFrom('rules', 'model'),
      scoring: fc.constantFrom('written', 'max', 'mean'),
      form: fc.constantFrom('FEN', 'state'),
      rollouts: fc.integer({ min: 1, max: 1_000_000 }),
      simulations: fc.integer({ min: 0, max: 10_000_000 }),
      batch: fc.integer({ min: 1, max: 4096 }),
      timeout: fc.integer({ min: 0, max: 86_400 }),
      epsilon: fc.double({ min: 0, max: 1, noNaN: true }),
      k: fc.integer({ min: 1, max: 1000 }),
      virtual: fc.oneof(
        fc.nat(999).map(String),
        fc.tuple(fc.nat(999), fc.nat(999)).map((two) => two.join('..')),
      ),
      virtualLoss: fc.boolean(),
      queueing: fc.constantFrom('rounds', 'rolling'),
      backup: fc.constantFrom('mean', 'minimax'),
      seed: fc.integer({ min: 0, max: 0xffffffff }),
    });
    fc.assert(
      fc.property(given, (value) => {
        const choice = choiceOf(value);
        assert.deepEqual(choiceOf(choiceTexts(choice)), choice);
        assert.equal(choice.settings.simulations, value.simulations);
        assert.equal(choice.settings.epsilon, value.epsilon);
      }),
    );
  });

  it('has a meaning for each word, and fields that fit what is chosen', () => {
    for (const { words = {}, read } of SEARCH_FIELDS)
      for (const word of Object.keys(words)) assert.equal(read(word, DEFAULT_CHOICE).ok, true, word);
    const names = (choice: SearchChoice) => SEARCH_FIELDS.filter(({ fits }) => fits(choice)).map(({ name }) => name);
    assert.ok(names(choiceOf({ model: 'rollouts' })).includes('rollouts'));
    assert.ok(!names(choiceOf({ model: 'rollouts' })).includes('scoring'));
    assert.ok(names(choiceOf({ model: 'openai:x', batch: 4 })).includes('virtualLoss'));
    assert.ok(!names(choiceOf({ model: 'reference' })).includes('queueing'));
  });

  it('is that of a file where a search goes on, with what was chosen last for its model', () => {
    const settings = { ...DEFAULT_SEARCH, exploration: 3, seed: 9 };
    const headerOf = (model: string) => ({ game: 'chess', state: '', played: 0, model, settings }) as const;
    const last = choiceOf({ model: 'openai:x', scoring: 'mean', exploration: 2 });
    assert.deepEqual(treeChoice(headerOf('rollouts: 12'), 'rules', last), {
      ...DEFAULT_CHOICE,
      model: 'rollouts',
      rollouts: 12,
      settings,
    });
    assert.equal(treeChoice(headerOf('reference: stockfish, depth 8'), 'rules', last).model, 'reference');
    assert.deepEqual(treeChoice(headerOf('openai:x'), 'model', last), { ...last, world: 'model', settings });
    assert.equal(treeChoice(headerOf('openai:y'), 'model', last).scoring, 'written');
  });

  it('is summed up by what is not usual', () => {
    assert.equal(choiceSummary(choiceOf({ simulations: 1000 })), '1,000 simulations');
    assert.equal(
      choiceSummary(choiceOf({ model: 'rollouts', rollouts: 4, exploration: 2 })),
      '100 simulations, rollouts 4, c 2',
    );
    assert.equal(worldName(choiceOf({ model: 'openai:x', world: 'model' })), 'openai:x, tracking states');
  });
});
