import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ListExport,
  listCsv,
  listLatex,
  listMarkdown,
} from '../../../src/core/evaluation/exports/comparison-export.ts';

const DATA: ListExport = {
  title: 'Example 1, the current position',
  list: {
    label: '%top_all',
    judged: [
      { on: 'true position', state: 'x || . ||', scores: 'precision 0.50, recall 1', illegal: ['q9z9'], missing: [] },
      { on: 'printed board', state: 'o || . ||', scores: 'precision 1', illegal: [], missing: ['a1', 'b2'] },
    ],
    rows: [],
    best: 'best action a1 legal',
    notes: ['All are asked for.'],
  },
};

describe('a list of actions that is copied', () => {
  it('is a Markdown table with a row for each board, and what is to be known', () => {
    assert.deepEqual(listMarkdown(DATA).split('\n'), [
      '**Example 1, the current position: %top\\_all**',
      '',
      '| judged on | scores | illegal | missing | state |',
      '| --- | --- | --- | --- | --- |',
      '| true position | precision 0.50, recall 1 | q9z9 | none | x \\|\\| . \\|\\| |',
      '| printed board | precision 1 | none | a1 b2 | o \\|\\| . \\|\\| |',
      '',
      'Best action a1 legal.',
      'All are asked for.',
      '',
    ]);
  });

  it('is CSV with the same rows', () => {
    assert.deepEqual(listCsv(DATA).split('\r\n'), [
      'title,list,judged on,scores,illegal,missing,state',
      '"Example 1, the current position",%top_all,true position,"precision 0.50, recall 1",q9z9,none,x || . ||',
      '"Example 1, the current position",%top_all,printed board,precision 1,none,a1 b2,o || . ||',
      '',
    ]);
  });

  it('is a LaTeX table, with the rest in a comment', () => {
    const [comment, begin, ...rest] = listLatex(DATA).split('\n');
    assert.equal(comment, '% Example 1, the current position: %top_all Best action a1 legal. All are asked for.');
    assert.equal(begin, '\\begin{tabular}{llll}');
    assert.deepEqual(rest, [
      '  \\hline',
      '  judged on & scores & illegal & missing \\\\',
      '  \\hline',
      '  true position & precision 0.50, recall 1 & q9z9 & none \\\\',
      '  printed board & precision 1 & none & a1 b2 \\\\',
      '  \\hline',
      '\\end{tabular}',
      '',
    ]);
  });
});
