import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { legalMoves } from '../../../src/core/games/chess/chess.ts';
import { formatPieces } from '../../../src/core/languages/format.ts';
import { annotate, predictionsIn, removePredictions } from '../../../src/core/languages/predictions.ts';
import { completePgn } from '../../../src/core/notation/pgn/authoring/complete-pgn.ts';
import { pgnInlays } from '../../../src/core/notation/pgn/authoring/move-notes.ts';
import {
  alternatives,
  boardPosition,
  counterparts,
  moveOn,
  samePosition,
} from '../../../src/core/notation/pgn/board-position.ts';
import { isGame, readChunk } from '../../../src/core/notation/pgn/document.ts';
import { insertMove } from '../../../src/core/notation/pgn/insert-move.ts';
import { lostMoves, swallowingComments } from '../../../src/core/notation/pgn/lost-moves.ts';
import { numberClaims, ownCount } from '../../../src/core/notation/pgn/move-numbers.ts';
import { finalUrl, resultRange, startLink } from '../../../src/core/notation/pgn/outline/analysis-links.ts';
import { partFolds, selectionsAt } from '../../../src/core/notation/pgn/outline/folding-and-selection.ts';
import { gameSymbol } from '../../../src/core/notation/pgn/outline/symbols.ts';
import { tokenSpans } from '../../../src/core/notation/pgn/outline/token-spans.ts';
import { readGame, stateAfter } from '../../../src/core/notation/pgn/replay.ts';
import { ownLineEdits } from '../../../src/core/notation/predictions/own-lines.ts';
import { makeLabel } from '../../../src/core/notation/predictions/prediction.ts';
import { LINES, MOVETEXTS, TAGS } from '../../support/edge-texts.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';

const STATE = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';
const P = `[%pfen m ${STATE}]`;

const TEXTS = [
  ...[...MOVETEXTS, ...LINES].map((moves) => `[Event "x"]\n[White "A, B"]\n\n${moves}\n`),
  ...TAGS.map((tag) => `${tag}\n\n1. e4 (1. d4) e5 *`),
  ...MOVETEXTS.filter((_, i) => i % 3 === 0).map((moves) => `[SetUp "1"]\r\n[FEN "4k3/8/8/8/8/8/8/4K2R b K - 5 9"]\r\n\r\n${moves}`),
  ...LINES.map((moves) => moves.replaceAll('e5', `e5 { ${P} } {${P}${P}} { so ${P} }`)),
  `1. e4 {${P}}{ ${P} [%pfen m} e5 {} *`,
  `1. e4 {${P}} ; ${P}\ne5 *`,
].filter((text) => isGame(readChunk(text, 0))); // biome-ignore format: a table

/** An outline, colors, notes, links, and what is read of the numbers and the lost moves of a game. */
function overview(text: string): readonly [summary: string, value: unknown] {
  const game = readGame(text);
  const { replay } = game;
  const { tree } = replay;
  const chunk = readChunk(text, 0);
  const lost = lostMoves(text, tree);
  const symbol = gameSymbol(text, chunk, 0, 1, true);
  const inlays = (['ply', 'fen', 'off'] as const).map((inlayPosition) =>
    pgnInlays(game, { start: 0, end: text.length }, { inlayPosition, inlayOpening: true, inlayGlyphs: true }),
  );
  const moves = Array.from(tree.moveToken, (_, move) => [
    alternatives(tree, move),
    counterparts(tree, move),
    samePosition(replay, move),
  ]);
  return [
    `${symbol.name}; lost ${[...lost.moves].join(' ') || '-'}`,
    [
      symbol,
      partFolds(chunk, 0),
      tokenSpans(text, replay),
      inlays,
      moves,
      [startLink(replay), resultRange(replay), finalUrl(replay)],
      [...lost.words],
      swallowingComments(text, tree),
      numberClaims(text, replay),
      ownCount(text, replay),
    ],
  ];
}

/** What an editor shows and offers at each fourth place of a game. */
function places(text: string): readonly [summary: string, value: unknown] {
  const game = readGame(text);
  const { tree } = game.replay;
  const shown = Array.from({ length: Math.ceil(text.length / 4) }, (_, i) => {
    const offset = 4 * i + (text.length % 4);
    const { legal, ...position } = boardPosition(text, game.replay, offset) ?? {};
    const completions = completePgn(game, offset).map(({ label, text: written, range }) => [label, written, range]);
    return [completions, selectionsAt(text, tree, offset), position, legal?.length, moveOn(tree, offset)];
  });
  return [`${shown.length} places`, shown];
}

/** The texts after a move is inserted at each place, in formats, and with predictions. */
function edited(text: string): readonly [summary: string, value: unknown] {
  const game = readGame(text);
  const inserted = Array.from({ length: game.replay.tree.moveToken.length + 1 }, (_, i) => {
    const state = stateAfter(game.replay, i - 1);
    const legal = state === undefined ? [] : [...legalMoves(state)];
    const move = legal[Math.floor(legal.length / 3)];
    const found = move === undefined ? undefined : insertMove(text, game.replay, i - 1, move);
    return typeof found === 'object' ? [found.kind, found.cursor, applyEdits(text, found.edits)] : found;
  });
  const formats = (['gentle', 'export'] as const).map((style) =>
    applyEdits(text, [...(formatPieces(text, 'pgn', { style }) ?? [])].flat()),
  );
  const annotations = [0, 1, 3].map((ply) => ({ game: 0, ply, label: makeLabel('m'), fen: ply === 1 ? undefined : STATE }));
  const { edits } = annotate(text, 'pgn', annotations, { sameLabel: 'number' });
  const annotated = applyEdits(text, edits);
  const read = predictionsIn(annotated, 'pgn').map(({ label, fen, ply, path }) => [label, fen, ply, path]);
  const removed = applyEdits(annotated, removePredictions(annotated, 'pgn', {}).edits);
  const own = applyEdits(text, ownLineEdits(game, '\n'));
  return [`${inserted.length} places`, [inserted, formats, annotated, read, removed, own]];
} // biome-ignore format: one line each

const each = (value: (text: string) => readonly [string, unknown], step: number): RecordedValue[] =>
  TEXTS.flatMap((text, i): RecordedValue[] => {
    if (i % step > 0) return [];
    const [summary, whole] = value(text);
    return [{ key: `${i} ${JSON.stringify(text.slice(-60))}`, summary: summary.replaceAll(/\s/g, ' '), value: whole }];
  });

describe('games at the edges of the rules, as recorded', () => {
  it('have an outline, colors, notes, links and numbers', () => assertRecorded('edges-overviews', each(overview, 1)));
  it('have completions, selections and a board at each place', () => assertRecorded('edges-places', each(places, 3)));
  it('take moves, formats and predictions', () => assertRecorded('edges-edits', each(edited, 1)));
});
