import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { textRuns, textWidth } from '../../../src/core/evaluation/report/figures/drawing.ts';
import { reportFigures } from '../../../src/core/evaluation/report/figures/report-figures.ts';
import { madeRun, madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';

const report = buildReport(
  [
    madeRun(
      ['a model (with brackets)', '中文', 'baseline:lag-2'].flatMap((model) =>
        Array.from({ length: 24 }, (_, game) =>
          madeSample({
            model,
            game,
            ply: (game % 3) * 20 + 4,
            scores: game % 2 === 0 ? madeScores() : wrongScores(3, 0.1),
          }),
        ),
      ),
    ),
  ],
  { tool: { name: 'statelens', version: '0' }, m: 2 },
);
const figures = reportFigures(report);
const figure = (name: string): string => figures.find((one) => one.name === name)?.text ?? '';

describe('the figures of a report', () => {
  it('are SVG and PDF for one and two columns', () => {
    assert.deepEqual(
      figures.map(({ name }) => name).filter((name) => name.includes('1col')),
      ['verdicts', 'p-by-length', 'tau-by-length', 'p-by-depth'].flatMap((id) => [`${id}-1col.svg`, `${id}-1col.pdf`]),
    );
    assert.match(figure('p-by-length-1col.svg'), /^<svg [^>]*width="3\.3in"/);
    assert.match(figure('p-by-length-2col.svg'), /^<svg [^>]*width="6\.9in"/);
    assert.match(figure('p-by-length-2col.pdf'), /\/MediaBox \[0 0 496\.8 /);
  });

  it('are PDF files whose offsets and lengths are right, with vectors and text alone', () => {
    for (const { name, text } of figures.filter((one) => one.name.endsWith('.pdf'))) {
      assert.match(text, /^%PDF-1\.4\n/, name);
      const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
      assert.equal(text.slice(start, start + 5), 'xref\n', name);
      const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
      assert.equal(offsets.length, 7);
      for (const [i, offset] of offsets.entries())
        assert.ok(text.startsWith(`${i + 1} 0 obj\n`, offset), `${name} ${i}`);
      const [, length = '', content = ''] = /<< \/Length (\d+) >>\nstream\n(.*)\nendstream/s.exec(text) ?? [];
      assert.equal(content.length, Number(length), name);
      assert.equal(Buffer.from(text, 'latin1').toString('latin1'), text, 'a character is a byte');
      assert.doesNotMatch(text, /\/Image|NaN|Infinity|undefined/);
      assert.equal((content.match(/\bq\b/g) ?? []).length, (content.match(/\bQ\b/g) ?? []).length);
    }
    assert.match(figure('p-by-length-1col.pdf'), /\(a model \\\(with brackets\\\)\) Tj/);
  });

  it('write subscripts lower and smaller, Greek letters in the symbol font, and names as they are', () => {
    assert.deepEqual(
      textRuns('mean p₁₂').map(({ text, isSub }) => [text, isSub]),
      [
        ['mean p', false],
        ['12', true],
      ],
    );
    assert.deepEqual(
      textRuns('τ_b').map(({ text, isSymbol, isSub }) => [text, isSymbol, isSub]),
      [
        ['τ', true, false],
        ['b', false, true],
      ],
    );
    assert.equal(textRuns('Q4_K.gguf').length, 1);
    // Helvetica: 556 for a digit, 278 for a point.
    assert.ok(Math.abs(textWidth('0.5', 10) - 13.9) < 1e-9);
  });

  it('have no number that is none, in SVG either', () => {
    for (const { name, text } of figures) assert.doesNotMatch(text, /NaN|Infinity|undefined/, name);
  });
});
