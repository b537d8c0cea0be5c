import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { annotate, blockAnnotator, predictionsIn, removePredictions } from '../../../src/core/languages/predictions.ts';
import { makeLabel } from '../../../src/core/notation/predictions/prediction.ts';
import { legalWalk, printWalk } from './walk-texts.ts';

const label = (name: string) => makeLabel(name);
const written = (text: string, annotations: Parameters<typeof annotate>[2]): string =>
  applyEdits(text, annotate(text, 'walk', annotations).edits);
const stripped = (text: string): string => applyEdits(text, removePredictions(text, 'walk').edits);

describe('predictions in walks', () => {
  it('cuts a line behind the action that a prediction is about', () => {
    const text = 'world s5\n(12) (23) (34)\n';
    const annotations = [
      { game: 0, ply: 0, label: label('a'), fen: '1 2 3 4 5' },
      { game: 0, ply: 2, label: label('a'), fen: undefined },
      { game: 0, ply: 3, label: label('a'), fen: '2 3 1 4 5' },
      { game: 0, ply: 4, label: label('a'), fen: undefined },
    ];
    assert.equal(
      written(text, annotations),
      'world s5\n# pstate a 1 2 3 4 5\n(12) (23) \n# pstate a ?\n(34)\n# pstate a 2 3 1 4 5\n',
    );
    assert.deepEqual(annotate(text, 'walk', annotations).missing, [3]);
  });

  it('counts predictions about other actions than those of the text, and writes none of them', () => {
    const text = 'world s5\n(12) (23) (34)\n';
    const about = (...moves: readonly string[]) => ({
      game: 0,
      ply: moves.length,
      label: label('a'),
      fen: '1 2 3 4 5',
      moves,
    });
    const annotations = [about('(12)', '(34)'), about('(12)', '(23)'), about('(23)')];
    const annotator = blockAnnotator('walk', annotations, '\n');
    const edits = annotator.edits({ text, from: 0, to: text.length, isLast: true });
    const { other, missing } = annotator;
    assert.deepEqual([edits.length, other, missing], [1, 2, []]);
  });

  it('reads back what was written, at its place, and strips it to the byte', () => {
    fc.assert(
      fc.property(
        fc.array(legalWalk, { minLength: 1, maxLength: 3 }),
        fc.array(
          fc.tuple(fc.nat(2), fc.nat(25), fc.constantFrom('a', 'b', 'c d'), fc.option(fc.string({ maxLength: 12 }))),
          { maxLength: 8 },
        ),
        (walks, wanted) => {
          const text = walks.map((walk) => `${printWalk(walk)}\n`).join('');
          const annotations = wanted.map(([game, ply, name, state]) => ({
            game,
            ply,
            label: label(name),
            fen: state ?? undefined,
          }));
          const result = annotate(text, 'walk', annotations);
          const after = applyEdits(text, result.edits);
          assert.equal(stripped(after), text);
          const found = predictionsIn(after, 'walk');
          assert.equal(found.length, result.written);
          const key = (game: number, ply: number, name: string): string => `${game} ${ply} ${name}`;
          const places = new Set(found.map((one) => key(one.game, one.ply, one.label.text)));
          const expected = annotations.filter((_, i) => !result.missing.includes(i));
          assert.deepEqual(places, new Set(expected.map((one) => key(one.game, one.ply, one.label.text))));
          for (const one of found) assert.ok(one.trueFen !== undefined && one.unknown === undefined);
        },
      ),
    );
  });

  it('replaces, numbers or skips a label that is there, and strips one label alone', () => {
    const text = 'world s3\n(12)\n# pstate a 1 2 3\n(23)\n';
    const one = [{ game: 0, ply: 1, label: label('a'), fen: '2 1 3' }];
    assert.deepEqual(annotate(text, 'walk', one).edits, []);
    const as = (sameLabel: 'replace' | 'number'): string =>
      applyEdits(text, annotate(text, 'walk', one, { sameLabel }).edits);
    assert.equal(as('replace'), 'world s3\n(12)\n# pstate a 2 1 3\n(23)\n');
    assert.equal(as('number'), 'world s3\n(12)\n# pstate a 1 2 3\n# pstate a#2 2 1 3\n(23)\n');
    const { edits, removed } = removePredictions(as('number'), 'walk', { label: 'a' });
    assert.equal(removed, 1);
    assert.equal(applyEdits(as('number'), edits), 'world s3\n(12)\n# pstate a#2 2 1 3\n(23)\n');
  });

  it('knows the true state, the line that leads to it, and why it is not known', () => {
    const [known, unknown] = predictionsIn('world chess\ne2e4 e7e5\n# pstate m ?\ne4e5\n# pstate m ?\n', 'walk');
    assert.equal(known?.trueFen, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
    assert.deepEqual(
      known.history().map(({ san }) => san),
      [undefined, 'e4', 'e5'],
    );
    assert.deepEqual([known.variant, known.san, known.ply], ['chess', 'e5', 2]);
    assert.equal(unknown?.unknown, 'e4e5 above is not legal');
    const [othello] = predictionsIn('world othello6\nc2\n# pstate m ?\n', 'walk');
    assert.deepEqual([othello?.variant, othello?.world], ['world:othello6', { kind: 'named', name: 'othello6' }]);
  });
});
