import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ExampleDraft } from '../../../src/core/mav/write/example-draft.ts';
import { promptAt } from '../../../src/core/mav/write/prompt-edits.ts';
import { mavComparison } from '../../../src/extension/mav/reference-comparison.ts';

const BEFORE = '7k/8/8/8/8/8/K7/6R1 w - - 0 1';
const FEN = '7k/8/8/8/8/8/K7/5R2 b - - 1 1';
const HEADER = '<mav game=chess> %prev_FEN %prev_action %FEN %top_all %best_action %FEN </mav>';
const PROMPT = `${HEADER}\n[%prev_FEN ${BEFORE}]\n[%prev_action g1f1]\n`;
const AFTER = '8/7k/8/8/8/8/K7/5R2 w - - 2 2';
const draft: ExampleDraft = {
  game: 'chess',
  inputs: 2,
  lines: [
    { command: 'prev_FEN', state: BEFORE },
    { command: 'prev_action', action: 'g1f1' },
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
    { command: 'FEN', state: AFTER },
  ],
};
const RIGHT = `[%FEN ${FEN}]\n[%top_all h8h7:<ctrl40> h8g8:<ctrl16> h8g7:<ctrl2>]\n[%best_action h8h7]\n[%FEN ${AFTER}]`;

function compare(outputs: string): string {
  const text = `# x\n${PROMPT}${outputs}\n\n${PROMPT}`;
  const found = promptAt(text, 10);
  assert.ok(found.ok);
  return mavComparison(text, found.value, draft, PUBLISHED_DIALECT, { place: 'a.mav:2', values: 'Stockfish, depth 2' });
}

/** What is said of each line: `%FEN: same`. */
const linesOf = (document: string): string[] =>
  [...document.matchAll(/^- `(.*?)`: (.*)$/gm)].map(([, label, text]) => `${label}: ${text}`);

describe('the comparison with the reference', () => {
  it('is one document: the position, each line in words, the list as a table and as CSV, both texts', () => {
    const outputs = [
      '[%FEN 7k/8/8/8/8/8/K7/6R1 b - - 1 1]',
      '[%top_all H8G7:<ctrl9> h8h1:<ctrl1> h8h7:<ctrl39>]',
      '[%best_action h8g7]',
      '[%FEN 8/6k1/8/8/8/8/K7/5R2 w - - 2 2]',
    ];
    assert.equal(
      compare(outputs.join('\r\n')),
      `# a.mav:2: the answer beside the reference

Position: \`${FEN}\` (chess, Black to move, 3 legal moves)

Values of the reference: Stockfish, depth 2

- \`%FEN\`: thinks the rook is still on g1: missed 1.Rf1
- \`%top_all\`: 2 of 3 actions of the reference listed, 1 illegal, 1 missing, values 4.0 buckets apart on average
- \`%best_action\`: Kg7; the reference has Kh7, 38 buckets better by its values
- \`final %FEN\`: same

## The list

Values are buckets with their win probability; the difference is that of the model from the reference, in buckets.

| action     | model          | reference       | difference | what |
| ---------- | -------------- | --------------- | ---------: | ---- |
| h8h1       | 1 (1 %)        |                 |            | illegal: the king on h8 cannot move to h1 that way |
| Kg8 (h8g8) |                | 16 (24 %)       |            | missing |
| Kg7 (h8g7) | 9 (13 %), best | 2 (2 %)         |         +7 |  |
| Kh7 (h8h7) | 39 (60 %)      | 40 (62 %), best |         −1 |  |

## The answer

${outputs.map((line) => `    ${line}`).join('\n')}

## The reference

${RIGHT.replace(/^/gm, '    ')}

## The list as CSV

    action,move,status,model_bucket,model_win,reference_bucket,reference_win,difference,model_best,reference_best,reason
    h8h1,h8h1,illegal,1,0.0078125,,,,false,false,the king on h8 cannot move to h1 that way
    h8g8,Kg8,missing,,,16,0.2421875,,false,false,
    h8g7,Kg7,both,9,0.1328125,2,0.0234375,7,true,false,
    h8h7,Kh7,both,39,0.6015625,40,0.6171875,-1,false,true,
`,
    );
  });

  it('says same of every line of a right answer', () => {
    assert.deepEqual(linesOf(compare(RIGHT)), [
      '%FEN: same',
      '%top_all: same',
      '%best_action: same: Kh7',
      'final %FEN: same',
    ]);
  });

  it('says which lines are missing, and which cannot be compared', () => {
    assert.deepEqual(linesOf(compare('[%top_all invalid : "1-0"]')), [
      '%FEN: missing',
      '%top_all: says that the game is over with 1-0; it is not',
      '%best_action: missing',
      'final %FEN: missing',
    ]);
    assert.deepEqual(
      linesOf(compare(`[%FEN ${FEN}]\n[%top_all h8h7:<ctrl40>]\n[%best_action h8h1]\n[%FEN ${AFTER}]`)),
      [
        '%FEN: same',
        '%top_all: 1 of 3 actions of the reference listed, 2 missing, same values',
        '%best_action: h8h1 is illegal: the king on h8 cannot move to h1 that way; the reference has Kh7',
        'final %FEN: not compared: no legal best action leads there',
      ],
    );
  });

  it('says what an ellipsis stands for, and what is listed twice', () => {
    const [line] = linesOf(compare('[%top_all h8h7:<ctrl40> h8h7:<ctrl3> ...]')).slice(1);
    assert.equal(
      line,
      '%top_all: 1 of 3 actions of the reference listed, 2 behind an ellipsis, 1 listed again, same values',
    );
  });

  it('has no table where there is no list', () => {
    assert.doesNotMatch(compare(`[%FEN ${FEN}]`), /## The list/);
  });
});
