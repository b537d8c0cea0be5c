import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { predictionsIn } from '../../../src/core/languages/predictions.ts';
import { isGame, readPgn } from '../../../src/core/notation/pgn/document.ts';
import { textMeaning } from '../../../src/core/notation/pgn/game-meaning.ts';
import { wholeGame } from '../../../src/core/notation/pgn/replay.ts';
import { ownLineEdits } from '../../../src/core/notation/predictions/own-lines.ts';
import { pgnText } from '../pgn/arbitrary.ts';

const FEN = '8/8/8/8/8/8/8/8 w - - 0 1';
const P = (label: string) => `[%pfen ${label} ${FEN}]`;
const C = (label: string) => `{ ${P(label)} }`;

function onOwnLines(text: string, lineEnd = '\n'): string {
  const { chunks, offsets } = readPgn(text);
  const edits = chunks.flatMap((chunk, c) =>
    isGame(chunk) ? ownLineEdits(wholeGame(text, chunk, offsets[c]), lineEnd) : [],
  );
  return applyEdits(text, edits);
}

/** The meaning of all games, each prediction of a comment as a comment of its own. */
const meaning = (text: string) =>
  textMeaning(text).map(({ movetext, ...rest }) => ({
    ...rest,
    movetext: movetext.flatMap((item) =>
      /^comment (?:\[%pfen [^\]]*\] ?)+$/.test(item)
        ? item
            .slice('comment '.length)
            .split(/(?<=\]) ?/)
            .filter((part) => part !== '')
        : [item],
    ),
  }));

const predictions = (text: string) =>
  predictionsIn(text, 'pgn').map(({ label, fen, game, ply, path, trueFen }) => [
    label.text,
    fen,
    game,
    ply,
    path,
    trueFen,
  ]);

describe('predictions on lines of their own', () => {
  it('stand between the line of their move and the next move, which gets its number', () => {
    assert.equal(
      onOwnLines(`1. e4 ${C('a')} ${C('b')} e5 ${C('a')} 2. Nf3 Nc6 *\n`),
      `1. e4\n${C('a')}\n${C('b')}\n1... e5\n${C('a')}\n2. Nf3 Nc6 *\n`,
    );
    assert.equal(onOwnLines(`1. e4{${P('a')}${P('b')}}e5 *`), `1. e4\n{${P('a')} }\n{ ${P('b')}}\n1... e5 *`);
  });

  it('keep other comments, glyphs, variations and their order; a comment with other words stays', () => {
    const text = `1. e4 $1 {good} ${C('a')} ; yes\n(1. d4 ${C('a')}) 1... e5 { so ${P('a')} } *`;
    assert.equal(
      onOwnLines(text),
      `1. e4 $1 {good}\n${C('a')}\n; yes\n(1. d4\n${C('a')}\n) 1... e5 { so ${P('a')} } *`,
    );
  });

  it('are as they were where each has its line already', () => {
    const text = `[Event "x"]\r\n\r\n1. e4\r\n${C('a')}\r\n${C('b')}\r\n1... e5 *\r\n`;
    assert.equal(onOwnLines(text, '\r\n'), text);
  });

  it('never change what a game or a prediction means, nor once more', () => {
    fc.assert(
      fc.property(pgnText(), fc.constantFrom('\n', '\r\n'), (text, lineEnd) => {
        const after = onOwnLines(text, lineEnd);
        assert.deepEqual(meaning(after), meaning(text));
        assert.deepEqual(predictions(after), predictions(text));
        assert.equal(onOwnLines(after, lineEnd), after, 'again');
      }),
      { numRuns: 2000 },
    );
  });
});
