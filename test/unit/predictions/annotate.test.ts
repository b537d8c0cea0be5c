import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { parsePgn } from 'chessops/pgn';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { annotate, predictionsIn, removePredictions } from '../../../src/core/languages/predictions.ts';
import type { Language } from '../../../src/core/notation/language.ts';
import { type Annotation, makeLabel, type SameLabel } from '../../../src/core/notation/predictions/prediction.ts';
import { itLong } from '../../support/thorough.ts';
import { pgnText } from '../pgn/arbitrary.ts';

const FEN = '8/8/8/8/8/8/8/8 w - - 0 1';
const at = (ply: number, model = 'm', game = 0, fen = FEN): Annotation => ({
  game,
  ply,
  label: makeLabel(model),
  fen,
});

function annotated(
  text: string,
  list: readonly Annotation[],
  sameLabel: SameLabel = 'skip',
  language: Language = 'pgn',
): string {
  return applyEdits(text, annotate(text, language, list, { sameLabel }).edits);
}

function stripped(text: string, label?: string, language: Language = 'pgn'): string {
  return applyEdits(text, removePredictions(text, language, label === undefined ? {} : { label }).edits);
}

describe('annotate', () => {
  it('writes one prediction a line and adds the number of Black’s move', () => {
    const text = '[Event "x"]\n\n1. e4 e5 2. Nf3 *\n';
    assert.equal(
      annotated(text, [at(1, 'a'), { ...at(1, 'b'), fen: undefined }, at(2), at(3)]),
      `[Event "x"]\n\n1. e4\n{ [%pfen a ${FEN}] }\n{ [%pfen b ?] }\n1... e5\n{ [%pfen m ${FEN}] }\n2. Nf3\n{ [%pfen m ${FEN}] }\n*\n`.replace(
        '[%pfen b ?]',
        '[%pfen b ?]',
      ),
    );
  });

  it('is after glyphs and comments of its ply, and before variations', () => {
    const text = '1. e4 $1 {good} ; yes\n(1. d4 d5) 1... e5 *';
    assert.equal(annotated(text, [at(1)]), `1. e4 $1 {good} ; yes\n{[%pfen m ${FEN}]}\n(1. d4 d5) 1... e5 *`);
    assert.equal(
      annotated(text, [{ ...at(2), path: [{ ply: 1, index: 0 }] }]),
      `1. e4 $1 {good} ; yes\n(1. d4 d5\n{ [%pfen m ${FEN}] }) 1... e5 *`,
    );
  });

  it('uses the file’s own line ending', () => {
    assert.equal(annotated('1. e4 *\r\n\r\n', [at(1)]), `1. e4\r\n{ [%pfen m ${FEN}] }\r\n*\r\n\r\n`);
    assert.equal(annotated('1. e4 *\r\r', [at(0)]), `{ [%pfen m ${FEN}] }\r1. e4 *\r\r`);
  });

  it('numbers Black’s move from the FEN tag', () => {
    const text = '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n\n30... Kd7 31. e4 Kd6 *';
    assert.match(annotated(text, [at(2)]), /31\. e4\n\{.*\}\n31\.\.\. Kd6 \*$/);
    assert.match(annotated(text, [at(1)]), /Kd7\n\{.*\}\n31\. e4 Kd6 \*$/);
  });

  it('is before the first move at the start position', () => {
    assert.equal(annotated('\uFEFF1. e4 *', [at(0)]), `\uFEFF{ [%pfen m ${FEN}] }\n1. e4 *`);
    assert.equal(annotated('[A "b"]\n\n{intro} 1. e4 *', [at(0)]), `[A "b"]\n\n{intro}\n{ [%pfen m ${FEN}] }\n1. e4 *`);
    assert.equal(annotated('[A "b"]\n', [at(0)]), `[A "b"]\n{[%pfen m ${FEN}]}\n`);
  });

  it('reports the places that do not exist', () => {
    const text = '1. e4 * 1. d4 *';
    assert.deepEqual(
      annotate(text, 'pgn', [at(2), at(0, 'm', 1), at(1, 'm', 2), at(1), { ...at(1), path: [{ ply: 1, index: 0 }] }])
        .missing,
      [0, 1, 2, 4],
    );
    assert.deepEqual(annotate('', 'pgn', [at(0)]).missing, [0]);
  });

  it('skips, replaces or numbers a label that is there', () => {
    const once = annotated('1. e4 e5 *', [at(1)]);
    assert.equal(annotated(once, [at(1, 'm', 0, 'new')]), once);
    assert.equal(annotated(once, [at(1, 'm', 0, 'new')], 'replace'), once.replace(FEN, 'new'));
    const labels = predictionsIn(annotated(once, [at(1), at(1)], 'number'), 'pgn').map((p) => p.label.text);
    assert.deepEqual(labels, ['m', 'm#2', 'm#3']);
    const result = annotate(once, 'pgn', [at(1), at(2)]);
    assert.deepEqual([result.written, result.skipped], [1, 1]);
  });

  it('writes below the record of a FEN file', () => {
    const text = `# comment\r\n${FEN}  \r\n\r\n${FEN}`;
    const done = annotated(text, [at(0, 'a'), at(0, 'b', 1), at(0, 'c', 0)], 'skip', 'fen');
    assert.equal(done, `# comment\r\n${FEN}  \r\n# pfen a ${FEN}\r\n# pfen c ${FEN}\r\n\r\n${FEN}\r\n# pfen b ${FEN}`);
    assert.equal(stripped(done, undefined, 'fen'), text);
    assert.equal(stripped(done, 'a', 'fen'), annotated(text, [at(0, 'c'), at(0, 'b', 1)], 'skip', 'fen'));
    assert.deepEqual(
      predictionsIn(done, 'fen').map((p) => [p.game, p.label.text]),
      [
        [0, 'a'],
        [0, 'c'],
        [1, 'b'],
      ],
    );
  });
});

