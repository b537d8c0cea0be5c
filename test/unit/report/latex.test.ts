import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import {
  latexCell,
  latexLines,
  latexMainTable,
  latexText,
  reportLatex,
} from '../../../src/core/evaluation/report/latex.ts';
import { mainTableText, reportText } from '../../../src/core/evaluation/report/report-text.ts';
import { madeRun, madeSample, wrongScores } from '../../support/report-samples.ts';

const reportOf = (model: string) =>
  buildReport(
    [
      madeRun(
        Array.from({ length: 12 }, (_, game) =>
          madeSample({ model, game, ply: game % 2 === 0 ? 4 : 9, scores: wrongScores(2, 0.5), predicted: 'x_{y' }),
        ),
      ),
    ],
    { tool: { name: 'statelens', version: '0' }, m: 2, groupBy: ['cause'], positions: true },
  );

/** Checks that braces and environments are balanced, and that no character has a meaning by accident. */
function assertBalanced(latex: string): void {
  const plain = latex.replace(/^%.*$/gm, '').replace(/\\[\\{}%&$#_]/g, '');
  let depth = 0;
  for (const letter of plain) {
    if (letter === '{') depth++;
    if (letter === '}') depth--;
    assert.ok(depth >= 0, 'a brace is closed twice');
  }
  assert.equal(depth, 0);
  const open: string[] = [];
  for (const [, what, name] of plain.matchAll(/\\(begin|end)\{(\w+)\}/g)) {
    if (what === 'begin') open.push(name ?? '');
    else assert.equal(open.pop(), name);
  }
  assert.deepEqual(open, []);
  assert.equal((plain.match(/\$/g) ?? []).length % 2, 0, 'mathematics is closed');
  assert.doesNotMatch(latex, /[^\n -~\u00C0-\u017E]/u, 'letters that fonts have');
}

describe('a report in LaTeX', () => {
  it('is one document with booktabs, and the main table alone for a paper', () => {
    const report = reportOf('gpt_4o & co');
    const latex = reportText(report, 'latex');
    assertBalanced(latex);
    assert.match(latex, /^% StateLens report\n\\documentclass/);
    assert.match(latex, /\\section\*\{How this was made\}/);
    assert.match(latex, /gpt\\_4o \\& co/);
    const main = latexMainTable(report);
    assertBalanced(main);
    assert.match(main, /\\toprule\n.*p\$_\{2\}\$ & r\$_\{2\}\$ \\\\\n\\midrule\n.*\n\\bottomrule/);
    assert.equal(
      mainTableText(report, 'csv').split('\r\n')[0],
      'model,answers,same position,correct squares,edit distance,p₂,r₂',
    );
    assert.match(mainTableText(report, 'md'), /^\*\*State tracking by model.*\*\*\n\n\| model \|/);
  });

  it('is balanced whatever a model is called', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.stringMatching(/^[\\{}$%&#_^~[\]*`"-]{1,12}$/),
    );
    fc.assert(
      fc.property(names, (name) => assertBalanced(reportLatex(reportOf(name)))),
      { numRuns: 30 },
    );
  });

  it('has characters that LaTeX reads otherwise escaped, and others as their code', () => {
    assert.equal(latexText('p₄ 50 % of a_b: τ_b −1 – “x”'), "p$_{4}$ 50 \\% of a\\_b: $\\tau_b$ $-$1 -- ``x''");
    assert.equal(latexText('--plies é 中'), '-{}-plies é {[}U+4E2D{]}');
    assert.equal(latexCell('[a]'), '{}[a]');
    assert.equal(latexCell('*'), '{}*');
    assert.match(
      latexLines('[user]\n  a\n\nb'),
      /\{\}\[user\]\\strut\\\\\n\{\}~~a\\strut\\\\\n\{\}\\strut\\\\\n\{\}b\\strut\n/,
    );
  });
});
