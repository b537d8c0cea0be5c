import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';

interface Compared {
  readonly verdictText: string;
  readonly p: readonly number[];
  readonly r: readonly number[];
  readonly editDistance: number;
}

const TRUE = '4k3/8/8/8/8/8/P3P3/4K3 w - - 0 1';
const page = fs.readFileSync('docs/concepts.md', 'utf8');

async function compare(predicted: string): Promise<Compared> {
  const { stdout, status } = await cli(['compare', TRUE, predicted, '-m', '2', '--json']);
  assert.equal(status, 0);
  return JSON.parse(stdout) as Compared;
}

/** A number as the page shows it: bare where it is exact, else two decimals. */
const shown = (value: number | undefined): string =>
  value === 0 || value === 1 ? String(value) : (value ?? Number.NaN).toFixed(2);

describe('the worked example of the concepts', () => {
  it('has the numbers of the comparison in its table of three mistakes', async () => {
    const rows = [...page.matchAll(/^\| `([^`]+)` \([^)]*\) +\| (.*?) +\| +(\S+) \| +(\S+) \| +(\S+) \|$/gm)];
    assert.equal(rows.length, 3);
    for (const [, fen = '', verdict = '', p, r, edit] of rows) {
      const found = await compare(fen);
      assert.deepEqual([p, r, edit], [shown(found.p[1]), shown(found.r[1]), String(found.editDistance)], fen);
      assert.ok(found.verdictText.startsWith(verdict), found.verdictText);
    }
  });

  it('has the fractions of the recursion in its sentences', async () => {
    const { p, r } = await compare('4k3/8/8/8/8/8/P2PP3/4K3 w - - 0 1');
    for (const sentence of [
      'p_1 = 7/9 = 0.78',
      'r_1 = 7/8 = 0.88',
      'p_2 = (1/9) × 7 × 1 = 7/9',
      'r_2 = (1/8) × 7 × 1 = 7/8',
    ])
      assert.ok(page.replace(/\s+/g, ' ').includes(sentence), sentence);
    for (const value of p) assert.ok(Math.abs(value - 7 / 9) < 1e-12);
    for (const value of r) assert.ok(Math.abs(value - 7 / 8) < 1e-12);
  });
});