describe('removePredictions', () => {
  const places = fc.array(
    fc.record({
      game: fc.nat(3),
      ply: fc.nat(4),
      label: fc.constantFrom('n', 'o').map((m) => makeLabel(m)),
      fen: fc.constantFrom(FEN, undefined, 'x } ] %'),
      path: fc.constantFrom([], [], [], [{ ply: 1, index: 0 }], [{ ply: 2, index: 0 }], [{ ply: 2, index: 1 }]),
    }),
    { maxLength: 6 },
  );

  it('undoes annotate to the byte in any text', () => {
    fc.assert(
      fc.property(pgnText(), places, (text, list) => {
        const { edits, written, missing, skipped } = annotate(text, 'pgn', list);
        assert.equal(written + missing.length + skipped, list.length);
        const done = applyEdits(text, edits);
        const before = predictionsIn(text, 'pgn');
        assert.equal(predictionsIn(done, 'pgn').length, before.length + written);
        if (written === 0) assert.equal(done, text);
        const first = applyEdits(done, removePredictions(done, 'pgn', { label: 'n' }).edits);
        assert.equal(stripped(first, 'o'), text);
        const wanted = list.filter((a) => a.label.text === 'o');
        assert.equal(first, annotated(text, wanted));
        if (before.length === 0 && !text.includes('[%pfen')) assert.equal(stripped(done), text);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('undoes annotating an annotated text', () => {
    fc.assert(
      fc.property(pgnText(), places, places, (text, list, more) => {
        const done = annotated(text, list);
        const again = annotated(
          done,
          more.map((a) => ({ ...a, label: makeLabel(`more-${a.label.text}`) })),
        );
        assert.equal(stripped(stripped(again, 'more-n'), 'more-o'), done);
        assert.equal(stripped(stripped(again, 'more-o'), 'more-n'), done);
      }),
      { numRuns: 700, seed: 2 },
    );
  });

  it('undoes annotate in a FEN file', () => {
    const line = fc.constantFrom(FEN, '# comment', '', '  ', 'junk', '#', `# pfen x ${FEN}`);
    const ending = fc.constantFrom('\n', '\r\n', '\r', '\n\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, ending)), places, (lines, list) => {
        const text = lines.flat().join('');
        assert.equal(stripped(stripped(annotated(text, list, 'skip', 'fen'), 'n', 'fen'), 'o', 'fen'), text);
      }),
    );
  });

  it('removes predictions of other tools, and keeps the rest of the comment and the moves separated', () => {
    const cases = [
      [`1. e4{[%pfen m ${FEN}]}e5`, '1. e4 e5'],
      [`1. e4 {[%pfen m ${FEN}]} e5`, '1. e4 e5'],
      [`1. e4 { best [%pfen m ${FEN}] by test } e5`, '1. e4 { best by test } e5'],
      [`1. e4 { [%pfen m ${FEN}] [%pfen other ?] } e5`, '1. e4 { [%pfen other ?] } e5'],
      [`1. e4 ; note\n{ [%pfen m ${FEN}] }\ne5`, '1. e4 ; note\ne5'],
      [`1. e4 ; note\n{ [%pfen m ${FEN}] } e5`, '1. e4 ; note\n e5'],
      [`1. e4 e5\n{[%pfen m ${FEN}]}2. Nf3`, '1. e4 e5 2. Nf3'],
      [`1. e4 { [%pfen m] } e5`, '1. e4 { [%pfen m] } e5'],
    ];
    for (const [text, expected] of cases) assert.equal(stripped(text, 'm'), expected);
  });
});

/** pgn-extract, where it is installed; Debian keeps it in /usr/games. */
const PGN_EXTRACT = ['pgn-extract', '/usr/games/pgn-extract'].find(
  (f) => spawnSync(f, ['--version']).error === undefined,
);

describe('annotated PGN', () => {
  itLong('reads the same in chessops', () => {
    const fens = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fens, fc.nat(3), (fen, ply) => {
        const text = '[Event "x"]\n\n1. e4 {c} e5 (1... c5 2. Nf3) 2. Nf3 *\n';
        const done = annotated(text, [at(ply, 'a b', 0, fen)]);
        const games = parsePgn(done);
        assert.equal(games.length, 1);
        const [game] = games;
        assert.deepEqual(
          [...game.moves.mainline()].map((n) => n.san),
          ['e4', 'e5', 'Nf3'],
        );
        const comments = ply === 0 ? game.comments : [...game.moves.mainline()][ply - 1].comments;
        const comment = comments?.at(-1) ?? '';
        const found = predictionsIn(`{${comment}} 1. e4 *`, 'pgn');
        assert.deepEqual(
          found.map((p) => [p.label.model, p.fen]),
          [['a b', fen]],
        );
      }),
    );
  });

  it('passes through pgn-extract', { skip: PGN_EXTRACT === undefined ? 'pgn-extract is not installed' : false }, () => {
    assert.ok(PGN_EXTRACT);
    const values = [
      'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 3 12',
      undefined,
      'a  b {c} [d] 100% "e" (f) \\ ; g',
    ];
    const list = [1, 2, 3].flatMap((ply) => values.map((fen, i) => ({ ...at(ply, `model ${i}`), fen })));
    const text = annotated('[Event "x"]\n[Result "*"]\n\n1. e4 {c} e5 (1... c5 2. Nf3) 2. Nf3 *\n', list);
    const run = spawnSync(PGN_EXTRACT, ['--quiet'], { input: text, encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    const read = (pgn: string): unknown[] =>
      predictionsIn(pgn, 'pgn').map((p) => [p.ply, p.label.model, p.fen, p.trueFen]);
    assert.equal(read(text).length, 9);
    assert.deepEqual(read(run.stdout), read(text));
  });
});
