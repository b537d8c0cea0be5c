import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ExampleDraft } from '../../../src/core/mav/write/draft.ts';
import { promptAt } from '../../../src/core/mav/write/placed-prompt.ts';
import { mavComparison } from '../../../src/extension/mav/comparison.ts';

const PROMPT = '<mav game=chess> %FEN %top_all %best_action </mav>\n[%FEN 7k/8/8/8/8/8/K7/5R2 b - - 1 1]\n';
const FEN = '7k/8/8/8/8/8/K7/5R2 b - - 1 1';
const draft: ExampleDraft = {
  game: 'chess',
  inputs: 1,
  lines: [
    { command: 'FEN', state: FEN },
    {
      command: 'top',
      k: 'all',
      list: [
        { action: 'h8h7', bucket: 40 },
        { action: 'h8g8', bucket: 16 },
        { action: 'h8g7', bucket: 2 },
      ],
    },
    { command: 'best_action', action: 'h8h7' },
  ],
};

describe('the comparison with the reference', () => {
  const compare = (outputs: string) => {
    const text = `# x\n${PROMPT}${outputs}\n\n${PROMPT}`;
    const found = promptAt(text, 10);
    assert.ok(found.ok);
    return mavComparison(text, found.value, draft, PUBLISHED_DIALECT);
  };

  it('has both as whole examples, the list of the reference in the order of the other one', () => {
    const outputs = '[%top_all H8G7:<ctrl9> h8h1:<ctrl1> h8h7:<ctrl40>]\r\n[%best_action h8g7]';
    assert.deepEqual(compare(outputs), {
      outputs: `${PROMPT}${outputs.replace('\r', '')}\n`,
      reference: `${PROMPT}[%top_all h8g7:<ctrl2> h8h7:<ctrl40> h8g8:<ctrl16>]\n[%best_action h8h7]\n`,
    });
  });

  it('is the reference in its own order where there is no list', () => {
    const { reference } = compare('[%top_all invalid : "1-0"]');
    assert.ok(reference.includes('[%top_all h8h7:<ctrl40> h8g8:<ctrl16> h8g7:<ctrl2>]'));
  });
});
