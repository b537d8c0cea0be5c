import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareCommand } from '../../../src/core/evaluation/exports/command-line.ts';
import {
  comparisonCsv,
  comparisonFigure,
  comparisonLatex,
  comparisonMarkdown,
} from '../../../src/core/evaluation/exports/comparison-export.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { sampleComparison } from '../../support/comparison-result.ts';
import { shell } from '../../support/run-cli.ts';
import { itLong } from '../../support/thorough.ts';

const sample = sampleComparison(2);
const [gpt, , gemini] = sample.predictions;

describe('the command line of a comparison', () => {
  itLong('gives the same numbers again', () => {
    for (const prediction of [gpt, gemini]) {
      assert.ok(prediction?.comparison);
      const { fen, comparison } = prediction;
      const command = compareCommand({ ...sample, predictedFen: fen, comparison });
      const { stdout, status } = shell(`${command.replace('statelens', '$CLI')} --json`, process.cwd());
      assert.equal(status, 0);
      const again = JSON.parse(stdout) as { p: number[]; r: number[]; editDistance: number };
      assert.deepEqual([again.p, again.r], [comparison.p, comparison.r]);
      assert.equal(again.editDistance, comparison.editDistance);
    }
  });

  itLong('gives the same estimate again, by N and seed', () => {
    const input = { trueFen: sample.trueFen, predictedFen: gpt?.fen ?? undefined };
    const affordance = { method: 'stratified', m: 5, samples: 200, seed: 7 } as const;
    const scored = new PairComparer('chess').compare(input, { affordance });
    assert.ok(scored.ok);
    const command = compareCommand({ ...sample, predictedFen: gpt?.fen ?? null, comparison: scored.value });
    assert.match(command, / -m 5 --method stratified -n 200 --seed 7 /);
    const { stdout } = shell(`${command.replace('statelens', '$CLI')} --json`, process.cwd());
    assert.deepEqual((JSON.parse(stdout) as { p: number[] }).p, scored.value.p);
  });

  it('passes any predicted text through a shell as it is', () => {
    for (const predicted of [`a'b "c" $(touch x) \`d\` \\ !`, '-m', '?', "''", '; rm -rf ~']) {
      const command = compareCommand({ trueFen: 'T', predictedFen: predicted, variant: 'chess960', comparison: null });
      const { stdout } = shell(`printf '%s\\n' ${command.replace('statelens compare', '')}`, process.cwd());
      const dashes = predicted.startsWith('-') ? ['--'] : [];
      assert.deepEqual(stdout.trimEnd().split('\n'), ['--game', 'chess960', ...dashes, 'T', predicted]);
    }
  });
});

describe('a comparison copied out', () => {
  it('as Markdown has a row for each model, the method and the commands', () => {
    const lines = comparisonMarkdown(sample).split('\n');
    assert.equal(lines[2], '| model | verdict | p_4 | r_4 | edit | correct squares |');
    assert.ok(lines.includes('| gemini-2.0-flash-001 | 2 squares wrong (c8 b7) | 0.98 | 0.56 | 2 | 62/64 |'));
    assert.ok(lines.includes('Method: exact · m 4.'));
    assert.equal(lines.filter((line) => line.startsWith('statelens compare ')).length, 4);
  });

  it('as CSV has scores of every depth in full', () => {
    const [head, first, ...rest] = comparisonCsv(sample).split('\r\n');
    assert.equal(rest.length, 4);
    const names = head?.split(',') ?? [];
    const cells = first?.split(',') ?? [];
    assert.equal(cells[names.indexOf('p_3')], String(gpt?.comparison?.p[2]));
    assert.equal(cells[names.indexOf('trueFen')], sample.trueFen);
    assert.match(cells.at(-1) ?? '', /^"statelens compare -m 4 --method exact ""rn1qkb1r/);
  });

  it('as LaTeX has the method in a comment and escapes what LaTeX reads', () => {
    const [first] = sample.predictions;
    assert.ok(first);
    const text = comparisonLatex({ ...sample, title: 'a\nb', predictions: [{ ...first, label: 'x_1 & 50%#{}^~\\' }] });
    const lines = text.split('\n');
    assert.equal(lines[0], '% a b');
    assert.equal(lines[1], '% method: exact , m 4');
    assert.ok(
      text.includes('  x\\_1 \\& 50\\%\\#\\{\\}\\textasciicircum{}\\textasciitilde{}\\textbackslash{} & 10 squares'),
    );
    assert.match(text, /& \$0\.06\$ & \$0\.19\$ & 15 & 54\/64 \\\\\n/);
  });

  it('as SVG has all boards, verdicts, method and commands in one picture', () => {
    const svg = comparisonFigure(sample, 'white');
    assert.equal(svg.split('<defs>').length - 1, 5);
    assert.match(svg, /gemini-2\.0-flash-001: 2 squares wrong \(c8 b7\) · 62\/64 · p₄ 0\.98/);
    assert.match(svg, /method: exact · m 4/);
    assert.match(svg, /<desc>statelens compare /);
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('keeps hostile labels from breaking out of the form', () => {
    const [first] = sample.predictions;
    assert.ok(first);
    const evil = '|`<b>"\n```';
    const data = { ...sample, predictions: [{ ...first, label: evil, fen: '``` "<x>' }] };
    assert.match(comparisonMarkdown(data), /\n````\nstatelens .*\n````\n/);
    assert.match(comparisonMarkdown(data), /\n\| \\\|\\`\\<b\\>" \\`\\`\\` \| /);
    assert.match(comparisonCsv(data), /,"\|`<b>""\n```",/);
    assert.doesNotMatch(comparisonFigure(data, 'black'), /<b>|<x>/);
  });
});
