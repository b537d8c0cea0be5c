import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ServedChange, ServedTally, servedSentences } from '../../../src/core/evaluation/report/served.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';

type Served = readonly [model?: string, fingerprint?: string];

/** What changed among answers that were served so, in this order. */
function changes(...served: readonly (Served | 'failed')[]): ServedChange[] {
  const tally = new ServedTally();
  for (const [i, one] of served.entries()) {
    const [model, fingerprint] = one === 'failed' ? [] : one;
    const names = { ...(model !== undefined && { model }), ...(fingerprint !== undefined && { fingerprint }) };
    tally.add({
      kind: 'sample',
      id: `s${i}`,
      model: 'm',
      index: 0,
      game: i,
      ply: 8,
      variant: 'chess',
      trueFen: '',
      raw: null,
      extraction: null,
      served: names,
      ...(one === 'failed' && { error: { code: 'timeout', message: '' } }),
    } satisfies RunSample);
  }
  return tally.changes();
}

const said = (...served: readonly (Served | 'failed')[]): string =>
  servedSentences({ file: 'a.run.jsonl', served: changes(...served) }).join(' ');

describe('what served a model', () => {
  it('is not told where it is the same in all answers', () => {
    assert.deepEqual(changes(['a', 'f'], ['a', 'f'], ['a', 'f']), []);
    assert.deepEqual(changes([], [], []), []);
    // A server that leaves the fingerprint out of some answers has not changed.
    assert.deepEqual(changes(['a'], ['a', 'f'], ['a'], ['a', 'f']), []);
    // Failed requests were served by nothing.
    assert.deepEqual(changes(['a', 'f'], 'failed', ['a', 'f']), []);
    assert.equal(said(), '');
  });

  it('is told with the first answer of each, counted from 1', () => {
    assert.equal(
      said(['a', 'f'], 'failed', ['a', 'f'], ['b', 'f']),
      'What served m changed within a.run.jsonl: as a (fingerprint f) in 2 answers; from answer 3 (game 4, ply 8) on as b (fingerprint f) in 1 answer.',
    );
    assert.equal(
      said([], ['b']),
      'What served m changed within a.run.jsonl: as m in 1 answer; from answer 2 (game 2, ply 8) on as b in 1 answer.',
    );
    assert.match(said(['a', 'f'], ['a', 'g']), /as a \(fingerprint g\) in 1 answer/);
  });

  it('is counted where servers take turns', () => {
    const [change] = changes(['a', 'f'], ['a', 'g'], ['a', 'f'], ['a', 'g'], ['a', 'g']);
    assert.deepEqual(
      change?.as.map(({ fingerprint, samples }) => [fingerprint, samples]),
      [
        ['f', 2],
        ['g', 3],
      ],
    );
    assert.equal(change?.changes, 3);
    assert.match(said(['a', 'f'], ['a', 'g'], ['a', 'f']), / It changed 2 times\.$/);
  });

  it('does not lose one that comes back without and with its fingerprint', () => {
    const [change] = changes(['a', 'f'], ['b'], ['a'], ['b', 'h'], ['b', 'h'], ['a', 'f']);
    const total = change?.as.reduce((sum, { samples }) => sum + samples, 0);
    assert.deepEqual([total, change?.as.map(({ model }) => model)], [6, ['a', 'b', 'b']]);
  });

  it('is kept short where every answer has a fingerprint of its own', () => {
    const [change] = changes(...Array.from({ length: 1000 }, (_, i): Served => ['a', `f${i}`]));
    assert.deepEqual([change?.as.length, change?.more, change?.changes], [20, 980, 999]);
    assert.ok(change !== undefined);
    assert.match(servedSentences({ file: 'a', served: [change] })[0] ?? '', /as 996 others in the rest\./);
  });
});
