import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import {
  MARKS_CHANGED_NOTIFICATION,
  MARKS_REQUEST,
  type MarksResult,
  PREDICTION_FOLDS_REQUEST,
  type PredictionFoldsResult,
} from '../../src/protocol/marks.ts';
import { thoroughly } from '../support/thorough.ts';
import { Session } from './session.ts';

const URI = 'file:///a.pgn';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const CLOCKS = AFTER_E4.replace('0 1', '0 2');
const OTHER = AFTER_E4.replace('4P3/8', '8/4P3');
const all = (line = 1e6) => [{ start: { line: 0, character: 0 }, end: { line, character: 0 } }];

const predicted = (label: string, fen: string) => `{ [%pfen ${label} ${fen}] }`;
const GAME = `[Result "*"]\n\n1. e4\n${[
  predicted('gpt-4o-2024-08-06', OTHER),
  predicted('o3-mini-2025-01-31', AFTER_E4),
  predicted('gemini-2.0-flash-001', CLOCKS),
  predicted('nano', '?'),
].join('\n')}\n1... e5 *\n`;

describe('chips', () => {
  let session: Session;
  let changed: () => Promise<void>;
  afterEach(() => session.end());

  const open = async (text: string, uri = URI, language = 'pgn') => {
    let wake = () => {};
    let next = new Promise<void>((resolve) => {
      wake = resolve;
    });
    changed = async () => {
      await next;
      next = new Promise<void>((resolve) => {
        wake = resolve;
      });
    };
    session = await Session.start({
      prepare: (connection) => connection.onNotification(MARKS_CHANGED_NOTIFICATION, () => wake()),
    });
    await session.client.open(uri, language, text);
  };
  const marks = (ranges = all(), uri = URI) =>
    session.client.connection.sendRequest<MarksResult | null>(MARKS_REQUEST, { uri, ranges, chips: true });
  const folds = (uri = URI) =>
    session.client.connection.sendRequest<PredictionFoldsResult | null>(PREDICTION_FOLDS_REQUEST, { uri });
  const scored = async (uri = URI): Promise<MarksResult> => {
    for (;;) {
      const found = await marks(all(), uri);
      assert.ok(found?.chips);
      if (found.chips.every(({ chips }) => chips.every(({ grade, score }) => grade !== 'wrong' || score !== '')))
        return found;
      await changed();
    }
  };
  const words = (found: MarksResult | null) =>
    found?.chips?.map(({ chips }) => chips.map(({ name, grade, score }) => [name, grade, score].join(' ').trim()));

  it('stand behind the line of the move, with mark, short name and p of a wrong state', async () => {
    await open(GAME);
    const found = await scored();
    assert.deepEqual(
      found.chips?.map(({ at, text, more }) => [at, text, more]),
      [[{ line: 2, character: 5 }, [], 0]],
    );
    assert.match(words(found)?.[0]?.[0] ?? '', /^gpt-4o wrong 0\.\d\d$/);
    assert.deepEqual(words(found)?.[0]?.slice(1), ['o3-mini exact', 'gemini near', 'nano none']);
    const [chip] = found.chips?.[0]?.chips ?? [];
    assert.deepEqual(chip?.place, { game: 0, ply: 1, path: [], label: 'gpt-4o-2024-08-06' });
    assert.match(chip.line, /p₄ 0\.\d\d/);
    assert.doesNotMatch(chip.line, /^gpt/);
  });

  it('come with the marks only when they are requested, from the same scores as lenses', async () => {
    await open(GAME.replace(/.*nano.*\n/, ''));
    const without = await session.client.connection.sendRequest<MarksResult>(MARKS_REQUEST, {
      uri: URI,
      ranges: all(),
    });
    assert.equal(without.chips, undefined);
    const { chips } = await scored();
    const titles = await session.scored(URI);
    assert.ok(
      titles.some((title) => title?.includes(`p₄ ${chips?.[0]?.chips[0]?.score}`)),
      titles.join(),
    );
  });

  it('within a line stand behind the predictions, whose text is told', async () => {
    await open(`1. e4 ${predicted('a', OTHER)} ${predicted('b', AFTER_E4)} e5 *\n`);
    const found = await scored();
    const [place] = found.chips ?? [];
    const end = `1. e4 ${predicted('a', OTHER)} ${predicted('b', AFTER_E4)}`.length;
    assert.deepEqual(place?.at, { line: 0, character: end });
    assert.equal(place.text.length, 2);
    assert.deepEqual((await folds())?.folds, []);
  });

  it('of a state that is not known have no mark; too many are counted', async () => {
    await open(`1. Ke7\n${Array.from({ length: 11 }, (_, i) => predicted(`m#${i}`, CLOCKS)).join('\n')}\n*\n`);
    const found = await marks();
    assert.equal(found?.chips?.[0]?.more, 3);
    assert.deepEqual(words(found)?.[0]?.slice(0, 2), ['m#0', 'm#1']);
  });

  it('are those of the ranges alone, with all of their position, once', async () => {
    const game = Array.from(
      { length: 20 },
      (_, i) => `${i + 1}. Nf3\n${predicted('a', CLOCKS)}\n${predicted('b', CLOCKS)}\n`,
    );
    await open(`${game.join('')}*\n`);
    const line = (start: number, end: number) => ({
      start: { line: start, character: 0 },
      end: { line: end, character: 0 },
    });
    const found = await marks([line(5, 6), line(4, 5), line(40, 41)]);
    assert.deepEqual(
      found?.chips?.map(({ at, chips }) => [at.line, chips.length]),
      [
        [3, 2],
        [39, 2],
      ],
    );
  });

  it('follow an edit, also of the moves above, and an undo', async () => {
    await open(GAME);
    const before = words(await scored());
    await session.client.change(URI, 2, { text: GAME.replace('1. e4', '1. d4') });
    assert.match(words(await scored())?.[0]?.[1] ?? '', /^o3-mini wrong/);
    await session.client.change(URI, 3, { text: GAME });
    assert.deepEqual(words(await scored()), before);
  });

  it('are there in walk and FEN files, none in MAV files', async () => {
    const uri = 'file:///a.fen';
    await open(`${AFTER_E4}\n# pfen a ${OTHER}\n# pfen b ${AFTER_E4}\n`, uri, 'fen');
    assert.match(words(await scored(uri))?.[0]?.join() ?? '', /^a wrong 0\.\d\d,b exact$/);
    assert.deepEqual((await folds(uri))?.folds, [[0, 2]]);
    const walk = 'file:///a.walk';
    await session.client.open(walk, 'walk', 'world cube:2\nF\n# pstate a x\nR\n# pstate b ?\n');
    assert.deepEqual((await folds(walk))?.folds, [
      [1, 2],
      [3, 4],
    ]);
    assert.equal((await marks(all(), walk))?.chips?.length, 2);
    const mav = 'file:///a.mav';
    await session.client.open(mav, 'mav', '<mav game=chess> %state </mav>');
    assert.deepEqual((await marks(all(), mav))?.chips, []);
    assert.equal(await folds('file:///other.pgn'), null);
  });

  it('fold in every editor: predictions first, where a line starts several folds', async () => {
    await open(GAME);
    const ranges = await session.client.connection.sendRequest<{ startLine: number; endLine: number; kind?: string }[]>(
      'textDocument/foldingRange',
      { textDocument: { uri: URI } },
    );
    assert.deepEqual(
      ranges.find(({ startLine }) => startLine === 2),
      { startLine: 2, endLine: 6, kind: 'comment' },
    );
    assert.deepEqual((await folds())?.folds, [[2, 6]]);
  });

  it('of 100,000 predictions are answered for the screen alone', async () => {
    const lines = Array.from({ length: thoroughly(1000, 150) }, (_, g) => {
      const run = Array.from({ length: 100 }, (_, i) => predicted(`m#${i}`, i % 2 === 0 ? AFTER_E4 : CLOCKS)).join(
        '\n',
      );
      return `[Round "${g}"]\n\n1. e4\n${run}\n*\n\n`;
    });
    await open(lines.join(''));
    const found = await marks(all(60));
    assert.deepEqual(
      found?.chips?.map(({ chips, more }) => [chips.length, more]),
      [[8, 92]],
    );
    assert.deepEqual((await folds())?.folds, [], 'folds of games alone');
  });
});
