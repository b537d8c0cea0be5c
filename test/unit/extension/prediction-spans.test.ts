import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { predictionSpans } from '../../../src/extension/editor/dimmed-predictions.ts';

const spans = (text: string): string[] => predictionSpans(text).map(([start, end]) => text.slice(start, end));

describe('the predictions in a piece of a document', () => {
  it('are comments that hold nothing else, commands in longer ones, and lines of a FEN file', () => {
    assert.deepEqual(spans('1. e4 { [%pfen a 8/8 w - - 0 1] } e5 { good [%pfen b ?] [%clk 0:01:00] } *'), [
      '{ [%pfen a 8/8 w - - 0 1] }',
      '[%pfen b ?]',
    ]);
    assert.deepEqual(spans('8/8 w - - 0 1\n# pfen a 8/8 b - - 0 1\n# a comment\n'), ['# pfen a 8/8 b - - 0 1']);
  });
  it('are none where none is written', () => {
    assert.deepEqual(spans('1. e4 { [%clk 0:01:00] a word about pfen } *'), []);
    assert.deepEqual(spans(''), []);
  });
});
