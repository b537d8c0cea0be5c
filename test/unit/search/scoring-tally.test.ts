import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ScoringTally, tallyText } from '../../../src/core/search/world-model.ts';

const textOf = (...masses: readonly (number | undefined)[]): string => {
  const tally = new ScoringTally();
  for (const mass of masses) tally.add(mass);
  return tallyText(tally);
};

describe('how the values of a search were read, in a line', () => {
  it('says how much of the probabilities is known, unless all of it is', () => {
    assert.equal(textOf(1, 0.99996), '2 values scored by token probabilities');
    assert.equal(
      textOf(1, 0.5),
      '2 values scored by token probabilities, of which 75.0% is known on average and 50.0% at least',
    );
  });

  it('names values as written, and says nothing without values', () => {
    assert.equal(textOf(undefined), '1 value read as written, for want of log probabilities');
    assert.equal(textOf(), '');
  });
});
