import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { annotate, predictionsIn, removePredictions } from '../../../src/core/languages/predictions.ts';
import { makeLabel } from '../../../src/core/notation/predictions/prediction.ts';
import { type GamesName, games, LOG_NAMES, LOGS, parseLogLine, readLog } from '../../support/pgn2fen.ts';
import { itLong } from '../../support/thorough.ts';

/** The true FEN of every game's end in the logs, by the `SourceFile` tag. */
function trueFens(name: GamesName): Map<string, { fen: string; plies: number }> {
  const fens = new Map<string, { fen: string; plies: number }>();
  const log = LOG_NAMES.find((l) => LOGS[l] === name && !l.includes('gpt-4o'));
  assert.ok(log);
  for (const { game_info: info } of readLog(log).map(parseLogLine)) {
    fens.set(info.input_pgn_file, { fen: info.input_fen, plies: info.number_of_halfmoves });
  }
  return fens;
}

describe('replay of the PGN2FEN games', () => {
  for (const name of ['world-cup', 'fischer-random', 'randomised'] as const) {
    itLong(`gives the true FENs of the logs: ${name}`, () => {
      const text = games(name);
      const expected = [...trueFens(name)];
      const sources = [...text.matchAll(/\[SourceFile "([^"]+)"\]/g)].map((m) => m[1]);
      const ends = sources.map((source) => expected.find(([file]) => file.endsWith(`/${source}`))?.[1]);
      assert.equal(sources.length, 1000);
      const { edits, missing, written } = annotate(
        text,
        'pgn',
        ends.flatMap((end, game) =>
          end === undefined ? [] : [{ game, ply: end.plies, label: makeLabel('log'), fen: end.fen }],
        ),
      );
      assert.deepEqual([missing.length, written], [0, 1000]);
      const annotated = applyEdits(text, edits);
      const predictions = predictionsIn(annotated, 'pgn');
      assert.equal(predictions.length, 1000);
      for (const p of predictions) {
        assert.equal(p.trueFen, p.fen);
        assert.equal(p.variant, name === 'fischer-random' ? 'chess960' : 'chess');
      }
      const [last] = predictions.slice(-1);
      const history = last.history();
      assert.equal(history.length, last.ply + 1);
      assert.deepEqual([history[0].ply, history[0].san, history.at(-1)?.fen], [0, undefined, last.trueFen]);
      assert.equal(history.at(-1)?.san, last.san);
      assert.equal(applyEdits(annotated, removePredictions(annotated, 'pgn').edits), text);
      assert.deepEqual(checkText(annotated, 'pgn'), []);
      assert.deepEqual(checkText(text, 'pgn'), []);
    });
  }
});

describe('predictions', () => {
  const places = (text: string) =>
    predictionsIn(text, 'pgn').map((p) => [
      p.label.text,
      p.game,
      p.ply,
      p.san,
      p.path,
      p.trueFen?.split(' ').slice(0, 2).join(' '),
    ]);

  it('refer to the position at their place, in variations too', () => {
    const text =
      '{[%pfen a ?]} 1. e4 {[%pfen b ?] [%pfen c ?]} e5 ({[%pfen d ?]} 1... c5 {[%pfen e ?]} 2. d4 (2. c3 {[%pfen f ?]}) (2. Nf3 ; [%pfen g ?]\n)) 2. Nf3 * {[%pfen h ?]}';
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w';
    const e4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b';
    assert.deepEqual(places(text), [
      ['a', 0, 0, undefined, [], start],
      ['b', 0, 1, 'e4', [], e4],
      ['c', 0, 1, 'e4', [], e4],
      ['d', 0, 1, 'e4', [], e4],
      ['e', 0, 2, 'c5', [{ ply: 2, index: 0 }], 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w'],
      [
        'f',
        0,
        3,
        'c3',
        [
          { ply: 2, index: 0 },
          { ply: 3, index: 0 },
        ],
        'rnbqkbnr/pp1ppppp/8/2p5/4P3/2P5/PP1P1PPP/RNBQKBNR b',
      ],
      [
        'g',
        0,
        3,
        'Nf3',
        [
          { ply: 2, index: 0 },
          { ply: 3, index: 1 },
        ],
        'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b',
      ],
      ['h', 0, 3, 'Nf3', [], 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b'],
    ]);
    const [, , , , e] = predictionsIn(text, 'pgn');
    assert.deepEqual(
      e.history().map(({ ply, san }) => [ply, san]),
      [
        [0, undefined],
        [1, 'e4'],
        [2, 'c5'],
      ],
    );
  });

  it('have no ground truth after an illegal move, an invalid FEN tag or in another game’s rules', () => {
    const unknown = (text: string): unknown[] => predictionsIn(text, 'pgn').map((p) => [p.trueFen, p.history().length]);
    assert.deepEqual(unknown('1. e4 e4 {[%pfen a ?]} 2. d4 {[%pfen b ?]} (2. d3 {[%pfen c ?]}) *'), [
      [undefined, 0],
      [undefined, 0],
      [undefined, 0],
    ]);
    assert.deepEqual(unknown('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n{[%pfen a ?]} *'), [[undefined, 0]]);
    assert.deepEqual(unknown('[Variant "Atomic"]\n\n1. e4 {[%pfen a ?]} *'), [[undefined, 0]]);
  });

  it('follow null moves and coordinates', () => {
    const [p] = predictionsIn('1. e2e4 -- 2. Ng1-f3 Z0 3. Bc4 {[%pfen a ?]} *', 'pgn');
    assert.equal(p.trueFen, 'rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 4 3');
    assert.equal(p.san, 'Bc4');
  });

  it('give an en passant square only when a capture is legal', () => {
    const fen = (moves: string): string | undefined =>
      predictionsIn(`${moves} {[%pfen a ?]} *`, 'pgn')[0].trueFen?.split(' ')[3];
    assert.equal(fen('1. e4'), '-');
    assert.equal(fen('1. e4 a6 2. e5 d5'), 'd6');
  });

  it('take Chess960 from the Variant tag or from castling rights', () => {
    const text = (tags: string): string =>
      `${tags}[FEN "nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1"]\n\n{[%pfen a ?]} *`;
    for (const name of ['Chess960', 'Fischerandom', 'chess 960', 'From Position', '?', undefined]) {
      const tags = name === undefined ? '' : `[Variant "${name}"]\n`;
      const [p] = predictionsIn(text(tags), 'pgn');
      assert.equal(p.variant, 'chess960', tags);
      assert.equal(p.trueFen, 'nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1');
    }
  });

  it('of a FEN file refer to the record above', () => {
    const fen = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
    const text = `# pfen orphan ${fen}\n${fen}\n#pfen no\n# pfen a@b#2 8/8 w\n\n\t# pfen c ?\n${fen.split(' ').slice(0, 4).join(' ')} bm Bb5; id "x";\n# pfen d x`;
    const found = predictionsIn(text, 'fen').map((p) => [
      p.label.text,
      p.fen,
      p.game,
      p.ply,
      p.trueFen,
      p.history().length,
    ]);
    assert.deepEqual(found, [
      ['a@b#2', '8/8 w', 0, 4, fen, 1],
      ['c', undefined, 0, 4, fen, 1],
      ['d', 'x', 1, 0, fen.replace('2 3', '0 1'), 1],
    ]);
  });
});
