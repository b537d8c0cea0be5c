import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { predictionsIn } from '../../../src/core/languages/predictions.ts';
import type { Language } from '../../../src/core/notation/language.ts';
import {
  isFoldable,
  type PredictionGroup,
  predictionGroups,
  type TextLines,
} from '../../../src/core/notation/predictions/prediction-lines.ts';
import { pgnText } from '../pgn/arbitrary.ts';

const FEN = '8/8/8/8/8/8/8/8 w - - 0 1';
const P = (label: string) => `[%pfen ${label} ${FEN}]`;
const C = (label: string) => `{ ${P(label)} }`;

function linesOf(text: string): TextLines {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length)];
  return {
    lineAt: (offset) => starts.filter((start) => start <= offset).length - 1,
    line: (number) => {
      const [line = ''] = text.slice(starts[number]).split(/[\r\n]/, 1);
      return { start: starts[number], end: starts[number] + line.length, text: line };
    },
  };
}

const groups = (text: string, language: Language = 'pgn'): PredictionGroup[] => [
  ...predictionGroups(
    predictionsIn(text, language).map(({ range, game, ply, path }) => ({
      range,
      position: JSON.stringify([game, ply, path]),
    })),
    linesOf(text),
    { start: 0, end: text.length },
  ),
];
const folds = (text: string, language?: Language): [number, number][] =>
  groups(text, language)
    .filter(isFoldable)
    .map(({ head, last }) => [head, last]);

describe('groups of predictions', () => {
  it('fold from the line of the move to the last prediction after it', () => {
    const text = `[Event "x"]\n\n1. e4\n${C('a')}\n${C('b')}\n1... e5\n${C('a')}\n2. Nf3 *\n`;
    assert.deepEqual(folds(text), [
      [2, 4],
      [5, 6],
    ]);
    assert.equal(text.slice(0, groups(text)[0]?.at).split('\n').at(-1), '1. e4');
  });

  it('keep other comments: the line above the predictions stands for them', () => {
    assert.deepEqual(folds(`1. e4\n{ good }\n${C('a')}\n${C('b')}\n{ bad }\n${C('c')}\n*`), [
      [1, 3],
      [4, 5],
    ]);
  });

  it('have their first line for a head without a move above', () => {
    assert.deepEqual(folds(`[Event "x"]\n\n${C('a')}\n${C('b')}\n1. e4 *`), [[2, 3]]);
    assert.deepEqual(folds(`[Event "x"]\n${C('a')}\n1. e4 *`), [], 'nothing to fold');
    const second = `1. e4 *\n\n[Event "x"]\n\n1. d4\n${C('a')}\n*`;
    assert.deepEqual(folds(second), [[4, 5]]);
  });

  it('within a line stand together, and a summary after their comments', () => {
    const text = `1. e4 ${C('a')} {${P('b')} ${P('c')}} e5 { so ${P('a')} or } *`;
    const found = groups(text);
    assert.deepEqual(
      found.map(({ from, to, isOwn }) => [from, to, isOwn]),
      [
        [0, 2, false],
        [3, 3, false],
      ],
    );
    assert.deepEqual(
      found.map(({ at }) => text.slice(at, at + 5)),
      [' e5 {', ' or }'],
    );
    assert.deepEqual(folds(`1. e4\n${C('a')} 1... e5 *`), [], 'a fold would hide the move');
  });

  it('are those of walks and records too', () => {
    const walk = 'world cube:2\nF\n# pstate a x\n# pstate b y\nR\n# pstate a x\n';
    assert.deepEqual(folds(walk, 'walk'), [
      [1, 3],
      [4, 5],
    ]);
    assert.deepEqual(folds(`${FEN}\n# pfen a ${FEN}\n# pfen b ${FEN}\n`, 'fen'), [[0, 2]]);
  });

  it('hold each prediction of any text once, in order, and fold lines of predictions alone', () => {
    fc.assert(
      fc.property(pgnText(), (text) => {
        const found = groups(text);
        const lines = linesOf(text);
        assert.deepEqual(
          found.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
          predictionsIn(text, 'pgn').map((_, i) => i),
        );
        for (const group of found) {
          assert.ok(group.at >= lines.line(group.head).start && group.at <= lines.line(group.head).end);
          if (isFoldable(group))
            for (let n = group.head + 1; n <= group.last; n++)
              assert.match(lines.line(n).text, /^\s*\{.*\[%pfen.*\}\s*$/, `line ${n} of ${JSON.stringify(text)}`);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
