import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ComparisonState } from '../../../src/extension/state-view/comparison-state.ts';
import type { ComparisonParams } from '../../../src/protocol/lsp.ts';
import { sampleComparison } from '../../support/comparison-result.ts';

const result = sampleComparison(2);
const [first, second] = result.predictions.map(({ label }) => label);
const PLACE: ComparisonParams = { uri: 'file:///a.pgn', game: 2, ply: 9, path: [], label: first };
const labelsOf = (state: ComparisonState) =>
  state.messages('white').map((message) => (message.type === 'show' ? message.place.label : message.type));

describe('the state of the comparison', () => {
  it('tells a page that is opened again the label that was chosen last, as the title does', () => {
    const state = new ComparisonState();
    assert.deepEqual([state.title, state.messages('white')], [undefined, []]);
    state.go(PLACE);
    state.take(result, 1);
    assert.deepEqual([state.title, labelsOf(state)], [`Compare: ${first}`, [first]]);
    state.select(second ?? null);
    assert.deepEqual([state.title, labelsOf(state)], [`Compare: ${second}`, [second]]);
    assert.equal(state.wanted?.label, second);
    state.select(null);
    assert.deepEqual([state.title, labelsOf(state)], ['Compare: all models', [undefined]]);
  });

  it('names what is on the page: the only prediction, or all where the label is gone', () => {
    const state = new ComparisonState();
    const { label: _, ...position } = PLACE;
    state.go(position);
    state.take({ ...result, predictions: result.predictions.slice(0, 1) }, 1);
    assert.equal(state.title, `Compare: ${first}`);
    state.go({ ...PLACE, label: 'gone' });
    state.take(result, 2);
    assert.equal(state.title, 'Compare: all models');
  });

  it('keeps to what is shown when another place cannot be', () => {
    const state = new ComparisonState();
    state.go(PLACE);
    state.take(result, 1);
    state.go({ ...PLACE, uri: 'file:///b.pgn' });
    state.miss('gone');
    assert.equal(state.title, `Compare: ${first}`);
    assert.equal(state.shown?.place.uri, 'file:///a.pgn');
    assert.deepEqual(labelsOf(state), [first, 'unavailable']);
    // A label of the page is none of the place that could not be shown.
    state.select(second ?? null);
    assert.deepEqual([state.wanted?.uri, state.wanted?.label], ['file:///b.pgn', first]);
    assert.equal(state.title, `Compare: ${second}`);
    state.take(result, 1);
    assert.deepEqual(labelsOf(state), [first]);
  });

  it('is empty when the panel is closed', () => {
    const state = new ComparisonState();
    state.go(PLACE);
    state.take(result, 1);
    state.clear();
    assert.deepEqual([state.title, state.wanted, state.messages('white')], [undefined, undefined, []]);
  });
});
