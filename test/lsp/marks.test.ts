import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import {
  MARKED_LINES_REQUEST,
  MARKS_REQUEST,
  type MarkedLinesResult,
  type MarksResult,
} from '../../src/protocol/marks.ts';
import { Session } from './session.ts';

const URI = 'file:///a.pgn';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const CLOCKS = AFTER_E4.replace('0 1', '0 2');
const SIDE = AFTER_E4.replace(' b ', ' w ');
const WHOLE = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };

const predicted = (label: string, fen: string) => `{ [%pfen ${label} ${fen}] }`;
/** Eight lines. */
const GAME = `[Result "*"]\n\n1. e4\n${[
  predicted('a', AFTER_E4),
  predicted('b', CLOCKS),
  predicted('c', SIDE),
  predicted('d', '?'),
].join('\n')} *\n\n`;

describe('marks of predictions', () => {
  let session: Session;
  afterEach(() => session.end());

  const open = async (text: string, uri = URI, language = 'pgn') => {
    session = await Session.start();
    await session.client.open(uri, language, text);
  };
  const marks = (ranges = [WHOLE], uri = URI) =>
    session.client.connection.sendRequest<MarksResult | null>(MARKS_REQUEST, { uri, ranges });
  const lines = (uri = URI) =>
    session.client.connection.sendRequest<MarkedLinesResult | null>(MARKED_LINES_REQUEST, { uri });
  const words = (text: string, found: MarksResult | null) =>
    found?.marks.map(({ mark, wrong }) => [
      mark,
      ...wrong.map(({ start, end }) => text.split('\n')[start.line]?.slice(start.character, end.character)),
    ]);

  it('say how right each is, and where its text is wrong', async () => {
    await open(GAME);
    const found = await marks();
    assert.equal(found?.version, 1);
    assert.deepEqual(words(GAME, found), [['exact'], ['near', '2'], ['wrong', 'w'], ['none']]);
    assert.deepEqual(found.marks[0]?.range.start, { line: 3, character: 2 });
  });

  it('take all of a text that is encoded for wrong, and nothing for a state that is not there', async () => {
    const text = `1. e4 ${predicted('a', SIDE.replace('KQkq', 'KQ%6Bq'))} ${predicted('b', '?')} *`;
    await open(text);
    assert.deepEqual(words(text, await marks()), [['wrong', SIDE.replace('KQkq', 'KQ%6Bq')], ['none']]);
  });

  it('are those of the ranges that are asked for, in later games too', async () => {
    await open(GAME + GAME);
    const range = { start: { line: 12, character: 0 }, end: { line: 13, character: 90 } };
    assert.deepEqual(words(GAME + GAME, await marks([range])), [
      ['near', '2'],
      ['wrong', 'w'],
    ]);
    assert.deepEqual(await marks([]), { version: 1, marks: [] });
  });

  it('follow an edit of the moves above', async () => {
    await open(GAME);
    await marks();
    await session.client.change(URI, 2, { text: GAME.replace('1. e4', '1. d4') });
    const found = await marks();
    assert.equal(found?.version, 2);
    assert.deepEqual(
      found.marks.map(({ mark }) => mark),
      ['wrong', 'wrong', 'wrong', 'none'],
    );
    await session.client.change(URI, 3, { text: GAME.replace('1. e4', '1. Ke7') });
    assert.deepEqual((await marks())?.marks, [], 'the true state is not known');
  });

  it('have the lines of all that are not exact, without gaps as one entry, the worst of a line', async () => {
    const line = `1. e4 ${predicted('a', CLOCKS)} ${predicted('b', SIDE)} *\n\n`;
    await open(GAME + GAME.replace(CLOCKS, SIDE) + line);
    assert.deepEqual((await lines())?.lines, {
      near: [[4, 4]],
      wrong: [
        [5, 5],
        [12, 13],
        [16, 16],
      ],
      none: [
        [6, 6],
        [14, 14],
      ],
    });
  });

  it('are there in FEN files, none in MAV files, and not known of other documents', async () => {
    const uri = 'file:///a.fen';
    const text = `${AFTER_E4}\n# pfen a ${SIDE}\n`;
    await open(text, uri, 'fen');
    assert.deepEqual(words(text, await marks([WHOLE], uri)), [['wrong', 'w']]);
    const mav = 'file:///a.mav';
    await session.client.open(mav, 'mav', '<mav game=chess> %state </mav>');
    assert.deepEqual((await marks([WHOLE], mav))?.marks, []);
    assert.equal((await lines(mav))?.count, 0);
    assert.equal((await lines(uri))?.count, 1);
    assert.equal(await lines('file:///other.pgn'), null);
  });
});
